// What a machine looks like: shapes fixed to bodies, cylinders between points, markers. Poses come
// from Model::body_poses() and Model::pose().
#pragma once

#include <array>
#include <string>
#include <vector>

namespace bramah {

struct Scene {
  struct Shape {
    int body = -1;  // into `bodies`; -1: the ground
    enum class Kind { box, rod, beam, sphere, mesh } kind = Kind::box;
    std::array<double, 3> at{};              // its centre in the body's frame [m]
    std::array<double, 4> turn{1, 0, 0, 0};  // w, x, y, z
    // box: edges; rod: length along x, then the diameter twice; beam: length along x, height along
    // y, width along z; sphere: the diameter; mesh: scale [m], [-]
    std::array<double, 3> size{1, 1, 1};
    double end_height = 0.0;  // beam: height at its far end [m]
    std::string colour;       // "#d9822b"; empty: the viewer's choice
    std::string mesh;         // path of a file
  };
  struct Cylinder {
    std::string name;
    int from = 0, to = 0;                                      // points of the drawing
    double bore = 0.0, rod = 0.0, closed = 0.0, stroke = 0.0;  // [m]
  };
  struct Marker {
    std::string name;
    int point = 0;  // of the drawing
  };
  std::vector<std::string> bodies;
  std::vector<Shape> shapes;
  std::vector<Cylinder> cylinders;
  std::vector<Marker> markers;
};

}  // namespace bramah
