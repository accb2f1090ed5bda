// A network as the evaluator of a search: its outputs for a state become a return for each player and priors
// for the legal moves. For zero-sum games of two players.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <banyan/nn/position_net.hpp>
#include <banyan/search/evaluate/evaluator.hpp>

namespace banyan {

// Games a network can play.
template <class G>
concept NetPlayable = Game<G> && HasEncoding<G> && WinDrawLoss<G> && !HasChance<G>;

// Evaluations by the hash of their state; a new one replaces the one with the same remainder. Memory is
// allocated at the first use.
class EvaluationCache {
 public:
  EvaluationCache(std::size_t entries, std::size_t most_moves) : entries_(entries), width_(most_moves + 2) {}

  // Call it before the first is stored: the cache takes at most so many bytes.
  void limit_memory(std::size_t most_bytes) { entries_ = std::min(entries_, most_bytes / bytes_per_entry()); }
  [[nodiscard]] std::size_t most_bytes() const { return entries_ * bytes_per_entry(); }

  // The value, how likely a draw is, and the priors in the order of legal moves; nothing where that is not
  // known.
  [[nodiscard]] const float* find(std::uint64_t key) const {
    if (keys_.empty()) return nullptr;
    const std::size_t i = key % keys_.size();
    return keys_[i] == tag(key) ? &numbers_[i * width_] : nullptr;
  }
  void keep(std::uint64_t key, float value, float draw, std::span<const float> priors) {
    if (entries_ == 0 || priors.size() + 2 > width_) return;
    if (keys_.empty()) {
      keys_.resize(entries_);
      numbers_.resize(entries_ * width_);
    }
    const std::size_t i = key % keys_.size();
    keys_[i] = tag(key);
    float* numbers = &numbers_[i * width_];
    *numbers++ = value;
    *numbers++ = draw;
    std::copy(priors.begin(), priors.end(), numbers);
  }

 private:
  static std::uint64_t tag(std::uint64_t key) { return key | 1U; }  // 0 marks an empty place
  [[nodiscard]] std::size_t bytes_per_entry() const { return sizeof(std::uint64_t) + width_ * sizeof(float); }

  std::size_t entries_;
  std::size_t width_;  // numbers of an entry
  std::vector<std::uint64_t> keys_;
  std::vector<float> numbers_;
};

template <NetPlayable G>
class NetEvaluator final : public Evaluator<G> {
 public:
  // `counts` are kept up if given; they must outlive the evaluator.
  NetEvaluator(const G& game, const SharedNet& network, const NetParams& params,
               EvaluatorCounts* counts = nullptr)
      : game_(game),
        params_(params),
        net_(network->make(static_cast<std::size_t>(game.encoding().rows),
                           static_cast<std::size_t>(game.encoding().columns))),
        cache_(HasHash<G> ? params.cache : 0, std::min(net_->outputs(), legal_limit_of(game))),
        counts_(counts != nullptr ? counts : &own_counts_) {}

  [[nodiscard]] std::size_t bytes() const override {
    return net_->bytes() + cache_.most_bytes() + most_questions_ * bytes_per_question();
  }
  // Keeps fewer positions where that is too much.
  void limit_memory(std::size_t most_bytes, std::size_t most_questions) override {
    most_questions_ = most_questions;
    const std::size_t fixed = bytes() - cache_.most_bytes();
    cache_.limit_memory(most_bytes - std::min(most_bytes, fixed));
  }

  Evaluation<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& legal, std::span<float> priors,
                         Random& random) override {
    Question<G> question{state, legal, priors, {}};
    evaluate_all(std::span(&question, 1), random);
    return question.answer;
  }

  void evaluate_all(std::span<Question<G>> questions, Random& random) override {
    asked_.clear();
    for (Question<G>& question : questions)
      if (!remember(question)) prepare(question, random);
    ask();
    for (std::size_t i = 0; i < asked_.size(); ++i) take_answer(i);
  }

 private:
  [[nodiscard]] std::size_t bytes_per_question() const {
    return sizeof(Asked) + (net_->inputs() + net_->outputs() + 2) * sizeof(float);
  }

  // A state that the network is to look at, by one of its symmetries.
  struct Asked {
    Question<G>* question;
    StateOf<G> image;
    int symmetry;
  };

  // The probability of a draw is limited by the value.
  Evaluation<G> judge(const StateOf<G>& state, double value, double draw) const {
    const double first = game_.current_player(state) == 0 ? value : -value;
    return {.rewards = {first, -first}, .draw = std::min(draw, 1 - std::abs(value))};
  }

  bool remember(Question<G>& question) {
    if constexpr (HasHash<G>) {
      if (const float* known = cache_.find(game_.hash(question.state))) {
        ++counts_->cache_hits;
        std::copy_n(known + 2, question.priors.size(), question.priors.begin());
        question.answer = judge(question.state, known[0], known[1]);
        return true;
      }
    }
    return false;
  }

  void prepare(Question<G>& question, Random& random) {
    ++counts_->evaluations;
    int symmetry = 0;
    if constexpr (HasSymmetries<G>)
      if (params_.symmetry)
        symmetry = static_cast<int>(random.below(static_cast<std::uint64_t>(game_.symmetry_count())));
    asked_.push_back({&question, transformed(question.state, symmetry), symmetry});
  }

  void ask() {
    if (values_.size() < asked_.size()) {
      values_.resize(asked_.size());
      draws_.resize(asked_.size());
      inputs_.resize(asked_.size() * net_->inputs());
      outputs_.resize(asked_.size() * net_->outputs());
    }
    for (std::size_t i = 0; i < asked_.size(); ++i)
      game_.encode(asked_[i].image, std::span(inputs_).subspan(i * net_->inputs(), net_->inputs()));
    net_->evaluate(inputs_, outputs_, std::span(values_).first(asked_.size()), draws_);
  }

  void take_answer(std::size_t i) {
    const Asked& asked = asked_[i];
    Question<G>& question = *asked.question;
    const float* output = outputs_.data() + i * net_->outputs();
    for (std::size_t k = 0; k < question.priors.size(); ++k)
      question.priors[k] =
          output[game_.move_output(asked.image, transformed_move(question.legal[k], asked.symmetry))];
    // The only place where a network may overflow. Then the answer is not a number, which ends the search
    // with an error.
    const bool finite = softmax(question.priors) && std::isfinite(values_[i]) && std::isfinite(draws_[i]);
    if (!finite) values_[i] = std::numeric_limits<float>::quiet_NaN();
    question.answer = judge(question.state, values_[i], draws_[i]);
    if constexpr (HasHash<G>) cache_.keep(game_.hash(question.state), values_[i], draws_[i], question.priors);
  }

  StateOf<G> transformed(const StateOf<G>& state, int symmetry) const {
    if constexpr (HasSymmetries<G>) {
      return symmetry == 0 ? state : game_.transform(state, symmetry);
    } else {
      return state;
    }
  }
  MoveOf<G> transformed_move(const MoveOf<G>& move, int symmetry) const {
    if constexpr (HasSymmetries<G>) {
      return game_.transform_move(move, symmetry);
    } else {
      return move;
    }
  }

  // Returns whether all logits are finite; if not, all moves get the same prior.
  static bool softmax(std::span<float> logits) {
    if (logits.empty()) return true;
    const float highest = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (float& logit : logits) sum += logit = std::exp(logit - highest);
    if (std::isfinite(sum)) {
      for (float& logit : logits) logit /= sum;
      return true;
    }
    std::fill(logits.begin(), logits.end(), 1 / static_cast<float>(logits.size()));
    return false;
  }

  G game_;
  NetParams params_;
  std::unique_ptr<PositionNet> net_;
  std::vector<Asked> asked_;  // those of the last questions that were not remembered
  std::vector<float> inputs_;
  std::vector<float> outputs_;
  std::vector<float> values_;
  std::vector<float> draws_;
  EvaluationCache cache_;
  std::size_t most_questions_ = 1;
  EvaluatorCounts own_counts_;
  EvaluatorCounts* counts_;
};

// A guide by this network, with an evaluator of its own for each thread.
template <NetPlayable G>
Guide<G> net_guide(const G& game, SharedNet network, const NetParams& net, const PuctParams& puct) {
  return {.make_evaluator = [game, network = std::move(network),
                             net] { return std::make_unique<NetEvaluator<G>>(game, network, net); },
          .has_priors = true,
          .params = puct};
}

}  // namespace banyan
