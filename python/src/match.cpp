// Matches between agents, and many searches at once.
#include <atomic>
#include <optional>

#include <banyan/agent/self_player.hpp>
#include <banyan/arena/match.hpp>
#include <banyan/arena/report.hpp>
#include <banyan/arena/tally.hpp>
#include <banyan/core/parallel.hpp>
#include <banyan/session/json.hpp>

#include "analyses.hpp"
#include "bound_game.hpp"
#include "evaluator.hpp"
#include "gil.hpp"
#include "running.hpp"
#include "sample_rows.hpp"
#include "support.hpp"

namespace banyan::python {

namespace {
struct MatchRequest {
  std::vector<std::string> agents;
  std::uint64_t games;
  std::uint32_t opening;
  std::uint64_t seed;
  std::uint32_t jobs;
};

MatchSettings settings_of(const BoundGame& game, const MatchRequest& request) {
  const std::size_t fewest = game.game->info().players == 1 ? 1 : 2;
  if (request.agents.size() < fewest)
    throw py::value_error("a match of " + game.game->info().name + " takes at least " +
                          std::to_string(fewest) + " agents");
  MatchSettings settings{.game = game.game, .agents = {}, .schedule = {}, .jobs = request.jobs};
  for (const std::string& agent : request.agents) settings.agents.push_back(agent_spec(game, agent));
  settings.schedule.agents = settings.agents.size();
  settings.schedule.games = request.games;
  settings.schedule.opening = request.opening;
  settings.schedule.seed = request.seed;
  if (game.is_own()) settings.jobs = 1;  // its functions run one at a time anyway
  return settings;
}

// The document of `banyan match --json` without its results, and these in pieces, a line each. An error of an
// agent or the game is a ValueError.
py::tuple run(const BoundGame& game, const MatchRequest& request, const py::object& progress) {
  MatchSettings settings = settings_of(game, request);
  NamedEvaluators evaluators(game, settings.agents);
  Tally tally(settings.agents.size(), game.game->info().players);
  ResultLines results;
  std::atomic<std::size_t> done{0};
  std::atomic<std::size_t> all{0};
  const MatchListener listener{.game =
                                   [&](const PlayedGame& played) {
                                     tally.add(played);
                                     results.add(played);
                                   },
                               .progress =
                                   [&](std::size_t so_far, std::size_t of) {
                                     done = so_far;
                                     all = of;
                                   }};
  std::optional<Result<MatchResult>> result;
  Json document = json_document();
  std::size_t told = 0;
  run_released(
      [&](const std::stop_token& stop) {
        result.emplace(run_match(settings, stop, listener));
        document["seed"] = request.seed;
        document["game"] = game.game->info().spec;
        add_match(document, settings, request.agents, tally.finish(stop));
      },
      [&] {
        if (progress.is_none() || done == told) return;
        told = done;
        call(progress, py::int_(told), py::int_(all.load()));
      });
  if (const MatchResult played = unwrap(*result); !played.error.empty()) {
    evaluators.rethrow();
    throw py::value_error(played.error);
  }
  py::list lines;
  Pauses pauses;
  for (const std::string& piece : results.pieces()) {
    lines.append(piece);
    pauses();
  }
  return py::make_tuple(print_json_line(document), lines);
}

// Searches of several positions at once, each with an agent of its own and a seed that follows from its
// place.
py::list search_many(const BoundGame& game, const std::vector<const BoundPosition*>& positions,
                     const std::string& text, std::uint64_t seed, std::size_t jobs) {
  Spec spec = agent_spec(game, text);
  NamedEvaluators evaluators(game, {&spec, 1});
  std::vector<std::unique_ptr<AnyAgent>> agents;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    check_can_be_searched(*positions[i]);
    agents.push_back(unwrap(without_gil(game, [&] { return game.game->make_agent(spec, seed + i); })));
  }
  std::vector<Analysis> results(positions.size());
  run_on(game, [&](const std::stop_token& stop) {
    parallel_for(positions.size(), game.is_own() ? 1 : jobs, stop, [&](std::size_t i) {
      results[i] = agents[i]->analyze(*positions[i]->position, {.stop = stop, .progress = {}});
      agents[i].reset();  // with its tree
    });
  });
  evaluators.rethrow();
  py::list list;
  Pauses pauses;
  for (const Analysis& result : results) {
    list.append(dict_of(result));
    pauses();
  }
  return list;
}

// Games of self-play, as training plays them: planes, shares of visits, weights and values of all positions.
// A stop request is heard where the evaluator is asked.
py::dict self_play(const BoundGame& game, const BoundEvaluator& evaluator, std::uint64_t games,
                   const std::string& settings, std::uint64_t seed, std::size_t jobs) {
  const auto player = game.game->make_self_player();
  if (!player) throw py::value_error(game.game->info().name + " can't be played by a network");
  const auto params = unwrap(parse_params<SelfPlayParams>(unwrap(parse_spec(settings))));
  const auto asker = std::make_shared<Asker>();
  const SharedNet network = evaluator.net_of(asker);
  const Encoding encoding = evaluator.batches().encoding();
  const SampleShape shape = sample_shape(encoding);
  std::vector<SelfPlayedGame> played(games);
  SampleRows rows;
  run_released([&](const std::stop_token& stop) {
    asker->begin(stop);
    parallel_for(games, jobs, stop, [&](std::size_t i) {
      played[i] = player->play({.network = network, .params = params, .seed = seed, .number = i});
    });
    for (SelfPlayedGame& each : played) {
      rows.add(shape, each.samples);
      each.samples = {};
    }
  });
  asker->rethrow();
  py::list records;
  Pauses pauses;
  for (const SelfPlayedGame& each : played) {
    if (!each.error.empty()) throw py::value_error(each.error);
    records.append(py::make_tuple(each.moves, each.outcome));
    pauses();
  }
  py::dict all = std::move(rows).arrays(encoding);
  all["games"] = records;
  return all;
}
}  // namespace

void bind_match(py::module_& module) {
  module.def("search_many", &search_many);
  module.def("self_play", &self_play);
  module.def("match",
             [](const BoundGame& game, const std::vector<std::string>& agents, std::uint64_t games,
                std::uint32_t opening, std::uint64_t seed, std::uint32_t jobs, const py::object& progress) {
               return run(game, {agents, games, opening, seed, jobs}, progress);
             });
}

}  // namespace banyan::python
