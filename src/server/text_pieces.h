// A text that only grows, in pieces that are shared with those who send them: to read it all copies
// pointers and the last, unfinished piece. Pieces never change.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bramah {

using Piece = std::shared_ptr<const std::string>;

class TextPieces {
 public:
  static constexpr std::size_t kPiece = 256 << 10;  // bytes; the last line may reach beyond

  void append(std::string_view text) {
    if (last_.empty()) last_.reserve(kPiece);
    last_ += text;
    size_ += text.size();
    if (last_.size() < kPiece) return;
    whole_.push_back(std::make_shared<const std::string>(std::move(last_)));
    last_ = {};
  }
  std::size_t size() const { return size_; }
  std::vector<Piece> share() const {
    std::vector<Piece> all = whole_;
    all.push_back(std::make_shared<const std::string>(last_));
    return all;
  }

 private:
  std::vector<Piece> whole_;
  std::string last_;
  std::size_t size_ = 0;
};

}  // namespace bramah
