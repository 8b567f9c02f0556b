// Sources: a pressure is a fixed node, a flow is a part.
#include "hydraulics/parts/source.h"
#include "hydraulics/part_family.h"
#include "hydraulics/parts/catalogue_text.h"

namespace bramah {
namespace {

using namespace catalogue_text;

const PartInfo& pressure_source() {
  static const PartInfo info{
      .type = "pressure_source",
      .title = "Pressure source, tank",
      .doc = "Keeps its pressure whatever flows: a supply or a tank. A value or a signal.",
      .equation = "p = pressure",
      .source = "standard",
      .table = "source",
      .symbol = drawn(R"(<path d="M28 54V22"/><path fill="currentColor" d="M28 10L21 23H35Z"/>)"
                      R"(<path d="M56 30V50H84V30M70 10V40"/>)"),
      .diagram = {.role = DiagramInfo::Role::pump, .anchors = {{"P", 50, 6, Anchor::Towards::up}}},
      .example = "bramah: 1\nname: Supply and tank\n" + kOil +
                 "sources:\n  pump: {pressure: rise}\n  tank: {pressure: 1 bar}\nvolumes:\n  line: "
                 "{volume: 0.5 l, start: 10 bar}\norifices:\n  inlet: {from: pump, to: line, area: "
                 "2 mm2, discharge: 0.6}\n  outlet: {from: line, to: tank, area: 2 mm2, discharge: "
                 "0.6}\nsignals:\n  rise: {ramps: [[0 s, 20 bar], [0.5 s, 100 bar]]}\nsolver: "
                 "{step: 1 ms, until: 0.5 s}\n"};
  return info;
}

const PartInfo& flow_source() {
  static const PartInfo info{
      .type = "flow_source",
      .title = "Flow source",
      .doc =
          "Delivers its flow into a volume whatever the pressure is. A value or a signal; give "
          "it a way out, such as a relief valve.",
      .equation = "Q = flow",
      .source = "standard",
      .table = "source",
      .ports = {{"P", "volume or chamber that takes the flow"}},
      .inputs = {{"flow", "m3/s", "flow it delivers"}},
      .symbol = drawn(R"(<circle cx="50" cy="32" r="18"/><path d="M50 42V26M50 14V2"/>)"
                      R"(<path fill="currentColor" d="M50 20L44 30H56Z"/>)"),
      .diagram = {.role = DiagramInfo::Role::pump, .anchors = {{"P", 50, 2, Anchor::Towards::up}}},
      .example = "bramah: 1\nname: Flow into a line\n" + kOil +
                 "sources:\n  pump: {flow: 20 l/min, into: line}\n  tank: {pressure: 1 bar}\n"
                 "volumes:\n  line: {volume: 0.5 l, start: 5 bar}\norifices:\n  load: {from: line, "
                 "to: tank, area: 5 mm2, discharge: 0.6}\nsolver: {step: 1 ms, until: 0.5 s}\n",
      .supplies = true,
      .spent = Spent::pumps};
  return info;
}

}  // namespace

PartFamily source_family() { return {20, {&pressure_source(), &flow_source()}}; }

}  // namespace bramah
