// The rows of an experiment by columns, and what is usually asked of one. Of more than a million rows the
// first million: in any design but a grid they are as good a sample as any, and memory has an end.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bramah/experiment.h"

namespace bramah {

struct ResultColumns {
  long long count = 0;  // of all rows
  std::vector<long long> runs;
  std::vector<std::vector<double>> axes;  // NaN: a word
  // Of a grid's axes and of words, as they are read: "80 mm".
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<double>> measures;  // SI
  std::vector<std::string> notes;             // of each row: "failed: ..."; empty: done
  std::map<std::string, long long> reasons;   // of all rows: why not done, and how often
  long long failed = 0;                       // of all rows
  std::string part() const;                   // "The first 1000000 of 2000000 runs."; all: ""
};

ResultColumns columns_of(const Results& results, std::size_t most = 1'000'000);

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
