// What a leaf is worth, by something else than a random game: a network, a table, a formula. It may also say
// which moves look good there; then the search is guided by these priors (PUCT: Rosin 2011, Silver et al.
// 2017).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include <banyan/core/fields.hpp>
#include <banyan/game/game.hpp>

namespace banyan {

// What can be expected from a state on: a return for each player, in the game's units, and how likely a draw
// is as far as the evaluator can tell.
template <Game G>
struct Evaluation {
  RewardsOf<G> rewards{};
  double draw = 0;
};

// What an evaluator is asked, and its answer.
template <Game G>
struct Question {
  StateOf<G> state{};
  MoveListOf<G> legal{};
  std::span<float> priors{};
  Evaluation<G> answer{};
};

// Each thread of a search has one of its own.
template <Game G>
class Evaluator {
 public:
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  virtual ~Evaluator() = default;

  // The game is not over at this state. With priors (Guide::has_priors) `legal` are the moves of the player
  // to move that are searched: all, or the game's candidates (HasCandidates), none at chance; the evaluator
  // fills in a prior for each: not below 0, and 1 in all. Without priors both are empty.
  virtual Evaluation<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& legal, std::span<float> priors,
                                 Random& random) = 0;

  // Its memory in bytes, without what all evaluators share (a network's weights). Before the first question
  // the search calls limit_memory(): the evaluator must stay below most_bytes, with batches of up to
  // most_questions.
  [[nodiscard]] virtual std::size_t bytes() const { return 0; }
  virtual void limit_memory(std::size_t /*most_bytes*/, std::size_t /*most_questions*/) {}

  // The same for several states, for those that answer many at once more quickly.
  virtual void evaluate_all(std::span<Question<G>> questions, Random& random) {
    for (Question<G>& question : questions)
      question.answer = evaluate(question.state, question.legal, question.priors, random);
  }
};

// How priors guide the search. A move's index is
//
//   mean + (c + c_growth ln(1 + N/500)) · prior · √(N+1) / (1 + n),
//
// on returns scaled to [0,1], with N plays of all moves and n of this one. (Where returns are taken as -1 to
// 1, as by Silver et al., the same search has twice this c.)
struct PuctParams {
  double c = 0.9;
  double c_growth = 0;
  double fpu_reduction = 0.1;
  double noise = 0;
  std::optional<double> alpha = std::nullopt;
  std::uint32_t gumbel = 0;
  double gumbel_scale = 1;
  std::uint32_t leaves = 1;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("c", self.c, at_least(0), "weight of the priors, on rewards scaled to [0,1]");
    visit("c_growth", self.c_growth, at_least(0), "added to c, times ln(1 + plays/500)");
    visit("fpu_reduction", self.fpu_reduction, between(-1, 1),
          "first-play urgency: the value of a move not yet tried is that of its node less this");
    visit("noise", self.noise, between(0, 1), "share of Dirichlet noise at the root");
    visit("alpha", self.alpha, above(0),
          "of that noise; by default 10 divided by the number of moves, 1 at most");
    visit(
        "gumbel", self.gumbel, between(0, 65535),
        "above 0, sequential halving divides the simulations among so many moves at the root, and noise above 0 "
        "samples them with Gumbel noise instead of Dirichlet noise; good for few simulations");
    visit("gumbel_scale", self.gumbel_scale, at_least(0), "weight of values against priors there");
    visit("leaves", self.leaves, between(1, 1024),
          "leaves that a thread collects and evaluates in one batch; faster on small boards, and slightly "
          "weaker a simulation");
  }
};

// What guides a search: nothing, for random games. guides.hpp makes one from a function.
template <Game G>
struct Guide {
  std::function<std::unique_ptr<Evaluator<G>>()> make_evaluator;
  bool has_priors = false;
  PuctParams params{};

  explicit operator bool() const { return static_cast<bool>(make_evaluator); }
};

}  // namespace banyan
