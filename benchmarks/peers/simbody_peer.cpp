// Simbody: its semi-explicit Euler integrator with a fixed step, or the same rule by hand.
#include <Simbody.h>

#include "peer.h"

namespace bramah::peers {
namespace {

using SimTK::MobilizedBody, SimTK::Vec3;

SimTK::Body::Rigid rod(double length, double mass) {
  const Vec3 centre(length / 2.0, 0.0, 0.0);
  const double across = mass * length * length / 12.0;
  const SimTK::Inertia about_centre(1e-3 * mass, across, across);
  return SimTK::Body::Rigid(
      SimTK::MassProperties(mass, centre, about_centre.shiftFromMassCenter(-centre, mass)));
}

class SimbodyPeer : public Peer {
 public:
  SimbodyPeer(double step, double last, bool bare)
      : matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, Vec3(0.0, -kGravity, 0.0)),
        step_(step),
        last_(last),
        bare_(bare) {
    forces_.setNumberOfThreads(1);
    bodies_.push_back(matter_.updGround());
  }

  // A rod on a hinge at `x` of the one before it; at angle 0 it is turned by `angle`.
  void add_rod(double x, double angle, double length, double mass) {
    const SimTK::Rotation turned(angle, SimTK::ZAxis);
    bodies_.push_back(MobilizedBody::Pin(bodies_.back(), SimTK::Transform(turned, Vec3(x, 0, 0)),
                                         rod(length, mass), SimTK::Transform()));
  }

  // The end of the last rod stays at `place`: two equations, as the mechanism is planar.
  void close(const Place& place) {
    const Vec3 tip(last_, 0.0, 0.0);
    SimTK::Constraint::PointInPlane(matter_.updGround(), SimTK::UnitVec3(1, 0, 0), place[0],
                                    bodies_.back(), tip);
    SimTK::Constraint::PointInPlane(matter_.updGround(), SimTK::UnitVec3(0, 1, 0), place[1],
                                    bodies_.back(), tip);
  }

  void ready(const std::vector<double>& start) {
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    for (std::size_t k = 0; k < start.size(); ++k) bodies_[k + 1].setOneQ(state_, 0, start[k]);
    start_ = state_;
    restart();
  }

  void restart() override {
    state_ = start_;
    if (bare_) return;
    integrator_ = std::make_unique<SimTK::SemiExplicitEulerIntegrator>(system_, step_);
    integrator_->setConstraintTolerance(1e-9);
    integrator_->setReturnEveryInternalStep(true);
    integrator_->initialize(state_);
    integrator_->stepTo(1e9);  // reports the start
  }

  void run(long steps) override {
    if (bare_) return run_bare(steps);
    for (long k = 0; k < steps; ++k) integrator_->stepTo(1e9);
  }

  Place end() override {
    const SimTK::State& now = bare_ ? state_ : integrator_->getState();
    system_.realize(now, SimTK::Stage::Position);
    const Vec3 place = bodies_.back().findStationLocationInGround(now, Vec3(last_, 0.0, 0.0));
    return {place[0], place[1]};
  }

  Energy energy() override {
    const SimTK::State& now = bare_ ? state_ : integrator_->getState();
    system_.realize(now, SimTK::Stage::Dynamics);
    return {system_.calcKineticEnergy(now), system_.calcPotentialEnergy(now)};
  }

 private:
  void run_bare(long steps) {  // pins: the rate of an angle is its speed
    for (long k = 0; k < steps; ++k) {
      system_.realize(state_, SimTK::Stage::Acceleration);
      const SimTK::Vector rate = state_.getU() + step_ * state_.getUDot();
      state_.updU() = rate;
      state_.updQ() += step_ * rate;
      state_.updTime() += step_;
    }
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  std::vector<MobilizedBody> bodies_;
  SimTK::State state_, start_;
  std::unique_ptr<SimTK::Integrator> integrator_;
  double step_, last_;
  bool bare_;
};

}  // namespace

PeerPtr make_simbody_chain(const Chain& chain, bool bare) {
  auto peer = std::make_unique<SimbodyPeer>(chain.step, 1.0, bare);
  for (std::size_t k = 0; k < chain.start.size(); ++k)
    peer->add_rod(k == 0 ? 0.0 : 1.0, 0.0, 1.0, 1.0);
  peer->ready(chain.start);
  return peer;
}

PeerPtr make_simbody_four_bar(const FourBar& m) {
  const double degree = SimTK::Pi / 180.0;
  auto peer = std::make_unique<SimbodyPeer>(m.step, m.kLever, false);
  peer->add_rod(0.0, 0.0, m.kBeam, m.kBeamMass);
  peer->add_rod(m.kPin, -135.0 * degree, m.kCoupler, m.kCouplerMass);
  peer->add_rod(m.kCoupler, -45.0 * degree, m.kLever, m.kLeverMass);
  peer->close(m.kE);
  peer->ready({});
  return peer;
}

}  // namespace bramah::peers
