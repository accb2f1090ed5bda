// The points of a board as GTP and SGF name them, for any game whose moves are cells of its picture. GTP: a
// letter, of which I is left out, and the row's number. It is the number that the game itself gives the row,
// so that D3 is d3 of Othello, whose rows are numbered from the top; elsewhere row 1 is the bottom one.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/game/picture.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan::protocol {

class BoardNames {
 public:
  // Of a game whose start has a picture; nothing otherwise, and for boards of more than 25 columns.
  static std::optional<BoardNames> of(const AnyGame& game);

  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] bool hexagonal() const { return hexagonal_; }

  // Cells are numbered as in Picture, row by row from the top.
  [[nodiscard]] std::string vertex(std::size_t cell) const;
  [[nodiscard]] std::optional<std::size_t> cell(std::string_view vertex) const;
  // The cell in the row with this number, 1 to rows().
  [[nodiscard]] std::size_t cell_in_row(std::size_t number, std::size_t column) const;

 private:
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  bool hexagonal_ = false;
  std::vector<std::size_t> numbers_;  // of each row from the top
};

// The cell that a move fills or points to; nothing for a pass, and for moves from one cell to another.
std::optional<std::size_t> cell_of_move(const Position& position, std::string_view move);

// A move as a vertex if it is one, else as its own text; and back. Any other text is left unchanged, and the
// game rejects it.
std::string vertex_of_move(const std::optional<BoardNames>& names, const Position& position,
                           std::string_view move);
std::string move_of_vertex(const std::optional<BoardNames>& names, const Position& position,
                           std::string_view vertex);

// The vertices of many moves of a position and of lines from there: its picture is drawn once for all moves
// that have one cell of their own, whose name doesn't change.
class VertexList {
 public:
  VertexList(const std::optional<BoardNames>& names, const Position& position);
  [[nodiscard]] std::string of(const Position& position, std::string_view move) const;

 private:
  const std::optional<BoardNames>& names_;
  std::map<std::string, std::string, std::less<>> known_;
};

}  // namespace banyan::protocol
