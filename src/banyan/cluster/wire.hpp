// Transport of bytes between ranks. The library that speaks MPI (cluster/mpi/) gives one; tests have wires
// between threads.
//
// A wire belongs to the thread that opens it, which makes all calls.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace banyan::cluster {

class Wire {
 public:
  struct Message {
    int from = 0;
    std::string bytes{};
  };

  Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  virtual ~Wire() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  // Begins to send, and does not wait. Messages between the same two ranks arrive in order.
  virtual void send(int to, std::string bytes) = 0;
  // A message that has arrived, if there is one. It also advances pending sends.
  virtual std::optional<Message> poll() = 0;
  // Messages that are still being sent.
  [[nodiscard]] virtual std::size_t unsent() const = 0;
  // Disconnects from all ranks; every rank calls it, and no message may follow.
  virtual void finish() = 0;
};

// The library with the wire over MPI: its file, and the function in it. It is loaded, not linked with, so
// that the program starts as quickly, and needs as little, as if there were no MPI. The name counts the
// versions of the interface above.
inline constexpr const char* mpi_library = "libbanyan_cluster.so";
inline constexpr const char* mpi_function = "banyan_open_wire_1";
using OpenWire = Wire* (*)();

}  // namespace banyan::cluster
