// A board as a grid of cells, without saying how it is drawn: the terminal draws it in characters, the
// page as SVG in the style that the game describes (description.hpp). Games without a board say what there
// is to say in the caption.
//
// Hexagonal boards are grids whose rows are shifted: with row_shift = 0.5 each row stands half a cell to the
// right of the one above it, and cell (r, c) has the neighbours (r, c±1), (r±1, c), (r+1, c-1) and (r-1,
// c+1). Cells that don't belong to the board (around a star) are absent.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace banyan {

struct Picture {
  struct Cell {
    std::string text;     // what stands there: "X", "128", "N"; empty for an empty cell
    int owner = -1;       // whose it is: colours follow the player; -1 for nobody's
    std::string move{};   // the text of a move that points here (for the last move, heat maps, clicks)
    std::string glyph{};  // how the page draws it, where text is only its letter: "♞"
    std::string name{};   // what the cell is called, where labels don't tell: "e4", "bar"
    bool absent = false;  // not part of the board
  };

  std::size_t columns = 0;
  std::size_t rows = 0;
  std::vector<Cell> cells;                 // row by row from the top, columns × rows
  std::vector<std::string> column_labels;  // empty, or one a column
  std::vector<std::string> row_labels;     // empty, or one a row from the top
  std::string caption;                     // lines below the board: scores, heaps, dice
  double row_shift = 0;                    // how far each row stands to the right of the one above, in cells
  std::vector<std::size_t> winning{};      // the cells that won the game: a line, a chain
  std::vector<int> dice{};                 // what the dice show, 1 to 6
  std::vector<std::size_t> dots;           // cells marked with a dot, as the star points of a Go board

  // A number on the way to a goal, drawn as a bar: points that a player has, and those at stake.
  struct Bar {
    int owner = -1;
    double value = 0;
    double at_stake = 0;
    double goal = 0;
  };
  std::vector<Bar> bars{};

  // The player to whom each side of the board belongs (Hex): top, bottom, left, right; -1 for nobody.
  std::array<int, 4> sides{-1, -1, -1, -1};

  // What does not fit together; empty when all is well. Nobody draws a picture that doesn't fit.
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
    return {};
  }

  [[nodiscard]] const Cell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns + column];
  }
  Cell& at(std::size_t row, std::size_t column) { return cells[row * columns + column]; }
};

}  // namespace banyan
