// Searches that are guided: by priors, in a game of two, in one of three and in one with chance; and by the
// values of an n-tuple network.
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <banyan/agent/expectimax.hpp>
#include <banyan/agent/ntuple.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/twenty48.hpp>
#include <banyan/search/forest.hpp>

#include "signature.hpp"

namespace banyan {

namespace {
// Values and priors by the number of legal moves and their place, and a random game: whole numbers and
// exactly rounded divisions, the same everywhere.
template <Game G>
class Formula final : public Evaluator<G> {
 public:
  explicit Formula(const G& game) : game_(game) {}
  Evaluation<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& legal, std::span<float> priors,
                         Random& random) override {
    const std::size_t all = legal.size() * (legal.size() + 1) / 2;
    for (std::size_t i = 0; i < priors.size(); ++i)
      priors[i] = static_cast<float>(i + 1) / static_cast<float>(all);
    return {random_playout(game_, state, random)};
  }

 private:
  G game_;
};

template <Game G>
std::uint64_t sign_guided(const G& game, const SearchParams& params, const PuctParams& puct) {
  const Guide<G> guide{.make_evaluator = [game] { return std::make_unique<Formula<G>>(game); },
                       .has_priors = true,
                       .params = puct};
  Forest<G> forest(game, params, 7, guide);
  StateOf<G> state = game.start();
  Signature signature;
  for (int i = 0; i < 2; ++i) {
    forest.set_root(state);
    const auto result = forest.run({.sims = 400}, false, {}, {});
    for (const auto& move : result.moves) {
      signature.add(move.visits);
      for (const double x : {move.value, move.low, move.high, move.prior, move.policy}) signature.add(x);
    }
    signature.add(result.value);
    signature.add(result.nodes);
    apply_move(game, state, *result.best);
    if (game.outcome(state) || game.current_player(state) == chance_player) break;
  }
  return signature.number();
}

template <Game G>
void sign_guided(const std::string& name, const G& game, std::map<std::string, std::uint64_t>& numbers) {
  const auto sign = [&](const char* what, const SearchParams& params, const PuctParams& puct) {
    numbers[name + '/' + what] = sign_guided(game, params, puct);
  };
  sign("puct", {.solver = false}, {});
  sign("puct_solver", {.solver = true}, {.c = 1.5, .fpu_reduction = 0.3});
  sign("noise", {.solver = true}, {.noise = 0.25, .alpha = 0.5});
  sign("gumbel", {.solver = true}, {.noise = 0.25, .gumbel = 4});
  sign("leaves", {.solver = true}, {.leaves = 8});
  sign("deterministic", {.solver = false, .threads = 2, .deterministic = true}, {});
  sign("transpositions", {.solver = true, .transpositions = true}, {});
}

// Of whole numbers, so that sums of them are exact.
std::shared_ptr<const NTupleNetwork> formula_network() {
  auto network =
      std::make_shared<NTupleNetwork>(NTupleShape{.patterns = *parse_patterns("0123/0145"), .stages = {}});
  Random random(5);
  for (float& weight : network->weights()) weight = static_cast<float>(random.below(2001));
  return network;
}

// Twenty moves from this state, each found by search(state).
template <class Search>
std::uint64_t sign_moves(const Twenty48& game, Twenty48::State state, Search&& search) {
  Random random(7);
  Signature signature;
  for (int moves = 0; moves < 20 && !game.outcome(state);) {
    if (game.current_player(state) == chance_player) {
      game.apply(state, game.sample_chance(state, random));
      continue;
    }
    const auto result = search(state);
    for (const auto& move : result.moves) signature.add(move.value);
    signature.add(result.value);
    signature.add(result.simulations);
    game.apply(state, *result.best);
    ++moves;
  }
  return signature.number();
}

std::uint64_t sign_expectimax(unsigned plies) {
  const Twenty48 game;
  Expectimax<Twenty48> search(game, formula_network());
  return sign_moves(game, game.start(), [&](const Twenty48::State& state) {
    return search.run(state, {.seconds = std::nullopt, .deepest = plies}, {});
  });
}

// From a board whose largest tiles have a gap below them.
std::uint64_t sign_downgrade() {
  const Twenty48 game;
  NTupleParams params;
  params.plies = 2;
  params.downgrade = 1024;
  ExpectimaxAgent<Twenty48> agent(game, params, formula_network());
  return sign_moves(game, game.parse_position("2048,1024,128,16/2,4,8,2/.,2,4,./.,.,.,.").value(),
                    [&](const Twenty48::State& state) { return agent.analyze(state, {}); });
}
}  // namespace

std::map<std::string, std::uint64_t> sign_guided_searches() {
  std::map<std::string, std::uint64_t> numbers;
  sign_guided("connect4", ConnectFour{}, numbers);
  sign_guided("nim", Nim({{3, 4, 5}, 3, false}), numbers);
  sign_guided("pig", Pig{}, numbers);
  numbers["twenty48/greedy"] = sign_expectimax(1);
  numbers["twenty48/expectimax"] = sign_expectimax(3);
  numbers["twenty48/downgrade"] = sign_downgrade();
  return numbers;
}

}  // namespace banyan
