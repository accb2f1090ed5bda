// The agent `puct`: a tree search that a network guides (Silver et al., "A general reinforcement learning
// algorithm that masters chess, shogi, and Go through self-play", 2018).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/agent/tree_agent.hpp>
#include <banyan/core/data_file.hpp>
#include <banyan/core/value.hpp>
#include <banyan/nn/bnet.hpp>
#include <banyan/nn/net_evaluator.hpp>
#include <banyan/nn/overflow.hpp>

namespace banyan {

namespace detail {
template <Game G>
std::string_view name_of() {
  if constexpr (requires { std::string_view(G::name); }) {
    return G::name;
  } else {
    return "game";
  }
}

// What the network that ships for a game is called: the game's name and its parameters, as gomoku-6x6x4.bnet.
template <Game G>
std::string shipped_network(const G& game) {
  std::string text(name_of<G>());
  if constexpr (HasParams<G>) {
    char before = '-';
    const auto add = [&](std::string_view, const auto& value, auto&&...) {
      text += before + print_value(value);
      before = 'x';
    };
    G::Params::fields(game.params(), add);
  }
  return text + ".bnet";
}

inline std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "nothing" : text;
}
}  // namespace detail

struct PuctAgentParams : TreeAgentParams {
  std::string net;
  PuctParams puct{};
  NetParams evaluation{};

  static std::string problem(const PuctAgentParams& params) {
    if (params.puct.gumbel > 0 && (!params.limits.sims || params.search.threads > 1))
      return "gumbel shares out simulations: it goes with sims, and with one thread";
    if (params.puct.leaves > 1 && params.search.transpositions)
      return "leaves=1 goes with transpositions=true, which asks about one position at a time";
    return problem_without_playouts(params);
  }

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("net", self.net, anything(),
          "the network's file, a .bnet; by default the one that ships for this game and board");
    budget_fields(self, visit);
    PuctParams::fields(self.puct, visit);
    NetParams::fields(self.evaluation, visit);
    SearchParams::tree_fields(self.search, visit);
    game_fields(self, visit);
  }
};

struct PuctKind {
  static constexpr std::string_view name = "puct";
  static constexpr std::string_view help = "Monte Carlo tree search guided by a network";
  using Params = PuctAgentParams;

  template <Game G>
  static Result<std::unique_ptr<Agent<G>>> make(const G& game, const PuctAgentParams& params,
                                                std::uint64_t seed) {
    if constexpr (NetPlayable<G>) {
      if (const std::string problem = misfit(game, params.search); !problem.empty())
        return Error{"puct: " + problem};
      const auto file =
          params.net.empty() ? find_data_file(detail::shipped_network(game)) : std::optional(params.net);
      if (!file)
        return Error{
            "puct: say which network, as puct:net=FILE; none ships for this game and board. What ships: " +
            detail::joined(list_data_files(".bnet"))};
      const auto network = read_bnet(*file);
      if (!network) return Error{"puct: " + network.error().message};
      if (const std::string problem = misfit(*network, detail::name_of<G>(), game.encoding());
          !problem.empty())
        return Error{"puct: network '" + detail::shorten(*file) + "': " + problem};
      if (params.search.draw != 0 && network->shape.values < 2)
        return Error{"puct: network '" + detail::shorten(*file) +
                     "': it can't tell how likely a draw is, which draw needs; one that is trained now can"};
      const auto prepared = std::make_shared<const PreparedNetwork>(*network);
      if (const std::string problem = overflow_problem(prepared); !problem.empty())
        return Error{"puct: network '" + detail::shorten(*file) + "': " + problem};
      return make_tree_agent(name, game, params, seed,
                             net_guide(game, prepared, params.evaluation, params.puct));
    } else {
      return Error{
          "puct: no network can play this game; it needs two players without chance, and an encoding"};
    }
  }
};

}  // namespace banyan
