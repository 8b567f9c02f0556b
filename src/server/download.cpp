#include "server/download.h"

#include <algorithm>
#include <fstream>

namespace bramah {

Download give_text(std::string text) {
  return give_piece(std::make_shared<const std::string>(std::move(text)));
}

Download give_piece(Piece piece) {
  const std::uint64_t size = piece->size();
  return {size, [piece]() mutable { return std::exchange(piece, nullptr); }};
}

Download give_pieces(std::vector<Piece> pieces) {
  std::uint64_t size = 0;
  for (const Piece& piece : pieces) size += piece->size();
  return {size, [pieces = std::move(pieces), k = std::size_t{0}]() mutable -> Piece {
            return k == pieces.size() ? nullptr : std::move(pieces[k++]);
          }};
}

Download give_rows(const std::shared_ptr<const ChannelLog>& log) {
  const std::size_t last = log->rows();
  // Weak: readers that take their time must not keep old recordings in memory.
  const std::weak_ptr<const ChannelLog> from = log;
  return {std::nullopt,
          [from, last, row = std::size_t{0}, begun = false]() mutable -> Piece {
            const auto now = from.lock();
            if (!now || (begun && row == last)) return nullptr;
            std::string text = begun ? "" : now->csv_head();
            begun = true;
            for (; row < last && text.size() < TextPieces::kPiece; ++row)
              now->append_csv(row, text);
            return std::make_shared<const std::string>(std::move(text));
          },
          true};
}

Download give_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  const auto file = std::make_shared<std::ifstream>(path, std::ios::binary);
  if (error || !*file) return {};
  return {size,
          [file, left = size]() mutable -> Piece {
            std::string text(std::min<std::uint64_t>(left, TextPieces::kPiece), '\0');
            file->read(text.data(), static_cast<std::streamsize>(text.size()));
            if (text.empty() || !*file) return nullptr;
            left -= text.size();
            return std::make_shared<const std::string>(std::move(text));
          },
          true};
}

}  // namespace bramah
