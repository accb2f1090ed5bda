// A board as a grid of cells, without saying how it is drawn: the terminal draws it in characters, the page
// as SVG in the style that the game describes (description.hpp). Games without a board describe the position
// in the caption.
//
// Hexagonal boards are grids whose rows are shifted: with row_shift = 0.5 each row stands half a cell to the
// right of the one above it, and cell (r, c) has the neighbours (r, c±1), (r±1, c), (r+1, c-1) and (r-1,
// c+1). Cells outside the board (around a star) are absent.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <banyan/core/strict_math.hpp>

namespace banyan {

struct Picture {
  struct Cell {
    std::string text;     // the cell's text: "X", "128", "N"; empty for an empty cell
    int owner = -1;       // the player whose colour it has; -1 for none
    std::string move{};   // the move that this cell stands for (for the last move, heat maps, clicks)
    std::string glyph{};  // what the page draws instead of the text: "♞"
    std::string name{};   // the cell's name, if the labels don't give it: "e4", "bar"
    bool absent = false;  // not part of the board
  };

  std::size_t columns = 0;
  std::size_t rows = 0;
  std::vector<Cell> cells;                 // row by row from the top, columns × rows
  std::vector<std::string> column_labels;  // empty, or one for each column
  std::vector<std::string> row_labels;     // empty, or one for each row from the top
  std::string caption;                     // lines below the board: scores, heaps, dice
  double row_shift = 0;                // how far each row is shifted to the right of the one above, in cells
  std::vector<std::size_t> winning{};  // the cells that won the game: a line or a chain
  std::vector<int> dice{};             // the values of the dice, 1 to 6
  std::vector<std::size_t> dots;       // cells marked with a dot, such as the star points of a Go board

  // A number between 0 and a target, drawn as a bar: a player's points, and those at stake.
  struct Bar {
    int owner = -1;
    double value = 0;
    double at_stake = 0;
    double goal = 0;
  };
  std::vector<Bar> bars{};

  // A part of the board that is won as a whole: a small board of ultimate tic-tac-toe.
  struct Block {
    std::size_t row = 0;  // its top left cell
    std::size_t column = 0;
    std::size_t rows = 0;
    std::size_t columns = 0;
    int owner = -1;     // who has won it
    bool open = false;  // the next move may be made here
  };
  std::vector<Block> blocks{};

  // The player who owns each edge of the board (Hex): top, bottom, left, right; -1 for none.
  std::array<int, 4> sides{-1, -1, -1, -1};

  // What is inconsistent; empty if the picture is valid. Invalid pictures are not drawn.
  [[nodiscard]] std::string problem() const {
    if (cells.size() != rows * columns)
      return std::to_string(cells.size()) + " cells, but " + std::to_string(rows) + " rows of " +
             std::to_string(columns);
    if (!row_labels.empty() && row_labels.size() != rows) return "there is not a label for each row";
    if (!column_labels.empty() && column_labels.size() != columns)
      return "there is not a label for each column";
    for (const auto* list : {&dots, &winning})
      for (const std::size_t cell : *list)
        if (cell >= cells.size()) return "cell " + std::to_string(cell) + " is not on the board";
    for (const Block& block : blocks)
      if (block.row > rows || block.rows > rows - block.row || block.column > columns ||
          block.columns > columns - block.column)
        return "a block reaches over the edge of the board";
    return {};
  }

  [[nodiscard]] const Cell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns + column];
  }
  Cell& at(std::size_t row, std::size_t column) { return cells[row * columns + column]; }
};

}  // namespace banyan
