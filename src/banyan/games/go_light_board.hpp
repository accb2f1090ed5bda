// A Go board for random games alone, with the least that they need: of each point its colour, how many of its
// neighbours are empty, black and white, and of each chain its pseudo-liberties and stones. Only ko=simple
// holds, no stone is played that would be without liberties, and there is no hash. (What to count beside each
// point is Łukasz Lew's libEGO's idea.)
//
// Points are numbered as in go_board.hpp. `near` has three counts in one word, so that a stone changes all of
// them at its four neighbours by one addition each:
//
//     bits 0–3  black neighbours    4–7  white ones    8–11  empty ones
//
// The border counts as black and as white: a point with four neighbours of a colour is surrounded by it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <banyan/core/random.hpp>
#include <banyan/games/go_board.hpp>

namespace banyan::detail {

class GoLightBoard {
 public:
  explicit GoLightBoard(const GoBoard& board, GoPoint ko)  // NOLINT(*-member-init): cells in use are filled
      : stride_(static_cast<GoPoint>(board.size() + 1)), ko_(ko) {
    const std::size_t cells = static_cast<std::size_t>(board.size() + 2) * stride_ + 1;
    for (GoPoint point = 0; point < cells; ++point) {
      colour_[point] = board.colour(point);
      near_[point] = liberties_[point] = size_[point] = 0;
    }
    for (const GoPoint point : board.empty_points()) {
      place_[point] = empty_count_;
      empty_[empty_count_++] = point;
    }
    for (int row = 0; row < board.size(); ++row)
      for (int column = 0; column < board.size(); ++column) take_over(board, board.point_at(row, column));
  }

  // A point that is neither an eye of the player nor forbidden, drawn uniformly; 0 where there is none.
  // Points that won't do are put aside at the end of the list, so that all others stay equally likely.
  [[nodiscard]] GoPoint draw(unsigned player, Random& random) {
    for (std::size_t left = empty_count_; left > 0; --left) {
      const std::size_t choice = random.below(left);
      const GoPoint point = empty_[choice];
      if (has_empty_neighbour(point) ||
          (point != ko_ && !is_eye(point, player) && has_liberty_after(point, player)))
        return point;
      swap_empty(choice, left - 1);
    }
    return 0;
  }

  void pass() { ko_ = 0; }

  void play(GoPoint point, unsigned player) {
    fill(point, player);
    GoPoint head = point;
    GoPoint taken = 0;
    std::uint32_t count = 0;
    for (const GoPoint n : neighbours(point)) {
      const std::uint8_t what = colour_[n];
      if (what > 1) continue;
      const GoPoint other = head_[n];
      --liberties_[other];
      if (what == player) {
        if (other != head) head = join(head, other);
      } else if (liberties_[other] == 0) {
        count += size_[other];
        take_off(other, what);
        taken = n;
      }
    }
    const bool may_be_retaken = count == 1 && size_[head] == 1 && liberties_[head] == 1;
    ko_ = may_be_retaken ? taken : GoPoint{0};
  }

  // Black's area less White's.
  [[nodiscard]] int lead() const {
    int lead = int{stones_[0]} - int{stones_[1]};
    for (std::size_t i = 0; i < empty_count_; ++i) {
      const std::uint16_t near = near_[empty_[i]];
      if ((near & counts_of_empty) != 0) return lead_by_regions();
      lead += (near & 0xfU) == 4 ? 1 : 0;
      lead -= (near >> 4U & 0xfU) == 4 ? 1 : 0;
    }
    return lead;
  }

 private:
  static constexpr std::uint16_t counts_of_empty = 0xf00;
  // What a stone of each colour adds to the counts of its neighbours, where an empty point was.
  static constexpr std::array<std::uint16_t, 2> by_stone{static_cast<std::uint16_t>(1 - 0x100),
                                                         static_cast<std::uint16_t>(0x10 - 0x100)};

  [[nodiscard]] std::array<GoPoint, 4> neighbours(GoPoint point) const {
    return {static_cast<GoPoint>(point - 1), static_cast<GoPoint>(point + 1),
            static_cast<GoPoint>(point - stride_), static_cast<GoPoint>(point + stride_)};
  }
  [[nodiscard]] bool has_empty_neighbour(GoPoint point) const {
    return (near_[point] & counts_of_empty) != 0;
  }
  // As is_go_eye (go_playout.hpp).
  [[nodiscard]] bool is_eye(GoPoint point, unsigned player) const {
    if ((near_[point] >> (4 * player) & 0xfU) != 4) return false;
    int enemies = 0;
    int outside = 0;
    for (const int offset : {-stride_ - 1, -stride_ + 1, stride_ - 1, stride_ + 1}) {
      const std::uint8_t what = colour_[static_cast<std::size_t>(point + offset)];
      enemies += what == (player ^ 1U) ? 1 : 0;
      outside += what == go_border ? 1 : 0;
    }
    return enemies + (outside > 0 ? 1 : 0) < 2;
  }
  // For a point without empty neighbours: whether a stone there takes something, or is joined to a chain that
  // has other liberties. The point counts as often in a chain's pseudo-liberties as stones of it are beside.
  [[nodiscard]] bool has_liberty_after(GoPoint point, unsigned player) {
    const auto around = neighbours(point);
    for (const GoPoint n : around) --liberties_[head_[n]];
    bool has = false;
    for (const GoPoint n : around)
      has |= colour_[n] != go_border && (colour_[n] == player) == (liberties_[head_[n]] != 0);
    for (const GoPoint n : around) ++liberties_[head_[n]];
    return has;
  }

  // ---- Changes.

  // A point as the other board has it. Chains are its own there, too.
  void take_over(const GoBoard& board, GoPoint point) {
    std::uint16_t near = 0;
    for (const GoPoint n : neighbours(point)) {
      const std::uint8_t what = board.colour(n);
      near = static_cast<std::uint16_t>(near + (what == go_empty    ? 0x100
                                                : what == go_border ? 0x11
                                                : what == 0         ? 1
                                                                    : 0x10));
    }
    near_[point] = near;
    if (board.colour(point) > 1) return;
    ++stones_[board.colour(point)];
    const GoPoint head = board.head_of(point);
    head_[point] = head;
    next_[point] = board.next_of(point);
    ++size_[head];
    liberties_[head] = static_cast<std::uint16_t>(liberties_[head] + (near >> 8U));
  }

  void swap_empty(std::size_t i, std::size_t j) {
    std::swap(empty_[i], empty_[j]);
    place_[empty_[i]] = static_cast<GoPoint>(i);
    place_[empty_[j]] = static_cast<GoPoint>(j);
  }
  // Puts a stone on the point, as a chain of its own.
  void fill(GoPoint point, unsigned player) {
    const GoPoint last = empty_[--empty_count_];
    empty_[place_[point]] = last;
    place_[last] = place_[point];
    colour_[point] = static_cast<std::uint8_t>(player);
    ++stones_[player];
    head_[point] = next_[point] = point;
    size_[point] = 1;
    liberties_[point] = near_[point] >> 8U;
    for (const GoPoint n : neighbours(point))
      near_[n] = static_cast<std::uint16_t>(near_[n] + by_stone[player]);
  }
  // Makes two chains one, and answers its head: that of the longer one.
  GoPoint join(GoPoint head, GoPoint other) {
    if (size_[other] > size_[head]) std::swap(head, other);
    liberties_[head] = static_cast<std::uint16_t>(liberties_[head] + liberties_[other]);
    size_[head] = static_cast<std::uint16_t>(size_[head] + size_[other]);
    GoPoint stone = other;
    do {
      head_[stone] = head;
      stone = next_[stone];
    } while (stone != other);
    std::swap(next_[head], next_[other]);
    return head;
  }
  void take_off(GoPoint head, unsigned player) {
    GoPoint point = head;
    do {
      colour_[point] = go_empty;
      place_[point] = empty_count_;
      empty_[empty_count_++] = point;
      for (const GoPoint n : neighbours(point)) {
        near_[n] = static_cast<std::uint16_t>(near_[n] - by_stone[player]);
        if (colour_[n] == (player ^ 1U)) ++liberties_[head_[n]];
      }
      point = next_[point];
    } while (point != head);
    stones_[player] = static_cast<std::uint16_t>(stones_[player] - size_[head]);
  }

  // The same where empty points are beside each other, as when a game is cut off.
  [[nodiscard]] [[gnu::noinline]] int lead_by_regions() const {
    int lead = int{stones_[0]} - int{stones_[1]};
    std::array<bool, GoBoard::max_cells> is_seen{};
    std::array<GoPoint, GoBoard::max_points> stack;
    for (std::size_t i = 0; i < empty_count_; ++i) {
      if (is_seen[empty_[i]]) continue;
      std::size_t depth = 0;
      int points = 0;
      unsigned borders = 0;
      stack[depth++] = empty_[i];
      is_seen[empty_[i]] = true;
      while (depth > 0) {
        const GoPoint point = stack[--depth];
        ++points;
        for (const GoPoint n : neighbours(point)) {
          if (colour_[n] < go_empty) borders |= 1U << colour_[n];
          if (colour_[n] != go_empty || is_seen[n]) continue;
          is_seen[n] = true;
          stack[depth++] = n;
        }
      }
      lead += borders == 1 ? points : borders == 2 ? -points : 0;
    }
    return lead;
  }

  GoPoint stride_;
  GoPoint ko_;
  GoPoint empty_count_ = 0;
  std::array<std::uint16_t, 2> stones_{};
  std::array<std::uint8_t, GoBoard::max_cells> colour_;
  std::array<std::uint16_t, GoBoard::max_cells> near_;
  std::array<GoPoint, GoBoard::max_cells> head_{};           // of a stone: its chain's; 0 for the border
  std::array<GoPoint, GoBoard::max_cells> next_;             // of a stone: the next of its chain
  std::array<std::uint16_t, GoBoard::max_cells> liberties_;  // of a head
  std::array<std::uint16_t, GoBoard::max_cells> size_;       // of a head: stones
  std::array<GoPoint, GoBoard::max_cells> place_;            // of an empty point: its place in the list
  std::array<GoPoint, GoBoard::max_points> empty_;
};

}  // namespace banyan::detail
