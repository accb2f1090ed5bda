// A board as a grid of cells, without saying how it is drawn: the terminal draws it in characters, the
// page as SVG. Games without a board say what there is to say in the caption.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace banyan {

struct Picture {
  struct Cell {
    std::string text;  // what stands there: "X", "128"; empty for an empty cell
    int owner = -1;    // whose it is: colours follow the player; -1 for nobody's
    std::string move;  // the text of a move that points here (for the last move, heat maps, clicks)
  };

  std::size_t columns = 0;
  std::size_t rows = 0;
  std::vector<Cell> cells;                 // row by row from the top, columns × rows
  std::vector<std::string> column_labels;  // empty, or one a column
  std::vector<std::string> row_labels;     // empty, or one a row from the top
  std::string caption;                     // lines below the board: scores, heaps, dice

  // What does not fit together; empty when all is well. Nobody draws a picture that doesn't fit.
  [[nodiscard]] std::string problem() const {
    if (cells.size() != rows * columns)
      return std::to_string(cells.size()) + " cells, but " + std::to_string(rows) + " rows of " +
             std::to_string(columns);
    if (!row_labels.empty() && row_labels.size() != rows) return "there is not a label for each row";
    if (!column_labels.empty() && column_labels.size() != columns)
      return "there is not a label for each column";
    return {};
  }

  [[nodiscard]] const Cell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns + column];
  }
  Cell& at(std::size_t row, std::size_t column) { return cells[row * columns + column]; }
};

}  // namespace banyan
