// A search to inspect, with its game erased: it is run step by step, and its nodes are read as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/game/game.hpp>
#include <banyan/session/analysis.hpp>

namespace banyan {

// A node of the tree. Its numbers are for the player who moved into it (player 0 after chance); the root has
// no such player and no such numbers.
struct TreeNode {
  std::string move;
  std::optional<Player> player;  // to move here: a player, chance, or empty if the game is over
  std::uint64_t visits = 0;
  double value = Analysis::none;        // mean return in the game's units
  double mean = Analysis::none;         // the same scaled to [0,1], as the selection rule uses it
  double exploration = Analysis::none;  // the exploration term of the rule
  std::optional<std::string> proven;
  std::vector<TreeNode> children;  // most visits first
  std::size_t more = 0;            // children left out
};

// The steps of one simulation.
struct SimulationSteps {
  std::vector<std::string> path;  // 1. the moves selected from the root on
  bool expanded = false;          // 2. whether the last of them was added to the tree
  bool ended = false;             // 3. whether the game is over there, so that no playout was needed
  std::vector<double> rewards;    // 4. each player's return, added to every node of the path
};

class AnyExplorer {
 public:
  AnyExplorer() = default;
  AnyExplorer(const AnyExplorer&) = delete;
  AnyExplorer& operator=(const AnyExplorer&) = delete;
  virtual ~AnyExplorer() = default;

  // Runs this many more simulations, or until a stop is requested or the root is proven.
  virtual Analysis run(std::uint64_t simulations, const std::stop_token& stop) = 0;
  // Runs one simulation; returns nothing if the root is proven.
  virtual std::optional<SimulationSteps> step() = 0;
  // Plays this move, of a player or of chance, at the root, and keeps what is known below it.
  virtual Result<void> advance(std::string_view move) = 0;

  struct Extent {
    std::size_t levels = 2;         // below the node
    std::size_t most_children = 8;  // of a node
  };
  // The node at the end of a path of moves from the root, with its subtree.
  [[nodiscard]] virtual Result<TreeNode> view(const std::vector<std::string>& path, Extent extent) const = 0;
};

}  // namespace banyan
