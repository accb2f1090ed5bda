// Other processes that play games of a training (cluster/self_play.hpp). Everything random in game i follows
// from the seed and i, so a game is the same on every process.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include <banyan/agent/self_player.hpp>
#include <banyan/nn/network.hpp>

namespace banyan {

// Source of games and sink of results for processes; called on one thread.
struct SelfPlayDesk {
  std::function<std::optional<std::uint64_t>()> next;  // a game's number; nothing if none is left
  std::function<bool()> is_empty;                      // whether there are no more
  std::function<void(std::uint64_t number, SelfPlayedGame game)> take;
};

class SelfPlayHelpers {
 public:
  SelfPlayHelpers() = default;
  SelfPlayHelpers(const SelfPlayHelpers&) = delete;
  SelfPlayHelpers& operator=(const SelfPlayHelpers&) = delete;
  virtual ~SelfPlayHelpers() = default;

  // Plays games by this network (the task's number and network mean nothing here) until none is left and all
  // results are back, or a stop is requested.
  virtual void play(const SelfPlayTask& task, const Network& network, const SelfPlayDesk& desk,
                    const std::stop_token& stop) = 0;
};

}  // namespace banyan
