// The floor: four_bar_smooth written by hand for this one machine. One degree of freedom (the angle
// psi of the lever about E), three pressures, one spool; trapezoidal rule; its own Newton with a
// closed-form elimination of the loop. Nothing general: it shows what the equations themselves
// cost.
//
//   M(psi) psi'' + M'(psi) psi'²/2 + V'(psi) = F s'(psi)
// The loop 3 e(f1) + sqrt2 e(f2) = E + 2 e(psi) is a triangle: C is the intersection of two
// circles.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace bramah::floor {

struct Parameters {
  double m1 = 225, m2 = 35, m3 = 50, g = 9.81;
  double c = 1.944e5;  // viscous [N s/m]
  double supply = 7.6e6, tank = 0.1e6, tau = 1.0 / (2.0 * std::numbers::pi * 35.0);
  double Cv = 2.138e-8, Ct = 0.8 * 2.83e-5 * std::sqrt(2.0 / 850.0), edge = 2e5;
  double A = std::numbers::pi / 4 * 0.08 * 0.08;
  double B = std::numbers::pi / 4 * (0.08 * 0.08 - 0.035 * 0.035);
  double l = 1.1, V1 = 4.71e-5, V2 = 3.14e-5, V3 = 7.85e-5;
  double oil = 1 / 1.5e9, hose = 1 / 5.5e8, barrel = 1 / 3.15e10;
};

// Position-dependent quantities and their derivatives by psi.
struct Geometry {
  double M, dM, dV, ddV, s, ds, dds;
};

inline Geometry geometry(const Parameters& p, double psi) {
  const double sp = std::sin(psi), cp = std::cos(psi);
  const double Dx = 2 * cp, Dy = 2 * sp - 1;  // D
  // C: 3 m from O, sqrt2 m from D.
  const double d2 = Dx * Dx + Dy * Dy, k = (d2 + 7) / (2 * d2), h = std::sqrt(9 / d2 - k * k);
  const double Cx = k * Dx - h * Dy, Cy = k * Dy + h * Dx;
  const double Bx = Dx - Cx, By = Dy - Cy;  // coupler, sqrt2 long
  // Rates: f1' n(C) + f2' n(B) = D' with n(r) = (-r_y, r_x); second derivatives likewise.
  const double D1x = -2 * sp, D1y = 2 * cp, D2x = -2 * cp, D2y = -2 * sp;
  const double det = -Cy * Bx + Cx * By;  // n(C) x n(B)
  const double f1 = (D1x * Bx + D1y * By) / det, f2 = -(D1x * Cx + D1y * Cy) / det;
  const double rx = D2x + f1 * f1 * Cx + f2 * f2 * Bx, ry = D2y + f1 * f1 * Cy + f2 * f2 * By;
  const double g1 = (rx * Bx + ry * By) / det, g2 = -(rx * Cx + ry * Cy) / det;
  // Centre of the coupler: C + B/2.
  const double ux = -f1 * Cy - 0.5 * f2 * By, uy = f1 * Cx + 0.5 * f2 * Bx;
  const double wx = -g1 * Cy - f1 * f1 * Cx - 0.5 * (g2 * By + f2 * f2 * Bx);
  const double wy = g1 * Cx - f1 * f1 * Cy + 0.5 * (g2 * Bx - f2 * f2 * By);
  const double J1 = p.m1 * 27.0, J2 = p.m2 / 6.0, J3 = p.m3 * 4.0 / 3.0;
  Geometry out;
  out.M = J1 * f1 * f1 + p.m2 * (ux * ux + uy * uy) + J2 * f2 * f2 + J3;
  out.dM = 2 * (J1 * f1 * g1 + p.m2 * (ux * wx + uy * wy) + J2 * f2 * g2);
  out.dV = p.g * (p.m1 * 1.5 * f1 * Cx + p.m2 * uy + p.m3 * cp);
  out.ddV = p.g * (p.m1 * 1.5 * (g1 * Cx - f1 * f1 * Cy) + p.m2 * wy - p.m3 * sp);
  // Cylinder from G = (0, -2) to F = E + e(psi): s² = 2 + 2 sin psi.
  out.s = std::sqrt(2 + 2 * sp);
  out.ds = cp / out.s;
  out.dds = (-sp - out.ds * out.ds) / out.s;
  return out;
}

struct Flow {
  double q, slope;
};
inline Flow flow(const Parameters& p, double C, double dp) {
  const double size = std::abs(dp);
  if (size < p.edge) return {C * dp / std::sqrt(p.edge), C / std::sqrt(p.edge)};
  const double root = std::sqrt(size);
  return {std::copysign(C * root, dp), 0.5 * C / root};
}

struct FloorState {
  double psi = 0, v = 0, a = 0;
  std::array<double, 4> y{}, dy{};  // hose, A, B, spool
};

class FourBarFloor {
 public:
  explicit FourBarFloor(const Parameters& p = {}) : p_(p) {}

  FloorState start() const {
    FloorState x;
    const double F = std::numbers::sqrt2 * p_.g * (3 * p_.m1 + 2 * p_.m2 + p_.m3);
    x.y = {(F + 3.5e6 * p_.B) / p_.A, (F + 3.5e6 * p_.B) / p_.A, 3.5e6, 0.0};
    return x;
  }
  // Rates with a new command: at the start and after each jump.
  void refresh(FloorState& x, double command) const {
    Rates r;
    const Geometry k = geometry(p_, x.psi);
    rates(x.y, k.s, k.ds * x.v, command, r);
    x.dy = r.h;
    x.a = (r.F * k.ds - k.dV - 0.5 * k.dM * x.v * x.v) / k.M;
  }
  // One trapezoidal step; returns Newton's iterations, or -1.
  int step(FloorState& x, double h, double command) const {
    const double b = 0.5 * h;
    FloorState n = x;
    n.psi += h * (x.v + b * x.a);
    n.v += h * x.a;
    for (int i = 0; i < 4; ++i) n.y[i] += h * x.dy[i];
    for (int iteration = 1; iteration <= 20; ++iteration) {
      const double size = iterate(n, b, command);
      if (size < 1e-9) {
        x = n;
        return iteration;
      }
    }
    return -1;
  }

 private:
  struct Rates {
    std::array<double, 4> h;
    double F, dh_s[3], dh_v[3], dF_v;
    double by[3][4];  // dh/dy of the pressures
  };

  void rates(const std::array<double, 4>& y, double s, double sdot, double command,
             Rates& r) const {
    const double u = y[3], lA = s - p_.l, lB = 2 * p_.l - s;
    const double C1 = p_.V1 * (p_.oil + p_.hose);
    const double C2 = (p_.V2 + p_.A * lA) * p_.oil + p_.V2 * p_.hose + p_.A * lA * p_.barrel;
    const double C3 = (p_.V3 + p_.B * lB) * p_.oil + p_.V3 * p_.hose + p_.B * lB * p_.barrel;
    const Flow t = flow(p_, p_.Ct, y[0] - y[1]);
    const bool up = u >= 0;
    const Flow in = flow(p_, p_.Cv, (up ? p_.supply : p_.tank) - y[0]);
    const Flow out = flow(p_, p_.Cv, y[2] - (up ? p_.tank : p_.supply));
    const double open = std::abs(u), sign = up ? 1.0 : -1.0;
    r.h[0] = (open * in.q - t.q) / C1;
    r.h[1] = (t.q - p_.A * sdot) / C2;
    r.h[2] = (p_.B * sdot - open * out.q) / C3;
    r.h[3] = (command - u) / p_.tau;
    r.F = y[1] * p_.A - y[2] * p_.B - p_.c * sdot;
    r.by[0][0] = -(open * in.slope + t.slope) / C1, r.by[0][1] = t.slope / C1;
    r.by[0][3] = sign * in.q / C1;
    r.by[1][0] = t.slope / C2, r.by[1][1] = -t.slope / C2;
    r.by[2][2] = -open * out.slope / C3, r.by[2][3] = -sign * out.q / C3;
    const double slope = p_.oil + p_.barrel;
    r.dh_s[1] = -r.h[1] * p_.A * slope / C2, r.dh_v[1] = -p_.A / C2;
    r.dh_s[2] = r.h[2] * p_.B * slope / C3, r.dh_v[2] = p_.B / C3;
  }

  // One Newton iteration. The spool and the hose are eliminated by hand, then 3 x 3 remain.
  double iterate(FloorState& n, double b, double command) const {
    const Geometry k = geometry(p_, n.psi);
    Rates r;
    const double sdot = k.ds * n.v, cv = 1 / b, ca = cv * cv;
    rates(n.y, k.s, sdot, command, r);
    const double by_v = k.ds, by_psi = k.dds * n.v;  // d(sdot)
    const double dsdot = by_psi + cv * by_v;
    // Residuals.
    const double R0 = k.M * n.a + 0.5 * k.dM * n.v * n.v + k.dV - r.F * k.ds;
    double R[4];
    for (int i = 0; i < 4; ++i) R[i] = n.dy[i] - r.h[i];
    // Tangent of the mechanical row (M'' v²/2 is left out: it only slows Newton by a hair).
    const double J00 =
        ca * k.M + k.dM * (n.a + cv * n.v) + k.ddV - r.F * k.dds + p_.c * dsdot * k.ds;
    const double J02 = -p_.A * k.ds, J03 = p_.B * k.ds;
    const double J20 = -(r.dh_s[1] * k.ds + r.dh_v[1] * dsdot);
    const double J30 = -(r.dh_s[2] * k.ds + r.dh_v[2] * dsdot);
    // Spool.
    const double du = -R[3] / (cv + 1 / p_.tau);
    const double R1 = R[0] - r.by[0][3] * du, R3 = R[2] - r.by[2][3] * du;
    // Hose: J11 d1 - by01 d2 = -R1.
    const double J11 = cv - r.by[0][0];
    const double J21 = -r.by[1][0];
    const double J22 = cv - r.by[1][1] - J21 * (-r.by[0][1]) / J11;
    const double R2 = R[1] - J21 * R1 / J11;
    // Chamber B: J33 d3 = -R3 - J30 d0.  Chamber A: J22 d2 = -R2 - J20 d0.
    const double J33 = cv - r.by[2][2];
    const double d0 =
        -(R0 - J02 * R2 / J22 - J03 * R3 / J33) / (J00 - J02 * J20 / J22 - J03 * J30 / J33);
    const double d2 = (-R2 - J20 * d0) / J22, d3 = (-R3 - J30 * d0) / J33;
    const double d1 = (-R1 + r.by[0][1] * d2) / J11;
    n.psi += d0, n.v += cv * d0, n.a += ca * d0;
    const double d[4] = {d1, d2, d3, du};
    for (int i = 0; i < 4; ++i) n.y[i] += d[i], n.dy[i] += cv * d[i];
    return std::max({std::abs(d0), 1e-7 * std::abs(d1), 1e-7 * std::abs(d2), 1e-7 * std::abs(d3),
                     0.1 * std::abs(du)});
  }

  Parameters p_;
};

// The command of the file, by tick: +10 V on [1, 2.5) s, -10 V on [5, 8) s.
inline double command_after(double t) {
  if (t >= 1.0 - 1e-9 && t < 2.5 - 1e-9) return 10.0;
  return t >= 5.0 - 1e-9 && t < 8.0 - 1e-9 ? -10.0 : 0.0;
}

}  // namespace bramah::floor
