// A position of 2048, and its text.
//
// The board is one word of 4-bit cells: 0 is empty, k is the tile 2^k up to 32768 (core/nibble_board.hpp).
// The two tiles beyond that can be made, 65536 and 131072, are 15 there as well, and `beyond` has two bits a
// cell, 0 almost always, that tell how many doublings above 32768 they are.
//
//   board 0x0000'0000'0100'0002   beyond 0   due 0: the player is to move
//   ....                                     due 1: chance puts a tile; due 2: the game begins
//   ....
//   ..2.
//   4...   (row 1 is at the bottom: the 4 stands on a1, the 2 on c2)
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/core/nibble_board.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan {

struct Twenty48State {
  NibbleBoard board = 0;
  std::uint32_t beyond = 0;
  std::uint8_t due = 0;
  friend constexpr bool operator==(const Twenty48State&, const Twenty48State&) = default;
};

inline constexpr unsigned largest_exponent = 17;  // 131072

inline unsigned exponent_at(const Twenty48State& state, unsigned cell) {
  return cell_of(state.board, cell) + (state.beyond >> 2 * cell & 3U);
}
inline void set_exponent(Twenty48State& state, unsigned cell, unsigned exponent) {
  const unsigned kept = std::min(exponent, 15U);
  state.board |= NibbleBoard{kept} << 4 * cell;
  state.beyond |= (exponent - kept) << 2 * cell;
}
inline unsigned highest_exponent(const Twenty48State& state) {
  unsigned most = 0;
  for (unsigned cell = 0; cell < 16; ++cell) most = std::max(most, exponent_at(state, cell));
  return most;
}
inline std::uint32_t sum_of_tiles(const Twenty48State& state) {
  std::uint32_t sum = 0;
  for (unsigned cell = 0; cell < 16; ++cell) sum += (1U << exponent_at(state, cell)) & ~1U;
  return sum;
}

// A board with smaller tiles that is played alike: while there is a tile of at least this exponent, all tiles
// above the largest that is missing below it are halved. Networks have seen boards with larger tiles less
// often (tile-downgrading: Guei, Chen & Wu, "Optimistic Temporal Difference Learning for 2048", 2021).
inline Twenty48State downgraded(Twenty48State state, unsigned exponent) {
  for (unsigned highest = highest_exponent(state); highest >= std::max(exponent, 2U); --highest) {
    unsigned there = 0;  // bit k: a tile 2^k
    for (unsigned cell = 0; cell < 16; ++cell) there |= 1U << exponent_at(state, cell);
    unsigned missing = highest - 1;
    while (missing > 0 && (there >> missing & 1U) != 0) --missing;
    if (missing == 0) break;
    Twenty48State image{.due = state.due};
    for (unsigned cell = 0; cell < 16; ++cell) {
      const unsigned here = exponent_at(state, cell);
      set_exponent(image, cell, here > missing ? here - 1 : here);
    }
    state = image;
  }
  return state;
}

namespace detail {
inline std::optional<unsigned> parse_tile(std::string_view text) {
  if (text == ".") return 0;
  const auto tile = parse_value<std::uint32_t>(text, between(2, 1U << largest_exponent));
  if (!tile || !std::has_single_bit(*tile)) return std::nullopt;
  return static_cast<unsigned>(std::countr_zero(*tile));
}
}  // namespace detail

// Rows from the top with '/' between, tiles with ',' between, '.' for an empty cell, and at the end '+'
// with the number of tiles chance is to put: ".,.,.,./.,.,.,./.,.,2,./4,.,.,.+1".
inline std::string print_tiles(const Twenty48State& state) {
  std::string text;
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned exponent = exponent_at(state, 4 * (3 - i / 4) + i % 4);
    if (i > 0) text += i % 4 == 0 ? '/' : ',';
    text += exponent == 0 ? "." : std::to_string(1U << exponent);
  }
  return state.due > 0 ? text + '+' + std::to_string(state.due) : text;
}
inline Result<Twenty48State> parse_tiles(std::string_view text) {
  const auto wrong = [whole = text](const std::string& what) {
    return Error{
        "position '" + detail::shorten(whole) + "': " + what +
        "; it has four rows from the top with '/' between, each of four tiles with ',' between, . for an "
        "empty cell, and +1 at the end when chance is to put a tile (+2 at the start), as in "
        ".,.,.,./.,.,.,./.,.,2,./4,.,.,.+1"};
  };
  Twenty48State state;
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
    const auto due = parse_value<std::uint8_t>(text.substr(plus + 1), between(1, 2));
    if (!due) return wrong("after '+' stands 1 or 2");
    state.due = *due;
    text = text.substr(0, plus);
  }
  for (unsigned i = 0; i < 16; ++i) {
    const std::size_t end = std::min(text.find_first_of(",/"), text.size());
    const auto exponent = detail::parse_tile(text.substr(0, end));
    if (!exponent)
      return wrong("'" + detail::shorten(text.substr(0, end)) + "' is not a tile: 2, 4, 8 … 131072");
    set_exponent(state, 4 * (3 - i / 4) + i % 4, *exponent);
    const std::string_view expected = i == 15 ? "" : i % 4 == 3 ? "/" : ",";
    if (text.substr(end, 1) != expected) return wrong("there are not four rows of four");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (state.due > std::popcount(empty_cells(state.board)))
    return wrong("there is no room for what chance puts");
  return state;
}

}  // namespace banyan
