// Matrix games from any bytes: refused with a message, or read to a game that every part of the laboratory
// can work with: its equilibrium by linear program, and a few steps of every rule against itself.
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/bandit/equilibrium.hpp>
#include <banyan/bandit/matrix_text.hpp>
#include <banyan/bandit/self_play.hpp>

#include "fuzz.hpp"

namespace {

using namespace banyan;
using namespace banyan::bandit;

void must_be_strategies(const MatrixGame& game, const std::vector<MixedStrategy>& strategies) {
  must(strategies.size() == game.players());
  for (std::size_t player = 0; player < game.players(); ++player) {
    must(strategies[player].size() == game.action_count(player));
    double sum = 0;
    for (const double p : strategies[player]) {
      must(p >= 0);
      sum += p;
    }
    must(std::abs(sum - 1) < 1e-9);
  }
}

// Every rule there is, with the parameters that have no default.
std::vector<Spec> every_rule() {
  std::vector<Spec> rules;
  for (const RuleInfo& rule : list_rules()) {
    std::string text = rule.name;
    for (const FieldInfo& field : rule.fields) {
      if (field.name == "budget" || field.name == "window") text += ":" + field.name + "=4";
      if (rule.name == "epsilon-greedy" || field.name == "gap") text += ":" + field.name + "=0.5";
      if (rule.name == "discounted-ucb" && field.name == "gamma") text += ":gamma=0.5";
    }
    rules.push_back(parse_spec(text).value());
  }
  return rules;
}

void play(const MatrixGame& game, std::vector<Spec> rules, Feedback feedback, PlayMode mode) {
  SelfPlayPlan plan;
  plan.rules = std::move(rules);
  plan.steps = 9;
  plan.feedback = feedback;
  plan.play = mode;
  const auto result = run_self_play(game, plan);
  must(result.ok());
  for (const SelfPlayOutcome& outcome : result->rules) {
    must_be_strategies(game, outcome.strategies);
    must(std::isfinite(outcome.value) && outcome.exploitability >= 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto game = parse_matrix_game("fuzz", {reinterpret_cast<const char*>(data), size});
  if (!game) {
    must(!game.error().message.empty());
    return 0;
  }
  must(game->players() >= 2);
  must(game->check().ok());
  if (game->zero_sum()) {
    const auto solved = zero_sum_equilibrium(*game);
    must(solved.ok());
    must_be_strategies(*game, solved->strategies);
    must(std::isfinite(solved->value));
  } else {
    must(!zero_sum_equilibrium(*game).ok());
  }
  if (game->players() > 8) return 0;  // exploitability takes the square of their number: slow, not different
  static const std::vector<Spec> rules = every_rule();
  play(*game, rules, Feedback::full, PlayMode::sampled);
  play(*game, rules, Feedback::bandit, PlayMode::sampled);
  play(*game, {parse_spec("regret-matching").value(), parse_spec("hedge").value()}, Feedback::full,
       PlayMode::expected);
  return 0;
}
