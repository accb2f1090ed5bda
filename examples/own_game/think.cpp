// The library alone, without the program: one search, and the move it would play.
#include <iostream>

#include "domineering.hpp"

int main() {
  const Domineering game;
  const auto result = banyan::search(game, game.start(), {.sims = 20'000});
  std::cout << "play " << game.print_move(game.start(), *result.best) << ", value " << result.value << '\n';
}
