// One network taught by several processes. Each has weights of its own and plays a round of games by them;
// then all continue with the merged weights (learn/td/changes.hpp). A round begins with new games whose
// random streams follow from the games before and the process, so that the network after it depends on the
// seed and the number of processes alone, as long as each has one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include <banyan/agent/td_player.hpp>
#include <banyan/learn/td/changes.hpp>
#include <banyan/learn/td/peers.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

class TdRounds {
 public:
  struct Plan {
    std::uint64_t games_before = 0;
    std::uint64_t games_each = 0;
  };
  // Totals of a round over all processes; at rank 0 only.
  struct Harvest {
    std::uint64_t moves = 0;
    std::vector<TdGame> games;
  };

  // At rank 0 the student may have learned before; all others get its weights here.
  TdRounds(const AnyGame& game, const TdStudent& student, std::uint64_t seed, std::uint32_t threads,
           TdPeers& peers);

  // The next round, as rank 0 plans it. Nothing if it was stopped at rank 0: the student is then unchanged.
  std::optional<Harvest> play(const Plan& plan, const std::stop_token& stop);

 private:
  Harvest play_own(const Plan& plan, const std::stop_token& stop);
  void merge();

  const AnyGame& game_;
  const TdStudent& student_;
  TdStudent before_;  // as all were when the round began
  std::uint64_t seed_;
  std::uint32_t threads_;
  TdPeers& peers_;
};

}  // namespace banyan
