#include "build/flexible.h"

#include <algorithm>
#include <cmath>

#include "build/item_check.h"
#include "build/points.h"
#include "build/upright.h"
#include "core/text.h"
#include "multibody/beam.h"

namespace bramah {

namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

Vector3d vec(const Triple& t) { return {t[0], t[1], t[2]}; }
Triple to_triple(const Vector3d& v) { return {v[0], v[1], v[2]}; }

// The section that is given, or that of the beam which the body looks like between the same points.
BeamSpec with_section(const BodySpec& body) {
  BeamSpec beam = *body.flexible;
  if (beam.second_moment[0] > 0.0 || beam.height > 0.0 || beam.along.empty()) return beam;
  for (const LookSpec& look : body.look)
    if (look.kind == LookSpec::Kind::beam && look.from == beam.along.front() &&
        look.to == beam.along.back())
      beam.width = look.width, beam.height = look.height, beam.height_end = look.height_end;
  return beam;
}

// Where the beam lies in the body, and what it is made of.
class Beam {
 public:
  Beam(const MachineDescription& d, const BodySpec& body)
      : spec_(with_section(body)), planar_(d.planar) {
    foot_ = vec(find_point(body.points, spec_.along.front())->at);
    const Vector3d direction = vec(find_point(body.points, spec_.along.back())->at) - foot_;
    length_ = direction.norm();
    axes_ = bar_frame(direction, height_axis(d));
    if (planar_) axes_ << axes_.col(0), Vector3d::UnitZ().cross(axes_.col(0)), Vector3d::UnitZ();
    for (const std::string& name : spec_.along) {
      const Vector3d at = in_beam(find_point(body.points, name)->at);
      ends_.push_back(at.x());
      off_axis_ = std::max(off_axis_, at.tail<2>().norm());
    }
  }

  const BeamSpec& spec() const { return spec_; }
  double length() const { return length_; }
  double off_axis() const { return off_axis_; }
  const std::vector<double>& ends() const { return ends_; }
  Vector3d axis(int k) const { return axes_.col(k); }
  Vector3d in_beam(const Triple& at) const { return axes_.transpose() * (vec(at) - foot_); }
  Vector3d on_axis(double x) const { return foot_ + x * axes_.col(0); }

  SecondMoments section(double x) const {
    if (spec_.second_moment[0] > 0.0) return {spec_.second_moment[0], spec_.second_moment[1]};
    const double share = x / length_;
    const auto along = [&](double first, double last) {
      return first + share * ((last > 0.0 ? last : first) - first);
    };
    return box_section(along(spec_.width, spec_.width_end), along(spec_.height, spec_.height_end),
                       spec_.wall);
  }

  std::vector<BeamHinge> hinges() const {
    return beam_hinges(ends_, spec_.hinges, spec_.young, [&](double x) { return section(x); });
  }

  std::optional<std::vector<BeamMass>> pieces(const BodySpec& body,
                                              std::span<const double> cuts) const {
    const auto& [xx, yy, zz, xy, yz, zx] = body.inertia;
    BeamMass whole;
    whole.mass = body.mass, whole.centre = in_beam(body.com);
    if (planar_) {  // as a line: all of Izz lies along it
      whole.moments(0, 0) = zz;
    } else {
      Matrix3d inertia;
      inertia << xx, xy, zx, xy, yy, yz, zx, yz, zz;
      whole.moments = axes_.transpose() * moments_of(inertia) * axes_;
    }
    return beam_pieces(whole, length_, cuts);
  }

  // In slices, with the point masses.
  std::vector<PlacedMass> placed_masses(const BodySpec& body) const {
    constexpr int kSlices = 200;
    std::vector<double> cuts;
    for (int k = 1; k < kSlices; ++k) cuts.push_back(length_ * k / kSlices);
    const std::vector<BeamMass> slices = pieces(body, cuts).value();
    std::vector<PlacedMass> masses;
    for (const BeamMass& slice : slices) masses.push_back({slice.centre.x(), slice.mass});
    for (const PointMassSpec& mass : body.point_masses)
      masses.push_back({in_beam(find_point(body.points, mass.at)->at).x(), mass.mass});
    return masses;
  }

  // A piece's mass as a body's, in the body's frame.
  void give(const BeamMass& piece, BodySpec& body) const {
    body.mass = piece.mass;
    body.com = to_triple(foot_ + axes_ * piece.centre);
    const Matrix3d i = axes_ * inertia_of_moments(piece.moments) * axes_.transpose();
    body.inertia = {i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(1, 2), i(2, 0)};
  }

 private:
  BeamSpec spec_;
  bool planar_;
  Vector3d foot_ = Vector3d::Zero();
  double length_ = 0.0, off_axis_ = 0.0;
  Matrix3d axes_ = Matrix3d::Identity();
  std::vector<double> ends_;
};

// ---------------------------------------------------------------------------------------- check
bool check_points(const BodySpec& body, const ItemCheck& check) {
  const BeamSpec& beam = *body.flexible;
  if (beam.along.size() < 2)
    return check.refuse("along", concat("expected at least two points; found ", beam.along.size())),
           false;
  for (const std::string& name : beam.along)
    if (!find_point(body.points, name)) {
      std::string known = "origin";
      for (const PointSpec& point : body.points) known += ", " + point.name;
      return check.refuse("along", "the body has no point \"" + name + "\"; it has " + known),
             false;
    }
  return true;
}

void check_line(const Beam& beam, const ItemCheck& check) {
  constexpr double kStraight = 0.2;  // of the length: lugs may stand off the axis
  if (!(beam.length() > 0.0))
    return check.refuse("along", "the first and the last point are at the same place");
  for (std::size_t k = 1; k < beam.ends().size(); ++k)
    if (!(beam.ends()[k] > beam.ends()[k - 1]))
      return check.refuse("along", "expected points in order from one end to the other; \"" +
                                       beam.spec().along[k] + "\" does not lie beyond \"" +
                                       beam.spec().along[k - 1] + "\"");
  if (beam.off_axis() > kStraight * beam.length())
    check.refuse("along",
                 concat("a beam is straight; a point lies ", short_number(1e3 * beam.off_axis()),
                        " mm beside the line from the first to the last (at most a fifth "
                        "of its length). Make a bent one of two bodies on a fixed joint"));
}

void check_section(const Beam& beam, const ItemCheck& check) {
  const BeamSpec& spec = beam.spec();
  check.positive("young", spec.young, "Pa");
  check.fraction("damping", spec.damping);
  if (spec.hinges < 1) check.refuse("hinges", concat("expected 1 or more; found ", spec.hinges));
  for (const double value : spec.second_moment)
    if (!(value >= 0.0)) return check.refuse("second_moment", "must not be negative");
  if (spec.second_moment[0] > 0.0) {
    if (spec.height > 0.0)
      check.refuse("has both a second_moment and a section of width and height; keep one");
    return;
  }
  if (!(spec.height > 0.0))
    return check.refuse(
        "has no section: give width, height and wall, or second_moment (or the body looks like a "
        "beam from \"" +
        spec.along.front() + "\" to \"" + spec.along.back() + "\", and wall is given)");
  check.positive("width", spec.width, "m");
  check.not_negative("width_end", spec.width_end, "m");
  check.not_negative("height_end", spec.height_end, "m");
  if (!(spec.wall > 0.0))
    return check.refuse("wall",
                        "is not given; expected the thickness of the plates, half the smaller edge "
                        "of a solid bar");
  const double ends[] = {spec.width, spec.height,
                         spec.width_end > 0.0 ? spec.width_end : spec.width,
                         spec.height_end > 0.0 ? spec.height_end : spec.height};
  const double edge = *std::ranges::min_element(ends);
  if (spec.wall > 0.5 * edge * (1.0 + 1e-9))
    check.refuse("wall", concat("is ", short_number(1e3 * spec.wall),
                                " mm, more than half of the smallest edge (",
                                short_number(1e3 * edge), " mm)"));
}

void check_body(const MachineDescription& d, const BodySpec& body, Problems& problems) {
  const ItemCheck check(problems, "body \"" + body.name + "\": flexible", body.flexible->where);
  if (!check_points(body, check)) return;
  const Beam beam(d, body);
  const std::size_t before = problems.size();
  check_line(beam, check);
  check_section(beam, check);
  if (body.mass == 0.0) check.refuse("a beam needs a mass");
  if (problems.size() == before && !beam.pieces(body, {}))
    check.refuse(concat(
        "no beam of ", short_number(beam.length()), " m from \"", beam.spec().along.front(),
        "\" to \"", beam.spec().along.back(),
        "\" has the mass, the centre of mass and the inertia of this body; those of a uniform one "
        "are com in the middle and shape: {rod: ",
        short_number(beam.length()), " m}. What is more at one place belongs into point_masses"));
}

// ------------------------------------------------------------------------------------- expansion
class Pieces {
 public:
  Pieces(const MachineDescription& d, const BodySpec& body)
      : beam_(d, body), hinges_(beam_.hinges()), name_(body.name) {
    for (const BeamHinge& hinge : hinges_) cuts_.push_back(hinge.at);
  }

  // Piece on which a place of the body is.
  std::size_t piece_at(const Triple& at) const {
    const double x = beam_.in_beam(at).x();
    return static_cast<std::size_t>(std::ranges::lower_bound(cuts_, x) - cuts_.begin());
  }
  std::string name(std::size_t piece) const {
    return piece == 0 ? name_ : concat(name_, ".", piece);
  }

  std::vector<BodySpec> bodies(const BodySpec& body) const {
    std::vector<BodySpec> out;
    const std::vector<BeamMass> masses = beam_.pieces(body, cuts_).value();
    for (const BeamMass& mass : masses) {
      BodySpec piece{.name = name(out.size()), .where = body.where};
      beam_.give(mass, piece);
      out.push_back(piece);
    }
    for (const PointSpec& point : body.points) out[piece_at(point.at)].points.push_back(point);
    for (const PointMassSpec& mass : body.point_masses)
      out[piece_at(find_point(body.points, mass.at)->at)].point_masses.push_back(mass);
    for (std::size_t k = 0; k < cuts_.size(); ++k) {
      const PointSpec cut{
          .name = bend(k), .at = to_triple(beam_.on_axis(cuts_[k])), .where = body.where};
      out[k].points.push_back(cut), out[k + 1].points.push_back(cut);
    }
    for (const LookSpec& look : body.look) add_look(look, body, out);
    return out;
  }

  std::vector<JointSpec> joints(const MachineDescription& d, const BodySpec& body) const {
    const std::vector<PlacedMass> masses = beam_.placed_masses(body);
    const bool sideways = !d.planar && beam_.spec().sideways;
    const double upright_time = damping_time(&BeamHinge::upright, masses);
    const double sideways_time = sideways ? damping_time(&BeamHinge::sideways, masses) : 0.0;
    std::vector<JointSpec> out;
    for (std::size_t k = 0; k < hinges_.size(); ++k) {
      JointSpec joint;
      joint.name = concat(name_, ".bend", k + 1);
      joint.type = sideways ? JointType::universal : JointType::revolute;
      joint.a = {name(k), bend(k), body.where}, joint.b = {name(k + 1), bend(k), body.where};
      joint.axis = to_triple(beam_.axis(2)), joint.axis2 = to_triple(beam_.axis(1));
      joint.coordinates.push_back(coordinate(d, hinges_[k].upright, upright_time));
      if (sideways) joint.coordinates.push_back(coordinate(d, hinges_[k].sideways, sideways_time));
      joint.where = body.where;
      out.push_back(joint);
    }
    return out;
  }

 private:
  static std::string bend(std::size_t k) { return concat(".bend", k + 1); }

  // T = 2 zeta/omega
  double damping_time(double BeamHinge::*way, std::span<const PlacedMass> masses) const {
    std::vector<double> stiffness;
    for (const BeamHinge& hinge : hinges_) stiffness.push_back(hinge.*way);
    return 2.0 * beam_.spec().damping / first_bending(cuts_, stiffness, masses);
  }

  CoordinateSpec coordinate(const MachineDescription& d, double stiffness, double time) const {
    CoordinateSpec c;
    c.start_kind = d.initial_static ? CoordinateSpec::Start::statics : CoordinateSpec::Start::given;
    c.stiffness = stiffness, c.damping = time * stiffness;
    c.where = beam_.spec().where;
    return c;
  }

  // A bar along the beam is cut where the beam is; other shapes stay on the piece they are at.
  void add_look(const LookSpec& look, const BodySpec& body, std::vector<BodySpec>& out) const {
    const bool bar = look.kind == LookSpec::Kind::rod || look.kind == LookSpec::Kind::beam;
    if (!bar) return out[piece_at(look.at)].look.push_back(look);
    const Triple from = find_point(body.points, look.from)->at;
    const Triple to = find_point(body.points, look.to)->at;
    const Vector3d a = vec(from), way = vec(to) - a;
    const double x = beam_.in_beam(from).x(), run = beam_.in_beam(to).x() - x;
    const double last = look.height_end > 0.0 ? look.height_end : look.height;
    std::vector<double> shares{0.0};
    for (const double cut : cuts_)
      if (const double share = (cut - x) / run; share > 0.0 && share < 1.0) shares.push_back(share);
    shares.push_back(1.0);
    std::ranges::sort(shares);
    for (std::size_t k = 0; k + 1 < shares.size(); ++k) {
      const Vector3d middle = a + 0.5 * (shares[k] + shares[k + 1]) * way;
      BodySpec& piece = out[piece_at(to_triple(middle))];
      LookSpec part = look;
      const auto end = [&](double share, const char* word) {
        const std::string name = concat(".", word, piece.points.size());
        piece.points.push_back(
            {.name = name, .at = to_triple(a + share * way), .where = look.where});
        return name;
      };
      part.from = end(shares[k], "from"), part.to = end(shares[k + 1], "to");
      part.height = look.height + shares[k] * (last - look.height);
      part.height_end = look.height + shares[k + 1] * (last - look.height);
      piece.look.push_back(part);
    }
  }

  Beam beam_;
  std::vector<BeamHinge> hinges_;
  std::vector<double> cuts_;
  std::string name_;
};

// Every point that something of the machine refers to.
template <class Change>
void each_point(MachineDescription& d, Change change) {
  for (JointSpec& joint : d.joints) change(joint.a), change(joint.b);
  for (SpringSpec& spring : d.springs) change(spring.a), change(spring.b);
  for (ForceSpec& force : d.forces) change(force.at);
  for (ElementSpec& element : d.elements) {
    change(element.a), change(element.b);
    for (PointRef& point : element.path) change(point);
  }
  for (PayloadSpec& payload : d.payloads) change(payload.to);
  for (GripSpec& grip : d.grips) {
    change(grip.from);
    for (PointRef& point : grip.to) change(point);
  }
  for (BucketSpec& bucket : d.buckets) change(bucket.to);
  for (ProbeSpec& probe : d.probes) change(probe.at);
  for (CylinderSpec& cylinder : d.cylinders) change(cylinder.from), change(cylinder.to);
  for (MarkerSpec& marker : d.markers) change(marker.at);
}

}  // namespace

void check_flexible(const MachineDescription& d, Problems& problems) {
  for (const BodySpec& body : d.bodies)
    if (body.flexible) check_body(d, body, problems);
}

MachineDescription with_flexible_bodies(MachineDescription d) {
  const auto stiff = [](const BodySpec& body) { return !body.flexible; };
  if (std::ranges::all_of(d.bodies, stiff)) return d;
  std::vector<BodySpec> bodies;
  std::vector<JointSpec> joints;
  for (const BodySpec& body : d.bodies) {
    if (!body.flexible) {
      bodies.push_back(body);
      continue;
    }
    const Pieces pieces(d, body);
    each_point(d, [&](PointRef& ref) {
      if (ref.body != body.name) return;
      if (const PointSpec* point = find_point(body.points, ref.point))
        ref.body = pieces.name(pieces.piece_at(point->at));
    });
    std::ranges::move(pieces.bodies(body), std::back_inserter(bodies));
    std::ranges::move(pieces.joints(d, body), std::back_inserter(joints));
  }
  d.bodies = std::move(bodies);
  // First, so that a loop is cut at another joint.
  d.joints.insert(d.joints.begin(), joints.begin(), joints.end());
  return d;
}

}  // namespace bramah
