// What a game is. A game is a rules object and a regular, small State value; five functions are enough:
//
//   start()                      the first state
//   current_player(state)        0 … N-1, or chance_player when a die is to be rolled
//   legal_moves(state, list)     pushes every legal move of the player to move
//   apply(state, move)           plays the move, in place (and may return step rewards)
//   outcome(state)               nothing while the game goes on, else a reward for each player
//
// and three names: State, Move, and the constants max_players and max_legal. Everything else is an ability: a
// concept below that a game may satisfy, detected at compile time, never required. A player's return is the
// sum of the step rewards plus the outcome.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <banyan/core/fields.hpp>
#include <banyan/core/fixed_list.hpp>
#include <banyan/core/random.hpp>
#include <banyan/core/result.hpp>
#include <banyan/game/description.hpp>
#include <banyan/game/picture.hpp>

namespace banyan {

using Player = int;
inline constexpr Player chance_player = -1;

// ---- The parts of a game, each with a name, so that a compiler error names the missing one.

// A State is copied once per simulation. One that owns memory (a std::vector of past positions) works, but
// then copying costs more than the search: prefer arrays of fixed size.
template <class G>
concept HasState = std::regular<typename G::State>;
template <class G>
concept HasMove = std::regular<typename G::Move> && std::is_trivially_copyable_v<typename G::Move>;
template <class G>
concept HasMaxPlayers = requires {
  { G::max_players } -> std::convertible_to<int>;
  requires(G::max_players >= 1);
};
template <class G>
concept HasMaxLegal = requires {
  { G::max_legal } -> std::convertible_to<std::size_t>;
  requires(G::max_legal >= 1);
};

template <class G>
using StateOf = typename G::State;
template <class G>
using MoveOf = typename G::Move;
template <class G>
using RewardsOf = std::array<double, static_cast<std::size_t>(G::max_players)>;
template <class G>
using MoveListOf = FixedList<MoveOf<G>, static_cast<std::size_t>(G::max_legal)>;

template <class G>
concept HasStart = requires(const G& game) {
  { game.start() } -> std::same_as<StateOf<G>>;
};
template <class G>
concept HasCurrentPlayer = requires(const G& game, const StateOf<G>& state) {
  { game.current_player(state) } -> std::convertible_to<Player>;
};
template <class G>
concept HasLegalMoves = requires(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
  { game.legal_moves(state, moves) } -> std::same_as<void>;
};
template <class G>
concept HasApply = requires(const G& game, StateOf<G>& state, const MoveOf<G>& move) {
  game.apply(state, move);
  requires std::same_as<decltype(game.apply(state, move)), void> ||
      std::same_as<decltype(game.apply(state, move)), RewardsOf<G>>;
};
template <class G>
concept HasOutcome = requires(const G& game, const StateOf<G>& state) {
  { game.outcome(state) } -> std::same_as<std::optional<RewardsOf<G>>>;
};

template <class G>
concept Game = HasState<G> && HasMove<G> && HasMaxPlayers<G> && HasMaxLegal<G> && HasStart<G> &&
    HasCurrentPlayer<G> && HasLegalMoves<G> && HasApply<G> && HasOutcome<G>;

// ---- Abilities.

// Fewer players than max_players, chosen by a parameter (Nim).
template <class G>
concept VariablePlayers = requires(const G& game) {
  { game.players() } -> std::convertible_to<int>;
};

// An upper bound of the number of legal moves that depends on the game's parameters and is below max_legal
// (Gomoku on a small board): tables take less memory.
template <class G>
concept HasLegalLimit = requires(const G& game) {
  { game.legal_limit() } -> std::convertible_to<std::size_t>;
};
template <Game G>
constexpr std::size_t legal_limit_of(const G& game) {
  if constexpr (HasLegalLimit<G>) {
    return std::clamp<std::size_t>(game.legal_limit(), 1, static_cast<std::size_t>(G::max_legal));
  } else {
    return static_cast<std::size_t>(G::max_legal);
  }
}

// The number of legal moves without listing them: perft counts its leaves with it.
template <class G>
concept HasLegalCount = requires(const G& game, const StateOf<G>& state) {
  { game.count_legal(state) } -> std::convertible_to<std::size_t>;
};

// Chance: when current_player is chance_player, these are its moves with their probabilities.
template <class Move>
struct ChanceOutcome {
  Move move;
  double probability;
};
template <class G>
using ChanceListOf = FixedList<ChanceOutcome<MoveOf<G>>, static_cast<std::size_t>(G::max_chance)>;
template <class G>
concept HasChance = requires(const G& game, const StateOf<G>& state, ChanceListOf<G>& outcomes) {
  { game.chance_outcomes(state, outcomes) } -> std::same_as<void>;
};

// Draws a chance move without listing the outcomes.
template <class G>
concept SamplesChance = HasChance<G> && requires(const G& game, const StateOf<G>& state, Random& random) {
  { game.sample_chance(state, random) } -> std::same_as<MoveOf<G>>;
};

// Step rewards: apply() returns them.
template <class G>
concept HasStepRewards = requires(const G& game, StateOf<G>& state, const MoveOf<G>& move) {
  { game.apply(state, move) } -> std::same_as<RewardsOf<G>>;
};

// The least and the most that a player can still get from any state on: a return counts what is paid from
// that state to the end. With step rewards it is therefore wider than the range of whole games' returns: if a
// player first pays 5 and then receives up to 10, it is -5 to 10. A return outside ends the search with an
// error. Without a range the search uses that of the returns seen so far.
struct RewardRange {
  double low = -1;
  double high = 1;
  [[nodiscard]] constexpr double middle() const { return (low + high) / 2; }
  friend constexpr bool operator==(RewardRange, RewardRange) = default;
};
template <class G>
concept HasFixedRange = requires {
  { G::reward_range } -> std::convertible_to<RewardRange>;
};
// A game whose parameters determine the range has a function instead, which always returns the same range.
template <class G>
concept HasRangeByParams = requires(const G& game) {
  { game.reward_range() } -> std::same_as<RewardRange>;
};
template <class G>
concept HasRewardRange = HasFixedRange<G> || HasRangeByParams<G>;

template <HasRewardRange G>
constexpr RewardRange reward_range_of(const G& game) {
  if constexpr (HasFixedRange<G>) {
    return G::reward_range;
  } else {
    return game.reward_range();
  }
}

// Every return is -1, 0 or 1, and two players' returns add up to 0.
template <class G>
concept WinDrawLoss = HasFixedRange<G> && requires {
  requires bool(G::win_draw_loss);
};

// Two players whose returns always add up to 0; may depend on a parameter (Nim).
template <class G>
concept MayBeZeroSum = requires(const G& game) {
  { game.zero_sum() } -> std::same_as<bool>;
};

// An upper bound of the number of moves of a game, chance included.
template <class G>
concept HasMaxMoves = requires(const G& game) {
  { game.max_moves() } -> std::convertible_to<std::size_t>;
};

// A game with more moves counts as endless, unless it declares max_moves().
inline constexpr std::size_t longest_game = 100'000;

// A hash: equal states share it, different states (almost surely) don't.
template <class G>
concept HasHash = requires(const G& game, const StateOf<G>& state) {
  { game.hash(state) } -> std::same_as<std::uint64_t>;
};

// A uniformly random game to its end, faster than move by move: returns the rewards from here on. From a
// finished state it returns the outcome.
template <class G>
concept HasPlayout = requires(const G& game, StateOf<G> state, Random& random) {
  { game.playout(state, random) } -> std::same_as<RewardsOf<G>>;
};

// The same, and counts the players' moves.
template <class G>
concept HasCountedPlayout = requires(const G& game, StateOf<G> state, Random& random, std::uint64_t& moves) {
  { game.playout(state, random, moves) } -> std::same_as<RewardsOf<G>>;
};

// The moves worth trying in a playout: a non-empty subset of the legal ones.
template <class G>
concept HasPlayoutMoves = requires(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
  { game.playout_moves(state, moves) } -> std::same_as<void>;
};

// A random game in which every move is one of playout_moves(), all equally likely, faster than move by move.
// Calls note(player, move) for each.
template <class G>
concept HasGamePlayout = HasPlayoutMoves<G> &&
    requires(const G& game, const StateOf<G>& state, Random& random, void (&note)(Player, MoveOf<G>)) {
  { game.game_playout(state, random, note) } -> std::same_as<RewardsOf<G>>;
};

// A random game in which players prefer moves that somebody who knows the game would look at first, such as
// answers to the last move. Calls note(player, move) for each.
template <class G>
concept HasExpertPlayout = requires(const G& game, const StateOf<G>& state, Random& random,
                                    void (&note)(Player, MoveOf<G>)) {
  { game.expert_playout(state, random, note) } -> std::same_as<RewardsOf<G>>;
};

// Every move a player could ever make, legal now or not; for random walks in which an illegal move changes
// nothing.
template <class G>
concept HasAllMoves = requires(const G& game, MoveListOf<G>& moves) {
  { game.all_moves(moves) } -> std::same_as<void>;
};

// Forced moves: those that win at once; otherwise, if some moves let the next player win at once, those that
// don't (Teytaud & Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms",
// 2010). If all of them do, the game is lost, and the list has some of them; if none does, the list is empty.
enum class Urgency { none, block, lost, win };
template <class G>
concept HasDecisiveMoves = WinDrawLoss<G> &&
    requires(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
  { game.decisive_moves(state, moves) } -> std::same_as<Urgency>;
};

// A random game in which players make decisive moves, faster than move by move.
template <class G>
concept HasDecisivePlayout = requires(const G& game, StateOf<G> state, Random& random) {
  { game.decisive_playout(state, random) } -> std::same_as<RewardsOf<G>>;
};

// Candidate moves: those worth searching, the most promising first, each with a weight; the weights are not
// negative and add up to 1. For games with many more legal moves than a player would think of. What is known
// for certain goes with them, and prospect() answers that alone:
//
//   open    moves that are left out may be as good as these; nothing that must be played is left out
//   forced  every legal move that is left out loses
//   lost    every legal move loses; the list has some that hold out
//   won     each move of the list wins by force; if any wins at once, all of them do
//
// A claim is borne out: after a move that loses the game is `won` for the other, or over; and `won` is said
// again after whatever the other replies to a listed move. The conformance checks see to it.
//
// An empty list (and `open`) says that the game knows nothing here: all legal moves are searched.
enum class Prospect { open, forced, lost, won };
template <class Move>
struct Candidate {
  Move move;
  float weight;
};
template <class G>
using CandidateListOf = FixedList<Candidate<MoveOf<G>>, static_cast<std::size_t>(G::max_legal)>;
template <class G>
concept HasCandidates = WinDrawLoss<G> &&
    requires(const G& game, const StateOf<G>& state, CandidateListOf<G>& moves) {
  requires(G::max_players == 2);
  { game.prospect(state) } -> std::same_as<Prospect>;
  { game.candidate_moves(state, moves) } -> std::same_as<Prospect>;
};

// A solver of the game's own, for the agent `exact`: what every legal move is worth under best play. solve()
// answers why it can't, and an empty text when it has.
template <class Move>
struct SolvedMove {
  Move move;
  int value;  // 1, 0 or -1, for the player to move
  std::uint32_t
      plies;  // that the game goes on under best play, this move included; 0 where nobody counts them
};
template <class G>
using SolvedListOf = FixedList<SolvedMove<MoveOf<G>>, static_cast<std::size_t>(G::max_legal)>;
// Whether to stop. A solver asks it every some ten thousand positions, on the thread that called it: that is
// also when whoever waits for it hears how far it has come. An empty one is never asked.
using StopDue = std::function<bool()>;
template <class G>
concept HasSolver = WinDrawLoss<G> && std::default_initializable<typename G::Solver> &&
    requires(typename G::Solver& solver, const typename G::Solver& idle, const StateOf<G>& state,
             SolvedListOf<G>& moves, const StopDue& stop_due) {
  { solver.solve(state, moves, stop_due) } -> std::same_as<std::string>;
  { idle.positions() } -> std::convertible_to<std::uint64_t>;  // looked at so far
  { idle.bytes() } -> std::convertible_to<std::uint64_t>;      // of memory that it takes
};

// An estimate of the returns from a state that is not over.
template <class G>
concept HasHeuristic = requires(const G& game, const StateOf<G>& state) {
  { game.heuristic(state) } -> std::same_as<RewardsOf<G>>;
};

// The progress of a game, as a number that never decreases: 2048's highest tile. Matches report how many
// games reached each value.
template <class G>
concept HasMilestones = requires(const G& game, const StateOf<G>& state) {
  { game.milestone(state) } -> std::same_as<std::uint64_t>;
};

// How many points player 0 leads by if the board were counted as it stands, in games of two players that
// count points: the area of Go less komi, the discs of Othello.
template <class G>
concept HasScore = requires(const G& game, const StateOf<G>& state) {
  { game.score(state) } -> std::same_as<double>;
};

// The state after each legal move of a single player and the move's reward, before chance moves; all in one
// call.
template <class Move, class State>
struct Afterstate {
  Move move;
  State state;
  double paid;
};
template <class G>
using AfterstateListOf = FixedList<Afterstate<MoveOf<G>, StateOf<G>>, static_cast<std::size_t>(G::max_legal)>;
template <class G>
concept HasAfterstates = requires(const G& game, const StateOf<G>& state, AfterstateListOf<G>& list) {
  { game.afterstates(state, list) } -> std::same_as<void>;
};

// The board as 4 × 4 cells of four bits (core/nibble_board.hpp), for n-tuple networks.
template <class G>
concept HasCells = requires(const G& game, const StateOf<G>& state) {
  { game.cells(state) } -> std::same_as<std::uint64_t>;
};

// Symmetry k of 0 … symmetry_count()-1 (0 is the identity) maps states and moves.
template <class G>
concept HasSymmetries = requires(const G& game, const StateOf<G>& state, const MoveOf<G>& move) {
  { game.symmetry_count() } -> std::convertible_to<int>;
  { game.transform(state, 0) } -> std::same_as<StateOf<G>>;
  { game.transform_move(move, 0) } -> std::same_as<MoveOf<G>>;
};

// A network's inputs for a state and its outputs for moves. Inputs are planes of zeros and ones over the
// cells of a board, from the point of view of the player to move: number plane * cells + cell. Outputs are
// one number for each cell of each of move_planes, in the same order, and then one for each of whole_moves,
// for moves without a cell, such as a pass.
struct Encoding {
  int rows = 0;
  int columns = 0;
  int planes = 0;
  int move_planes = 1;
  int whole_moves = 0;
  [[nodiscard]] constexpr std::size_t cells() const { return static_cast<std::size_t>(rows * columns); }
  [[nodiscard]] constexpr std::size_t inputs() const { return static_cast<std::size_t>(planes) * cells(); }
  [[nodiscard]] constexpr std::size_t outputs() const {
    return static_cast<std::size_t>(move_planes) * cells() + static_cast<std::size_t>(whole_moves);
  }
  friend constexpr bool operator==(const Encoding&, const Encoding&) = default;
};

// encode() fills all inputs(); move_output() returns one of outputs(), a different one for each legal move.
// With symmetries, transform_cell() maps cells of inputs and outputs alike.
template <class G>
concept HasEncoding = requires(const G& game, const StateOf<G>& state, const MoveOf<G>& move) {
  { game.encoding() } -> std::same_as<Encoding>;
  { game.encode(state, std::span<float>{}) } -> std::same_as<void>;
  { game.move_output(state, move) } -> std::convertible_to<std::size_t>;
}
&&(!HasSymmetries<G> || requires(const G& game) {
  { game.transform_cell(std::size_t{}, 0) } -> std::convertible_to<std::size_t>;
});

// Where a symmetry maps a plane of moves that stands for a direction: mirrored, left becomes right. Without
// it planes are not permuted.
template <class G>
concept HasPlaneSymmetries = HasEncoding<G> && HasSymmetries<G> && requires(const G& game) {
  { game.transform_plane(std::size_t{}, 0) } -> std::convertible_to<std::size_t>;
};

// Moves in the game's usual notation. parse_move() accepts any well-formed move, legal or not.
template <class G>
concept HasMoveText = requires(const G& game, const StateOf<G>& state, const MoveOf<G>& move) {
  { game.print_move(state, move) } -> std::convertible_to<std::string>;
  { game.parse_move(state, std::string_view{}) } -> std::same_as<std::optional<MoveOf<G>>>;
};

// Moves by the squares they lead from and to (e2e4, e7e8q), as UCI writes them. parse_move() reads them, or
// parse_coordinates() where the same text means another move in the game's own notation.
template <class G>
concept HasCoordinates = HasMoveText<G> &&
    requires(const G& game, const StateOf<G>& state, const MoveOf<G>& move) {
  { game.print_coordinates(state, move) } -> std::convertible_to<std::string>;
};
template <class G>
concept ReadsCoordinates = HasCoordinates<G> && requires(const G& game, const StateOf<G>& state) {
  { game.parse_coordinates(state, std::string_view{}) } -> std::same_as<std::optional<MoveOf<G>>>;
};

// Positions as one line of text.
template <class G>
concept HasPositionText = requires(const G& game, const StateOf<G>& state) {
  { game.print_position(state) } -> std::convertible_to<std::string>;
  { game.parse_position(std::string_view{}) } -> std::same_as<Result<StateOf<G>>>;
};

// A picture of the board.
template <class G>
concept HasPicture = requires(const G& game, const StateOf<G>& state) {
  { game.picture(state) } -> std::same_as<Picture>;
};

// The cells of the picture that a person clicks to make a move, in order: from, to, each landing of a chain
// of jumps. Moves with the same cells differ in a final choice, such as a promotion. Games in which one cell
// identifies the move (Picture::Cell::move) don't need this.
inline constexpr std::size_t longest_cell_path = 32;
using CellPath = FixedList<std::uint16_t, longest_cell_path>;
template <class G>
concept HasMoveCells = HasPicture<G> &&
    requires(const G& game, const StateOf<G>& state, const MoveOf<G>& move, CellPath& cells) {
  { game.move_cells(state, move, cells) } -> std::same_as<void>;
};

// Parameters, as in `gomoku:width=8`. problem() checks combinations of fields; empty if they are valid.
template <class G>
concept HasParams = Parameters<typename G::Params> && std::constructible_from<G, typename G::Params> &&
    requires(const G& game, const typename G::Params& params) {
  { game.params() } -> std::convertible_to<typename G::Params>;
  { G::problem(params) } -> std::convertible_to<std::string>;
};

// ---- Small helpers over any game.

template <Game G>
constexpr int player_count(const G& game) {
  if constexpr (VariablePlayers<G>) {
    return game.players();
  } else {
    return G::max_players;
  }
}

// How many moves, chance included, a game may have before it counts as endless.
template <Game G>
constexpr std::size_t most_moves(const G& game) {
  if constexpr (HasMaxMoves<G>) {
    return game.max_moves();
  } else {
    return longest_game;
  }
}

// Whether this is one of the game's players: not chance, and not beyond the last seat.
template <Game G>
constexpr bool is_player(const G& game, Player player) {
  return player >= 0 && player < player_count(game) && player < G::max_players;
}

// Whether the returns of the two players add up to 0.
template <Game G>
constexpr bool is_zero_sum(const G& game) {
  if constexpr (MayBeZeroSum<G>) {
    return player_count(game) == 2 && game.zero_sum();
  } else {
    return WinDrawLoss<G> && G::max_players == 2;
  }
}

// Where a symmetry maps a plane of moves.
template <HasEncoding G>
constexpr std::size_t plane_image(const G& game, std::size_t plane, int symmetry) {
  if constexpr (HasPlaneSymmetries<G>) {
    return game.transform_plane(plane, symmetry);
  } else {
    return plane;
  }
}

// Rewards if one player wins and the others lose, and for a draw.
template <std::size_t N = 2>
constexpr std::array<double, N> win_for(Player winner) {
  std::array<double, N> rewards{};
  rewards.fill(-1);
  rewards[static_cast<std::size_t>(winner)] = 1;
  return rewards;
}
template <std::size_t N = 2>
constexpr std::array<double, N> draw_for_all() {
  return {};
}

// apply() with the step rewards: zeros for games that pay only at the end.
template <Game G>
constexpr RewardsOf<G> apply_move(const G& game, StateOf<G>& state, const MoveOf<G>& move) {
  if constexpr (HasStepRewards<G>) {
    return game.apply(state, move);
  } else {
    game.apply(state, move);
    return {};
  }
}

// Draws a chance move by its probability. Returns nothing if the list turns out to be invalid: empty, longer
// than max_chance, or with probabilities that add up to less than 1.
template <HasChance G>
std::optional<MoveOf<G>> try_sample_chance(const G& game, const StateOf<G>& state, Random& random) {
  if constexpr (SamplesChance<G>) {
    return game.sample_chance(state, random);
  } else {
    constexpr double rounding = 1e-9;
    ChanceListOf<G> outcomes;
    game.chance_outcomes(state, outcomes);
    if (outcomes.dropped() > 0) [[unlikely]]
      return std::nullopt;
    double left = random.uniform();
    for (const auto& outcome : outcomes) {
      left -= outcome.probability;
      if (left < 0) return outcome.move;
    }
    if (outcomes.empty() || !(left < rounding)) [[unlikely]]
      return std::nullopt;
    return outcomes[outcomes.size() - 1].move;
  }
}

// The same for a list that is known to be valid.
template <HasChance G>
MoveOf<G> sample_chance(const G& game, const StateOf<G>& state, Random& random) {
  return try_sample_chance(game, state, random).value_or(MoveOf<G>{});
}

}  // namespace banyan
