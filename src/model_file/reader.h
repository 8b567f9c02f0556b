// Turns values of the tree into SI numbers, words and references, and notes every problem with its
// place, the component and the key. A failed read returns nothing, and reading goes on.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bramah/description.h"
#include "bramah/sensor.h"
#include "core/problems.h"
#include "core/units.h"
#include "model_file/document.h"
#include "model_file/key_info.h"
#include "model_file/parameters.h"
#include "model_file/source.h"

namespace bramah {

// A use of a signal, checked once all signals are known.
struct SignalUse {
  std::string signal;
  std::string unit;  // SI
  std::string user;  // "valve "lift_valve": signal"
  Where where;
};

// What a signal's keys say about dimensions, until those of its arguments are known.
struct SignalDraft {
  struct Value {
    Dimension dimension;
    std::string key, text;
    Where where;
  };
  std::optional<Dimension> output;  // of the values the signal itself holds
  std::vector<Dimension> weights;   // beside SignalSpec::terms
  Dimension factor;                 // pid: output per input
  std::vector<Value> like_input;    // must have the dimension of the weighted sum
  std::vector<Value> like_output;
};

// An input of a block: what it reads must have its unit.
struct BlockDraft {
  std::string user;  // fmu "pi": length
  std::vector<SignalSpec::Term> terms;
  std::vector<Dimension> weights;   // beside them
  std::optional<Dimension> wanted;  // nothing: it takes what it gets
};

class Reader {
 public:
  explicit Reader(const Source& file) : source(file) {}

  // ---------------------------------------------------------------------------------------- values
  std::optional<double> quantity(const Node& node, const KeyInfo& key, const std::string& unit);
  std::optional<double> quantity(const Node& node, const KeyInfo& key) {
    return quantity(node, key, key.unit);
  }
  std::optional<Quantity> any_quantity(const Node& node, const KeyInfo& key);
  std::optional<int> integer(const Node& node, const KeyInfo& key);
  std::optional<bool> boolean(const Node& node);
  std::optional<std::string> text(const Node& node, const KeyInfo& key);
  // A file that is named, from the folder of the file that names it.
  std::optional<std::string> path(const Node& node, const KeyInfo& key);
  std::optional<std::string> choice(const Node& node, const KeyInfo& key);
  // "[0, -1] m" or a list of quantities; as many as the mechanism has dimensions, or `count` where
  // it is above 0.
  std::optional<std::vector<double>> vector(const Node& node, const KeyInfo& key, int count = 0);
  std::optional<Triple> triple(const Node& node, const KeyInfo& key);
  std::optional<PointRef> point(const Node& node, const KeyInfo& key);
  // Name of a signal; a value becomes a constant signal of its own.
  std::optional<std::string> signal(const Node& node, const KeyInfo& key, const std::string& unit);

  // ------------------------------------------------------------------------------------- problems
  void problem(const Where& where, const std::string& text);
  void expected(const Node& node, const std::string& what);  // "expected ..., found ..."
  // A value that is taken, but far from the key's typical range.
  void doubt(double value, const Where& where, const KeyInfo& key);
  [[nodiscard]] std::string context() const;

  // Names what is being read, for the length of a scope.
  class Inside {
   public:
    Inside(Reader& reader, const std::string& what, bool component = false);
    ~Inside();
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Reader& reader_;
  };

  // ------------------------------------------------------------------ what the whole file knows
  const Source& source;
  Problems problems;
  std::vector<std::string> warnings;
  Parameters parameters;
  bool planar = true;
  std::vector<const ForceInfo*> own_forces;  // elements beside those of the library
  std::set<std::string> signal_names;
  std::vector<SignalSpec> constants;  // signals made from values
  std::vector<SignalUse> signal_uses;
  std::map<std::string, SignalDraft> signal_drafts;
  std::vector<BlockDraft> block_drafts;
  std::map<std::string, SensorLaw> sensors;  // signals that are readings, by name
  std::map<std::string, double> densities;   // of the fluids, by name [kg/m3]
  std::vector<const PartInfo*> parts;        // from outside the library
  Hash hash;                                 // further files read: CSV signals

 private:
  // `unit`: what is expected, for messages; empty: anything.
  std::optional<Quantity> evaluate_scalar(const Node& node, const KeyInfo& key,
                                          const std::string& unit);
  std::optional<double> checked(const Quantity& q, const std::string& text, const Where& where,
                                const KeyInfo& key, const std::string& unit);

  [[nodiscard]] std::string dotted_name() const;

  struct Level {
    std::string what;
    bool component;
  };
  std::vector<Level> levels_;
};

}  // namespace bramah
