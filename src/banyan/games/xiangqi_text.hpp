// Moves of xiangqi as text. Printed are coordinates, file letter and rank 0 to 9 from Red's side (h2e2), as
// in UCCI. Read are these, also with '-' in between, and the notation of the World Xiangqi Federation (WXF):
//
//   piece, file, direction, number     C2=5, H8+7, R1+1, P5-…
//
// Files count 1 to 9 from the mover's right. `+` is forward, `-` back, `=` (or `.`) sideways; the number is
// the file where the piece arrives, and for general, chariot, cannon and soldier that go forward or back how
// many ranks. Pieces are K A E H R C P; G, B, N and S are read for K, E, H and P, in either case. Where
// a file has several of a kind, +C=5 (or C+=5) is the front one and -C=5 (or C-=5) the rear one; 1P, 2P, …
// count from the front. A file may follow where two files have several: +P3=4.
#pragma once

#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/games/xiangqi_moves.hpp>

namespace banyan::xiangqi {

inline constexpr std::string_view wxf_letters = "KAEHRCP";

inline std::string square_text(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('0' + rank_of(square))};
}
inline std::optional<Square> parse_square_text(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const char file = static_cast<char>(text[0] | 0x20);  // letters in either case
  if (file < 'a' || file > 'i' || text[1] < '0' || text[1] > '9') return std::nullopt;
  return static_cast<Square>(text[1] - '0') * files + static_cast<Square>(file - 'a');
}

inline std::string coordinate_text(Move move) {
  return square_text(from_of(move)) + square_text(to_of(move));
}
inline std::optional<Move> parse_coordinates(std::string_view text) {
  const bool joined = text.size() == 4;
  if (!joined && (text.size() != 5 || text[2] != '-')) return std::nullopt;
  const auto from = parse_square_text(text.substr(0, 2));
  const auto to = parse_square_text(text.substr(joined ? 2 : 3));
  if (!from || !to) return std::nullopt;
  return make_move(*from, *to);
}

// As Fairy-Stockfish and the programs around it write moves in UCI: ranks 1 to 10 (h3e3, a10a9).
inline std::string uci_text(Move move) {
  const auto text = [](Square square) {
    return static_cast<char>('a' + file_of(square)) + std::to_string(rank_of(square) + 1);
  };
  return text(from_of(move)) + text(to_of(move));
}
inline std::optional<Move> parse_uci(std::string_view text) {
  const auto take_square = [&]() -> std::optional<Square> {
    if (text.size() < 2 || text[0] < 'a' || text[0] > 'i' || text[1] < '1' || text[1] > '9')
      return std::nullopt;
    const bool is_ten = text.starts_with(std::string{text[0], '1', '0'});
    const Square rank = is_ten ? 9 : static_cast<Square>(text[1] - '1');
    const auto square = rank * files + static_cast<Square>(text[0] - 'a');
    text.remove_prefix(is_ten ? 3 : 2);
    return square;
  };
  const auto from = take_square();
  const auto to = take_square();
  if (!from || !to || !text.empty()) return std::nullopt;
  return make_move(*from, *to);
}

namespace detail {

// A file as its player counts it, from the right.
inline char wxf_file(unsigned side, Square square) {
  return static_cast<char>(side == 0 ? '9' - file_of(square) : '1' + file_of(square));
}

// Direction and number.
inline std::string wxf_way(const Board& board, Move move) {
  const Square from = from_of(move);
  const Square to = to_of(move);
  const unsigned kind = board.kind_at(from);
  const int up = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
  const int forward = board.player == 0 ? up : -up;
  std::string text = forward > 0 ? "+" : forward < 0 ? "-" : "=";
  const bool straight = kind == general || kind == chariot || kind == cannon || kind == soldier;
  if (straight && forward != 0) return text + static_cast<char>('0' + std::abs(forward));
  return text + wxf_file(board.player, to);
}

// All ways to name the piece of a move.
inline std::vector<std::string> wxf_names(const Board& board, Move move) {
  const unsigned side = board.player;
  const Square from = from_of(move);
  const auto kind = static_cast<Kind>(board.kind_at(from));
  const std::string letter(1, wxf_letters[kind]);
  const std::string file(1, wxf_file(side, from));
  const Set same = board.of(side, kind) & (file_a << file_of(from));
  const Set higher = ~((bit(from) << 1U) - 1);
  const unsigned all = count_of(same);
  const unsigned ahead = count_of(same & (side == 0 ? higher : bit(from) - 1));
  std::vector<std::string> names{letter + file};
  if (all < 2) return names;
  std::vector<std::string> marks{std::to_string(ahead + 1)};
  if (ahead == 0) marks.emplace_back("+");
  if (ahead + 1 == all) marks.emplace_back("-");
  for (const std::string& mark : marks) {
    names.push_back(mark + letter);
    names.push_back(mark + letter + file);
    if (mark == "+" || mark == "-") names.push_back(letter + mark);
  }
  return names;
}

// Capital WXF letters, and '=' for sideways.
inline std::string normal_wxf(std::string_view text) {
  std::string normal;
  for (const char c : text) {
    const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const std::size_t other = std::string_view("GBNS.").find(upper);
    normal += other == std::string_view::npos ? upper : "KEHP="[other];
  }
  return normal;
}

}  // namespace detail

// The one legal move that this text means.
inline std::optional<Move> parse_wxf(const Board& board, std::string_view text) {
  if (text.size() < 4 || text.size() > 5) return std::nullopt;
  const std::string wanted = detail::normal_wxf(text);
  std::optional<Move> found;
  bool twice = false;
  Moves(board).for_each([&](Move move) {
    for (const std::string& name : detail::wxf_names(board, move)) {
      if (name + detail::wxf_way(board, move) != wanted) continue;
      twice = twice || found.has_value();
      found = move;
    }
  });
  return twice ? std::nullopt : found;
}

}  // namespace banyan::xiangqi
