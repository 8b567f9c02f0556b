#include "results/summary_json.h"

#include "results/statistics_json.h"

namespace bramah {

namespace {

nlohmann::ordered_json energy_object(const EnergyUses& energy) {
  nlohmann::ordered_json uses = nlohmann::ordered_json::array();
  for (const EnergyUse& use : energy.uses)
    uses.push_back({{"name", use.name}, {"energy_J", use.energy}, {"share", use.share}});
  return {{"given_J", energy.given}, {"uses", std::move(uses)}};
}

}  // namespace

nlohmann::ordered_json summary_object(const Provenance& p, const RunSummary& s) {
  nlohmann::ordered_json object = {
      {"model", p.model},
      {"hash", p.hash},
      {"method", p.method},
      {"integrator", p.integrator},
      {"coupling", p.coupling},
      {"step_s", p.step},
      {"version", p.version},
      {"converged", s.converged},
      {"message", s.message},
      {"complete", s.complete()},
      {"interrupted", s.interrupted},
      {"warnings", s.warnings},
      {"steps", s.steps},
      {"substeps", s.substeps},
      {"coarse", s.coarse},
      {"simulated_s", s.simulated_s},
      {"wall_s", s.wall_s},
      {"cpu_s", s.cpu_s},
      {"real_time_factor", s.real_time_factor},
      {"newton_mean", s.newton_mean},
      {"newton_max", s.newton_max},
      {"constraint_max", s.constraint_max},
      {"constraint_rate_max", s.constraint_rate_max},
      {"constraint_acceleration_max", s.constraint_acceleration_max},
      {"partitions", s.partitions},
      {"energy_residual_max_J", s.energy_residual_max},
      {"energy_books_max_J", s.energy_books_max},
      {"interface_energy_max_J", s.interface_energy_max},
  };
  object["energy"] = energy_object(s.energy);
  if (s.real_time) object["real_time"] = real_time_object(*s.real_time);
  return object;
}

// dump() writes NaN and infinities as null.
std::string json_text(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace bramah
