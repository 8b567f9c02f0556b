// A machine that runs in real time and is driven from outside: HTTP and WebSocket, telemetry over
// UDP. docs/protocol.md describes what goes over the wire.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bramah/model.h"
#include "bramah/run.h"

namespace bramah {

// What a client may do before it is dropped.
struct ServeLimits {
  int clients = 16;
  int messages_per_second = 500;
  std::size_t message_bytes = 1 << 16;
  std::size_t bytes_per_second = 1 << 20;
  int garbage = 3;             // messages that are no commands at all
  double write_timeout = 5.0;  // [s] that a client may leave its messages unread
  int connections = 64;        // besides clients; the one that says nothing longest makes room
  double head_timeout = 3.0;   // [s] for a request to be complete
  int downloads = 8;           // at once: drives, recordings, meshes
};

struct ServeAddress {
  std::string url;  // with the token, if there is one
  int port = 0;
};

// The newest State of a machine that somebody else steps, from that thread to the server's.
class StateFeed {
 public:
  void put(const State& state) {
    const std::lock_guard lock(mutex_);
    newest_ = state, fresh_ = true;
  }
  bool take(State& state) {  // false: none since the last
    const std::lock_guard lock(mutex_);
    if (!fresh_) return false;
    state = newest_;
    fresh_ = false;
    return true;
  }

 private:
  std::mutex mutex_;
  State newest_;
  bool fresh_ = false;
};

struct ServeOptions {
  std::string address = "127.0.0.1";  // others need a token; one is made if none is given
  int port = 8655;                    // 0: any free one
  std::string token;
  std::string telemetry;            // udp://127.0.0.1:9870; empty: none
  std::string record;               // file for the drive; empty: it is kept in memory only
  double seconds = 0.0;             // ends by itself after this wall time; 0: when told
  bool paused = false;              // begins paused
  std::shared_ptr<StateFeed> feed;  // if given, its States are shown: no step is taken, all watch
  RealTimeOptions pace;
  ServeLimits limits;
  std::function<void(const ServeAddress&)> ready;  // called once, before the first client is taken
  std::function<bool()> stop;                      // asked a hundred times a second
  std::function<void(const std::string&)> warn;    // each warning once
};

struct ServeSummary {
  RealTimeReport real_time;
  long long steps = 0;
  double simulated_s = 0.0, wall_s = 0.0;
  int clients = 0;                    // that connected
  std::vector<std::string> dropped;   // why clients were
  std::vector<std::string> warnings;  // what a careful colleague would doubt
  std::string drive_problem;          // why the recorded file ends early; empty: it does not
  std::string failed;                 // the last step's failure, if the simulation ended so
};

// Loads the machine file and serves it until told to stop. Throws InputError for what is wrong with
// the file or the options; nothing a client sends ends it.
ServeSummary serve(const std::string& path, const LoadOptions& load, const ServeOptions& options);
// A machine that is loaded, with options.feed. `path`: of its file, for meshes beside it.
ServeSummary serve(const Model& model, const std::string& path, const ServeOptions& options);

// The same without sockets and threads, for one client in the same program, or in the same tab of a
// browser: what the client says comes in by `hear`, what it is told goes out by `say`, and steps are
// taken in turns. Throws InputError as serve() does.
class Conversation {
 public:
  using Say = std::function<void(const std::string& message)>;

  Conversation(const std::string& path, const LoadOptions& load, const ServeOptions& options,
               Say say);
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  void hear(const std::string& message);  // docs/protocol.md
  // Steps that are due by then, commands, frames, and what takes longer than a frame may wait: here
  // it is done between two turns. A turn ends after this time, even if it has fallen behind.
  void turn(double seconds);

  // What the server has at /model.json, /drive, /recording.csv (empty: there is none) and /mesh/N.
  std::string description() const;
  std::string drive();
  std::string recording();
  std::string mesh_path(std::size_t shape) const;  // empty: it has none

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// JSON Schema of what server and clients say to each other; docs/protocol.md explains it.
[[nodiscard]] std::string protocol_schema();

}  // namespace bramah
