// Puts a compiled game behind the erased interfaces: GameOf<G> is an AnyGame. Including this compiles the
// search, so each game has its own translation unit (game_unit.cpp.in).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/agent/game_name.hpp>
#include <banyan/agent/make_agent.hpp>
#include <banyan/agent/self_play.hpp>
#include <banyan/agent/td_worker.hpp>
#include <banyan/game/perft.hpp>
#include <banyan/search/evaluate/playout.hpp>
#include <banyan/session/agent_of.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/session/compiled_once.hpp>
#include <banyan/session/explorer_of.hpp>
#include <banyan/session/position_of.hpp>

namespace banyan {

namespace detail {
// Converts `own_game` to "Own game".
inline std::string title_from_name(std::string name) {
  for (char& c : name)
    if (c == '_' || c == '-') c = ' ';
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

template <Game G>
std::vector<std::string> abilities_of() {
  std::vector<std::string> list;
  const auto add = [&](bool has, const char* name) {
    if (has) list.emplace_back(name);
  };
  add(HasChance<G>, "chance");
  add(HasStepRewards<G>, "step_rewards");
  add(HasHash<G>, "hash");
  add(HasPlayout<G>, "playout");
  add(HasPlayoutMoves<G>, "playout_moves");
  add(HasHeuristic<G>, "heuristic");
  add(HasSymmetries<G>, "symmetries");
  add(HasEncoding<G>, "encode");
  add(HasMilestones<G>, "milestones");
  add(HasScore<G>, "score");
  add(HasCells<G>, "cells");
  add(HasMoveText<G>, "move_text");
  add(HasCoordinates<G>, "coordinates");
  add(HasPositionText<G>, "position_text");
  add(HasPicture<G>, "picture");
  add(HasDecisiveMoves<G>, "decisive_moves");
  add(HasCandidates<G>, "candidates");
  add(HasForesight<G>, "foresight");
  add(HasSolver<G>, "solver");
  add(HasMoveCells<G>, "move_cells");
  add(HasDescription<G>, "describe");
  return list;
}

template <Game G>
GameInfo game_info(const G& game) {
  GameInfo info;
  info.name = info.spec = std::string(name_of<G>());
  info.players = player_count(game);
  info.chance = HasChance<G>;
  info.win_draw_loss = WinDrawLoss<G>;
  info.abilities = abilities_of<G>();
  if constexpr (HasEncoding<G>) info.encoding = game.encoding();
  info.ntuple = NTuplePlayable<G>;
  if constexpr (HasDescription<G>) info.description = game.describe();
  if (info.description.title.empty()) info.description.title = title_from_name(info.name);
  if constexpr (HasMaxMoves<G>) info.max_moves = game.max_moves();
  if constexpr (HasParams<G>) {
    info.parameters = describe_fields(game.params());
    info.spec = print_spec(info.name, game.params());
  }
  return info;
}
}  // namespace detail

template <Game G>
class GameOf final : public AnyGame {
 public:
  explicit GameOf(const G& game) : game_(game), info_(detail::game_info(game)) {}

  [[nodiscard]] const GameInfo& info() const override { return info_; }

  [[nodiscard]] std::unique_ptr<Position> start() const override {
    return std::make_unique<PositionOf<G>>(game_, game_.start());
  }

  [[nodiscard]] Result<std::unique_ptr<Position>> parse_position(std::string_view text) const override {
    if constexpr (HasPositionText<G>) {
      auto state = game_.parse_position(text);
      if (!state) return state.error();
      return std::unique_ptr<Position>(std::make_unique<PositionOf<G>>(game_, *state));
    } else {
      return Error{info_.name + " has no text for positions; give the moves that lead there"};
    }
  }

  [[nodiscard]] Result<std::unique_ptr<AnyAgent>> make_agent(const Spec& spec,
                                                             std::uint64_t seed) const override {
    auto agent = banyan::make_agent(game_, spec, seed);
    if (!agent) return agent.error();
    return std::unique_ptr<AnyAgent>(std::make_unique<AgentOf<G>>(game_, *std::move(agent)));
  }

  [[nodiscard]] Result<std::unique_ptr<AnyExplorer>> make_explorer(const Spec& spec, std::uint64_t seed,
                                                                   const Position& root) const override {
    return banyan::make_explorer(game_, spec, seed, state_of<G>(root));
  }

  [[nodiscard]] PerftCount perft(const Position& position, unsigned depth,
                                 const std::stop_token& stop) const override {
    const std::uint64_t leaves = banyan::perft(game_, state_of<G>(position), depth, stop);
    return {.leaves = leaves, .complete = !stop.stop_requested()};
  }

  [[nodiscard]] std::unique_ptr<SelfPlayer> make_self_player() const override {
    if constexpr (NetPlayable<G>) {
      return std::make_unique<SelfPlayerOf<G>>(game_);
    } else {
      return nullptr;
    }
  }

  [[nodiscard]] std::unique_ptr<TdPlayer> make_td_player(
      [[maybe_unused]] const TdStudent& student, [[maybe_unused]] std::uint64_t seed,
      [[maybe_unused]] std::uint64_t stream) const override {
    if constexpr (NTuplePlayable<G>) {
      return std::make_unique<TdPlayerOf<G>>(game_, student, seed, stream);
    } else {
      return nullptr;
    }
  }

  [[nodiscard]] double playouts(std::uint64_t games, std::uint64_t seed, Playout kind) const override {
    Random random(seed);
    double total = 0;
    for (std::uint64_t i = 0; i < games; ++i)
      total += random_playout(game_, game_.start(), random, no_limit, kind)[0];
    return total / static_cast<double>(games);
  }

  [[nodiscard]] std::uint64_t random_moves(std::uint64_t moves, std::uint64_t seed) const override {
    Random random(seed);
    std::uint64_t made = 0;
    while (made < moves) {
      if constexpr (HasCountedPlayout<G>) {
        game_.playout(game_.start(), random, made);
      } else {
        StateOf<G> state = game_.start();
        MoveBudget left(most_moves(game_), nullptr);
        for (RewardsOf<G> rewards{}; !game_.outcome(state) && left.take();) {
          made += game_.current_player(state) != chance_player ? 1 : 0;
          if (!random_step(game_, state, random, Playout::uniform, rewards)) return made;
        }
      }
    }
    return made;
  }

 private:
  G game_;
  GameInfo info_;
};

// Makes the game that a spec of this name describes.
template <Game G>
Result<std::shared_ptr<const AnyGame>> make_game(const Spec& spec) {
  if constexpr (HasParams<G>) {
    auto params = parse_params<typename G::Params>(spec);
    if (!params) return params.error();
    if (std::string problem = G::problem(*params); !problem.empty())
      return Error{detail::shorten(spec.name) + ": " + problem};
    return std::shared_ptr<const AnyGame>(std::make_shared<GameOf<G>>(G(*params)));
  } else {
    if (auto params = parse_params<NoParameters>(spec); !params) return params.error();
    return std::shared_ptr<const AnyGame>(std::make_shared<GameOf<G>>(G{}));
  }
}

template <Game G>
GameEntry game_entry() {
  return {std::string(detail::name_of<G>()), &make_game<G>};
}

}  // namespace banyan
