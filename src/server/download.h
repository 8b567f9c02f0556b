// What is given away piece by piece, as fast as its reader takes it: never more than one piece of it
// is in memory for each reader, besides what is there anyway.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "server/channel_log.h"
#include "server/text_pieces.h"

namespace bramah {

struct Download {
  std::optional<std::uint64_t> size;  // bytes; empty: not known before the end
  std::function<Piece()> next;        // the next piece; null: that was all
  bool slow = false;                  // a piece takes longer than a frame may wait
};

Download give_text(std::string text);
Download give_piece(Piece piece);
Download give_pieces(std::vector<Piece> pieces);
// The rows of the recording so far. A new recording ends it before its end.
Download give_rows(const std::shared_ptr<const ChannelLog>& log);
Download give_file(const std::filesystem::path& path);  // no size: it cannot be read

}  // namespace bramah
