// A position of Go with all that the rules need to know of the past, and which moves are legal in it.
//
// A board position can come back only by a stone where one of the same colour was taken off before (or by a
// suicide): the board remembers such points, and only there the hashes of earlier positions are looked
// through. With ko=simple there are no hashes, only the point of the ko.
//
// Bytes: a GoState has room for 21 kB; a copy takes 16 for each of (size + 2)(size + 1) + 1 cells, 2 for each
// empty point, 2 for each move so far and, but for ko=simple, 8 for each earlier position. After 40 moves
// this is 2.4 kB on 9×9 and 8 kB on 19×19, copied in well under a hundredth of the time of a random game.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <banyan/core/used_list.hpp>
#include <banyan/core/value.hpp>
#include <banyan/games/go_board.hpp>

namespace banyan {

// Which positions may not come back: none that was there before; none with the same player to move; or only
// the one before the other's last move, where a single stone took a single stone.
enum class GoKo { positional, situational, simple };
template <>
inline constexpr std::array enum_names<GoKo>{std::string_view("positional"), std::string_view("situational"),
                                             std::string_view("simple")};

namespace detail {

inline constexpr GoPoint go_pass = 0;

// A game that has more moves is counted as it stands. No game on 2×2 is that long, and hardly any other.
constexpr std::size_t longest_go_game(int size) { return 3 * static_cast<std::size_t>(size * size) + 100; }

struct GoState {
  // Parts of the record that are not moves: stones that were there at the beginning, and points that the
  // first player could not play on because of an earlier position.
  static constexpr std::uint16_t black_stone = 1U << 14U;
  static constexpr std::uint16_t white_stone = 2U << 14U;
  static constexpr std::uint16_t forbidden = 3U << 14U;
  static constexpr std::uint16_t point_bits = black_stone - 1;
  static constexpr std::size_t longest_record = longest_go_game(GoBoard::max_size) + GoBoard::max_points;

  GoBoard board;
  std::uint64_t seen_sum = 0;                        // of the hashes of earlier positions, scattered
  std::uint16_t moves = 0;                           // made so far
  GoPoint ko = 0;                                    // with ko=simple: where the player to move may not play
  std::uint8_t player = 0;                           // to move
  std::uint8_t passes = 0;                           // in a row, up to now
  UsedList<std::uint64_t, longest_record + 1> seen;  // hashes of the positions so far
  UsedList<std::uint16_t, longest_record> record;    // how it came about

  [[nodiscard]] GoPoint last_move() const {
    if (record.empty()) return go_pass;
    const std::uint16_t last = record[record.size() - 1];
    return last < black_stone ? last : go_pass;
  }

  // Equal under the rules: the order of the moves does not matter where the same positions were met.
  friend bool operator==(const GoState& a, const GoState& b) {
    return a.player == b.player && a.passes == b.passes && a.moves == b.moves && a.ko == b.ko &&
           a.seen_sum == b.seen_sum && a.board == b.board && a.seen == b.seen;
  }
};

// The rules, for a board of one size.
struct GoRules {
  int size = 19;
  GoKo ko = GoKo::positional;
  bool suicide = false;

  [[nodiscard]] GoState start() const { return begin(GoBoard(size), 0); }

  // A game that begins with this position.
  [[nodiscard]] GoState begin(const GoBoard& board, std::uint8_t player) const {
    GoState state;
    state.board = board;
    state.player = player;
    for (GoPoint point = 0; point < GoBoard::max_cells && board.size() > 0; ++point) {
      if (point > board.point_at(size - 1, size - 1)) break;
      if (board.colour(point) < go_empty)
        state.record.push_back(static_cast<std::uint16_t>(
            point | (board.colour(point) == 0 ? state.black_stone : state.white_stone)));
    }
    remember(state, board.hash(), player);
    return state;
  }
  // As if the position after this move had been there before.
  void forbid(GoState& state, GoPoint point) const {
    state.record.push_back(static_cast<std::uint16_t>(point | GoState::forbidden));
    if (ko == GoKo::simple) {
      state.ko = point;
      return;
    }
    state.board.mark_taken(point, state.player);
    remember(state, state.board.hash_after(point, state.player), state.player ^ 1U);
  }

  [[nodiscard]] bool is_over(const GoState& state) const {
    return state.passes >= 2 || state.moves >= longest_go_game(size);
  }

  // For an empty point. The suicide of a single stone would change nothing, and is not a move.
  [[nodiscard]] bool is_legal(const GoState& state, GoPoint point) const {
    if (state.board.has_empty_neighbour(point)) return !repeats(state, point);
    if (!state.board.is_suicide(point, state.player)) return !repeats(state, point);
    return suicide && !state.board.is_lonely(point, state.player) && !is_seen(state, point);
  }
  // Legal but for ko.
  [[nodiscard]] bool is_forbidden(const GoState& state, GoPoint point) const {
    return !is_legal(state, point) && (!state.board.is_suicide(point, state.player) ||
                                       (suicide && !state.board.is_lonely(point, state.player)));
  }

  // The point where the player to move may not take a stone back that has just taken one; 0 where there is
  // none.
  [[nodiscard]] GoPoint ko_point(const GoState& state) const {
    if (ko == GoKo::simple) return state.ko;
    const GoPoint last = state.last_move();
    if (last == go_pass || state.board.colour(last) > 1 || state.board.next_of(last) != last) return 0;
    if (!state.board.has_liberties(last) || !state.board.in_atari(last)) return 0;
    const GoPoint point = state.board.last_liberty(last);
    return is_legal(state, point) ? GoPoint{0} : point;
  }

  void play(GoState& state, GoPoint move) const {
    if (move == go_pass) {
      ++state.passes;
      state.ko = 0;
      if (ko == GoKo::situational) remember(state, state.board.hash(), state.player ^ 1U);
    } else {
      const GoPoint ko_point = state.board.play(move, state.player);
      state.passes = 0;
      if (ko == GoKo::simple) state.ko = ko_point;
      remember(state, state.board.hash(), state.player ^ 1U);
    }
    state.player ^= 1U;
    ++state.moves;
    state.record.push_back(move);
  }

 private:
  [[nodiscard]] std::uint64_t situation(std::uint64_t hash, unsigned to_move) const {
    constexpr std::uint64_t turn = mix64(0x60'ffff);
    return ko == GoKo::situational && to_move == 1 ? hash ^ turn : hash;
  }
  void remember(GoState& state, std::uint64_t hash, unsigned to_move) const {
    if (ko == GoKo::simple) return;
    state.seen.push_back(situation(hash, to_move));
    state.seen_sum += mix64(situation(hash, to_move));
  }
  [[nodiscard]] bool repeats(const GoState& state, GoPoint point) const {
    if (ko == GoKo::simple) return point == state.ko;
    return state.board.was_taken(point, state.player) && is_seen(state, point);
  }
  // Newest first: kos are the most frequent.
  [[nodiscard]] [[gnu::noinline]] bool is_seen(const GoState& state, GoPoint point) const {
    if (ko == GoKo::simple) return false;
    const std::uint64_t hash = situation(state.board.hash_after(point, state.player), state.player ^ 1U);
    for (std::size_t i = state.seen.size(); i-- > 0;)
      if (state.seen[i] == hash) return true;
    return false;
  }
};

}  // namespace detail
}  // namespace banyan
