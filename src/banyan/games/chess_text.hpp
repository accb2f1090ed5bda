// Chess as text: moves in SAN (Nf3, exd6, O-O, e8=Q+) and by coordinates (g1f3, e7e8q), positions as FEN.
//
// A FEN has six fields: board, who is to move, castling, en passant, plies since the last capture or pawn's
// move, number of the move. The last two may be missing. Castling is KQkq in standard chess, and the files of
// the rooks (HAha, Shredder-FEN) in Chess960; both are read in either. A seventh field, which only Banyan
// writes, says how often the position has occurred before, where it has: "x2".
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/games/chess_moves.hpp>
#include <banyan/games/fen.hpp>

namespace banyan::chess {

inline constexpr std::string_view piece_letters = "PNBRQKpnbrqk";
inline constexpr std::string_view kind_letters = "PNBRQK";

inline std::string square_text(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}
inline std::optional<Square> parse_square_text(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return std::nullopt;
  return static_cast<Square>((text[1] - '1') * 8 + (text[0] - 'a'));
}

inline std::string coordinate_text(Move move) {
  std::string text = square_text(from_of(move)) + square_text(to_of(move));
  if (promotion_of(move) != 0) text += "?nbrq??"[promotion_of(move)];
  return text;
}

inline std::vector<Move> legal_list(const Board& board) {
  std::vector<Move> list;
  Moves(board).for_each([&](Move move) { list.push_back(move); });
  return list;
}

namespace detail {

// What tells a move from those of other pieces of its kind to the same square: nothing, file, rank or both.
inline std::string origin_text(const Board& board, Move move) {
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move other : legal_list(board)) {
    if (from_of(other) == from_of(move) || to_of(other) != to_of(move) || board.is_castling(other) ||
        board.kind_at(from_of(other)) != board.kind_at(from_of(move)))
      continue;
    others = true;
    same_file = same_file || file_of(from_of(other)) == file_of(from_of(move));
    same_rank = same_rank || rank_of(from_of(other)) == rank_of(from_of(move));
  }
  const std::string square = square_text(from_of(move));
  if (!others) return {};
  if (!same_file) return square.substr(0, 1);
  return same_rank ? square : square.substr(1);
}

inline bool is_legal(const Board& board, Move move) {
  for (const Move each : legal_list(board))
    if (each == move) return true;
  return false;
}

}  // namespace detail

// In SAN; a move that is not legal by coordinates.
inline std::string print_san(const Board& board, Move move) {
  if (!detail::is_legal(board, move)) return coordinate_text(move);
  const unsigned kind = board.kind_at(from_of(move));
  std::string text;
  if (board.is_castling(move)) {
    text = to_of(move) > from_of(move) ? "O-O" : "O-O-O";
  } else {
    const bool captures = (board.occupied() & bit(to_of(move))) != 0 ||
                          (kind == pawn && file_of(from_of(move)) != file_of(to_of(move)));
    if (kind == pawn) {
      if (captures) text = square_text(from_of(move)).substr(0, 1);
    } else {
      text = kind_letters[kind] + detail::origin_text(board, move);
    }
    text += (captures ? "x" : "") + square_text(to_of(move));
    if (promotion_of(move) != 0) text += std::string("=") + kind_letters[promotion_of(move)];
  }
  Board after = board;
  bool quiet = false;
  after.make(move, quiet);
  const Moves replies(after);
  if (replies.in_check()) text += replies.count() == 0 ? '#' : '+';
  return text;
}

// By coordinates: castling as the king's way (e1g1) in standard chess, or as the king taking its rook (e1h1).
inline std::optional<Move> parse_coordinates(const Board& board, std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto from = parse_square_text(text.substr(0, 2));
  const auto to = parse_square_text(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  unsigned promotion = 0;
  if (text.size() == 5) {
    const std::size_t kind = std::string_view("pnbrq").find(text[4]);
    if (kind == std::string_view::npos || kind == 0) return std::nullopt;
    promotion = static_cast<unsigned>(kind);
  }
  const bool own_king = (board.of(board.player, king) & bit(*from)) != 0;
  const Bitboard home = Board::sides_rank(board.player);
  if (own_king && file_of(*from) == 4 && (home & bit(*from)) != 0 && (*to == *from + 2 || *to + 2 == *from)) {
    const Bitboard rooks = board.castling & home;
    const Bitboard beyond = *to > *from ? ~((bit(*from) << 1U) - 1) : bit(*from) - 1;
    if ((rooks & beyond) != 0) return make_move(*from, lowest(rooks & beyond), promotion);
  }
  return make_move(*from, *to, promotion);
}

// By coordinates as UCI writes them: castling as the king's way, or in Chess960 as the king taking its rook.
inline std::string uci_text(const Board& board, Move move, bool chess960) {
  if (chess960 || !board.is_castling(move)) return coordinate_text(move);
  const Square from = from_of(move);
  return square_text(from) + square_text(static_cast<Square>(to_of(move) > from ? from + 2 : from - 2));
}

// The one legal move that this SAN means.
inline std::optional<Move> parse_san(const Board& board, std::string_view text) {
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  std::optional<Move> found;
  const auto meet = [&](auto&& fits) {
    for (const Move move : legal_list(board)) {
      if (!fits(move)) continue;
      if (found) return std::optional<Move>{};
      found = move;
    }
    return found;
  };
  const bool short_way = text == "O-O" || text == "0-0";
  if (short_way || text == "O-O-O" || text == "0-0-0")
    return meet(
        [&](Move move) { return board.is_castling(move) && (to_of(move) > from_of(move)) == short_way; });
  unsigned kind = pawn;
  if (!text.empty())
    if (const std::size_t letter = std::string_view("NBRQK").find(text[0]);
        letter != std::string_view::npos) {
      kind = static_cast<unsigned>(letter) + 1;
      text.remove_prefix(1);
    }
  unsigned promotion = 0;
  if (kind == pawn && !text.empty())
    if (const std::size_t letter = std::string_view("NBRQ").find(text.back());
        letter != std::string_view::npos) {
      promotion = static_cast<unsigned>(letter) + 1;
      text.remove_suffix(1);
      if (!text.empty() && text.back() == '=') text.remove_suffix(1);
    }
  if (text.size() < 2) return std::nullopt;
  const auto to = parse_square_text(text.substr(text.size() - 2));
  if (!to) return std::nullopt;
  text.remove_suffix(2);
  if (!text.empty() && (text.back() == 'x' || text.back() == '-')) text.remove_suffix(1);
  char file = 0;
  char rank = 0;
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'h') file = text[0], text.remove_prefix(1);
  if (!text.empty() && text[0] >= '1' && text[0] <= '8') rank = text[0], text.remove_prefix(1);
  if (!text.empty()) return std::nullopt;
  return meet([&](Move move) {
    const std::string from = square_text(from_of(move));
    return to_of(move) == *to && !board.is_castling(move) && board.kind_at(from_of(move)) == kind &&
           promotion_of(move) == promotion && (file == 0 || from[0] == file) &&
           (rank == 0 || from[1] == rank);
  });
}

}  // namespace banyan::chess
