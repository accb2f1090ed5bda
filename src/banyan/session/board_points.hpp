// Where the moves of a board game lie, for protocols and formats that name points and not moves.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include <banyan/session/any_game.hpp>

namespace banyan {

// Column and row, from the top left, from 0.
using BoardPoint = std::pair<std::size_t, std::size_t>;

// The point of each move that is one cell of the board at the game's start.
inline std::map<std::string, BoardPoint> board_points(const AnyGame& game) {
  std::map<std::string, BoardPoint> points;
  const auto picture = game.start()->picture();
  for (std::size_t i = 0; picture && i < picture->cells.size(); ++i)
    if (!picture->cells[i].move.empty())
      points[picture->cells[i].move] = {i % picture->columns, i / picture->columns};
  return points;
}

}  // namespace banyan
