// `banyan bandit`: groups the bandit commands.
#include <banyan/cli/bandit/bandit.hpp>

#include <vector>

namespace banyan::cli {

Command bandit_command() {
  return {
      "bandit", "rules that choose among arms: experiments, matrix games, and one to play against",
      "bandit run --arms 0.9,0.8,0.5 --rule ucb1 --rule thompson --steps 1e5 --runs 1000\n"
      "bandit matrix rps --rule regret-matching --steps 1e6\nbandit play rps",
      [](CLI::App& app, const Program& program) -> Action {
        struct Part {
          CLI::App* options;
          Action action;
          OnRanks on_ranks;
        };
        std::vector<Part> parts;
        for (const Command& part : {bandit_run_command(), bandit_matrix_command(), bandit_play_command()}) {
          CLI::App* options = app.add_subcommand(part.name, part.summary);
          options->footer("Example:\n  " + program.name + " " + part.example);
          parts.push_back({options, part.declare(*options, program), part.on_ranks});
        }
        app.require_subcommand(1);
        return [parts, &program]() -> Result<int> {
          for (const Part& part : parts)
            if (part.options->parsed())
              return run_on_ranks(program, "bandit " + part.options->get_name(), part.on_ranks, part.action);
          return Error{"say run, matrix or play"};
        };
      },
      OnRanks::shared};
}

}  // namespace banyan::cli
