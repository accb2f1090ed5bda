// Positions of chess in one line, as FEN (chess_text.hpp tells the fields). What is read has passed every
// check that the moves rely on: one king a side, no more pieces than promotion allows, no pawns on the outer
// ranks, the side that has just moved not in check, castling rights that fit the board.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/core/result.hpp>
#include <banyan/games/chess_text.hpp>

namespace banyan::chess {

inline constexpr int longest_clock = 150;  // plies of the seventy-five-move rule
inline constexpr int most_repeats = 4;     // earlier occurrences, of the fivefold repetition

// A position and the counts that a FEN tells beside it.
struct Fen {
  Board board;
  int clock = 0;    // plies since the last capture or move of a pawn
  int number = 1;   // of the move, from 1, one more after each of Black's
  int repeats = 0;  // how often the position has occurred before
};

inline std::string print_castling(const Board& board, bool chess960) {
  std::string text;
  for (const unsigned side : {0U, 1U})
    for (unsigned file = 8; file-- > 0;) {
      const Square square = side * 56 + file;
      if ((board.castling & bit(square)) == 0) continue;
      const char letter = static_cast<char>(chess960 ? 'A' + file : file > 4 ? 'K' : 'Q');
      text += static_cast<char>(side == 0 ? letter : letter + ('a' - 'A'));
    }
  return text.empty() ? "-" : text;
}

inline std::string print_fen(const Fen& fen, bool chess960) {
  const Board& board = fen.board;
  std::string text = print_fen_board(8, 8, [&](int row, int column) {
    const auto square = static_cast<Square>(row * 8 + column);
    if ((board.occupied() & bit(square)) == 0) return ' ';
    return piece_letters[board.kind_at(square) + ((board.sides[1] & bit(square)) != 0 ? 6 : 0)];
  });
  text += board.player == 0 ? " w " : " b ";
  text += print_castling(board, chess960) + ' ';
  text += board.en_passant == no_square ? "-" : square_text(board.en_passant);
  text += ' ' + std::to_string(fen.clock) + ' ' + std::to_string(fen.number);
  if (fen.repeats > 0) text += " x" + std::to_string(fen.repeats);
  return text;
}

namespace detail {

// What is wrong with the pieces of one side.
inline std::string problem_of_side(const Board& board, unsigned side) {
  const std::string who = side == 0 ? "White" : "Black";
  const auto count = [&](Kind kind) { return std::popcount(board.of(side, kind)); };
  if (count(king) != 1)
    return who + " has " + std::to_string(count(king)) + " kings; each side has exactly one";
  const int pawns = count(pawn);
  const int promoted = std::max(0, count(knight) - 2) + std::max(0, count(bishop) - 2) +
                       std::max(0, count(rook) - 2) + std::max(0, count(queen) - 1);
  if (pawns + promoted > 8)
    return who + " has " + std::to_string(pawns) + " pawns and at least " + std::to_string(promoted) +
           " promoted pieces; together there are at most 8";
  return {};
}

inline Result<Bitboard> parse_castling(const Board& board, std::string_view text, bool chess960) {
  if (text == "-") return Bitboard{0};
  Bitboard rights = 0;
  for (const char c : text) {
    const unsigned side = c >= 'a' ? 1 : 0;
    const char letter = static_cast<char>(side == 0 ? c : c - ('a' - 'A'));
    const Bitboard home = Board::sides_rank(side);
    const Square own_king = board.king_of(side);
    const Bitboard right_side = ~((bit(own_king) << 1U) - 1);
    const Bitboard rooks = board.of(side, rook) & home;
    Bitboard rook_bit = 0;
    if (letter == 'K' && (rooks & right_side) != 0) {
      rook_bit = std::bit_floor(rooks & right_side);
    } else if (letter == 'Q' && (rooks & ~right_side) != 0) {
      rook_bit = bit(lowest(rooks & ~right_side));
    } else if (letter >= 'A' && letter <= 'H') {
      rook_bit = rooks & bit(side * 56 + static_cast<unsigned>(letter - 'A'));
    }
    const bool usual = file_of(own_king) == 4 && (rook_bit & (file_a | file_h)) != 0;
    const bool twice = (rights & rook_bit) != 0 ||
                       (rights & home & (rook_bit > bit(own_king) ? right_side : ~right_side)) != 0;
    if (rook_bit == 0 || (home & bit(own_king)) == 0 || twice || (!chess960 && !usual))
      return Error{
          "castling '" + banyan::detail::shorten(text) + "': '" + std::string(1, c) +
          "' does not fit; it is - or of KQkq (or files of rooks, as HAha), each once, with king and "
          "rook on their first rank" +
          (chess960 ? "" : ", the king on its e-file and the rook in its corner")};
    rights |= rook_bit;
  }
  return rights;
}

inline Result<void> set_en_passant(Board& board, std::string_view text) {
  if (text == "-") return {};
  const auto square = parse_square_text(text);
  const unsigned us = board.player;
  const Square ahead = us == 0 ? 8U : ~8U + 1;  // from the passed square to the one the pawn came from
  if (!square || rank_of(*square) != (us == 0 ? 5U : 2U) ||
      (board.of(us ^ 1U, pawn) & bit(*square - ahead)) == 0 ||
      (board.occupied() & (bit(*square) | bit(*square + ahead))) != 0)
    return Error{"en passant '" + banyan::detail::shorten(text) +
                 "': it is - or the empty square that a pawn of the side that has just moved passed"};
  board.offer_en_passant(*square);
  return {};
}

inline Result<Board> parse_pieces(std::string_view text, std::string_view player) {
  Board board;
  auto read = parse_fen_board(text, 8, 8, piece_letters, [&](int row, int column, char letter) {
    const auto index = static_cast<unsigned>(piece_letters.find(letter));
    board.toggle(index / 6, index % 6, static_cast<Square>(row * 8 + column));
  });
  if (!read) return read.error();
  if (player != "w" && player != "b")
    return Error{"'" + banyan::detail::shorten(player) + "' is not w or b, who is to move"};
  board.player = player == "w" ? 0 : 1;
  for (const unsigned side : {0U, 1U})
    if (std::string problem = problem_of_side(board, side); !problem.empty()) return Error{problem};
  if ((board.kinds[pawn] & (rank_1 | rank_1 << 56U)) != 0)
    return Error{"a pawn stands on the first or the last rank"};
  if (board.in_check(board.player ^ 1U))
    return Error{std::string(board.player == 0 ? "Black" : "White") +
                 " is in check, but it is not their turn"};
  return board;
}

}  // namespace detail

inline Result<Fen> parse_fen(std::string_view text, bool chess960) {
  const auto fields = split_fields(text);
  if (fields.size() != 4 && fields.size() != 6 && fields.size() != 7)
    return Error{
        "position '" + banyan::detail::shorten(text) + "' has " + std::to_string(fields.size()) +
        " fields; a FEN has six: board, w or b, castling, en passant, plies since the last capture or "
        "pawn's move, number of the move"};
  auto board = detail::parse_pieces(fields[0], fields[1]);
  if (!board) return board.error();
  const auto castling = detail::parse_castling(*board, fields[2], chess960);
  if (!castling) return castling.error();
  Fen fen{.board = *board};
  fen.board.castling = *castling;
  fen.board.key = fen.board.key_from_scratch();
  if (auto set = detail::set_en_passant(fen.board, fields[3]); !set) return set.error();
  if (fields.size() >= 6) {
    const auto clock = parse_whole(fields[4], 0, longest_clock);
    const auto number = parse_whole(fields[5], 1, 30'000);
    if (!clock || !number)
      return Error{"'" + std::string(fields[4]) + ' ' + std::string(fields[5]) +
                   "': after en passant come the plies since the last capture or pawn's move, 0 to " +
                   std::to_string(longest_clock) + ", and the number of the move, 1 to 30000"};
    fen.clock = *clock;
    fen.number = *number;
  }
  if (fields.size() == 7) {
    const auto repeats =
        fields[6][0] == 'x' ? parse_whole(fields[6].substr(1), 1, most_repeats) : std::nullopt;
    if (!repeats || 4 * *repeats > fen.clock)
      return Error{
          "'" + std::string(fields[6]) +
          "': the seventh field says how often the position has occurred before, x1 to x4, which takes "
          "four plies each since the last capture or pawn's move"};
    fen.repeats = *repeats;
  }
  return fen;
}

// Start position number 0 to 959 of Chess960, by Scharnagl's numbering; 518 is the usual one.
inline Board start_board(int number) {
  std::array<unsigned, 8> files{};
  std::array<bool, 8> taken{};
  const auto place_nth = [&](int n, unsigned kind) {
    for (std::size_t file = 0;; ++file)
      if (!taken[file] && n-- == 0) {
        taken[file] = true;
        files[file] = kind;
        return;
      }
  };
  const auto place_at = [&](int file, unsigned kind) {
    taken[static_cast<std::size_t>(file)] = true;
    files[static_cast<std::size_t>(file)] = kind;
  };
  place_at(number % 4 * 2 + 1, bishop);
  place_at(number / 4 % 4 * 2, bishop);
  place_nth(number / 16 % 6, queen);
  constexpr std::array<std::array<int, 2>, 10> knights{
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto [first, second] = knights[static_cast<std::size_t>(number / 96)];
  place_nth(first, knight);
  place_nth(second - 1, knight);
  place_nth(0, rook);
  place_nth(0, king);
  place_nth(0, rook);
  Board board;
  for (unsigned file = 0; file < 8; ++file)
    for (const unsigned side : {0U, 1U}) {
      board.toggle(side, files[file], side * 56 + file);
      board.toggle(side, pawn, (side == 0 ? 8 : 48) + file);
    }
  board.castling = board.kinds[rook];
  board.key = board.key_from_scratch();
  return board;
}

}  // namespace banyan::chess
