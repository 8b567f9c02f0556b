// given = work + friction + losses of the parts + stored in oil and shafts       (the circuit's balance)
#include "run/energy_uses.h"

#include <array>

#include "coupling/plant.h"

namespace bramah {

namespace {

// In the order of enum class Spent.
constexpr std::array kSpentOn{"lines and filters", "valves and orifices", "relief valves",
                              "leakage",           "pumps and engines",   "motors",
                              "loads on shafts"};

class Ledger {
 public:
  Ledger(const Model& model, const Recording& rows) : model_(model), rows_(rows) {}

  // What a channel gained in the run [J]; 0 where there is none.
  double gain(const std::string& channel) const {
    const int k = model_.find_channel(channel);
    return k < 0 ? 0.0 : rows_.ranges[k].last - rows_.ranges[k].first;
  }

 private:
  const Model& model_;
  const Recording& rows_;
};

std::vector<EnergyUse> cylinder_uses(const Names& names, const Ledger& ledger) {
  if (names.cylinders.empty()) return {};
  EnergyUse work{"work of cylinders"}, friction{"friction and stops of cylinders"};
  for (const std::string& name : names.cylinders) {
    work.energy += ledger.gain("energy.work." + name);
    friction.energy += ledger.gain("energy.loss." + name + ".friction") +
                       ledger.gain("energy.loss." + name + ".dampers");
  }
  return {work, friction};
}

std::vector<EnergyUse> gear_uses(const Names& names, const Ledger& ledger) {
  if (names.gears.empty()) return {};
  EnergyUse work{"work of gears"}, losses{"losses of gears"};
  for (const std::string& name : names.gears) {
    work.energy += ledger.gain("energy.work." + name);
    losses.energy += ledger.gain("energy.loss." + name);
  }
  return {work, losses};
}

std::vector<EnergyUse> part_uses(const Names& names, const Ledger& ledger) {
  std::array<EnergyUse, kSpentOn.size()> sums;
  for (std::size_t k = 0; k < names.parts.size(); ++k) {
    if (names.infos[k]->drives != Drives::nothing) continue;  // gear_uses()
    EnergyUse& sum = sums[static_cast<std::size_t>(names.infos[k]->spent)];
    sum.name = kSpentOn[static_cast<std::size_t>(names.infos[k]->spent)];
    sum.energy += ledger.gain("energy.loss." + names.parts[k]);
  }
  std::vector<EnergyUse> uses;
  for (EnergyUse& sum : sums)
    if (!sum.name.empty()) uses.push_back(std::move(sum));
  return uses;
}

}  // namespace

EnergyUses energy_uses(const Model& model, const Recording& rows) {
  EnergyUses out;
  if (rows.ranges.empty()) return out;
  const Names& names = model.plant().names;
  const Ledger ledger(model, rows);
  for (const std::string& name : names.sources) out.given += ledger.gain("energy.source." + name);
  if (!(out.given > 0.0)) return out;
  out.uses = cylinder_uses(names, ledger);
  for (EnergyUse& use : gear_uses(names, ledger)) out.uses.push_back(std::move(use));
  for (EnergyUse& use : part_uses(names, ledger)) out.uses.push_back(std::move(use));
  out.uses.push_back(
      {"stored in oil and shafts", ledger.gain("energy.oil") + ledger.gain("energy.shafts")});
  double rest = out.given;
  for (const EnergyUse& use : out.uses) rest -= use.energy;
  out.uses.push_back({"unaccounted for", rest});
  for (EnergyUse& use : out.uses) use.share = use.energy / out.given;
  return out;
}

}  // namespace bramah
