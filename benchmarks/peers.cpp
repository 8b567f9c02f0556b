// The same mechanisms in Bramah, MuJoCo and Simbody, side by side in one run: CPU time of one
// thread, least of several repeats taken in turn, steps alone.
//   benchmark_peers [chains|four_bar]      both without an argument
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "analysis/chain_text.h"
#include "bramah/basics.h"
#include "peers/peer.h"

namespace {

using namespace bramah::peers;

// The first that this program knows is used.
const std::vector<Method> kChainMethods{{"inef", "semi_euler"}, {"semirecursive", "trapezoidal"}};
const std::vector<Method> kFourBarMethods{{"semirecursive", "trapezoidal"},
                                          {"double_step", "trapezoidal"},
                                          {"double_step", "semi_euler"}};
const std::vector<int> kLinks{2, 4, 8, 16, 32, 64, 128, 256};
constexpr double kStep = 1e-3;
constexpr int kRepeats = 15;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);  // of the process: no thread goes uncounted
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// [s] per step, one value a peer.
std::vector<double> least_times(const std::vector<PeerPtr>& peers, long steps) {
  std::vector<double> least(peers.size(), INFINITY);
  for (int k = 0; k < kRepeats; ++k)
    for (std::size_t i = 0; i < peers.size(); ++i) {
      peers[i]->restart();
      peers[i]->run(steps / 10 + 1);  // warm
      const double start = cpu_seconds();
      peers[i]->run(steps);
      least[i] = std::min(least[i], (cpu_seconds() - start) / static_cast<double>(steps));
    }
  return least;
}

double distance(const Place& a, const Place& b) { return std::hypot(a[0] - b[0], a[1] - b[1]); }

template <class Make>
Method first_known(const std::vector<Method>& methods, Make make) {
  for (const Method& how : methods) try {
      (void)make(how);
      return how;
    } catch (const bramah::InputError&) {
    }
  throw std::runtime_error("no method of the list is known");
}

// ------------------------------------------------------------------------------------------ chains
Chain chain_of(int links, double step) { return {bramah::chain_start(links), step}; }

// Largest distance between the tips after a second: the same chain, whoever steps it.
void show_agreement(const Method& how) {
  std::printf("\nDistance from MuJoCo's tip after 1 s [m]:\n%5s %8s %12s %12s %12s\n", "n", "step",
              "planar", "spatial", "Simbody");
  for (const int n : {2, 4, 8, 16})
    for (const double h : {1e-3, 1e-4}) {
      const Chain chain = chain_of(n, h);
      const PeerPtr peers[] = {make_mujoco_chain(chain), make_bramah_chain(chain, true, how),
                               make_bramah_chain(chain, false, how),
                               make_simbody_chain(chain, false)};
      for (const PeerPtr& peer : peers) peer->run(std::lround(1.0 / h));
      const Place at = peers[0]->end();
      std::printf("%5d %5g ms %12.2e %12.2e %12.2e\n", n, 1e3 * h, distance(at, peers[1]->end()),
                  distance(at, peers[2]->end()), distance(at, peers[3]->end()));
    }
}

void show_chains() {
  const Method how = first_known(kChainMethods, [](const Method& m) {
    return make_bramah_chain(chain_of(2, kStep), true, m);
  });
  std::printf(
      "Chains of n rods, one step of 1 ms [us]. Bramah: %s, %s; the others semi-implicit "
      "Euler.\n",
      how.method.c_str(), how.integrator.c_str());
  std::printf("%5s | %8s %8s %8s %8s %8s | per link: %6s %7s %7s %7s | %7s %7s times spatial\n",
              "n", "planar", "spatial", "MuJoCo", "Simbody", "bare", "planar", "spatial", "MuJoCo",
              "Simbody", "MuJoCo", "Simbody");
  for (const int n : kLinks) {
    const Chain chain = chain_of(n, kStep);
    std::vector<PeerPtr> peers;
    peers.push_back(make_bramah_chain(chain, true, how));
    peers.push_back(make_bramah_chain(chain, false, how));
    peers.push_back(make_mujoco_chain(chain));
    peers.push_back(make_simbody_chain(chain, false));
    peers.push_back(make_simbody_chain(chain, true));
    const auto t = least_times(peers, std::clamp(8000L / n, 40L, 900L));
    std::printf("%5d |", n);
    for (const double one : t) std::printf(" %8.2f", 1e6 * one);
    const double link = 1e6 / n;
    std::printf(" |           %6.3f %7.3f %7.3f %7.3f | %7.2f %7.2f\n", link * t[0], link * t[1],
                link * t[2], link * t[3], t[2] / t[1], t[3] / t[1]);
    std::fflush(stdout);
  }
  show_agreement(how);
}

// ---------------------------------------------------------------------------------------- four-bar
struct Quality {
  double gap = 0.0;      // largest in 10 s [m]
  double kinetic = 0.0;  // after 1 s [J]: whether it is the same motion
  double drift = 0.0;    // largest change of the energy, relative to the largest kinetic energy
};

Quality quality_of(Peer& peer) {
  peer.restart();
  const Energy start = peer.energy();
  Quality quality;
  double kinetic = 0.0, change = 0.0;
  for (int k = 0; k < 10000; ++k) {
    peer.run(1);
    const Energy now = peer.energy();
    quality.gap = std::max(quality.gap, distance(peer.end(), FourBar::kE));
    kinetic = std::max(kinetic, now.kinetic);
    if (k + 1 == 1000) quality.kinetic = now.kinetic;
    change =
        std::max(change, std::abs(now.kinetic + now.potential - start.kinetic - start.potential));
  }
  quality.drift = change / kinetic;
  return quality;
}

void show_four_bar() {
  const FourBar machine{kStep};
  std::vector<std::string> names;
  std::vector<PeerPtr> peers;
  for (const Method& how : kFourBarMethods) try {
      peers.push_back(make_bramah_four_bar(machine, how));
      names.push_back("Bramah, " + how.method + ", " + how.integrator);
    } catch (const bramah::InputError&) {  // not known to this program
    }
  peers.push_back(make_mujoco_four_bar(machine, true));
  names.push_back("MuJoCo, stiff loop");
  peers.push_back(make_mujoco_four_bar(machine, false));
  names.push_back("MuJoCo, its default loop");
  peers.push_back(make_simbody_four_bar(machine));
  names.push_back("Simbody, semi-explicit Euler");
  const auto times = least_times(peers, 2000);
  std::printf(
      "\nFour-bar under gravity, 1 ms; gap and energy drift are the largest of 10 s.\n"
      "%-36s %9s %10s %14s %16s\n",
      "", "us/step", "gap [m]", "energy drift", "kin. energy, 1 s");
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const Quality quality = quality_of(*peers[i]);
    std::printf("%-36s %9.2f %10.1e %12.1e %% %14.2f J\n", names[i].c_str(), 1e6 * times[i],
                quality.gap, 1e2 * quality.drift, quality.kinetic);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string which = argc > 1 ? argv[1] : "";
  if (which != "four_bar") show_chains();
  if (which != "chains") show_four_bar();
}
