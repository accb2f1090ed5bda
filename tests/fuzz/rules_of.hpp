// A game's rules behind the erased interface, with agents that don't search: whatever a spec names plays at
// random. What reads positions, moves, records and protocols needs no search, and the searches of all games
// take many processor-minutes to compile under sanitizers.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <banyan/agent/random.hpp>
#include <banyan/agent/specs.hpp>
#include <banyan/session/game_of.hpp>

#include "../games/position_abilities.hpp"
#include "fuzz.hpp"

namespace banyan {

template <Game G>
class RulesOf final : public AnyGame {
 public:
  explicit RulesOf(const G& game) : game_(game), info_(detail::game_info(game)) {}

  [[nodiscard]] const GameInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Position> start() const override {
    return std::make_unique<PositionOf<G>>(game_, game_.start());
  }
  [[nodiscard]] Result<std::unique_ptr<Position>> parse_position(std::string_view text) const override {
    auto state = game_.parse_position(text);
    if (!state) return state.error();
    Random random(1);
    must(problem_of_abilities(game_, *state, random).empty());
    return std::unique_ptr<Position>(std::make_unique<PositionOf<G>>(game_, *state));
  }

  [[nodiscard]] Result<std::unique_ptr<AnyAgent>> make_agent(const Spec& spec,
                                                             std::uint64_t seed) const override {
    if (const auto parsed = parse_agent_spec(spec); !parsed) return parsed.error();
    return std::unique_ptr<AnyAgent>(
        std::make_unique<AgentOf<G>>(game_, std::make_unique<RandomAgent<G>>(game_, NoParameters{}, seed)));
  }
  [[nodiscard]] Result<std::unique_ptr<AnyExplorer>> make_explorer(const Spec&, std::uint64_t,
                                                                   const Position&) const override {
    return Error{"there is no search here"};
  }
  [[nodiscard]] PerftCount perft(const Position&, unsigned, const std::stop_token&) const override {
    return {};
  }
  [[nodiscard]] std::unique_ptr<SelfPlayer> make_self_player() const override { return nullptr; }
  [[nodiscard]] std::unique_ptr<TdPlayer> make_td_player(const TdStudent& /*student*/, std::uint64_t /*seed*/,
                                                         std::uint64_t /*stream*/) const override {
    return nullptr;
  }
  [[nodiscard]] double playouts(std::uint64_t, std::uint64_t, Playout) const override { return 0; }
  [[nodiscard]] std::uint64_t random_moves(std::uint64_t, std::uint64_t) const override { return 0; }

 private:
  G game_;
  GameInfo info_;
};

template <Game G>
Result<std::shared_ptr<const AnyGame>> make_rules(const Spec& spec) {
  if constexpr (HasParams<G>) {
    auto params = parse_params<typename G::Params>(spec);
    if (!params) return params.error();
    if (std::string problem = G::problem(*params); !problem.empty()) return Error{problem};
    return std::shared_ptr<const AnyGame>(std::make_shared<RulesOf<G>>(G(*params)));
  } else {
    if (auto params = parse_params<NoParameters>(spec); !params) return params.error();
    return std::shared_ptr<const AnyGame>(std::make_shared<RulesOf<G>>(G{}));
  }
}

}  // namespace banyan
