// How a game describes itself to people. Menus, help, the page and the levels of opponents read this; no
// other place knows a game by its name.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/value.hpp>

namespace banyan {

// The style of a board. The grid itself (rows, columns, slant, missing cells, pieces) is in Picture.
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
  pits,       // pits with counters; a cell's text is their number
  points,     // the points of a backgammon board: two rows, a cell's glyph is the number of its checkers
  dots,       // even rows and columns hold dots and lines, odd ones lines and boxes
};
template <>
inline constexpr std::array enum_names<BoardStyle>{
    std::string_view("plain"),    std::string_view("marks"),     std::string_view("holes"),
    std::string_view("stones"),   std::string_view("felt"),      std::string_view("sticks"),
    std::string_view("tiles"),    std::string_view("checkered"), std::string_view("river"),
    std::string_view("hexagons"), std::string_view("pegs"),      std::string_view("pits"),
    std::string_view("points"),   std::string_view("dots")};

// How the game's people keep games: not in any format of their own, SGF, PGN, or PDN, its kin for draughts.
enum class RecordStyle { none, sgf, pgn, pdn };
template <>
inline constexpr std::array enum_names<RecordStyle>{std::string_view("none"), std::string_view("sgf"),
                                                    std::string_view("pgn"), std::string_view("pdn")};

struct GameDescription {
  // A player's usual name, and the colour of their pieces in CSS: {"Black", "#222"}.
  struct Side {
    std::string name;
    std::string colour{};
  };
  // A common size or rule set: {"9 × 9", "size=9"}. Some have one more parameter, of which menus draw a value
  // below `choices` for each game: {"Chess960", "variant=chess960", "start", 960}.
  struct Variant {
    std::string title;
    std::string parameters;
    std::string drawn{};
    int choices = 0;
  };
  // An opponent with a name for its strength: {"Beginner", "uct:sims=200"}.
  struct Level {
    std::string title;
    std::string agent;
  };

  std::string title;          // "Connect Four"
  std::string rules{};        // a few sentences
  std::string notation{};     // how moves are written, in one line
  std::vector<Side> sides{};  // one for each player, or none: then players are numbered
  BoardStyle board = BoardStyle::plain;
  std::vector<Variant> variants{};          // the usual one first
  std::vector<Level> levels{};              // weakest first; if none, generic ones
  std::vector<std::uint64_t> milestones{};  // those that learning curves show, rising (HasMilestones)
  std::string uct{};                        // settings of `uct` that suit this game: "c=0.3,playout=game"
  std::string puct{};                       // the same for `puct`
  std::string protocol{};                   // the engine protocol whose programs expect this game: "gtp"
  std::string uci_variant{};                // what UCI_Variant calls it, if not by its name: "crazyhouse"
  std::string uci_chess960{};               // the parameters that UCI_Chess960 stands for: "variant=chess960"
  std::string uci_options{};  // options a UCI engine needs to play this game: "Name=Value;Name=Value"
  // The parameters under which nobody claims a draw: what protocols and files play on with after a draw that
  // could have been claimed, as "claims=false"; empty if no game ends so.
  std::string unclaimed{};
  std::string pass_reason{};  // why a player has to pass, after "White": "has no legal move"
  RecordStyle record = RecordStyle::none;
  int sgf_game = 0;           // its number in SGF (GM)
  bool sgf_text = false;      // points in SGF are moves as printed, not letters from the top left
  std::string record_tags{};  // tags of PGN that tell this variant: "Variant=Chess960"
  std::string solved{};  // data file of solved positions (learn/net/solved_positions.hpp); moves are digits
};

// What is wrong with a description; empty if it is valid.
inline std::string problem_of(const GameDescription& description, int players) {
  const auto is_colour = [](const std::string& text) {
    return text.empty() || ((text.size() == 4 || text.size() == 7) && text[0] == '#' &&
                            text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos);
  };
  if (description.title.empty()) return "the title is empty";
  if (!description.sides.empty() && description.sides.size() != static_cast<std::size_t>(players))
    return std::to_string(description.sides.size()) + " sides for " + std::to_string(players) + " players";
  for (const auto& side : description.sides) {
    if (side.name.empty()) return "a side has no name";
    if (!is_colour(side.colour)) return "the colour '" + side.colour + "' is not like #f4f1e8 or #222";
  }
  for (const auto& variant : description.variants)
    if (variant.title.empty() || variant.drawn.empty() != (variant.choices < 1))
      return "a variant has no title, or no number of choices for what it draws";
  if (!std::is_sorted(description.milestones.begin(), description.milestones.end()))
    return "the milestones don't rise";
  for (const auto& level : description.levels)
    if (level.title.empty() || level.agent.empty()) return "a level has no title or no agent";
  return {};
}

// describe() depends on the parameters the game was made with: defaults may depend on the board's size.
template <class G>
concept HasDescription = requires(const G& game) {
  { game.describe() } -> std::same_as<GameDescription>;
};

}  // namespace banyan
