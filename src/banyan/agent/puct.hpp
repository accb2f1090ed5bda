// The agent `puct`: a tree search that a network guides (Silver et al., "A general reinforcement learning
// algorithm that masters chess, shogi, and Go through self-play", 2018).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <banyan/agent/game_name.hpp>
#include <banyan/agent/specs.hpp>
#include <banyan/agent/tree_agent.hpp>
#include <banyan/core/value.hpp>
#include <banyan/nn/net_evaluator.hpp>

namespace banyan {

namespace detail {
// The file name of the network that ships for a game: its name and numbers, as in gomoku-6x6x4.bnet, and what
// else differs from its defaults, as in gomoku-6x6x4xstandard.bnet.
template <Game G>
std::string shipped_network(const G& game) {
  std::string text(name_of<G>());
  if constexpr (HasParams<G>) {
    char before = '-';
    const auto usual = describe_fields(typename G::Params{});
    std::size_t i = 0;
    const auto add = [&]<class T>(std::string_view, const T& value, auto&&...) {
      const std::string printed = print_value(value);
      const bool is_usual = printed == usual[i++].value;
      if (!std::is_arithmetic_v<T> && is_usual) return;
      text += before + printed;
      before = 'x';
    };
    G::Params::fields(game.params(), add);
  }
  return text + ".bnet";
}
}  // namespace detail

template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent_of(PuctKind kind, const G& game, const PuctAgentParams& params,
                                                std::uint64_t seed) {
  if constexpr (NetPlayable<G>) {
    if (const std::string problem = misfit(game, params.search); !problem.empty())
      return Error{"puct: " + problem};
    const auto net = open_net({.file = params.net,
                               .shipped = detail::shipped_network(game),
                               .game = std::string(detail::name_of<G>()),
                               .encoding = game.encoding(),
                               .draws = params.search.draw != 0});
    if (!net) return Error{"puct: " + net.error().message};
    return make_tree_agent(kind.name, game, params, seed,
                           net_guide(game, *net, params.evaluation, params.puct));
  } else {
    return Error{"puct: no network can play this game; it needs two players without chance, and an encoding"};
  }
}

}  // namespace banyan
