// The interface of a subcommand. Each has its own file that defines one function declared below, and a line
// in the table in commands.cpp; nothing else knows them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <banyan/cluster/ranks.hpp>
#include <banyan/core/result.hpp>
#include <banyan/session/game_list.hpp>

namespace banyan::cli {

// Exit codes: success; failed or interrupted; usage error.
inline constexpr int exit_done = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_wrong_words = 2;

// The context that every subcommand gets.
struct Program {
  std::string name;
  GameList games;
  std::string version{};
  // The processes of this command, where mpirun or srun has started it; else null.
  cluster::Ranks* ranks = nullptr;

  // Whether this process is to read and write files and to print. All but one rank only help.
  [[nodiscard]] bool is_first() const { return ranks == nullptr || ranks->is_first(); }
  // Processors for this process.
  [[nodiscard]] std::uint32_t processors() const;
  [[nodiscard]] bool has_helpers() const { return ranks != nullptr && ranks->several(); }
};

// Runs a subcommand whose options have been parsed; returns the exit code. An Error is a usage error, unless
// it is of the system: its message goes to standard error and the exit code is 2, or else 1.
using Action = std::function<Result<int>()>;

// How a command runs on several ranks: they share its work; the first does it alone; or it is refused.
enum class OnRanks { shared, first, refused };

struct Command {
  std::string name;
  std::string summary;
  std::string example;  // shown by --help: the arguments after the program's name, one line each
  // Declares the options on the subcommand and returns what to run once they are parsed.
  Action (*declare)(CLI::App& options, const Program& program);
  OnRanks on_ranks = OnRanks::first;
};

// Runs the action, or this rank's part of it.
Result<int> run_on_ranks(const Program& program, const std::string& command, OnRanks on_ranks,
                         const Action& action);

// In the order in which --help shows them.
std::vector<Command> all_commands();

Command games_command();
Command show_command();
Command play_command();
Command analyze_command();
Command solve_command();
Command match_command();
Command openings_command();
Command perft_command();
Command bandit_command();
Command pi_command();
Command net_command();
Command train_command();
Command gtp_command();
Command uci_command();
Command gomocup_command();
Command nboard_command();
Command analysis_command();
Command serve_command();
Command bench_command();

}  // namespace banyan::cli
