// A hub with one client and no sockets. What the server does on other threads is done here between two
// turns, so that the order of things is the same each time.
#include <deque>

#include "bramah/serve.h"
#include "run/clock.h"
#include "server/download.h"
#include "server/hub.h"

namespace bramah {
namespace {

std::string joined(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += *piece;
  return text;
}

}  // namespace

struct Conversation::Parts {
  // Everything in the order in which it was asked for.
  class OneThread : public Surroundings {
   public:
    void work(std::function<void()> job) override { jobs_.push_back(std::move(job)); }
    void read(std::function<void()> job) override { jobs_.push_back(std::move(job)); }
    void tell(std::function<void()> then) override { jobs_.push_back(std::move(then)); }
    void finish() override {
      while (do_next()) {
      }
    }
    void show(const Frame&) override {}
    bool do_next() {
      if (jobs_.empty()) return false;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      job();
      return true;
    }

   private:
    std::deque<std::function<void()>> jobs_;
  };

  // It takes what it is told at once.
  class Listener : public Client {
   public:
    Listener(int number, Conversation::Say say) : Client(number), say_(std::move(say)) {}
    void send(std::string text) override { say_(text); }
    void bye(const std::string& why, Farewell) override {
      reason = why;
      send(R"({"type":"bye","reason":")" + why + "\"}");
    }
    void drop() override {}
    bool idle() const override { return true; }
    bool crowded() const override { return false; }
    bool stuck(Clock::time_point) const override { return false; }

   private:
    Conversation::Say say_;
  };

  Parts(const std::string& path, const LoadOptions& load_with, const ServeOptions& options, Say say)
      : hub(around, path, load_with, options, load_served(path, load_with)),
        client(std::make_shared<Listener>(hub.next_id(), std::move(say))) {
    hub.start(Hub::Steps::by_turns);
    hub.joined(client);
  }
  OneThread around;
  Hub hub;
  std::shared_ptr<Listener> client;
};

Conversation::Conversation(const std::string& path, const LoadOptions& load,
                           const ServeOptions& options, Say say)
    : parts_(std::make_unique<Parts>(path, load, options, std::move(say))) {}

Conversation::~Conversation() { parts_->hub.finish(); }

void Conversation::hear(const std::string& message) { parts_->hub.said(*parts_->client, message); }

void Conversation::turn(double seconds) {
  parts_->hub.turn(monotonic_now() + static_cast<Nanoseconds>(1e9 * seconds));
  parts_->hub.tick();
  parts_->around.do_next();
}

std::string Conversation::description() const { return *parts_->hub.description(); }

// The answer comes with the next turn: here one that has no time for a step.
std::string Conversation::drive() {
  std::string text;
  bool here = false;
  parts_->hub.give_drive([&](const std::vector<Piece>& pieces) {
    text = joined(pieces);
    here = true;
  });
  while (!here) turn(0.0);
  return text;
}

std::string Conversation::recording() {
  const std::shared_ptr<const ChannelLog> log = parts_->hub.recording();
  if (!log) return "";
  const Download rows = give_rows(log);
  std::string text;
  while (const Piece piece = rows.next()) text += *piece;
  return text;
}

std::string Conversation::mesh_path(std::size_t shape) const {
  const auto& shapes = parts_->hub.model().scene().shapes;
  return shape < shapes.size() ? shapes[shape].mesh : "";
}

}  // namespace bramah
