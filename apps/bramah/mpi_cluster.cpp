// The one file that knows MPI: its C interface alone.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "cluster.h"

namespace bramah::app {
namespace {

class MpiCluster : public RankedCluster {
 public:
  MpiCluster() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiCluster() override {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);  // rank 0 may be writing a page still
    sleep_until(request);
    MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, const std::string& bytes) override {
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_CHAR, to, 0, MPI_COMM_WORLD);
  }

  std::optional<Message> receive() override {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return std::nullopt;
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(length), '\0')};
    MPI_Recv(message.bytes.data(), length, MPI_CHAR, message.from, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
  }

  bool all_agree(bool ok) override {
    int mine = ok ? 1 : 0, all = 0;
    MPI_Request request;
    MPI_Iallreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
    sleep_until(request);
    return all == 1;
  }

  void abort() override {
    MPI_Abort(MPI_COMM_WORLD, 2);
    std::abort();
  }

 private:
  // MPI's own waiting takes all of a core, which others may need to come here.
  static void sleep_until(MPI_Request& request) {
    int done = 0;
    while (MPI_Test(&request, &done, MPI_STATUS_IGNORE), done == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  int rank_ = 0, size_ = 1;
};

}  // namespace

std::unique_ptr<RankedCluster> join_cluster() {
  return is_launched() ? std::make_unique<MpiCluster>() : nullptr;
}

}  // namespace bramah::app
