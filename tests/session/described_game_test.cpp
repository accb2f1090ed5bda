// Games that describe themselves: settings of their agents, moves by cells, boards that are no rectangles.
#include <gtest/gtest.h>

#include <banyan/games/tictactoe.hpp>
#include <banyan/session/game_of.hpp>
#include <banyan/session/text.hpp>

namespace banyan {
namespace {

// Two pieces race up a board of 2 × 3 squares; on the last row one chooses what a piece becomes.
struct Race {
  static constexpr std::string_view name = "race";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 2;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;
  using Move = char;  // 'f' forward; 'q' and 'n' forward to the last row
  struct State {
    std::array<int, 2> row{};
    int player = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.player; }
  void legal_moves(const State& state, MoveListOf<Race>& moves) const {
    if (state.row[static_cast<std::size_t>(state.player)] == 0) return moves.push_back('f');
    moves.push_back('q');
    moves.push_back('n');
  }
  void apply(State& state, Move) const {
    ++state.row[static_cast<std::size_t>(state.player)];
    state.player ^= 1;
  }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    for (const Player player : {0, 1})
      if (state.row[static_cast<std::size_t>(player)] == 2) return win_for(player);
    return std::nullopt;
  }
  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture;
    picture.rows = 3;
    picture.columns = 2;
    picture.cells.resize(6);
    picture.cells[1].absent = true;
    picture.dots = {4};
    picture.row_shift = 0.5;
    picture.column_labels = {"a", "b"};
    for (const Player player : {0, 1}) {
      const auto row = static_cast<std::size_t>(2 - state.row[static_cast<std::size_t>(player)]);
      Picture::Cell& cell = picture.at(row, static_cast<std::size_t>(player));
      if (!cell.absent) cell = {.text = "P", .owner = player};
    }
    return picture;
  }
  void move_cells(const State& state, Move, CellPath& cells) const {
    const int row = state.row[static_cast<std::size_t>(state.player)];
    for (const int each : {row, row + 1})
      cells.push_back(static_cast<std::uint16_t>(2 * (2 - each) + (each == 2 ? 0 : state.player)));
  }
  [[nodiscard]] GameDescription describe() const {
    return {.title = "Race", .sides = {{"Red", "#f00"}, {"Blue"}}, .uct = "sims=7,c=0.5"};
  }
};
static_assert(Game<Race> && HasMoveCells<Race> && HasDescription<Race>);

std::uint64_t simulations(const std::string& spec) {
  const auto game = *make_game<Race>({"race", {}});
  const auto position = game->start();
  Random random(1);
  position->play_random(random);
  position->play_random(random);
  const auto agent = *game->make_agent(*parse_spec(spec), 1);
  return agent->analyze(*position, {}).simulations;
}

TEST(GameSettings, AreDefaultsThatASpecMayReplace) {
  EXPECT_EQ(simulations("uct:solver=false"), 7U);
  EXPECT_EQ(simulations("uct:solver=false,sims=9"), 9U);
  // deterministic=true without its own limit takes the game's.
  EXPECT_EQ(simulations("uct:solver=false,deterministic=true"), 7U);
}

TEST(MoveCells, AreToldForEachLegalMove) {
  const auto game = *make_game<Race>({"race", {}});
  const auto position = game->start();
  EXPECT_EQ(position->legal_cells(), (std::vector<std::vector<std::size_t>>{{4, 2}}));
  const auto first = position->legal();
  EXPECT_EQ(position->cells_of(first[0]), (std::vector<std::size_t>{4, 2}));
  EXPECT_TRUE(position->cells_of("nonsense").empty());
  Random random(1);
  position->play_random(random);
  position->play_random(random);
  // Two moves with the same cells: a choice is left.
  EXPECT_EQ(position->legal_cells(), (std::vector<std::vector<std::size_t>>{{2, 0}, {2, 0}}));
  EXPECT_TRUE((*make_game<TicTacToe>({"tictactoe", {}}))->start()->legal_cells().empty());
}

TEST(Draw, ShiftsRowsAndLeavesOutAbsentCells) {
  const Session session(*make_game<Race>({"race", {}}));
  EXPECT_EQ(draw(session, {}), " a b\n .\n  . .\n   P P\n");
  EXPECT_EQ(player_names(session.game())[0], "Red, P (player 0)");
}

}  // namespace
}  // namespace banyan
