// The commands that people may enter instead of a move.
#include <fmt/format.h>

#include <banyan/cli/output.hpp>
#include <banyan/cli/play/table.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

const std::vector<PlayTable::PlayCommand>& PlayTable::commands() {
  static const std::vector<PlayCommand> list{
      {"undo", "take back your last move and everything after it", &PlayTable::undo},
      {"hint", "what the adviser would play", &PlayTable::hint},
      {"resign", "give up", &PlayTable::resign},
      {"save", "save FILE: keep the game; play --load FILE goes on with it", &PlayTable::save},
      {"help", "this list, and the legal moves", &PlayTable::help},
      {"quit", "leave", &PlayTable::quit}};
  return list;
}

// Takes back to the last choice of a person.
PlayTable::Next PlayTable::undo(const std::string&) {
  const auto by_person = [this](std::size_t move) {
    const Player player = setup_.session.position_at(move).player().value_or(chance_player);
    return player != chance_player && is_person(static_cast<std::size_t>(player));
  };
  if (setup_.resigned) {
    setup_.resigned.reset();
    show_board();
    return Next::turn;
  }
  std::size_t move = setup_.session.moves().size();
  while (move > 0 && !by_person(move - 1)) --move;
  if (move == 0) {
    say("there is nothing to take back\n");
    return Next::turn;
  }
  while (setup_.session.moves().size() >= move) setup_.session.undo();
  round_.follow();
  show_board();
  return Next::turn;
}

PlayTable::Next PlayTable::hint(const std::string&) {
  if (over()) {
    say("the game is over\n");
    return Next::turn;
  }
  constexpr std::size_t moves_shown = 5;
  adviser_->follow(setup_.session);
  const Analysis analysis = with_progress(
      [&](const AnyThinking& thinking) { return adviser_->analyze(setup_.session.position(), thinking); });
  if (analysis.resigns) {
    say("the adviser would resign\n");
    return Next::turn;
  }
  say(analysis.error.empty() ? analysis_table(analysis, moves_shown, style_) : analysis.error + "\n");
  return Next::turn;
}

PlayTable::Next PlayTable::resign(const std::string&) {
  if (over()) {
    say("the game is over\n");
    return Next::turn;
  }
  setup_.resigned = *setup_.session.position().player();
  announce_end();
  return Next::turn;
}

PlayTable::Next PlayTable::save(const std::string& file) {
  if (file.empty()) {
    say("save FILE: a file name is missing\n");
    return Next::turn;
  }
  const auto written = save_game(file, record(), setup_.session.game());
  say(written ? fmt::format("saved to {}\n", printable(file))
              : fmt::format("not saved: {}\n", printable(written.error().message)));
  return Next::turn;
}

PlayTable::Next PlayTable::help(const std::string&) {
  std::string text;
  for (const PlayCommand& command : commands())
    text += fmt::format("  {:<8} {}\n", command.name, command.help);
  if (!over()) text += "  moves    " + list_words(setup_.session.position().legal()) + "\n";
  say(text);
  return Next::turn;
}

PlayTable::Next PlayTable::quit(const std::string&) { return Next::leave; }

}  // namespace banyan::cli
