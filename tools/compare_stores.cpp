// What a durable row costs in SQLite and in HDF5, and what is left after kill -9: the figures of
// docs/decisions/036-study-store.md.
//   g++ -O2 -std=c++20 -I/usr/include/hdf5/serial tools/compare_stores.cpp -o /tmp/compare_stores -lsqlite3 -lhdf5_serial
//   /tmp/compare_stores FOLDER [ROWS]
#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr int kColumns = 12;
using Clock = std::chrono::steady_clock;

struct Store {
  virtual ~Store() = default;
  virtual void add(long long run) = 0;
  virtual void commit() = 0;  // what was added is on the disk
};

class Sqlite : public Store {
 public:
  Sqlite(const std::string& path, const char* journal) {
    sqlite3_open(path.c_str(), &db_);
    run(std::string("PRAGMA journal_mode=") + journal);
    run("PRAGMA synchronous=FULL");
    std::string columns = "run INTEGER PRIMARY KEY", marks = "?";
    for (int k = 0; k < kColumns; ++k)
      columns += ", m" + std::to_string(k) + " REAL", marks += ",?";
    run("CREATE TABLE IF NOT EXISTS runs(" + columns + ")");
    sqlite3_prepare_v2(db_, ("INSERT INTO runs VALUES(" + marks + ")").c_str(), -1, &insert_,
                       nullptr);
  }
  ~Sqlite() override { sqlite3_finalize(insert_), sqlite3_close(db_); }
  void add(long long number) override {
    if (!open_) run("BEGIN"), open_ = true;
    sqlite3_bind_int64(insert_, 1, number);
    for (int k = 0; k < kColumns; ++k)
      sqlite3_bind_double(insert_, k + 2, 0.1 * k + static_cast<double>(number));
    sqlite3_step(insert_), sqlite3_reset(insert_);
  }
  void commit() override { run("COMMIT"), open_ = false; }

 private:
  void run(const std::string& text) { sqlite3_exec(db_, text.c_str(), nullptr, nullptr, nullptr); }
  sqlite3* db_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  bool open_ = false;
};

class Hdf5 : public Store {
 public:
  explicit Hdf5(const std::string& path) : path_(path) {
    file_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t start[2] = {0, kColumns}, most[2] = {H5S_UNLIMITED, kColumns},
                  chunk[2] = {256, kColumns};
    const hid_t space = H5Screate_simple(2, start, most), list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 2, chunk);
    set_ = H5Dcreate2(file_, "runs", H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
  }
  ~Hdf5() override { H5Dclose(set_), H5Fclose(file_); }
  void add(long long number) override {
    double row[kColumns];
    for (int k = 0; k < kColumns; ++k) row[k] = 0.1 * k + static_cast<double>(number);
    const hsize_t size[2] = {static_cast<hsize_t>(number) + 1, kColumns}, one[2] = {1, kColumns},
                  at[2] = {static_cast<hsize_t>(number), 0};
    H5Dset_extent(set_, size);
    const hid_t space = H5Dget_space(set_), memory = H5Screate_simple(2, one, nullptr);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, at, nullptr, one, nullptr);
    H5Dwrite(set_, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, row);
    H5Sclose(space), H5Sclose(memory);
  }
  void commit() override {
    H5Fflush(file_, H5F_SCOPE_GLOBAL);
    const int descriptor = open(path_.c_str(), O_RDONLY);
    fsync(descriptor), close(descriptor);
  }

 private:
  std::string path_;
  hid_t file_, set_;
};

using Make = std::function<Store*(const std::string&)>;

double cost(const Make& make, const std::string& path, int rows, int together) {
  std::filesystem::remove(path);
  Store* store = make(path);
  const auto from = Clock::now();
  for (int k = 0; k < rows; ++k) {
    store->add(k);
    if ((k + 1) % together == 0 || k + 1 == rows) store->commit();
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - from).count();
  delete store;
  return 1e6 * seconds / rows;
}

long long sqlite_rows(const std::string& path) {
  sqlite3* db = nullptr;
  sqlite3_open(path.c_str(), &db);
  long long count = -1;
  sqlite3_stmt* ask = nullptr;
  if (sqlite3_prepare_v2(db, "SELECT count(*) FROM runs", -1, &ask, nullptr) == SQLITE_OK &&
      sqlite3_step(ask) == SQLITE_ROW)
    count = sqlite3_column_int64(ask, 0);
  sqlite3_finalize(ask), sqlite3_close(db);
  return count;
}

long long hdf5_rows(const std::string& path) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return -1;
  const hid_t set = H5Dopen2(file, "runs", H5P_DEFAULT);
  if (set < 0) return -1;
  hsize_t size[2] = {0, 0};
  H5Sget_simple_extent_dims(H5Dget_space(set), size, nullptr);
  return static_cast<long long>(size[0]);
}

// A writer is killed at some moment; told: how many rows it had counted.
void kill_test(const char* name, const Make& make, const std::string& path,
               const std::function<long long(const std::string&)>& count) {
  int readable = 0, kept = 0, while_written = 0;
  const int times = 20;
  for (int k = 0; k < times; ++k) {
    std::filesystem::remove(path);
    int ends[2];
    if (pipe(ends) != 0) return;
    const pid_t child = fork();
    if (child == 0) {
      Store* store = make(path);
      for (long long run = 0;; ++run) {
        store->add(run), store->commit();
        if (write(ends[1], &run, sizeof run) < 0) _exit(1);
      }
    }
    close(ends[1]);
    usleep(static_cast<useconds_t>(30'000 + 2'000 * k));
    while_written += count(path) > 0;
    kill(child, SIGKILL), waitpid(child, nullptr, 0);
    long long counted = -1, run = 0;
    while (read(ends[0], &run, sizeof run) == sizeof run) counted = run;
    close(ends[0]);
    const long long found = count(path);
    readable += found >= 0, kept += found >= counted + 1;
  }
  std::printf(
      "%-22s read while written %2d, readable after kill -9 %2d, all counted rows there %2d, of "
      "%d\n",
      name, while_written, readable, kept, times);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("compare_stores FOLDER [ROWS]"), 2;
  const std::string folder = argv[1];
  const int rows = argc > 2 ? std::atoi(argv[2]) : 500;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const struct {
    const char* name;
    Make make;
    const char* file;
  } stores[] = {{"SQLite, WAL", [](auto& path) { return new Sqlite(path, "WAL"); }, "/wal.sqlite"},
                {"SQLite, journal", [](auto& path) { return new Sqlite(path, "TRUNCATE"); },
                 "/journal.sqlite"},
                {"HDF5, flush and fsync", [](auto& path) { return new Hdf5(path); }, "/rows.h5"}};
  for (const auto& store : stores) {
    std::printf("%-22s", store.name);
    for (const int together : {1, 10, 100})
      std::printf("  %8.1f us a row, %d at once",
                  cost(store.make, folder + store.file, rows, together), together);
    std::printf("\n");
  }
  for (const auto& store : stores)
    kill_test(store.name, store.make, folder + store.file,
              store.name[0] == 'S' ? sqlite_rows : hdf5_rows);
}
