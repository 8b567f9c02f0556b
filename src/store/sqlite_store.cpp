// FOLDER/study.sqlite:
//
//   facts     name, value                      version, model, hash, definition, texts of the files ...
//   axes      place, name, unit, words, levels
//   measures  place, name, unit, expression    unit: SI
//   runs      run, "lift.bore [mm]" ..., outcome, reason, "failed_at [s]", "peak [Pa]" ..., cpu_s, worker
//
// Rows go in many at a time, a transaction each, write-ahead log and synchronous=FULL: what add()
// returned from is on the disk, what it did not is not there at all. Others may read meanwhile.
#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "bramah/basics.h"
#include "store/folder_lock.h"
#include "store/study_store.h"

namespace bramah {
namespace {

std::string file_of(const std::string& folder) { return folder + "/study.sqlite"; }

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

class Database {
 public:
  Database(const std::string& path, int flags) : path_(path) {
    if (sqlite3_open_v2(path.c_str(), &db_, flags, nullptr) != SQLITE_OK) {
      const std::string why = sqlite3_errmsg(db_);
      sqlite3_close(db_);
      throw InputError(fmt::format("{}: {}", path, why));
    }
    sqlite3_busy_timeout(db_, 10'000);
  }
  ~Database() { sqlite3_close(db_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const std::string& text) {
    if (sqlite3_exec(db_, text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  [[noreturn]] void fail() const {
    const int code = sqlite3_extended_errcode(db_), system = sqlite3_system_errno(db_);
    // A limit of the file's size, unlike a full disk, is an error of writing to SQLite.
    if ((code & 0xff) == SQLITE_FULL || code == SQLITE_IOERR_WRITE || system == ENOSPC ||
        system == EDQUOT || system == EFBIG)
      throw InputError(
          fmt::format("{}: the disk is full, or the file may not grow; the study stops here. What "
                      "is there stays "
                      "readable; call again when there is room",
                      path_));
    throw InputError(fmt::format("{}: {}{}", path_, sqlite3_errmsg(db_),
                                 system != 0 ? fmt::format(" ({})", std::strerror(system)) : ""));
  }

  sqlite3* get() const { return db_; }

 private:
  std::string path_;
  sqlite3* db_ = nullptr;
};

class Statement {
 public:
  Statement(Database& database, const std::string& text) : database_(database) {
    if (sqlite3_prepare_v2(database.get(), text.c_str(), -1, &statement_, nullptr) != SQLITE_OK)
      database.fail();
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(double value) {
    check(std::isnan(value) ? sqlite3_bind_null(statement_, ++place_)
                            : sqlite3_bind_double(statement_, ++place_, value));
  }
  void bind(long long value) { check(sqlite3_bind_int64(statement_, ++place_, value)); }
  void bind(const std::string& text) {
    check(sqlite3_bind_text(statement_, ++place_, text.data(), static_cast<int>(text.size()),
                            SQLITE_TRANSIENT));
  }
  void bind(const CsvCell& cell) {
    if (const double* number = std::get_if<double>(&cell)) return bind(*number);
    if (const std::string* text = std::get_if<std::string>(&cell)) return bind(*text);
    check(sqlite3_bind_null(statement_, ++place_));
  }
  // True: there is a row.
  bool step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) database_.fail();
    sqlite3_reset(statement_);
    place_ = 0;
    return false;
  }

  long long integer(int column) const { return sqlite3_column_int64(statement_, column); }
  double number(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL
               ? NAN
               : sqlite3_column_double(statement_, column);
  }
  std::string text(int column) const {
    const unsigned char* bytes = sqlite3_column_text(statement_, column);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes),
                               static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
                 : "";
  }
  CsvCell cell(int column, bool words) const {
    if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return {};
    return words ? CsvCell(text(column)) : CsvCell(number(column));
  }

 private:
  void check(int code) {
    if (code != SQLITE_OK) database_.fail();
  }
  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int place_ = 0;
};

std::string definition_of(const StoreLayout& layout) {
  for (const auto& [name, value] : layout.facts)
    if (name == "definition") return value;
  return "";
}

StoreLayout layout_of(Database& database) {
  StoreLayout layout;
  Statement facts(database, "SELECT name, value FROM facts ORDER BY rowid");
  while (facts.step()) layout.facts.emplace_back(facts.text(0), facts.text(1));
  Statement axes(database, "SELECT name, unit, words, levels FROM axes ORDER BY place");
  while (axes.step())
    layout.axes.push_back(
        {axes.text(0), axes.text(1), axes.integer(2) != 0, static_cast<int>(axes.integer(3))});
  Statement measures(database, "SELECT name, unit, expression FROM measures ORDER BY place");
  while (measures.step())
    layout.measures.push_back(
        {measures.text(0), measures.text(1), measures.text(2), measures.text(2)});
  return layout;
}

// The first of two texts of lines that differs.
std::string difference(const std::string& there, const std::string& here) {
  std::size_t a = 0, b = 0;
  while (a < there.size() || b < here.size()) {
    const std::size_t end_a = std::min(there.find('\n', a), there.size()),
                      end_b = std::min(here.find('\n', b), here.size());
    const std::string x = a < there.size() ? there.substr(a, end_a - a) : "nothing",
                      y = b < here.size() ? here.substr(b, end_b - b) : "nothing";
    if (x != y) return fmt::format("there \"{}\", here \"{}\"", x, y);
    a = end_a + 1, b = end_b + 1;
  }
  return "";
}

class SqliteStore : public StudyStore {
 public:
  SqliteStore(const std::string& folder, const StoreLayout& layout)
      : lock_(folder),
        database_(file_of(folder), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE),
        layout_(layout) {
    database_.run("PRAGMA journal_mode=WAL");
    database_.run("PRAGMA synchronous=FULL");
    database_.run("BEGIN IMMEDIATE");
    if (has_tables())
      compare(folder);
    else
      create();
    database_.run("COMMIT");
    insert_ = std::make_unique<Statement>(database_, insert_text());
  }

  // At rest there is one file, which can be copied.
  ~SqliteStore() override {
    insert_.reset();
    sqlite3_exec(database_.get(), "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
  }

  void add(const std::vector<ExperimentRow>& rows) override {
    database_.run("BEGIN");
    try {
      for (const ExperimentRow& row : rows) insert(row);
      database_.run("COMMIT");
    } catch (...) {
      sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  }

  void each_run(const std::function<void(long long, bool)>& take) override {
    Statement ask(database_, "SELECT run, outcome = 'done' FROM runs");
    while (ask.step()) take(ask.integer(0), ask.integer(1) != 0);
  }

 private:
  bool has_tables() {
    Statement ask(database_, "SELECT count(*) FROM sqlite_master WHERE name = 'runs'");
    ask.step();
    return ask.integer(0) > 0;
  }

  void compare(const std::string& folder) {
    const std::string there = definition_of(layout_of(database_)), here = definition_of(layout_);
    if (there != here)
      throw InputError(
          fmt::format("{}: holds the rows of another study ({}); choose another folder", folder,
                      difference(there, here)));
  }

  void create() {
    database_.run(
        "CREATE TABLE facts(name TEXT, value TEXT);"
        "CREATE TABLE axes(place INTEGER PRIMARY KEY, name TEXT, unit TEXT, words INTEGER, levels "
        "INTEGER);"
        "CREATE TABLE measures(place INTEGER PRIMARY KEY, name TEXT, unit TEXT, expression TEXT)");
    Statement fact(database_, "INSERT INTO facts VALUES(?, ?)");
    for (const auto& [name, value] : layout_.facts) fact.bind(name), fact.bind(value), fact.step();
    Statement axis(database_, "INSERT INTO axes VALUES(?, ?, ?, ?, ?)");
    long long place = 0;
    std::string columns = "run INTEGER PRIMARY KEY";
    for (const ExperimentAxis& a : layout_.axes) {
      axis.bind(place++), axis.bind(a.name), axis.bind(a.unit);
      axis.bind(static_cast<long long>(a.words)), axis.bind(static_cast<long long>(a.levels));
      axis.step();
      columns += ", " + quoted(a.heading()) + (a.words ? " TEXT" : " REAL");
    }
    columns += ", outcome TEXT, reason TEXT, \"failed_at [s]\" REAL";
    Statement measure(database_, "INSERT INTO measures VALUES(?, ?, ?, ?)");
    place = 0;
    for (const StudyMeasure& m : layout_.measures) {
      measure.bind(place++), measure.bind(m.name), measure.bind(m.unit);
      measure.bind(m.expression), measure.step();
      columns += ", " + quoted(m.name + " [" + m.unit + "]") + " REAL";
    }
    database_.run("CREATE TABLE runs(" + columns + ", cpu_s REAL, worker INTEGER)");
  }

  std::string insert_text() const {
    std::string marks = "?";
    for (std::size_t k = 0; k < layout_.axes.size() + layout_.measures.size() + 5; ++k)
      marks += ", ?";
    return "INSERT INTO runs VALUES(" + marks + ")";
  }

  void insert(const ExperimentRow& row) {
    insert_->bind(row.run);
    for (const CsvCell& value : row.values) insert_->bind(value);
    insert_->bind(std::string(outcome_name(row.outcome)));
    insert_->bind(row.reason.empty() ? CsvCell{} : CsvCell(row.reason));
    insert_->bind(row.outcome == StudyRow::Outcome::failed ? row.failed_at_s : NAN);
    for (const double value : row.measures) insert_->bind(value);
    insert_->bind(row.cpu_s);
    insert_->bind(static_cast<long long>(row.worker));
    insert_->step();
  }

  FolderLock lock_;
  Database database_;
  StoreLayout layout_;
  std::unique_ptr<Statement> insert_;
};

void require_file(const std::string& folder) {
  if (!std::filesystem::exists(file_of(folder)))
    throw InputError(fmt::format("{}: no study is kept there (no {})", folder, file_of(folder)));
}

}  // namespace

std::unique_ptr<StudyStore> open_store(const std::string& folder, const StoreLayout& layout) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw InputError(fmt::format("{}: {}", folder, problem.message()));
  return std::make_unique<SqliteStore>(folder, layout);
}

StoreLayout read_layout(const std::string& folder) {
  require_file(folder);
  Database database(file_of(folder), SQLITE_OPEN_READWRITE);  // a log that was left is taken over
  return layout_of(database);
}

void read_rows(const std::string& folder, const StoreLayout& layout,
               const std::function<void(const ExperimentRow&)>& take) {
  require_file(folder);
  Database database(file_of(folder), SQLITE_OPEN_READWRITE);
  Statement ask(database, "SELECT * FROM runs ORDER BY run");
  ExperimentRow row;
  while (ask.step()) {
    int c = 0;
    row.run = ask.integer(c++), row.values.clear(), row.measures.clear();
    for (const ExperimentAxis& axis : layout.axes) row.values.push_back(ask.cell(c++, axis.words));
    row.outcome = outcome_of(ask.text(c++)), row.reason = ask.text(c++);
    row.failed_at_s = ask.number(c++);
    for (std::size_t k = 0; k < layout.measures.size(); ++k)
      row.measures.push_back(ask.number(c++));
    row.cpu_s = ask.number(c++), row.worker = static_cast<int>(ask.integer(c));
    take(row);
  }
}

}  // namespace bramah
