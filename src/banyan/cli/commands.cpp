#include <banyan/cli/command.hpp>

namespace banyan::cli {

std::vector<Command> all_commands() {
  return {games_command(), show_command(),  play_command(),   analyze_command(),
          match_command(), perft_command(), bandit_command(), pi_command(),
          net_command(),   train_command(), serve_command(),  bench_command()};
}

}  // namespace banyan::cli
