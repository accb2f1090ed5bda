// The wire over MPI: the only unit that sees it.
#include <banyan/cluster/wire.hpp>

#include <mpi.h>

#include <list>
#include <utility>

namespace banyan::cluster {

namespace {
constexpr int tag = 1;

class MpiWire final : public Wire {
 public:
  // The thread that opens the wire is the only one that calls MPI.
  MpiWire() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }

  void send(int to, std::string bytes) override {
    Outgoing& outgoing = outgoing_.emplace_back(Outgoing{std::move(bytes), MPI_REQUEST_NULL});
    MPI_Isend(outgoing.bytes.data(), static_cast<int>(outgoing.bytes.size()), MPI_BYTE, to, tag,
              MPI_COMM_WORLD, &outgoing.request);
  }

  std::optional<Message> poll() override {
    outgoing_.remove_if([](Outgoing& outgoing) {
      int done = 0;
      MPI_Test(&outgoing.request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
    int there = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &handle, &status);
    if (there == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message message{.from = status.MPI_SOURCE, .bytes = std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Mrecv(message.bytes.data(), size, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
    return message;
  }

  [[nodiscard]] std::size_t unsent() const override { return outgoing_.size(); }
  void finish() override { MPI_Finalize(); }

 private:
  struct Outgoing {
    std::string bytes;
    MPI_Request request;
  };

  int rank_ = 0;
  int size_ = 1;
  std::list<Outgoing> outgoing_;  // whose bytes MPI may still read
};
}  // namespace

// The one symbol that the program looks for; what is compiled with it is hidden.
extern "C" [[gnu::visibility("default")]] Wire* banyan_open_wire_1() { return new MpiWire; }

}  // namespace banyan::cluster
