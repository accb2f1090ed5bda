// A game as people see it and name it: moves and positions as text, a picture of the board, parameters.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/core/fields.hpp>
#include <banyan/core/fixed_list.hpp>
#include <banyan/core/result.hpp>
#include <banyan/game/concept.hpp>
#include <banyan/game/picture.hpp>

namespace banyan {

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

}  // namespace banyan
