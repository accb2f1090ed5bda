// A game of self-play on one tree: after each move the search continues from the subtree below it.
#include <cstdio>

#include <banyan/banyan.hpp>
#include <banyan/games/tictactoe.hpp>

int main() {
  const banyan::TicTacToe game;
  banyan::Searcher<banyan::TicTacToe> searcher(game, {.solver = false}, /*seed=*/7);
  while (!game.outcome(searcher.root_state())) {
    const auto result = searcher.run({.sims = 2'000});
    std::uint64_t visits = 0;  // of earlier searches too: more than this one made
    for (const auto& move : result.moves) visits += move.visits;
    std::printf("%s, from %llu visits\n", game.print_move(searcher.root_state(), *result.best).c_str(),
                static_cast<unsigned long long>(visits));
    searcher.advance(*result.best);  // set_root(state) would start over
  }
  const auto outcome = *game.outcome(searcher.root_state());
  std::printf("%s\n", outcome[0] == 0  ? "a draw"
                      : outcome[0] > 0 ? "the first player wins"
                                       : "the second wins");
}
