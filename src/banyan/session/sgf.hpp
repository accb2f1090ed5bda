// Reads SGF, the Smart Game Format (FF[4], Hollosi 1999): properties of the root and the moves of the main
// line. What the values mean for a game is game_files.hpp's business.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>

namespace banyan {

struct SgfGame {
  struct Move {
    char colour = 'B';     // or W
    std::string point;     // as written: "dd", a rectangle "aa:cc" of set-up stones, or empty for a pass
    std::size_t line = 0;  // of the text
    std::string comment{};
  };
  std::map<std::string, std::string> root;  // properties before the first move, the first value of each
  std::vector<Move> setup;                  // stones put up with AB and AW; AE, which takes some away, as E
  std::vector<Move> moves;
};

// Every game of a collection; variations other than the first are passed over. The error names the line.
Result<std::vector<SgfGame>> parse_sgf(std::string_view text);

// A value as SGF writes it between brackets.
std::string escape_sgf(std::string_view text);

}  // namespace banyan
