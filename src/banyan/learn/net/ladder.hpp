// Measures how strong a training has become: its newest network plays matches from random openings, from
// both seats, against `random`, against `uct` with more and more simulations, and against earlier networks
// of the run. All results of the run together give the ratings (arena/elo_fit.hpp), uct:sims=1000 being 0.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/store/run_records.hpp>

namespace banyan {

struct LadderSettings {
  std::string folder;
  std::uint64_t seed = 1;
  std::uint32_t threads = 1;
  std::uint64_t most_games = 100;  // against one opponent, at most, with any amount of time
};

// The state of the run when its newest network plays on the ladder.
struct RungStart {
  std::uint64_t generation = 0;
  double seconds = 0;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
};

class Ladder {
 public:
  static constexpr const char* anchor = "uct:sims=1000";
  static constexpr std::uint64_t simulations = 400;  // of the networks, in all their matches

  struct Opponent;

  Ladder(const AnyGame& game, LadderSettings settings) : game_(game), settings_(std::move(settings)) {}

  // The file in which a network on the ladder is kept.
  [[nodiscard]] std::string file(std::uint64_t generation) const;

  // Plays for about the given seconds. Earlier rungs determine the opponents, and count in the ratings.
  // Nothing if it was stopped.
  [[nodiscard]] Result<std::optional<StoredRung>> climb(const RungStart& start,
                                                        const std::vector<StoredMatch>& before,
                                                        const std::vector<StoredRating>& ratings,
                                                        double seconds, const std::stop_token& stop) const;

 private:
  [[nodiscard]] Spec player(std::uint64_t generation) const;
  [[nodiscard]] std::vector<Opponent> opponents(const RungStart& start,
                                                const std::vector<StoredMatch>& before,
                                                const std::vector<StoredRating>& ratings) const;
  const AnyGame& game_;
  LadderSettings settings_;
};

// All players of these matches, rated; the anchor first, then as they appear.
std::vector<StoredRating> rate_ladder(const std::vector<StoredMatch>& matches);

// As an opponent of later networks: "generation 12".
inline constexpr const char* ladder_name_start = "generation ";
std::string ladder_name(std::uint64_t generation);

}  // namespace banyan
