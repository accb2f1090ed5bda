// Guides made from a function of one's own, where a class derived from Evaluator would be too much:
//
//   value_guide<G>(f)          f(state, random) values a leaf; it takes the place of the random game
//   prior_guide<G>(f, puct)    f(state, legal, priors, random) values it, and fills in a prior for each move
//   playout_guide(game, f)     f(state, legal, random) returns the move to make next in random games
//
// A value is a reward for each player (RewardsOf<G>), or an Evaluation<G> that also says how likely a draw
// is. Each thread of a search works with its own copy of the function.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <utility>

#include <banyan/search/evaluate/evaluator.hpp>
#include <banyan/search/evaluate/playout.hpp>

namespace banyan {

template <class F, class G>
concept ValuesStates = std::copy_constructible<F> && requires(F& f, const StateOf<G>& state, Random& random) {
  {Evaluation<G>{f(state, random)}};
};
template <class F, class G>
concept ValuesStatesAndMoves = std::copy_constructible<F> &&
    requires(F& f, const StateOf<G>& state, const MoveListOf<G>& legal, std::span<float> priors,
             Random& random) {
  {Evaluation<G>{f(state, legal, priors, random)}};
};
template <class F, class G>
concept PicksMoves = std::copy_constructible<F> &&
    requires(F& f, const StateOf<G>& state, const MoveListOf<G>& legal, Random& random) {
  { f(state, legal, random) } -> std::convertible_to<MoveOf<G>>;
};

namespace detail {
template <Game G, class F>
class FunctionEvaluator final : public Evaluator<G> {
 public:
  explicit FunctionEvaluator(const F& f) : f_(f) {}
  Evaluation<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& legal, std::span<float> priors,
                         Random& random) override {
    return {f_(state, legal, priors, random)};
  }

 private:
  F f_;
};

template <Game G, class F>
Guide<G> function_guide(F f, bool has_priors, const PuctParams& puct) {
  return {.make_evaluator = [f = std::move(f)] { return std::make_unique<FunctionEvaluator<G, F>>(f); },
          .has_priors = has_priors,
          .params = puct};
}
}  // namespace detail

template <Game G, ValuesStates<G> F>
Guide<G> value_guide(F f) {
  const auto evaluate = [f = std::move(f)](const StateOf<G>& state, const MoveListOf<G>&, std::span<float>,
                                           Random& random) mutable { return f(state, random); };
  return detail::function_guide<G>(evaluate, false, {});
}

template <Game G, ValuesStatesAndMoves<G> F>
Guide<G> prior_guide(F f, const PuctParams& puct = {}) {
  return detail::function_guide<G>(std::move(f), true, puct);
}

template <Game G, PicksMoves<G> F>
Guide<G> playout_guide(const G& game, F f) {
  return value_guide<G>([game, f = std::move(f)](const StateOf<G>& state, Random& random) mutable {
    return random_playout(game, state, random, no_limit, Playout::uniform, 1, f);
  });
}

}  // namespace banyan
