// Chinese checkers as people read it: moves and positions as text, the board as a picture, the description.
// Included by chinese_checkers.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/game/game.hpp>
#include <banyan/games/chinese_checkers.hpp>
#include <banyan/games/chinese_checkers_star.hpp>
#include <banyan/games/fen.hpp>

namespace banyan {

inline std::optional<ChineseCheckers::Move> ChineseCheckers::parse_move(const State& /*state*/,
                                                                        std::string_view text) const {
  if (text == "pass") return pass;
  std::vector<unsigned> holes;
  while (true) {
    const std::size_t dash = text.find('-');
    const auto hole = star_.hole_named(text.substr(0, dash));
    if (!hole) return std::nullopt;
    holes.push_back(*hole);
    if (dash == std::string_view::npos) break;
    text.remove_prefix(dash + 1);
  }
  if (holes.size() < 2 || holes.front() == holes.back()) return std::nullopt;
  return Move{static_cast<std::uint8_t>(holes.front()), static_cast<std::uint8_t>(holes.back())};
}

inline std::string ChineseCheckers::print_position(const State& state) const {
  std::string text;
  for (unsigned hole = 0; hole < star_.size(); ++hole) {
    if (hole > 0 && star_.row_of(hole) != star_.row_of(hole - 1)) text += '/';
    char c = '.';
    for (std::size_t player = 0; player < seat_count(); ++player)
      if (state.pegs[player].has(hole)) c = static_cast<char>('1' + player);
    text += c;
  }
  return text + ' ' + std::to_string(state.player + 1) + ' ' + std::to_string(state.moves);
}

inline Result<ChineseCheckers::State> ChineseCheckers::parse_position(std::string_view text) const {
  const auto wrong = [&](const std::string& what) {
    return Error{"position '" + detail::shorten(text) + "': " + what + "; the start is '" +
                 print_position(start()) + "': rows from the top, who is to move, moves made"};
  };
  const auto fields = split_fields(text);
  if (fields.size() != 3) return wrong("it has " + std::to_string(fields.size()) + " fields instead of 3");
  const auto player = parse_whole(fields[1], 1, params_.players);
  if (!player) return wrong("who is to move is a number from 1 to " + std::to_string(params_.players));
  const auto moves = parse_whole(fields[2], 0, static_cast<int>(max_moves()));
  if (!moves) return wrong("the moves made are a number from 0 to " + std::to_string(max_moves()));
  State state;
  state.player = static_cast<std::uint8_t>(*player - 1);
  state.moves = static_cast<std::uint16_t>(*moves);
  unsigned hole = 0;
  for (std::size_t i = 0; i < fields[0].size(); ++i) {
    const char c = fields[0][i];
    const std::string where = "character " + std::to_string(i + 1);
    const bool row_ends = hole > 0 && hole < star_.size() && star_.row_of(hole) != star_.row_of(hole - 1);
    const bool after_slash = i > 0 && fields[0][i - 1] == '/';
    if (row_ends && !after_slash) {
      if (c != '/') return wrong(where + " should be '/', the end of a row");
      continue;
    }
    if (hole == star_.size()) return wrong(where + " comes after the last hole");
    if (c != '.' && (c < '1' || c > '0' + params_.players))
      return wrong(where + " is neither . nor a player from 1 to " + std::to_string(params_.players));
    if (c != '.') {
      const auto owner = static_cast<std::size_t>(c - '1');
      if (!seats_[owner].stops.has(hole))
        return wrong("player " + std::string(1, c) + " may not have a peg on " + star_.name_of(hole));
      state.pegs[owner].add(hole);
    }
    ++hole;
  }
  if (hole != star_.size())
    return wrong("it has " + std::to_string(hole) + " holes instead of " + std::to_string(star_.size()));
  for (std::size_t each = 0; each < seat_count(); ++each)
    if (const auto count = static_cast<std::size_t>(state.pegs[each].count()); count != pegs())
      return wrong("player " + std::to_string(each + 1) + " has " + std::to_string(count) +
                   " pegs instead of " + std::to_string(pegs()));
  return state;
}

inline Picture ChineseCheckers::picture(const State& state) const {
  Picture picture;
  picture.rows = picture.columns = star_.side();
  picture.row_shift = 0.5;
  picture.cells.resize(picture.rows * picture.columns);
  for (auto& cell : picture.cells) cell.absent = true;
  for (std::size_t row = 0; row < picture.rows; ++row)
    picture.row_labels.emplace_back(1, static_cast<char>('a' + picture.rows - 1 - row));
  for (unsigned hole = 0; hole < star_.size(); ++hole) {
    Picture::Cell& cell = picture.cells[star_.cell_of(hole)];
    cell.absent = false;
    cell.name = star_.name_of(hole);
    for (std::size_t player = 0; player < seat_count(); ++player)
      if (state.pegs[player].has(hole)) {
        cell.owner = static_cast<int>(player);
        cell.text = std::to_string(player + 1);
      }
  }
  for (std::size_t player = 0; player < seat_count(); ++player)
    picture.caption += (player == 0 ? "pegs in their target: " : ", ") + std::string(colours[player][0]) +
                       ' ' + std::to_string((state.pegs[player] & seats_[player].target).count()) + " of " +
                       std::to_string(pegs());
  if (outcome(state) && state.moves < max_moves())
    seats_[(state.player == 0 ? seat_count() : state.player) - 1].target.for_each(
        [&](unsigned hole) { picture.winning.push_back(star_.cell_of(hole)); });
  return picture;
}

inline GameDescription ChineseCheckers::describe() const {
  GameDescription about{
      .title = "Chinese checkers",
      .rules =
          "Bring your pegs to the opposite point of the star: by a step to an empty hole beside, or by a "
          "chain of jumps over single pegs. Pegs stop only in the middle, at home and in their target, which "
          "they don't leave. You win when your target is full and at least one of the pegs is yours. After " +
          std::to_string(params_.limit) + " moves of each player the game is a draw.",
      .notation = "from-to; rows are letters from the bottom, holes count from the left: c2-e3; pass",
      .sides = {},
      .board = BoardStyle::pegs,
      .variants = {{"Two players", ""},
                   {"Three players", "players=3"},
                   {"Four players", "players=4"},
                   {"Six players", "players=6"},
                   {"Two players, small star", "size=2"},
                   {"Three players, small star", "players=3,size=2"}},
      // 12:0 against whole games, 9:3 against depth=4 and 10:2 against depth=20, at 300 simulations a move.
      .uct = "playout=game,depth=10",
      .pass_reason = "can't move a peg"};
  for (std::size_t player = 0; player < seat_count(); ++player)
    about.sides.push_back({colours[player][0], colours[player][1]});
  return about;
}

}  // namespace banyan
