// Reads PGN, the Portable Game Notation of chess (Edwards 1994), and its sibling for draughts, PDN: tags, and
// the moves of the main line as they stand. What they mean for a game is game_files.hpp's business.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>

namespace banyan {

struct PgnGame {
  struct Move {
    std::string text;
    std::size_t line = 0;  // of the text
    std::string comment{};
  };
  std::map<std::string, std::string> tags;
  std::vector<Move> moves;
  std::string result = "*";  // 1-0, 0-1, 1/2-1/2 or *
};

// Every game of a file, with the comments in braces behind its moves; variations and annotations are passed
// over. The error names the line.
Result<std::vector<PgnGame>> parse_pgn(std::string_view text);

// A value as PGN writes it between quotes.
std::string escape_pgn(std::string_view text);

}  // namespace banyan
