// Somebody who watches or drives. What the hub knows of him, and how it reaches him: through a
// WebSocket (socket_client.h), or through the messages of a browser's worker (bindings/wasm).
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "bramah/serve.h"

namespace bramah {

class Client;

// Who hears of a client.
class ClientOwner {
 public:
  virtual ~ClientOwner() = default;
  virtual void joined(const std::shared_ptr<Client>& client) = 0;
  virtual void said(Client& client, const std::string& text) = 0;
  virtual void leaving(Client& client) = 0;  // it was told to go; what it held is free
  virtual void left(Client& client) = 0;
};

enum class Farewell { normal, too_big, misbehaved, full };

class Client {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Client(int number) : id(number) {}
  virtual ~Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  virtual void send(std::string text) = 0;
  virtual void bye(const std::string& reason, Farewell why) = 0;  // says why, then closes
  virtual void drop() = 0;           // at once: it would not read a reason
  virtual bool idle() const = 0;     // everything sent so far has been taken
  virtual bool crowded() const = 0;  // more waits than what is being sent
  virtual bool stuck(Clock::time_point now) const = 0;

  const int id;
  // What the owner knows of it.
  bool greeted = false, watches = false;
  int garbage = 0;
  double rate = 30.0;         // frames a second
  std::vector<int> channels;  // that it wants
  Clock::time_point connected = Clock::now(), next_frame{};
  std::string reason;  // why it was dropped; empty: it left
};

}  // namespace bramah
