// Self-play: games that a network-guided search plays against itself, and the samples to learn from. It is in
// agent/, not in learn/, because it is compiled with its game; learn/ stores games and trains.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <banyan/agent/self_player.hpp>
#include <banyan/game/text.hpp>
#include <banyan/nn/net_evaluator.hpp>
#include <banyan/nn/sample.hpp>
#include <banyan/search/answer/choice.hpp>
#include <banyan/search/searcher.hpp>

namespace banyan {

namespace detail {

// Plays one game. Full searches with noise, whose moves are learned from, alternate with fast searches
// without (playout cap randomisation: Wu, "Accelerating Self-Play Learning in Go", 2019). A proven position
// ends the game, because its value is known, except in games that show how a proven result is brought about.
// A player may resign a position that looks lost; in some games
// resignation is disabled, to measure how often it would have been wrong (Silver et al., "Mastering the game
// of Go without human knowledge", 2017).
template <NetPlayable G>
class SelfPlayGame {
 public:
  SelfPlayGame(const G& game, const SelfPlayTask& task)
      : game_(game),
        params_(task.params),
        random_(task.seed, task.number),
        resign_below_(task.resign_below),
        stop_(task.stop),
        shape_(sample_shape(game.encoding(), task.network->values())),
        searcher_(game, {.candidates = task.params.candidates, .memory = Bytes{32'000'000}}, random_(),
                  guide(task.network)) {}

  SelfPlayedGame play() {
    StateOf<G> state = random_opening();
    const bool to_the_end = params_.resign > 0 && random_.bernoulli(share_to_the_end);
    if (to_the_end) resign_below_ = SelfPlayTask::never;
    finishes_ = params_.finish_share > 0 && random_.bernoulli(params_.finish_share);
    SelfPlayedGame played = play_from(state);
    if (to_the_end) played.comeback = comeback(played.outcome);
    return played;
  }

 private:
  static constexpr double share_to_the_end = 0.1;

  struct Seen {
    Player player;
    double value;  // of the search, for that player
    bool exact;
  };

  SelfPlayedGame play_from(StateOf<G> state) {
    searcher_.set_root(state);
    while (!game_.outcome(state)) {
      if (played_.plies >= most_moves(game_)) return finish(settled_.value_or(0));  // too long: a draw
      const bool full = random_.bernoulli(params_.full_share);
      searcher_.set_noise(full || by_gumbel() ? params_.puct.noise : 0);
      const auto result = searcher_.run({.sims = full ? params_.sims : params_.fast_sims}, stop_);
      if (stop_.stop_requested()) {
        played_.stopped = true;
        return std::move(played_);
      }
      if (!result.error.empty()) {
        played_.error = result.error;
        return std::move(played_);
      }
      const bool proven = result.bounds && result.bounds->proven();
      note(state, result, full, proven);
      if (proven) {
        played_.proven = true;
        settled_ = for_player(game_.current_player(state), result.bounds->low);
        if (!finishes_) return finish(*settled_);
      } else if (result.value < resign_below_) {
        played_.resigned = true;
        return finish(for_player(game_.current_player(state), -1));
      }
      const MoveOf<G> move =
          proven || by_gumbel() ? *result.best : *draw_move(result, temperature(), random_);
      make(state, move);
      searcher_.advance(move);
    }
    return finish((*game_.outcome(state))[0]);
  }

  Guide<G> guide(const SharedNet& network) {
    return {.make_evaluator =
                [this, network] {
                  return std::make_unique<NetEvaluator<G>>(game_, network, NetParams{}, &played_.counts);
                },
            .has_priors = true,
            .params = params_.puct};
  }

  // With a Gumbel root the noise has chosen the move already, and the search gives the policy target.
  [[nodiscard]] bool by_gumbel() const { return params_.puct.gumbel > 0; }

  // Random first moves show positions that a network trained on good moves only would never see. An opening
  // that ends the game is drawn again.
  StateOf<G> random_opening() {
    while (true) {
      StateOf<G> state = game_.start();
      played_.moves.clear();
      played_.plies = 0;
      for (std::uint64_t left = random_.below(params_.opening + 1U); left > 0 && !game_.outcome(state);
           --left) {
        MoveListOf<G> legal;
        game_.legal_moves(state, legal);
        make(state, legal[random_.below(legal.size())]);
      }
      if (!game_.outcome(state)) return state;
    }
  }

  void make(StateOf<G>& state, const MoveOf<G>& move) {
    if (!played_.moves.empty()) played_.moves += ' ';
    played_.moves += move_text(game_, state, move);
    game_.apply(state, move);
    ++played_.plies;
  }

  [[nodiscard]] double temperature() const {
    const double halves = played_.plies / static_cast<double>(game_.encoding().columns);
    return std::max(params_.temperature_end, params_.temperature * std::exp2(-halves));
  }

  // The policy target: the visits, or the improved policy of a Gumbel root; in a position that is proven won,
  // the winning move.
  void note(const StateOf<G>& state, const SearchResult<MoveOf<G>>& result, bool full, bool proven) {
    std::vector<float> inputs(shape_.inputs);
    std::vector<float> policy(shape_.outputs);
    game_.encode(state, inputs);
    const auto at = [&](const MoveOf<G>& move) -> float& { return policy[game_.move_output(state, move)]; };
    const bool won = proven && result.bounds->low > 0;
    std::uint64_t total = 0;
    for (const auto& move : result.moves) total += move.visits;
    if (won) {
      at(*result.best) = 1;
    } else if (total > 0) {
      for (const auto& move : result.moves)
        at(move.move) = static_cast<float>(std::isfinite(move.policy) ? move.policy
                                                                      : static_cast<double>(move.visits) /
                                                                            static_cast<double>(total));
    }
    const bool teaches_moves = won || (full && !proven && total > 0);
    add_sample(played_.samples, shape_, inputs, policy, teaches_moves ? 1.0F : 0.0F);
    seen_.push_back({game_.current_player(state), proven ? result.bounds->low : result.value, proven});
  }

  SelfPlayedGame finish(double outcome) {
    played_.outcome = outcome;
    set_end(played_.samples, shape_, outcome == 0, [&](std::size_t i) {
      const Seen& seen = seen_[i];
      if (seen.exact || !std::isfinite(seen.value))
        return static_cast<float>(for_player(seen.player, outcome));
      const double share = params_.search_share;
      return static_cast<float>((1 - share) * for_player(seen.player, outcome) + share * seen.value);
    });
    return std::move(played_);
  }
  // Converts an outcome for the first player to one for the given player, and back.
  static double for_player(Player player, double outcome) { return player == 0 ? outcome : -outcome; }

  [[nodiscard]] double comeback(double outcome) const {
    double lowest = 1;
    for (const Seen& seen : seen_)
      if (for_player(seen.player, outcome) >= 0 && seen.value < lowest) lowest = seen.value;
    return lowest;
  }

  G game_;
  SelfPlayParams params_;
  Random random_;
  double resign_below_;
  std::stop_token stop_;
  bool finishes_ = false;          // goes on where the result is proven
  std::optional<double> settled_;  // the result that is proven, for the first player
  SampleShape shape_;
  SelfPlayedGame played_;
  std::vector<Seen> seen_;
  Searcher<G> searcher_;
};

}  // namespace detail

template <NetPlayable G>
class SelfPlayerOf final : public SelfPlayer {
 public:
  explicit SelfPlayerOf(const G& game) : game_(game) {}

  [[nodiscard]] SelfPlayedGame play(const SelfPlayTask& task) const override {
    return detail::SelfPlayGame<G>(game_, task).play();
  }

  [[nodiscard]] std::vector<std::uint16_t> symmetries() const override {
    std::vector<std::uint16_t> list;
    int count = 1;
    if constexpr (HasSymmetries<G>) count = game_.symmetry_count();
    const Encoding encoding = game_.encoding();
    for (int symmetry = 0; symmetry < count; ++symmetry) {
      for (std::size_t cell = 0; cell < encoding.cells(); ++cell) {
        if constexpr (HasSymmetries<G>) {
          list.push_back(static_cast<std::uint16_t>(game_.transform_cell(cell, symmetry)));
        } else {
          list.push_back(static_cast<std::uint16_t>(cell));
        }
      }
      for (std::size_t plane = 0; plane < static_cast<std::size_t>(encoding.move_planes); ++plane)
        list.push_back(static_cast<std::uint16_t>(plane_image(game_, plane, symmetry)));
    }
    return list;
  }

 private:
  G game_;
};

}  // namespace banyan
