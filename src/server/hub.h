// Clients on one side, the simulation on the other: who drives, what is asked, who gets which
// frame. Lives on one thread: that of the io_context (serve.cpp), or a browser's worker (bindings/wasm).
//
// The room: a machine in real time, in the browser.
//   in    commands of clients (protocol.h), checked by gate.h and client.h before anyone obeys
//   out   frames of channels and poses, status, answers (messages.h), telemetry over UDP
//   threads   simulation.h steps and waits for nothing but the clock; the io_context talks; a
//             worker looks ahead and rebuilds. Between them ring.h, exchange.h: neither ever waits
//   files     drive_log.h keeps what was done, so that it can be replayed; channel_log.h the rows
// Started by serve.cpp for `bramah serve`. The only room that knows Boost, and in it http.h, gate.h,
// socket_client.h, telemetry.h and serve.cpp alone: the rest runs in a browser too. docs/protocol.md.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "server/client.h"
#include "server/drive_log.h"
#include "server/look_ahead_text.h"
#include "server/messages.h"
#include "server/simulation.h"

namespace bramah {

std::string name_of(Command::Kind kind);  // as clients say it

// A place that is taken as long as its holder lives; how many there are is its use count.
using Ticket = std::shared_ptr<const int>;

// What the hub stands in: threads and sockets, or the one thread of a browser's worker.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual void work(std::function<void()> job) = 0;   // off the hub's thread, one after the other
  virtual void read(std::function<void()> job) = 0;   // the same, for what is read in pieces
  virtual void tell(std::function<void()> then) = 0;  // on the hub's thread, soon
  virtual void finish() = 0;                          // what was begun is done; no more is taken
  virtual void show(const Frame& frame) = 0;          // to whoever listens, as often as it ticks
};

// Throws InputError for machines that cannot keep to a clock, too.
std::shared_ptr<const Model> load_served(const std::string& path, const LoadOptions& load_with);

class Hub : public ClientOwner {
 public:
  using Pieces = std::function<void(std::vector<Piece>)>;

  static constexpr auto kTick = std::chrono::milliseconds(10);
  enum class Steps { own_thread, by_turns };

  Hub(Surroundings& around, const std::string& path, const LoadOptions& load,
      const ServeOptions& options, std::shared_ptr<const Model> model);
  void start(Steps steps = Steps::own_thread);
  void turn(Nanoseconds until) { simulation_.turn(until); }  // by turns: steps due before then
  void tick();                                               // every kTick
  ServeSummary finish();

  bool full() const { return static_cast<int>(clients_.size()) >= options_.limits.clients; }
  const ServeLimits& limits() const { return options_.limits; }
  int next_id() { return ++last_id_; }
  Ticket admit_client();                                                       // null: too many
  Ticket admit_download();                                                     // the same
  void give_drive(Pieces then);                                                // the drive so far
  std::shared_ptr<const ChannelLog> recording() { return simulation_.log(); }  // null: none
  // Off this thread; `then` is called on it.
  void read_slowly(std::function<Piece()> next, std::function<void(const Piece&)> then);
  const Piece& description() const { return description_; }
  const Model& model() const { return *model_; }
  const std::string& path() const { return path_; }

  void joined(const std::shared_ptr<Client>& client) override;
  void said(Client& client, const std::string& text) override;
  void leaving(Client& client) override;
  void left(Client& client) override;

 private:
  using Json = nlohmann::json;

  // hub_commands.cpp
  void obey(Client& client, const std::string& type, const Json& message);
  void subscribe(Client& client, const Json& fields);
  void ask_to_drive(Client& client);
  void release(Client& client);
  void send_inputs(Client& client, const Json& fields);
  void change_parameters(Client& client, const Json& fields);
  void ask_to_look_ahead(Client& client, const Json& fields);
  void look_ahead(const Answer& answer);
  void ask_again(Client& client, const Json& fields);
  void run_again(const Answer& answer);
  void pass_on(Client& client, Command command);

  void take_answers();
  void take_over();
  void send_frames();
  void tell_warnings();
  void warn(const Warning& warning);
  void greet(Client& client);
  void send_status();
  void set_driver(int id);
  Client* find(int id);
  std::string status();

  Surroundings& around_;
  std::string path_;
  LoadOptions load_;
  ServeOptions options_;
  std::shared_ptr<const Model> model_;
  Piece description_;
  Simulation simulation_;
  DriveLog drive_;
  std::map<int, std::shared_ptr<Client>> clients_;
  std::vector<Pieces> drive_wanted_;
  const Ticket guests_ = std::make_shared<const int>(0),
               downloads_ = std::make_shared<const int>(0);
  LookAheadRequest ahead_;            // the one under way
  std::unique_ptr<Lookout> lookout_;  // the worker's
  struct Change {
    LoadOptions load;
    std::shared_ptr<const Model> model;
    Piece description;
    std::vector<Warning> warnings;
  } pending_;  // sent to the simulation, not yet taken
  bool looking_ahead_ = false, changing_ = false, repeating_ = false;
  std::atomic<bool> ending_{false};  // the worker need not finish
  int driver_ = 0, last_id_ = 0;
  ServeSummary summary_;
  // Of the status: where the last one was.
  Client::Clock::time_point status_at_{}, started_{};
  long long status_steps_ = 0;
  double status_cpu_ = 0.0;
  StatusFigures figures_;
  struct Told {
    Client::Clock::time_point seen{};
    bool told = false;
  };
  std::vector<Told> told_;             // one for each sight of a frame
  std::vector<Warning> set_warnings_;  // of changed parameters
};

}  // namespace bramah
