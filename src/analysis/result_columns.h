// The rows of an experiment by columns, and what is usually asked of one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bramah/experiment.h"

namespace bramah {

struct ResultColumns {
  std::vector<long long> runs;
  std::vector<std::vector<double>> axes;        // NaN: a word
  std::vector<std::vector<std::string>> texts;  // of the axes, as they are read: "80 mm"
  std::vector<std::vector<double>> measures;    // SI
  std::vector<std::string> notes;               // of each row: "failed: ..."; empty: done
  std::map<std::string, long long> reasons;     // why runs were not done, and how often
  long long failed = 0;
};

ResultColumns columns_of(const Results& results);

struct Spread {
  std::size_t count = 0;
  double mean = 0.0, deviation = 0.0, least = 0.0, low = 0.0, median = 0.0, high = 0.0,
         most = 0.0;  // low, high: 5 and 95 %
};
Spread spread_of(std::vector<double> values);  // NaN are left out

// Numbers of equal bins between the smallest and the largest value.
struct Histogram {
  std::vector<double> middles;
  std::vector<double> counts;
};
Histogram histogram_of(const std::vector<double>& values);

}  // namespace bramah
