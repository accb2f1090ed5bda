#include <banyan/cli/command.hpp>

#include <algorithm>
#include <thread>

namespace banyan::cli {

std::uint32_t Program::processors() const {
  return ranks != nullptr ? ranks->processors() : std::max(1U, std::thread::hardware_concurrency());
}

std::vector<Command> all_commands() {
  return {games_command(),    show_command(),  play_command(),   analyze_command(), match_command(),
          openings_command(), perft_command(), bandit_command(), pi_command(),      net_command(),
          train_command(),    gtp_command(),   uci_command(),    gomocup_command(), nboard_command(),
          analysis_command(), serve_command(), bench_command(),  solve_command()};
}

Result<int> run_on_ranks(const Program& program, const std::string& command, OnRanks on_ranks,
                         const Action& action) {
  if (!program.has_helpers() || on_ranks == OnRanks::shared) return action();
  if (on_ranks == OnRanks::refused)
    return Error{"'" + command + "' is for one process, and mpirun or srun has started " +
                 std::to_string(program.ranks->size()) +
                 "; match, analyze, perft, bandit run and train share their work among several"};
  return program.is_first() ? action() : exit_done;
}

}  // namespace banyan::cli
