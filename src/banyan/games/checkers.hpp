// English draughts (checkers), by the rules of the World Checkers Draughts Federation. Black (player 0)
// begins at the top, on squares 1–12. Men step and jump diagonally forward, kings both ways, one square at a
// time. Captures are compulsory, by any chain, to its end; a chain is one move, and a man that is crowned
// stops. A player who can't move loses. Forty moves of each side without a capture or a man's move are a
// draw; there is no other rule on repetition. Chains along different squares are different moves, even where
// they capture the same pieces.
//
// A state is the board (checkers_board.hpp) and a count of plies: 40 bytes. There are no symmetries: a mirror
// swaps dark squares and light ones, and half a turn swaps the players, which encode() makes use of.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/checkers_board.hpp>
#include <banyan/games/fen.hpp>

namespace banyan {

class Checkers {
 public:
  static constexpr std::string_view name = "checkers";
  static constexpr int max_players = 2;
  static constexpr std::size_t pieces = 12;  // of a side, at most
  static constexpr std::size_t max_legal = pieces * checkers::most_chains;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;
  static constexpr int clock_limit = 80;  // plies without a capture or a man's move

  using Move = checkers::Move;
  struct State {
    checkers::Board board;
    std::uint8_t clock = 0;
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  [[nodiscard]] constexpr State start() const {
    State state;
    for (unsigned square = 0; square < pieces; ++square) {
      state.board.sides[0] |= checkers::bit(checkers::place_of(square));
      state.board.sides[1] |= checkers::bit(checkers::place_of(31 - square));
    }
    return state;
  }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.board.player; }

  constexpr void legal_moves(const State& state, MoveListOf<Checkers>& moves) const {
    const auto push = [&](Move move) { moves.push_back(move); };
    if (state.board.can_jump()) {
      state.board.for_each_chain(push);
    } else {
      state.board.for_each_step(push);
    }
  }
  [[nodiscard]] constexpr std::size_t count_legal(const State& state) const {
    std::size_t count = 0;
    if (state.board.can_jump()) {
      state.board.for_each_chain([&](Move) { ++count; });
    } else {
      for (unsigned direction = 0; direction < checkers::directions; ++direction)
        count += static_cast<std::size_t>(std::popcount(state.board.step_targets(direction)));
    }
    return count;
  }

  constexpr void apply(State& state, Move move) const {
    state.clock = state.board.make(move) ? 0 : static_cast<std::uint8_t>(state.clock + 1);
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (!state.board.can_move()) return win_for(state.board.player ^ 1U);
    if (state.clock >= clock_limit) return draw_for_all();
    return std::nullopt;
  }

  // At most 23 captures and six steps of each man to be crowned, and a limit between them.
  [[nodiscard]] constexpr std::size_t max_moves() const { return (23 + 2 * pieces * 7 + 1) * clock_limit; }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    const std::uint64_t board = mix64(mix64(state.board.sides[0]) ^ state.board.sides[1]);
    return mix64(mix64(board ^ state.board.kings) ^ (state.clock * 2U + state.board.player));
  }

  [[nodiscard]] std::array<double, 2> playout(State state, Random& random) const;

  // A king is worth a man and a half, squashed into (-1, 1).
  [[nodiscard]] constexpr std::array<double, 2> heuristic(const State& state) const {
    constexpr double half_way = 3;  // an advantage of so many men is worth 1/2
    const auto worth = [&](std::size_t side) {
      return std::popcount(state.board.sides[side]) +
             0.5 * std::popcount(state.board.sides[side] & state.board.kings);
    };
    const double lead = worth(0) - worth(1);
    const double value = lead / (half_way + (lead < 0 ? -lead : lead));
    return {value, -value};
  }

  // The men of the player to move go up. Planes: that player's men and kings, the other's, half of the moves
  // to a draw are over, ones. A move stands at the square it comes from: steps by direction; chains by the
  // first direction and their place among the chains of that piece that begin so.
  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = 8, .columns = 8, .planes = 6, .move_planes = 4 + 4 * checkers::most_chains_one_way};
  }
  void encode(const State& state, std::span<float> inputs) const;
  [[nodiscard]] std::size_t move_output(const State& state, Move move) const;

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    std::string text;
    const char sign = checkers::jumps_of(move) == 0 ? '-' : 'x';
    for_each_place(move, [&](unsigned place) {
      if (!text.empty()) text += sign;
      text += std::to_string(checkers::square_of(place) + 1);
    });
    return text;
  }
  // All squares of a chain, or its first and last where only one chain has them.
  [[nodiscard]] std::optional<Move> parse_move(const State& state, std::string_view text) const;

  // A FEN of draughts: who is to move, White's pieces, Black's; K before kings: "B:W21,22,K30:B1,2". Plies
  // without a capture or a man's move follow where there are some: ":H12". Read are also ranges of squares
  // ("W21-32"), the number of the move (":F7") and a dot at the end.
  [[nodiscard]] std::string print_position(const State& state) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const;
  void move_cells(const State& /*state*/, Move move, CellPath& cells) const {
    for_each_place(move,
                   [&](unsigned place) { cells.push_back(static_cast<std::uint16_t>(cell_of(place))); });
  }
  [[nodiscard]] GameDescription describe() const {
    return {.title = "Checkers (English draughts)",
            .rules =
                "Men step and jump diagonally forward, kings both ways. Captures are compulsory, with the "
                "whole chain of jumps. A player who can't move loses. Forty moves of each side without a "
                "capture or a man's move are a draw.",
            .notation = "squares 1 to 32: 11-15, 22x15, all squares of a chain 22x15x8",
            .sides = {{"Black", "#2b2b2b"}, {"White", "#f4f1e8"}},
            .board = BoardStyle::checkered,
            // 83 % (± 7) of 60 games against whole random games, in the time of 2,000 simulations a move.
            .uct = "depth=4",
            .record = RecordStyle::pdn,
            .record_tags = "GameType=21"};
  }

 private:
  // Calls visit(place) for each square of the move.
  template <class Visit>
  static constexpr void for_each_place(Move move, Visit&& visit) {
    unsigned place = checkers::from_of(move);
    visit(place);
    for (unsigned i = 0; i < checkers::jumps_of(move); ++i)
      visit(place = checkers::moved(place, checkers::direction_of(move, i), 2));
    if (checkers::jumps_of(move) == 0) visit(checkers::moved(place, checkers::direction_of(move, 0), 1));
  }
  // The cell of a board of 8×8, row by row from the top.
  static constexpr unsigned cell_of(unsigned place) {
    const unsigned square = checkers::square_of(place);
    return square / 4 * 8 + square % 4 * 2 + (square / 4 % 2 == 0 ? 1 : 0);
  }
};

// Steps are drawn from the sets of their targets; chains of jumps are listed.
inline std::array<double, 2> Checkers::playout(State state, Random& random) const {
  checkers::Board& board = state.board;
  unsigned clock = state.clock;
  while (true) {
    Move move = 0;
    if (board.can_jump()) {
      if (clock >= clock_limit) return draw_for_all();
      MoveListOf<Checkers> moves;
      board.for_each_chain([&](Move chain) { moves.push_back(chain); });
      move = moves[moves.size() == 1 ? 0 : random.below(moves.size())];
    } else {
      std::array<checkers::Bitboard, checkers::directions> targets{};
      std::array<unsigned, checkers::directions> counts{};
      for (unsigned direction = 0; direction < checkers::directions; ++direction) {
        targets[direction] = board.step_targets(direction);
        counts[direction] = static_cast<unsigned>(std::popcount(targets[direction]));
      }
      const unsigned total = counts[0] + counts[1] + counts[2] + counts[3];
      if (total == 0) return win_for(board.player ^ 1U);
      if (clock >= clock_limit) return draw_for_all();
      auto k = static_cast<unsigned>(random.below(total));
      unsigned direction = 0;
      while (k >= counts[direction]) k -= counts[direction++];
      move =
          checkers::make_step(checkers::moved(select_bit(targets[direction], k), direction, -1), direction);
    }
    clock = board.make(move) ? 0 : clock + 1;
  }
}

inline void Checkers::encode(const State& state, std::span<float> inputs) const {
  const checkers::Board& board = state.board;
  std::fill(inputs.begin(), inputs.end(), 0.0F);
  const unsigned turn = board.player == 0 ? 63 : 0;  // White's men go up already
  const auto fill = [&](std::size_t plane, checkers::Bitboard set) {
    for_each_bit(set, [&](unsigned place) { inputs[plane * 64 + (cell_of(place) ^ turn)] = 1.0F; });
  };
  for (const unsigned side : {0U, 1U}) {
    const checkers::Bitboard all = board.sides[board.player ^ side];
    fill(side * 2, all & ~board.kings);
    fill(side * 2 + 1, all & board.kings);
  }
  for (std::size_t cell = 0; cell < 64; ++cell) {
    inputs[std::size_t{4} * 64 + cell] = state.clock * 2 >= clock_limit ? 1.0F : 0.0F;
    inputs[std::size_t{5} * 64 + cell] = 1.0F;
  }
}

inline std::size_t Checkers::move_output(const State& state, Move move) const {
  const unsigned turn = state.board.player == 0 ? 63 : 0;
  const unsigned first = checkers::direction_of(move, 0);
  const unsigned direction = turn == 0 ? first : 3 - first;  // as the player sees it
  std::size_t plane = direction;
  if (checkers::jumps_of(move) > 0) {
    std::size_t rank = 0;
    bool found = false;
    state.board.for_each_chain([&](Move chain) {
      found = found || chain == move;
      if (!found && checkers::from_of(chain) == checkers::from_of(move) &&
          checkers::direction_of(chain, 0) == first)
        ++rank;
    });
    plane = 4 + direction * checkers::most_chains_one_way + std::min(rank, checkers::most_chains_one_way - 1);
  }
  return plane * 64 + (cell_of(checkers::from_of(move)) ^ turn);
}

inline std::optional<Checkers::Move> Checkers::parse_move(const State& state, std::string_view text) const {
  MoveListOf<Checkers> moves;
  legal_moves(state, moves);
  std::optional<Move> found;
  for (const Move move : moves) {
    const std::string whole = print_move(state, move);
    if (whole == text) return move;
    const std::size_t first = whole.find('x');
    const std::size_t last = whole.rfind('x');
    if (first == last || whole.substr(0, first) + whole.substr(last) != text) continue;
    if (found) return std::nullopt;
    found = move;
  }
  return found;
}

inline std::string Checkers::print_position(const State& state) const {
  std::string text(1, "BW"[state.board.player]);
  for (const std::size_t side : {1U, 0U}) {
    text += side == 1 ? ":W" : ":B";
    bool first = true;
    for_each_bit(state.board.sides[side], [&](unsigned place) {
      text += std::exchange(first, false) ? "" : ",";
      if ((state.board.kings & checkers::bit(place)) != 0) text += 'K';
      text += std::to_string(checkers::square_of(place) + 1);
    });
  }
  if (state.clock > 0) text += ":H" + std::to_string(state.clock);
  return text;
}

namespace checkers {

// Puts a side's pieces on the board: squares and ranges of them, as in "21,22,K30" or "21-32". Answers what
// is wrong, or nothing.
inline std::string place_pieces(Board& board, unsigned side, std::string_view list) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view piece = list.substr(0, end);
    if (end + 1 == list.size()) return "a list of pieces ends with a comma";
    list.remove_prefix(std::min(end + 1, list.size()));
    const bool king = piece.starts_with('K');
    const std::string_view range = piece.substr(king ? 1 : 0);
    const std::size_t dash = range.find('-');
    const auto first = parse_whole(range.substr(0, dash), 1, 32);
    const auto last = dash == std::string_view::npos ? first : parse_whole(range.substr(dash + 1), 1, 32);
    if (!first || !last || *first > *last)
      return "'" + std::string(piece) + "' is not a square from 1 to 32, or a range as in 21-32";
    for (int number = *first; number <= *last; ++number) {
      const Bitboard square = bit(place_of(static_cast<unsigned>(number - 1)));
      if (((board.sides[0] | board.sides[1]) & square) != 0)
        return "square " + std::to_string(number) + " is given twice";
      if (!king && (square & Board::crown_row(side)) != 0)
        return "a man stands on square " + std::to_string(number) + ", where it would be a king";
      board.sides[side] |= square;
      if (king) board.kings |= square;
    }
  }
  return {};
}

}  // namespace checkers

inline Result<Checkers::State> Checkers::parse_position(std::string_view text) const {
  const auto wrong = [&](const std::string& what) {
    return Error{"position '" + detail::shorten(text) + "': " + what +
                 "; it is as in B:W21,22,K30:B1,2: who is to move, White's squares, Black's, K before kings"};
  };
  State state;
  checkers::Board& board = state.board;
  std::string_view rest = text;
  if (rest.ends_with('.')) rest.remove_suffix(1);
  const auto next = [&](char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
  };
  const std::string_view player = next(':');
  if (player != "B" && player != "W") return wrong("it begins with B: or W:, who is to move");
  board.player = player == "B" ? 0 : 1;
  std::array<bool, 2> given{};
  for (int i = 0; i < 2; ++i) {
    const std::string_view list = next(':');
    if (list.empty() || (list[0] != 'W' && list[0] != 'B') || given[list[0] == 'W' ? 1 : 0])
      return wrong("lists of pieces begin with W and B, one each");
    const unsigned side = list[0] == 'W' ? 1 : 0;
    given[side] = true;
    if (std::string problem = checkers::place_pieces(board, side, list.substr(1)); !problem.empty())
      return wrong(problem);
    if (std::popcount(board.sides[side]) > static_cast<int>(pieces))
      return wrong("a side has more than " + std::to_string(pieces) + " pieces");
  }
  std::array<bool, 2> counted{};
  while (!rest.empty()) {
    const std::string_view count = next(':');
    const bool is_number = count.starts_with('F');  // of the move, which says nothing about the game
    const auto value = parse_whole(count.substr(count.empty() ? 0 : 1), 0, is_number ? 30'000 : clock_limit);
    if ((!is_number && !count.starts_with('H')) || !value || std::exchange(counted[is_number ? 1 : 0], true))
      return wrong(
          "after the pieces come :H and the plies without progress, 0 to 80, and :F and the move's "
          "number, once each");
    if (!is_number) state.clock = static_cast<std::uint8_t>(*value);
  }
  if (board.sides[board.player ^ 1U] == 0) return wrong("the side that has just moved has no pieces");
  return state;
}

inline Picture Checkers::picture(const State& state) const {
  Picture picture;
  picture.rows = picture.columns = 8;
  picture.cells.resize(64);
  for (unsigned square = 0; square < 32; ++square) {
    const unsigned place = checkers::place_of(square);
    Picture::Cell& cell = picture.cells[cell_of(place)];
    cell.name = std::to_string(square + 1);
    for (const int side : {0, 1}) {
      if ((state.board.sides[static_cast<std::size_t>(side)] & checkers::bit(place)) == 0) continue;
      const bool king = (state.board.kings & checkers::bit(place)) != 0;
      cell.owner = side;
      cell.text = "bBwW"[2 * side + (king ? 1 : 0)];
      cell.glyph = king ? "⛃" : "⛂";
    }
  }
  return picture;
}

static_assert(Game<Checkers> && WinDrawLoss<Checkers> && HasHash<Checkers> && HasMaxMoves<Checkers>);
static_assert(HasPlayout<Checkers> && HasHeuristic<Checkers> && HasLegalCount<Checkers>);
static_assert(HasMoveText<Checkers> && HasPositionText<Checkers> && HasEncoding<Checkers>);
static_assert(HasMoveCells<Checkers> && HasDescription<Checkers>);

}  // namespace banyan
