// A board of Gomoku that knows, of every cell and for both players, what a stone there would make
// (gomoku_patterns.hpp), and keeps that up to date: a stone changes what 32 cells around it have in one of
// four directions.
//
// Cells stand in rows of 24, of which the last four are off the board and serve both as the right margin of
// one row and as the left margin of the next; four rows below and above are off the board too.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <banyan/core/bits.hpp>
#include <banyan/games/gomoku_patterns.hpp>

namespace banyan::detail {

class GomokuBoard {
 public:
  static constexpr int side = 20;
  using Move = std::uint16_t;  // row * 20 + column, as in Gomoku
  using Cells = std::array<std::uint64_t, 7>;
  using Stones = std::array<Cells, 2>;

  // What cells are good for, as sets of them: also of cells that are taken.
  enum class Use : std::uint8_t {
    five,      // completes a line
    two_ways,  // then two cells or more complete one: an open four, or two fours at once
    four,      // then one cell does
  };

  GomokuBoard(int width, int height, int line)
      : patterns_(&GomokuPatterns::of(line)), width_(width), height_(height), line_(line) {
    moves_.fill(nowhere);
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column) {
        const auto move = static_cast<Move>(row * side + column);
        moves_[place_of(move)] = move;
        insert(empty_, move);
      }
    for (std::size_t at = 0; at < cells_.size(); ++at)
      for (std::size_t d = 0; d < directions; ++d) add_border(at, d);
  }

  [[nodiscard]] bool fits(int width, int height, int line) const {
    return width_ == width && height_ == height && line_ == line;
  }
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] const Cells& empty() const { return empty_; }

  // From whatever position there is to this one.
  void move_to(const Stones& stones) {
    for (const std::size_t player : {0U, 1U}) {
      const Cells before = stones_[player];
      for (std::size_t word = 0; word < before.size(); ++word)
        for_each_bit(before[word] & ~stones[player][word],
                     [&](unsigned bit) { remove(player, static_cast<Move>(word * 64 + bit)); });
    }
    for (const std::size_t player : {0U, 1U}) {
      const Cells before = stones_[player];
      for (std::size_t word = 0; word < before.size(); ++word)
        for_each_bit(stones[player][word] & ~before[word],
                     [&](unsigned bit) { add(player, static_cast<Move>(word * 64 + bit)); });
    }
  }

  void add(std::size_t player, Move move) {
    insert(stones_[player], move);
    erase(empty_, move);
    change<1>(player, place_of(move));
  }
  void remove(std::size_t player, Move move) {
    erase(stones_[player], move);
    insert(empty_, move);
    change<-1>(player, place_of(move));
  }

  // What a stone of this player would make of an empty cell's lines: GomokuFacts.
  [[nodiscard]] std::uint32_t facts(std::size_t player, Move move) const {
    return cells_[place_of(move)].facts[player];
  }
  [[nodiscard]] std::uint32_t score(std::size_t player, Move move) const {
    return GomokuFacts::score(facts(player, move));
  }

  // The empty cells that are good for this.
  [[nodiscard]] Cells useful(std::size_t player, Use use) const {
    Cells cells = uses_[player][static_cast<std::size_t>(use)];
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] &= empty_[i];
    return cells;
  }

  // Calls visit(move) for each cell that would complete a line after a stone of this player here. Empty ones,
  // as is the cell itself.
  template <class Visit>
  void for_each_completing(std::size_t player, Move move, Visit&& visit) const {
    const std::size_t at = place_of(move);
    for (std::size_t d = 0; d < directions; ++d)
      for_each_bit(patterns_->completing(cells_[at].keys[player][d]),
                   [&](unsigned digit) { visit(moves_[neighbour(at, d, digit)]); });
  }
  // Calls visit(move) for each empty cell on the board within four of this one in a line.
  template <class Visit>
  void for_each_near(Move move, Visit&& visit) const {
    const std::size_t at = place_of(move);
    for (std::size_t d = 0; d < directions; ++d)
      for (unsigned digit = 0; digit < GomokuPatterns::digits; ++digit)
        if (const Move near = moves_[neighbour(at, d, digit)]; contains(empty_, near)) visit(near);
  }

  static void insert(Cells& cells, Move move) { cells[move / 64U] |= std::uint64_t{1} << (move % 64U); }
  static void erase(Cells& cells, Move move) { cells[move / 64U] &= ~(std::uint64_t{1} << (move % 64U)); }
  static bool contains(const Cells& cells, Move move) {
    return (cells[move / 64U] >> (move % 64U) & 1U) != 0;
  }
  static bool any(const Cells& cells) {
    return (cells[0] | cells[1] | cells[2] | cells[3] | cells[4] | cells[5] | cells[6]) != 0;
  }
  static int size(const Cells& cells) {
    int count = 0;
    for (const std::uint64_t word : cells) count += std::popcount(word);
    return count;
  }
  static Move first(const Cells& cells) {
    for (unsigned word = 0; word < cells.size(); ++word)
      if (cells[word] != 0)
        return static_cast<Move>(word * 64U + static_cast<unsigned>(std::countr_zero(cells[word])));
    return nowhere;
  }
  template <class Visit>
  static void for_each(const Cells& cells, Visit&& visit) {
    for (unsigned word = 0; word < cells.size(); ++word)
      for_each_bit(cells[word], [&](unsigned bit) { visit(static_cast<Move>(word * 64U + bit)); });
  }

 private:
  static constexpr int margin = GomokuPatterns::reach;
  static constexpr int stride = side + margin;
  static constexpr std::size_t directions = 4;
  static constexpr std::array<int, directions> steps{1, stride, stride + 1, stride - 1};
  static constexpr std::size_t size_with_margin = (side + 2 * margin) * stride + 2 * margin;
  static constexpr Move nowhere = 447;  // off every board, and yet a bit of Cells

  struct Cell {
    std::array<std::array<std::uint16_t, directions>, 2> keys{};  // of a player in a direction
    std::array<std::uint32_t, 2> facts{};
  };

  static constexpr auto places = [] {
    std::array<std::uint16_t, 448> table{};
    for (int move = 0; move < side * side; ++move)
      table[static_cast<std::size_t>(move)] =
          static_cast<std::uint16_t>((move / side + margin) * stride + move % side + margin);
    return table;
  }();
  static std::size_t place_of(Move move) { return places[move]; }
  static std::size_t neighbour(std::size_t at, std::size_t direction, std::size_t digit) {
    return static_cast<std::size_t>(static_cast<int>(at) +
                                    GomokuPatterns::distance(digit) * steps[direction]);
  }

  // What is off the board is taken, to both players.
  void add_border(std::size_t at, std::size_t direction) {
    std::uint16_t key = 0;
    for (std::size_t digit = 0; digit < GomokuPatterns::digits; ++digit) {
      const std::size_t near = neighbour(at, direction, digit);
      if (near >= cells_.size() || moves_[near] == nowhere)
        key = static_cast<std::uint16_t>(key + 2 * GomokuPatterns::power[digit]);
    }
    for (const std::size_t player : {0U, 1U}) {
      cells_[at].keys[player][direction] = key;
      set_facts(player, at, cells_[at].facts[player] + patterns_->facts(key));
    }
  }

  template <int Sign>
  void change(std::size_t player, std::size_t at) {
    for (std::size_t d = 0; d < directions; ++d)
      for (std::size_t digit = 0; digit < GomokuPatterns::digits; ++digit) {
        // The stone is the neighbour of that one, on the other side.
        const std::size_t near = neighbour(at, d, GomokuPatterns::digits - 1 - digit);
        change_key(player, near, d, Sign * int{GomokuPatterns::power[digit]});
        change_key(player ^ 1U, near, d, 2 * Sign * int{GomokuPatterns::power[digit]});
      }
  }
  void change_key(std::size_t player, std::size_t at, std::size_t direction, int by) {
    Cell& cell = cells_[at];
    std::uint16_t& key = cell.keys[player][direction];
    const std::uint32_t before = patterns_->facts(key);
    key = static_cast<std::uint16_t>(key + by);
    set_facts(player, at, cell.facts[player] + patterns_->facts(key) - before);
  }
  void set_facts(std::size_t player, std::size_t at, std::uint32_t facts) {
    constexpr std::uint32_t counts = GomokuFacts::open_three - GomokuFacts::five;
    const std::uint32_t before = cells_[at].facts[player];
    cells_[at].facts[player] = facts;
    if (((before ^ facts) & counts) != 0) [[unlikely]]
      set_uses(player, at, facts);
  }
  void set_uses(std::size_t player, std::size_t at, std::uint32_t facts) {
    const bool five = GomokuFacts::count(facts, GomokuFacts::five) > 0;
    const unsigned fours = GomokuFacts::count(facts, GomokuFacts::four);
    const bool two_ways = fours > 1 || GomokuFacts::count(facts, GomokuFacts::open_four) > 0;
    const std::array<bool, 3> now{five, !five && two_ways, !five && !two_ways && fours == 1};
    for (std::size_t use = 0; use < now.size(); ++use) {
      if (now[use]) {
        insert(uses_[player][use], moves_[at]);
      } else {
        erase(uses_[player][use], moves_[at]);
      }
    }
  }

  const GomokuPatterns* patterns_;
  int width_;
  int height_;
  int line_;
  Stones stones_{};
  Cells empty_{};
  std::array<std::array<Cells, 3>, 2> uses_{};
  std::array<Cell, size_with_margin> cells_{};
  std::array<Move, size_with_margin> moves_;
};

}  // namespace banyan::detail
