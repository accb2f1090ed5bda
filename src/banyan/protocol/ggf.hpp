// Reads a game in GGF, the format of the Generic Game Server for Othello:
// (;GM[Othello]...BO[8 ---...O*...--- *]B[F5/0.5/1.2]W[F6];)
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>

namespace banyan::protocol {

struct GgfRecord {
  std::size_t side = 0;  // rows and columns of the board
  std::string cells;     // row by row from the top: * is black, O white, - empty
  bool black_begins = true;
  struct Move {
    bool black = true;
    std::string text;  // in small letters; a pass is "pass"
  };
  std::vector<Move> moves;
};

Result<GgfRecord> parse_ggf(std::string_view text);
// A move as GGF and NBoard write it, perhaps with evaluation and time after slashes: "F5", "PA",
// "F5/1.20/3.4".
std::string ggf_move(std::string_view text);

}  // namespace banyan::protocol
