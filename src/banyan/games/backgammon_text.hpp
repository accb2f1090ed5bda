// Text for backgammon: positions as GNU Backgammon's Position ID (gnubg manual, "A technical description of
// the Position ID"), and turns as people write them: 8/5, 24/18(2), 24/18*/13, bar/22, 6/off.
//
// A Position ID is 80 bits in base64, lowest bits of each byte first: for each side, the one that is not to
// move first, and each place from the ace point to the bar, a one for each checker and then a zero.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/games/backgammon_board.hpp>
#include <banyan/games/fen.hpp>

namespace banyan::backgammon {

inline constexpr std::size_t id_length = 14;
inline constexpr std::string_view base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string print_id(const Side& own, const Side& other) {
  std::array<std::uint8_t, 12> bytes{};  // ten, and two of zeros
  std::size_t place_in_key = 0;
  for (const Side* side : {&other, &own})
    for (unsigned place = 1; place <= bar; ++place, ++place_in_key)
      for (unsigned i = side->count(place); i > 0; --i, ++place_in_key)
        bytes[place_in_key / 8] = static_cast<std::uint8_t>(bytes[place_in_key / 8] | 1U << place_in_key % 8);
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const unsigned three = unsigned{bytes[i]} << 16U | unsigned{bytes[i + 1]} << 8U | bytes[i + 2];
    for (const unsigned shift : {18U, 12U, 6U, 0U}) text += base64[three >> shift & 63U];
  }
  text.resize(id_length);
  return text;
}

// Own side first.
inline Result<std::array<Side, 2>> parse_id(std::string_view text) {
  const auto wrong = [&](const std::string& what) {
    return Error{"Position ID '" + banyan::detail::shorten(text) + "': " + what};
  };
  if (text.size() != id_length)
    return wrong("it has " + std::to_string(text.size()) + " characters instead of " +
                 std::to_string(id_length) + ", as in 4HPwATDgc/ABMA");
  std::array<bool, 12 * 8> key{};
  for (std::size_t i = 0; i < id_length; ++i) {
    const std::size_t value = base64.find(text[i]);
    if (value == std::string_view::npos)
      return wrong("character " + std::to_string(i + 1) + " is not a letter, a digit, + or /");
    for (std::size_t j = 0; j < 6; ++j) {
      const std::size_t at = i * 6 + j;  // from the highest bit of the first byte
      key[at / 8 * 8 + 7 - at % 8] = (value >> (5 - j) & 1U) != 0;
    }
  }
  std::array<Side, 2> sides{};
  std::size_t at = 0;
  for (const std::size_t side : {1U, 0U}) {
    unsigned total = 0;
    for (unsigned place = 1; place <= bar; ++place, ++at) {
      unsigned number = 0;
      for (; at < key.size() && key[at]; ++at) ++number;
      total += number;
      if (total > checkers)
        return wrong("the side that is " + std::string(side == 0 ? "" : "not ") +
                     "to move has more than 15 checkers");
      sides[side].add(place, number);
    }
    sides[side].add(off, checkers - total);
  }
  if (std::find(key.begin() + static_cast<std::ptrdiff_t>(std::min(at, key.size())), key.end(), true) !=
      key.end())
    return wrong("there is something behind the last checker");
  if (const Places both = sides[0].some() & points & reversed(sides[1].some()); both != 0)
    return wrong("both sides have checkers on point " + std::to_string(std::countr_zero(both)) +
                 " of the side to move");
  return sides;
}

// A checker's way through a turn: the places where it stands, and where it hits.
struct Way {
  std::vector<unsigned> places;
  Places hits = 0;
  friend bool operator==(const Way&, const Way&) = default;
};

// A turn as ways, the highest start first; steps that continue each other are one way.
inline std::vector<Way> ways_of(Side own, Side other, Dice dice, Move move) {
  std::vector<Way> ways;
  make_turn(own, other, dice, move, [&](unsigned from, unsigned to, bool hit) {
    const auto goes_on =
        std::ranges::find_if(ways, [&](const Way& way) { return way.places.back() == from; });
    Way& way = goes_on == ways.end() ? ways.emplace_back(Way{{from}, 0}) : *goes_on;
    way.places.push_back(to);
    if (hit) way.hits |= bit(to);
  });
  std::ranges::stable_sort(ways, [](const Way& a, const Way& b) { return a.places > b.places; });
  return ways;
}

// Places between start and end are written only where they are hit.
inline std::string print_turn(const Side& own, const Side& other, Dice dice, Move move) {
  if (steps_of(move) == 0) return "pass";
  std::vector<std::string> texts;
  for (const Way& way : ways_of(own, other, dice, move)) {
    std::string text = way.places[0] == bar ? "bar" : std::to_string(way.places[0]);
    for (std::size_t i = 1; i < way.places.size(); ++i) {
      const bool hit = (way.hits & bit(way.places[i])) != 0;
      if (i + 1 < way.places.size() && !hit) continue;
      text += '/' + (way.places[i] == off ? "off" : std::to_string(way.places[i])) + (hit ? "*" : "");
    }
    texts.push_back(text);
  }
  std::string all;
  for (std::size_t i = 0; i < texts.size();) {
    std::size_t same = 1;
    // Only the first of several checkers hits.
    const auto plain = [](std::string text) { return std::erase(text, '*'), text; };
    while (i + same < texts.size() && plain(texts[i + same]) == plain(texts[i])) ++same;
    const auto hitting = std::ranges::find_if(
        texts.begin() + static_cast<std::ptrdiff_t>(i), texts.begin() + static_cast<std::ptrdiff_t>(i + same),
        [](const std::string& text) { return text.find('*') != text.npos; });
    const bool hits = hitting != texts.begin() + static_cast<std::ptrdiff_t>(i + same);
    all += (all.empty() ? "" : ",") + (hits ? *hitting : texts[i]) +
           (same > 1 ? '(' + std::to_string(same) + ')' : "");
    i += same;
  }
  return all;
}

// What a written turn says: which checkers end up where, and the places that are mentioned or marked as hits.
struct WrittenTurn {
  std::array<int, bar + 1> change{};  // of the number of checkers on each place
  Places mentioned = 0;
  Places hits = 0;
};

namespace detail {

inline std::optional<unsigned> parse_place(std::string_view text, bool first) {
  if (first && text == "bar") return bar;
  if (!first && text == "off") return off;
  const auto number = parse_whole(text, first ? 1 : 0, first ? 25 : 24);
  return number ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

// One part, such as 24/18*/13(2).
inline bool read_part(std::string_view text, WrittenTurn& turn) {
  int times = 1;
  if (text.ends_with(')')) {
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos) return false;
    const auto number = parse_whole(text.substr(open + 1, text.size() - open - 2), 1, most_steps);
    if (!number) return false;
    times = *number;
    text = text.substr(0, open);
  }
  std::optional<unsigned> last;
  std::size_t places = 0;
  while (true) {
    const std::size_t slash = text.find('/');
    std::string_view word = text.substr(0, slash);
    const bool hit = word.ends_with('*');
    if (hit) word.remove_suffix(1);
    const auto place = parse_place(word, places == 0);
    if (!place || (hit && places == 0) || (last && *last <= *place)) return false;
    turn.mentioned |= places > 0 ? bit(*place) : 0;
    if (hit) turn.hits |= bit(*place);
    if (places == 0) turn.change[*place] -= times;
    last = place;
    ++places;
    if (slash == std::string_view::npos) break;
    text.remove_prefix(slash + 1);
  }
  turn.change[*last] += times;
  return places >= 2;
}

}  // namespace detail

// Parts in any order, with spaces or commas between, in either case.
inline std::optional<WrittenTurn> read_turn(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c == ',' || c == ';' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  WrittenTurn turn;
  const auto parts = split_fields(lower);
  for (const std::string_view part : parts)
    if (!detail::read_part(part, turn)) return std::nullopt;
  return parts.empty() || parts.size() > most_steps ? std::nullopt : std::optional(turn);
}

// How a turn matches a written one: not at all, with hits on places that the text does not mention, or well.
enum class Match { none, hits_more, good };
inline Match match_turn(Side own, Side other, Dice dice, Move move, const WrittenTurn& written) {
  std::array<int, bar + 1> change{};
  Places landings = 0;
  Places hits = 0;
  make_turn(own, other, dice, move, [&](unsigned from, unsigned to, bool hit) {
    --change[from];
    ++change[to];
    landings |= bit(to);
    if (hit) hits |= bit(to);
  });
  if (change != written.change || (written.mentioned & ~landings) != 0 || (written.hits & ~hits) != 0)
    return Match::none;
  return (hits & ~written.mentioned) != 0 ? Match::hits_more : Match::good;
}

}  // namespace banyan::backgammon
