// What all threads of a search share: the game, the options, the tree, and where its root is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/interval.hpp>
#include <banyan/game/game.hpp>
#include <banyan/search/answer/best_seen.hpp>
#include <banyan/search/evaluate/evaluator.hpp>
#include <banyan/search/evaluate/mast.hpp>
#include <banyan/search/evaluate/playout.hpp>
#include <banyan/search/fault.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/prove/bounds.hpp>
#include <banyan/search/select/amaf.hpp>
#include <banyan/search/select/gumbel.hpp>
#include <banyan/search/tree/memory_plan.hpp>
#include <banyan/search/tree/tree.hpp>

namespace banyan {

// Games whose positions a search can share among the ways that lead to them.
template <class G>
concept Transposable =
    Game<G> && HasHash<G> && HasFixedRange<G> && G::max_players == 2 && !HasStepRewards<G> && !HasChance<G>;

// Games in which a draw can be worth something else than the middle between a win and a loss.
template <class G>
concept HasDraws = Game<G> && WinDrawLoss<G> && G::max_players == 2;

// Games in which a game that was seen can be played again.
template <Game G>
inline constexpr bool follows_games = keeps_best_seen<G> && !HasChance<G>;

// How the move is chosen in this game; where it can't be as the options say, by visits.
template <Game G>
FinalChoice final_choice(const SearchParams& params) {
  return params.choose == FinalChoice::best && !follows_games<G> ? FinalChoice::visits : params.choose;
}

// Whether what a state is worth to one of two players tells what it is worth to the other: then that is the
// opposite, in a range of rewards around 0. A parameter may decide it (Nim).
template <Game G>
bool has_opposite_values(const G& game) {
  if constexpr (HasRewardRange<G>) {
    const RewardRange range = reward_range_of(game);
    return is_zero_sum(game) && range.low == -range.high;
  } else {
    return false;
  }
}

// What this game lacks for these options; empty when it has everything. A search that is run all the same
// does without them.
template <Game G>
std::string misfit(const SearchParams& params) {
  if ((params.playout == Playout::mast || params.rule->needs.amaf) && !has_short_moves<G>)
    return "playout=mast and rule=grave need a game whose moves take one byte or two";
  if (params.heuristic_weight > 0 && !HasHeuristic<G>)
    return "heuristic_weight needs a game with a heuristic";
  if (params.choose == FinalChoice::best && !follows_games<G>)
    return "choose=best needs a game of one player without chance";
  if (params.draw != 0 && !HasDraws<G>) return "draw needs a game of two that is won, drawn or lost";
  return {};
}
// The same where the game's parameters decide, too.
template <Game G>
std::string misfit(const G& game, const SearchParams& params) {
  if (!Transposable<G> && params.transpositions)
    return "transpositions=true needs a game that only two can play (max_players is 2), with a hash and a constant "
           "reward_range, and without chance and rewards on the way";
  if (params.transpositions && !has_opposite_values(game))
    return "transpositions=true needs a zero-sum game, whose reward_range is {-x, x}: win_draw_loss, or "
           "zero_sum() that answers true";
  return misfit<G>(params);
}

template <Game G>
struct SearchSpace {
  // The parameters must be within their ranges. The memory is that of all trees for one question.
  SearchSpace(const G& the_game, const SearchParams& the_params, const Guide<G>& the_guide = {},
              std::uint32_t trees = 1)
      : game(the_game),
        params(share_of_a_tree(the_params, trees)),
        guide(the_guide),
        evaluators(make_evaluators()),
        plan(game, params, guide, bytes_of_evaluators()),
        memory_problem(plan.problem(the_params.memory, trees)),
        rule(rule_in_use()),
        opposite_values(has_opposite_values(game)),
        shares_positions(Transposable<G> && opposite_values && params.transpositions && !has_amaf() &&
                         !has_bias()),
        tree(plan.tree(),
             {.bounds = Proofs<G>::in_column && the_params.solver,
              .transpositions = shares_positions,
              .rule = rule->needs,
              .statistics = rule->statistics},
             Proofs<G>::unknown(game)) {}

  // Forgets the tree and begins at this state.
  void set_root(const StateOf<G>& state) {
    tree.clear();
    root = tree.new_node();
    root_state = state;
    root_visits = 0;
    root_value = 0.5;
    root_is_noisy = false;
    gumbel.reset();
    root_bounds = Proofs<G>::unknown(game);
    outcome = game.outcome(state);
    take_side(viewer(game.current_player(state)));
    note_proof();
  }

  // Searches for this player: to whom a draw is worth what the options say, and its opposite to the other.
  // All that the tree holds must be of one side.
  void take_side(Player player) {
    side = player;
    const double draw = HasDraws<G> ? params.draw : 0;
    draw_to_first = player == 0 ? draw : -draw;
  }

  // What the end of a game is worth to each player, and what is expected of one.
  [[nodiscard]] RewardsOf<G> worth(const RewardsOf<G>& end) const {
    return draw_to_first == 0 ? end : worth(Evaluation<G>{end, end[0] == 0 ? 1.0 : 0.0});
  }
  [[nodiscard]] RewardsOf<G> worth(const Evaluation<G>& expected) const {
    RewardsOf<G> rewards = expected.rewards;
    if constexpr (HasDraws<G>) {
      // A guess at the value and one at draws may not fit together.
      const double shift = draw_to_first * expected.draw;
      if (shift != 0)
        for (const std::size_t p : {0U, 1U})
          rewards[p] = std::clamp(rewards[p] + (p == 0 ? shift : -shift), -1.0, 1.0);
    }
    return rewards;
  }
  // What a draw is worth to this player.
  [[nodiscard]] double worth_of_draw(Player player) const {
    return player == 0 ? draw_to_first : -draw_to_first;
  }

  // What was proven of one draw of chance holds for no other.
  [[nodiscard]] bool solves() const { return Proofs<G>::supported && params.solver && !is_open_loop(); }
  [[nodiscard]] bool is_open_loop() const { return HasChance<G> && params.chance == ChanceNodes::open; }
  // What is on of the things that not every game can have, and that no guide leaves room for.
  [[nodiscard]] bool has_amaf() const { return has_short_moves<G> && params.rule->needs.amaf && !guide; }
  [[nodiscard]] bool has_mast() const {
    return has_short_moves<G> && params.playout == Playout::mast && !guide;
  }
  [[nodiscard]] bool has_bias() const {
    return HasHeuristic<G> && params.rule == Rule::ucb1 && params.heuristic_weight > 0 && !guide;
  }
  // Nodes have all their children from the beginning.
  [[nodiscard]] bool has_whole_nodes() const { return rule->needs.whole_nodes(); }
  // How many leaves a thread may look for before it asks about them.
  [[nodiscard]] std::uint64_t leaves_in_flight() const {
    return guide.has_priors && !shares_positions ? guide.params.leaves : 1;
  }
  [[nodiscard]] std::uint32_t max_plies() const { return params.max_moves.value_or(no_limit); }

  // Nothing is left to find out: the game is over, or the root's value is proven.
  [[nodiscard]] bool proven() const { return proven_.load(std::memory_order_relaxed); }
  // No simulation need follow: all is proven, or there is a fault.
  [[nodiscard]] bool ended() const { return ended_.load(std::memory_order_relaxed); }
  // To be called when the root's bounds or its outcome have changed.
  void note_proof() {
    const Player player = game.current_player(root_state);
    proven_ = outcome || (solves() && is_player(game, player) && root_bounds.exact_for(player));
    ended_ = proven() || fault_;
  }

  // Whoever sees that the game breaks its contract reports it here, and ends the search.
  [[nodiscard]] FirstFault& fault() { return fault_; }
  // Before a search: what ended the last one is forgotten.
  void forget_fault() {
    fault_.clear();
    ended_ = proven();
  }

  // `c` is about rewards in [0,1]; in the game's own units it weighs less the wider their range is.
  [[nodiscard]] double exploration_weight() const {
    if constexpr (HasRewardRange<G>) {
      const RewardRange range = reward_range_of(game);
      return params.scale == Scale::none ? params.c / (range.high - range.low) : params.c;
    } else {
      return params.c;
    }
  }

  // What a state is worth to the player to move, scaled to [0,1], from the mean return of who moved into it.
  // Where that says nothing about another player, from the returns of the moves tried at its node; while
  // there are none, any value will do.
  [[nodiscard]] float value_to_mover(const StateOf<G>& state, Player moved, double mean, QuadIndex node,
                                     const RewardScale& scale) const {
    const bool same = viewer(moved) == viewer(game.current_player(state));
    if (!same && !opposite_values) return mean_of_children(node, scale);
    const auto value = static_cast<float>(Layout<G>::scaled(mean, scale));
    return same ? value : 1 - value;
  }

  G game;
  SearchParams params;
  Guide<G> guide;
  std::vector<std::unique_ptr<Evaluator<G>>> evaluators;  // one a thread, which takes it
  MemoryPlan<G> plan;
  std::string memory_problem;  // why there is too little; empty when there is enough
  Rule rule;                   // that chooses among children
  bool opposite_values;
  bool shares_positions;
  Tree<G> tree;

  StateOf<G> root_state{};
  QuadIndex root = 0;
  std::uint64_t root_visits = 0;     // simulations that went through the root; updated between rounds
  Player side = 0;                   // whom it searches for
  double draw_to_first = 0;          // what a draw is worth to the first player
  float root_value = 0.5F;           // what a guide takes it for, scaled to [0,1], for the player to move
  bool root_is_noisy = false;        // its priors have their noise
  std::optional<GumbelRoot> gumbel;  // where it shares out the root's simulations
  typename Proofs<G>::All root_bounds;
  std::optional<RewardsOf<G>> outcome;  // where the game is over at the root

 private:
  // The rule of the options, unless a guide's priors or a heuristic come before it, or the game lacks what it
  // needs.
  [[nodiscard]] Rule rule_in_use() const {
    if (guide.has_priors) return Rule::of<PuctRule>();
    if (has_bias()) return Rule::of<BiasedRule>();
    return params.rule->needs.amaf && !has_amaf() ? Rule::ucb1 : params.rule;
  }

  [[nodiscard]] float mean_of_children(QuadIndex node, const RewardScale& scale) const {
    double sum = 0;
    double visits = 0;
    tree.template for_each_child<true>(node, [&](const Slot& slot) {
      const auto n = static_cast<double>(load<true>(slot.visits()));
      visits += n;
      if (n > 0) sum += Layout<G>::real_sum(load<true>(slot.sum()), n);
    });
    return visits > 0 ? static_cast<float>(Layout<G>::scaled(sum / visits, scale)) : 0.5F;
  }

  static SearchParams share_of_a_tree(SearchParams params, std::uint32_t trees) {
    params.memory.count /= trees;
    return params;
  }

  // One a thread, all alike; only the first where there is too little memory for all.
  std::vector<std::unique_ptr<Evaluator<G>>> make_evaluators() const {
    std::vector<std::unique_ptr<Evaluator<G>>> list;
    const std::size_t most_bytes = MemoryPlan<G>::of_an_evaluator(game, params, guide);
    for (std::uint32_t i = 0; guide && i < params.threads; ++i) {
      list.push_back(guide.make_evaluator());
      list.back()->limit_memory(most_bytes, guide.params.leaves);
      if (list.back()->bytes() > most_bytes) break;
    }
    return list;
  }
  [[nodiscard]] std::size_t bytes_of_evaluators() const {
    return evaluators.empty() ? 0 : params.threads * evaluators.front()->bytes();
  }

  std::atomic<bool> proven_{false};
  std::atomic<bool> ended_{false};
  FirstFault fault_{ended_};
};

}  // namespace banyan
