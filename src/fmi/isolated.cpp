// The child is a fork of this process, without exec: it opens the binary, answers calls until the socket
// closes, and leaves by _exit(), so that nothing of ours is flushed or destroyed twice. A message is its
// size in bytes, then the bytes; an answer begins with whether the call went well, and the log.
#include "fmi/isolated.h"

#include <signal.h>
#include <sys/poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/text.h"

namespace bramah {
namespace {

enum class Call : std::uint8_t {
  open,
  make,
  enter,
  leave,
  set,
  get,
  set_rates,
  get_rates,
  step,
  save,
  restore
};

// Bytes that are written and read in the same order.
class Parcel {
 public:
  std::vector<char> bytes;

  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_bytes(&value, sizeof value);
  }
  template <class T>
  void put_all(std::span<const T> values) {
    put(values.size());
    put_bytes(values.data(), values.size_bytes());
  }
  void put_text(const std::string& text) { put_all(std::span<const char>(text)); }

  // What is not there any more is nothing.
  template <class T>
  T take() {
    T value{};
    take_bytes(&value, sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> take_all() {
    const auto count = take<std::size_t>();
    if (count > (bytes.size() - at_) / sizeof(T)) return {};
    std::vector<T> values(count);
    take_bytes(values.data(), count * sizeof(T));
    return values;
  }
  std::string take_text() {
    const auto letters = take_all<char>();
    return {letters.begin(), letters.end()};
  }

 private:
  void put_bytes(const void* from, std::size_t size) {
    const auto* first = static_cast<const char*>(from);
    bytes.insert(bytes.end(), first, first + size);
  }
  void take_bytes(void* to, std::size_t size) {
    if (size == 0 || size > bytes.size() - at_) return;
    std::memcpy(to, bytes.data() + at_, size);
    at_ += size;
  }
  std::size_t at_ = 0;
};

constexpr std::size_t kLargest = std::size_t{1} << 30;  // bytes of a message

bool write_all(int file, const void* data, std::size_t size) {
  const auto* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t done = ::send(file, at, size, MSG_NOSIGNAL);  // no SIGPIPE in our host
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done, size -= static_cast<std::size_t>(done);
  }
  return true;
}

using Clock = std::chrono::steady_clock;

enum class Heard { all, end, late };

Heard read_all(int file, void* data, std::size_t size, const Clock::time_point* until) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    if (until) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until - Clock::now()).count();
      pollfd wait{file, POLLIN, 0};
      const int ready = left > 0 ? poll(&wait, 1, static_cast<int>(left)) : 0;
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0) return Heard::late;
    }
    const ssize_t got = read(file, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Heard::end;
    at += got, size -= static_cast<std::size_t>(got);
  }
  return Heard::all;
}

bool send_parcel(int file, const Parcel& parcel) {
  const std::size_t size = parcel.bytes.size();
  return write_all(file, &size, sizeof size) && write_all(file, parcel.bytes.data(), size);
}

Heard receive(int file, Parcel& parcel, const Clock::time_point* until) {
  std::size_t size = 0;
  if (const Heard heard = read_all(file, &size, sizeof size, until); heard != Heard::all)
    return heard;
  if (size > kLargest) return Heard::end;
  parcel.bytes.resize(size);
  return read_all(file, parcel.bytes.data(), size, until);
}

// -------------------------------------------------------------------------------------- the child
bool answer(Foreign& fmu, Call call, Parcel& asked, Parcel& results) {
  const auto places = [&] { return asked.take_all<ForeignPlace>(); };
  switch (call) {
    case Call::make: {
      const std::string name = asked.take_text(), token = asked.take_text();
      return fmu.make(name, token, asked.take_text());
    }
    case Call::enter:
      return fmu.enter(asked.take<double>());
    case Call::leave:
      return fmu.leave();
    case Call::set:
    case Call::set_rates: {
      const auto where = places();
      const auto values = asked.take_all<double>();
      return call == Call::set ? fmu.set(where, values) : fmu.set_rates(where, values);
    }
    case Call::get:
    case Call::get_rates: {
      const auto where = places();
      auto values = asked.take_all<double>();
      const bool good = call == Call::get ? fmu.get(where, values) : fmu.get_rates(where, values);
      results.put_all(std::span<const double>(values));
      return good;
    }
    case Call::step: {
      const auto t = asked.take<double>();
      return fmu.step(t, asked.take<double>());
    }
    case Call::save: {
      std::vector<std::uint8_t> bytes;
      const bool good = fmu.save(bytes);
      results.put_all(std::span<const std::uint8_t>(bytes));
      return good;
    }
    case Call::restore:
      return fmu.restore(asked.take_all<std::uint8_t>());
    case Call::open:
      break;
  }
  return false;
}

void reply(int file, bool good, const std::string& log, const Parcel& results) {
  Parcel all;
  all.put(good);
  all.put_text(log);
  all.bytes.insert(all.bytes.end(), results.bytes.begin(), results.bytes.end());
  if (!send_parcel(file, all)) _exit(1);
}

[[noreturn]] void serve(int file, const std::string& binary, int version, bool saves) {
  std::unique_ptr<Foreign> fmu;
  try {
    fmu = open_foreign(binary, version, saves);
    reply(file, true, {}, {});
  } catch (const std::exception& error) {
    reply(file, false, error.what(), {});
    _exit(1);
  }
  for (Parcel asked; receive(file, asked, nullptr) == Heard::all; asked = {}) {
    Parcel results;
    bool good = false;
    try {
      const auto call = asked.take<Call>();
      good = answer(*fmu, call, asked, results);
    } catch (const std::exception& error) {
      fmu->log = error.what();
    }
    reply(file, good, fmu->log, results);
  }
  fmu.reset();
  _exit(0);
}

// ------------------------------------------------------------------------------------- the parent
class Isolated final : public Foreign {
 public:
  Isolated(const std::string& binary, int version, bool saves, double patience)
      : patience_(patience) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw InputError("no way to a process for the FMU: " + std::string(strerror(errno)));
    child_ = fork();
    if (child_ == 0) {
      close(ends[0]);
      serve(ends[1], binary, version, saves);
    }
    close(ends[1]);
    file_ = ends[0];
    if (child_ < 0) {
      close(file_);
      throw InputError("no process can be made for the FMU: " + std::string(strerror(errno)));
    }
    Parcel opened;
    if (!hear(opened)) {
      end();
      throw InputError(log);
    }
  }
  ~Isolated() override { end(); }

  bool make(const std::string& name, const std::string& token,
            const std::string& resources) override {
    Parcel p = ask(Call::make);
    p.put_text(name), p.put_text(token), p.put_text(resources);
    return done(p);
  }
  bool enter(double start) override {
    Parcel p = ask(Call::enter);
    p.put(start);
    return done(p);
  }
  bool leave() override {
    Parcel p = ask(Call::leave);
    return done(p);
  }
  bool set(Places places, std::span<const double> values) override {
    return places.empty() || give(Call::set, places, values);
  }
  bool get(Places places, std::span<double> values) override {
    return places.empty() || fetch(Call::get, places, values);
  }
  bool set_rates(Places places, std::span<const double> rates) override {
    return places.empty() || give(Call::set_rates, places, rates);
  }
  bool get_rates(Places places, std::span<double> rates) override {
    return places.empty() || fetch(Call::get_rates, places, rates);
  }
  bool step(double t, double H) override {
    Parcel p = ask(Call::step);
    p.put(t), p.put(H);
    return done(p);
  }
  bool save(std::vector<std::uint8_t>& bytes) override {
    Parcel p = ask(Call::save);
    if (!done(p)) return false;
    bytes = p.take_all<std::uint8_t>();
    return true;
  }
  bool restore(std::span<const std::uint8_t> bytes) override {
    Parcel p = ask(Call::restore);
    p.put_all(bytes);
    return done(p);
  }

 private:
  static Parcel ask(Call call) {
    Parcel p;
    p.put(call);
    return p;
  }
  bool give(Call call, Places places, std::span<const double> values) {
    Parcel p = ask(call);
    p.put_all(places), p.put_all(values);
    return done(p);
  }
  bool fetch(Call call, Places places, std::span<double> values) {
    Parcel p = ask(call);
    p.put_all(places), p.put_all(std::span<const double>(values));
    const bool good = done(p);
    const auto got = p.take_all<double>();
    if (got.size() == values.size()) std::copy(got.begin(), got.end(), values.begin());
    return good && got.size() == values.size();
  }

  // Asks, and puts the answer where the question was.
  bool done(Parcel& p) {
    if (child_ <= 0) return false;  // `log` says why
    const bool sent = send_parcel(file_, p);
    p = {};
    if (!sent) return lost(Heard::end);
    return hear(p);
  }
  bool hear(Parcel& answer) {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(patience_));
    if (const Heard heard = receive(file_, answer, &until); heard != Heard::all) return lost(heard);
    const bool good = answer.take<bool>();
    log = answer.take_text();
    return good;
  }

  bool lost(Heard heard) {
    if (heard == Heard::late) {
      log = concat("its process did not answer within ", patience_, " s and was ended");
      kill(child_, SIGKILL);
      end();
      return false;
    }
    const int status = end();
    log = WIFSIGNALED(status)
              ? concat("its process crashed: ", strsignal(WTERMSIG(status)))
              : concat("its process ended by itself, with exit code ", WEXITSTATUS(status));
    return false;
  }
  // The child leaves when the socket is closed; one that does not is ended.
  int end() {
    if (file_ >= 0) close(file_);
    file_ = -1;
    int status = 0;
    for (int wait = 0; child_ > 0; ++wait) {
      const pid_t gone = waitpid(child_, &status, WNOHANG);
      if (gone == child_ || (gone < 0 && errno != EINTR)) break;
      if (wait == kFarewell) kill(child_, SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    child_ = 0;
    return status;
  }

  static constexpr int kFarewell = 1000;  // [ms]
  double patience_;
  pid_t child_ = 0;
  int file_ = -1;
};

}  // namespace

std::unique_ptr<Foreign> open_isolated(const std::string& binary, int version, bool saves,
                                       double patience) {
  return std::make_unique<Isolated>(binary, version, saves, patience);
}

}  // namespace bramah
