// What adds channels to a machine: a name, a unit, a sentence and how it is read.
#pragma once

#include <functional>
#include <string>

#include "machine/machine.h"

namespace bramah {

class ChannelList {
 public:
  explicit ChannelList(Machine& machine) : machine_(machine) {}

  // read: double (const Snapshot&).
  template <class Read>
  void add(const std::string& name, const std::string& unit, double nominal,
           const std::string& description, const Read& read,
           Causality causality = Causality::output,
           Variability variability = Variability::continuous, Reads reads = Reads::all) {
    machine_.channels.list.push_back({name, unit, nominal, causality, variability, description});
    machine_.channels.add({[read](const Snapshot& s, double* value) { *value = read(s); }, reads});
  }
  // A length or its rate.
  template <class Read>
  void add_motion(const std::string& name, const std::string& unit, double nominal,
                  const std::string& description, const Read& read) {
    add(name, unit, nominal, description, read, Causality::output, Variability::continuous,
        Reads::motion);
  }
  // A force of a cylinder, what follows from it alone, or the acceleration of a length.
  template <class Read>
  void add_force(const std::string& name, const std::string& unit, double nominal,
                 const std::string& description, const Read& read) {
    add(name, unit, nominal, description, read, Causality::output, Variability::continuous,
        Reads::forces);
  }
  // A flow, or what a part has been told.
  template <class Read>
  void add_flow(const std::string& name, const std::string& unit, double nominal,
                const std::string& description, const Read& read) {
    add(name, unit, nominal, description, read, Causality::output, Variability::continuous,
        Reads::flows);
  }
  // Neighbours that one evaluation gives all values of.
  struct Named {
    std::string name, description;
    double nominal = 1.0;
  };
  void add_together(const std::vector<Named>& all, const std::string& unit,
                    std::function<void(const Snapshot&, double* values)> read,
                    Reads reads = Reads::all) {
    for (const Named& one : all)
      machine_.channels.list.push_back({one.name, unit, one.nominal, Causality::output,
                                        Variability::continuous, one.description});
    machine_.channels.add({std::move(read), reads, 0, all.size()});
  }
  // A number that lies in State as it is.
  void add_stored(const std::string& name, const std::string& unit, double nominal,
                  const std::string& description, const Block& block, int index,
                  Causality causality = Causality::output,
                  Variability variability = Variability::continuous) {
    machine_.channels.list.push_back({name, unit, nominal, causality, variability, description});
    machine_.channels.add({{}, Reads::stored, 0, 1, block.first + static_cast<std::size_t>(index)});
  }

 private:
  Machine& machine_;
};

}  // namespace bramah
