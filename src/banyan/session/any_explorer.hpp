// A search to look into, with its game erased: grown step by step, and read node by node as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/game/game.hpp>
#include <banyan/session/analysis.hpp>

namespace banyan {

// A node of the tree. Its numbers are for the player who moved into it (player 0 after chance); the root has
// no such player, and none of them.
struct TreeNode {
  std::string move;
  std::optional<Player> player;  // who moves here: a player, chance, or nobody when the game is over
  std::uint64_t visits = 0;
  double value = Analysis::none;        // mean return in the game's units
  double mean = Analysis::none;         // the same on [0,1], as the selection rule sees it
  double exploration = Analysis::none;  // what the rule adds to it
  std::optional<std::string> proven;
  std::vector<TreeNode> children;  // most visits first
  std::size_t more = 0;            // children that are left out
};

// What one simulation did.
struct SimulationSteps {
  std::vector<std::string> path;  // 1. the moves selected from the root on
  bool expanded = false;          // 2. the last of them was added to the tree
  bool ended = false;             // 3. the game is over there: no random game was needed
  std::vector<double> rewards;    // 4. what each player got, added to every node of the path
};

class AnyExplorer {
 public:
  AnyExplorer() = default;
  AnyExplorer(const AnyExplorer&) = delete;
  AnyExplorer& operator=(const AnyExplorer&) = delete;
  virtual ~AnyExplorer() = default;

  // Simulates so many times more, or until a stop is requested or the root is proven.
  virtual Analysis run(std::uint64_t simulations, const std::stop_token& stop) = 0;
  // One simulation; nothing when the root is proven and there is nothing left to find out.
  virtual std::optional<SimulationSteps> step() = 0;

  struct Extent {
    std::size_t levels = 2;         // below the node
    std::size_t most_children = 8;  // of a node
  };
  // The node at the end of a path of moves from the root, with what is below it.
  [[nodiscard]] virtual Result<TreeNode> view(const std::vector<std::string>& path, Extent extent) const = 0;
};

}  // namespace banyan
