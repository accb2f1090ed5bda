// Random games of Go in which players look around the last move first: they save a chain of theirs that it
// has put in atari, take a chain that it left in atari, or answer it by shape; else they play anywhere but
// into eyes of their own and, where it can be helped, not into atari. The shapes are hane, cut and edge
// patterns of 3×3 points as in Gelly, Wang, Munos & Teytaud, "Modification of UCT with Patterns in
// Monte-Carlo Go" (2006).
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <banyan/core/fixed_list.hpp>
#include <banyan/core/random.hpp>
#include <banyan/games/go_playout.hpp>
#include <banyan/games/go_state.hpp>

namespace banyan::detail {

// Which surroundings of an empty point make a good shape, for either player. The eight points around it have
// two bits each: a stone of the player to move, one of the other, empty, or the border.
class GoShapes {
 public:
  using Ring = std::uint16_t;

  static const GoShapes& all() {
    static const GoShapes shapes;
    return shapes;
  }
  [[nodiscard]] bool fit(const GoBoard& board, GoPoint point, unsigned player) const {
    Ring ring = 0;
    for (const GoPoint p : ring_around(board, point)) {
      const unsigned what = board.colour(p);
      ring = static_cast<Ring>(std::uint32_t{ring} << 2U | (what < go_empty ? what ^ player : what));
    }
    return fits_[ring];
  }
  // The points around a point, row by row.
  static std::array<GoPoint, 8> ring_around(const GoBoard& board, GoPoint point) {
    const auto side = board.neighbours(point);   // left, right, below, above
    const auto corner = board.diagonals(point);  // below left, below right, above left, above right
    return {corner[2], side[3], corner[3], side[0], side[1], corner[0], side[2], corner[1]};
  }

 private:
  // Three rows around the point in the middle. X and O are stones of two colours, either of which may be to
  // move; x is anything but X, o anything but O, ? anything on the board, # the border.
  static constexpr std::array<std::string_view, 13> drawn{
      "XOX"
      "..."
      "???",  // hane that encloses
      "XO."
      "..."
      "?.?",  // hane
      "XO?"
      "X.."
      "x.?",  // hane at the side of a wall
      ".O."
      "X.."
      "...",  // diagonal attachment
      "XO?"
      "O.o"
      "?o?",  // cut that nothing protects
      "XO?"
      "O.X"
      "???",  // cut beside a peep
      "?X?"
      "O.O"
      "ooo",  // push between two stones
      "OX?"
      "o.O"
      "???",  // cut of a knight's move
      "X.?"
      "O.?"
      "###",  // chase along the edge
      "OX?"
      "X.O"
      "###",  // block of a cut at the edge
      "?X?"
      "x.O"
      "###",  // block of a connection at the edge
      "?XO"
      "x.x"
      "###",  // descent
      "?OX"
      "X.O"
      "###"};  // cut at the edge

  GoShapes() {
    for (const std::string_view shape : drawn)
      for (unsigned symmetry = 0; symmetry < 8; ++symmetry)
        for (const bool swapped : {false, true}) add(turned(shape, symmetry), swapped, 0, 0);
  }

  // The letters around the middle, after a reflection or rotation.
  static std::array<char, 8> turned(std::string_view shape, unsigned symmetry) {
    std::array<char, 8> ring{};
    std::size_t count = 0;
    for (std::size_t cell = 0; cell < 9; ++cell) {
      if (cell == 4) continue;
      std::size_t row = cell / 3;
      std::size_t column = cell % 3;
      if ((symmetry & 1U) != 0) row = 2 - row;
      if ((symmetry & 2U) != 0) column = 2 - column;
      if ((symmetry & 4U) != 0) std::swap(row, column);
      ring[count++] = shape[3 * row + column];
    }
    return ring;
  }
  static bool allows(char letter, unsigned what, bool swapped) {
    const unsigned x = swapped ? 1 : 0;
    switch (letter) {
      case 'X': return what == x;
      case 'O': return what == (x ^ 1U);
      case 'x': return what != x && what != go_border;
      case 'o': return what != (x ^ 1U) && what != go_border;
      case '.': return what == go_empty;
      case '#': return what == go_border;
      default: return what != go_border;
    }
  }
  // Marks every ring that the letters from `at` on allow.
  void add(const std::array<char, 8>& letters, bool swapped, std::size_t at, unsigned ring) {
    if (at == letters.size()) {
      fits_[ring] = true;
      return;
    }
    for (unsigned what = 0; what < 4; ++what)
      if (allows(letters[at], what, swapped)) add(letters, swapped, at + 1, ring << 2U | what);
  }

  std::bitset<1U << 16U> fits_;
};

// Whether a stone here would stand in a chain with two liberties or more, or take something.
inline bool is_safe_go_move(const GoBoard& board, GoPoint point, unsigned player) {
  GoPoint first = 0;  // liberty that was found
  const auto is_second = [&](GoPoint liberty) {
    if (liberty == point || liberty == first) return false;
    if (first != 0) return true;
    first = liberty;
    return false;
  };
  for (const GoPoint n : board.neighbours(point)) {
    const std::uint8_t what = board.colour(n);
    if (what == go_empty && is_second(n)) return true;
    if (what == (player ^ 1U) && board.in_atari(n)) return true;
  }
  for (const GoPoint n : board.neighbours(point)) {
    if (board.colour(n) != player || board.in_atari(n)) continue;
    bool found = false;
    board.for_each_stone(n, [&](GoPoint stone) {
      if (found) return;
      for (const GoPoint liberty : board.neighbours(stone))
        if (board.colour(liberty) == go_empty && is_second(liberty)) found = true;
    });
    if (found) return true;
  }
  return false;
}

// One move of such a game.
class GoExpert {
 public:
  GoExpert(const GoRules& rules, GoState& state, Random& random)
      : rules_(rules), state_(state), random_(random) {}

  GoPoint move() {
    if (const GoPoint last = state_.last_move(); last != go_pass) {
      look_for_atari(last);
      if (const GoPoint urgent = draw(); urgent != go_pass) return urgent;
      look_for_shape(last);
      if (const GoPoint shape = draw(); shape != go_pass) return shape;
    }
    return anywhere();
  }

 private:
  [[nodiscard]] const GoBoard& board() const { return state_.board; }

  void add(GoPoint point) {
    if (std::find(found_.begin(), found_.end(), point) == found_.end()) found_.push_back(point);
  }
  // One of the points found that is legal; a pass where there is none. Forgets them.
  GoPoint draw() {
    GoPoint chosen = go_pass;
    for (std::size_t left = found_.size(); left > 0 && chosen == go_pass; --left) {
      const std::size_t i = random_.below(left);
      if (rules_.is_legal(state_, found_[i])) chosen = found_[i];
      std::swap(found_[i], found_[left - 1]);
    }
    found_.clear();
    return chosen;
  }

  // Chains around the last move that have one liberty left: the player's are saved, by taking what attacks
  // them or by running, the other's are taken.
  void look_for_atari(GoPoint last) {
    if (board().colour(last) == (state_.player ^ 1U) && board().in_atari(last))
      add(board().last_liberty(last));
    for (const GoPoint n : board().neighbours(last)) {
      if (board().colour(n) >= go_empty || !board().in_atari(n)) continue;
      const GoPoint liberty = board().last_liberty(n);
      if (board().colour(n) != state_.player) {
        add(liberty);
        continue;
      }
      if (is_safe_go_move(board(), liberty, state_.player)) add(liberty);
      board().for_each_stone(n, [&](GoPoint stone) {
        for (const GoPoint attacker : board().neighbours(stone))
          if (board().colour(attacker) == (state_.player ^ 1U) && board().in_atari(attacker) &&
              found_.size() + 1 < found_.capacity())
            add(board().last_liberty(attacker));
      });
    }
  }
  void look_for_shape(GoPoint last) {
    for (const GoPoint point : GoShapes::ring_around(board(), last))
      if (board().colour(point) == go_empty && GoShapes::all().fit(board(), point, state_.player) &&
          is_safe_go_move(board(), point, state_.player))
        add(point);
  }
  // Any point but own eyes; one that puts the player's own stones in atari only if there is no other.
  GoPoint anywhere() {
    GoPoint doubtful = go_pass;
    GoBoard& board = state_.board;
    for (std::size_t left = board.empty_points().size(); left > 0; --left) {
      const std::size_t choice = random_.below(left);
      const GoPoint point = board.empty_points()[choice];
      if (!is_go_eye(board, point, state_.player) && rules_.is_legal(state_, point)) {
        if (is_safe_go_move(board, point, state_.player)) return point;
        if (doubtful == go_pass) doubtful = point;
      }
      board.swap_empty(choice, left - 1);
    }
    return doubtful;
  }

  const GoRules& rules_;
  GoState& state_;
  Random& random_;
  FixedList<GoPoint, 32> found_;
};

}  // namespace banyan::detail
