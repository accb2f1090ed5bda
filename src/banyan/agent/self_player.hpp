// The type-erased interface of self-play: plays games of any kind.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/core/fields.hpp>
#include <banyan/nn/position_net.hpp>
#include <banyan/search/evaluate/evaluator.hpp>

namespace banyan {

struct SelfPlayParams {
  std::uint64_t sims = 160;
  std::uint64_t fast_sims = 32;
  double full_share = 0.3;
  std::uint32_t opening = 3;
  double temperature = 1;
  double temperature_end = 0.2;
  double search_share = 0.3;
  double resign = 0;
  double finish_share = 0.25;
  bool candidates = true;
  PuctParams puct{.noise = 0.25};

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("sims", self.sims, at_least(1), "simulations of a full search, which moves are learned from");
    visit("fast_sims", self.fast_sims, at_least(1),
          "simulations of a fast search, whose moves are played but not learned from");
    visit("full_share", self.full_share, between(0, 1), "share of moves that get a full search");
    visit("opening", self.opening, between(0, 100), "a game begins with 0 to so many random moves");
    visit(
        "temperature", self.temperature, between(0, 100),
        "temperature for drawing moves by visits at the start; it halves every so many moves as the board has "
        "columns");
    visit("temperature_end", self.temperature_end, between(0, 100), "its lower bound");
    visit("search_share", self.search_share, between(0, 1),
          "share of the search's own value, not of the game's end, in the values that are learned");
    visit("resign", self.resign, between(0, 0.5),
          "share of resignations that may be wrong; some games are played to their end to measure it, and "
          "the value below which a player resigns follows from them; 0: no resignations");
    visit("finish_share", self.finish_share, between(0, 1),
          "share of games that are played on to their end when the result is proven, by proven moves; the "
          "others end there, and don't show the network how to finish a game");
    visit("candidates", self.candidates, anything(),
          "where the game lists moves worth searching: self-play searches only these, and knows what the "
          "game can prove at first sight");
    PuctParams::fields(self.puct, visit);
  }
};

// The settings of one game. The seed and the number determine everything random in it.
struct SelfPlayTask {
  // A threshold that no value falls below.
  static constexpr double never = -std::numeric_limits<double>::infinity();

  SharedNet network;
  SelfPlayParams params{};
  std::uint64_t seed = 1;
  std::uint64_t number = 0;
  double resign_below = never;  // a player resigns at a value below
  std::stop_token stop{};
};

struct SelfPlayedGame {
  std::string moves;
  double outcome = 0;  // for the first player
  std::uint32_t plies = 0;
  bool proven = false;  // the search had proven the result when the game ended
  bool resigned = false;
  // In a game without resignation: the lowest value, at their own moves, of a player who did not lose. It
  // shows when a resignation would have been wrong.
  std::optional<double> comeback;
  std::string samples;  // in the format of nn/sample.hpp
  EvaluatorCounts counts{};
  bool stopped = false;  // before its end: nothing else means anything
  // Why the game failed, for example because it breaks its contract; empty on success.
  std::string error{};
};

class SelfPlayer {
 public:
  SelfPlayer() = default;
  SelfPlayer(const SelfPlayer&) = delete;
  SelfPlayer& operator=(const SelfPlayer&) = delete;
  virtual ~SelfPlayer() = default;

  // Thread-safe.
  [[nodiscard]] virtual SelfPlayedGame play(const SelfPlayTask& task) const = 0;
  // For each symmetry of the game, the images of all cells, then of all planes of moves.
  [[nodiscard]] virtual std::vector<std::uint16_t> symmetries() const = 0;
};

}  // namespace banyan
