#include "hydraulics/circuit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/copy_few.h"

namespace bramah {

namespace {

constexpr double kSpeedScale = 100.0;  // [rad/s]
constexpr double kBulk = 1.5e9;        // [Pa] for the size of an amount
// [m] A piston on its stop yields a little past the end; the room of the oil does not.
constexpr double kLeastLength = 1e-6;
constexpr double kLittle = 1e-8;  // [m/s] along which every friction is straight

// A port that feels a pressure alone passes nothing.
bool passes(const Part& part, int port) {
  const PartShape& shape = part.shape();
  for (int i = 0; i < shape.in(); ++i)
    if (part.depends(port, i)) return true;
  return false;
}

}  // namespace

// Everything a step looks up is laid out here, once: where each part's numbers lie, then lists of
// what goes where, so that steps walk straight through them.
Circuit::Circuit(CircuitParts parts)
    : parts_(std::move(parts)),
      state_nodes_(static_cast<int>(parts_.volumes.size() + parts_.shafts.size())),
      states_(state_nodes_),
      lanes_(parts_.volumes),
      kinds_(parts_.kinds),
      owner_(parts_.volumes.size(), -1),
      direction_(parts_.volumes.size(), 0.0) {
  kinds_.resize(parts_.volumes.size(), VolumeKind::dynamic);
  for (int k = 0; k < volumes(); ++k) {
    if (kinds_[k] == VolumeKind::algebraic) algebraic_.push_back(k);
    if (kinds_[k] == VolumeKind::held) held_.push_back(k);
    torn_below_.push_back(kinds_[k] == VolumeKind::dynamic
                              ? parts_.volumes[k].fluid.torn_below()
                              : -std::numeric_limits<double>::infinity());
  }
  place_parts();
  number_stops();
  find_chambers();
  list_neighbours();
  list_reach();
  list_gathers();
  list_scatters();
  list_users();
  list_uses();
}

// One part after the other in y, f and slopes, in x those that push last; nodes_ and inputs_ hold what each is joined to.
void Circuit::place_parts() {
  int f = 0, slopes = 0, x = 0, pushing_x = 0;
  for (const PlacedPart& placed : parts_.parts)
    pushing_x += placed.part->shape().force ? 0 : placed.part->shape().in();
  for (const PlacedPart& placed : parts_.parts) {
    const PartShape& shape = placed.part->shape();
    Place p;
    p.ports = shape.ports, p.states = shape.states, p.inputs = shape.inputs;
    p.in = shape.in(), p.out = shape.out();
    p.stroke = shape.stroke, p.force = shape.force;
    int& next = p.force ? pushing_x : x;
    p.state = states_, p.x = next, p.f = f, p.slopes = slopes;
    p.first_port = static_cast<int>(nodes_.size());
    p.first_input = static_cast<int>(inputs_.size());
    nodes_.insert(nodes_.end(), placed.nodes.begin(), placed.nodes.end());
    inputs_.insert(inputs_.end(), placed.inputs.begin(), placed.inputs.end());
    states_ += p.states, next += p.in, f += p.out, slopes += p.in * p.out;
    const int part = static_cast<int>(places_.size());
    if (p.stroke) stroked_.push_back(part);
    if (!p.force && (p.states > 0 || placed.supplies)) oil_parts_.push_back(part);
    places_.push_back(p);
    pistons_alone_ = pistons_alone_ && (!p.stroke || p.force);
    if (p.force && placed.cylinder >= cylinders()) gears_.push_back(part);
  }
  pistons_alone_ = pistons_alone_ && gears_.empty();
}

// States of parts that have a hard stop on either side.
void Circuit::number_stops() {
  stop_of_.assign(states_, -1);
  for (std::size_t k = 0; k < places_.size(); ++k)
    for (int i = 0; i < places_[k].states; ++i) {
      const StateLimits stops = parts_.parts[k].part->limits(i);
      if (!std::isfinite(stops.lower) && !std::isfinite(stops.upper)) continue;
      const int state = places_[k].state + i;
      stop_of_[state] = static_cast<int>(limits_.size());
      limits_.push_back({state, stops.lower, stops.upper});
    }
}

// Whose chambers the volumes are: A grows with the stroke, B shrinks.
void Circuit::find_chambers() {
  for (int c = 0; c < cylinders(); ++c) {
    const CylinderPlace& place = parts_.cylinders[c];
    places_[place.part].contact = c;
    if (place.volume_A >= 0) owner_[place.volume_A] = c, direction_[place.volume_A] = 1.0;
    if (place.volume_B >= 0) owner_[place.volume_B] = c, direction_[place.volume_B] = -1.0;
    const Cylinder& geometry = cylinder(c).cylinder();
    if (place.volume_A >= 0) chambers_.push_back({place.volume_A, c, -geometry.closed, 1.0});
    if (place.volume_B >= 0)
      chambers_.push_back({place.volume_B, c, geometry.closed + geometry.stroke, -1.0});
  }
}

// Parts around each volume.
void Circuit::list_neighbours() {
  neighbours_.resize(parts_.volumes.size());
  for (std::size_t k = 0; k < places_.size(); ++k)
    for (int i = 0; i < places_[k].ports; ++i)
      if (const int n = nodes_[places_[k].first_port + i]; n >= 0 && n < volumes())
        neighbours_[n].push_back({static_cast<int>(k), i});
}

// Pressures and speeds at a part's ports, and its own states.
void Circuit::add_own_states(const Place& p, std::vector<int>& rows) const {
  for (int i = 0; i < p.ports; ++i)
    if (const int n = nodes_[p.first_port + i]; has_state(n)) rows.push_back(n);
  for (int i = 0; i < p.states; ++i) rows.push_back(p.state + i);
}

// Which rows a stroke reaches, each once, and which columns a cylinder's force has.
void Circuit::list_reach() {
  stroke_rows_.resize(strokes()), force_columns_.resize(strokes());
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    if (p.stroke) add_own_states(p, stroke_rows_[parts_.parts[k].cylinder]);
    if (p.force) add_own_states(p, force_columns_[parts_.parts[k].cylinder]);
    if (!parts_.amounts) continue;
    for (int i = 0; i < p.ports; ++i) {  // with amounts a stroke moves a chamber's pressure
      const int n = nodes_[p.first_port + i];
      if (n >= 0 && n < volumes() && owner_[n] >= 0) add_own_states(p, stroke_rows_[owner_[n]]);
    }
  }
  for (auto& rows : stroke_rows_) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  }
}

// Slopes of flows and rates by pressures, speeds and own states.
void Circuit::list_scatters() {
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    const Part& part = *parts_.parts[k].part;
    if (p.contact >= 0 && p.states == 0) continue;  // a piston's flow knows no pressure
    const auto add_row = [&](int output, int row) {
      const int slope = p.slopes + output * p.in;
      for (int i = 0; i < p.ports; ++i)
        if (const int n = nodes_[p.first_port + i]; has_state(n) && part.depends(output, i))
          scatters_.push_back({slope + i, row, n});
      for (int i = p.ports; i < p.ports + p.states; ++i)
        if (part.depends(output, i)) scatters_.push_back({slope + i, row, p.state + i - p.ports});
    };
    for (int r = 0; r < p.ports; ++r)
      if (const int n = nodes_[p.first_port + r]; has_state(n)) add_row(r, n);
    for (int r = 0; r < p.states; ++r) add_row(p.ports + r, p.state + r);
  }
  std::stable_sort(scatters_.begin(), scatters_.end(),
                   [](const Scatter& a, const Scatter& b) { return a.row < b.row; });
  scatter_end_.assign(states_, 0);
  for (const Scatter& s : scatters_) ++scatter_end_[s.row];
  std::partial_sum(scatter_end_.begin(), scatter_end_.end(), scatter_end_.begin());
}

// Arguments that each input sets, directly or as a fixed pressure or speed.
void Circuit::list_users() {
  users_.resize(parts_.inputs);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    const int part = static_cast<int>(k);
    for (int i = 0; i < p.inputs; ++i)
      users_[inputs_[p.first_input + i]].push_back({part, p.ports + p.states + i});
    for (int i = 0; i < p.ports; ++i)
      if (const int fixed = nodes_[p.first_port + i] - state_nodes_; fixed >= 0)
        users_[parts_.fixed[fixed].input].push_back({part, i});
  }
}

// Where each argument of a part comes from, and where its flows and rates go. Cylinders and gears
// gather for themselves, in forces().
void Circuit::list_gathers() {
  const int nothing = nodes(), first_state = nothing + 1 - state_nodes_,
            first_input = nothing + 1 + states_ - state_nodes_;
  std::vector<std::vector<int>> flows(nodes());
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    const Part& part = *parts_.parts[k].part;
    for (int i = 0; i < p.ports; ++i)
      if (const int n = nodes_[p.first_port + i]; n >= 0 && passes(part, i))
        flows[n].push_back(p.f + i);
    for (int i = 0; i < p.states; ++i) rate_copies_.push_back({p.state + i, p.f + p.ports + i});
    if (p.force) continue;
    calls_.push_back({&part, p.x, p.f, p.slopes});
    for (int i = 0; i < p.ports; ++i) {
      const int n = nodes_[p.first_port + i];
      gathers_.push_back(n >= 0 ? n : nothing);
    }
    for (int i = 0; i < p.states; ++i) gathers_.push_back(first_state + p.state + i);
    for (int i = 0; i < p.inputs; ++i) gathers_.push_back(first_input + inputs_[p.first_input + i]);
    if (!p.stroke) continue;
    gathers_.insert(gathers_.end(), 2, nothing);
    followers_.push_back(static_cast<int>(k));
  }
  for (const auto& from : flows) {
    flow_from_.insert(flow_from_.end(), from.begin(), from.end());
    flow_end_.push_back(static_cast<int>(flow_from_.size()));
  }
}

const CylinderPart& Circuit::cylinder(int c) const noexcept {
  return static_cast<const CylinderPart&>(*parts_.parts[parts_.cylinders[c].part].part);
}

double Circuit::scale(int state) const noexcept {
  if (state < volumes()) {
    if (!parts_.amounts) return kPressureScale;
    const Volume& v = parts_.volumes[state];
    const int c = owner_[state];
    return std::max(v.volume(c < 0 ? 0.0 : cylinder(c).cylinder().stroke), 1e-12) *
           (kPressureScale / kBulk);
  }
  if (state < state_nodes_) return kSpeedScale;
  for (std::size_t k = 0; k < places_.size(); ++k)
    if (state >= places_[k].state && state < places_[k].state + places_[k].states)
      return parts_.parts[k].part->scale(state - places_[k].state);
  return 1.0;
}

CircuitScratch Circuit::make_scratch() const {
  CircuitScratch x;
  x.settle = LinearSolver(static_cast<int>(algebraic_.size()), 0);
  const std::size_t nv = parts_.volumes.size(), nc = static_cast<std::size_t>(strokes());
  x.pressure.resize(std::max(nodes(), lanes_.room()));
  x.pressure_by_y.resize(nv, 1.0), x.pressure_by_l.resize(nv, 0.0);
  x.pressure_by_yy.resize(nv), x.squeeze.resize(nv), x.squeeze_by_p.resize(nv);
  x.flow.resize(nodes());
  x.compliance.resize(nv);
  x.per_flow.resize(state_nodes_);
  for (int k = volumes(); k < state_nodes_; ++k)
    x.per_flow[k] = 1.0 / parts_.shafts[k - volumes()].inertia;
  x.rate.resize(states_);
  for (const Place& p : places_) {
    x.x.resize(x.x.size() + p.in);
    x.f.resize(x.f.size() + p.out);
    x.slopes.resize(x.slopes.size() + p.in * p.out);
    x.one_f.resize(std::max<std::size_t>(x.one_f.size(), p.out));
  }
  x.factor.resize(states_);
  x.known.resize(nodes() + 1 + (states_ - state_nodes_) + parts_.inputs);
  x.forces.resize(nc);
  x.by_s.resize(nc * states_), x.by_rate.resize(nc * states_), x.force_by_y.resize(nc * states_);
  x.force_by_s.resize(nc), x.force_by_rate.resize(nc);
  x.modes.resize(modes());
  x.feeds.resize(nodes_.size());
  x.lengths.resize(lanes_.room());
  x.free_rate.resize(limits_.size());
  x.settle_rhs.resize(algebraic_.size()), x.settle_old.resize(algebraic_.size());
  return x;
}

double Circuit::volume_length(int volume, std::span<const Stroke> strokes) const noexcept {
  const int c = owner_[volume];
  if (c < 0) return 0.0;
  const Cylinder& geometry = cylinder(c).cylinder();
  const double length =
      direction_[volume] < 0.0 ? geometry.length_B(strokes[c].s) : geometry.length_A(strokes[c].s);
  return std::max(length, kLeastLength);
}

bool Circuit::find_contacts(std::span<const Stroke> strokes, CircuitScratch& x) const noexcept {
  bool changed = false;
  for (int c = 0; c < cylinders(); ++c) {
    const int now = static_cast<int>(cylinder(c).cylinder().contact(strokes[c].s));
    changed = changed || now != x.modes[c];
    x.modes[c] = now;
  }
  return changed;
}

void Circuit::set_fixed(std::span<const double> u, CircuitScratch& x) const noexcept {
  for (std::size_t k = 0; k < parts_.fixed.size(); ++k)
    x.pressure[state_nodes_ + k] = u[parts_.fixed[k].input];
}

int Circuit::part_mode(int part, const CircuitScratch& x) const noexcept {
  const int c = places_[part].contact;
  return c < 0 ? 0 : x.modes[c];
}

void Circuit::find_pressures(std::span<const double> y, std::span<const Stroke> strokes,
                             CircuitScratch& x) const noexcept {
  copy_few(y.first(state_nodes_), x.pressure);
  if (!parts_.amounts) {
    if (x.torn) std::fill(x.pressure_by_y.begin(), x.pressure_by_y.end(), 1.0);
    x.torn = false;
    for (int k = 0; k < volumes(); ++k) {
      if (!(y[k] < torn_below_[k])) continue;
      const StatePressure p = parts_.volumes[k].fluid.pressure_of_state(y[k]);
      x.pressure[k] = p.p, x.pressure_by_y[k] = p.by_state, x.pressure_by_yy[k] = p.by_state2;
      x.torn = true;
    }
    return;
  }
  for (int k = 0; k < volumes(); ++k) {
    const AmountPressure p =
        parts_.volumes[k].pressure_from_amount(y[k], volume_length(k, strokes));
    x.pressure[k] = p.p;
    x.pressure_by_y[k] = p.by_amount;
    x.pressure_by_l[k] = p.by_volume * parts_.volumes[k].area;
    x.squeeze[k] = p.squeeze, x.squeeze_by_p[k] = p.squeeze_by_p;
    if (owner_[k] >= 0 &&
        volume_length(k, strokes) == kLeastLength) {  // what it presses out, leaves
      x.pressure_by_l[k] = 0.0;
      x.squeeze[k] = -1.0, x.squeeze_by_p[k] = 0.0;
    }
  }
}

// Potentials, states and stroke of a part; its inputs come with rates().
void Circuit::gather(int part, std::span<const double> y, std::span<const Stroke> strokes,
                     CircuitScratch& s) const noexcept {
  const Place& p = places_[part];
  double* x = &s.x[p.x];
  for (int i = 0; i < p.ports; ++i) {
    const int n = nodes_[p.first_port + i];
    x[i] = n >= 0 ? s.pressure[n] : 0.0;
  }
  for (int i = 0; i < p.states; ++i) x[p.ports + i] = y[p.state + i];
  if (!p.stroke) return;
  const Stroke& stroke = strokes[parts_.parts[part].cylinder];
  x[p.in - 2] = stroke.s, x[p.in - 1] = stroke.rate;
}

void Circuit::forces(std::span<const double> y, std::span<const Stroke> strokes,
                     CircuitScratch& x) const noexcept {
  find_pressures(y, strokes, x);
  for (int c = 0; c < cylinders(); ++c) {
    const int k = parts_.cylinders[c].part;
    const Place& p = places_[k];
    gather(k, y, strokes, x);
    if (x.want_slopes)
      parts_.parts[k].part->linearise(&x.x[p.x], x.modes[c], &x.f[p.f], &x.slopes[p.slopes]);
    else
      parts_.parts[k].part->evaluate(&x.x[p.x], x.modes[c], &x.f[p.f]);
    x.forces[c] = x.f[p.f + p.out - 1];
  }
  int c = cylinders();
  for (const int k : gears_) {
    const Place& p = places_[k];
    gather(k, y, strokes, x);
    if (x.want_slopes)
      parts_.parts[k].part->linearise(&x.x[p.x], 0, &x.f[p.f], &x.slopes[p.slopes]);
    else
      parts_.parts[k].part->evaluate(&x.x[p.x], 0, &x.f[p.f]);
    x.forces[c++] = x.f[p.f + p.out - 1];
  }
}

bool Circuit::rates(std::span<const double> y, std::span<const Stroke> strokes,
                    std::span<const double> u, bool find_stops, CircuitScratch& x) const noexcept {
  // Every number of a circuit is a double, so a compiler must fear that any store changes any
  // pointer's target; locals keep it from reading them again.
  double* const flow = x.flow.data();
  double* const rate = x.rate.data();
  const int nodes_of_states = state_nodes_, nv = volumes();
  know(y, u, x);
  double* const all = x.x.data();
  const double* const from = x.known.data();
  double* to = all;
#pragma GCC unroll 4
  for (const int place : gathers_) *to++ = from[place];
  for (const int k : followers_) {
    const Stroke& stroke = strokes[parts_.parts[k].cylinder];
    double* const end = all + places_[k].x + places_[k].in;
    end[-2] = stroke.s, end[-1] = stroke.rate;
  }
  double *const results = x.f.data(), *const slopes = x.slopes.data();
  x.sloped = x.want_slopes, x.want_slopes = false;  // what pushes was evaluated by forces()
  if (x.sloped)
    for (const Call& c : calls_) c.part->linearise(all + c.x, 0, results + c.f, slopes + c.slopes);
  else
    for (const Call& c : calls_) c.part->evaluate(all + c.x, 0, results + c.f);
  add_flows(x);
  find_compliances(strokes, u, x);
  for (int k = 0; k < nv; ++k) {
    const double c = x.compliance[k].value;
    double& per_flow = x.per_flow[k];
    per_flow = parts_.amounts ? 1.0 : 1.0 / c;
    if (!(c > 0.0)) per_flow = std::numeric_limits<double>::quiet_NaN();  // no oil left
    rate[k] = flow[k] * per_flow;
  }
  for (const int k : held_) x.per_flow[k] = 0.0, rate[k] = flow[k] * 0.0;
  // A piston changes the room that the oil has, not its amount.
  for (int c = 0; parts_.amounts && c < cylinders(); ++c) {
    const CylinderPlace& place = parts_.cylinders[c];
    const double* f = &x.f[places_[place.part].f];
    if (const int n = place.volume_A; n >= 0) x.rate[n] -= f[0] * (1.0 + x.squeeze[n]);
    if (const int n = place.volume_B; n >= 0) x.rate[n] -= f[1] * (1.0 + x.squeeze[n]);
  }
  for (int k = nv; k < nodes_of_states; ++k) rate[k] = flow[k] * x.per_flow[k];
  return !limits_.empty() && apply_stops(y, find_stops, x);
}

void Circuit::know(std::span<const double> y, std::span<const double> u,
                   CircuitScratch& x) const noexcept {
  double* const pressure = x.pressure.data();
  const int of_states = state_nodes_, node_count = nodes();
  for (std::size_t k = 0; k < parts_.fixed.size(); ++k)
    pressure[of_states + k] = u[parts_.fixed[k].input];
  const std::span<double> known(x.known);
  copy_few({pressure, static_cast<std::size_t>(node_count)}, known);
  known[node_count] = 0.0;
  copy_few(y.subspan(of_states, states_ - of_states), known.subspan(node_count + 1));
  copy_few(u.first(parts_.inputs), known.last(parts_.inputs));
}

void Circuit::add_flows(CircuitScratch& x) const noexcept {
  const double* const out = x.f.data();
  double *const flow = x.flow.data(), *const rate = x.rate.data();
  const int* at = flow_from_.data();
  const int node_count = nodes();
  for (int k = 0; k < node_count; ++k) {
    double sum = 0.0;
    for (const int* const end = flow_from_.data() + flow_end_[k]; at != end; ++at) sum += out[*at];
    flow[k] = sum;
  }
  for (const Copy& g : rate_copies_) rate[g.to] = out[g.from];
}

void Circuit::change_speed(int c, double rate, double change, CircuitScratch& x,
                           std::span<double> ydot) const noexcept {
  const int part = parts_.cylinders[c].part;
  const Place& p = places_[part];
  double *const at = &x.x[p.x], *const f = &x.f[p.f];
  const double whole = rate - at[p.in - 1];
  const double* by_rate = &x.slopes[p.slopes + p.in - 1];
  at[p.in - 1] = rate;
  if (std::abs(whole) > kLittle) {  // secants in the place of slopes
    std::copy_n(f, p.out, x.one_f.begin());
    parts_.parts[part].part->evaluate(at, x.modes[c], f);
    double* const secants = &x.slopes[p.slopes + p.in - 1];
    for (int r = 0; r < p.out; ++r) secants[r * p.in] = (f[r] - x.one_f[r]) / whole;
  } else {
    for (int r = 0; r < p.out; ++r) f[r] += by_rate[r * p.in] * whole;
  }
  x.forces[c] = f[p.out - 1];
  for (int r = 0; r < p.ports + p.states; ++r, by_rate += p.in) {
    const double df = *by_rate * whole;
    const bool port = r < p.ports;
    const int n = port ? nodes_[p.first_port + r] : p.state + r - p.ports;
    if (n < 0) continue;
    if (port) x.flow[n] += df;
    if (port && n >= volumes()) continue;  // its pressure is given
    const double by_flow = !port ? 1.0 : parts_.amounts ? -x.squeeze[n] : x.per_flow[n];
    x.rate[n] += by_flow * df;
    if (!port || kinds_[n] == VolumeKind::dynamic) ydot[n] += by_flow * *by_rate * change;
  }
}

// After the pressures.
void Circuit::find_compliances(std::span<const Stroke> strokes, std::span<const double> u,
                               CircuitScratch& x) const noexcept {
  for (const ChamberLength& c : chambers_)
    x.lengths[c.volume] = std::max(c.offset + c.direction * strokes[c.cylinder].s, kLeastLength);
  lanes_.evaluate(parts_.volumes, x.lengths.data(), x.pressure.data(), x.compliance.data());
  for (const ChamberLength& c : chambers_)
    if (x.lengths[c.volume] == kLeastLength) x.compliance[c.volume].by_l = 0.0;
  for (int k = 0; !parts_.air.empty() && k < volumes(); ++k) add_air(k, x.lengths[k], u, x);
  for (int k = 0; x.torn && k < volumes(); ++k)
    if (x.pressure_by_y[k] != 1.0) change_state(k, x);
}

// C dp/dt = C p' dpi/dt: the compliance of a state that is not the pressure.
void Circuit::change_state(int volume, CircuitScratch& x) const noexcept {
  Compliance& c = x.compliance[volume];
  const double by_y = x.pressure_by_y[volume];
  c.by_p = c.by_p * by_y * by_y + c.value * x.pressure_by_yy[volume];
  c.value *= by_y;
  c.by_l *= by_y;
}

// Oil with the share alpha of air, as in fluid.h but for the liquid's own small change of volume:
//   c = ((1 - alpha) c_liquid + x/(n p)) / ((1 - alpha) + x),   x = alpha (p0/p)^(1/n)
void Circuit::add_air(int volume, double length, std::span<const double> u,
                      CircuitScratch& x) const noexcept {
  constexpr double kLeast = 1e4;  // [Pa] below, as there
  const CircuitParts::AddedAir& air = parts_.air[volume];
  if (air.input < 0 || !(u[air.input] > 0.0)) return;
  const Volume& v = parts_.volumes[volume];
  const double alpha = air.share * u[air.input], n = v.fluid.polytropic;
  const double p = std::max(x.pressure[volume], kLeast);
  const double air_volume = alpha * std::pow(Fluid::kAtmosphere / p, 1.0 / n);
  const double slope = air_volume / (n * p), share = 1.0 - alpha;
  Compliance& c = x.compliance[volume];
  const double room = v.volume(length), liquid = (c.value - v.wall(length)) / room;
  const double top = share * liquid + slope, bottom = share + air_volume, mixed = top / bottom;
  const double bend = x.pressure[volume] > kLeast ? slope * (1.0 / n + 1.0) / p : 0.0;
  const double top_by_p = share * c.by_p / room - bend;
  c.by_p = room * (top_by_p + (bend > 0.0 ? mixed * slope : 0.0)) / bottom;
  c.by_l += v.area * (mixed - liquid);
  c.value += room * (mixed - liquid);
}

bool Circuit::apply_stops(std::span<const double> y, bool find, CircuitScratch& x) const noexcept {
  bool changed = false;
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    const Limited& limit = limits_[k];
    int& stop = x.modes[cylinders() + k];
    double& rate = x.rate[limit.state];
    x.free_rate[k] = rate;
    if (find) {
      const int before = stop;
      if (stop == 0 && y[limit.state] > limit.upper) stop = 1;
      if (stop == 0 && y[limit.state] < limit.lower) stop = -1;
      if (stop == 0 && y[limit.state] == limit.upper && rate > 0.0) stop = 1;
      if (stop == 0 && y[limit.state] == limit.lower && rate < 0.0) stop = -1;
      if (stop * rate < 0.0) stop = 0;
      changed = changed || stop != before;
    }
    if (stop != 0) rate = 0.0;
  }
  return changed;
}

void Circuit::limit(std::span<double> y) const noexcept {
  for (const Limited& limit : limits_)
    y[limit.state] = std::clamp(y[limit.state], limit.lower, limit.upper);
}

bool Circuit::clip(std::span<const double> y, std::span<const Stroke> strokes,
                   std::span<double> increment) const noexcept {
  constexpr double kFull = 2e5, kTorn = 0.5 * Fluid::kVapourWidth;  // [Pa], over the vapour's
  bool clipped = false;
  for (int k = 0; k < volumes(); ++k) {
    const Volume& v = parts_.volumes[k];
    const double l = volume_length(k, strokes), to = y[k] + increment[k];
    const double full = v.amount(v.fluid.vapour + kFull, l);
    const double torn = v.amount(v.fluid.vapour + kTorn, l);
    const double end = y[k] < full && to > full ? full : y[k] >= full && to < torn ? torn : to;
    clipped = clipped || end != to;
    increment[k] = end - y[k];
  }
  return clipped;
}

void Circuit::residual(std::span<const double> y, std::span<const double> ydot,
                       const CircuitScratch& x, std::span<double> r) const noexcept {
  for (int k = 0; k < states_; ++k) r[k] = ydot[k] - x.rate[k];
  for (const int k : algebraic_) r[k] = -x.rate[k];
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    const Limited& limit = limits_[k];
    const int stop = x.modes[cylinders() + k];
    if (stop != 0) r[limit.state] = y[limit.state] - (stop > 0 ? limit.upper : limit.lower);
  }
}

void Circuit::copy_rates(const CircuitScratch& x, std::span<double> ydot) const noexcept {
  std::copy(x.rate.begin(), x.rate.end(), ydot.begin());
  rest_rates(x, ydot);
}

void Circuit::rest_rates(const CircuitScratch& x, std::span<double> ydot) const noexcept {
  for (const int k : algebraic_) ydot[k] = 0.0;
  for (std::size_t k = 0; k < limits_.size(); ++k)
    if (x.modes[cylinders() + k] != 0) ydot[limits_[k].state] = 0.0;
}

}  // namespace bramah
