// Booms in random poses under random loads, held by oil of every kind, with `initial: static`: each is at
// rest, which a run shows, or refused with what has no rest by its name, which another run shows, and with
// numbers, which are worked out by hand where the message tells enough.
//
// The suite has 300; for more, BRAMAH_RESTS=3000 build/tests/machine_test --gtest_filter='*RandomRests*'.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "machine/rest_by_hand.h"

namespace bramah {
namespace {

// Largest change of each position [m, rad] and pressure [Pa] over a run, and the rate at its end.
struct Change {
  double most = 0.0, at_end = 0.0;
};

std::map<std::string, Change> changes(const Model& model, double until) {
  Recording rows;
  RunOptions options;
  options.until = until;
  const RunSummary summary = run(model, options, rows);
  EXPECT_TRUE(summary.converged) << summary.message;
  std::map<std::string, Change> out;
  const std::size_t last = rows.times.size() - 1, before = last - std::min<std::size_t>(last, 20);
  for (std::size_t c = 0; c < model.channels().size(); ++c) {
    const std::string& name = model.channels()[c].name;
    if (!name.ends_with(".p") && !name.ends_with(".angle") && !name.ends_with(".length")) continue;
    Change& change = out[name];
    for (std::size_t k = 0; k <= last; ++k)
      change.most = std::max(change.most, std::abs(rows.row(k)[c] - rows.row(0)[c]));
    change.at_end =
        std::abs(rows.row(last)[c] - rows.row(before)[c]) / (rows.times[last] - rows.times[before]);
  }
  return out;
}

void expect_rest(const Model& model, const std::string& text, int& unstable) {
  const StaticsReport report = statics(model);
  EXPECT_TRUE(report.converged) << report.message << text;
  unstable += report.unstable.empty() ? 0 : 1;
  if (!report.unstable.empty()) return;
  for (const auto& [name, change] : changes(model, 0.5))
    if (name.ends_with(".p"))
      EXPECT_LT(change.most, 1e3) << name << "\n" << text;  // [Pa]
    else
      EXPECT_LT(change.most, 1e-6) << name << "\n" << text;
}

// Flows that the message tells of, against those by hand; how many could be judged.
int expect_flows(const std::string& line, const RestByHand& hand) {
  static const std::regex kVolume(R"x(volume "([a-zA-Z_0-9.]+)" has no rest: (.*))x");
  static const std::regex kSide(R"x(([-0-9.e+]+) (l|cm3)/min flow (?:in|out) \(([^)]*)\))x");
  std::smatch found;
  if (!std::regex_search(line, found, kVolume)) return 0;
  const std::string volume = found[1], sides = found[2];
  int judged = 0;
  for (auto at = std::sregex_iterator(sides.begin(), sides.end(), kSide);
       at != std::sregex_iterator(); ++at) {
    if ((*at)[2] == "cm3") continue;  // a difference of roundings
    const Printed told((*at)[1].str());
    const std::optional<Interval> by_hand = hand.flow(volume, (*at)[3]);
    if (!by_hand) continue;
    ++judged;
    EXPECT_TRUE(by_hand->meets(told))
        << line << "\nby hand " << by_hand->least << " to " << by_hand->most << " l/min";
  }
  return judged;
}

// The torque that is left is what the cylinder lacks, and what it does less the weight.
int expect_torque(const std::string& line, const RestByHand& hand) {
  static const std::regex kJoint(
      R"x(joint "z([0-9])" is not held: ([-0-9.e+]+) (k?)N m are left on it )x"
      R"x(\(cylinder "lift[0-9]" would need ([-0-9.e+]+) bar instead of ([-0-9.e+]+) bar in ([AB])\))x");
  std::smatch found;
  if (!std::regex_search(line, found, kJoint)) return 0;
  const auto k = static_cast<std::size_t>(found[1].str()[0] - '0');
  Printed told(found[2].str());
  if (found[3] == "k") told.value *= 1e3, told.half *= 1e3;
  const Printed needed(found[4].str()), is(found[5].str());
  const char chamber = found[6].str()[0];
  int judged = 0;
  const auto judge = [&](const std::optional<Interval>& by_hand, double sign, const char* what) {
    if (!by_hand) return;
    ++judged;
    Printed signed_told = told;
    signed_told.value *= sign;
    EXPECT_TRUE(by_hand->meets(signed_told))
        << line << "\n"
        << what << " by hand " << by_hand->least << " to " << by_hand->most << " N m";
  };
  judge(hand.missing_torque(k, chamber, needed, is), -1.0, "lacking");
  if (chamber == 'A') judge(hand.torque(k, is), 1.0, "left");
  return judged;
}

// What is named does not stay in the machine that is let go: a given pressure leaves its value, a boom
// moves further than oil gives way, a pressure goes on rising.
// Numbers are right. Returns how many were judged.
int expect_true(const std::string& reasons, const RandomRest& rest, const std::string& text) {
  static const std::regex kNamed(R"x((volume|joint|component) "([a-zA-Z_0-9.]+)")x");
  static const std::regex kNegative(R"(the static start needs (lift[0-9])\.([AB])\.p = -)");
  int named = 0;
  std::map<std::string, Change> change;
  if (std::regex_search(reasons, kNegative)) return 0;
  const RestByHand hand(rest, reasons);
  int judged = 0;
  change = changes(load_text(rest.text(false), "let_go.yaml"), 2.0);
  std::istringstream lines(reasons);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (line.find(" is unusual (typical ") != line.npos) continue;  // a doubt beside the reasons
    if (!std::regex_search(line, found, kNamed)) continue;
    ++named;
    judged += expect_flows(line, hand) + expect_torque(line, hand);
    const std::string name = found[2];
    const auto moves = [&](const std::string& channel, double most, double rate) {
      const auto c = change.find(channel);
      return c != change.end() && (c->second.most > most || c->second.at_end > rate);
    };
    const std::string owner = name.substr(0, name.find('.'));
    const bool gone = moves(name + ".p", 1e5, 1e3) || moves(name + ".angle", 1e-5, 1e-4) ||
                      moves(owner + ".length", 5e-3, 1e-5);
    EXPECT_TRUE(gone) << line << "\n" << text;
  }
  EXPECT_GT(named, 0) << reasons << text;
  return judged;
}

class RandomRests : public testing::TestWithParam<int> {};

constexpr int kRestShares = 10;

TEST_P(RandomRests, AreFoundOrNamed) {
  const char* asked = std::getenv("BRAMAH_RESTS");
  const int share = (asked ? std::atoi(asked) : 300) / kRestShares;
  int found = 0, refused = 0, unstable = 0, judged = 0;
  for (int k = 0; k < share; ++k) {
    const unsigned seed = static_cast<unsigned>(share * GetParam() + k);
    SCOPED_TRACE(seed);
    const RandomRest rest(seed);
    const std::string text = rest.text(true);
    try {
      expect_rest(load_text(text, "rest.yaml"), text, unstable);
      ++found;
    } catch (const InputError& error) {
      ++refused;
      judged += expect_true(error.what(), rest, text);
    }
  }
  RecordProperty("found", found);
  RecordProperty("refused", refused);
  RecordProperty("unstable", unstable);
  RecordProperty("numbers", judged);
  EXPECT_GE(judged, share / 4) << refused << " were refused";
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomRests, testing::Range(0, kRestShares));

}  // namespace
}  // namespace bramah
