// Other processes that learn the same network (cluster/td_peers.hpp), as a training sees them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace banyan {

// All processes make the same calls in the same order. When the command is over or a process fails, every
// call may throw.
class TdPeers {
 public:
  using Add = std::function<std::string(std::string_view, std::string_view)>;

  TdPeers() = default;
  TdPeers(const TdPeers&) = delete;
  TdPeers& operator=(const TdPeers&) = delete;
  virtual ~TdPeers() = default;

  // Rank and number of ranks.
  [[nodiscard]] virtual std::uint32_t rank() const = 0;
  [[nodiscard]] virtual std::uint32_t size() const = 0;

  // Broadcasts rank 0's bytes.
  virtual std::string agree(std::string own) = 0;
  // Gathers every rank's bytes at rank 0; the others get an empty list. Nothing after a stop request at rank
  // 0.
  virtual std::optional<std::vector<std::string>> gather(std::string own, const std::stop_token& stop) = 0;
  // Sum over all ranks, in a fixed order; every rank gets it.
  virtual std::string sum(std::string own, const Add& add) = 0;
  // Throws if the job ended; called during long work.
  virtual void look() = 0;
};

}  // namespace banyan
