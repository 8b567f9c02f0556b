// Messages of Protocol Buffers, written field by field: all that ONNX needs of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bramah {

class ProtobufMessage {
 public:
  ProtobufMessage& integer(int field, std::uint64_t value) {
    varint(key(field, 0));
    varint(value);
    return *this;
  }
  ProtobufMessage& bytes(int field, std::string_view value) {
    varint(key(field, 2));
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  ProtobufMessage& message(int field, const ProtobufMessage& value) {
    return bytes(field, value.bytes_);
  }
  [[nodiscard]] const std::string& encoded() const noexcept { return bytes_; }

 private:
  static std::uint64_t key(int field, unsigned wire_type) {
    return static_cast<std::uint64_t>(field) << 3 | wire_type;
  }
  // Seven bits a byte, the lowest first; the highest bit says that more follow.
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace bramah
