// The room: rows of an experiment on the disk, and nobody else knows how.
//   in    facts, axes, measures; rows as they are found, many at once
//   out   the same, also while they are written; which runs are there
//   sqlite_store.cpp   FOLDER/study.sqlite, one table `runs` with a column for each axis and measure
//   left_out.cpp       the program was built without SQLite
// Called by analysis/ (carry_out) and through Results. Why SQLite: docs/decisions/036-study-store.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bramah/experiment.h"

namespace bramah {

struct StoreLayout {
  std::vector<ExperimentAxis> axes;
  std::vector<StudyMeasure> measures;
  std::vector<std::pair<std::string, std::string>> facts;
};

class StudyStore {
 public:
  virtual ~StudyStore() = default;
  // All of them or none; they are on the disk when it returns. InputError: the disk is full.
  virtual void add(const std::vector<ExperimentRow>& rows) = 0;
  virtual void each_run(const std::function<void(long long run, bool done)>& take) = 0;
};

// Makes the folder, or goes on in one that holds the same definition. One at a time: the folder is
// locked until the store goes, however the process ends.
std::unique_ptr<StudyStore> open_store(const std::string& folder, const StoreLayout& layout);

StoreLayout read_layout(const std::string& folder);
void read_rows(const std::string& folder, const StoreLayout& layout,
               const std::function<void(const ExperimentRow&)>& take);

// "done" as an outcome; InputError for a word that is none.
StudyRow::Outcome outcome_of(const std::string& name);

}  // namespace bramah
