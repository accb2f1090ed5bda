// Ends games early whose result is clear: where both players' evaluations agree for some moves on who wins or
// that it is a draw, where the game gets too long, or where a player's search has proven the result. For
// games of two players that are won, drawn or lost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <banyan/core/fields.hpp>
#include <banyan/session/analysis.hpp>

namespace banyan {

struct AdjudicationParams {
  std::optional<double> win = std::nullopt;
  std::uint32_t win_moves = 4;
  std::optional<double> draw = std::nullopt;
  std::uint32_t draw_moves = 10;
  std::uint32_t draw_after = 40;
  std::optional<std::uint32_t> length = std::nullopt;
  bool proof = false;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("win", self.win, between(0.01, 1), "the value, for the winner, from which on a game counts as won");
    visit("win_moves", self.win_moves, between(1, 1000), "moves of each player that must agree on a win");
    visit("draw", self.draw, between(0, 0.99), "the value, either way, up to which a game counts as drawn");
    visit("draw_moves", self.draw_moves, between(1, 1000), "moves of each player that must agree on a draw");
    visit("draw_after", self.draw_after, between(0, 1e6), "moves of a game before which none is a draw");
    visit("length", self.length, between(1, 1e6), "moves after which a game is a draw");
    visit("proof", self.proof, anything(),
          "a result that a player's search has proven ends the game; claims of foreign engines don't");
  }
  [[nodiscard]] bool any() const { return win || draw || length || proof; }
};

// How an adjudicated game ended: the winning seat, or a draw.
struct Ruling {
  enum class Reason { win, draw, length, proof } reason;
  std::optional<std::size_t> winner;
};

// Follows one game.
class Adjudicator {
 public:
  // Only proofs of seats that are `trusted` count: a foreign engine's claim is not checked.
  explicit Adjudicator(const AdjudicationParams& params, std::array<bool, 2> trusted = {true, true})
      : params_(params), trusted_(trusted) {}

  // After a player in a seat (0 or 1) has thought and moved; `moves` counts the game's moves so far.
  std::optional<Ruling> judge(std::size_t seat, const Analysis& thought, std::size_t moves) {
    if (params_.proof && thought.proven && trusted_[seat]) return proven(seat, *thought.proven);
    // A player with a single legal move may not have searched: without a value it counts for neither result.
    const bool forced = thought.moves.size() == 1 && !std::isfinite(thought.value);
    if (!forced) count(seat, seat == 0 ? thought.value : -thought.value);
    if (params_.win && std::min(wins_[0], wins_[1]) >= params_.win_moves)
      return Ruling{Ruling::Reason::win, leader_};
    if (params_.draw && std::min(draws_[0], draws_[1]) >= params_.draw_moves && moves >= params_.draw_after)
      return Ruling{Ruling::Reason::draw, std::nullopt};
    if (params_.length && moves >= *params_.length) return Ruling{Ruling::Reason::length, std::nullopt};
    return std::nullopt;
  }

 private:
  static Ruling proven(std::size_t seat, const std::string& result) {
    if (result == "draw") return {Ruling::Reason::proof, std::nullopt};
    return {Ruling::Reason::proof, result == "win" ? seat : 1 - seat};
  }

  // A seat's evaluation, for the first seat. An unknown one agrees with no result.
  void count(std::size_t seat, double value) {
    const std::size_t leader = value > 0 ? 0 : 1;
    if (!(params_.win && std::abs(value) >= *params_.win)) {
      wins_ = {};
    } else {
      if (leader != leader_) wins_ = {};
      ++wins_[seat];
    }
    leader_ = leader;
    if (params_.draw && std::abs(value) <= *params_.draw) {
      ++draws_[seat];
    } else {
      draws_ = {};
    }
  }

  AdjudicationParams params_;
  std::array<bool, 2> trusted_;
  std::size_t leader_ = 0;
  // By seat: how many evaluations in a row say that the leader wins, and that it is a draw.
  std::array<std::size_t, 2> wins_{};
  std::array<std::size_t, 2> draws_{};
};

}  // namespace banyan
