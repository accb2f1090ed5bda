#include <banyan/cli/play/menu.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/play/line_reader.hpp>
#include <banyan/cli/play/play.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

namespace {
struct Choice {
  std::string text;   // what is shown
  std::string value;  // what it stands for
};

// Asks until one of the choices is named by its number or its value; enter takes the first. Nothing when
// the person leaves.
std::optional<std::string> ask(LineReader& lines, std::string_view question,
                               const std::vector<Choice>& choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) out("  {:>2}  {}\n", i + 1, choices[i].text);
  while (true) {
    out("{} [1]: ", question);
    const auto line = lines.next();
    if (!line) return std::nullopt;
    const auto words = split_words(*line);
    if (words.empty()) return choices[0].value;
    if (words[0] == "quit" || words[0] == "q") return std::nullopt;
    if (const auto number =
            parse_value<std::size_t>(words[0], between(1, static_cast<double>(choices.size()))))
      return choices[*number - 1].value;
    for (const Choice& choice : choices)
      if (choice.value == words[0]) return choice.value;
    out("a number from 1 to {}, or quit\n", choices.size());
  }
}

std::vector<Choice> game_choices(const Program& program) {
  std::vector<Choice> choices;
  for (const GameEntry& entry : program.games.entries()) choices.push_back({entry.name, entry.name});
  return choices;
}

std::vector<Choice> opponent_choices() {
  return {{"uct, thinking a second a move", "uct:time=1s"},
          {"uct, thinking ten seconds a move", "uct:time=10s"},
          {"uct, with only 200 simulations: a beginner", "uct:sims=200"},
          {"random", "random"},
          {"a person beside you", std::string(human)}};
}

std::vector<Choice> seat_choices(int players) {
  std::vector<Choice> choices;
  for (int seat = 0; seat < players; ++seat)
    choices.push_back(
        {seat == 0 ? "you begin" : fmt::format("you are player {}", seat), std::to_string(seat)});
  return choices;
}

std::optional<PlayOptions> ask_all(const Program& program, const Interrupt& interrupt) {
  LineReader lines(interrupt);
  PlayOptions options;
  const auto game = program.games.entries().size() == 1 ? std::optional(program.games.entries()[0].name)
                                                        : ask(lines, "Which game", game_choices(program));
  if (!game) return std::nullopt;
  options.position.game = *game;
  const auto made = program.games.make(*game);
  const int players = made ? (*made)->info().players : 1;
  if (players == 1) return options;
  const auto opponent = ask(lines, "Against whom", opponent_choices());
  if (!opponent) return std::nullopt;
  const auto seat =
      *opponent == human ? std::optional<std::string>("0") : ask(lines, "Who begins", seat_choices(players));
  if (!seat) return std::nullopt;
  options.seats.assign(static_cast<std::size_t>(players), *opponent);
  options.seats[static_cast<std::size_t>(*parse_value<int>(*seat))] = human;
  return options;
}
}  // namespace

int choose_and_play(const Program& program) {
  out("Banyan: Monte Carlo tree search. {} --help lists the commands.\n\n", program.name);
  std::optional<PlayOptions> options;
  {
    const Interrupt interrupt;  // a game has its own
    options = ask_all(program, interrupt);
    if (!options) {
      out("\n");
      return interrupt.happened() ? exit_failed : exit_done;
    }
  }
  const auto code = play(program, *options);
  if (code) return *code;
  note("{}", code.error().message);
  return exit_failed;
}

}  // namespace banyan::cli
