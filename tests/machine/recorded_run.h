// A machine from text, run to its end; single values are read by channel and row.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "bramah/run.h"

namespace bramah {

// A machine file that is refused, among other things for this.
inline void expect_refused(const std::string& text, const std::string& why) {
  try {
    (void)load_text(text, "m.yaml");
    FAIL() << "expected: " << why;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
  }
}

class RecordedRun {
 public:
  RecordedRun(const std::string& text, const std::string& integrator, double step, double until,
              std::vector<std::string> set = {})
      : model_(load_text(text, "m.yaml", options(integrator, step, until, std::move(set)))) {
    summary = run(model_, {}, rows_);
    EXPECT_TRUE(summary.converged) << summary.message;
  }
  double operator()(const std::string& channel, std::size_t row) const {
    const int k = model_.find_channel(channel);
    EXPECT_GE(k, 0) << channel;
    return rows_.row(row)[static_cast<std::size_t>(k)];
  }
  Eigen::Vector3d point(const std::string& name, std::size_t row) const {
    return {(*this)(name + ".x", row), (*this)(name + ".y", row), (*this)(name + ".z", row)};
  }
  std::size_t last() const { return rows_.times.size() - 1; }
  RunSummary summary;

 private:
  static LoadOptions options(const std::string& integrator, double step, double until,
                             std::vector<std::string> set) {
    LoadOptions o;
    o.set = std::move(set);
    o.integrator = integrator;
    o.step = step;
    o.substeps = "off";
    o.until = until;
    return o;
  }
  Model model_;
  Recording rows_;
};

}  // namespace bramah
