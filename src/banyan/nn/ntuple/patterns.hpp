// Which cells of a 4 × 4 board a network looks at together. A pattern is a set of cells, written by their
// hexadecimal numbers (core/nibble_board.hpp): 012345 is a row and the beginning of the next. A list of them
// has '/' between; a few lists have names.
//
// 4x6 are the four patterns of six cells of Yeh, Wu, Hsueh, Chang, Liang & Chiang, "Multistage Temporal
// Difference Learning for 2048-Like Games" (2016); 8x6 adds four that reach across the board; 4x5 and 5x4 are
// smaller relatives of these.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/core/nibble_board.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan {

// Of each pattern the bits of its cells.
using PatternList = std::vector<NibbleBoard>;

inline constexpr std::size_t most_patterns = 16;
inline constexpr int most_pattern_cells = 6;  // 16^6 weights are 64 MiB

inline constexpr std::array<std::pair<std::string_view, std::string_view>, 4> named_patterns{
    {{"4x6", "012345/456789/012456/45689a"},
     {"8x6", "012345/456789/012456/45689a/01259a/01567b/01569d/0159de"},
     {"4x5", "01234/45678/01245/4569a"},
     {"5x4", "0123/4567/0145/1256/569a"}}};

inline std::string print_patterns(const PatternList& patterns) {
  std::string text;
  for (const NibbleBoard mask : patterns) {
    if (!text.empty()) text += '/';
    for (unsigned cell = 0; cell < 16; ++cell)
      if (cell_of(mask, cell) != 0) text += "0123456789abcdef"[cell];
  }
  for (const auto& [name, list] : named_patterns)
    if (list == text) return std::string(name);
  return text;
}

inline Result<PatternList> parse_patterns(std::string_view text) {
  const auto wrong = [whole = text](const std::string& what) {
    std::string names;
    for (const auto& [name, list] : named_patterns) names += std::string(name) + " ";
    return Error{"patterns '" + detail::shorten(whole) + "': " + what + "; there are " + names +
                 "and lists of up to 16 patterns like 012345/456789, each of 1 to 6 cells out of 0 … f"};
  };
  for (const auto& [name, list] : named_patterns)
    if (text == name) text = list;
  PatternList patterns;
  while (true) {
    const std::string_view cells = text.substr(0, text.find('/'));
    NibbleBoard mask = 0;
    for (const char letter : cells) {
      const std::size_t cell = std::string_view("0123456789abcdef").find(letter);
      if (cell == std::string_view::npos) return wrong(std::string("'") + letter + "' is not a cell");
      if (cell_of(mask, static_cast<unsigned>(cell)) != 0) return wrong("a cell is named twice");
      mask |= NibbleBoard{15} << 4 * cell;
    }
    if (cells.empty() || std::popcount(mask) > 4 * most_pattern_cells)
      return wrong("a pattern has 1 to 6 cells");
    patterns.push_back(mask);
    if (cells.size() == text.size()) break;
    text.remove_prefix(cells.size() + 1);
  }
  if (patterns.size() > most_patterns) return wrong("there are too many");
  return patterns;
}

}  // namespace banyan
