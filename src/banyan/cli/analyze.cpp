// `banyan analyze`: an agent evaluates a position; `banyan solve`: the agent `exact` does.
#include <memory>
#include <optional>
#include <stop_token>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/cluster/team.hpp>
#include <banyan/session/text.hpp>

namespace banyan::cli {

namespace {
struct AnalyzeOptions {
  PositionOptions position;
  std::string agent = "uct";
  std::uint32_t top = 20;
  cluster::TeamParams team{};
  bool json = false;
};

Result<void> check_can_be_analyzed(const Session& session) {
  if (session.over()) return Error{"the game is over: there is nothing to analyze"};
  if (session.at_chance())
    return Error{"chance is to move here: add its outcome to --moves, or let --chance sample draw it"};
  return {};
}

void report(AnalyzeOptions& options, const Session& session, const Analysis& analysis) {
  const std::uint64_t seed = options.position.seed.get();
  if (options.json) {
    Json document = json_document();
    document["seed"] = seed;
    document["game"] = options.position.game;
    document["agent"] = options.agent;
    add_analysis(document, analysis);
    out_json(document);
    return;
  }
  write_out(draw(session, style_of(stdout)));
  out("\n{}\n{} thinks, seed {}\n\n", status_line(session), options.agent, seed);
  write_out(analysis_table(analysis, options.top, style_of(stdout)));
}

// The agent's answer; with several ranks all of them search, and the first has it.
Analysis think(const Program& program, const AnalyzeOptions& options, const Session& session, AnyAgent& agent,
               const Interrupt& interrupt) {
  std::stop_source stop;
  const std::stop_callback pass_on(interrupt.token(), [&stop] { stop.request_stop(); });
  std::optional<cluster::SearchTeam> team;
  if (program.has_helpers()) team.emplace(*program.ranks, options.team, stop);
  Analysis analysis;
  {
    ProgressLine line;
    const auto show = [&line](const Analysis& so_far) {
      if (line.due()) line.show(progress_line(so_far));
    };
    AnyThinking thinking{.stop = stop.get_token(), .progress = {}, .peers = team ? &*team : nullptr};
    if (program.is_first()) thinking.progress = show;
    analysis = agent.analyze(session.position(), thinking);
  }
  if (team)
    for (const int rank : team->late())
      note("{} did not answer in time; what it found is missing", program.ranks->name_of(rank));
  return analysis;
}

Result<int> analyze(const Program& program, AnalyzeOptions& options) {
  const auto session = options.position.session(program);
  if (!session) return session.error();
  auto agent = agent_from_text(session->game(), options.agent, options.position.seed.get());
  if (!agent) return agent.error();
  if (const std::string& problem = session->position().problem(); !problem.empty()) {
    note("{}", problem);
    return exit_failed;
  }
  if (auto can = check_can_be_analyzed(*session); !can) return can.error();

  if (program.has_helpers())
    if (auto same = share_network(*program.ranks, options.agent); !same) return same.error();
  (*agent)->follow(*session);
  const Interrupt interrupt;
  const Analysis analysis = think(program, options, *session, **agent, interrupt);
  if (!program.is_first() && analysis.error.empty()) return interrupt.happened() ? exit_failed : exit_done;
  if (!analysis.error.empty()) {
    note("{}: {}", options.agent, analysis.error);
    return exit_failed;
  }
  if (analysis.resigns) {
    note("{} resigns here", options.agent);
    return exit_failed;
  }
  report(options, *session, analysis);
  return interrupt.happened() ? exit_failed : exit_done;
}
}  // namespace

Command analyze_command() {
  return {"analyze", "show what an agent thinks of a position",
          "analyze connect4 --moves \"4 4 4\" --agent uct:sims=10000\n"
          "analyze gomoku:width=9,height=9 --agent uct:time=2s --json",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<AnalyzeOptions>();
            options->position.declare(app);
            app.add_option("--agent", options->agent,
                           "who thinks, such as uct:sims=1e5 or uct:time=2s (default uct)")
                ->type_name("SPEC");
            add_value(app, "--top", options->top, at_least(1), "moves shown in the table (default 20)")
                ->type_name("N");
            add_value(
                app, "--sync", options->team.interval, between(1e-3, 10),
                "with several ranks: time from one exchange of the upper tree to the next (default 20ms)")
                ->type_name("TIME");
            add_value(app, "--sync-depth", options->team.depth, between(1, 100),
                      "the depth of what is exchanged (default 4)")
                ->type_name("N");
            add_json(app, options->json);
            return [options, &program] { return analyze(program, *options); };
          },
          OnRanks::shared};
}

Command solve_command() {
  return {"solve", "show what every move of a position is worth, exactly, in games that have a solver",
          "solve connect4 --moves \"5 3 1 5 4 4 3 4 4 2\"\n"
          "solve connect4 --json",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<AnalyzeOptions>();
            options->agent = "exact";
            options->position.declare(app);
            add_json(app, options->json);
            return [options, &program] { return analyze(program, *options); };
          }};
}

}  // namespace banyan::cli
