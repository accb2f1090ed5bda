#include <banyan/cli/play/menu.hpp>

#include <optional>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/play/line_reader.hpp>
#include <banyan/cli/play/play.hpp>
#include <banyan/core/random.hpp>
#include <banyan/session/opponents.hpp>
#include <banyan/session/text.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

namespace {
struct Choice {
  std::string text;   // as shown
  std::string value;  // its meaning
};

// Asks until one of the choices is given by number or value; enter selects the first. Returns nothing if the
// person quits.
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
  for (const GameEntry& entry : program.games.entries()) {
    const auto game = entry.make({entry.name, {}});
    choices.push_back({game ? (*game)->info().description.title : entry.name, entry.name});
  }
  return choices;
}

std::vector<Choice> variant_choices(const GameInfo& info) {
  std::vector<Choice> choices;
  for (const auto& variant : info.description.variants) {
    std::string parameters = variant.parameters;
    if (!variant.drawn.empty()) {
      Random random(std::random_device{}());
      parameters +=
          fmt::format(",{}={}", variant.drawn, random.below(static_cast<unsigned>(variant.choices)));
    }
    choices.push_back({variant.title, parameters.empty() ? info.name : info.name + ":" + parameters});
  }
  return choices;
}

// The strongest level first, because it is the default.
std::vector<Choice> opponent_choices(const AnyGame& game) {
  std::vector<Choice> choices;
  for (const auto& levels : {network_levels_of(game), levels_of(game)})
    for (auto level = levels.rbegin(); level != levels.rend(); ++level)
      choices.push_back({level->title + " (" + level->agent + ")", level->agent});
  choices.push_back({"Another person", std::string(human)});
  return choices;
}

std::vector<Choice> seat_choices(const AnyGame& game) {
  const auto names = side_names(game);
  std::vector<Choice> choices;
  for (std::size_t seat = 0; seat < names.size(); ++seat)
    choices.push_back({names[seat] + (seat == 0 ? ", who moves first" : ""), std::to_string(seat)});
  return choices;
}

std::optional<PlayOptions> ask_all(const Program& program, const Interrupt& interrupt) {
  LineReader lines(interrupt);
  PlayOptions options;
  const auto game = program.games.entries().size() == 1 ? std::optional(program.games.entries()[0].name)
                                                        : ask(lines, "Which game", game_choices(program));
  if (!game) return std::nullopt;
  options.position.game = *game;
  auto made = program.games.make(*game);
  if (!made) return options;  // play will report the error
  if (const auto variants = variant_choices((*made)->info()); variants.size() > 1) {
    const auto variant = ask(lines, "Which variant", variants);
    if (!variant) return std::nullopt;
    options.position.game = *variant;
    made = program.games.make(*variant);
    if (!made) return options;
  }
  const int players = (*made)->info().players;
  if (players == 1) return options;
  const auto opponent = ask(lines, "Opponent", opponent_choices(**made));
  if (!opponent) return std::nullopt;
  const auto seat =
      *opponent == human ? std::optional<std::string>("0") : ask(lines, "Your side", seat_choices(**made));
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
    const Interrupt interrupt;  // the game has its own
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
