// The functions of a game that is written in Python, and a cache of their answers.
//
// Each state is a Node, made once and found again by the state's hash: it keeps the player to move, the legal
// moves, the outcome and where each move leads, so that Python is asked once for each of them. Moves are
// numbered in the order in which they are first seen. When there are many nodes, those that were visited once
// and are not held are dropped.
//
// All of it is guarded by the GIL. A call into Python may let another thread run, or come back here: what a
// node keeps is therefore written only after the call, and complete.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <banyan/game/game.hpp>
#include <banyan/search/evaluate/playout_watch.hpp>

#include "gil.hpp"

namespace banyan::python {

inline constexpr int most_players = 8;
using Returns = std::array<double, most_players>;
using MoveNumber = std::uint32_t;

struct Node {
  struct Edge {
    MoveNumber move;
    Node* next = nullptr;                   // where it leads, once that was asked for
    double probability = 0;                 // of an outcome of chance
    std::unique_ptr<const Returns> paid{};  // by the move, if it pays
  };

  PyObject* state = nullptr;  // owned
  Py_hash_t hash = 0;
  std::uint32_t holders = 0;  // states in C++ that are this node
  std::uint32_t visits = 0;
  bool knows_player = false;
  bool knows_moves = false;
  bool knows_outcome = false;
  Player player = 0;
  std::unique_ptr<const Returns> outcome{};  // nothing while the game goes on
  std::vector<Edge> edges{};                 // legal moves, or outcomes of chance
};

// Open addressing by hash.
class NodeTable {
 public:
  NodeTable() : slots_(1024, nullptr) {}
  NodeTable(const NodeTable&) = delete;
  NodeTable& operator=(const NodeTable&) = delete;
  ~NodeTable();

  // The node of this state, new or known. Takes over the reference.
  Node* intern(py::object state);
  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  static constexpr std::size_t most_nodes = 400'000;

  void insert(Node* node);
  void grow();
  void drop_unused();
  static bool is_kept(const Node& node) { return node.holders > 0 || node.visits > 1; }

  std::vector<Node*> slots_;
  std::size_t count_ = 0;
  std::uint64_t version_ = 0;  // changes with every change of the slots
};

class Rules {
 public:
  // Looks up the functions; a TypeError names what is missing.
  explicit Rules(py::object game);
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;
  ~Rules();

  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] bool is_win_draw_loss() const { return win_draw_loss_; }
  [[nodiscard]] const std::string& title() const { return title_; }
  [[nodiscard]] const py::object& game() const { return game_; }

  Node* start();
  Player player(Node& node);
  const std::vector<Node::Edge>& moves(Node& node);
  const Returns* outcome(Node& node);
  // Where a move leads, and what it pays (null if nothing).
  struct Step {
    Node* next;
    const Returns* paid;
  };
  Step apply(Node& node, MoveNumber move);
  // The returns of a random game from here to its end, or until it counts as endless or the watch ends it:
  // then what was paid so far. Beyond the states that are known it keeps nothing, because few of them are met
  // again. A playout() of the user's own takes its place.
  Returns playout(Node& node, Random& random, PlayoutWatch* watch);
  // The node of a state that the user gives.
  Node* node_of(py::object state) { return nodes_.intern(std::move(state)); }

  [[nodiscard]] py::object move(MoveNumber number) const { return moves_[number]; }
  [[nodiscard]] std::string move_text(const Node& node, MoveNumber number) const;
  [[nodiscard]] std::string state_text(const Node& node) const;

 private:
  // Lets other threads run now and then, and Ctrl-C be heard, where all answers are known.
  void tick();
  class RandomGame;
  std::pair<py::object, std::unique_ptr<const Returns>> take_step(py::object result) const;
  [[nodiscard]] std::unique_ptr<const Returns> outcome_of(const py::object& state) const;
  [[nodiscard]] Player player_of(const py::object& state) const;
  MoveNumber number_of(const py::handle& move);
  [[nodiscard]] std::unique_ptr<const Returns> read_returns(const py::object& value,
                                                            const char* function) const;
  void read_moves(Node& node);
  void read_chances(Node& node);

  py::object game_;
  std::string title_;
  py::object start_, current_player_, legal_moves_, apply_, outcome_;
  py::object chance_outcomes_, playout_, move_text_, text_;  // None where the game has none
  int players_ = 2;
  bool step_rewards_ = false;
  bool win_draw_loss_ = true;
  NodeTable nodes_;
  py::dict numbers_;  // of moves
  std::vector<py::object> moves_;
  std::uint32_t ticks_ = 0;
  std::uint64_t last_break_ = 0;  // nanoseconds
};

}  // namespace banyan::python
