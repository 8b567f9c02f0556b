// The thread that simulates. It waits for the clock and for nothing else: commands come and answers
// go through rings, frames through an exchange. It allocates when it handles a command, not when it
// steps.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "bramah/serve.h"
#include "run/pacer.h"
#include "run/priority.h"
#include "run/watch.h"
#include "server/channel_log.h"
#include "server/command.h"
#include "server/exchange.h"
#include "server/levers.h"
#include "server/past.h"
#include "server/ring.h"

namespace bramah {

// What changes with commands only.
struct SimulationTexts {
  std::vector<std::string> snapshots;
  std::map<std::string, std::string> settings;
  std::string failed;
  RealTimePrivileges privileges;
};

long long looks_apart(const Model& model);  // steps between two rows that the watch sees

class Simulation {
 public:
  static constexpr std::size_t kMostSnapshots = 32;
  static constexpr double kFramesPerSecond = 60.0;

  Simulation(std::shared_ptr<const Model> model, const ServeOptions& options);
  ~Simulation();  // stops and joins
  void start();   // from here on the thread runs
  void stop();
  // Without a thread, where there is none to be had: `begin` once, then turns.
  void begin();
  void turn(Nanoseconds until);  // commands, and the steps that are due before then

  // For the other thread.
  bool send(Command&& command) { return commands_.push(std::move(command)); }
  std::optional<Answer> receive() { return answers_.pop(); }
  // Nobody (0): levers that return do so, and what the one before still had under way is not heard.
  void set_driver(int client) noexcept {
    driver_ = client;
    if (client == 0) driver_lost_ = true;
  }
  bool refresh() noexcept { return frames_.refresh(); }
  const Frame& frame() const noexcept { return frames_.newest(); }
  SimulationTexts texts() const;
  std::shared_ptr<const ChannelLog> log() const;
  State start_state() const { return start_; }
  std::string end_of_drive() const;  // its last lines; after stop()

 private:
  void loop();
  void step_paced();
  void follow();
  void wait();
  bool far_from_turn() const noexcept;
  void advance();
  void publish();
  bool failed() const noexcept { return !texts_.failed.empty(); }  // this thread alone writes it
  bool running() const noexcept { return !paused_ || steps_left_ > 0; }
  void fail(const StepReport& report);
  void look();
  void judge_priority();

  // simulation_commands.cpp
  bool handle_commands();
  void handle(Command& command);
  void set_inputs(const Command& command);
  void move_inputs(const std::vector<double>& before);
  void resume();
  void set_state(const State& state, std::span<const double> levers);
  void take_snapshot(const std::string& name);
  void reset();
  void restore(const std::string& name);
  void go_back(double t);
  void tell_past(const Command& command);
  void record(double every);
  void adopt(Command& command);
  void set_model(Command& command);
  void set_speed(double speed);
  void tell(Answer&& answer) { answers_.push(std::move(answer)); }
  void tell_drive(std::string lines);
  void note_coarse(int iterations);
  void tell_coarse();
  std::string coarse_lines() const;

  std::shared_ptr<const Model> model_;
  std::unique_ptr<Workspace> work_;
  State start_, state_;
  std::vector<Lever> levers_;
  std::vector<double> inputs_, row_;
  std::map<std::string, KeptInstant> snapshots_;
  Past past_;
  struct Coarse {
    long long step = 0;
    int iterations = 0;
  };
  static constexpr std::size_t kMostCoarse = 1024;
  std::vector<Coarse> coarse_;  // steps the drive has not heard of yet
  TickLimit limit_;
  std::shared_ptr<StateFeed> feed_;  // of states that others have stepped; null: none
  bool paused_, paused_before_failure_ = false;
  long long steps_ = 0, steps_left_ = 0;
  double cpu_ = 0.0;
  RealTimeOptions pace_;
  StepStatistics statistics_;
  Pacer pacer_;
  PriorityRule priority_;
  bool privileged_ = false;  // it had the priority at the start
  Watch watch_;
  long long looks_apart_ = 1;  // steps between two rows that the watch sees
  Nanoseconds published_ = 0;
  ChannelLog* recording_ = nullptr;  // log_, while it is on

  mutable std::mutex mutex_;  // of texts_ and log_: commands and readers, never a step
  SimulationTexts texts_;
  std::shared_ptr<ChannelLog> log_;

  Ring<Command, 256> commands_;
  Ring<Answer, 512> answers_;
  Exchange<Frame> frames_;
  std::atomic<int> driver_{0};
  std::atomic<bool> driver_lost_{false}, stop_{false};
  std::thread thread_;
};

}  // namespace bramah
