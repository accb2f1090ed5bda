// Your own knowledge in the search: a policy for random games, a value for leaves, priors for moves.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>

#include <banyan/banyan.hpp>
#include <banyan/games/connect4.hpp>

using banyan::ConnectFour;
using banyan::Random;
using State = ConnectFour::State;
using Moves = banyan::MoveListOf<ConnectFour>;  // columns 0 … 6

namespace {

double distance_from_centre(std::uint8_t column) { return std::abs(int{column} - 3); }

// Random games in which the column nearer to the centre of two drawn at random is played.
banyan::Guide<ConnectFour> central_playouts(const ConnectFour& game) {
  return banyan::playout_guide(game, [](const State&, const Moves& legal, Random& random) {
    const auto a = legal[random.below(legal.size())];
    const auto b = legal[random.below(legal.size())];
    return distance_from_centre(a) <= distance_from_centre(b) ? a : b;
  });
}

// No random games: a leaf is worth what one quick rule says, here the mean of four short games.
banyan::Guide<ConnectFour> short_playouts(const ConnectFour& game) {
  return banyan::value_guide<ConnectFour>([game](const State& state, Random& random) {
    std::array<double, 2> mean{};
    for (int i = 0; i < 4; ++i) {
      const auto rewards = banyan::random_playout(game, state, random, /*plies=*/20);
      for (std::size_t player = 0; player < 2; ++player) mean[player] += rewards[player] / 4;
    }
    return mean;
  });
}

// Value and priors, as a network gives them. Priors are not below 0 and add up to 1.
banyan::Guide<ConnectFour> central_priors(const ConnectFour& game) {
  const auto evaluate = [game](const State& state, const Moves& legal, std::span<float> priors,
                               Random& random) {
    float sum = 0;
    for (std::size_t i = 0; i < legal.size(); ++i)
      sum += priors[i] = static_cast<float>(4 - distance_from_centre(legal[i]));
    for (float& prior : priors) prior /= sum;
    return banyan::random_playout(game, state, random);
  };
  return banyan::prior_guide<ConnectFour>(evaluate, {.c = 0.9});
}

void think(const char* what, const ConnectFour& game, const banyan::Guide<ConnectFour>& guide) {
  banyan::Searcher<ConnectFour> searcher(game, {}, /*seed=*/1, guide);
  const auto result = searcher.run({.sims = 3'000});
  std::printf("%s: column %s, value %.3f\n", what, game.print_move(game.start(), *result.best).c_str(),
              result.value);
}

}  // namespace

int main() {
  const ConnectFour game;
  think("playout policy", game, central_playouts(game));
  think("value", game, short_playouts(game));
  think("value and priors", game, central_priors(game));
}
