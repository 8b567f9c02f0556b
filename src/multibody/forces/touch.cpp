#include "multibody/forces/touch.h"

namespace bramah {

namespace {

const std::vector<ForceInfo::Output> kOutputs{
    {"gap", "m", "distance, negative where they are pressed together"},
    {"slip", "m/s", "speed along the surface"},
    {"normal", "N", "normal force"}};
const std::vector<ForceInfo::State> kBristles{{"bend1", "m", "of the bristles"},
                                              {"bend2", "m", "of the bristles"},
                                              {"bend3", "m", "of the bristles"}};

double slip_of(const Three<double>& n, const Three<double>& v) {
  const Three<double> along = plus3(v, -dot3(n, v), n);
  return std::sqrt(dot3(along, along));
}

}  // namespace

double Ball::output(int which, const double* x, const double*, const double* now) const {
  const BodyFrame<double> body(x, x + 9);
  const auto on = ground.surface(body.p, now);
  const Three<double> v =
      body.velocity_at({-radius * on.normal[0], -radius * on.normal[1], -radius * on.normal[2]});
  if (which == 0) return -on.depth - radius;
  if (which == 1) return slip_of(on.normal, v);
  return grip.normal_force(on.depth + radius, -dot3(on.normal, v));
}

double Touch::output(int which, const double* x, const double*) const {
  const Meeting<double> m = meet(BodyFrame<double>(x, x + 18), BodyFrame<double>(x + 9, x + 27));
  if (which == 0) return -m.depth;
  if (which == 1) return slip_of(m.n, m.v);
  return grip.normal_force(m.depth, -dot3(m.n, m.v));
}

const ForceInfo& ball_info() {
  static const ForceInfo info{
      .type = "ball",
      .doc =
          "A ball of a body, or the end of a capsule, that may touch the ground and roll on it "
          "([contact](theory/contact.md)).",
      .acts = ForceInfo::Acts::body,
      .parameters = joined(joined(Grip::keys("ground under the ball"), Ground::keys()),
                           {{"radius", "m", "of the ball", kRequiredParameter, 1e-6, 1e3}}),
      .states = kBristles,
      .outputs = kOutputs,
      .make_on_site = [](std::span<const double> p,
                         const ForceSite& site) -> std::unique_ptr<const ForceElement> {
        return std::make_unique<ForceOf<Ball>>(
            Ball{Grip::from(p), p[10], Ground::from(p.subspan(7), site)});
      }};
  return info;
}

const ForceInfo& touch_info() {
  static const ForceInfo info{
      .type = "touch",
      .doc =
          "A point or a ball of a body that may touch a box, a ball or a capsule of another body "
          "([contact](theory/contact.md)).",
      .acts = ForceInfo::Acts::bodies,
      .parameters =
          joined(Grip::keys("two bodies"),
                 {{"radius", "m", "of the ball; 0: a point", 0.0, 0.0, 1e3},
                  {"edge_x", "m", "of the other body's box, about its point", 0.0, 0.0, 1e3},
                  {"edge_y", "m", "of the box", 0.0, 0.0, 1e3},
                  {"edge_z", "m", "of the box", 0.0, 0.0, 1e3},
                  {"round", "m", "rounding of the box: alone a ball, with `edge_x` a capsule", 0.0,
                   0.0, 1e3}}),
      .states = kBristles,
      .outputs = kOutputs,
      .make_on_site = [](std::span<const double> p,
                         const ForceSite& site) -> std::unique_ptr<const ForceElement> {
        const double deep =
            site.planar ? 1e9 : 0.5 * p[10];  // in the plane there is no way out by z
        return std::make_unique<ForceOf<Touch>>(
            Touch{Grip::from(p), p[7], {0.5 * p[8], 0.5 * p[9], deep}, p[11]});
      }};
  return info;
}

}  // namespace bramah
