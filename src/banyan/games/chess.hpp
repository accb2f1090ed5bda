// Chess by the laws of FIDE, and Chess960. White is player 0. `variant=chess960` starts from position `start`
// (0 to 959 in Scharnagl's numbering, 518 is the usual one) with its rules of castling.
//
// How games end without mate: stalemate; a dead position by material (chess_board.hpp); and with
// `claims=true`, the default, the third occurrence of a position or fifty moves of each side without capture
// or pawn's move, as if who may claim a draw always did. With `claims=false` nobody claims, and only what
// ends a game by itself counts: the fifth occurrence or seventy-five moves. A mate counts even if it is the
// last of those moves.
//
// A state is the board (chess_board.hpp, 88 bytes), counters, and 32 bits of the key of every earlier
// position that can still recur: those since the last capture, move of a pawn or lost right to castle. Room
// is for 150; a copy copies those there are:
//
//   board                88 bytes      clock, repeats, length, number     8
//   past                  8            history   4 for each of `length` positions, 600 at most
//
// Two states are equal if board, clock and the set of earlier positions are; the number of the move is only
// text.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/chess_fen.hpp>
#include <banyan/games/chess_moves.hpp>
#include <banyan/games/chess_planes.hpp>
#include <banyan/games/chess_text.hpp>

namespace banyan {

enum class ChessVariant { standard, chess960 };
template <>
inline constexpr std::array enum_names<ChessVariant>{std::string_view("standard"),
                                                     std::string_view("chess960")};

namespace chess {

// Keys of the positions since the last move that can't be taken back.
class History {
 public:
  History() = default;
  History(const History& other) { *this = other; }
  History& operator=(const History& other) {
    size_ = other.size_;
    std::memcpy(keys_.data(), other.keys_.data(), size_ * sizeof(keys_[0]));
    return *this;
  }
  void clear() { size_ = 0; }
  void add(std::uint64_t key) {
    if (size_ < keys_.size()) keys_[size_++] = static_cast<std::uint32_t>(key);
  }
  [[nodiscard]] unsigned count(std::uint64_t key) const {
    unsigned found = 0;
    for (std::size_t i = 0; i < size_; ++i) found += keys_[i] == static_cast<std::uint32_t>(key) ? 1U : 0U;
    return found;
  }

 private:
  std::uint16_t size_ = 0;
  std::array<std::uint32_t, longest_clock> keys_;
};

}  // namespace chess

class Chess {
 public:
  static constexpr std::string_view name = "chess";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 256;  // 218 is the most known
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    ChessVariant variant = ChessVariant::standard;
    int start = 518;
    bool claims = true;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("variant", self.variant, anything(), "standard chess or Chess960");
      visit("start", self.start, between(0, 959),
            "number of the start position of Chess960; 518 is the usual one");
      visit(
          "claims", self.claims, anything(),
          "threefold repetition and fifty moves end the game; else fivefold repetition and seventy-five moves");
    }
  };

  using Move = chess::Move;
  struct State {
    chess::Board board;
    std::uint64_t past = 0;    // of the positions in the history, whatever their order
    std::uint16_t number = 1;  // of the move, from 1
    std::uint8_t clock = 0;    // plies since the last capture or pawn's move
    std::uint8_t repeats = 0;  // earlier occurrences of this position
    chess::History history;
    friend bool operator==(const State& a, const State& b) {
      return a.board == b.board && a.past == b.past && a.clock == b.clock && a.repeats == b.repeats;
    }
  };

  Chess() = default;
  explicit Chess(const Params& params) : params_(params) {}
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& params) {
    if (params.variant == ChessVariant::chess960 || params.start == Params{}.start) return {};
    return "start=" + std::to_string(params.start) + " needs variant=chess960";
  }

  [[nodiscard]] State start() const {
    State state;
    state.board = chess::start_board(params_.start);
    return state;
  }
  [[nodiscard]] Player current_player(const State& state) const { return state.board.player; }

  void legal_moves(const State& state, MoveListOf<Chess>& moves) const {
    chess::Moves(state.board).for_each([&](Move move) { moves.push_back(move); });
  }
  [[nodiscard]] std::size_t count_legal(const State& state) const {
    return chess::Moves(state.board).count();
  }

  void apply(State& state, Move move) const {
    const std::uint64_t before = state.board.key;
    bool quiet = false;
    const bool fresh = state.board.make(move, quiet);
    state.clock = quiet ? static_cast<std::uint8_t>(std::min(state.clock + 1, chess::longest_clock)) : 0;
    state.number = static_cast<std::uint16_t>(state.number + (state.board.player ^ 1U));
    if (fresh) {
      state.history.clear();
      state.past = 0;
      state.repeats = 0;
    } else {
      state.history.add(before);
      state.past += mix64(before);
      state.repeats = static_cast<std::uint8_t>(state.history.count(state.board.key));
    }
  }

  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    const chess::Moves moves(state.board);
    if (moves.count() == 0) return moves.in_check() ? win_for(state.board.player ^ 1U) : draw_for_all();
    if (is_drawn(state.board, state.clock, state.repeats)) return draw_for_all();
    return std::nullopt;
  }

  // At most 96 moves of pawns and 30 captures, and a limit between them.
  [[nodiscard]] std::size_t max_moves() const { return 127U * clock_limit(); }

  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return mix64(state.board.key ^ state.past) + mix64(state.clock * 8U + state.repeats);
  }
  [[nodiscard]] std::uint64_t hash_from_scratch(const State& state) const {
    return mix64(state.board.key_from_scratch() ^ state.past) + mix64(state.clock * 8U + state.repeats);
  }

  [[nodiscard]] std::array<double, 2> playout(State state, Random& random) const;

  // Pieces by their usual values, squashed into (-1, 1).
  [[nodiscard]] std::array<double, 2> heuristic(const State& state) const {
    constexpr std::array<int, 5> worth{1, 3, 3, 5, 9};
    constexpr double half_way = 6;  // an advantage of so much is worth 1/2
    int lead = 0;
    for (std::size_t kind = 0; kind < worth.size(); ++kind)
      lead += worth[kind] * (std::popcount(state.board.sides[0] & state.board.kinds[kind]) -
                             std::popcount(state.board.sides[1] & state.board.kinds[kind]));
    const double value = lead / (half_way + std::abs(lead));
    return {value, -value};
  }

  [[nodiscard]] Encoding encoding() const { return chess::encoding; }
  void encode(const State& state, std::span<float> inputs) const {
    chess::encode(state.board, state.repeats > 0, state.clock * 2U >= clock_limit(), inputs);
  }
  [[nodiscard]] std::size_t move_output(const State& state, Move move) const {
    return chess::move_output(state.board, move);
  }

  [[nodiscard]] std::string print_move(const State& state, Move move) const {
    return chess::print_san(state.board, move);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& state, std::string_view text) const {
    if (const auto move = chess::parse_coordinates(state.board, text)) return move;
    return chess::parse_san(state.board, text);
  }
  // Castling is the king's way (e1g1), in Chess960 the king taking its rook (e1h1), as UCI has it.
  [[nodiscard]] std::string print_coordinates(const State& state, Move move) const {
    return chess::uci_text(state.board, move, is_960());
  }

  [[nodiscard]] std::string print_position(const State& state) const {
    return chess::print_fen({state.board, state.clock, state.number, state.repeats}, is_960());
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const;
  void move_cells(const State& state, Move move, CellPath& cells) const;
  [[nodiscard]] GameDescription describe() const;

 private:
  Params params_;

  [[nodiscard]] bool is_960() const { return params_.variant == ChessVariant::chess960; }
  [[nodiscard]] unsigned clock_limit() const { return params_.claims ? 100 : chess::longest_clock; }
  [[nodiscard]] bool is_drawn(const chess::Board& board, unsigned clock, unsigned repeats) const {
    return clock >= clock_limit() || repeats >= (params_.claims ? 2U : chess::most_repeats) ||
           board.is_dead();
  }
};

// The moves of each position are found once, for the choice and for the end of the game alike.
inline std::array<double, 2> Chess::playout(State state, Random& random) const {
  chess::Board& board = state.board;
  unsigned clock = state.clock;
  unsigned repeats = state.repeats;
  while (true) {
    const chess::Moves moves(board);
    if (moves.count() == 0) return moves.in_check() ? win_for(board.player ^ 1U) : draw_for_all();
    if (is_drawn(board, clock, repeats)) return draw_for_all();
    const Move move = moves.pick(static_cast<unsigned>(random.below(moves.count())));
    const std::uint64_t before = board.key;
    bool quiet = false;
    const bool fresh = board.make(move, quiet);
    clock = quiet ? clock + 1 : 0;
    if (fresh) {
      state.history.clear();
      repeats = 0;
    } else {
      state.history.add(before);
      repeats = state.history.count(board.key);
    }
  }
}

inline Result<Chess::State> Chess::parse_position(std::string_view text) const {
  auto fen = chess::parse_fen(text, is_960());
  if (!fen) return fen.error();
  State state;
  state.board = fen->board;
  state.clock = static_cast<std::uint8_t>(fen->clock);
  state.number = static_cast<std::uint16_t>(fen->number);
  state.repeats = static_cast<std::uint8_t>(fen->repeats);
  for (int i = 0; i < fen->repeats; ++i) {
    state.history.add(state.board.key);
    state.past += mix64(state.board.key);
  }
  MoveListOf<Chess> moves;
  legal_moves(state, moves);
  if (moves.dropped() > 0)
    return Error{"there are " + std::to_string(moves.size() + moves.dropped()) + " legal moves; at most " +
                 std::to_string(max_legal) + " are allowed"};
  return state;
}

inline Picture Chess::picture(const State& state) const {
  constexpr std::array<std::string_view, 6> glyphs{"♟", "♞", "♝", "♜", "♛", "♚"};
  const auto owner = [&](int row, int column) {
    const auto square = static_cast<chess::Square>(row * 8 + column);
    return (state.board.sides[0] >> square & 1U) != 0   ? 0
           : (state.board.sides[1] >> square & 1U) != 0 ? 1
                                                        : -1;
  };
  Picture picture = board_picture(8, 8, owner);
  for (std::size_t i = 0; i < picture.cells.size(); ++i) {
    Picture::Cell& cell = picture.cells[i];
    cell.name = std::exchange(cell.move, {});
    if (cell.owner < 0) continue;
    const unsigned kind = state.board.kind_at(static_cast<chess::Square>(i ^ 56U));
    cell.text = chess::piece_letters[kind + (cell.owner == 0 ? 0U : 6U)];
    cell.glyph = glyphs[kind];
  }
  if (state.board.in_check(state.board.player)) picture.caption = "check";
  return picture;
}

// Castling points at where the king arrives; in Chess960, where that may be another move, at the rook.
inline void Chess::move_cells(const State& state, Move move, CellPath& cells) const {
  const chess::Square from = chess::from_of(move);
  chess::Square to = chess::to_of(move);
  if (state.board.is_castling(move) && !is_960()) to = chess::Board::castled_king(from, to);
  cells.push_back(static_cast<std::uint16_t>(from ^ 56U));
  cells.push_back(static_cast<std::uint16_t>(to ^ 56U));
}

inline GameDescription Chess::describe() const {
  return {.title = is_960() ? "Chess960" : "Chess",
          .rules =
              "Mate the king. A position that occurs for the third time, fifty moves of each side without "
              "capture or pawn's move, stalemate, and too few pieces to mate are draws.",
          .notation = "Nf3, exd6, O-O, e8=Q; coordinates (g1f3, e7e8q) are read too",
          .sides = {{"White", "#f4f1e8"}, {"Black", "#2b2b2b"}},
          .board = BoardStyle::checkered,
          .variants = {{"Chess", ""}, {"Chess960", "variant=chess960", "start", 960}},
          .uct = "depth=4",
          .protocol = "uci",
          .uci_chess960 = "variant=chess960",
          .uci_options = is_960() ? "UCI_Chess960=true" : "",
          .unclaimed = params_.claims ? "claims=false" : "",
          .record = RecordStyle::pgn,
          .record_tags = is_960() ? "Variant=Chess960" : ""};
}

static_assert(Game<Chess> && WinDrawLoss<Chess> && HasParams<Chess> && HasLegalCount<Chess>);
static_assert(HasHash<Chess> && HasMaxMoves<Chess> && HasPlayout<Chess> && HasHeuristic<Chess>);
static_assert(HasMoveText<Chess> && HasPositionText<Chess> && HasEncoding<Chess>);
static_assert(HasMoveCells<Chess> && HasDescription<Chess> && HasCoordinates<Chess>);

}  // namespace banyan
