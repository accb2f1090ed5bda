// Stones on a Go board, kept so that playing one costs little: chains with their pseudo-liberties, a list of
// the empty points and a Zobrist hash, all updated move by move. It knows how stones live and die, but not
// whose turn it is or what has been on the board before (go_state.hpp).
//
// Points are numbered with a border around the board and between its rows, so that every neighbour exists:
// on 3×3, with row 0 at the bottom,
//
//     16 17 18 19        border
//     12 13 14 15        border, then row 2: a3 b3 c3
//      8  9 10 11        row 1
//      4  5  6  7        row 0: a1 is 5
//      0  1  2  3        border; 0 also stands for "no point"
//
// The stones of a chain form a ring by `next`, and each knows one of them, the head, where the chain's
// pseudo-liberties are counted: an empty point counts once for each stone beside it. With their sum and the
// sum of their squares, a chain is in atari if and only if count · squares = sum², and its last liberty is
// sum / count. (The Cauchy–Schwarz inequality is strict unless all are equal.)
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <banyan/core/random.hpp>

namespace banyan::detail {

using GoPoint = std::uint16_t;

// What is on a point: a stone of player 0 (black) or 1 (white), or one of these.
inline constexpr std::uint8_t go_empty = 2;
inline constexpr std::uint8_t go_border = 3;

struct GoCell {
  std::uint8_t colour = go_border;
  std::uint8_t taken = 0;     // bit p: a stone of player p was taken off here
  GoPoint link = 0;           // a stone: the head of its chain; an empty point: its place in the list
  GoPoint next = 0;           // a stone: the next of its chain
  std::uint16_t count = 0;    // a head: the chain's pseudo-liberties,
  std::uint32_t sum = 0;      // the sum of their numbers
  std::uint32_t squares = 0;  // and of the squares of these
};
static_assert(sizeof(GoCell) == 16);

class GoBoard {
 public:
  static constexpr int max_size = 19;
  static constexpr std::size_t max_points = max_size * max_size;
  static constexpr std::size_t max_cells = (max_size + 2) * (max_size + 1) + 1;

  GoBoard() {}                // NOLINT(*-member-init,*-use-equals-default): a board without points
  explicit GoBoard(int size)  // NOLINT(*-member-init)
      : size_(static_cast<std::uint16_t>(size)),
        stride_(static_cast<std::uint16_t>(size + 1)),
        cells_in_use_(static_cast<std::uint16_t>((size + 2) * (size + 1) + 1)) {
    std::fill_n(cells_.begin(), cells_in_use_, GoCell{});
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) add_empty(point_at(row, column));
  }
  // Copies take the part in use: 16 bytes a cell and 2 an empty point.
  GoBoard(const GoBoard& other) { copy(other); }  // NOLINT(*-member-init)
  GoBoard& operator=(const GoBoard& other) {
    if (this != &other) copy(other);
    return *this;
  }
  ~GoBoard() = default;

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] GoPoint point_at(int row, int column) const {
    return static_cast<GoPoint>((row + 1) * stride_ + column + 1);
  }
  [[nodiscard]] int row_of(GoPoint point) const { return point / stride_ - 1; }
  [[nodiscard]] int column_of(GoPoint point) const { return point % stride_ - 1; }

  [[nodiscard]] std::uint8_t colour(GoPoint point) const { return cells_[point].colour; }
  [[nodiscard]] std::span<const GoPoint> empty_points() const { return {empty_.data(), empty_count_}; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  [[nodiscard]] bool was_taken(GoPoint point, unsigned player) const {
    return (cells_[point].taken >> player & 1U) != 0;
  }
  // Says that a stone of this player may have been here before.
  void mark_taken(GoPoint point, unsigned player) {
    cells_[point].taken |= static_cast<std::uint8_t>(1U << player);
  }
  [[nodiscard]] std::array<GoPoint, 4> neighbours(GoPoint point) const {
    return {static_cast<GoPoint>(point - 1), static_cast<GoPoint>(point + 1),
            static_cast<GoPoint>(point - stride_), static_cast<GoPoint>(point + stride_)};
  }
  [[nodiscard]] std::array<GoPoint, 4> diagonals(GoPoint point) const {
    return {static_cast<GoPoint>(point - stride_ - 1), static_cast<GoPoint>(point - stride_ + 1),
            static_cast<GoPoint>(point + stride_ - 1), static_cast<GoPoint>(point + stride_ + 1)};
  }

  // ---- Chains. Ask only about stones.

  [[nodiscard]] GoPoint head_of(GoPoint stone) const { return cells_[stone].link; }
  [[nodiscard]] GoPoint next_of(GoPoint stone) const { return cells_[stone].next; }  // around the chain
  [[nodiscard]] bool has_liberties(GoPoint stone) const { return cells_[head_of(stone)].count > 0; }
  [[nodiscard]] bool in_atari(GoPoint stone) const {
    const GoCell& head = cells_[head_of(stone)];
    return std::uint64_t{head.count} * head.squares == std::uint64_t{head.sum} * head.sum;
  }
  // The only liberty of a chain in atari.
  [[nodiscard]] GoPoint last_liberty(GoPoint stone) const {
    const GoCell& head = cells_[head_of(stone)];
    return static_cast<GoPoint>(head.sum / head.count);
  }
  template <class Visit>
  void for_each_stone(GoPoint stone, Visit&& visit) const {
    GoPoint point = stone;
    do {
      visit(point);
      point = cells_[point].next;
    } while (point != stone);
  }

  // ---- What a move would do, for an empty point.

  [[nodiscard]] bool has_empty_neighbour(GoPoint point) const {
    return std::ranges::any_of(neighbours(point), [&](GoPoint n) { return colour(n) == go_empty; });
  }
  // The stone, and what it is joined to, would have no liberty, and takes nothing.
  [[nodiscard]] bool is_suicide(GoPoint point, unsigned player) const {
    for (const GoPoint n : neighbours(point)) {
      if (colour(n) == go_empty) return false;
      if (colour(n) != go_border && (colour(n) == player) != in_atari(n)) return false;
    }
    return true;
  }
  // The same of a stone that is joined to none.
  [[nodiscard]] bool is_lonely(GoPoint point, unsigned player) const {
    return std::ranges::none_of(neighbours(point), [&](GoPoint n) { return colour(n) == player; });
  }
  // The hash after the move, taken stones (of a suicide: one's own) left out.
  [[nodiscard]] std::uint64_t hash_after(GoPoint point, unsigned player) const {
    std::uint64_t hash = hash_ ^ key(player, point);
    const bool suicide = is_suicide(point, player);
    if (suicide) hash ^= key(player, point);
    const unsigned lost = suicide ? player : player ^ 1U;
    std::array<GoPoint, 4> done{};
    std::size_t count = 0;
    for (const GoPoint n : neighbours(point)) {
      if (colour(n) != lost || !in_atari(n)) continue;
      if (std::find(done.begin(), done.begin() + count, head_of(n)) != done.begin() + count) continue;
      done[count++] = head_of(n);
      for_each_stone(n, [&](GoPoint stone) { hash ^= key(lost, stone); });
    }
    return hash;
  }

  // ---- Moves.

  // Puts a stone on an empty point and takes nothing off: to set up positions. Chains may be left without
  // liberties.
  GoPoint place(GoPoint point, unsigned player) {
    assert(colour(point) == go_empty);
    remove_empty(point);
    hash_ ^= key(player, point);
    ++stones_[player];
    GoCell& stone = cells_[point];
    stone.colour = static_cast<std::uint8_t>(player);
    stone.link = stone.next = point;
    stone.count = 0;
    stone.sum = stone.squares = 0;
    for (const GoPoint n : neighbours(point)) {
      const std::uint8_t what = colour(n);
      if (what == go_empty) {
        add_liberty(point, n);
      } else if (what != go_border) {
        remove_liberty(head_of(n), point);
      }
    }
    GoPoint head = point;
    for (const GoPoint n : neighbours(point))
      if (colour(n) == player && head_of(n) != head) head = join(head, head_of(n));
    return head;
  }

  // Plays a stone, and takes off what has no liberty then: the other's chains, else its own. Answers the
  // point of a ko: where a single stone was taken that could take the capturing stone back at once; 0 where
  // there is none.
  GoPoint play(GoPoint point, unsigned player) {
    const GoPoint head = place(point, player);
    std::uint32_t taken = 0;
    GoPoint last = 0;
    for (const GoPoint n : neighbours(point))
      if (colour(n) == (player ^ 1U) && !has_liberties(n)) {
        taken += take_off(n, player ^ 1U);
        last = n;
      }
    if (cells_[head].count == 0) {
      take_off(head, player);
      return 0;
    }
    const bool alone = cells_[point].next == point;
    return taken == 1 && alone && cells_[head].count == 1 ? last : GoPoint{0};
  }

  // Exchanges two places of the list of empty points.
  void swap_empty(std::size_t i, std::size_t j) {
    std::swap(empty_[i], empty_[j]);
    cells_[empty_[i]].link = static_cast<GoPoint>(i);
    cells_[empty_[j]].link = static_cast<GoPoint>(j);
  }

  // ---- Counting.

  // Black's area less White's: stones, and empty regions that only one of them borders on.
  [[nodiscard]] int lead() const {
    int lead = int{stones_[0]} - int{stones_[1]};
    Region region;
    for (const GoPoint point : empty_points()) {
      if (region.is_seen[point]) continue;
      const auto [points, borders] = fill(point, region);
      if (borders == 1U) lead += points;
      if (borders == 2U) lead -= points;
    }
    return lead;
  }

  // The liberties of a chain, up to three.
  [[nodiscard]] int liberties_up_to_three(GoPoint stone) const {
    std::array<GoPoint, 3> found{};
    std::size_t count = 0;
    for_each_stone(stone, [&](GoPoint s) {
      for (const GoPoint n : neighbours(s))
        if (count < found.size() && colour(n) == go_empty &&
            std::find(found.begin(), found.begin() + count, n) == found.begin() + count)
          found[count++] = n;
    });
    return static_cast<int>(count);
  }

  // The same stones on the same points.
  friend bool operator==(const GoBoard& a, const GoBoard& b) {
    return a.size_ == b.size_ && a.hash_ == b.hash_ &&
           std::equal(a.cells_.begin(), a.cells_.begin() + a.cells_in_use_, b.cells_.begin(),
                      [](const GoCell& x, const GoCell& y) { return x.colour == y.colour; });
  }
  [[nodiscard]] std::uint64_t hash_from_scratch() const {
    std::uint64_t hash = 0;
    for (GoPoint point = 0; point < cells_in_use_; ++point)
      if (colour(point) < go_empty) hash ^= key(colour(point), point);
    return hash;
  }

 private:
  struct Region {
    std::array<bool, max_cells> is_seen{};
    std::array<GoPoint, max_points> stack;
  };
  static constexpr std::array<std::array<std::uint64_t, max_cells>, 2> keys = [] {
    std::array<std::array<std::uint64_t, max_cells>, 2> table{};
    for (std::size_t player = 0; player < 2; ++player)
      for (std::size_t point = 0; point < max_cells; ++point)
        table[player][point] = mix64(0x60'0000 + 2 * point + player);
    return table;
  }();
  static std::uint64_t key(unsigned player, GoPoint point) { return keys[player][point]; }

  void copy(const GoBoard& other) {
    size_ = other.size_;
    stride_ = other.stride_;
    cells_in_use_ = other.cells_in_use_;
    empty_count_ = other.empty_count_;
    stones_ = other.stones_;
    hash_ = other.hash_;
    std::copy_n(other.cells_.begin(), cells_in_use_, cells_.begin());
    std::copy_n(other.empty_.begin(), empty_count_, empty_.begin());
  }

  void add_empty(GoPoint point) {
    GoCell& cell = cells_[point];
    cell.colour = go_empty;
    cell.link = empty_count_;
    empty_[empty_count_++] = point;
  }
  void remove_empty(GoPoint point) {
    const GoPoint place = cells_[point].link;
    const GoPoint last = empty_[--empty_count_];
    empty_[place] = last;
    cells_[last].link = place;
  }
  void add_liberty(GoPoint head, GoPoint point) {
    GoCell& chain = cells_[head];
    ++chain.count;
    chain.sum += point;
    chain.squares += std::uint32_t{point} * point;
  }
  void remove_liberty(GoPoint head, GoPoint point) {
    GoCell& chain = cells_[head];
    --chain.count;
    chain.sum -= point;
    chain.squares -= std::uint32_t{point} * point;
  }
  // Makes two chains one, and answers its head. That with fewer liberties is likely to be the shorter one.
  GoPoint join(GoPoint head, GoPoint other) {
    if (cells_[other].count > cells_[head].count) std::swap(head, other);
    GoCell& to = cells_[head];
    GoCell& from = cells_[other];
    to.count = static_cast<std::uint16_t>(to.count + from.count);
    to.sum += from.sum;
    to.squares += from.squares;
    GoPoint stone = other;
    do {
      cells_[stone].link = head;
      stone = cells_[stone].next;
    } while (stone != other);
    std::swap(to.next, from.next);
    return head;
  }
  // Takes a chain off the board; answers its number of stones.
  std::uint32_t take_off(GoPoint stone, unsigned player) {
    std::uint32_t count = 0;
    GoPoint point = stone;
    do {
      const GoPoint next = cells_[point].next;
      mark_taken(point, player);
      hash_ ^= key(player, point);
      add_empty(point);
      for (const GoPoint n : neighbours(point))
        if (colour(n) == (player ^ 1U)) add_liberty(head_of(n), point);
      point = next;
      ++count;
    } while (point != stone);
    stones_[player] = static_cast<std::uint16_t>(stones_[player] - count);
    return count;
  }

  // The size of the empty region around a point, and who borders on it: bit p for player p.
  std::pair<int, unsigned> fill(GoPoint start, Region& region) const {
    unsigned borders = 0;
    int points = 0;
    std::size_t depth = 0;
    region.stack[depth++] = start;
    region.is_seen[start] = true;
    while (depth > 0) {
      const GoPoint point = region.stack[--depth];
      ++points;
      for (const GoPoint n : neighbours(point)) {
        if (colour(n) < go_empty) {
          borders |= 1U << colour(n);
        } else if (colour(n) == go_empty && !region.is_seen[n]) {
          region.is_seen[n] = true;
          region.stack[depth++] = n;
        }
      }
    }
    return {points, borders};
  }

  std::uint16_t size_ = 0;
  std::uint16_t stride_ = 1;
  std::uint16_t cells_in_use_ = 0;
  GoPoint empty_count_ = 0;
  std::array<std::uint16_t, 2> stones_{};
  std::uint64_t hash_ = 0;
  std::array<GoCell, max_cells> cells_;
  std::array<GoPoint, max_points> empty_;
};

}  // namespace banyan::detail
