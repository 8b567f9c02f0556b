#include "fmi/archive.h"

#include <zip.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bramah/basics.h"
#include "core/text.h"

namespace bramah {
namespace {

constexpr std::time_t kNoTime = 315532800;  // 1980: the first that zip files know

struct Close {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

std::string text_of(zip_error_t& error) {
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

// Why a name must not be written below a folder; empty: it may.
std::string unsafe(const std::string& name) {
  if (name.empty()) return "an entry without a name";
  if (name[0] == '/' || name.find('\\') != std::string::npos || name.find(':') != std::string::npos)
    return "the entry \"" + name + "\" is no path inside the FMU";
  for (const auto& part : std::filesystem::path(name))
    if (part == "..") return "the entry \"" + name + "\" leads out of the FMU";
  return "";
}

}  // namespace

std::string zip_bytes(const std::map<std::string, std::string>& files) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (!target) throw InputError("zip: " + text_of(error));
  zip_source_keep(target);
  zip_t* zip = zip_open_from_source(target, ZIP_TRUNCATE, &error);
  if (!zip) throw InputError("zip: " + text_of(error));
  for (const auto& [name, bytes] : files) {
    zip_source_t* source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
    const zip_int64_t at = zip_file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (at < 0) throw InputError("zip: " + name + ": " + zip_strerror(zip));
    zip_file_set_mtime(zip, static_cast<zip_uint64_t>(at), kNoTime, 0);
  }
  if (zip_close(zip) != 0) throw InputError(concat("zip: ", zip_strerror(zip)));
  std::string bytes;
  zip_source_open(target);
  zip_source_seek(target, 0, SEEK_END);
  bytes.resize(static_cast<std::size_t>(zip_source_tell(target)));
  zip_source_seek(target, 0, SEEK_SET);
  zip_source_read(target, bytes.data(), bytes.size());
  zip_source_close(target);
  zip_source_free(target);
  return bytes;
}

struct Archive::Inside {
  std::string bytes;
  zip_t* zip = nullptr;
  ~Inside() {
    if (zip) zip_discard(zip);
  }
};

Archive::Archive(std::string bytes, std::string name)
    : inside_(std::make_unique<Inside>()), name_(std::move(name)) {
  const auto fail = [&](const std::string& what) { throw InputError(name_ + ": " + what); };
  inside_->bytes = std::move(bytes);
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source =
      zip_source_buffer_create(inside_->bytes.data(), inside_->bytes.size(), 0, &error);
  if (!source) fail(text_of(error));
  inside_->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (!inside_->zip) {
    zip_source_free(source);
    fail("no zip file: " + text_of(error));
  }
  const zip_int64_t count = zip_get_num_entries(inside_->zip, 0);
  if (count > static_cast<zip_int64_t>(kMostEntries))
    fail(concat(count, " entries; ", kMostEntries, " are the most that are unpacked"));
  std::uint64_t total = 0;
  for (zip_int64_t k = 0; k < count; ++k) {
    zip_stat_t about;
    if (zip_stat_index(inside_->zip, static_cast<zip_uint64_t>(k), 0, &about) != 0 ||
        !(about.valid & ZIP_STAT_NAME) || !(about.valid & ZIP_STAT_SIZE))
      fail("an entry cannot be read");
    const std::string entry = about.name;
    if (const std::string why = unsafe(entry); !why.empty()) fail(why);
    if (about.size > kMostBytes || (total += about.size) > kMostBytes)
      fail("more than 1 GiB when unpacked");
    if ((about.valid & ZIP_STAT_COMP_SIZE) && about.size > kMostRatio * (about.comp_size + 1000))
      fail(concat("the entry \"", entry, "\" is ", about.size / (about.comp_size + 1),
                  " times as large when unpacked; is it a zip bomb?"));
    if (!entry.ends_with("/")) names_.push_back(entry);
  }
  std::ranges::sort(names_);
  if (const auto twice = std::ranges::adjacent_find(names_); twice != names_.end())
    fail("two entries are called \"" + *twice + "\"");
}

Archive::~Archive() = default;

bool Archive::has(const std::string& name) const {
  return std::ranges::binary_search(names_, name);
}

std::string Archive::read(const std::string& name) const {
  const auto fail = [&](const std::string& what) { throw InputError(name_ + ": " + what); };
  zip_stat_t about;
  if (zip_stat(inside_->zip, name.c_str(), 0, &about) != 0) fail("has no " + name);
  const std::unique_ptr<zip_file_t, Close> file(zip_fopen(inside_->zip, name.c_str(), 0));
  if (!file) fail(name + ": " + zip_strerror(inside_->zip));
  // Piece by piece: the size it states need not be true.
  std::string bytes;
  char piece[1 << 16];
  for (zip_int64_t got; (got = zip_fread(file.get(), piece, sizeof piece)) != 0;) {
    if (got < 0) fail(name + ": is damaged");
    bytes.append(piece, static_cast<std::size_t>(got));
    if (bytes.size() > about.size) fail(name + ": is longer than it says");
  }
  if (bytes.size() != about.size) fail(name + ": is shorter than it says");
  return bytes;
}

void Archive::unpack(const std::string& folder) const {
  namespace fs = std::filesystem;
  for (const std::string& name : names_) {
    const fs::path to = fs::path(folder) / name;
    fs::create_directories(to.parent_path());
    std::ofstream file(to, std::ios::binary);
    const std::string bytes = read(name);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) throw InputError(to.string() + ": cannot be written");
  }
}

Archive open_archive(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": cannot be read");
  std::error_code ignored;
  if (std::filesystem::file_size(path, ignored) > Archive::kMostBytes)
    throw InputError(path + ": larger than 1 GiB");
  return Archive({std::istreambuf_iterator<char>(file), {}}, path);
}

}  // namespace bramah
