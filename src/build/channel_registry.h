// What adds channels to a machine: a name, a unit, a sentence and how it is read.
#pragma once

#include <functional>
#include <string>

#include "machine/machine.h"

namespace bramah {

class ChannelList {
 public:
  explicit ChannelList(Machine& machine) : machine_(machine) {}

  void add(const std::string& name, const std::string& unit, double nominal,
           const std::string& description, std::function<double(const Snapshot&)> read,
           Causality causality = Causality::output,
           Variability variability = Variability::continuous, Reads reads = Reads::all) {
    machine_.channels.list.push_back({name, unit, nominal, causality, variability, description});
    machine_.channels.readers.push_back({std::move(read), reads});
  }
  // A place, a length or its rate.
  void add_motion(const std::string& name, const std::string& unit, double nominal,
                  const std::string& description, std::function<double(const Snapshot&)> read) {
    add(name, unit, nominal, description, std::move(read), Causality::output,
        Variability::continuous, Reads::motion);
  }
  // A number that lies in State as it is.
  void add_stored(const std::string& name, const std::string& unit, double nominal,
                  const std::string& description, const Block& block, int index,
                  Causality causality = Causality::output,
                  Variability variability = Variability::continuous) {
    const std::size_t at = block.first + static_cast<std::size_t>(index);
    add(
        name, unit, nominal, description, [at](const Snapshot& s) { return s.state[at]; },
        causality, variability, Reads::stored);
  }

 private:
  Machine& machine_;
};

}  // namespace bramah
