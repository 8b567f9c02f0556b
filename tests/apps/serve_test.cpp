// bramah run --real-time, serve and replay, as a user calls them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "apps/program.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class RealTime : public ProgramTest {};

const std::string servo = model("position_servo");

TEST_F(RealTime, RunSaysHowDeadlinesWereKept) {
  const Outcome text = program("run " + servo + " --real-time --until 0.2s");
  ASSERT_EQ(text.code, 0) << text.err;
  for (const char* part : {"CPU per step", "woke up late by", "overruns", "jitter", "privileges"})
    EXPECT_THAT(text.out, HasSubstr(part));
  const Outcome json = program("run " + servo + " --real-time --speed 4 --until 0.2s --json");
  const Json result = Json::parse(json.out);
  EXPECT_EQ(result["real_time"]["speed"], 4.0);
  EXPECT_GE(result["wall_s"], 0.049);  // 400 steps, the first at once
  long long counted = 0;
  for (const Json& count : result["real_time"]["histogram"]["counts"])
    counted += count.get<long long>();
  EXPECT_EQ(counted, 400);
}

TEST_F(RealTime, TheClockDoesNotChangeTheResult) {
  ASSERT_EQ(program("run " + servo + " --until 0.1s -o free.csv").code, 0);
  ASSERT_EQ(program("run " + servo + " --until 0.1s --real-time -o paced.csv").code, 0);
  EXPECT_EQ(text_of(folder() / "free.csv"), text_of(folder() / "paced.csv"));
}

TEST_F(RealTime, NewtonIterationsAreBounded) {
  const Outcome outcome =
      program("run " + servo + " --real-time --max-newton 1 --substeps off --until 1s");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("did not converge in 1 iterations"));
}

TEST_F(RealTime, OptionsThatMakeNoSenseAreRefused) {
  EXPECT_THAT(program("run " + servo + " --speed 2").err,
              HasSubstr("only together with --real-time"));
  EXPECT_THAT(program("run " + servo + " --real-time --speed 0").err,
              HasSubstr("expected 0.01 to 1000"));
  EXPECT_THAT(program("run " + servo + " --real-time --integrator sundials").err,
              HasSubstr("steps of its own length"));
  EXPECT_THAT(program("serve " + servo + " --port 0 --token 'a b' --record no/such").err,
              HasSubstr("--token"));
}

TEST_F(RealTime, ServesRecordsAndReplays) {
  const Outcome served = program("serve " + servo + " --port 0 --seconds 0.5 --record drive.jsonl");
  ASSERT_EQ(served.code, 0) << served.err;
  EXPECT_THAT(served.out, HasSubstr("at http://127.0.0.1:"));
  EXPECT_THAT(served.out, HasSubstr("CPU per step"));
  const Outcome again = program("replay drive.jsonl -o drive.csv --every 10ms");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("bit for bit"));
  EXPECT_TRUE(files().contains("drive.csv"));
  const Json json = Json::parse(program("replay drive.jsonl --json").out);
  EXPECT_EQ(json["same"], true);
  EXPECT_EQ(json["complete"], true);

  const Outcome other = program("replay drive.jsonl --integrator trapezoidal");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("recorded with sdirk2"));
  EXPECT_THAT(other.err, HasSubstr("bramah compare"));
  EXPECT_EQ(program("replay missing.jsonl").code, 2);
  EXPECT_EQ(program("replay").code, 2);
}

TEST_F(RealTime, AnInterruptEndsTheServerInOrder) {
  const Outcome outcome = program("serve " + servo + " --port 0 --record drive.jsonl",
                                  "timeout --foreground -s INT --preserve-status 1");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("simulated in"));
  EXPECT_EQ(program("replay drive.jsonl").code, 0);
}

}  // namespace
}  // namespace bramah::testing
