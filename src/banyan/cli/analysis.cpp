// `banyan analysis`: questions as lines of JSON, answered by a pool.
#include <thread>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/protocol.hpp>
#include <banyan/protocol/analysis.hpp>

namespace banyan::cli {

namespace {
struct AnalysisOptions {
  ProtocolOptions common;
  std::optional<std::uint32_t> jobs;
};

Result<int> answer_questions(const Program& program, AnalysisOptions& options) {
  // Without --game each question names one.
  const std::string game = options.common.game_for(program, "analysis");
  if (!game.empty()) {
    const auto made = program.games.make(game);
    if (!made) return made.error();
    if (const auto agent = agent_from_text(**made, options.common.agent, 0); !agent) return agent.error();
  }
  return speak([&](protocol::Protocol::Write write) -> Result<std::unique_ptr<protocol::Protocol>> {
    return std::unique_ptr<protocol::Protocol>(std::make_unique<protocol::JsonAnalysis>(
        protocol::AnalysisSetup{
            .games = program.games,
            .game = game,
            .agent = options.common.agent,
            .seed = options.common.seed.get(),
            .threads = options.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()))},
        std::move(write)));
  });
}
}  // namespace

Command analysis_command() {
  return {"analysis", "answer questions about positions, a line of JSON each",
          "analysis --game connect4 --agent uct:sims=10000",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<AnalysisOptions>();
            options->common.declare(app);
            add_value(app, "--jobs", options->jobs, between(1, 1024),
                      "questions answered at once (default: the processors)")
                ->type_name("N");
            return [options, &program] { return answer_questions(program, *options); };
          },
          OnRanks::refused};
}

}  // namespace banyan::cli
