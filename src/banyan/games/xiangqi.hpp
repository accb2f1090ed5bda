// Xiangqi, Chinese chess. Red is player 0 and begins. The usual moves of the seven pieces: a horse is blocked
// by a piece on its leg, an elephant by one on its eye, a cannon captures over exactly one piece, and the
// generals may not face each other on an open file. A player without a legal move loses, in check or not.
//
// How games end otherwise, as implemented here:
//   - A position (board and who is to move) that occurs for the third time ends the game. If one side gave
//     check with every one of its moves since the first of the three, and the other did not, the side that
//     checks loses; else it is a draw. Perpetual chases are draws: the rules of the federations that forbid
//     them differ. With `claims=false`, for games whose referee let them go on, only the fifth occurrence
//     counts.
//   - 60 moves of each side (120 plies) without a capture are a draw. A mate with the last of them counts.
//   - It is a draw if neither side has a piece that can cross the river.
//
// A state is the board (xiangqi_board.hpp, 192 bytes), counters, and the keys of every earlier position that
// can still recur, those since the last capture or step of a soldier forward. Room is for 120; a copy copies
// those there are:
//
//   board            192 bytes     past, past of the mirror image    16
//   number, clock, repeats, checks in a row                           6
//   history                                                           8 for each position, at most 960
//
// Two states are equal if board, clock and the list of earlier positions are; the number of the move is only
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
#include <banyan/games/board_text.hpp>
#include <banyan/games/xiangqi_fen.hpp>
#include <banyan/games/xiangqi_moves.hpp>
#include <banyan/games/xiangqi_planes.hpp>
#include <banyan/games/xiangqi_text.hpp>

namespace banyan {

namespace xiangqi {

// The positions since the last move that can't be taken back: 32 bits of the key, and of the mirror image's.
class History {
 public:
  History() = default;
  History(const History& other) { *this = other; }
  History& operator=(const History& other) {
    size_ = other.size_;
    std::memcpy(entries_.data(), other.entries_.data(), size_ * sizeof(entries_[0]));
    return *this;
  }

  static constexpr std::uint64_t entry_of(const Board& board) {
    return (board.key[0] & 0xffff'ffffU) | board.key[1] << 32U;
  }

  void clear() { size_ = 0; }
  void add(std::uint64_t entry) {
    if (size_ < entries_.size()) entries_[size_++] = entry;
  }
  void mirror() {
    for (std::size_t i = 0; i < size_; ++i) entries_[i] = std::rotl(entries_[i], 32);
  }

  // How often a position occurred, and how many plies ago it first did. It takes four plies to come back, and
  // an even number of them.
  struct Found {
    unsigned times = 0;
    unsigned plies = 0;
  };
  [[nodiscard]] Found find(std::uint64_t entry) const {
    Found found;
    for (std::size_t plies = 4; plies <= size_; plies += 2)
      if (entries_[size_ - plies] == entry) {
        ++found.times;
        found.plies = static_cast<unsigned>(plies);
      }
    return found;
  }

 private:
  std::uint16_t size_ = 0;
  std::array<std::uint64_t, longest_clock> entries_;
};

}  // namespace xiangqi

class Xiangqi {
 public:
  static constexpr std::string_view name = "xiangqi";
  static constexpr int max_players = 2;
  // Chariots and cannons 17 each, horses 8, soldiers 3, elephants, advisors and the general 4.
  static constexpr std::size_t max_legal = 4 * 17 + 2 * 8 + 5 * 3 + 2 * 4 + 2 * 4 + 4;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    bool claims = true;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("claims", self.claims, anything(),
            "threefold repetition ends the game; else fivefold repetition");
    }
  };

  using Move = xiangqi::Move;
  struct State {
    xiangqi::Board board;
    std::array<std::uint64_t, 2> past{};   // hash of the history, and of its mirror image
    std::uint16_t number = 1;              // of the move, from 1
    std::uint8_t clock = 0;                // plies since the last capture
    std::uint8_t repeats = 0;              // earlier occurrences of this position
    std::array<std::uint8_t, 2> checks{};  // how many of a side's latest moves in a row gave check
    std::array<bool, 2> always{};          // whether all did since this position first occurred
    xiangqi::History history;
    friend bool operator==(const State& a, const State& b) {
      return a.board == b.board && a.past == b.past && a.clock == b.clock && a.repeats == b.repeats &&
             a.checks == b.checks;
    }
  };

  Xiangqi() = default;
  explicit Xiangqi(const Params& params) : params_(params) {}
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }

  [[nodiscard]] State start() const {
    State state;
    constexpr std::string_view home = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    state.board = *xiangqi::detail::parse_pieces(home, "w");
    return state;
  }
  [[nodiscard]] Player current_player(const State& state) const { return state.board.player; }

  void legal_moves(const State& state, MoveListOf<Xiangqi>& moves) const {
    xiangqi::Moves(state.board).for_each([&](Move move) { moves.push_back(move); });
  }
  [[nodiscard]] std::size_t count_legal(const State& state) const {
    return xiangqi::Moves(state.board).count();
  }

  void apply(State& state, Move move) const {
    const std::uint64_t before = xiangqi::History::entry_of(state.board);
    const std::size_t mover = state.board.player;
    const auto made = state.board.make(move);
    state.clock =
        made.captured ? 0 : static_cast<std::uint8_t>(std::min(state.clock + 1, xiangqi::longest_clock));
    state.number = static_cast<std::uint16_t>(state.number + mover);
    if (made.for_good) {
      state.history.clear();
      state.past = {};
      state.checks = {};
      state.repeats = 0;
      state.always = {};
      return;
    }
    remember(state, before);
    const bool check = state.board.in_check(state.board.player);
    state.checks[mover] = static_cast<std::uint8_t>(check ? state.checks[mover] + 1 : 0);
    count_repeats(state);
  }

  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (xiangqi::Moves(state.board, xiangqi::Moves::Want::any).count() == 0)
      return win_for(state.board.player ^ 1U);
    return ending(state);
  }

  // At most 30 captures, and a limit between them.
  [[nodiscard]] std::size_t max_moves() const { return 31U * xiangqi::longest_clock; }

  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return mix64(state.board.key[0] ^ state.past[0]) +
           mix64(std::uint64_t{state.clock} | std::uint64_t{state.repeats} << 8U |
                 std::uint64_t{state.checks[0]} << 16U | std::uint64_t{state.checks[1]} << 24U);
  }
  [[nodiscard]] std::uint64_t hash_from_scratch(const State& state) const {
    State fresh = state;
    fresh.board.key = state.board.mirror_image().mirror_image().key;
    return hash(fresh);
  }

  [[nodiscard]] std::array<double, 2> playout(State state, Random& random) const {
    while (true) {
      const xiangqi::Moves moves(state.board);
      if (moves.count() == 0) return win_for(state.board.player ^ 1U);
      if (const auto over = ending(state)) return *over;
      apply(state, moves.pick(static_cast<unsigned>(random.below(moves.count()))));
    }
  }

  // Pieces by their usual values, in half soldiers, squashed into (-1, 1). A soldier across the river counts
  // twice.
  [[nodiscard]] std::array<double, 2> heuristic(const State& state) const {
    constexpr std::array<int, xiangqi::kind_count> worth{0, 4, 4, 8, 18, 9, 2};
    constexpr double half_way = 12;  // an advantage of so much is worth 1/2
    constexpr xiangqi::Set upper = xiangqi::board_squares & ~((xiangqi::Set{1} << 45U) - 1);
    int lead = 0;
    for (const unsigned side : {0U, 1U}) {
      int sum = 0;
      for (unsigned kind = 0; kind < xiangqi::kind_count; ++kind)
        sum += worth[kind] *
               static_cast<int>(xiangqi::count_of(state.board.of(side, static_cast<xiangqi::Kind>(kind))));
      const xiangqi::Set soldiers = state.board.of(side, xiangqi::soldier);
      sum += worth[xiangqi::soldier] *
             static_cast<int>(xiangqi::count_of(soldiers & (side == 0 ? upper : ~upper)));
      lead += side == 0 ? sum : -sum;
    }
    const double value = lead / (half_way + std::abs(lead));
    return {value, -value};
  }

  // The only symmetry mirrors the files.
  [[nodiscard]] int symmetry_count() const { return 2; }
  [[nodiscard]] Move transform_move(Move move, int symmetry) const {
    if (symmetry == 0) return move;
    return xiangqi::make_move(xiangqi::mirrored(xiangqi::from_of(move)),
                              xiangqi::mirrored(xiangqi::to_of(move)));
  }
  [[nodiscard]] State transform(const State& state, int symmetry) const {
    State image = state;
    if (symmetry == 0) return image;
    image.board = state.board.mirror_image();
    image.history.mirror();
    std::swap(image.past[0], image.past[1]);
    return image;
  }

  [[nodiscard]] Encoding encoding() const { return xiangqi::encoding; }
  void encode(const State& state, std::span<float> inputs) const {
    xiangqi::encode(state.board, state.repeats > 0, state.clock * 2 >= xiangqi::longest_clock, inputs);
  }
  [[nodiscard]] std::size_t move_output(const State& state, Move move) const {
    return xiangqi::move_output(state.board, move);
  }
  [[nodiscard]] std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return symmetry == 0 ? cell : xiangqi::mirrored(static_cast<xiangqi::Square>(cell));
  }
  [[nodiscard]] std::size_t transform_plane(std::size_t plane, int symmetry) const {
    return symmetry == 0 ? plane : xiangqi::mirrored_plane(plane);
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    return xiangqi::coordinate_text(move);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& state, std::string_view text) const {
    if (const auto move = xiangqi::parse_coordinates(text)) return move;
    return xiangqi::parse_wxf(state.board, text);
  }

  // UCI counts ranks from 1, so the same text means another move there.
  [[nodiscard]] std::string print_coordinates(const State& /*state*/, Move move) const {
    return xiangqi::uci_text(move);
  }
  [[nodiscard]] std::optional<Move> parse_coordinates(const State& /*state*/, std::string_view text) const {
    return xiangqi::parse_uci(text);
  }

  [[nodiscard]] std::string print_position(const State& state) const {
    const std::size_t mover = state.board.player;
    return xiangqi::print_fen({state.board, state.clock, state.number, state.repeats, state.always[mover],
                               state.always[mover ^ 1U]});
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const;
  void move_cells(const State& /*state*/, Move move, CellPath& cells) const {
    for (const xiangqi::Square square : {xiangqi::from_of(move), xiangqi::to_of(move)})
      cells.push_back(static_cast<std::uint16_t>(xiangqi::seen_by(1, square)));
  }
  [[nodiscard]] GameDescription describe() const;

 private:
  Params params_;

  static void remember(State& state, std::uint64_t entry) {
    state.history.add(entry);
    state.past[0] = mix64(state.past[0] + entry);
    state.past[1] = mix64(state.past[1] + std::rotl(entry, 32));
  }
  static void count_repeats(State& state) {
    const auto found = state.history.find(xiangqi::History::entry_of(state.board));
    state.repeats = static_cast<std::uint8_t>(found.times);
    for (const std::size_t side : {0U, 1U})
      state.always[side] = found.times > 0 && 2U * state.checks[side] >= found.plies;
  }
  // How the game ends though who is to move could move.
  [[nodiscard]] std::optional<std::array<double, 2>> ending(const State& state) const {
    if (state.repeats >= (params_.claims ? 2 : xiangqi::most_repeats)) {
      if (state.always[0] == state.always[1]) return draw_for_all();
      return win_for(state.always[0] ? 1 : 0);
    }
    if (state.clock >= xiangqi::longest_clock || state.board.is_dead()) return draw_for_all();
    return std::nullopt;
  }
};

inline Result<Xiangqi::State> Xiangqi::parse_position(std::string_view text) const {
  const auto fen = xiangqi::parse_fen(text);
  if (!fen) return fen.error();
  State state;
  state.board = fen->board;
  state.clock = static_cast<std::uint8_t>(fen->clock);
  state.number = static_cast<std::uint16_t>(fen->number);
  if (fen->repeats == 0) return state;
  // Earlier occurrences come at the shortest distance, with unknown positions in between.
  const std::uint64_t entry = xiangqi::History::entry_of(state.board);
  for (int i = 0; i < 4 * fen->repeats; ++i) remember(state, i % 4 == 0 ? entry : 0);
  const std::size_t mover = state.board.player;
  const auto all = static_cast<std::uint8_t>(2 * fen->repeats);
  const bool check = state.board.in_check(state.board.player);
  state.checks[mover] = fen->mover_checks ? all : 0;
  state.checks[mover ^ 1U] = fen->other_checks ? all : check ? 1 : 0;
  count_repeats(state);
  return state;
}

inline Picture Xiangqi::picture(const State& state) const {
  constexpr std::array<std::array<std::string_view, xiangqi::kind_count>, 2> glyphs{
      {{"帥", "仕", "相", "傌", "俥", "炮", "兵"}, {"將", "士", "象", "馬", "車", "砲", "卒"}}};
  const auto owner = [&](int row, int column) {
    const auto square = static_cast<xiangqi::Square>(row) * xiangqi::files + static_cast<unsigned>(column);
    if ((state.board.sides[0] >> square & 1U) != 0) return 0;
    return (state.board.sides[1] >> square & 1U) != 0 ? 1 : -1;
  };
  Picture picture = board_picture(xiangqi::ranks, xiangqi::files, owner);
  for (std::size_t i = 0; i < picture.cells.size(); ++i) {
    Picture::Cell& cell = picture.cells[i];
    const xiangqi::Square square = xiangqi::seen_by(1, static_cast<xiangqi::Square>(i));
    cell.move.clear();
    cell.name = xiangqi::square_text(square);
    if (cell.owner < 0) continue;
    const unsigned kind = state.board.kind_at(square);
    cell.text = xiangqi::piece_letters[kind + (cell.owner == 0 ? 0 : xiangqi::kind_count)];
    cell.glyph = glyphs[static_cast<std::size_t>(cell.owner)][kind];
  }
  for (std::size_t row = 0; row < picture.rows; ++row) picture.row_labels[row] = std::to_string(9 - row);
  if (state.board.in_check(state.board.player)) picture.caption = "check";
  return picture;
}

inline GameDescription Xiangqi::describe() const {
  return {
      .title = "Xiangqi",
      .rules =
          "Mate the general, or leave the other without a legal move. Cannons capture over exactly one "
          "piece, horses and elephants can be blocked, and the generals may not face each other on an open "
          "file. A player who gives check with every move until a position occurs for the third time loses; "
          "other threefold repetitions, and 60 moves of each side without a capture, are draws.",
      .notation = "from and to: h2e2, ranks 0 to 9 from Red's side; WXF (C2=5, H8+7, +C=5) is read too",
      .sides = {{"Red", "#b3261e"}, {"Black", "#222222"}},
      .board = BoardStyle::river,
      .variants = {{"Xiangqi", ""}},
      .uct = "depth=4",
      .protocol = "uci",
      .uci_options = "UCI_Variant=xiangqi",
      .unclaimed = params_.claims ? "claims=false" : ""};
}

static_assert(Game<Xiangqi> && WinDrawLoss<Xiangqi> && HasParams<Xiangqi> && HasMaxMoves<Xiangqi>);
static_assert(HasLegalCount<Xiangqi>);
static_assert(HasHash<Xiangqi> && HasSymmetries<Xiangqi> && HasPlayout<Xiangqi> && HasHeuristic<Xiangqi>);
static_assert(HasMoveText<Xiangqi> && HasPositionText<Xiangqi> && HasPlaneSymmetries<Xiangqi>);
static_assert(HasMoveCells<Xiangqi> && HasDescription<Xiangqi> && ReadsCoordinates<Xiangqi>);

}  // namespace banyan
