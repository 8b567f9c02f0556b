#include "server/hub.h"

#include "bramah/model.h"
#include "run/drive_lines.h"
#include "server/fittings.h"

namespace bramah {
namespace {

using Clock = Client::Clock;
using Seconds = std::chrono::duration<double>;

constexpr double kStatusEvery = 0.5;  // [s]
constexpr double kGreeting = 0.25;    // [s] that a client has to say whether it only watches
constexpr double kGather = 0.25;      // [s] from a first sight to its warning: it may get worse
constexpr std::size_t kMostWarnings = 64;  // in a status

Warning warning_of(const Sight& sight, const Model& model) {
  return {name_of(sight.kind), place_of(sight, model.channels()), sight.first,
          sentence(sight, model.channels())};
}

}  // namespace

std::shared_ptr<const Model> load_served(const std::string& path, const LoadOptions& load_with) {
  auto model = std::make_shared<const Model>(load(path, load_with));
  if (is_reference(model->integrator_rule()))
    throw InputError(
        "sundials takes steps of its own length and cannot keep to a clock; choose "
        "another --integrator (sdirk2)");
  return model;
}

Hub::Hub(Surroundings& around, const std::string& path, const LoadOptions& load,
         const ServeOptions& options, std::shared_ptr<const Model> model)
    : around_(around),
      path_(path),
      load_(load),
      options_(options),
      model_(std::move(model)),
      description_(
          std::make_shared<const std::string>(description_with_fittings(*model_, path_, load_))),
      simulation_(model_, options),
      drive_(options.record) {}

void Hub::start(Steps steps) {
  drive_.append(drive_header(path_, load_, *model_, simulation_.start_state()));
  steps == Steps::own_thread ? simulation_.start() : simulation_.begin();
  started_ = status_at_ = Clock::now();
}

ServeSummary Hub::finish() {
  const auto clients = clients_;
  for (const auto& [id, client] : clients) client->drop();
  ending_ = true;
  around_.finish();
  simulation_.stop();
  take_answers();
  drive_.finish(simulation_.end_of_drive());
  simulation_.refresh();
  const SimulationTexts texts = simulation_.texts();
  summary_.real_time = {simulation_.frame().statistics, texts.privileges, options_.pace.speed};
  summary_.steps = simulation_.frame().steps;
  summary_.simulated_s = static_cast<double>(summary_.steps) * model_->step_size();
  summary_.wall_s = Seconds(Clock::now() - started_).count();
  summary_.failed = texts.failed;
  summary_.drive_problem = drive_.problem();
  for (const Sight& sight : simulation_.frame().sights)
    if (sight.seen()) summary_.warnings.push_back(warning_of(sight, *model_).message);
  return summary_;
}

// ------------------------------------------------------------------------------ the clock
void Hub::tick() {
  simulation_.refresh();
  take_answers();
  tell_warnings();
  send_frames();
  if (Seconds(Clock::now() - status_at_).count() >= kStatusEvery) {
    drive_.flush();
    send_status();
  }
}

void Hub::take_answers() {
  bool changed = false;
  while (std::optional<Answer> answer = simulation_.receive()) {
    switch (answer->kind) {
      case Answer::Kind::done:
        if (answer->of == Command::Kind::adopt) take_over();
        changed = changed || answer->of != Command::Kind::inputs;  // frames have those
        break;
      case Answer::Kind::error:
        if (answer->of == Command::Kind::adopt) changing_ = false;
        if (Client* client = find(answer->client))
          client->send(error_text(name_of(answer->of), answer->text));
        break;
      case Answer::Kind::drive:
        drive_.append(answer->text);
        break;
      case Answer::Kind::drive_end:
        for (const Pieces& then : std::exchange(drive_wanted_, {})) {
          std::vector<Piece> pieces = drive_.share();
          if (!drive_.full())  // no end after a gap
            pieces.push_back(std::make_shared<const std::string>(answer->text));
          then(std::move(pieces));
        }
        break;
      case Answer::Kind::state:
        look_ahead(*answer);
        break;
      case Answer::Kind::past:
        run_again(*answer);
        break;
    }
  }
  if (!changed) return;
  simulation_.refresh();
  send_status();
}

// The simulation has exchanged its model.
void Hub::take_over() {
  load_ = pending_.load;
  model_ = pending_.model;
  description_ = pending_.description;
  for (Warning& warning : pending_.warnings) {
    std::erase_if(set_warnings_, [&](const Warning& w) { return w.place == warning.place; });
    warning.t = simulation_.frame().t;
    warn(warning);
    set_warnings_.push_back(std::move(warning));
  }
  pending_ = {};
  changing_ = false;
}

void Hub::send_frames() {
  const Clock::time_point now = Clock::now();
  around_.show(simulation_.frame());
  const auto clients = clients_;  // sending may drop one
  for (const auto& [id, client] : clients) {
    if (client->stuck(now)) {
      client->reason = "did not read its messages";
      client->drop();
      continue;
    }
    if (!client->greeted && Seconds(now - client->connected).count() > kGreeting) greet(*client);
    if (!client->greeted || now < client->next_frame) continue;
    const auto period = std::chrono::duration_cast<Clock::duration>(Seconds(1.0 / client->rate));
    client->next_frame = std::max(client->next_frame + period, now);
    if (client->idle()) client->send(frame_text(simulation_.frame(), client->channels));
  }
}

// Once each; a reset begins anew.
void Hub::tell_warnings() {
  const std::vector<Sight>& sights = simulation_.frame().sights;
  const Clock::time_point now = Clock::now();
  told_.resize(sights.size());
  for (std::size_t k = 0; k < sights.size(); ++k) {
    Told& told = told_[k];
    if (!sights[k].seen()) {
      told = {};
    } else if (told.seen == Clock::time_point{}) {
      told.seen = now;
    } else if (!told.told && Seconds(now - told.seen).count() > kGather) {
      told.told = true;
      warn(warning_of(sights[k], *model_));
    }
  }
}

void Hub::warn(const Warning& warning) {
  if (options_.warn) options_.warn(warning.message);
  const std::string text = warning_text(warning);
  const auto clients = clients_;  // sending may drop one
  for (const auto& [id, client] : clients)
    if (client->greeted) client->send(text);
}

// --------------------------------------------------------------------------------- clients
void Hub::joined(const std::shared_ptr<Client>& client) {
  ++summary_.clients;
  if (full()) return client->bye("too many clients", Farewell::full);
  clients_[client->id] = client;
  client->channels.resize(model_->channels().size());
  for (std::size_t k = 0; k < client->channels.size(); ++k)
    client->channels[k] = static_cast<int>(k);
}

// The first that does not only watch drives.
void Hub::greet(Client& client) {
  client.greeted = true;
  bool others = false;
  for (const auto& [id, other] : clients_)
    others = others || (id != client.id && other->greeted && !other->watches);
  if (driver_ == 0 && !client.watches && !others && !options_.feed)
    simulation_.set_driver(driver_ = client.id);
  client.send(hello_text(client.id, driver_ == client.id, *description_, status()));
  client.next_frame = Clock::now();
}

void Hub::leaving(Client& client) {
  if (driver_ == client.id) set_driver(0);
}

void Hub::left(Client& client) {
  if (!client.reason.empty()) summary_.dropped.push_back(client.reason);
  clients_.erase(client.id);
  leaving(client);
}

// Levers that nobody holds return.
void Hub::set_driver(int id) {
  const int before = std::exchange(driver_, id);
  simulation_.set_driver(id);
  for (const int changed : {before, id})
    if (Client* client = find(changed)) client->send(role_text(changed == id));
  send_status();
}

Client* Hub::find(int id) {
  const auto found = clients_.find(id);
  return found == clients_.end() ? nullptr : found->second.get();
}

// ---------------------------------------------------------------------------------- status
std::string Hub::status() {
  figures_.clients = static_cast<int>(clients_.size());
  figures_.driver = driver_;
  figures_.drive_full = drive_.full();
  figures_.drive_problem = drive_.problem();
  figures_.warnings = set_warnings_;
  for (const Sight& sight : simulation_.frame().sights)
    if (sight.seen() && figures_.warnings.size() < kMostWarnings)
      figures_.warnings.push_back(warning_of(sight, *model_));
  return status_object(simulation_.frame(), simulation_.texts(), figures_);
}

void Hub::send_status() {
  const Clock::time_point now = Clock::now();
  const Frame& frame = simulation_.frame();
  const double passed = Seconds(now - status_at_).count();
  if (passed >= kStatusEvery) {  // shorter ones say little
    figures_.factor =
        static_cast<double>(frame.steps - status_steps_) * model_->step_size() / passed;
    figures_.load = (frame.cpu - status_cpu_) / passed;
    status_at_ = now;
    status_steps_ = frame.steps;
    status_cpu_ = frame.cpu;
  }
  const std::string text = status();
  const auto clients = clients_;
  for (const auto& [id, client] : clients)
    if (client->greeted && (passed < kStatusEvery || !client->crowded())) client->send(text);
}

// ------------------------------------------------------------------------------- downloads
// Clients that are being told to go, or have not said hello, are few too.
Ticket Hub::admit_client() {
  constexpr int kPassing = 32;
  return guests_.use_count() > options_.limits.clients + kPassing ? nullptr : guests_;
}

Ticket Hub::admit_download() {
  return downloads_.use_count() > options_.limits.downloads ? nullptr : downloads_;
}

// One answer of the simulation is for all that wait.
void Hub::give_drive(Pieces then) {
  if (!drive_wanted_.empty() || simulation_.send({.kind = Command::Kind::finish_drive}))
    drive_wanted_.push_back(std::move(then));
  else
    then(drive_.share());
}

void Hub::read_slowly(std::function<Piece()> next, std::function<void(const Piece&)> then) {
  around_.read([this, next = std::move(next), then = std::move(then)]() mutable {
    Piece piece = next();
    around_.tell([next = std::move(next), then = std::move(then), piece] { then(piece); });
  });  // `next` goes along, so that what it holds ends on that thread
}

}  // namespace bramah
