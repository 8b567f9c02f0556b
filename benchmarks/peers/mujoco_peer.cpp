// MuJoCo: semi-implicit Euler, everything switched off that the mechanism does not need.
#include <mujoco/mujoco.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "peer.h"

namespace bramah::peers {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// The moment about the rod's own axis does not matter in the plane, but must not be zero.
std::string inertial(double length, double mass) {
  const std::string across = number(mass * length * length / 12.0);
  return "<inertial pos=\"" + number(length / 2.0) + " 0 0\" mass=\"" + number(mass) +
         "\" diaginertia=\"" + number(1e-3 * mass) + " " + across + " " + across + "\"/>";
}

// A rod whose hinge is at `x` of its parent, turned by `degrees` there at qpos = 0.
std::string open_rod(double x, double degrees, const std::string& name, double length,
                     double mass) {
  return "<body name=\"" + name + "\" pos=\"" + number(x) + " 0 0\" euler=\"0 0 " +
         number(degrees) + "\"><joint type=\"hinge\" axis=\"0 0 1\"/>" + inertial(length, mass);
}

// MuJoCo's own format nests bodies, and its parser refuses about a hundred levels; URDF is flat.
std::string chain_robot(std::size_t links) {
  std::string text = "<robot name=\"chain\"><link name=\"world\"/>", before = "world";
  for (std::size_t k = 1; k <= links; ++k) {
    const std::string name = "link" + std::to_string(k), across = number(1.0 / 12.0);
    text +=
        "<link name=\"" + name +
        "\"><inertial><origin xyz=\"0.5 0 0\"/><mass value=\"1\"/><inertia ixx=\"0.001\" iyy=\"" +
        across + "\" izz=\"" + across +
        "\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link><joint name=\"z" + std::to_string(k) +
        "\" type=\"continuous\"><parent link=\"" + before + "\"/><child link=\"" + name +
        "\"/><origin xyz=\"" + (k == 1 ? "0" : "1") + " 0 0\"/><axis xyz=\"0 0 1\"/></joint>";
    before = name;
  }
  return text + "</robot>";
}

void set_options(mjOption& option, double step, bool free) {
  option.timestep = step;
  option.integrator = mjINT_EULER;
  option.gravity[0] = option.gravity[2] = 0.0;
  option.gravity[1] = -kGravity;
  option.disableflags |= mjDSBL_CONTACT | mjDSBL_PASSIVE | mjDSBL_ACTUATION | mjDSBL_SENSOR |
                         mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS;
  if (free) option.disableflags |= mjDSBL_CONSTRAINT;
}

mjModel* compile(const std::string& xml, double step, bool free) {
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(xml.size()));
  std::memcpy(files->filedata[0], xml.data(), xml.size());
  char error[1000] = "";
  mjModel* model = mj_loadXML("model.xml", files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (!model) throw std::runtime_error(std::string("MuJoCo: ") + error);
  set_options(model->opt, step, free);
  return model;
}

class MujocoPeer : public Peer {
 public:
  MujocoPeer(mjModel* model, std::vector<double> start, double last)
      : model_(model),
        data_(mj_makeData(model_)),
        look_(mj_makeData(model_)),
        start_(std::move(start)),
        last_(last) {
    restart();
  }
  ~MujocoPeer() override {
    mj_deleteData(look_);
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void restart() override {
    mj_resetData(model_, data_);
    for (std::size_t k = 0; k < start_.size(); ++k) data_->qpos[k] = start_[k];
  }

  void run(long steps) override {
    for (long k = 0; k < steps; ++k) mj_step(model_, data_);
  }

  Place end() override {
    const mjData* now = at_present();
    const mjtNum* x = now->xpos + 3 * (model_->nbody - 1);
    const mjtNum* R = now->xmat + 9 * (model_->nbody - 1);
    return {x[0] + last_ * R[0], x[1] + last_ * R[3]};
  }

  Energy energy() override {
    model_->opt.enableflags |= mjENBL_ENERGY;  // counted only while it is asked for
    const mjData* now = at_present();
    model_->opt.enableflags &= ~mjENBL_ENERGY;
    return {now->energy[1], now->energy[0]};
  }

 private:
  // A step leaves positions of before it; a copy keeps the look from changing the run.
  mjData* at_present() {
    mj_copyData(look_, model_, data_);
    mj_forward(model_, look_);
    return look_;
  }

  mjModel* model_;
  mjData *data_, *look_;
  std::vector<double> start_;
  double last_;  // length of the last rod
};

}  // namespace

PeerPtr make_mujoco_chain(const Chain& chain) {
  return std::make_unique<MujocoPeer>(compile(chain_robot(chain.start.size()), chain.step, true),
                                      chain.start, 1.0);
}

PeerPtr make_mujoco_four_bar(const FourBar& m, bool stiff) {
  const std::string rods = open_rod(0.0, 0.0, "beam", m.kBeam, m.kBeamMass) +
                           open_rod(m.kPin, -135.0, "coupler", m.kCoupler, m.kCouplerMass) +
                           open_rod(m.kCoupler, -45.0, "lever", m.kLever, m.kLeverMass) +
                           "</body></body></body>";
  // A time constant of two steps is the least that MuJoCo takes (refsafe).
  const std::string how =
      stiff ? " solref=\"" + number(2.0 * m.step) + " 1\" solimp=\"0.9999 0.9999 0.001 0.5 2\""
            : "";
  const std::string text = "<mujoco><compiler angle=\"degree\"/><worldbody>" + rods +
                           "</worldbody><equality><connect body1=\"lever\" anchor=\"" +
                           number(m.kLever) + " 0 0\"" + how + "/></equality></mujoco>";
  return std::make_unique<MujocoPeer>(compile(text, m.step, false), std::vector<double>{},
                                      m.kLever);
}

}  // namespace bramah::peers
