// `banyan match`: agents play each other, and the results are summed up.
#include <algorithm>
#include <memory>
#include <thread>

#include <banyan/arena/match.hpp>
#include <banyan/arena/report.hpp>
#include <banyan/arena/tally.hpp>
#include <banyan/cli/agents.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>

namespace banyan::cli {

namespace {
struct MatchOptions {
  std::string game;
  std::vector<std::string> agents;
  std::uint64_t games = 100;
  std::uint32_t opening = 0;
  std::optional<std::uint32_t> jobs;
  SeedOption seed;
  bool json = false;
};

// As many parallel games as there are processors, divided by the largest number of threads of an agent.
std::uint32_t default_jobs(const std::vector<Spec>& agents) {
  std::uint32_t threads = 1;
  for (const Spec& agent : agents)
    for (const auto& [key, value] : agent.values)
      if (const auto count = parse_value<std::uint32_t>(value, at_least(1)); key == "threads" && count)
        threads = std::max(threads, *count);
  return std::max(1U, std::thread::hardware_concurrency() / threads);
}

Result<MatchSettings> settings_of(const Program& program, MatchOptions& options) {
  auto game = program.games.make(options.game);
  if (!game) return game.error();
  MatchSettings settings{.game = *game, .agents = {}, .schedule = {}, .jobs = 1};
  for (const std::string& text : options.agents) {
    if (const auto agent = agent_from_text(**game, text, 0); !agent) return agent.error();
    settings.agents.push_back(*parse_spec(text));
  }
  const std::size_t fewest = (*game)->info().players == 1 ? 1 : 2;
  if (settings.agents.size() < fewest)
    return Error{fmt::format("{} takes at least {} agent{}, such as {}", options.game, fewest,
                             fewest == 1 ? "" : "s", fewest == 1 ? "uct:sims=1000" : "uct:sims=1000 random")};
  settings.schedule = {.agents = settings.agents.size(),
                       .games = options.games,
                       .opening = options.opening,
                       .seed = options.seed.get()};
  settings.jobs = options.jobs.value_or(default_jobs(settings.agents));
  return settings;
}

std::string time_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// What is kept of the games: their totals, and the records if they will be printed.
struct Kept {
  Tally tally;
  ResultLines results{};
};

Result<MatchResult> play_games(const MatchOptions& options, const MatchSettings& settings,
                               const Interrupt& interrupt, Kept& kept) {
  ProgressLine line;
  const Stopwatch watch;
  return run_match(settings, interrupt.token(),
                   {.game =
                        [&](const PlayedGame& game) {
                          kept.tally.add(game);
                          if (options.json) kept.results.add(game);
                        },
                    .progress =
                        [&](std::size_t done, std::size_t all) {
                          if (!line.due() || done == all) return;
                          const double left =
                              watch.seconds() * static_cast<double>(all - done) / static_cast<double>(done);
                          line.show(fmt::format("{} of {} games, {} left", done, all, time_text(left)));
                        }});
}

void report(const MatchOptions& options, const MatchSettings& settings, const MatchTally& totals,
            const ResultLines& results, bool interrupted) {
  if (options.json) {
    Json document = json_document();
    document["seed"] = settings.schedule.seed;
    document["game"] = options.game;
    add_match(document, settings, options.agents, totals);
    write_match(document, results, interrupted, write_out);
  } else {
    out("{}: {} games of each pairing, {} of {} distinct, seed {}\n", options.game, options.games,
        totals.distinct, totals.games, settings.schedule.seed);
    write_out(match_table(settings, options.agents, totals, style_of(stdout)));
  }
  if (2 * totals.distinct < totals.games)
    note("warning: only {} of {} games are distinct; --opening N begins each with N random moves",
         totals.distinct, totals.games);
}

Result<int> match(const Program& program, MatchOptions& options) {
  const auto settings = settings_of(program, options);
  if (!settings) return settings.error();
  const Interrupt interrupt;
  Kept kept{.tally = Tally(settings->agents.size(), settings->game->info().players)};
  const auto result = play_games(options, *settings, interrupt, kept);
  if (!result) return result.error();
  if (!result->error.empty()) {
    note("the match failed: {}", result->error);
    return exit_failed;
  }
  // Ctrl-C during the games ends them, and the ratings are computed from the finished ones; a later one ends
  // that computation.
  const MatchTally totals = kept.tally.finish(result->complete() ? interrupt.token() : std::stop_token());
  report(options, *settings, totals, kept.results, !result->complete() || totals.stopped);
  if (!result->complete()) note("interrupted after {} of {} games", result->games, result->scheduled);
  if (totals.stopped) note("interrupted: intervals of Elo are missing");
  return result->complete() && !totals.stopped ? exit_done : exit_failed;
}
}  // namespace

Command match_command() {
  return {"match", "let agents play each other and add up the results",
          "match tictactoe uct:sims=20000 random --games 200\n"
          "match connect4 uct:sims=1000 uct:sims=1000,c=0.7 --games 400 --opening 4 --json",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<MatchOptions>();
            app.add_option("GAME", options->game, "a game such as connect4")->required()->type_name("");
            app.add_option("AGENTS", options->agents,
                           "specs such as uct:sims=1000 random; more than seats: round robin")
                ->required()
                ->type_name("");
            add_value(app, "--games", options->games, between(1, 1e7), "games of each pairing (default 100)")
                ->type_name("N");
            add_value(app, "--opening", options->opening, between(0, 1000),
                      "random moves before the agents take over; each opening is played from every seat")
                ->type_name("N");
            add_value(app, "--jobs", options->jobs, between(1, 1024),
                      "games played at once (default: the processors, shared among an agent's threads)")
                ->type_name("N");
            options->seed.declare(app);
            add_json(app, options->json);
            return [options, &program] { return match(program, *options); };
          }};
}

}  // namespace banyan::cli
