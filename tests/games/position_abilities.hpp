// Whatever position was accepted, every ability of its game copes with it. Needs no test framework: tests and
// fuzzers share it. (What games promise beyond that is checked from their start, by game/conformance.hpp.)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <banyan/game/game.hpp>
#include <banyan/game/text.hpp>

namespace banyan {

namespace detail {

template <Game G>
class PositionAbilities {
 public:
  PositionAbilities(const G& game, const StateOf<G>& state, Random& random)
      : game_(game), state_(state), random_(random), outcome_(game.outcome(state)) {}

  // What the first ability that fails does; empty if none does.
  std::string problem() {
    look();
    play_at_random();
    const bool chance = !outcome_ && chance_to_move();
    if (!outcome_ && !chance) {
      list_moves();
      for (const MoveOf<G>& move : legal_) look_at(move);
    }
    return problem_;
  }

 private:
  using Rewards = RewardsOf<G>;

  const G& game_;
  const StateOf<G>& state_;
  Random& random_;
  const std::optional<Rewards> outcome_;
  MoveListOf<G> legal_{};
  std::string problem_{};

  void expect(bool holds, const char* what) {
    if (!holds && problem_.empty()) problem_ = what;
  }
  [[nodiscard]] bool chance_to_move() const {
    if constexpr (HasChance<G>) return game_.current_player(state_) == chance_player;
    return false;
  }
  void expect_rewards(const Rewards& rewards, const char* what) {
    for (const double reward : rewards) expect(std::isfinite(reward), what);
    if constexpr (HasRewardRange<G>) {
      const RewardRange range = reward_range_of(game_);
      const auto players = static_cast<std::size_t>(player_count(game_));
      for (std::size_t i = 0; i < players; ++i)
        expect(rewards[i] >= range.low - 1e-9 && rewards[i] <= range.high + 1e-9, what);
    }
  }
  void expect_legal(const MoveListOf<G>& moves, const char* what) {
    expect(moves.dropped() == 0, what);
    for (const MoveOf<G>& move : moves)
      expect(std::find(legal_.begin(), legal_.end(), move) != legal_.end(), what);
  }

  // What is asked of any position, finished ones too.
  void look() {
    if constexpr (HasHash<G>) (void)game_.hash(state_);
    if constexpr (HasPicture<G>) expect(game_.picture(state_).problem().empty(), "picture() is invalid");
    if constexpr (HasHeuristic<G>) expect_rewards(game_.heuristic(state_), "heuristic() is out of range");
    if constexpr (HasMilestones<G>) (void)game_.milestone(state_);
    if constexpr (HasScore<G>) expect(std::isfinite(game_.score(state_)), "score() is not finite");
    if constexpr (HasSymmetries<G>)
      for (int symmetry = 0; symmetry < game_.symmetry_count(); ++symmetry)
        expect(game_.outcome(game_.transform(state_, symmetry)) == outcome_,
               "transform() changes the outcome");
  }

  void play_at_random() {
    [[maybe_unused]] const auto unnoted = [](Player, const MoveOf<G>&) {};
    [[maybe_unused]] const auto expect_return = [&](const Rewards& rewards, const char* what) {
      expect_rewards(rewards, what);
      if constexpr (!HasStepRewards<G>) expect(!outcome_ || rewards == *outcome_, what);
    };
    if constexpr (HasPlayout<G>) expect_return(game_.playout(state_, random_), "playout() returns nonsense");
    if constexpr (HasDecisivePlayout<G>)
      expect_return(game_.decisive_playout(state_, random_), "decisive_playout() returns nonsense");
    if constexpr (HasGamePlayout<G>)
      expect_return(game_.game_playout(state_, random_, unnoted), "game_playout() returns nonsense");
    if constexpr (HasExpertPlayout<G>)
      expect_return(game_.expert_playout(state_, random_, unnoted), "expert_playout() returns nonsense");
  }

  void list_moves() {
    const Player player = game_.current_player(state_);
    expect(player >= 0 && player < player_count(game_), "current_player() is not a player");
    game_.legal_moves(state_, legal_);
    expect(!legal_.empty() && legal_.dropped() == 0, "legal_moves() is empty or too long");
    if constexpr (HasLegalCount<G>)
      expect(game_.count_legal(state_) == legal_.size(), "count_legal() miscounts");
    if constexpr (HasPlayoutMoves<G>) {
      MoveListOf<G> moves;
      game_.playout_moves(state_, moves);
      expect_legal(moves, "playout_moves() are not legal");
    }
    if constexpr (HasDecisiveMoves<G>) {
      MoveListOf<G> moves;
      const Urgency urgency = game_.decisive_moves(state_, moves);
      expect_legal(moves, "decisive_moves() are not legal");
      expect(moves.empty() == (urgency == Urgency::none), "decisive_moves() are none, or needless");
    }
    if constexpr (HasCandidates<G>) {
      CandidateListOf<G> candidates;
      (void)game_.prospect(state_);
      (void)game_.candidate_moves(state_, candidates);
      MoveListOf<G> moves;
      for (const auto& candidate : candidates) moves.push_back(candidate.move);
      expect_legal(moves, "candidate_moves() are not legal");
    }
    if constexpr (HasForesight<G>) (void)game_.foresee(state_);
    if constexpr (HasEncoding<G>) {
      std::vector<float> inputs(game_.encoding().inputs());
      game_.encode(state_, inputs);
      for (const float input : inputs) expect(std::isfinite(input), "encode() is not finite");
    }
  }

  void look_at(const MoveOf<G>& move) {
    StateOf<G> after = state_;
    apply_move(game_, after, move);
    if constexpr (HasEncoding<G>)
      expect(game_.move_output(state_, move) < game_.encoding().outputs(), "move_output() is too large");
    if constexpr (HasMoveCells<G>) {
      CellPath cells;
      game_.move_cells(state_, move, cells);
      expect(cells.dropped() == 0, "move_cells() are too many");
    }
    if constexpr (HasSymmetries<G>)
      for (int symmetry = 0; symmetry < game_.symmetry_count(); ++symmetry)
        (void)game_.transform_move(move, symmetry);
    const auto back = move_from_text(game_, state_, move_text(game_, state_, move));
    expect(back && *back == move, "parse_move() does not read what print_move() writes");
    if constexpr (HasCoordinates<G>) expect(!game_.print_coordinates(state_, move).empty(), "no coordinates");
  }
};

}  // namespace detail

template <Game G>
std::string problem_of_abilities(const G& game, const StateOf<G>& state, Random& random) {
  return detail::PositionAbilities<G>(game, state, random).problem();
}

}  // namespace banyan
