// The board of backgammon, and the turns that dice allow. Each side counts the points from its own end: 1 to
// 6 are its home, 24 is the farthest point, 25 the bar, 0 are the checkers borne off. A side is four words,
// word i with bit i of the number of checkers on each of these 26 places:
//
//   place        25 24 … 13 … 8 … 6 … 1 0
//   checkers      0  2     5   3   5   0 0
//   planes[0]     0  0     1   1   1   0 0      so that all places are asked or changed at once
//   planes[1]     0  1     0   1   0   0 0
//   planes[2]     0  0     1   0   1   0 0
//
// Place p of one side is place 25 - p of the other.
//
// A move is a whole turn: the places its steps start from. Turns that lead to the same position are one move.
// With doubles the position after a turn determines how many steps start from which place, and any order that
// is legal can be sorted from high to low: each descending list is listed once. With two different dice,
// turns coincide where one checker goes both ways without a hit on either, or where two checkers are borne
// off by either die; of these, one is listed.
//
//   bits 0–2 steps (0: no move), bit 3 set if the smaller die is used first, from bit 4 the steps' places,
//   five bits each; bit 31 set for a roll: then bits 0–2 and 3–5 are the dice
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/bits.hpp>
#include <banyan/core/fixed_list.hpp>

namespace banyan::backgammon {

inline constexpr unsigned off = 0;
inline constexpr unsigned bar = 25;
inline constexpr unsigned home = 6;
inline constexpr unsigned checkers = 15;  // of a side

using Places = std::uint32_t;  // a bit for each place
inline constexpr Places points = 0x1ff'fffe;
constexpr Places bit(unsigned place) { return Places{1} << place; }

// The places as the other side counts them.
constexpr Places reversed(Places set) {
  set = (set >> 1U & 0x5555'5555U) | (set & 0x5555'5555U) << 1U;
  set = (set >> 2U & 0x3333'3333U) | (set & 0x3333'3333U) << 2U;
  set = (set >> 4U & 0x0f0f'0f0fU) | (set & 0x0f0f'0f0fU) << 4U;
  set = (set >> 8U & 0x00ff'00ffU) | (set & 0x00ff'00ffU) << 8U;
  return (set >> 16U | set << 16U) >> 6U;
}

struct Side {
  std::array<Places, 4> planes{};
  friend constexpr bool operator==(const Side&, const Side&) = default;

  [[nodiscard]] constexpr unsigned count(unsigned place) const {
    unsigned number = 0;
    for (unsigned i = 0; i < planes.size(); ++i) number |= (planes[i] >> place & 1U) << i;
    return number;
  }
  [[nodiscard]] constexpr Places many() const { return planes[1] | planes[2] | planes[3]; }
  [[nodiscard]] constexpr Places some() const { return planes[0] | many(); }
  [[nodiscard]] constexpr bool has_won() const {
    return (planes[0] & planes[1] & planes[2] & planes[3] & bit(off)) != 0;
  }
  [[nodiscard]] constexpr unsigned pips() const {
    unsigned sum = 0;
    for_each_bit(some(), [&](unsigned place) { sum += place * count(place); });
    return sum;
  }

  constexpr void add(unsigned place, unsigned number) {
    for (unsigned i = 0; i < planes.size(); ++i) planes[i] |= (number >> i & 1U) << place;
  }
  // Moves one checker; `from` has one.
  constexpr void move(unsigned from, unsigned to) {
    Places borrow = bit(from);
    Places carry = bit(to);
    for (Places& plane : planes) {
      const Places next_borrow = borrow & ~plane;
      plane ^= borrow;
      borrow = next_borrow;
      const Places next_carry = carry & plane;
      plane ^= carry;
      carry = next_carry;
    }
  }
  [[nodiscard]] constexpr Side moved(unsigned from, unsigned to) const {
    Side after = *this;
    after.move(from, to);
    return after;
  }

  // The places that a checker may leave by this die, if it may land on the places of `open`.
  [[nodiscard]] constexpr Places sources(Places open, unsigned die) const {
    const Places all = some() & ~bit(off);
    if ((all & bit(bar)) != 0) return (open & bit(bar - die)) != 0 ? bit(bar) : 0;
    Places set = all & (open << die);
    if (all >> (home + 1) == 0 && all != 0) {
      // All are home: borne off from the die's point, and from the highest one if the die is higher.
      set |= all & bit(die);
      if (const unsigned highest = static_cast<unsigned>(std::bit_width(all)) - 1; highest < die)
        set |= bit(highest);
    }
    return set;
  }
};

constexpr unsigned landing(unsigned from, unsigned die) { return from > die ? from - die : off; }

// What the other side's checkers mean for the side to move, which counts the points.
struct Others {
  Places open = 0;   // points without two or more of them
  Places blots = 0;  // points with one
};
constexpr Others seen_from_other_side(const Side& side) {
  const Places many = reversed(side.many());
  return {.open = points & ~many, .blots = points & ~many & reversed(side.some())};
}

struct Dice {
  unsigned high = 0;
  unsigned low = 0;
};

using Move = std::uint32_t;
inline constexpr Move no_move = 0;
inline constexpr unsigned most_steps = 4;
constexpr unsigned steps_of(Move move) { return move & 7U; }
constexpr unsigned source_of(Move move, unsigned i) { return move >> (4 + 5 * i) & 31U; }
constexpr unsigned die_of(Move move, unsigned i, Dice dice) {
  return ((move >> 3U & 1U) ^ (i & 1U)) != 0 ? dice.low : dice.high;
}
constexpr Move add_step(Move move, unsigned from) { return (move + 1) | from << (4 + 5 * steps_of(move)); }
inline constexpr Move low_first = 8;
inline constexpr Move roll_flag = Move{1} << 31U;
constexpr Move make_roll(unsigned first, unsigned second) { return roll_flag | first | second << 3U; }

// Turns that differ in the place of the last step only: `begin` with one of `last` added.
struct Group {
  Move begin = no_move;
  Places last = 0;
};
// Three steps taken by 15 checkers: C(17, 3).
inline constexpr std::size_t most_groups = 680;
// Four steps: C(18, 4). Many of them coincide, so that there are always fewer.
inline constexpr std::size_t most_turns = 3060;
using Groups = FixedList<Group, most_groups>;

namespace detail {

// Descending lists of so many steps by one die.
inline void add_doubles(const Side& own, Places open, unsigned die, unsigned steps, Move begin,
                        Places allowed, Groups& groups) {
  const Places sources = own.sources(open, die) & allowed;
  if (steps == 1) {
    if (sources != 0) groups.push_back({begin, sources});
    return;
  }
  for_each_bit(sources, [&](unsigned from) {
    add_doubles(own.moved(from, landing(from, die)), open, die, steps - 1, add_step(begin, from),
                (bit(from) << 1U) - 1, groups);
  });
}

// The turns that use two different dice; see above which are left out.
inline void add_pairs(const Side& own, const Others& others, Dice dice, Groups& groups) {
  const unsigned high = dice.high;
  const unsigned low = dice.low;
  const Places first = own.sources(others.open, high);
  std::array<Places, bar + 1> after_high{};  // for each first step by the higher die, those by the lower
  for_each_bit(first,
               [&](unsigned x) { after_high[x] = own.moved(x, landing(x, high)).sources(others.open, low); });
  // One checker from `place` by the higher die, then by the lower, without a hit between.
  const auto goes_on_quietly = [&](unsigned place) {
    return place <= bar && place > high && (after_high[place] & bit(place - high)) != 0 &&
           (others.blots & bit(place - high)) == 0;
  };
  for_each_bit(first, [&](unsigned x) {
    Places last = after_high[x];
    if (goes_on_quietly(x + low)) last &= ~bit(x + low);
    if (x <= high && (last & (bit(low + 1) - 1) & ~(bit(x + 1) - 1)) != 0)
      for_each_bit(last & (bit(low + 1) - 1) & ~(bit(x + 1) - 1), [&](unsigned y) {
        if ((after_high[y] & bit(x)) != 0) last &= ~bit(y);
      });
    if (last != 0) groups.push_back({add_step(no_move, x), last});
  });
  for_each_bit(own.sources(others.open, low), [&](unsigned y) {
    Places last = own.moved(y, landing(y, low)).sources(others.open, high);
    for_each_bit(last, [&](unsigned x) {
      const bool same_pair = (after_high[x] & bit(y)) != 0;
      const bool same_way = y > low && x == y - low && (others.blots & bit(x)) == 0 && goes_on_quietly(y);
      const bool both_off = x <= high && y <= low && (after_high[y] & bit(x)) != 0;
      if (same_pair || same_way || both_off) last &= ~bit(x);
    });
    if (last != 0) groups.push_back({add_step(low_first, y), last});
  });
}

}  // namespace detail

// All turns: as many dice as possible must be used, and the higher one where either can be but not both. None
// where no step is legal.
inline void list_groups(const Side& own, const Side& other, Dice dice, Groups& groups) {
  const Others others = seen_from_other_side(other);
  if (dice.high == dice.low) {
    for (unsigned steps = most_steps; steps > 0 && groups.empty(); --steps)
      detail::add_doubles(own, others.open, dice.high, steps, no_move, ~Places{0}, groups);
    return;
  }
  detail::add_pairs(own, others, dice, groups);
  if (!groups.empty()) return;
  if (const Places sources = own.sources(others.open, dice.high); sources != 0) {
    groups.push_back({no_move, sources});
  } else if (const Places low = own.sources(others.open, dice.low); low != 0) {
    groups.push_back({low_first, low});
  }
}

// Makes a legal turn; calls visit(from, to, hit) for each step.
template <class Visit>
constexpr void make_turn(Side& own, Side& other, Dice dice, Move move, Visit&& visit) {
  for (unsigned i = 0; i < steps_of(move); ++i) {
    const unsigned from = source_of(move, i);
    const unsigned to = landing(from, die_of(move, i, dice));
    own.move(from, to);
    const bool hit = to != off && (other.some() & bit(bar - to)) != 0;
    if (hit) other.move(bar - to, bar);
    visit(from, to, hit);
  }
}
constexpr void make_turn(Side& own, Side& other, Dice dice, Move move) {
  make_turn(own, other, dice, move, [](unsigned, unsigned, bool) {});
}

}  // namespace banyan::backgammon
