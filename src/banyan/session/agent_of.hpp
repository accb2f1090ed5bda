// An agent of a compiled game behind the erased AnyAgent: converts its results to text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/agent/agent.hpp>
#include <banyan/game/text.hpp>
#include <banyan/search/answer/choice.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/session/position_of.hpp>

namespace banyan {

namespace detail {
// Proven values have names ("win", "draw", "loss") in games that are won, drawn or lost, and in zero-sum
// games of two players such as Nim.
template <Game G>
std::optional<std::string> proven_text(const G& game, const std::optional<Bounds>& bounds) {
  if (!(WinDrawLoss<G> || is_zero_sum(game)) || !bounds || !bounds->proven()) return std::nullopt;
  return bounds->low > 0 ? "win" : bounds->low < 0 ? "loss" : "draw";
}

template <Game G>
double win_rate(const G& game, double value) {
  return WinDrawLoss<G> && player_count(game) == 2 ? (value + 1) / 2 : Analysis::none;
}

// The moves of a line, each printed in the position where it is played.
template <Game G>
std::vector<std::string> line_text(const G& game, StateOf<G> state, const std::vector<MoveOf<G>>& line) {
  std::vector<std::string> texts;
  for (const MoveOf<G>& move : line) {
    texts.push_back(move_text(game, state, move));
    apply_move(game, state, move);
  }
  return texts;
}
}  // namespace detail

template <Game G>
Analysis analysis_of(const G& game, const StateOf<G>& state, const SearchResult<MoveOf<G>>& result) {
  Analysis analysis;
  analysis.player = game.current_player(state);
  analysis.moves.reserve(result.moves.size());
  for (const auto& stats : result.moves) {
    const double value = known_value(stats);
    analysis.moves.push_back({.move = move_text(game, state, stats.move),
                              .visits = stats.visits,
                              .value = value,
                              .win_rate = detail::win_rate(game, value),
                              .mean = stats.value,
                              .low = stats.low,
                              .high = stats.high,
                              .prior = stats.prior,
                              .proven = detail::proven_text(game, stats.bounds),
                              .bounds = stats.bounds});
  }
  for (std::size_t i = 0; i < std::min(result.lines.size(), analysis.moves.size()); ++i)
    analysis.moves[i].line = detail::line_text(game, state, result.lines[i]);
  if (result.best) analysis.best = move_text(game, state, *result.best);
  analysis.line = detail::line_text(game, state, result.line);
  analysis.value = result.value;
  analysis.win_rate = detail::win_rate(game, result.value);
  analysis.proven = detail::proven_text(game, result.bounds);
  if (const auto& seen = result.best_seen)
    analysis.best_seen = {seen->score, detail::line_text(game, state, seen->line), seen->whole};
  analysis.simulations = result.simulations;
  analysis.seconds = result.seconds;
  analysis.cpu_seconds = result.cpu_seconds;
  analysis.threads = result.threads;
  const bool searched = result.simulations != 0 || result.stopped_by != StopReason::sims;
  if (searched) analysis.stopped_by = print_value(result.stopped_by);
  analysis.max_depth = result.max_depth;
  analysis.levels = result.levels;
  analysis.nodes = result.nodes;
  analysis.bytes = result.bytes;
  analysis.error = result.error;
  return analysis;
}

template <Game G>
class AgentOf final : public AnyAgent {
 public:
  AgentOf(const G& game, std::unique_ptr<Agent<G>> agent) : game_(game), agent_(std::move(agent)) {}

  Analysis choose(const Position& position, const AnyThinking& thinking) override {
    const auto& state = state_of<G>(position);
    return analysis_of(game_, state, agent_->choose(state, compiled(state, thinking)));
  }

  Analysis analyze(const Position& position, const AnyThinking& thinking) override {
    const auto& state = state_of<G>(position);
    return analysis_of(game_, state, agent_->analyze(state, compiled(state, thinking)));
  }

  void observe(const Position& before, std::string_view move) override {
    const auto& state = state_of<G>(before);
    if (const auto parsed = move_from_text(game_, state, move)) agent_->observe(state, *parsed);
  }

  [[nodiscard]] bool ponders() const override { return agent_->ponders(); }
  void ponder(const Position& position, const std::stop_token& stop) override {
    agent_->ponder(state_of<G>(position), stop);
  }

 private:
  Thinking<G> compiled(const StateOf<G>& state, const AnyThinking& thinking) const {
    Thinking<G> own{.stop = thinking.stop,
                    .progress = {},
                    .limits = thinking.limits,
                    .peers = thinking.peers,
                    .lines = thinking.lines};
    if (thinking.progress)
      own.progress = [this, &state, &thinking](const auto& result) {
        thinking.progress(analysis_of(game_, state, result));
      };
    return own;
  }

  G game_;
  std::unique_ptr<Agent<G>> agent_;
};

}  // namespace banyan
