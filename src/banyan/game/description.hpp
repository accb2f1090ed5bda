// What a game tells people about itself. Menus, help, the page and the levels of its opponents read this;
// no other place knows a game by its name.
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/value.hpp>

namespace banyan {

// How a board looks. The grid itself (rows, columns, slant, missing cells, pieces) is in Picture.
enum class BoardStyle {
  plain,      // squares with text
  marks,      // pencil lines, as for noughts and crosses
  holes,      // an upright board with round holes
  stones,     // lines on wood, stones on their crossings
  felt,       // green squares with discs
  sticks,     // rows of sticks
  tiles,      // numbered tiles
  checkered,  // light and dark squares with pieces
  river,      // xiangqi: lines, a river, two palaces
  hexagons,   // hexagonal cells
  pegs,       // round holes joined by lines, pegs in them
  pits,       // pits with counters
  points,     // the points of a backgammon board
  dots,       // dots, the lines between them, and boxes
};
template <>
inline constexpr std::array enum_names<BoardStyle>{
    std::string_view("plain"),    std::string_view("marks"),     std::string_view("holes"),
    std::string_view("stones"),   std::string_view("felt"),      std::string_view("sticks"),
    std::string_view("tiles"),    std::string_view("checkered"), std::string_view("river"),
    std::string_view("hexagons"), std::string_view("pegs"),      std::string_view("pits"),
    std::string_view("points"),   std::string_view("dots")};

struct GameDescription {
  // A player, as people call them, and the colour of their pieces as CSS has it: {"Black", "#222"}.
  struct Side {
    std::string name;
    std::string colour{};
  };
  // A size or rule set that people usually play: {"9 × 9", "size=9"}.
  struct Variant {
    std::string title;
    std::string parameters;
  };
  // An opponent by a name that says how strong it is: {"Beginner", "uct:sims=200"}.
  struct Level {
    std::string title;
    std::string agent;
  };

  std::string title;          // "Connect Four"
  std::string rules{};        // a few sentences
  std::string notation{};     // how moves are written, in one line
  std::vector<Side> sides{};  // one a player, or none: then players are numbered
  BoardStyle board = BoardStyle::plain;
  std::vector<Variant> variants{};  // the usual one first
  std::vector<Level> levels{};      // weakest first; none: those that suit any game
  std::string uct{};                // settings of `uct` that suit this game: "c=0.3,playout=game"
  std::string puct{};               // the same for `puct`
  std::string pass_reason{};        // why one has to pass: "can turn no disc anywhere"
};

// describe() answers for the parameters the game was made with: defaults may depend on the board's size.
template <class G>
concept HasDescription = requires(const G& game) {
  { game.describe() } -> std::same_as<GameDescription>;
};

}  // namespace banyan
