// Havannah (Christian Freeling, 1981) on a hexagon of hexagons, `size` cells along each side. X (player 0)
// begins; players put a stone on any free cell in turn. The first player with one of these by a chain of own
// stones wins:
//
//   ring     a loop around one cell or more, whatever is on them
//   bridge   a chain that joins two of the six corners
//   fork     a chain that joins three of the six sides; corners belong to no side
//
// A full board without any is a draw. With swap=true the second player's first move may be `swap`: the stone
// on the board becomes theirs.
//
// Cells are written as on Little Golem: a letter for the slanted line, from the upper left, and the row from
// the top; the corners of size 4 are a1 d1 g4 g7 d7 a4:
//
//        a1 b1 c1 d1
//      a2 b2 c2 d2 e2
//    a3 b3 …        f3
//   a4 b4 …          g4
//    b5 …           g5
//
// A State has 904 bytes: chains are kept as they grow (havannah_board.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/bits.hpp>
#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/havannah_board.hpp>

namespace banyan {

class Havannah {
 public:
  static constexpr std::string_view name = "havannah";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 3 * havannah::longest_side * (havannah::longest_side - 1) + 1;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int size = 8;
    bool swap = false;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("size", self.size, between(2, havannah::longest_side), "cells along a side of the board");
      visit("swap", self.swap, anything(), "whether the second player may take over the first stone");
    }
  };

  using Move = havannah::Cell;  // the cell, or swap
  static constexpr Move swap = havannah::grid * havannah::grid;
  struct State {
    std::uint64_t key = 0;     // of all stones, xored
    std::uint16_t played = 0;  // moves so far
    bool swapped = false;
    bool won = false;  // by who moved last
    havannah::Chains chains;
    friend bool operator==(const State& a, const State& b) {
      return a.chains.stones == b.chains.stones && a.played == b.played && a.swapped == b.swapped &&
             a.won == b.won;
    }
  };

  Havannah() : Havannah(Params{}) {}
  explicit Havannah(const Params& params) : params_(params), shape_(params.size) {}
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }
  [[nodiscard]] std::size_t cells() const { return static_cast<std::size_t>(shape_.count()); }
  [[nodiscard]] std::size_t legal_limit() const { return cells(); }
  [[nodiscard]] std::size_t max_moves() const { return cells() + (params_.swap ? 1U : 0U); }

  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.played & 1; }

  void legal_moves(const State& state, MoveListOf<Havannah>& moves) const {
    for_each_empty(state, [&](Move cell) { moves.push_back(cell); });
    if (may_swap(state)) moves.push_back(swap);
  }
  [[nodiscard]] std::size_t count_legal(const State& state) const {
    return cells() - stones_of(state) + (may_swap(state) ? 1U : 0U);
  }
  void apply(State& state, Move move) const {
    const std::size_t player = state.played & 1U;
    if (move == swap) {
      const havannah::Rows first = state.chains.stones[0];
      state.chains.stones[0] = {};
      state.key = 0;
      state.swapped = true;
      for_each_cell(first, [&](Move cell) { move = cell; });
    }
    ++state.played;
    state.won = add(state, player, move);
  }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.won) return win_for((state.played & 1) ^ 1);
    if (stones_of(state) == cells()) return draw_for_all();
    return std::nullopt;
  }

  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return mix64(state.key ^ (std::uint64_t{state.played} << 1U | (state.swapped ? 1U : 0U)));
  }
  [[nodiscard]] std::uint64_t hash_from_scratch(const State& state) const {
    State fresh = state;
    fresh.key = 0;
    for (const std::size_t player : {0U, 1U})
      for_each_cell(state.chains.stones[player], [&](Move cell) { fresh.key ^= key_of(player, cell); });
    return hash(fresh);
  }

  // Cells in a random order until somebody wins. A swap is an ordinary first move of the second player.
  [[nodiscard]] std::array<double, 2> playout(const State& state, Random& random) const {
    if (const auto over = outcome(state)) return *over;
    if (params_.swap && state.played < 2) {
      MoveListOf<Havannah> moves;
      legal_moves(state, moves);
      State next = state;
      apply(next, moves[random.below(moves.size())]);
      return playout(next, random);
    }
    return fill(state, random);
  }

  // The twelve symmetries of a hexagon.
  [[nodiscard]] int symmetry_count() const { return 12; }
  [[nodiscard]] Move transform_move(Move move, int symmetry) const {
    if (move == swap) return move;
    const int middle = params_.size - 1;
    // Three coordinates from the centre that add up to 0; a sixth of a turn moves them on and changes signs.
    int a = havannah::line_of(move) - middle;
    int b = middle - havannah::row_of(move);
    if (symmetry >= 6) std::swap(a, b);
    for (int turn = symmetry % 6; turn > 0; --turn) {
      const int c = -a - b;
      a = -b;
      b = -c;
    }
    return havannah::cell_at(middle - b, middle + a);
  }
  [[nodiscard]] State transform(const State& state, int symmetry) const {
    State image;
    for (const std::size_t player : {0U, 1U})
      for_each_cell(state.chains.stones[player],
                    [&](Move cell) { add(image, player, transform_move(cell, symmetry)); });
    image.played = state.played;
    image.swapped = state.swapped;
    image.won = state.won;
    return image;
  }

  // Beside the stones, whether a swap is possible.
  [[nodiscard]] Encoding encoding() const {
    const int side = 2 * params_.size - 1;
    return {.rows = side, .columns = side, .planes = stone_planes + 1, .whole_moves = params_.swap ? 1 : 0};
  }
  void encode(const State& state, std::span<float> inputs) const {
    fill_stone_planes(encoding(), inputs, current_player(state),
                      [&](int row, int line) { return state.chains.owner(havannah::cell_at(row, line)); });
    fill_plane(encoding(), inputs, 2, [&](int row, int line) { return shape_.has(row, line); });
    fill_plane(encoding(), inputs, stone_planes, [&](int, int) { return may_swap(state); });
  }
  [[nodiscard]] std::size_t move_output(const State& /*state*/, Move move) const {
    if (move == swap) return encoding().cells();
    return static_cast<std::size_t>(havannah::row_of(move) * (2 * params_.size - 1) +
                                    havannah::line_of(move));
  }
  // Cells outside the hexagon stay where they are.
  [[nodiscard]] std::size_t transform_cell(std::size_t index, int symmetry) const {
    const auto side = static_cast<std::size_t>(2 * params_.size - 1);
    const int row = static_cast<int>(index / side);
    const int line = static_cast<int>(index % side);
    if (!shape_.has(row, line)) return index;
    return move_output({}, transform_move(havannah::cell_at(row, line), symmetry));
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    return move == swap ? "swap" : print_square(havannah::row_of(move), havannah::line_of(move));
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    if (text == "swap" && params_.swap) return swap;
    const auto square = parse_square(text, 2 * params_.size - 1, 2 * params_.size - 1);
    if (!square || !shape_.has(square->row, square->column)) return std::nullopt;
    return havannah::cell_at(square->row, square->column);
  }

  // The rows from the top, then who is to move: "../x.o/.. x".
  [[nodiscard]] std::string print_position(const State& state) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] Picture picture(const State& state) const;

  [[nodiscard]] GameDescription describe() const {
    return {
        .title = "Havannah",
        .rules =
            "Players put a stone on any free cell in turn. The first to make a ring (a loop around any cell or "
            "cells), a bridge (a chain between two corners) or a fork (a chain between three sides; corners "
            "belong to no side) wins." +
            std::string(params_.swap
                            ? " The second player may answer the first stone by taking it over (swap)."
                            : ""),
        .notation =
            std::string("letter of the slanted line from the upper left, then the row from the top: a1") +
            (params_.swap ? "; or swap" : ""),
        .sides = {{"Red", "#c33"}, {"Blue", "#36c"}},
        .board = BoardStyle::hexagons,
        .variants = {{"Side 8", "size=8"},
                     {"Side 8 with swap", "size=8,swap=true"},
                     {"Side 10 with swap", "size=10,swap=true"},
                     {"Side 5", "size=5"},
                     {"Side 4", "size=4"}},
        // 75 % (± 11) of 60 games against UCB1 in the time of 1,000 simulations a move, 77 % (± 15) of 30 at
        // 6,000.
        .uct = "rule=grave,c=0"};
  }

 private:
  Params params_;
  havannah::Shape shape_;

  static constexpr std::uint64_t key_of(std::size_t player, Move cell) {
    return mix64(0x4a76'0000 + 2 * std::uint64_t{cell} + player);
  }
  [[nodiscard]] bool may_swap(const State& state) const {
    return params_.swap && state.played == 1 && !state.swapped;
  }
  static std::size_t stones_of(const State& state) { return state.played - (state.swapped ? 1U : 0U); }
  bool add(State& state, std::size_t player, Move cell) const {
    state.key ^= key_of(player, cell);
    return state.chains.place(shape_, player, cell) != havannah::Chains::Win::none;
  }

  template <class Visit>
  static void for_each_cell(const havannah::Rows& rows, Visit&& visit) {
    for (int row = 0; row < havannah::grid; ++row)
      for_each_bit(rows[static_cast<std::size_t>(row) + 1],
                   [&](unsigned bit) { visit(havannah::cell_at(row, static_cast<int>(bit) - 1)); });
  }
  template <class Visit>
  void for_each_empty(const State& state, Visit&& visit) const {
    havannah::Rows empty = shape_.cells;
    for (std::size_t i = 0; i < empty.size(); ++i)
      empty[i] &= ~(state.chains.stones[0][i] | state.chains.stones[1][i]);
    for_each_cell(empty, visit);
  }

  [[nodiscard]] std::array<double, 2> fill(const State& state, Random& random) const {
    std::array<Move, max_legal> empty;
    std::size_t left = 0;
    for_each_empty(state, [&](Move cell) { empty[left++] = cell; });
    havannah::Chains chains = state.chains;
    for (std::size_t player = state.played & 1U; left > 0; player ^= 1U) {
      const std::size_t choice = random.below(left);
      const Move cell = empty[choice];
      empty[choice] = empty[--left];
      if (chains.place(shape_, player, cell) != havannah::Chains::Win::none)
        return win_for(static_cast<Player>(player));
    }
    return draw_for_all();
  }

  [[nodiscard]] std::vector<Move> winning_cells(const State& state) const;
};

inline std::string Havannah::print_position(const State& state) const {
  std::string text;
  const int last = 2 * params_.size - 2;
  for (int row = 0; row <= last; ++row) {
    for (int line = 0; line <= last; ++line) {
      if (!shape_.has(row, line)) continue;
      const int owner = state.chains.owner(havannah::cell_at(row, line));
      text += owner < 0 ? '.' : "xo"[owner];
    }
    if (row < last) text += '/';
  }
  return text + ' ' + "xo"[state.played & 1U];
}

inline Result<Havannah::State> Havannah::parse_position(std::string_view text) const {
  const int last = 2 * params_.size - 2;
  const auto wrong = [&](const std::string& what) {
    return Error{"position '" + detail::shorten(text) + "': " + what};
  };
  const std::size_t space = text.rfind(' ');
  const std::string_view mover = text.substr(space == std::string_view::npos ? text.size() : space + 1);
  if (mover != "x" && mover != "o") return wrong("after the board come a space and x or o, who is to move");
  const std::string_view board = text.substr(0, space);
  const std::string form = "; it has " + std::to_string(last + 1) + " rows of " +
                           std::to_string(params_.size) + " to " + std::to_string(last + 1) +
                           " cells from the top, '/' between, of x, o and .";
  State state;
  std::array<std::size_t, 2> counts{};
  std::array<bool, 2> won{};
  std::size_t i = 0;
  for (int row = 0; row <= last; ++row) {
    for (int line = 0; line <= last; ++line) {
      if (!shape_.has(row, line)) continue;
      if (i >= board.size()) return wrong("it ends too early" + form);
      const std::size_t what = std::string_view("xoXO.").find(board[i]);
      if (what == std::string_view::npos)
        return wrong("character " + std::to_string(i + 1) +
                     (board[i] == '/' ? " ends row " + std::to_string(row + 1) + " too early"
                                      : std::string(" must be x, o or .")) +
                     form);
      ++i;
      if (what == 4) continue;
      ++counts[what & 1U];
      if (add(state, what & 1U, havannah::cell_at(row, line))) won[what & 1U] = true;
    }
    if (row < last && (i >= board.size() || board[i++] != '/'))
      return wrong("row " + std::to_string(row + 1) + " is too long, or the text ends after it" + form);
  }
  if (i < board.size()) return wrong("there is too much after row " + std::to_string(last + 1) + form);
  const auto [x, o] = counts;
  state.swapped = params_.swap && o > 0 && (mover == "x" ? o == x + 1 : o == x);
  if (!state.swapped && x != (mover == "x" ? o : o + 1))
    return wrong("X moves first: where x is to move there are as many x as o, where o is to move one more" +
                 std::string(params_.swap ? "; after a swap, one o more and as many" : ""));
  state.played = static_cast<std::uint16_t>(x + o + (state.swapped ? 1U : 0U));
  const std::size_t to_move = state.played & 1U;
  if (won[to_move]) return wrong("the player to move has already won");
  state.won = won[to_move ^ 1U];
  return state;
}

// Of a bridge or fork the chain; of a ring the stones next to what it encloses.
inline std::vector<Havannah::Move> Havannah::winning_cells(const State& state) const {
  if (!state.won) return {};
  const auto winner = static_cast<std::size_t>((state.played & 1U) ^ 1U);
  const havannah::Rows& own = state.chains.stones[winner];
  // What is not the winner's and joined to the edge of the board is outside every ring.
  havannah::Rows outside{};
  const auto is_edge = [&](Move cell) { return havannah::neighbours(shape_.cells, cell) != 63; };
  for (bool changed = true; changed;) {
    changed = false;
    for_each_cell(shape_.cells, [&](Move cell) {
      if (havannah::has_cell(own, cell) || havannah::has_cell(outside, cell)) return;
      if (!is_edge(cell) && havannah::neighbours(outside, cell) == 0) return;
      havannah::set_cell(outside, cell);
      changed = true;
    });
  }
  havannah::Rows enclosed{};
  for_each_cell(shape_.cells, [&](Move cell) {
    const bool full = havannah::has_cell(own, cell) && havannah::neighbours(own, cell) == 63;
    if (full || (!havannah::has_cell(own, cell) && !havannah::has_cell(outside, cell)))
      havannah::set_cell(enclosed, cell);
  });
  std::vector<Move> ring;
  std::vector<Move> chain;
  for_each_cell(own, [&](Move cell) {
    if (havannah::neighbours(enclosed, cell) != 0 && !havannah::has_cell(enclosed, cell))
      ring.push_back(cell);
    if (state.chains.wins_by_border(cell)) chain.push_back(cell);
  });
  return ring.empty() ? chain : ring;
}

inline Picture Havannah::picture(const State& state) const {
  const int side = 2 * params_.size - 1;
  Picture picture = board_picture(side, side, [&](int row, int line) {
    return state.chains.owner(havannah::cell_at(side - 1 - row, line));
  });
  for (int row = 0; row < side; ++row) {  // numbered from the top
    picture.row_labels[static_cast<std::size_t>(row)] = std::to_string(row + 1);
    for (int line = 0; line < side; ++line) {
      Picture::Cell& cell = picture.at(static_cast<std::size_t>(row), static_cast<std::size_t>(line));
      cell.absent = !shape_.has(row, line);
      cell.move = cell.absent ? "" : print_square(row, line);
    }
  }
  picture.row_shift = -0.5;
  for (const Move cell : winning_cells(state))
    picture.winning.push_back(
        static_cast<std::size_t>(havannah::row_of(cell) * side + havannah::line_of(cell)));
  return picture;
}

static_assert(Game<Havannah> && WinDrawLoss<Havannah> && HasParams<Havannah> && HasMaxMoves<Havannah>);
static_assert(HasLegalLimit<Havannah> && HasLegalCount<Havannah> && HasHash<Havannah>);
static_assert(HasSymmetries<Havannah> && HasPlayout<Havannah> && HasEncoding<Havannah>);
static_assert(HasMoveText<Havannah> && HasPositionText<Havannah> && HasPicture<Havannah>);
static_assert(HasDescription<Havannah>);

}  // namespace banyan
