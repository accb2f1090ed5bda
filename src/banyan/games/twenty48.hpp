// 2048: slide all tiles up, down, left or right; two equal ones that meet merge, and their sum is paid. After
// each move chance puts a tile on an empty cell, each as likely as the others: a 2 (90 %) or a 4. The game
// begins with two such tiles and ends when nothing moves, or with `goal` once that tile is made.
//
// A position is one word of 4-bit cells (twenty48_state.hpp). Moves are looked up row by row
// (twenty48_rows.hpp) unless there are tiles that four bits can't hold, or one is made. N-tuple networks see
// its cells(); there is no encoding for the networks of puct, which play games of two players.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/core/bits.hpp>
#include <banyan/game/game.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/twenty48_rows.hpp>
#include <banyan/games/twenty48_state.hpp>

namespace banyan {

class Twenty48 {
 public:
  static constexpr std::string_view name = "twenty48";
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 4;
  static constexpr std::size_t max_chance = 32;

  struct Params {
    std::optional<std::uint32_t> goal = std::nullopt;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("goal", self.goal, between(8, 131072), "the tile that ends the game as a win");
    }
  };

  using Move = std::uint8_t;  // a direction; or, for chance, first_tile + 2·cell, and 1 more for a 4
  static constexpr Move up = 0;
  static constexpr Move down = 1;
  static constexpr Move left = 2;
  static constexpr Move right = 3;
  static constexpr Move first_tile = 4;

  using State = Twenty48State;

  Twenty48() = default;
  explicit Twenty48(const Params& params) : params_(params) {
    if (params.goal) goal_ = static_cast<unsigned>(std::countr_zero(*params.goal));
  }
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& params) {
    if (!params.goal || std::has_single_bit(*params.goal)) return {};
    return "goal: " + std::to_string(*params.goal) + " is not a tile; tiles are 8, 16, 32 … 131072";
  }

  [[nodiscard]] State start() const { return {.due = 2}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.due > 0 ? chance_player : 0; }

  void legal_moves(const State& state, MoveListOf<Twenty48>& moves) const {
    for (const Move direction : {up, down, left, right})
      if (moved(state, direction).first != without_due(state)) moves.push_back(direction);
  }

  void all_moves(MoveListOf<Twenty48>& moves) const {
    for (const Move direction : {up, down, left, right}) moves.push_back(direction);
  }

  void chance_outcomes(const State& state, ChanceListOf<Twenty48>& outcomes) const {
    const NibbleBoard empty = empty_cells(state.board);
    const double share = 1.0 / std::popcount(empty);
    for_each_bit(empty, [&](unsigned bit) {
      const auto two = static_cast<Move>(first_tile + bit / 2);
      outcomes.push_back({two, 0.9 * share});
      outcomes.push_back({static_cast<Move>(two + 1), 0.1 * share});
    });
  }
  [[nodiscard]] Move sample_chance(const State& state, Random& random) const {
    const NibbleBoard tile = random_tile(state.board, random());
    return static_cast<Move>(first_tile + std::countr_zero(tile) / 2 + std::countr_zero(tile) % 2);
  }

  std::array<double, 1> apply(State& state, Move move) const {
    if (move >= first_tile) {
      const unsigned exponent = 1 + (move - first_tile) % 2U;
      state.board |= NibbleBoard{exponent} << 4U * ((move - first_tile) / 2U);
      --state.due;
      return {0};
    }
    const auto [after, paid] = moved(state, move);
    state = after;
    state.due = 1;
    return {static_cast<double>(paid)};
  }

  [[nodiscard]] std::optional<std::array<double, 1>> outcome(const State& state) const {
    if (goal_ > 0 && highest_exponent(state) >= goal_) return std::array<double, 1>{0};
    if (state.due > 0 || can_move(state)) return std::nullopt;
    return std::array<double, 1>{0};
  }

  // All four directions share what looking them up has in common.
  void afterstates(const State& state, AfterstateListOf<Twenty48>& list) const {
    constexpr std::uint32_t perhaps_beyond = 65536;
    const NibbleBoard rows = state.board;
    const NibbleBoard columns = transpose(rows);
    const std::uint32_t in_rows = twenty48_rows.reward(rows);
    const std::uint32_t in_columns = twenty48_rows.reward(columns);
    if (state.beyond != 0 || std::max(in_rows, in_columns) >= perhaps_beyond)
      return afterstates_beyond(state, list);
    const auto add = [&](Move move, NibbleBoard board, std::uint32_t paid) {
      if (board != state.board)
        list.push_back({move, State{.board = board, .due = 1}, static_cast<double>(paid)});
    };
    add(up, transpose(twenty48_rows.to_high(columns)), in_columns);
    add(down, transpose(twenty48_rows.to_low(columns)), in_columns);
    add(left, twenty48_rows.to_low(rows), in_rows);
    add(right, twenty48_rows.to_high(rows), in_rows);
  }

  // Each tile that chance puts adds 2 or more, and no board of a game that began empty adds up to more than
  // 131072 + 65536 + … + 4.
  [[nodiscard]] std::size_t max_moves() const { return 262'140; }

  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return mix64(mix64(state.board) ^ (std::uint64_t{state.beyond} << 2U | state.due));
  }
  [[nodiscard]] std::uint64_t milestone(const State& state) const {
    return state.board == 0 ? 0 : std::uint64_t{1} << highest_exponent(state);
  }
  [[nodiscard]] State downgraded(const State& state, std::uint64_t tile) const {
    return banyan::downgraded(state, static_cast<unsigned>(std::bit_width(tile)) - 1);
  }
  [[nodiscard]] std::uint64_t cells(const State& state) const { return state.board; }

  [[nodiscard]] std::array<double, 1> playout(State state, Random& random) const {
    std::uint64_t moves = 0;
    return playout(state, random, moves);
  }
  // What was merged is what the tiles are worth now, less what they were worth before and 4 for every 4 that
  // chance put there, so nothing needs to be counted on the way. A direction is drawn among all four; one
  // that changes nothing is drawn again, without a branch. As all directions are alike, the board need not
  // be turned back after a move.
  std::array<double, 1> playout(State state, Random& random, std::uint64_t& moves) const {
    constexpr std::uint32_t no_large_merge = 32768;  // two 32768 would have to come from thousands of moves
    if (goal_ > 0 || sum_of_tiles(state) >= no_large_merge) return stepwise_playout(state, random, moves);
    NibbleBoard board = state.board;
    std::uint64_t fours = 0;
    for (; state.due > 0; --state.due) {
      const NibbleBoard tile = random_tile(board, random());
      fours += std::countr_zero(tile) % 4 == 1;
      board |= tile;
    }
    while (true) {
      const std::uint64_t bits = random();
      const NibbleBoard turned = (bits & direction_axis) != 0 ? transpose(board) : board;
      const NibbleBoard after = twenty48_rows.to_either(turned, (bits & direction_sign) != 0);
      const NibbleBoard empty = empty_cells(after);
      board = after;
      if (empty == 0) {
        if (!has_equal_neighbours(board)) break;
        continue;
      }
      const auto changed = static_cast<std::uint64_t>(after != turned);
      const std::uint64_t four = draws_four(bits);
      board |= deposit_bits(changed << random_cell(empty, bits), empty) << four;
      fours += changed & four;
      moves += changed;
    }
    return {static_cast<double>(worth(board) - worth(state.board)) - 4.0 * static_cast<double>(fours)};
  }

  // The eight symmetries of a square (board_text.hpp has the same order).
  [[nodiscard]] int symmetry_count() const { return square_symmetries; }
  [[nodiscard]] State transform(const State& state, int symmetry) const {
    State image{.board = transform_board(state.board, symmetry), .beyond = 0, .due = state.due};
    for (unsigned cell = 0; cell < 16; ++cell)
      image.beyond |= (state.beyond >> 2 * cell & 3U) << 2 * transform_cell(cell, symmetry);
    return image;
  }
  [[nodiscard]] Move transform_move(Move move, int symmetry) const {
    if (move >= first_tile) {
      const unsigned tile = move - first_tile;
      return static_cast<Move>(first_tile + 2 * transform_cell(tile / 2, symmetry) + tile % 2);
    }
    if (move >= left && (symmetry & 1) != 0) move ^= 1U;
    if (move < left && (symmetry & 2) != 0) move ^= 1U;
    // Swapping rows and columns: up is towards high rows, right towards high columns.
    constexpr std::array<Move, 4> swapped{right, left, down, up};
    return (symmetry & 4) != 0 ? swapped[move] : move;
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    if (move < first_tile) return std::string(direction_names[move]);
    const int tile = move - first_tile;
    return print_square(tile / 8, tile / 2 % 4) + (tile % 2 == 0 ? "=2" : "=4");
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    for (const Move direction : {up, down, left, right})
      if (text == direction_names[direction]) return direction;
    if (!text.ends_with("=2") && !text.ends_with("=4")) return std::nullopt;
    const auto square = parse_square(text.substr(0, text.size() - 2), 4, 4);
    if (!square) return std::nullopt;
    return static_cast<Move>(first_tile + 2 * (4 * square->row + square->column) + (text.back() == '4'));
  }

  [[nodiscard]] std::string print_position(const State& state) const { return print_tiles(state); }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const { return parse_tiles(text); }

  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture;
    picture.rows = picture.columns = 4;
    for (int row = 3; row >= 0; --row) {
      picture.row_labels.push_back(std::to_string(row + 1));
      for (int column = 0; column < 4; ++column) {
        const unsigned exponent = exponent_at(state, static_cast<unsigned>(4 * row + column));
        const std::string tile = exponent == 0 ? "" : std::to_string(1U << exponent);
        picture.cells.push_back(
            {tile, -1, exponent == 1 || exponent == 2 ? print_square(row, column) + "=" + tile : ""});
      }
    }
    picture.column_labels = {"a", "b", "c", "d"};
    return picture;
  }

  [[nodiscard]] GameDescription describe() const {
    return {.title = "2048",
            .rules =
                "A move slides all tiles in one direction. Two equal tiles that meet merge, and their sum is "
                "paid. After each move a new tile appears: a 2, or sometimes a 4.",
            .notation = "up, down, left, right; new tiles are b3=2",
            .board = BoardStyle::tiles,
            .milestones = {2048, 4096, 8192, 16384, 32768}};
  }

 private:
  static constexpr std::array<std::string_view, 4> direction_names{"up", "down", "left", "right"};

  // How the bits of one random number are used: the upper half for the cell, two for the direction, the rest
  // for a 4 with a probability of 1/10.
  static constexpr std::uint64_t direction_axis = std::uint64_t{1} << 30U;
  static constexpr std::uint64_t direction_sign = std::uint64_t{1} << 31U;
  static std::uint64_t draws_four(std::uint64_t bits) {
    constexpr std::uint64_t below_axis = direction_axis - 1;
    return static_cast<std::uint64_t>((bits & below_axis) < direction_axis / 10);
  }
  static std::uint64_t random_cell(NibbleBoard empty, std::uint64_t bits) {
    return (bits >> 32U) * static_cast<std::uint64_t>(std::popcount(empty)) >> 32U;
  }
  static NibbleBoard random_tile(NibbleBoard board, std::uint64_t bits) {
    const NibbleBoard empty = empty_cells(board);
    return deposit_bits(std::uint64_t{1} << random_cell(empty, bits), empty) << draws_four(bits);
  }

  static State without_due(State state) {
    state.due = 0;
    return state;
  }

  // The board after a move in this direction, and what it pays. The same board: the move is not legal.
  static std::pair<State, std::uint32_t> moved(const State& state, Move direction) {
    constexpr std::uint32_t perhaps_beyond = 65536;  // less can't come from two 32768
    const bool vertical = direction < left;
    const NibbleBoard lines = vertical ? transpose(state.board) : state.board;
    const std::uint32_t paid = twenty48_rows.reward(lines);
    if (state.beyond != 0 || paid >= perhaps_beyond) return moved_beyond(state, direction);
    const bool high = direction == up || direction == right;
    const NibbleBoard after = high ? twenty48_rows.to_high(lines) : twenty48_rows.to_low(lines);
    return {State{.board = vertical ? transpose(after) : after}, paid};
  }

  // The same for tiles of all sizes, cell by cell.
  static std::pair<State, std::uint32_t> moved_beyond(const State& state, Move direction) {
    State after;
    std::uint32_t paid = 0;
    const unsigned step = direction < left ? 4 : 1;  // from cell to cell along a line
    const bool high = direction == up || direction == right;
    for (unsigned line = 0; line < 4; ++line) {
      const auto cell = [&](unsigned i) { return line * (5 - step) + step * (high ? 3 - i : i); };
      std::array<unsigned, 4> tiles{};
      for (unsigned i = 0; i < 4; ++i) tiles[i] = exponent_at(state, cell(i));
      paid += slide_tiles(tiles, largest_exponent);
      for (unsigned i = 0; i < 4; ++i) set_exponent(after, cell(i), tiles[i]);
    }
    return {after, paid};
  }

  static void afterstates_beyond(const State& state, AfterstateListOf<Twenty48>& list) {
    for (const Move direction : {up, down, left, right}) {
      auto [after, paid] = moved_beyond(state, direction);
      if (after == without_due(state)) continue;
      after.due = 1;
      list.push_back({direction, after, static_cast<double>(paid)});
    }
  }

  static bool can_move(const State& state) {
    if (empty_cells(state.board) != 0) return state.board != 0;
    if (!has_equal_neighbours(state.board)) return false;
    if (state.beyond == 0) return true;
    return moved_beyond(state, left).first != without_due(state) ||
           moved_beyond(state, up).first != without_due(state);
  }

  std::array<double, 1> stepwise_playout(State state, Random& random, std::uint64_t& moves) const {
    double sum = 0;
    while (!outcome(state)) {
      if (state.due > 0) {
        sum += apply(state, sample_chance(state, random))[0];
        continue;
      }
      MoveListOf<Twenty48> legal;
      legal_moves(state, legal);
      sum += apply(state, legal[random.below(legal.size())])[0];
      ++moves;
    }
    return {sum};
  }

  // What merging these tiles together from twos has paid: (k-1)·2^k for the tile 2^k.
  static std::int64_t worth(NibbleBoard board) {
    std::int64_t sum = 0;
    for (unsigned cell = 0; cell < 16; ++cell)
      if (const unsigned k = cell_of(board, cell); k > 1) sum += std::int64_t{k - 1} << k;
    return sum;
  }

  static unsigned transform_cell(unsigned cell, int symmetry) {
    const Square image =
        transform_square(static_cast<int>(cell / 4), static_cast<int>(cell % 4), 4, symmetry);
    return static_cast<unsigned>(4 * image.row + image.column);
  }

  Params params_;
  unsigned goal_ = 0;  // 2 to this power; 0 for none
};

static_assert(Game<Twenty48> && HasStepRewards<Twenty48> && HasParams<Twenty48>);
static_assert(HasChance<Twenty48> && SamplesChance<Twenty48> && HasHash<Twenty48> && HasMaxMoves<Twenty48>);
static_assert(HasAllMoves<Twenty48> && HasPlayout<Twenty48> && HasCountedPlayout<Twenty48> &&
              HasSymmetries<Twenty48>);
static_assert(HasMilestones<Twenty48> && HasDowngrade<Twenty48> && HasCells<Twenty48> &&
              HasAfterstates<Twenty48>);
static_assert(HasMoveText<Twenty48> && HasPositionText<Twenty48> && HasPicture<Twenty48> &&
              HasDescription<Twenty48>);

}  // namespace banyan
