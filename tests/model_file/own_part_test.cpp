// Parts from outside the library: read, built and run like the catalogue's; refused with a reason.
#include <gtest/gtest.h>

#include "bramah/parts.h"
#include "bramah/run.h"
#include "model_file/machine_text.h"

namespace bramah {
namespace {

// Q = G Δp, and a state that follows Δp.
struct Gap {
  double conductance = 0.0;
  static constexpr PartShape kShape{.ports = 2, .states = 1};
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    f[1] = conductance * (x[0] - x[1]);
    f[0] = -f[1];
    f[2] = (x[0] - x[1] - x[2]) / 0.01;
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return {.lost = f[1] * (x[0] - x[1])};
  }
};

PartInfo gap() {
  return {.type = "own_gap",
          .title = "A gap of one's own",
          .doc = "A laminar gap.",
          .equation = "Q = G Δp",
          .source = "standard",
          .ports = {{"A", "one side"}, {"B", "the other"}},
          .parameters =
              {{.name = "conductance", .unit = "m3/s/Pa", .doc = "G", .typical = "0.1 l/min/bar"}},
          .states = {{"drop", "Pa", "filtered drop"}},
          .make = [](std::span<const double> p, const Fluid&) { return part_of(Gap{p[0]}); }};
}

const std::string kLine = R"(fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources: {tank: {pressure: 1 bar}}
volumes: {line: {volume: 1 l, start: 80 bar}}
solver: {step: 1 ms, until: 0.1 s}
)";  // lines 2 to 5

std::string with(const std::string& keys) { return kLine + "components: {g: {" + keys + "}}\n"; }

LoadOptions using_part(const PartInfo& part) {
  LoadOptions options;
  options.parts = {&part};
  options.substeps = "off";
  return options;
}

std::string refused(const std::string& text, const PartInfo& part) {
  try {
    (void)load_text("bramah: 1\n" + text, "m.yaml", using_part(part));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(OwnPart, RunsAsTheCataloguesLeakage) {
  const PartInfo part = gap();
  const Model own =
      load_text("bramah: 1\n" + with("type: own_gap, A: line, B: tank, conductance: 0.1 l/min/bar"),
                "own", using_part(part));
  const Model leakage = load_text(
      "bramah: 1\n" + kLine + "leakages: {g: {from: line, to: tank, conductance: 0.1 l/min/bar}}",
      "leakage", using_part(part));
  Recording mine, theirs;
  ASSERT_TRUE(run(own, {}, mine).converged);
  ASSERT_TRUE(run(leakage, {}, theirs).converged);
  const int p = own.find_channel("line.p"), q = leakage.find_channel("line.p");
  for (std::size_t row = 0; row < mine.times.size(); ++row)
    EXPECT_NEAR(mine.row(row)[p], theirs.row(row)[q], 1e-3) << row;  // [Pa] of 8 MPa
  EXPECT_GE(own.find_channel("g.drop"), 0);
  EXPECT_GE(own.find_channel("g.A.flow"), 0);
}

TEST(OwnPart, IsToldAboutLikeOthers) {
  const PartInfo part = gap();
  EXPECT_EQ(refused(with("type: own_gap, A: line, B: tank"), part),
            "m.yaml:6: component \"g\": missing key \"conductance\" (G; typically 0.1 l/min/bar), "
            "e.g. conductance: 0.1 l/min/bar");
  EXPECT_EQ(refused(with("type: own_gab, A: line, B: tank"), part),
            "m.yaml:6: component \"g\": type: the catalogue has no \"own_gab\"; did you mean "
            "\"own_gap\"?");
}

TEST(OwnPart, MustFitItsDescription) {
  PartInfo taken = gap();
  taken.type = "relief_valve";
  EXPECT_EQ(refused(kLine, taken),
            "the catalogue has a part \"relief_valve\" already; call yours otherwise");
  PartInfo unmade = gap();
  unmade.make = nullptr;
  EXPECT_EQ(refused(kLine, unmade),
            "the part \"own_gap\" cannot be made: its PartInfo has no `make`");
  PartInfo bare = gap();
  bare.states.clear();
  bare.ports.push_back({"C", "a third", true});
  EXPECT_EQ(refused(with("type: own_gap, A: line, B: tank, conductance: 0.1 l/min/bar"), bare),
            "m.yaml:6: component \"g\": its part has 2 ports, its PartInfo lists 3\n"
            "m.yaml:6: component \"g\": its part has 1 states, its PartInfo lists 0");
}

}  // namespace
}  // namespace bramah
