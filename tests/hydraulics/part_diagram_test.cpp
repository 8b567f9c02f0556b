#include "bramah/parts.h"

#include <gmock/gmock.h>

#include <cmath>

namespace bramah {
namespace {

using Towards = Anchor::Towards;

TEST(PartDiagram, EveryPartSaysWhereItsLinesEnd) {
  for (const PartInfo* info : catalogue())
    for (const PortInfo& port : info->ports) {
      const auto& anchors = info->diagram.anchors;
      EXPECT_TRUE(std::any_of(anchors.begin(), anchors.end(),
                              [&](const Anchor& anchor) { return anchor.port == port.name; }))
          << info->type << "." << port.name;
    }
}

TEST(PartDiagram, LinesEndInTheBoxAndApart) {
  for (const PartInfo* info : catalogue()) {
    std::vector<std::string> ports;
    for (const PortInfo& port : info->ports) ports.push_back(port.name);
    const std::vector<Anchor> anchors = anchors_of(info->diagram, ports);
    for (std::size_t k = 0; k < anchors.size(); ++k) {
      EXPECT_TRUE(anchors[k].x >= 0 && anchors[k].x <= 100) << info->type;
      EXPECT_TRUE(anchors[k].y >= 0 && anchors[k].y <= 60) << info->type;
      for (std::size_t j = 0; j < k; ++j)
        EXPECT_GE(std::hypot(anchors[k].x - anchors[j].x, anchors[k].y - anchors[j].y), 5.0)
            << info->type << " " << ports[j] << " " << ports[k];
    }
  }
}

// A part of somebody else's that says nothing is drawn all the same.
TEST(PartDiagram, PortsThatAreMissingGetAFreePlace) {
  const DiagramInfo known{.anchors = through("A", "B")};
  const std::vector<Anchor> anchors = anchors_of(known, {"A", "X", "B", "Y"});
  ASSERT_EQ(anchors.size(), 4u);
  EXPECT_EQ(anchors[0].x, 5.0);
  EXPECT_EQ(anchors[1].port, "X");
  EXPECT_EQ(anchors[1].towards, Towards::down);  // left and right are taken
  EXPECT_EQ(anchors[2].x, 95.0);
  EXPECT_EQ(anchors[3].towards, Towards::up);
  std::vector<std::string> many(40, "P");
  for (std::size_t k = 0; k < many.size(); ++k) many[k] += std::to_string(k);
  EXPECT_EQ(anchors_of({}, many).size(), many.size());
}

}  // namespace
}  // namespace bramah
