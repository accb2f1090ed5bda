// Backgammon against GNU Backgammon, a program nobody here wrote: both know the same turns in positions of
// random games. Skipped where gnubg is not installed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <banyan/games/backgammon.hpp>

namespace banyan {
namespace {

constexpr int positions = 400;

// All rolls of the first turn, and positions from all stages of random games.
std::vector<Backgammon::State> sample_positions(const Backgammon& game) {
  std::vector<Backgammon::State> found;
  for (std::uint8_t high = 1; high <= 6; ++high)
    for (std::uint8_t low = 1; low <= high; ++low) {
      auto state = *game.parse_position("4HPwATDgc/ABMA w");
      state.high = high;
      state.low = low;
      found.push_back(state);
    }
  Random random(1);
  while (found.size() < positions) {
    auto state = game.start();
    while (!game.outcome(state) && found.size() < positions) {
      if (game.current_player(state) == chance_player) {
        game.apply(state, game.sample_chance(state, random));
        continue;
      }
      if (random.below(16) == 0) found.push_back(state);
      MoveListOf<Backgammon> moves;
      game.legal_moves(state, moves);
      game.apply(state, moves[random.below(moves.size())]);
    }
  }
  return found;
}

// What gnubg lists for each position, separated by lines that begin with "position".
std::string ask_gnubg(const Backgammon& game, const std::vector<Backgammon::State>& states) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("banyan_gnubg_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::filesystem::path input = folder / "commands";
  {
    std::ofstream file(input);
    file << "set automatic game off\nset automatic roll off\nset automatic move off\n"
            "set automatic bearoff off\nset player 0 human\nset player 1 human\n"
            "set evaluation chequerplay evaluation plies 0\nset output digits 1\nnew game\n";
    for (const auto& state : states) {
      const std::string text = game.print_position(state);
      file << "set turn " << 1 - state.player << "\nset board " << text.substr(0, backgammon::id_length)
           << "\nset dice " << int{state.high} << ' ' << int{state.low} << "\nhint 5000\n";
    }
    file << "quit\ny\n";
  }
  const std::string command =
      "HOME='" + folder.string() + "' gnubg -t -q <'" + input.string() + "' 2>/dev/null";
  std::string output;
  if (std::FILE* pipe = popen(command.c_str(), "r"); pipe != nullptr) {
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), static_cast<int>(part.size()), pipe) != nullptr) output += part.data();
    pclose(pipe);
  }
  std::filesystem::remove_all(folder);
  return output;
}

// "    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.200"
std::vector<std::vector<std::string>> turns_in(const std::string& output) {
  std::vector<std::vector<std::string>> lists;
  std::size_t begin = 0;
  while (begin < output.size()) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::string line = output.substr(begin, end - begin);
    begin = end + 1;
    if (line.find("The dice have been set") != std::string::npos) lists.emplace_back();
    const std::size_t ply = line.find("-ply");
    const std::size_t equity = line.find("Eq.:");
    if (lists.empty() || ply == std::string::npos || equity == std::string::npos) continue;
    std::string turn = line.substr(ply + 4, equity - ply - 4);
    turn.erase(turn.find_last_not_of(' ') + 1);
    turn.erase(0, turn.find_first_not_of(' '));
    lists.back().push_back(turn);
  }
  return lists;
}

TEST(GnuBackgammon, SameTurns) {
  if (std::system("PATH=$PATH:/usr/games command -v gnubg >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "gnubg is not installed";
  setenv("PATH", (std::string(std::getenv("PATH")) + ":/usr/games").c_str(), 1);
  const Backgammon game;
  const auto states = sample_positions(game);
  const std::string output = ask_gnubg(game, states);
  const auto lists = turns_in(output);
  ASSERT_EQ(lists.size(), states.size()) << output.substr(0, 2000);
  std::size_t turns = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto& state = states[i];
    MoveListOf<Backgammon> moves;
    game.legal_moves(state, moves);
    std::set<Backgammon::Move> found;
    for (const std::string& turn : lists[i]) {
      const auto move = game.parse_move(state, turn);
      ASSERT_TRUE(move) << turn << " in " << game.print_position(state);
      ASSERT_TRUE(found.insert(*move).second) << turn << " in " << game.print_position(state);
    }
    // A player who can't move is not given a hint.
    const std::size_t expected = moves[0] == backgammon::no_move ? 0 : moves.size();
    ASSERT_EQ(found.size(), expected) << game.print_position(state);
    turns += found.size();
  }
  EXPECT_GT(turns, states.size() * 5);
}

}  // namespace
}  // namespace banyan
