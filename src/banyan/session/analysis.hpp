// The result of an agent's search as text: SearchResult with printed moves.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/value.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

// What a foreign engine did wrong: a move that is not legal, an end or an answer that its protocol does not
// have, no answer in time.
enum class EngineFault { illegal, crash, timeout };
template <>
inline constexpr std::array enum_names<EngineFault>{std::string_view("illegal"), std::string_view("crash"),
                                                    std::string_view("timeout")};

// Values are for the player to move at the root, in the game's units; NaN if unknown.
struct Analysis {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  struct Move {
    std::string move;
    std::uint64_t visits = 0;
    double value = none;     // the mean of the returns seen; exact if proven
    double win_rate = none;  // (value + 1) / 2 in two-player games that are won, drawn or lost
    double mean = none;      // of the returns seen, even if proven
    double low = none;       // its 95 % interval
    double high = none;
    double prior = none;
    std::optional<std::string> proven;  // "win", "draw", "loss"
    std::optional<Bounds> bounds;
    // The expected continuation, this move first, for as many moves as were asked for (Thinking::lines).
    std::vector<std::string> line{};

    [[nodiscard]] std::vector<std::string> line_or_move() const {
      return line.empty() ? std::vector<std::string>{move} : line;
    }
  };

  // The best game seen, in games of one player (SeenGame).
  struct SeenGame {
    double score = none;
    std::vector<std::string> line;
    bool whole = true;
  };

  int player = 0;
  std::vector<Move> moves;  // by visits, most first; ties in legal order
  std::optional<std::string> best;
  std::vector<std::string> line;
  double value = none;
  double win_rate = none;
  std::optional<std::string> proven;
  std::optional<SeenGame> best_seen;

  std::uint64_t simulations = 0;
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint32_t threads = 1;
  std::optional<std::string> stopped_by;  // empty for agents that do not search
  std::uint32_t max_depth = 0;
  std::uint64_t levels = 0;  // tree levels descended, over all simulations
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;

  // Why there is no result; empty on success. If set, there are no moves and no best move.
  std::string error{};
  // Set with an error that is the agent's own fault, and costs it the game.
  std::optional<EngineFault> fault{};
  // The agent gives the game up; it has no best move then.
  bool resigns = false;
};

}  // namespace banyan
