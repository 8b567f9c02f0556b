// What is downloaded: in pieces that are shared, to a bounded number of readers, whoever reads or not.
#include "server/download.h"

#include <unistd.h>

#include "server/served.h"
#include "slowness.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string all_of(Download download) {
  std::string text;
  while (const Piece piece = download.next()) text += *piece;
  return text;
}

// What a thread sanitizer writes down about memory is memory too.
#ifdef __SANITIZE_THREAD__
constexpr double kShadow = 4.0;
#else
constexpr double kShadow = 1.0;
#endif

// [bytes] in memory
double resident() {
  std::ifstream file("/proc/self/statm");
  double size = 0.0, pages = 0.0;
  file >> size >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

TEST(Download, PiecesAreSharedAndHoldTheWholeText) {
  TextPieces text;
  std::string expected;
  for (int k = 0; k < 60'000; ++k) {
    const std::string line = "line " + std::to_string(k) + "\n";
    text.append(line);
    expected += line;
  }
  const std::vector<Piece> once = text.share(), twice = text.share();
  ASSERT_GE(once.size(), 3u);
  for (std::size_t k = 0; k + 1 < once.size(); ++k) EXPECT_EQ(once[k], twice[k]);  // no copies
  for (const Piece& piece : once) EXPECT_LE(piece->size(), TextPieces::kPiece + 20);
  EXPECT_EQ(text.size(), expected.size());
  const Download download = give_pieces(once);
  EXPECT_EQ(*download.size, expected.size());
  EXPECT_EQ(all_of(download), expected);
  text.append("more");
  EXPECT_EQ(all_of(give_pieces(twice)), expected);  // what was shared stays
}

TEST(Download, FilesComeInPieces) {
  ScratchFolder folder;
  const std::string path = folder.file("big"), text(3 * TextPieces::kPiece + 17, 'x');
  std::ofstream(path) << text;
  const Download download = give_file(path);
  EXPECT_EQ(*download.size, text.size());
  EXPECT_EQ(all_of(download), text);
  EXPECT_FALSE(give_file(folder.file("nothing")).size);
}

// Asks for something and reads the first line of the answer, no more.
class UnreadDownload : public Connection {
 public:
  UnreadDownload(int port, const std::string& target) : Connection(port) {
    socket_.set_option(boost::asio::socket_base::receive_buffer_size(4096));
    const std::string request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    await(
        [&](Then then) { boost::asio::async_write(socket_, boost::asio::buffer(request), then); });
    char text[512] = {};
    await([&](Then then) { socket_.async_read_some(boost::asio::buffer(text, 500), then); });
    head = text;
  }
  std::string head;
};

// Some 12 MB of restored states.
void fill_drive(TestClient& client) {
  client.hello();
  client.send({{"type", "subscribe"}, {"channels", Json::array()}, {"rate", 1}});
  client.send({{"type", "snapshot"}, {"name", "a"}});
  for (int k = 0; k < 60; ++k) {
    for (int n = 0; n < 150; ++n) client.send({{"type", "restore"}, {"name", "a"}});
    std::this_thread::sleep_for(20ms);
  }
}

TEST_F(Server, UnreadDownloadsStayFewAndSmall) {
  ServeOptions options;
  options.limits.messages_per_second = 1'000'000;
  options.limits.bytes_per_second = 1 << 30;
  options.limits.write_timeout = 2.0;
  Served served(servo, options);
  TestClient driver(served.port());
  fill_drive(driver);
  const std::size_t size = get(served.port(), "/drive").body.size();
  ASSERT_GT(size, 4u << 20);
  const double before = resident();

  std::vector<std::unique_ptr<UnreadDownload>> readers;
  int given = 0, refused = 0;
  for (int k = 0; k < 60; ++k) {
    readers.push_back(std::make_unique<UnreadDownload>(served.port(), "/drive"));
    const std::string& head = readers.back()->head;
    if (head.starts_with("HTTP/1.1 200")) ++given;
    if (!head.starts_with("HTTP/1.1 503")) continue;
    ++refused;
    EXPECT_THAT(head, HasSubstr("Retry-After: 2"));
  }
  EXPECT_EQ(given, 8);
  EXPECT_EQ(refused, 52);
  EXPECT_LT(resident() - before, kShadow * static_cast<double>(size));  // 60 copies before
  EXPECT_EQ(get(served.port(), "/model.json").status, 200u);

  // Those who do not read lose their places.
  const auto patience = std::chrono::steady_clock::now() + 10s * kSlowness;
  Reply again = get(served.port(), "/drive");
  while (again.status == 503 && std::chrono::steady_clock::now() < patience) {
    std::this_thread::sleep_for(100ms);
    again = get(served.port(), "/drive");
  }
  EXPECT_EQ(again.status, 200u);
  EXPECT_GE(again.body.size(), size);
  EXPECT_TRUE(again.body.ends_with("}\n"));
}

// The reader of an old recording does not keep it in memory.
TEST_F(Server, ANewRecordingEndsTheDownloadOfTheOldOne) {
  auto log = std::make_shared<ChannelLog>(std::make_shared<const Model>(load(servo)), 0.01);
  const std::vector<double> row(load(servo).channels().size(), 1.0 / 3.0);
  for (int k = 0; k < 4000; ++k) log->append(k * 0.01, row);
  const Download whole = give_rows(log);
  const std::string text = all_of(whole);
  EXPECT_THAT(text, HasSubstr("time [s],"));
  EXPECT_EQ(
      std::count(text.begin(), text.end(), '\n'),
      4000 + 1 +
          std::count(text.begin(), text.begin() + static_cast<long>(text.find("time [s]")), '\n'));
  const Download cut = give_rows(log);
  EXPECT_TRUE(cut.next());
  log.reset();
  EXPECT_FALSE(cut.next());
}

}  // namespace
}  // namespace bramah::testing
