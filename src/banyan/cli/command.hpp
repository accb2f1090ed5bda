// The interface of a subcommand. Each has its own file that defines one function declared below, and a line
// in the table in commands.cpp; nothing else knows them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

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
};

// Runs a subcommand whose options have been parsed; returns the exit code. An Error is a usage error: its
// message goes to standard error and the exit code is 2.
using Action = std::function<Result<int>()>;

struct Command {
  std::string name;
  std::string summary;
  std::string example;  // shown by --help: the arguments after the program's name, one line each
  // Declares the options on the subcommand and returns what to run once they are parsed.
  Action (*declare)(CLI::App& options, const Program& program);
};

// In the order in which --help shows them.
std::vector<Command> all_commands();

Command games_command();
Command show_command();
Command play_command();
Command analyze_command();
Command match_command();
Command perft_command();
Command bandit_command();
Command pi_command();
Command net_command();
Command train_command();
Command serve_command();
Command bench_command();

}  // namespace banyan::cli
