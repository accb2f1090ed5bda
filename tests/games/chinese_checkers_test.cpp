// Chinese checkers against a plain search on rows of text, its rules by hand-made positions, and N-player UCT
// against random play.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/spec.hpp>
#include <banyan/game/perft.hpp>
#include <banyan/games/chinese_checkers.hpp>
#include <banyan/search/searcher.hpp>

#include "expect_conforming.hpp"
#include "random_walk.hpp"

namespace banyan {
namespace {

// The board as rows of text, centred: a hole is a row and twice its distance from the middle.
class PlainStar {
 public:
  using Hole = std::pair<int, int>;

  explicit PlainStar(const std::string& position) {
    const std::string board = position.substr(0, position.find(' '));
    std::vector<std::string> rows{""};
    for (const char c : board) c == '/' ? void(rows.emplace_back()) : void(rows.back() += c);
    rows_ = static_cast<int>(rows.size());
    for (int row = 0; row < rows_; ++row) {
      const std::string& text = rows[static_cast<std::size_t>(row)];
      for (std::size_t i = 0; i < text.size(); ++i)
        holes_[{row, 2 * static_cast<int>(i) - static_cast<int>(text.size()) + 1}] = {
            text[i], static_cast<char>('a' + rows_ - 1 - row) + std::to_string(i + 1)};
    }
  }

  // All moves of a player, who starts in one point of the star and goes to the other.
  [[nodiscard]] std::set<std::string> moves(char player, int home, int target) const {
    std::set<std::string> texts;
    for (const auto& [from, what] : holes_) {
      if (what.first != player) continue;
      std::set<Hole> ends;
      for (const auto& [down, right] : ways) {
        const Hole to{from.first + down, from.second + right};
        if (at(to) == '.') ends.insert(to);
      }
      jump(from, from, ends);
      ends.erase(from);
      for (const Hole& to : ends) {
        const int point = point_of(to);
        const bool stays = point_of(from) != target || point == target;
        if (stays && (point < 0 || point == home || point == target))
          texts.insert(what.second + '-' + holes_.at(to).second);
      }
    }
    return texts.empty() ? std::set<std::string>{"pass"} : texts;
  }

 private:
  static constexpr std::array<std::pair<int, int>, 6> ways{
      {{0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
  std::map<Hole, std::pair<char, std::string>> holes_;
  int rows_ = 0;

  [[nodiscard]] char at(const Hole& hole) const {
    const auto found = holes_.find(hole);
    return found == holes_.end() ? ' ' : found->second.first;
  }
  // Every chain, by recursion; the peg itself is lifted.
  void jump(const Hole& start, const Hole& from, std::set<Hole>& ends) const {
    for (const auto& [down, right] : ways) {
      const Hole over{from.first + down, from.second + right};
      const Hole to{from.first + 2 * down, from.second + 2 * right};
      if (over == start || at(over) == ' ' || at(over) == '.') continue;
      if ((at(to) != '.' && to != start) || !jumped_.insert({start, to}).second) continue;
      ends.insert(to);
      jump(start, to, ends);
    }
  }
  mutable std::set<std::pair<Hole, Hole>> jumped_;

  // The points clockwise from the bottom, -1 for the middle. In a row of the upper or lower half, what is
  // farther from the middle than the hexagon belongs to the points at the sides.
  [[nodiscard]] int point_of(const Hole& hole) const {
    const int size = (rows_ - 1) / 4;
    const auto [row, x] = hole;
    if (row < size) return 3;
    if (row > 3 * size) return 0;
    const int half = 2 * size - std::abs(row - 2 * size);  // the hexagon's half width, in half steps
    if (std::abs(x) <= half) return -1;
    return row < 2 * size ? (x < 0 ? 2 : 4) : (x < 0 ? 1 : 5);
  }
};

std::set<std::string> texts_in(const ChineseCheckers& game, const ChineseCheckers::State& state) {
  MoveListOf<ChineseCheckers> moves;
  game.legal_moves(state, moves);
  EXPECT_EQ(moves.size(), game.count_legal(state));
  std::set<std::string> texts;
  for (const auto move : moves) {
    texts.insert(game.print_move(state, move));
    EXPECT_EQ(game.parse_move(state, game.print_move(state, move)), std::optional(move));
  }
  EXPECT_EQ(texts.size(), moves.size());
  return texts;
}

// The points in which the players start, by their number.
const std::map<int, std::vector<int>> points{
    {2, {0, 3}}, {3, {0, 2, 4}}, {4, {0, 1, 3, 4}}, {6, {0, 1, 2, 3, 4, 5}}};

RC_GTEST_PROP(ChineseCheckersRules, MovesAsOnRowsOfText, (std::uint64_t seed)) {
  const auto& [players, homes] = *std::next(points.begin(), static_cast<std::ptrdiff_t>(seed % 4));
  const ChineseCheckers game({players, 1 + static_cast<int>(seed / 4 % 4), 30});
  Random random(seed);
  auto state = game.start();
  while (!game.outcome(state)) {
    const auto player = static_cast<std::size_t>(game.current_player(state));
    const PlainStar plain(game.print_position(state));
    RC_ASSERT(texts_in(game, state) ==
              plain.moves(static_cast<char>('1' + player), homes[player], (homes[player] + 3) % 6));
    MoveListOf<ChineseCheckers> moves;
    // Mostly forward, so that the pegs meet.
    random.below(4) == 0 ? game.legal_moves(state, moves) : game.playout_moves(state, moves);
    game.apply(state, moves[random.below(moves.size())]);
    RC_ASSERT(*game.parse_position(game.print_position(state)) == state);
  }
}

TEST(ChineseCheckersRules, JumpsInChainsOverAnyPeg) {
  const ChineseCheckers game({2, 2, 100});
  // From the tip over b1 to c3, and on over the other's peg on d3 to e3.
  const auto state = *game.parse_position("./2./......./....../....1/..2.../....2../1./1 1 0");
  const auto texts = texts_in(game, state);
  EXPECT_TRUE(texts.contains("a1-b2"));
  EXPECT_FALSE(texts.contains("a1-b1"));
  EXPECT_TRUE(texts.contains("a1-c3"));
  EXPECT_TRUE(texts.contains("a1-e3"));
}

TEST(ChineseCheckersRules, StopsInTheMiddleAtHomeAndInTheTarget) {
  const ChineseCheckers game({2, 1, 100});
  // The peg in the middle may go to its neighbours but not to the points beside.
  const auto state = *game.parse_position("./.2../.../.1../. 1 0");
  EXPECT_EQ(texts_in(game, state), (std::set<std::string>{"b2-a1", "b2-b3", "b2-c1", "b2-c2"}));
  // A peg in its target stays there.
  const ChineseCheckers larger({2, 2, 100});
  const auto near = *larger.parse_position("1/../......./....../...../....../..222../11/. 1 0");
  for (const auto& text : texts_in(larger, near))
    EXPECT_FALSE(text.starts_with("i1") && text[3] != 'h') << text;
}

TEST(ChineseCheckersRules, FullTargetWinsEvenIfOthersStayThere) {
  const ChineseCheckers game({2, 2, 100});
  // Player 2 leaves two pegs at home; player 1 enters the last hole.
  auto state = *game.parse_position("2/.2/..1..../....../...../....../..2..../.1/1 1 0");
  EXPECT_FALSE(game.outcome(state));
  game.apply(state, *game.parse_move(state, "g3-h1"));
  EXPECT_EQ(game.outcome(state), (std::optional<std::array<double, 6>>{{1, -1, 0, 0, 0, 0}}));
  EXPECT_EQ(game.picture(state).winning.size(), 3U);
  // At the start a target is full too, but none of the pegs is the player's.
  EXPECT_FALSE(game.outcome(game.start()));
  // It is judged after own moves only: here the other has filled it.
  state = *game.parse_position("2/.1/..2..../....../...../....../..2..../.1/1 2 0");
  game.apply(state, *game.parse_move(state, "g3-h1"));
  EXPECT_FALSE(game.outcome(state));
  game.apply(state, *game.parse_move(state, "b2-b1"));
  EXPECT_EQ((*game.outcome(state))[0], 1);
}

TEST(ChineseCheckersRules, IsADrawAfterTheLimit) {
  const ChineseCheckers game({3, 2, 1});
  auto state = game.start();
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(game.outcome(state));
    MoveListOf<ChineseCheckers> moves;
    game.legal_moves(state, moves);
    game.apply(state, moves[0]);
  }
  EXPECT_EQ(game.outcome(state), (std::optional<std::array<double, 6>>{{0, 0, 0, 0, 0, 0}}));
}

// A player first has 14 moves: the front row of four steps two ways each, and three of the next row jump two
// ways each.
TEST(ChineseCheckersRules, Perft) {
  const auto counts = [](int players, int size, unsigned deepest) {
    const ChineseCheckers game({players, size, 200});
    std::vector<std::uint64_t> leaves;
    for (unsigned depth = 1; depth <= deepest; ++depth) leaves.push_back(perft(game, game.start(), depth));
    return leaves;
  };
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(counts(2, 4, 5), (Numbers{14, 14 * 14, 4648, 110'224, 2'947'496}));
  EXPECT_EQ(counts(6, 4, 4), (Numbers{14, 197, 2772, 39'005}));
  EXPECT_EQ(counts(3, 4, 4), (Numbers{14, 196, 2744, 65'072}));
  EXPECT_EQ(counts(2, 1, 4), (Numbers{2, 4, 16, 62}));
}

// Playouts of the game's own end by themselves, long before the limit.
TEST(ChineseCheckersRules, ForwardGamesEnd) {
  for (const auto& [players, homes] : points) {
    const ChineseCheckers game({players, 4, 200});
    Random random(static_cast<std::uint64_t>(players));
    for (int i = 0; i < 20; ++i) {
      auto state = game.start();
      while (!game.outcome(state)) {
        MoveListOf<ChineseCheckers> moves;
        game.playout_moves(state, moves);
        game.apply(state, moves[random.below(moves.size())]);
      }
      EXPECT_LT(state.moves, game.max_moves());
    }
  }
}

// One UCT among random players, in every seat. With other seeds it won 40 of 40 games of two players, 39 of
// 39 of three, 38 of 40 of four and 31 of 36 of six: by these shares fewer than 25 of the 36 here have a
// chance of 3e-7. A random player, who wins one game in as many as there are players, has 25 with a chance of
// 1e-7.
TEST(ChineseCheckersSearch, UctBeatsRandomInAllSeats) {
  int games = 0;
  int wins = 0;
  for (const auto& [players, homes] : points)
    for (int seat = 0; seat < players; ++seat)
      for (std::uint64_t round = 0; round < (players == 2   ? 3U
                                             : players == 3 ? 2U
                                             : players == 4 ? 3U
                                                            : 2U);
           ++round) {
        const ChineseCheckers game({players, 2, 100});
        SearchParams params;
        params.playout = Playout::game;
        Searcher<ChineseCheckers> searcher(game, params, round);
        Random random(round, static_cast<std::uint64_t>(10 * players + seat));
        auto state = game.start();
        while (!game.outcome(state)) {
          if (game.current_player(state) == seat) {
            searcher.set_root(state);
            game.apply(state, *searcher.run({.sims = 300}).best);
          } else {
            MoveListOf<ChineseCheckers> moves;
            game.legal_moves(state, moves);
            game.apply(state, moves[random.below(moves.size())]);
          }
        }
        ++games;
        wins += (*game.outcome(state))[static_cast<std::size_t>(seat)] == 1 ? 1 : 0;
      }
  EXPECT_EQ(games, 36);
  EXPECT_GE(wins, 25);
}

TEST(ChineseCheckersText, ReadsChains) {
  const ChineseCheckers game;
  const auto state = game.start();
  EXPECT_EQ(game.parse_move(state, "c1-e5"), game.parse_move(state, "C1-d1-e5"));
  for (const char* text :
       {"", "c1", "c1-", "-c1", "c1-c1", "c1-e5-", "c4-e5", "r1-a1", "c0-e5", "c01-e5", "c1 e5"})
    EXPECT_FALSE(game.parse_move(state, text)) << text;
}

TEST(ChineseCheckersPosition, SaysWhatIsWrong) {
  const ChineseCheckers game({2, 1, 100});
  const auto says = [&](const std::string& text, const char* what) {
    const auto state = game.parse_position(text);
    EXPECT_FALSE(state) << text;
    return !state && state.error().message.find(what) != std::string::npos;
  };
  EXPECT_EQ(game.print_position(game.start()), "2/..../.../..../1 1 0");
  EXPECT_TRUE(says("", "0 fields instead of 3"));
  EXPECT_TRUE(says("2/..../.../..../1 1", "2 fields instead of 3"));
  EXPECT_TRUE(says("2/..../.../..../1 3 0", "a number from 1 to 2"));
  EXPECT_TRUE(says("2/..../.../..../1 1 201", "a number from 0 to 200"));
  EXPECT_TRUE(says("2/..../.../..../3 1 0", "character 17 is neither"));
  EXPECT_TRUE(says("2/...../.../..../1 1 0", "character 7 should be '/'"));
  EXPECT_TRUE(says("2/..../.../..../11 1 0", "character 18 comes after the last hole"));
  EXPECT_TRUE(says("2/..../.../.... 1 0", "12 holes instead of 13"));
  EXPECT_TRUE(says("2/1.../.../..../. 1 0", "may not have a peg on d1"));
  EXPECT_TRUE(says("2/..../.../..../. 1 0", "player 1 has 0 pegs instead of 1"));
  EXPECT_TRUE(says("2//..../.../..../1 1 0", "character 3 is neither"));
  EXPECT_EQ(ChineseCheckers::problem({.players = 4}), "");
  EXPECT_NE(ChineseCheckers::problem({.players = 5}).find("2, 3, 4 or 6"), std::string::npos);
}

TEST(ChineseCheckersRules, ConformsWithAllPlayersAndSizes) {
  for (const auto& [players, homes] : points)
    for (int size = 1; size <= 4; ++size)
      expect_conforming(ChineseCheckers({players, size, 30}), {.games = 2, .playouts = 10});
}

}  // namespace
}  // namespace banyan
