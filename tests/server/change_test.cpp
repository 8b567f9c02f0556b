// Parameters that are changed while the machine runs: it goes on from where it is, or it is refused.
#include "bramah/run.h"
#include "server/served.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

const std::string kCrane = BRAMAH_SOURCE_DIR "/models/patu655.yaml";

void change(TestClient& client, const std::string& name, const std::string& value) {
  client.send({{"type", "set"}, {"values", {{name, value}}}});
}

std::string refusal_of(TestClient& client, const std::string& name, const std::string& value) {
  change(client, name, value);
  return client.next("error")["message"].get<std::string>();
}

TEST_F(Server, AbsurdValuesAreRefused) {
  Served served(servo);
  TestClient client(served.port());
  client.hello();
  EXPECT_THAT(refusal_of(client, "fluid.bulk", "1 Pa"),
              HasSubstr("no liquid has that: expected 1e+06 to 1e+12 Pa; found 1 Pa"));
  EXPECT_THAT(refusal_of(client, "fluid.density", "1e-6 kg/m3"), HasSubstr("no liquid has that"));
  EXPECT_THAT(refusal_of(client, "load", "0 kg"), HasSubstr("load"));
  EXPECT_THAT(client.next("status")["sets"].dump(), "{}");
  client.next("frame");
}

// Its piston is where it is: outside of a barrel that would hold it at the start.
TEST_F(Server, APistonOutsideItsNewBarrelIsRefused) {
  Served served(servo);
  TestClient client(served.port());
  client.hello();
  client.send({{"type", "subscribe"}, {"channels", {"drive.length"}}, {"rate", 60}});
  client.levers(10.0);
  client.next("frame",
              [](const Json& f) { return f["values"].size() == 1 && f["values"][0] > 0.95; });
  EXPECT_THAT(refusal_of(client, "drive.stroke", "0.3 m"),
              HasSubstr("but it reaches only from 600 to 900 mm; start the machine anew"));
  EXPECT_THAT(client.next("status")["sets"].dump(), "{}");
}

// A bar of another length closes the loop in another pose only.
TEST_F(Server, LoopsThatWouldStandOpenAreRefused) {
  Served served(BRAMAH_SOURCE_DIR "/models/four_bar.yaml");
  TestClient client(served.port());
  client.hello();
  EXPECT_THAT(refusal_of(client, "parameters.L2", "1.45 m"),
              HasSubstr("its loops would stand open by"));
  EXPECT_THAT(client.next("status")["sets"].dump(), "{}");
  client.next("frame");
}

TEST_F(Server, ValuesFarFromThoseBeforeAreDoubted) {
  Served served(servo);
  TestClient client(served.port());
  client.hello();
  change(client, "load", "600 kg");
  client.next("status", [](const Json& s) { return s["sets"]["load"] == "600 kg"; });
  change(client, "load", "600 t");
  const Json warning = client.next("warning");
  EXPECT_EQ(warning["kind"], "set");
  EXPECT_EQ(warning["place"], "load");
  EXPECT_EQ(warning["message"], "load is 600 t now, after 600 kg");
  const Json status = client.next("status", [](const Json& s) { return !s["warnings"].empty(); });
  EXPECT_EQ(status["sets"]["load"], "600 t");
}

// 750 kg cannot be held at rest where the crane starts; where it is now they are simply lowered.
TEST_F(Server, ALoadThatHasNoStaticStartIsTakenWhileItRuns) {
  LoadOptions heavy;
  heavy.set = {"load.mass=750 kg"};
  EXPECT_THROW((void)load(kCrane, heavy), InputError);  // not from the start
  ServeOptions options;
  options.record = folder.file("drive.jsonl");
  Served served(kCrane, options);
  {
    TestClient client(served.port());
    client.send({{"type", "subscribe"}, {"channels", {"lift.length"}}, {"rate", 60}});
    const auto length = [](const Json& frame) { return frame["values"][0].get<double>(); };
    const auto is_mine = [](const Json& frame) { return frame["values"].size() == 1; };
    const double start = length(client.next("frame", is_mine));
    client.send({{"type", "snapshot"}, {"name", "before"}});
    change(client, "load.mass", "750 kg");
    const Json status = client.next("status", [](const Json& s) { return !s["sets"].empty(); });
    EXPECT_EQ(status["sets"]["load.mass"], "750 kg");
    const Json frame = client.next("frame", is_mine);
    EXPECT_NEAR(length(frame), start, 0.02);  // where it was
    client.next("frame", [&](const Json& f) { return f["tick"] > frame["tick"].get<int>() + 100; });
    client.send({{"type", "restore"}, {"name", "before"}});
    client.say("reset");  // to the start that it had
    client.next("frame", [](const Json& f) { return f["tick"] < 20; });
    client.send({{"type", "look_ahead"}, {"futures", 2}, {"horizon", 0.1}, {"load", 0.2}});
    EXPECT_EQ(client.next("look_ahead")["futures"].size(), 2u);
  }
  EXPECT_EQ(served.finish().failed, "");
  const Replay again = replay(options.record, {});
  EXPECT_TRUE(again.same) << again.difference;
}

}  // namespace
}  // namespace bramah::testing
