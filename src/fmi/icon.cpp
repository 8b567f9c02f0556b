#include "fmi/icon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace bramah {
namespace {

constexpr int kSize = 128, kMargin = 12;
constexpr unsigned char kPaper = 255, kBody = 40, kCylinder = 140;

struct Canvas {
  std::vector<unsigned char> grey = std::vector<unsigned char>(kSize * kSize, kPaper);

  void dot(double x, double y, double radius, unsigned char shade) {
    for (int j = static_cast<int>(y - radius); j <= static_cast<int>(y + radius) + 1; ++j)
      for (int i = static_cast<int>(x - radius); i <= static_cast<int>(x + radius) + 1; ++i)
        if (i >= 0 && j >= 0 && i < kSize && j < kSize && std::hypot(i - x, j - y) <= radius)
          grey[static_cast<std::size_t>(j * kSize + i)] = shade;
  }
  void line(std::array<double, 2> a, std::array<double, 2> b, double radius, unsigned char shade) {
    const int n = 2 * static_cast<int>(std::hypot(b[0] - a[0], b[1] - a[1])) + 1;
    for (int k = 0; k <= n; ++k) {
      const double s = static_cast<double>(k) / n;
      dot(a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), radius, shade);
    }
  }
};

// World points to pixels, sideways along x, up along the axis of gravity.
std::vector<std::array<double, 2>> pixels(const Model& model) {
  const std::size_t n = model.drawing().points.size();
  std::vector<double> xyz(3 * n);
  Workspace work(model);
  model.pose(model.initial_state(), work, xyz);
  std::vector<std::array<double, 2>> at(n);
  std::vector<char> used(n, 0);
  for (const Drawing::Line& line : model.drawing().lines)
    for (const int p : line.points) used[static_cast<std::size_t>(p)] = 1;
  std::array<double, 2> low{1e300, 1e300}, high{-1e300, -1e300};
  for (std::size_t k = 0; k < n; ++k) {
    at[k] = {xyz[3 * k], xyz[3 * k + static_cast<std::size_t>(model.drawing().up)]};
    for (std::size_t i = 0; i < 2 && used[k]; ++i)
      low[i] = std::min(low[i], at[k][i]), high[i] = std::max(high[i], at[k][i]);
  }
  const double span = std::max({high[0] - low[0], high[1] - low[1], 1e-9});
  const double scale = (kSize - 2 * kMargin) / span;
  for (auto& p : at)
    p = {kMargin + (p[0] - low[0]) * scale, kSize - kMargin - (p[1] - low[1]) * scale};
  return at;
}

void draw(const Model& model, Canvas& canvas) {
  const auto at = pixels(model);
  for (const Drawing::Line& line : model.drawing().lines) {
    const bool cylinder = line.kind == Drawing::Line::Kind::cylinder;
    for (std::size_t k = 1; k < line.points.size(); ++k)
      canvas.line(at[static_cast<std::size_t>(line.points[k - 1])],
                  at[static_cast<std::size_t>(line.points[k])], cylinder ? 3.0 : 1.8,
                  cylinder ? kCylinder : kBody);
  }
}

// A cylinder, for machines without a mechanism to draw.
void draw_symbol(Canvas& canvas) {
  canvas.line({30, 64}, {78, 64}, 16, kCylinder);
  canvas.line({60, 64}, {108, 64}, 4, kBody);
}

// ------------------------------------------------------------------------------------------- PNG
void put_word(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
}

std::uint32_t crc(const std::string& bytes) {
  std::uint32_t c = 0xffffffffu;
  for (const char byte : bytes) {
    c ^= static_cast<unsigned char>(byte);
    for (int k = 0; k < 8; ++k) c = c & 1u ? 0xedb88320u ^ (c >> 1) : c >> 1;
  }
  return ~c;
}

void put_chunk(std::string& out, const std::string& type, const std::string& data) {
  put_word(out, static_cast<std::uint32_t>(data.size()));
  out += type + data;
  put_word(out, crc(type + data));
}

// Not compressed: the archive around it is.
std::string stored(const std::string& data) {
  std::string out = "\x78\x01";
  std::uint32_t a = 1, b = 0;
  for (const char c : data) a = (a + static_cast<unsigned char>(c)) % 65521, b = (b + a) % 65521;
  for (std::size_t at = 0; at < data.size(); at += 0xffff) {
    const std::size_t n = std::min<std::size_t>(0xffff, data.size() - at);
    out += at + n == data.size() ? '\1' : '\0';
    for (const std::size_t word : {n, ~n})
      out += static_cast<char>(word & 0xff), out += static_cast<char>(word >> 8 & 0xff);
    out += data.substr(at, n);
  }
  put_word(out, b << 16 | a);
  return out;
}

}  // namespace

std::string machine_icon(const Model& model) {
  Canvas canvas;
  if (model.drawing().lines.empty())
    draw_symbol(canvas);
  else
    draw(model, canvas);
  std::string header, rows, out = "\x89PNG\r\n\x1a\n";
  put_word(header, kSize), put_word(header, kSize);
  header += std::string("\x08\x00\x00\x00\x00", 5);  // 8 bits of grey
  for (int j = 0; j < kSize; ++j) {
    rows += '\0';
    rows.append(reinterpret_cast<const char*>(canvas.grey.data()) + j * kSize, kSize);
  }
  put_chunk(out, "IHDR", header);
  put_chunk(out, "IDAT", stored(rows));
  put_chunk(out, "IEND", "");
  return out;
}

}  // namespace bramah
