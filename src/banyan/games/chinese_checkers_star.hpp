// The six-pointed star of Chinese checkers: its holes, their neighbours and names, and where a peg can go. A
// set of holes is two words of bits, as the largest star has 121.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/core/bits.hpp>
#include <banyan/games/fen.hpp>

namespace banyan::star {

inline constexpr int most_size = 4;
inline constexpr std::size_t most_holes = 121;
inline constexpr std::size_t most_pegs = 10;
inline constexpr std::size_t directions = 6;
inline constexpr std::size_t most_alike = 37;  // holes whose coordinates have the same parity
inline constexpr std::uint8_t nowhere = 255;

struct Move {
  std::uint8_t from = nowhere;  // nowhere: a pass
  std::uint8_t to = nowhere;
  friend constexpr bool operator==(Move, Move) = default;
};

struct Holes {
  std::array<std::uint64_t, 2> words{};
  friend constexpr bool operator==(const Holes&, const Holes&) = default;
  friend constexpr Holes operator|(const Holes& a, const Holes& b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1]}};
  }
  friend constexpr Holes operator&(const Holes& a, const Holes& b) {
    return {{a.words[0] & b.words[0], a.words[1] & b.words[1]}};
  }

  [[nodiscard]] constexpr bool has(unsigned hole) const { return (words[hole / 64] >> hole % 64 & 1U) != 0; }
  constexpr void add(unsigned hole) { words[hole / 64] |= std::uint64_t{1} << hole % 64; }
  constexpr void remove(unsigned hole) { words[hole / 64] &= ~(std::uint64_t{1} << hole % 64); }
  [[nodiscard]] constexpr bool any() const { return (words[0] | words[1]) != 0; }
  [[nodiscard]] constexpr int count() const { return std::popcount(words[0]) + std::popcount(words[1]); }
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for_each_bit(words[0], visit);
    for_each_bit(words[1], [&](unsigned bit) { visit(bit + 64); });
  }
};

class Star {
 public:
  explicit Star(int size) : size_(size), side_(4 * size + 1) {
    at_.fill(nowhere);
    for (int y = -2 * size; y <= 2 * size; ++y)
      for (int x = -2 * size; x <= 2 * size; ++x)
        if (is_inside(x, y)) {
          at_[grid(x, y)] = static_cast<std::uint8_t>(count_);
          places_[count_++] = {x, y};
        }
    constexpr std::array<Place, directions> steps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {-1, 1}, {1, -1}}};
    for (std::size_t hole = 0; hole < count_; ++hole)
      for (std::size_t i = 0; i < directions; ++i) {
        const auto [x, y] = places_[hole];
        near_[hole][i] = hole_at(x + steps[i].x, y + steps[i].y);
        far_[hole][i] = hole_at(x + 2 * steps[i].x, y + 2 * steps[i].y);
      }
  }

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t side() const { return static_cast<std::size_t>(side_); }  // of the grid around it
  [[nodiscard]] int row_of(std::size_t hole) const { return places_[hole].y; }
  // The cell of the grid, row by row.
  [[nodiscard]] std::size_t cell_of(std::size_t hole) const {
    return static_cast<std::size_t>((places_[hole].y + 2 * size_) * side_ + places_[hole].x + 2 * size_);
  }

  // The points of the star clockwise from the bottom, and the hexagon between them.
  [[nodiscard]] Holes point(int corner) const {
    Holes holes;
    for (unsigned hole = 0; hole < count_; ++hole)
      if (distance_to_tip(hole, corner) < size_) holes.add(hole);
    return holes;
  }
  [[nodiscard]] Holes middle() const {
    Holes holes;
    for (unsigned hole = 0; hole < count_; ++hole) {
      const auto [x, y] = places_[hole];
      if (std::max({std::abs(x), std::abs(y), std::abs(x + y)}) <= size_) holes.add(hole);
    }
    return holes;
  }
  [[nodiscard]] int distance_to_tip(std::size_t hole, int corner) const {
    constexpr std::array<Place, 6> tips{{{-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}, {1, 1}}};
    const Place tip = tips[static_cast<std::size_t>(corner)];
    const int x = places_[hole].x - tip.x * size_;
    const int y = places_[hole].y - tip.y * size_;
    return std::max({std::abs(x), std::abs(y), std::abs(x + y)});
  }
  // Left becomes right.
  [[nodiscard]] unsigned mirrored(std::size_t hole) const {
    return hole_at(-places_[hole].x - places_[hole].y, places_[hole].y);
  }

  // Mirrored at the line through points 2 and 5.
  [[nodiscard]] unsigned transposed(std::size_t hole) const {
    return hole_at(places_[hole].y, places_[hole].x);
  }
  // Turned clockwise by so many points.
  [[nodiscard]] unsigned turned(std::size_t hole, int times) const {
    auto [x, y] = places_[hole];
    for (; times > 0; --times) {
      const int old_x = std::exchange(x, -y);
      y += old_x;
    }
    return hole_at(x, y);
  }

  // Where a peg can go from a hole, by a step or by jumps.
  [[nodiscard]] Holes reachable(const Holes& taken, unsigned from) const {
    Holes found;
    Holes others = taken;
    others.remove(from);
    std::array<std::uint8_t, most_alike + 1> queue{};
    std::size_t end = 0;
    queue[end++] = static_cast<std::uint8_t>(from);
    for (std::size_t i = 0; i < end; ++i)
      for (std::size_t direction = 0; direction < directions; ++direction) {
        const unsigned to = far_[queue[i]][direction];
        // What lies between two holes of the star is a hole of the star.
        if (to == nowhere || !others.has(near_[queue[i]][direction]) || others.has(to) || found.has(to))
          continue;
        if (to == from) continue;
        found.add(to);
        queue[end++] = static_cast<std::uint8_t>(to);
      }
    for (const unsigned to : near_[from])
      if (to != nowhere && !taken.has(to)) found.add(to);
    return found;
  }

  // A letter for the row from the bottom and the number of the hole in it from the left.
  [[nodiscard]] std::string name_of(unsigned hole) const {
    unsigned first = hole;
    while (first > 0 && row_of(first - 1) == row_of(hole)) --first;
    return static_cast<char>('a' + 2 * size_ - row_of(hole)) + std::to_string(hole - first + 1);
  }
  [[nodiscard]] std::optional<unsigned> hole_named(std::string_view text) const {
    if (text.size() < 2) return std::nullopt;
    const char letter = static_cast<char>(text[0] | 0x20);  // letters in either case
    const auto number = text[1] == '0' ? std::nullopt : parse_whole(text.substr(1), 1, side_);
    if (letter < 'a' || letter >= 'a' + side_ || !number) return std::nullopt;
    const int row = 2 * size_ - (letter - 'a');
    for (unsigned hole = 0; hole < count_; ++hole)
      if (row_of(hole) == row) {
        const unsigned wanted = hole + static_cast<unsigned>(*number) - 1;
        return wanted < count_ && row_of(wanted) == row ? std::optional(wanted) : std::nullopt;
      }
    return std::nullopt;
  }

 private:
  struct Place {
    int x = 0;
    int y = 0;
  };
  static constexpr std::size_t most_side = 4 * most_size + 1;

  int size_;
  int side_;
  std::size_t count_ = 0;
  std::array<Place, most_holes> places_{};
  std::array<std::uint8_t, most_side * most_side> at_{};
  // In each direction the next hole and the one after it, or nowhere.
  std::array<std::array<std::uint8_t, directions>, most_holes> near_{};
  std::array<std::array<std::uint8_t, directions>, most_holes> far_{};

  [[nodiscard]] bool is_inside(int x, int y) const {
    const int z = -x - y;
    return std::max({x, y, z}) <= size_ || std::min({x, y, z}) >= -size_;
  }
  [[nodiscard]] std::size_t grid(int x, int y) const {
    return static_cast<std::size_t>((y + 2 * size_) * side_ + x + 2 * size_);
  }
  [[nodiscard]] std::uint8_t hole_at(int x, int y) const {
    const int most = 2 * size_;
    return std::abs(x) > most || std::abs(y) > most ? nowhere : at_[grid(x, y)];
  }
};

}  // namespace banyan::star
