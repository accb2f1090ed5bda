#include <banyan/cli/program.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/play/menu.hpp>
#include <banyan/cli/serve.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/cluster/start.hpp>
#include <banyan/core/data_file.hpp>
#include <banyan/learn/net/trainer_program.hpp>
#include <banyan/nn/kernels.hpp>
#include <banyan/serve/server.hpp>

#ifndef BANYAN_VERSION
#error "the build defines BANYAN_VERSION"
#endif

namespace banyan {

namespace cli {
namespace {

// Prints one or two lines, however long the arguments were.
int complain(const std::string& program, const std::string& message, const std::string& command) {
  constexpr std::size_t longest = 600;
  note("{}: {}\ntry {}{} --help", program, detail::cut(message, longest), program,
       command.empty() ? "" : " " + command);
  return exit_wrong_words;
}

int complain(const std::string& program, const Error& error, const std::string& command) {
  if (!error.of_system) return complain(program, error.message, command);
  note("{}: {}", program, error.message);
  return exit_failed;
}

int show_version(bool json) {
  if (json) {
    Json document = json_document();
    document["program"] = BANYAN_VERSION;
    out_json(document);
  } else {
    out("banyan {}\n", BANYAN_VERSION);
  }
  return exit_done;
}

std::string example_text(const std::string& program, const std::string& example) {
  std::string text = "Example:\n  " + program + " ";
  for (const char c : example) text += c == '\n' ? "\n  " + program + " " : std::string(1, c);
  return text;
}

class Reader {
 public:
  explicit Reader(Program program)
      : program_(std::move(program)), app_("Monte Carlo tree search", program_.name) {
    app_.set_help_flag("-h,--help", "show this help");
    app_.add_flag("--version", version_, "show the version");
    app_.add_flag("--json", json_, "with --version: as a JSON document");
    app_.footer("Without arguments: the page, to play, to watch and to look inside.\n" + program_.name +
                " COMMAND --help shows the options of a command and an example.");
    for (const Command& command : all_commands()) {
      CLI::App* options = app_.add_subcommand(command.name, command.summary);
      options->footer(example_text(program_.name, command.example));
      subcommands_.push_back({options, command.declare(*options, program_), command.on_ranks});
    }
    app_.require_subcommand(0, 1);
  }

  int run(std::vector<std::string> words) {
    if (words.empty()) return start_without_words();
    put_in_only_game(words);
    if (!words.front().starts_with('-') && !is_command(words.front()))
      return complain(program_.name, unknown_command(words.front()), "");
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
      app_.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
      write_out(app_.help());
      return exit_done;
    } catch (const CLI::RequiredError& error) {
      return complain(program_.name, error.what() + subcommand_names(), chosen());
    } catch (const CLI::ExtrasError&) {
      return complain(program_.name, unexpected_words(), chosen());
    } catch (const CLI::ParseError& error) {
      return complain(program_.name, error.what(), chosen());
    }
    if (const std::string empty = empty_option(); !empty.empty())
      return complain(program_.name,
                      "the value of " + empty + " is empty; give a name or a value, or leave it out",
                      chosen());
    if (version_) return show_version(json_);
    if (json_) return complain(program_.name, "--json comes after the command", "");
    for (const Subcommand& command : subcommands_) {
      if (!command.options->parsed()) continue;
      const auto code = run_on_ranks(program_, command.options->get_name(), command.on_ranks, command.action);
      return code ? *code : complain(program_.name, code.error(), chosen());
    }
    return complain(program_.name, "a command is missing", "");
  }

 private:
  struct Subcommand {
    CLI::App* options;
    Action action;
    OnRanks on_ranks;
  };

  int start_without_words() {
    if (program_.has_helpers())
      return complain(program_.name, "say which command the ranks are to share", "");
    if (serve::Server::has_page()) return serve_page(program_);
    if (is_terminal(stdin) && is_terminal(stdout)) return choose_and_play(program_);
    write_out(app_.help());
    return exit_done;
  }

  // In programs with a single game, `mygame show` means `mygame show NAME`.
  void put_in_only_game(std::vector<std::string>& words) const {
    if (program_.games.entries().size() != 1) return;
    const std::string& name = program_.games.entries().front().name;
    const bool takes_game =
        std::any_of(subcommands_.begin(), subcommands_.end(), [&](const Subcommand& command) {
          return command.options->get_name() == words[0] &&
                 command.options->get_option_no_throw("GAME") != nullptr;
        });
    const bool named = words.size() > 1 && (words[1] == name || words[1].starts_with(name + ":"));
    if (takes_game && !named) words.insert(words.begin() + 1, name);
  }

  [[nodiscard]] bool is_command(const std::string& word) const {
    return std::any_of(subcommands_.begin(), subcommands_.end(),
                       [&](const Subcommand& command) { return command.options->get_name() == word; });
  }

  [[nodiscard]] std::string unknown_command(const std::string& word) const {
    std::string known;
    for (const Subcommand& command : subcommands_) known += " " + command.options->get_name();
    return "unknown command '" + detail::shorten(word) + "'; there are:" + known;
  }

  // The subcommands of a command that needs one.
  [[nodiscard]] std::string subcommand_names() const {
    std::string names;
    for (const CLI::App* command : app_.get_subcommands())
      for (const CLI::App* word : command->get_subcommands([](const CLI::App*) { return true; }))
        names += " " + word->get_name();
    return names.empty() ? "" : "; there are:" + names;
  }

  // The innermost subcommand that was parsed.
  [[nodiscard]] const CLI::App& chosen_command() const {
    const CLI::App* command = &app_;
    for (auto parsed = command->get_subcommands(); !parsed.empty(); parsed = command->get_subcommands())
      command = parsed.front();
    return *command;
  }

  // An option that was given an empty value, which must not be taken for an option left out. Only a list of
  // moves may be empty.
  [[nodiscard]] std::string empty_option() const {
    for (const CLI::Option* option : chosen_command().get_options())
      for (const std::string& value : option->results())
        if (value.empty() && option->get_name() != "--moves") return option->get_name();
    return {};
  }

  // The unexpected arguments, and the allowed ones.
  [[nodiscard]] std::string unexpected_words() const {
    std::string text = "not expected here:";
    for (const std::string& word : app_.remaining(true)) text += " '" + detail::shorten(word) + "'";
    std::string known;
    for (const CLI::Option* option : chosen_command().get_options()) known += " " + option->get_name();
    return known.empty() ? text : text + "; there are:" + known;
  }

  // The subcommand as typed before --help.
  [[nodiscard]] std::string chosen() const {
    std::string words;
    for (const CLI::App* command = &chosen_command(); command->get_parent() != nullptr;
         command = command->get_parent())
      words = command->get_name() + (words.empty() ? "" : " ") + words;
    return words;
  }

  Program program_;
  CLI::App app_;
  bool version_ = false;
  bool json_ = false;
  std::vector<Subcommand> subcommands_;
};

// Opens closed standard streams on /dev/null, so that no file or pipe of ours gets their numbers and is read
// or written instead: input ends at once, and output can't be written.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    if (open("/dev/null", O_RDONLY) >= 0) continue;
    [[maybe_unused]] const int folder = open("/", O_RDONLY);  // if there is no /dev/null
  }
}

void prepare_process() {
  open_standard_streams();
  // Turns signals that would end the program into failed writes: a closed pipe, and a file that becomes
  // longer than `ulimit -f` allows.
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

// Uses what is installed with the library: the trainer and the shipped networks.
void use_installed(const std::filesystem::path& prefix) {
  if (prefix.empty()) return;
  add_trainer_folder((prefix / "bin").lexically_normal());
  add_data_folder((prefix / "share" / "banyan").lexically_normal());
  cluster::add_library_folder((prefix / "lib").lexically_normal());
}

// A name that two games share, so that the second could not be selected; empty if all differ.
std::string name_given_twice(const GameList& games) {
  std::set<std::string> names;
  for (const GameEntry& entry : games.entries())
    if (!names.insert(entry.name).second) return entry.name;
  return {};
}

int run_guarded(const GameList& games, const std::string& name, std::vector<std::string> words,
                cluster::Ranks* ranks) {
  if (const std::string twice = name_given_twice(games); !twice.empty()) {
    note(
        "{}: two games of this program are called '{}'; give each a name of its own: "
        "static constexpr std::string_view name = \"…\";",
        name, twice);
    return exit_failed;
  }
  try {
    return Reader({name, games, BANYAN_VERSION, ranks}).run(std::move(words));
  } catch (const std::bad_alloc&) {
    note("{}: out of memory", name);
  } catch (const std::exception& error) {
    note("{}: {}", name, error.what());
  }
  return exit_failed;
}

// The exit code with what went wrong in writing.
int code_after_output(const std::string& name, int code) {
  const int problem = output_problem();
  if (problem == 0) return code;
  // A closed pipe needs no message; a full disk does.
  if (problem != EPIPE) note("{}: writing to standard output: {}", name, std::strerror(problem));
  return code == exit_done ? exit_failed : code;
}

// Open MPI leaves its ranks a while between SIGTERM and SIGKILL, but no longer than until the first of them
// ends: so the others on the host of rank 0 wait until that has reported and ended. The alarm of
// end_soon_after_interrupt() ends whoever waits too long.
void let_first_rank_report(const cluster::Ranks& ranks) {
  constexpr auto pause = std::chrono::milliseconds(10);
  const auto& places = ranks.places();
  const cluster::RankPlace& first = places.front();
  if (ranks.is_first() || first.host != places[static_cast<std::size_t>(ranks.rank())].host) return;
  while (first.process > 0 && kill(first.process, 0) == 0) std::this_thread::sleep_for(pause);
}

// A job that is being ended: its ranks are killed one after the other, and none gets an answer from another.
[[noreturn]] void leave_job(const std::string& name, cluster::Ranks& ranks, int code) {
  for (const int rank : ranks.missing())
    note("{}: {} has ended; run the same command again to resume", name, ranks.name_of(rank));
  std::fflush(nullptr);
  let_first_rank_report(ranks);
  ranks.abandon();
  _exit(code == exit_done ? exit_failed : code);
}

// What a muted rank had to say at last, for the first rank to tell.
std::string failure_of(const std::string& name) {
  std::string line = muted_reason();
  if (line.starts_with(name + ": ")) line.erase(0, name.size() + 2);
  return line;
}

// The program as one of the processes that mpirun or srun has started.
int run_as_rank(const GameList& games, const std::string& name, const std::vector<std::string>& words) {
  constexpr unsigned seconds_to_end = 4;
  end_soon_after_interrupt(seconds_to_end);
  std::signal(SIGUSR1, SIG_IGN);  // goes to all ranks, and the first tells the others
  setenv("NO_COLOR", "1", 1);     // Open MPI gives ranks a terminal wherever its own output goes
  std::unique_ptr<cluster::Ranks> ranks;
  int code = exit_done;
  try {
    auto start = cluster::start_ranks(BANYAN_VERSION, fresh_seed());
    if (!start) {
      note("{}: {}", name, start.error().message);
      return exit_failed;
    }
    ranks = std::move(start->ranks);
    if (ranks == nullptr) return code_after_output(name, run_guarded(games, name, words, nullptr));
    use_fresh_seed(start->fresh_seed);
    if (ranks->is_first()) {
      stop_on_user_signal();
    } else {
      mute_output();
    }
    code = code_after_output(name, run_guarded(games, name, words, ranks.get()));
  } catch (const cluster::CommandIsOver&) {
    if (ranks == nullptr) return exit_done;
  }
  if (was_interrupted() && ranks->several()) leave_job(name, *ranks, code);
  std::string failure;
  if (code != exit_done && !ranks->is_first()) failure = failure_of(name);
  ranks->finish(code, failure);
  return ranks->is_first() ? code : exit_done;
}

}  // namespace
}  // namespace cli

int run_program(const GameList& games, int argc, const char* const* argv, std::string_view prefix) {
  cli::prepare_process();
  cli::use_installed(prefix);
  use_fast_kernels();
  const std::string name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "banyan";
  const std::vector<std::string> words =
      argc > 1 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string>{};
  if (cluster::is_started_as_rank()) return cli::run_as_rank(games, name, words);
  return cli::code_after_output(name, cli::run_guarded(games, name, words, nullptr));
}

}  // namespace banyan
