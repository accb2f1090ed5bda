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

// All processes make the same calls in the same order. When the command is over, or a process can't go on,
// every call may throw.
class TdPeers {
 public:
  using Add = std::function<std::string(std::string_view, std::string_view)>;

  TdPeers() = default;
  TdPeers(const TdPeers&) = delete;
  TdPeers& operator=(const TdPeers&) = delete;
  virtual ~TdPeers() = default;

  // Which of how many this one is.
  [[nodiscard]] virtual std::uint32_t rank() const = 0;
  [[nodiscard]] virtual std::uint32_t size() const = 0;

  // The first's bytes, at all.
  virtual std::string agree(std::string own) = 0;
  // The bytes of all by rank, at the first; an empty list at the others. Nothing after a stop request there.
  virtual std::optional<std::vector<std::string>> gather(std::string own, const std::stop_token& stop) = 0;
  // What all have, added up in an order that depends on their number alone; at all.
  virtual std::string sum(std::string own, const Add& add) = 0;
  // Only to throw, in the middle of long work.
  virtual void look() = 0;
};

}  // namespace banyan
