// Gomoku: who first has a line of five (or as many as wished) wins. X (player 0) begins. Any board up to
// 20×20, as at Gomocup; more than enough in line wins too, or with rule=standard does not count; a full
// board is a draw.
//
// A cell's number is row * 20 + column on every board, row 0 at the bottom and a1 the bottom left, so that
// rows and columns come from dividing by a constant. Each side's stones are 400 bits in seven words:
//
//       3 | 40 41 42 …
//       2 | 20 21 22 …
//       1 |  0  1  2 …
//            a  b  c
//
// apply() looks for a line through the stone just placed and keeps the answer in the state, along with a
// Zobrist hash, so that outcome() and hash() only read.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/bits.hpp>
#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/gomoku_board.hpp>
#include <banyan/games/gomoku_lines.hpp>

namespace banyan {

// Whether more stones in a line than needed win (freestyle) or don't count (standard).
enum class GomokuRule { freestyle, standard };
template <>
inline constexpr std::array enum_names<GomokuRule>{std::string_view("freestyle"),
                                                   std::string_view("standard")};

class Gomoku {
 public:
  static constexpr std::string_view name = "gomoku";
  static constexpr int max_players = 2;
  static constexpr int max_side = detail::GomokuLines::side;
  static constexpr std::size_t max_legal = max_side * max_side;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int width = 15;
    int height = 15;
    int line = 5;
    GomokuRule rule = GomokuRule::freestyle;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("width", self.width, between(1, max_side), "columns of the board");
      visit("height", self.height, between(1, max_side), "rows of the board");
      visit("line", self.line, between(1, max_side), "stones in a line that win");
      visit("rule", self.rule, anything(),
            "freestyle: more stones in a line win too; standard: exactly so many are needed");
    }
  };

  using Move = std::uint16_t;  // the cell
  using Stones = std::array<std::uint64_t, 7>;
  struct State {
    std::array<Stones, 2> stones{};  // of player 0, of player 1
    std::uint64_t hash = 0;          // the keys of all stones, xored
    std::uint16_t played = 0;        // how many stones there are
    bool won = false;                // the last stone completed a line
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  constexpr Gomoku() : Gomoku(Params{}) {}
  constexpr explicit Gomoku(const Params& params) : params_(params) {
    for (int row = 0; row < params.height; ++row)
      for (int column = 0; column < params.width; ++column) set(board_, cell_at(row, column));
  }
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  // Whether more stones than needed don't count.
  [[nodiscard]] constexpr bool exact() const { return params_.rule == GomokuRule::standard; }
  [[nodiscard]] constexpr std::size_t legal_limit() const {
    return static_cast<std::size_t>(params_.width) * static_cast<std::size_t>(params_.height);
  }
  [[nodiscard]] static std::string problem(const Params& params) {
    if (params.line <= params.width || params.line <= params.height) return {};
    return "a line of " + std::to_string(params.line) + " fits in neither direction of a board of " +
           std::to_string(params.width) + "×" + std::to_string(params.height);
  }

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.played & 1; }

  constexpr void legal_moves(const State& state, MoveListOf<Gomoku>& moves) const {
    for_each_empty(state, [&](Move cell) { moves.push_back(cell); });
  }

  [[nodiscard]] constexpr std::size_t count_legal(const State& state) const {
    return max_moves() - state.played;
  }

  constexpr void apply(State& state, Move cell) const {
    const std::size_t player = state.played & 1U;
    set(state.stones[player], cell);
    state.hash ^= key(player, cell);
    state.won = completes_line(state.stones[player], cell);
    ++state.played;
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.won) return win_for((state.played & 1) ^ 1);
    if (state.played == max_moves()) return draw_for_all();
    return std::nullopt;
  }

  [[nodiscard]] constexpr std::size_t max_moves() const {
    return static_cast<std::size_t>(params_.width * params_.height);
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const { return state.hash; }
  [[nodiscard]] constexpr std::uint64_t hash_from_scratch(const State& state) const {
    std::uint64_t hash = 0;
    for (const std::size_t player : {0U, 1U})
      for_each_stone(state.stones[player], [&](Move cell) { hash ^= key(player, cell); });
    return hash;
  }

  [[nodiscard]] std::array<double, 2> playout(const State& state, Random& random) const;
  [[nodiscard]] std::array<double, 2> decisive_playout(const State& state, Random& random) const;
  Urgency decisive_moves(const State& state, MoveListOf<Gomoku>& moves) const;

  // What somebody who knows the game sees (gomoku_expert.hpp), for lines of three to five stones. With
  // rule=standard what is proven goes no further than lines that one stone completes; the rest is a guess.
  Prospect prospect(const State& state) const;
  Prospect candidate_moves(const State& state, CandidateListOf<Gomoku>& moves) const;
  [[nodiscard]] std::array<double, 2> heuristic(const State& state) const;
  template <class Note>
  [[nodiscard]] std::array<double, 2> expert_playout(const State& state, Random& random, Note&& note) const;

  [[nodiscard]] constexpr int symmetry_count() const {
    return params_.width == params_.height ? square_symmetries : rectangle_symmetries;
  }
  [[nodiscard]] constexpr Move transform_move(Move cell, int symmetry) const {
    const auto [row, column] =
        transform_rectangle(cell / max_side, cell % max_side, params_.height, params_.width, symmetry);
    return cell_at(row, column);
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    State image{.stones = {}, .hash = 0, .played = state.played, .won = state.won};
    for (const std::size_t player : {0U, 1U})
      for_each_stone(state.stones[player],
                     [&](Move cell) { set(image.stones[player], transform_move(cell, symmetry)); });
    image.hash = hash_from_scratch(image);
    return image;
  }

  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = params_.height, .columns = params_.width, .planes = stone_planes};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    fill_stone_planes(encoding(), inputs, current_player(state),
                      [&](int row, int column) { return owner(state, row, column); });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& /*state*/, Move cell) const {
    return static_cast<std::size_t>(cell / max_side * params_.width + cell % max_side);
  }
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return transform_board_cell(encoding(), cell, symmetry);
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move cell) const {
    return print_square(cell / max_side, cell % max_side);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    const auto square = parse_square(text, params_.height, params_.width);
    if (!square) return std::nullopt;
    return cell_at(square->row, square->column);
  }

  [[nodiscard]] std::string print_position(const State& state) const {
    return print_board(params_.height, params_.width,
                       [&](int row, int column) { return owner(state, row, column); });
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State state;
    auto counts = parse_board(text, params_.height, params_.width, [&](int row, int column, Player player) {
      set(state.stones[static_cast<std::size_t>(player)], cell_at(row, column));
    });
    if (!counts) return counts.error();
    if (counts->first != counts->second && counts->first != counts->second + 1)
      return Error{"X moves first: there are as many X as O, or one more"};
    state.played = static_cast<std::uint16_t>(counts->first + counts->second);
    state.hash = hash_from_scratch(state);
    const std::size_t to_move = state.played & 1U;
    if (has_line(state.stones[to_move]))
      return Error{"the player to move already has " + std::to_string(params_.line) + " in a line"};
    state.won = has_line(state.stones[to_move ^ 1U]);
    return state;
  }

  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture = board_picture(params_.height, params_.width,
                                    [&](int row, int column) { return owner(state, row, column); });
    if (state.won) picture.winning = cells_in_line(picture, params_.line);
    if (params_.width == 15 && params_.height == 15)
      for (const std::size_t row : {3U, 7U, 11U})
        for (const std::size_t column : {3U, 7U, 11U})
          if ((row == 7) == (column == 7)) picture.dots.push_back(row * 15 + column);
    return picture;
  }

  [[nodiscard]] GameDescription describe() const {
    return {.title = "Gomoku",
            .rules = "Players place one stone in turn on an empty crossing. The first line of " +
                     std::string(exact() ? "exactly " : "") + std::to_string(params_.line) + " stones" +
                     (exact() ? "" : " or more") + ", in any direction, wins.",
            .notation = "column letter (none skipped) and row from the bottom: h8",
            .sides = {{"Black", "#23282e"}, {"White", "#fbfaf6"}},
            .board = BoardStyle::stones,
            .variants = {{"15 × 15, five in a row", ""},
                         {"15 × 15, exactly five in a row", "rule=standard"},
                         {"20 × 20, five in a row", "width=20,height=20"},
                         {"8 × 8, five in a row", "width=8,height=8"},
                         {"6 × 6, four in a row", "width=6,height=6,line=4"}},
            .levels = levels(),
            .uct = detail::GomokuPatterns::knows(params_.line) ? "depth=0" : "",
            .protocol = "gomocup",
            .record = RecordStyle::sgf,
            .sgf_game = 4};
  }

  // Calls visit(cell) for each stone.
  template <class Visit>
  static constexpr void for_each_stone(const Stones& stones, Visit&& visit) {
    for (unsigned word = 0; word < stones.size(); ++word)
      for_each_bit(stones[word], [&](unsigned i) { visit(static_cast<Move>(word * 64 + i)); });
  }

 private:
  // Their strength is measured in docs/strength.md. Of longer lines nothing is known: there the general ones
  // do.
  [[nodiscard]] std::vector<GameDescription::Level> levels() const {
    if (!detail::GomokuPatterns::knows(params_.line)) return {};
    return {{"Random", "random"},
            {"Beginner: 300 simulations of all moves", "uct:sims=300,candidates=false"},
            {"Casual: 15 simulations", "uct:sims=15"},
            {"Club: 300 simulations", "uct:sims=300"},
            {"Strong: a tenth of a second", "uct:time=100ms"},
            {"Very strong: a second", "uct:time=1s"},
            {"As strong as it gets: five seconds", "uct:time=5s"}};
  }

  static constexpr int most_fours = 40;  // positions looked at for a sequence of fours
  static constexpr std::size_t most_candidates = 24;

  [[nodiscard]] detail::GomokuBoard& expert_board(const State& state) const;
  [[nodiscard]] static detail::GomokuBoard::Cells not_too_long(const detail::GomokuBoard& board);
  Prospect prospect_at_once(const State& state, MoveListOf<Gomoku>& moves) const;
  template <class Note>
  [[nodiscard]] std::array<double, 2> uniform_playout(State state, Random& random, Note&& note) const;

  Params params_;
  Stones board_{};  // the cells that are on the board

  static constexpr Move cell_at(int row, int column) { return static_cast<Move>(row * max_side + column); }
  static constexpr void set(Stones& stones, Move cell) {
    stones[cell / 64U] |= std::uint64_t{1} << (cell % 64U);
  }
  static constexpr bool has(const Stones& stones, int cell) {
    return (stones[static_cast<unsigned>(cell) / 64U] >> (static_cast<unsigned>(cell) % 64U) & 1U) != 0;
  }
  // Cells of boards up to 19×19 have the keys that they had when those were the largest.
  static constexpr std::uint64_t key(std::size_t player, Move cell) {
    const unsigned row = cell / max_side;
    const unsigned column = cell % max_side;
    constexpr unsigned inner = max_side - 1;
    const unsigned number = row == inner      ? inner * inner + column
                            : column == inner ? inner * inner + max_side + row
                                              : row * inner + column;
    return mix64(number * 2U + player);
  }

  template <class Visit>
  constexpr void for_each_empty(const State& state, Visit&& visit) const {
    Stones empty{};
    for (std::size_t i = 0; i < empty.size(); ++i)
      empty[i] = board_[i] & ~(state.stones[0][i] | state.stones[1][i]);
    for_each_stone(empty, visit);
  }

  [[nodiscard]] constexpr bool completes_line(const Stones& stones, Move cell) const {
    constexpr std::array<Square, 4> directions{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (const auto [up, right] : directions) {
      int length = 1;
      for (const int sign : {-1, 1}) {
        int row = cell / max_side + sign * up;
        int column = cell % max_side + sign * right;
        while (row >= 0 && row < params_.height && column >= 0 && column < params_.width &&
               has(stones, cell_at(row, column))) {
          ++length;
          row += sign * up;
          column += sign * right;
        }
      }
      if (exact() ? length == params_.line : length >= params_.line) return true;
    }
    return false;
  }
  [[nodiscard]] constexpr bool has_line(const Stones& stones) const {
    bool found = false;
    for_each_stone(stones, [&](Move cell) { found = found || completes_line(stones, cell); });
    return found;
  }

  static constexpr Player owner(const State& state, int row, int column) {
    if (has(state.stones[0], cell_at(row, column))) return 0;
    return has(state.stones[1], cell_at(row, column)) ? 1 : -1;
  }
};

static_assert(Game<Gomoku> && WinDrawLoss<Gomoku> && HasParams<Gomoku>);
static_assert(HasHash<Gomoku> && HasSymmetries<Gomoku> && HasMaxMoves<Gomoku>);
static_assert(HasPlayout<Gomoku> && HasDecisiveMoves<Gomoku> && HasDecisivePlayout<Gomoku>);
static_assert(HasCandidates<Gomoku> && HasExpertPlayout<Gomoku> && HasHeuristic<Gomoku>);
static_assert(HasMoveText<Gomoku>);
static_assert(HasEncoding<Gomoku>);
static_assert(HasPositionText<Gomoku> && HasPicture<Gomoku> && HasDescription<Gomoku>);

}  // namespace banyan

#include <banyan/games/gomoku_playout.hpp>
