// What all threads of a search share: the game, the options, the tree and its root.
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

// Games whose positions can be shared among the paths that lead to them (transpositions).
template <class G>
concept Transposable =
    Game<G> && HasHash<G> && HasFixedRange<G> && G::max_players == 2 && !HasStepRewards<G> && !HasChance<G>;

// Games in which a draw can have another value than the middle between a win and a loss.
template <class G>
concept HasDraws = Game<G> && WinDrawLoss<G> && G::max_players == 2;

// Games in which a game seen by the search can be replayed.
template <Game G>
inline constexpr bool follows_games = keeps_best_seen<G> && !HasChance<G>;

// How the final move is chosen in this game; by visits if the game does not support the chosen rule.
template <Game G>
FinalChoice final_choice(const SearchParams& params) {
  return replays_best_game(params.choose) && !follows_games<G> ? FinalChoice::visits : params.choose;
}

// Whether a state's value for one of two players determines the other's: then it is the opposite, in a range
// of rewards around 0. It may depend on a parameter (Nim).
template <Game G>
bool has_opposite_values(const G& game) {
  if constexpr (HasRewardRange<G>) {
    const RewardRange range = reward_range_of(game);
    return is_zero_sum(game) && range.low == -range.high;
  } else {
    return false;
  }
}

// What this game lacks for these options; empty if nothing. A search that is run anyway ignores them.
template <Game G>
std::string misfit(const SearchParams& params) {
  if ((needs_memory(params.playout) || params.rule->needs.amaf) && !has_short_moves<G>)
    return "playout=mast and rule=grave need a game whose moves take one byte or two";
  if (params.heuristic_weight > 0 && !HasHeuristic<G>)
    return "heuristic_weight needs a game with a heuristic";
  if (replays_best_game(params.choose) && !follows_games<G>)
    return "choose=best needs a game of one player without chance";
  if (params.draw != 0 && !HasDraws<G>) return "draw needs a game of two that is won, drawn or lost";
  return {};
}
// The same, including what depends on the game's parameters.
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
  // The parameters must be within their ranges. The memory is the total of all trees of one request.
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

  // Discards the tree and starts at this state.
  void set_root(const StateOf<G>& state) {
    tree.clear();
    root = tree.new_node();
    root_state = state;
    root_visits = 0;
    root_value = 0.5;
    root_is_noisy = false;
    gumbel.reset();
    root_bounds = Proofs<G>::unknown(game);
    foreign_.clear();
    outcome = game.outcome(state);
    take_side(viewer(game.current_player(state)));
    note_proof();
  }

  // Searches for this player: a draw has the value of the options for this player and the opposite for the
  // other. A tree must hold values for one side only.
  void take_side(Player player) {
    side = player;
    const double draw = HasDraws<G> ? params.draw : 0;
    draw_to_first = player == 0 ? draw : -draw;
  }

  // The value of a game's outcome for each player, and of an expected outcome.
  [[nodiscard]] RewardsOf<G> worth(const RewardsOf<G>& end) const {
    return draw_to_first == 0 ? end : worth(Evaluation<G>{end, end[0] == 0 ? 1.0 : 0.0});
  }
  [[nodiscard]] RewardsOf<G> worth(const Evaluation<G>& expected) const {
    RewardsOf<G> rewards = expected.rewards;
    if constexpr (HasDraws<G>) {
      // Estimates of the value and of the draw probability may be inconsistent.
      const double shift = draw_to_first * expected.draw;
      if (shift != 0)
        for (const std::size_t p : {0U, 1U})
          rewards[p] = std::clamp(rewards[p] + (p == 0 ? shift : -shift), -1.0, 1.0);
    }
    return rewards;
  }
  // The value of a draw for this player.
  [[nodiscard]] double worth_of_draw(Player player) const {
    return player == 0 ? draw_to_first : -draw_to_first;
  }

  // A proof for one chance outcome does not hold for the others.
  [[nodiscard]] bool solves() const { return Proofs<G>::supported && params.solver && !is_open_loop(); }
  [[nodiscard]] bool is_open_loop() const { return HasChance<G> && params.chance == ChanceNodes::open; }
  // Which options are in use that need an ability of the game and that a guide excludes.
  [[nodiscard]] bool has_amaf() const { return has_short_moves<G> && params.rule->needs.amaf && !guide; }
  [[nodiscard]] bool has_mast() const { return has_short_moves<G> && needs_memory(params.playout) && !guide; }
  [[nodiscard]] bool has_bias() const {
    return HasHeuristic<G> && params.rule == Rule::ucb1 && params.heuristic_weight > 0 && !guide;
  }
  // Whether the game says which moves to search (HasCandidates), and whether it is asked for proofs.
  [[nodiscard]] bool has_candidates() const {
    return HasCandidates<G> && params.candidates && params.rule == Rule::ucb1 && !has_bias() &&
           !params.transpositions && !is_open_loop() && (!guide || guide.has_priors);
  }
  [[nodiscard]] bool foresees() const { return HasCandidates<G> && params.candidates && solves(); }
  // How priors guide the search, be they a guide's or the candidates' weights.
  [[nodiscard]] PuctParams priors_use() const {
    return guide ? guide.params : PuctParams{.c = params.c, .fpu_reduction = 0};
  }
  // Whether nodes have all their children from the start.
  [[nodiscard]] bool has_whole_nodes() const { return rule->needs.whole_nodes(); }
  // How many leaves a thread may collect before it evaluates them.
  [[nodiscard]] std::uint64_t leaves_in_flight() const {
    return guide.has_priors && !shares_positions ? guide.params.leaves : 1;
  }
  [[nodiscard]] std::uint32_t max_plies() const { return params.max_moves.value_or(no_limit); }

  // The game is over at the root, or the root's value is proven.
  [[nodiscard]] bool proven() const { return proven_.load(std::memory_order_relaxed); }
  // No further simulation is needed: the root is proven, or there is a fault.
  [[nodiscard]] bool ended() const { return ended_.load(std::memory_order_relaxed); }
  // Call it when the root's bounds or its outcome have changed.
  void note_proof() {
    const Player player = game.current_player(root_state);
    proven_ = outcome || (solves() && is_player(game, player) && root_bounds.exact_for(player));
    ended_ = proven() || fault_;
  }

  // Where a breach of the game's contract is reported, which ends the search.
  [[nodiscard]] FirstFault& fault() { return fault_; }
  // Clears the fault of the previous search.
  void forget_fault() {
    fault_.clear();
    ended_ = proven();
  }

  // Visits of a child of the root that other processes have made (upper_news.hpp).
  struct Foreign {
    std::uint64_t visits = 0;
    double sum = 0;  // of their returns, in the game's units
  };
  void note_foreign(std::uint32_t ordinal, std::uint64_t visits, double sum) {
    if (ordinal >= foreign_.size()) foreign_.resize(ordinal + 1);
    foreign_[ordinal].visits += visits;
    foreign_[ordinal].sum += sum;
  }
  [[nodiscard]] Foreign foreign_at(std::uint32_t ordinal) const {
    return ordinal < foreign_.size() ? foreign_[ordinal] : Foreign{};
  }
  // From here on all visits are one's own.
  void forget_foreign() { foreign_.clear(); }

  // `c` is for rewards in [0,1]; in the game's own units it is divided by their range. Beyond `most` only
  // exploration counts, and products with it must stay finite.
  [[nodiscard]] double exploration_weight() const {
    constexpr double most = 1e30;
    if constexpr (HasRewardRange<G>) {
      const RewardRange range = reward_range_of(game);
      return std::min(most, params.scale == Scale::none ? params.c / (range.high - range.low) : params.c);
    } else {
      return std::min(most, params.c);
    }
  }

  // The value of a state for the player to move, scaled to [0,1], from the mean return of the player who
  // moved into it. If that does not determine it, from the returns of the moves tried at its node; while
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
  std::vector<std::unique_ptr<Evaluator<G>>> evaluators;  // one for each thread, which takes it
  MemoryPlan<G> plan;
  std::string memory_problem;  // why there is too little; empty if there is enough
  Rule rule;                   // the selection rule
  bool opposite_values;
  bool shares_positions;
  Tree<G> tree;

  StateOf<G> root_state{};
  QuadIndex root = 0;
  std::uint64_t root_visits = 0;     // simulations through the root; updated between rounds
  Player side = 0;                   // the player it searches for
  double draw_to_first = 0;          // the value of a draw for the first player
  float root_value = 0.5F;           // the guide's value, scaled to [0,1], for the player to move
  bool root_is_noisy = false;        // whether its priors have noise
  std::optional<GumbelRoot> gumbel;  // if it allocates the root's simulations
  typename Proofs<G>::All root_bounds;
  std::optional<RewardsOf<G>> outcome;  // if the game is over at the root

 private:
  // The rule of the options, unless a guide's priors or a heuristic replace it, or the game lacks what it
  // needs.
  [[nodiscard]] Rule rule_in_use() const {
    if (guide.has_priors || has_candidates()) return Rule::of<PuctRule>();
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

  // One for each thread, all with the same settings; only the first if there is too little memory for all.
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

  std::vector<Foreign> foreign_;  // by the ordinal of the root's child
  std::atomic<bool> proven_{false};
  std::atomic<bool> ended_{false};
  FirstFault fault_{ended_};
};

}  // namespace banyan
