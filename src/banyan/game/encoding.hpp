// Symmetries of a game, and its inputs and outputs for networks.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include <banyan/game/concept.hpp>

namespace banyan {

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
// With symmetries, transform_cell() maps the cells of inputs and of outputs.
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

// Where a symmetry maps a plane of moves.
template <HasEncoding G>
constexpr std::size_t plane_image(const G& game, std::size_t plane, int symmetry) {
  if constexpr (HasPlaneSymmetries<G>) {
    return game.transform_plane(plane, symmetry);
  } else {
    return plane;
  }
}

}  // namespace banyan
