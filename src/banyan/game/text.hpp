// Text for the moves and positions of any game: the game's own if it has the ability, otherwise a default
// (moves that are numbers print as numbers, others as their index in the list of legal moves).
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/game/game.hpp>

namespace banyan {

namespace detail {
template <Game G>
std::string print_default(const G& game, const StateOf<G>& state, const MoveOf<G>& move) {
  if constexpr (std::integral<MoveOf<G>>) {
    return std::to_string(move);
  } else {
    MoveListOf<G> moves;
    if (game.current_player(state) != chance_player) game.legal_moves(state, moves);
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (moves[i] == move) return std::to_string(i);
    return "?";
  }
}

template <Game G>
std::optional<MoveOf<G>> parse_default(const G& game, const StateOf<G>& state, std::string_view text) {
  long long number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if constexpr (std::integral<MoveOf<G>>) {
    const auto move = static_cast<MoveOf<G>>(number);
    return static_cast<long long>(move) == number ? std::optional(move) : std::nullopt;
  } else {
    MoveListOf<G> moves;
    if (game.current_player(state) != chance_player) game.legal_moves(state, moves);
    if (number < 0 || static_cast<std::size_t>(number) >= moves.size()) return std::nullopt;
    return moves[static_cast<std::size_t>(number)];
  }
}
}  // namespace detail

template <Game G>
std::string move_text(const G& game, const StateOf<G>& state, const MoveOf<G>& move) {
  if constexpr (HasMoveText<G>) {
    return game.print_move(state, move);
  } else {
    return detail::print_default(game, state, move);
  }
}

// Reads a move as print_coordinates() writes it.
template <HasCoordinates G>
std::optional<MoveOf<G>> move_from_coordinates(const G& game, const StateOf<G>& state,
                                               std::string_view text) {
  if constexpr (ReadsCoordinates<G>) {
    return game.parse_coordinates(state, text);
  } else {
    return game.parse_move(state, text);
  }
}

template <Game G>
std::optional<MoveOf<G>> move_from_text(const G& game, const StateOf<G>& state, std::string_view text) {
  if constexpr (HasMoveText<G>) {
    return game.parse_move(state, text);
  } else {
    return detail::parse_default(game, state, text);
  }
}

}  // namespace banyan
