// Positions of xiangqi in one line, as FEN: the board from Black's side (rank 9) down, who is to move (w or r
// for Red, b for Black), two fields that are always "-", plies since the last capture, number of the move.
// All but the board and the player may be left out. Pieces are KABNRCP, capital for Red; E and H are read for
// elephants and horses.
//
// A seventh field, which only Banyan writes, says how often the position has occurred before, where it has
// ("x1"), then '+' if the side that has just moved gave check with every move since it first occurred, and
// '-' if the side to move did.
//
// What is read has passed every check that the moves rely on: one general a side in the palace, no more
// pieces than there are, each where it can get, the side that has just moved not in check.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/core/result.hpp>
#include <banyan/games/fen.hpp>
#include <banyan/games/xiangqi_text.hpp>

namespace banyan::xiangqi {

inline constexpr int longest_clock = 120;  // plies without a capture that end a game
inline constexpr int most_repeats = 4;     // earlier occurrences, of the fivefold repetition
inline constexpr std::string_view piece_letters = "KABNRCPkabnrcp";

struct Fen {
  Board board;
  int clock = 0;              // plies since the last capture
  int number = 1;             // of the move, from 1, one more after each of Black's
  int repeats = 0;            // how often the position has occurred before
  bool mover_checks = false;  // since then the side to move gave check with every move
  bool other_checks = false;  // the other side did
};

inline std::string print_fen(const Fen& fen) {
  const Board& board = fen.board;
  std::string text = print_fen_board(ranks, files, [&](int row, int column) {
    const auto square = static_cast<Square>(row) * files + static_cast<Square>(column);
    if ((board.occupied() >> square & 1U) == 0) return ' ';
    return piece_letters[board.kind_at(square) + ((board.sides[1] >> square & 1U) != 0 ? kind_count : 0)];
  });
  text += board.player == 0 ? " w - - " : " b - - ";
  text += std::to_string(fen.clock) + ' ' + std::to_string(fen.number);
  if (fen.repeats > 0)
    text +=
        " x" + std::to_string(fen.repeats) + (fen.other_checks ? "+" : "") + (fen.mover_checks ? "-" : "");
  return text;
}

namespace detail {

constexpr std::array<std::string_view, kind_count> kind_names{"general", "advisor", "elephant", "horse",
                                                              "chariot", "cannon",  "soldier"};
constexpr std::array<unsigned, kind_count> most_pieces{1, 2, 2, 2, 2, 2, 5};

// Whether a piece can ever stand there: generals and advisors in the palace, elephants on seven points of
// their side, soldiers nowhere behind their first rank and on their own file before the river.
constexpr bool can_stand(unsigned side, unsigned kind, Square square) {
  const unsigned rank = side == 0 ? rank_of(square) : ranks - 1 - rank_of(square);
  const unsigned file = file_of(square);
  switch (kind) {
    case general: return rank <= 2 && file >= 3 && file <= 5;
    case advisor: return (rank % 2 == 0 && rank <= 2 && (file == 3 || file == 5)) || (rank == 1 && file == 4);
    case elephant:
      return (rank == 2 && file % 4 == 0) || ((rank == 0 || rank == 4) && (file == 2 || file == 6));
    case soldier: return rank >= 5 || (rank >= 3 && file % 2 == 0);
    default: return true;
  }
}

inline std::string problem_of_pieces(const Board& board) {
  for (const unsigned side : {0U, 1U}) {
    const std::string who = side == 0 ? "Red" : "Black";
    for (unsigned kind = 0; kind < kind_count; ++kind) {
      const Set pieces = board.of(side, static_cast<Kind>(kind));
      const unsigned count = count_of(pieces);
      if (kind == general && count != 1)
        return who + " has " + std::to_string(count) + " generals; each side has exactly one";
      if (count > most_pieces[kind])
        return who + " has " + std::to_string(count) + ' ' + std::string(kind_names[kind]) +
               "s; there are at most " + std::to_string(most_pieces[kind]);
      std::string lost;
      for_each_square(pieces, [&](Square square) {
        if (!can_stand(side, kind, square)) lost = square_text(square);
      });
      if (!lost.empty())
        return who + "'s " + std::string(kind_names[kind]) + " can't stand on " + lost +
               "; generals and advisors stay in their palace, elephants on seven points before the river, and "
               "soldiers never go back nor, before the river, sideways";
    }
  }
  return {};
}

inline Result<Board> parse_pieces(std::string_view text, std::string_view player) {
  Board board;
  const std::string letters = std::string(piece_letters) + "EHeh";
  auto read = parse_fen_board(text, ranks, files, letters, [&](int row, int column, char letter) {
    const std::size_t other = std::string_view("EHeh").find(letter);
    if (other != std::string_view::npos) letter = "BNbn"[other];
    const auto index = static_cast<unsigned>(piece_letters.find(letter));
    board.toggle(index / kind_count, index % kind_count,
                 static_cast<Square>(row) * files + static_cast<Square>(column));
  });
  if (!read) return read.error();
  if (player != "w" && player != "r" && player != "b")
    return Error{"'" + banyan::detail::shorten(player) + "' is not w (Red) or b (Black), who is to move"};
  if (player == "b") board.pass_turn();
  if (std::string problem = problem_of_pieces(board); !problem.empty()) return Error{problem};
  const Square red = board.general_of(0);
  const Square black = board.general_of(1);
  if (file_of(red) == file_of(black) && (between(red, black) & board.occupied()) == 0)
    return Error{"the generals face each other on file " + square_text(red).substr(0, 1) +
                 "; a piece has to stand between them"};
  if (board.in_check(board.player ^ 1U))
    return Error{std::string(board.player == 0 ? "Black" : "Red") + " is in check, but it is not their turn"};
  return board;
}

inline Result<void> parse_repeats(Fen& fen, std::string_view text) {
  std::string_view left = text;
  const auto take = [&](char sign) {
    if (left.empty() || left.back() != sign) return false;
    left.remove_suffix(1);
    return true;
  };
  fen.mover_checks = take('-');
  fen.other_checks = take('+');
  const auto repeats =
      !left.empty() && left[0] == 'x' ? parse_whole(left.substr(1), 1, most_repeats) : std::nullopt;
  if (!repeats || 4 * *repeats > fen.clock)
    return Error{
        "'" + banyan::detail::shorten(text) +
        "': the seventh field says how often the position has occurred before, x1 to x4, which takes four "
        "plies each since the last capture; then + if the side that has just moved gave check all the time, "
        "- if the other did"};
  if (fen.other_checks && !fen.board.in_check(fen.board.player))
    return Error{"'" + banyan::detail::shorten(text) +
                 "': + says that the side that has just moved gives check, but it does not"};
  fen.repeats = *repeats;
  return {};
}

}  // namespace detail

inline Result<Fen> parse_fen(std::string_view text) {
  const auto fields = split_fields(text);
  if (fields.size() != 2 && fields.size() != 4 && fields.size() != 6 && fields.size() != 7)
    return Error{
        "position '" + banyan::detail::shorten(text) + "' has " + std::to_string(fields.size()) +
        " fields; a FEN has six: board, w or b, -, -, plies since the last capture, number of the move"};
  auto board = detail::parse_pieces(fields[0], fields[1]);
  if (!board) return board.error();
  Fen fen{.board = *board};
  if (fields.size() >= 4 && (fields[2] != "-" || fields[3] != "-"))
    return Error{"'" + std::string(fields[2]) + ' ' + std::string(fields[3]) +
                 "': the third and the fourth field of a FEN of xiangqi are -"};
  if (fields.size() >= 6) {
    const auto clock = parse_whole(fields[4], 0, longest_clock);
    const auto number = parse_whole(fields[5], 1, 30'000);
    if (!clock || !number)
      return Error{"'" + std::string(fields[4]) + ' ' + std::string(fields[5]) +
                   "': the last two fields are the plies since the last capture, 0 to " +
                   std::to_string(longest_clock) + ", and the number of the move, 1 to 30000"};
    fen.clock = *clock;
    fen.number = *number;
  }
  if (fields.size() == 7)
    if (auto read = detail::parse_repeats(fen, fields[6]); !read) return read.error();
  return fen;
}

}  // namespace banyan::xiangqi
