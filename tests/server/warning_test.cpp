// What a careful colleague would doubt is told while the machine is driven: to everybody, once.
#include "server/served.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

std::string write_machine(const ScratchFolder& folder, const std::string& text) {
  const std::string path = folder.file("machine.yaml");
  std::ofstream(path) << "bramah: 1\nname: Closed litre\n" + text + "solver: {step: 1 ms}\n";
  return path;
}

// 10 l/min into a closed litre: 2500 bar a second.
std::string filled(const ScratchFolder& folder) {
  return write_machine(folder, R"(
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources: {feed: {flow: 10 l/min, into: v}}
volumes: {v: {volume: 1 l, start: 1 bar}}
)");
}

double bars_in(const Json& warning) {
  const std::string text = warning["message"];
  return std::stod(text.substr(text.find("rose to ") + 8));
}

TEST_F(Server, WarnsEverybodyOnce) {
  std::mutex mutex;
  std::vector<std::string> printed;
  ServeOptions options;
  options.paused = true;
  options.warn = [&](const std::string& text) {
    const std::lock_guard lock(mutex);
    printed.push_back(text);
  };
  Served served(filled(folder), options);
  TestClient driver(served.port()), watcher(served.port());
  driver.hello();
  EXPECT_TRUE(driver.next("hello")["status"]["warnings"].empty());
  watcher.hello(true);
  driver.say("resume");
  for (TestClient* client : {&driver, &watcher}) {
    const Json warning = client->next("warning");
    EXPECT_EQ(warning["kind"], "overpressure");
    EXPECT_EQ(warning["place"], "v.p");
    EXPECT_NEAR(warning["t"].get<double>(), 0.28, 0.011);  // 700 bar
    EXPECT_THAT(warning["message"].get<std::string>(),
                HasSubstr("which hoses and barrels do not bear"));
  }
  // Once, and those who come late read it in the status, with the worst value so far.
  driver.next("status", [](const Json& s) { return s["steps"] > 1500; });
  TestClient late(served.port());
  late.hello(true);
  const Json known = late.next("hello")["status"]["warnings"];
  ASSERT_EQ(known.size(), 1u);
  EXPECT_GT(bars_in(known[0]), 1500.0);
  {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(printed.size(), 1u);
  }
  // A reset begins anew.
  driver.say("reset");
  driver.next("status", [](const Json& s) { return s["warnings"].empty(); });
  EXPECT_EQ(driver.next("warning")["place"], "v.p");
  EXPECT_THAT(served.finish().warnings, ::testing::Contains(HasSubstr("v.p rose to")));
}

// 1 l/min is drawn from a closed litre, whose oil is said to bear it.
TEST_F(Server, WarnsOfOilThatBearsTension) {
  Served served(write_machine(folder, R"(
fluid: {density: 850 kg/m3, bulk: 1.5 GPa, vapour: none}
sources: {draw: {flow: -1 l/min, into: v}}
volumes: {v: {volume: 1 l, start: 1 bar}}
)"));
  TestClient client(served.port());
  client.hello();
  const Json warning = client.next("warning");
  EXPECT_EQ(warning["kind"], "tension");
  EXPECT_THAT(warning["message"].get<std::string>(),
              HasSubstr("bears tension (fluid: vapour: none)"));
}

// The piston is past its end for two ticks, at 286 and 287 ms: the looks at pressures and energies,
// 10 ms apart, find it inside at 280 and 290 ms.
TEST_F(Server, WarnsOfAnImpactBetweenTwoLooks) {
  Served served(write_machine(folder, R"(
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources: {pump: {pressure: 100 bar}, tank: {pressure: 5 bar}}
valves:
  v: {type: 4/3, P: pump, T: tank, A: c.A, B: c.B, nominal: {flow: 40 l/min, drop: 35 bar},
      overlap: 0, signal: 1}
cylinders:
  c:
    bore: 60 mm
    rod: 40 mm
    closed: 0.5 m
    stroke: 0.2 m
    start_A: 20 bar
    start_B: 36 bar
    friction: {viscous: 2000 N s/m}
    load: {mass: 300 kg, start: 0.5986 m}
)"));
  TestClient client(served.port());
  client.hello();
  const Json warning = client.next("warning", [](const Json& w) { return w["kind"] == "impact"; });
  EXPECT_EQ(warning["place"], "c");
  EXPECT_THAT(warning["message"].get<std::string>(),
              HasSubstr("c hit its stop with 0.358 m/s at 0.286 s"));
}

}  // namespace
}  // namespace bramah::testing
