// Chess, Chess960, xiangqi and Breakthrough against Stockfish and Fairy-Stockfish, programs nobody here
// wrote: from positions of random games both count the same number of move sequences, the first move told
// apart. Skipped where the program is not installed.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <banyan/games/breakthrough.hpp>
#include <banyan/games/chess.hpp>
#include <banyan/games/xiangqi.hpp>

#include "../engine_pipe.hpp"

namespace banyan {
namespace {

constexpr std::size_t positions = 1000;
constexpr unsigned depth = 3;

class UciEngine {
 public:
  explicit UciEngine(const std::string& program) : pipe_({program}) {}

  void set(const std::string& option, const std::string& value) {
    pipe_.write_line("setoption name " + option + " value " + value);
  }

  // The numbers of sequences below each first move, smallest first: the two programs write moves differently.
  std::multiset<std::uint64_t> count(const std::string& position, unsigned plies) {
    pipe_.write_line("position fen " + position);
    pipe_.write_line("go perft " + std::to_string(plies));
    std::multiset<std::uint64_t> counts;
    while (const auto line = pipe_.read_line()) {
      if (line->starts_with("Nodes searched")) return counts;
      const std::size_t colon = line->find(": ");
      if (colon != std::string::npos && !line->starts_with("info"))
        counts.insert(std::strtoull(line->c_str() + colon + 2, nullptr, 10));
    }
    ADD_FAILURE() << "the program has ended";
    return {};
  }

 private:
  EnginePipe pipe_;
};

// Move sequences as these programs count them: games end where there is no move or one side has won, and
// draws are not looked at.
template <Game G>
std::uint64_t sequences(const G& game, const StateOf<G>& state, unsigned plies) {
  if (plies == 0) return 1;
  if (const auto over = game.outcome(state); over && (*over)[0] != 0) return 0;
  MoveListOf<G> moves;
  game.legal_moves(state, moves);
  if (plies == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const auto move : moves) {
    StateOf<G> after = state;
    game.apply(after, move);
    sum += sequences(game, after, plies - 1);
  }
  return sum;
}
template <Game G>
std::multiset<std::uint64_t> counts_of(const G& game, const StateOf<G>& state) {
  std::multiset<std::uint64_t> counts;
  MoveListOf<G> moves;
  game.legal_moves(state, moves);
  for (const auto move : moves) {
    StateOf<G> after = state;
    game.apply(after, move);
    counts.insert(sequences(game, after, depth - 1));
  }
  return counts;
}

// About every eighth position of a random game; answers how many were compared.
template <Game G>
std::size_t compare_game(UciEngine& engine, const G& game, std::uint64_t seed, const std::string& suffix) {
  Random random(seed);
  std::size_t compared = 0;
  auto state = game.start();
  while (!game.outcome(state)) {
    if (random.below(8) == 0) {
      std::string text = game.print_position(state);
      if (const std::size_t repeats = text.find(" x"); repeats != std::string::npos) text.resize(repeats);
      EXPECT_EQ(engine.count(text + suffix, depth), counts_of(game, state)) << text;
      if (::testing::Test::HasFailure()) return compared;
      ++compared;
    }
    MoveListOf<G> moves;
    game.legal_moves(state, moves);
    game.apply(state, moves[random.below(moves.size())]);
  }
  return compared;
}
template <Game G>
void compare(UciEngine& engine, const G& game, const std::string& suffix = "") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; compared < positions && !::testing::Test::HasFailure(); ++seed)
    compared += compare_game(engine, game, seed, suffix);
}

TEST(Stockfish, Chess) {
  if (!is_installed("stockfish")) GTEST_SKIP() << "stockfish is not installed";
  UciEngine engine("stockfish");
  compare(engine, Chess{});
}

// Each start position of every 20th, and a game from it.
TEST(Stockfish, Chess960) {
  if (!is_installed("stockfish")) GTEST_SKIP() << "stockfish is not installed";
  UciEngine engine("stockfish");
  engine.set("UCI_Chess960", "true");
  std::size_t compared = 0;
  for (int start = 0; start < 960 && !HasFailure(); start += 20) {
    const Chess game({.variant = ChessVariant::chess960, .start = start});
    const auto first = game.start();
    EXPECT_EQ(engine.count(game.print_position(first), depth), counts_of(game, first)) << start;
    if (compared < positions) compared += compare_game(engine, game, static_cast<std::uint64_t>(start), "");
  }
  EXPECT_GE(compared, positions);
}

TEST(FairyStockfish, Xiangqi) {
  if (!is_installed("fairy-stockfish")) GTEST_SKIP() << "fairy-stockfish is not installed";
  UciEngine engine("fairy-stockfish");
  engine.set("UCI_Variant", "xiangqi");
  compare(engine, Xiangqi{});
}

TEST(FairyStockfish, Breakthrough) {
  if (!is_installed("fairy-stockfish")) GTEST_SKIP() << "fairy-stockfish is not installed";
  UciEngine engine("fairy-stockfish");
  engine.set("UCI_Variant", "breakthrough");
  compare(engine, Breakthrough{}, " - - 0 1");
}

}  // namespace
}  // namespace banyan
