// Surrogates made by hand: networks of one linear layer, whose motion is known exactly.
#pragma once

#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "model_file/surrogate_file.h"

namespace bramah::rig {

// v(k + 1) = keep v(k) + (1 - keep) gain u(k) - yield F(k), s(k + 1) = s(k) + T (v(k) + v(k +
// 1))/2.
struct Lag {
  double T = 2e-3, gain = 0.05, keep = 0.8, yield = 0.0;
  std::string input = "U", unit = "V", cylinder = "cylinder";
  bool length = true, rate = true, force = false;
  double input_box = 20.0, length_low = -1.0, length_high = 3.0, rate_box = 2.0;

  void step(double u, double F, double& s, double& v) const {
    const double before = v;
    v = keep * v + (1.0 - keep) * gain * u - yield * F;
    s += 0.5 * T * (before + v);
  }
};

inline SurrogateChannel channel(const std::string& name, const std::string& unit, double low,
                                double high) {
  // The network sees values as they are.
  return {name, unit, -1.0, 1.0, low, high, 2.0 * (high - low)};
}

// Without the rate among its outputs the lag follows from two lengths: then keep must be 0.
inline Surrogate surrogate(const Lag& lag) {
  Surrogate s;
  s.name = "lag";
  s.sample_time = lag.T;
  s.inputs = {channel(lag.input, lag.unit, -lag.input_box, lag.input_box)};
  if (lag.force) s.inputs.push_back(channel(lag.cylinder + ".force", "N", -1e6, 1e6));
  if (lag.length)
    s.outputs.push_back(channel(lag.cylinder + ".length", "m", lag.length_low, lag.length_high));
  if (lag.rate)
    s.outputs.push_back(channel(lag.cylinder + ".rate", "m/s", -lag.rate_box, lag.rate_box));
  s.delays = {1, 1, 1, 0};
  const int in = window_size(s), out = static_cast<int>(s.outputs.size());
  const int nu = static_cast<int>(s.inputs.size());
  s.network.sizes = {in, out};
  s.network.parameters = Eigen::VectorXd::Zero(in * out + out);
  const auto w = [&](int to, int from) -> double& { return s.network.parameters[from * out + to]; };
  const double a = lag.keep, g = (1.0 - a) * lag.gain;
  const int rate = lag.length ? 1 : 0;
  if (lag.rate) {
    w(rate, 0) = g, w(rate, nu + rate) = a;
    if (lag.force) w(rate, 1) = -lag.yield;
  }
  if (lag.length) {
    w(0, 0) = lag.rate ? 0.5 * lag.T * g : lag.T * g;
    w(0, nu) = 1.0;
    if (lag.rate) w(0, nu + 1) = 0.5 * lag.T * (1.0 + a);
    if (lag.rate && lag.force) w(0, 1) = -0.5 * lag.T * lag.yield;
  }
  return s;
}

struct Recorded {
  Model model;
  Recording rows;
  RunSummary summary;
  double operator()(const std::string& name, std::size_t row) const {
    const int k = model.find_channel(name);
    EXPECT_GE(k, 0) << name;
    return rows.row(row)[static_cast<std::size_t>(k)];
  }
  std::size_t size() const { return rows.times.size(); }
};

inline Recorded go(Model model) {
  Recorded out{std::move(model), {}, {}};
  out.summary = run(out.model, {}, out.rows);
  EXPECT_TRUE(out.summary.converged) << out.summary.message;
  return out;
}

inline double value(const Model& model, const State& state, Workspace& work, const char* name) {
  std::vector<double> row(model.channels().size());
  model.observe(state, work, row);
  return row[static_cast<std::size_t>(model.find_channel(name))];
}

// A folder of its own for each test, gone afterwards.
class SurrogateMachine : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("bramah_surrogate_" + std::string(info->name()) + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  void network(const Lag& lag, const std::string& name = "lag.yaml") const {
    write(name, surrogate_text(surrogate(lag)));
  }
  // A shipped machine with further keys.
  Model machine(const std::string& base, const std::string& more,
                const LoadOptions& options = {}) const {
    return load(write("m.yaml", text(base, more)), options);
  }
  static std::string text(const std::string& base, const std::string& more) {
    return "bramah: 1\ninclude: " BRAMAH_SOURCE_DIR "/models/" + base + ".yaml\n" + more;
  }
  std::string problem(const std::string& base, const std::string& more,
                      const LoadOptions& options = {}) const {
    try {
      machine(base, more, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no problem";
  }
  std::filesystem::path folder_;
};

}  // namespace bramah::rig
