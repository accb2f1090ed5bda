#include <banyan/cli/play/table.hpp>

#include <thread>
#include <utility>

#include <fmt/format.h>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/session/game_files.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

namespace {
// The random stream of the agent in a seat. Streams of chance are numbered by ply; these don't overlap them.
Result<std::unique_ptr<AnyAgent>> seat_agent(const PlaySetup& setup, const std::string& spec,
                                             std::size_t seat) {
  constexpr std::uint64_t first_stream = std::uint64_t{1} << 32U;
  return agent_from_text(setup.session.game(), spec, Random(setup.seed, first_stream + seat)());
}
}  // namespace

Result<void> save_game(const std::string& file, const GameRecord& record, const AnyGame& game) {
  const auto style = record_style_of(file, game);
  if (!style) return style.error();
  return write_file(file, print_game(record, game, *style));
}

Result<Round::Agents> seat_agents(const PlaySetup& setup) {
  Round::Agents agents;
  for (std::size_t seat = 0; seat < setup.seats.size(); ++seat) {
    if (setup.seats[seat] == human) {
      agents.push_back(nullptr);
      continue;
    }
    auto agent = seat_agent(setup, setup.seats[seat], seat);
    if (!agent)
      return Error{fmt::format("seat {} of {}: {}", seat + 1, setup.seats.size(), agent.error().message)};
    agents.push_back(*std::move(agent));
  }
  return agents;
}

Result<std::unique_ptr<PlayTable>> PlayTable::open(PlaySetup setup, const Interrupt& interrupt) {
  auto agents = seat_agents(setup);
  if (!agents) return agents.error();
  auto adviser = seat_agent(setup, setup.adviser, setup.seats.size());
  if (!adviser) return adviser.error();
  return std::unique_ptr<PlayTable>(
      new PlayTable(std::move(setup), *std::move(agents), *std::move(adviser), interrupt));
}

PlayTable::PlayTable(PlaySetup setup, Round::Agents agents, std::unique_ptr<AnyAgent> adviser,
                     const Interrupt& interrupt)
    : setup_(std::move(setup)),
      round_(setup_.session, std::move(agents)),
      adviser_(std::move(adviser)),
      interrupt_(interrupt),
      lines_(interrupt),
      style_(style_of(setup_.report_on_stderr ? stderr : stdout)),
      prompts_(is_terminal(stdin)),
      names_(player_names(setup_.session.game())) {}

PlayTable::End PlayTable::run() {
  say(fmt::format("{}, seed {}{}\n", setup_.game, setup_.seed,
                  anybody_here() && prompts_ ? "; type a move, or help" : ""));
  show_board();
  if (over()) announce_end();
  while (!interrupt_.happened() && output_problem() == 0)
    if (take_turn() == Next::leave) break;
  if (failed_) return End::failed;
  const bool reader_left = output_problem() != 0;  // a closed pipe needs no message about the interrupt
  return interrupt_.happened() && !reader_left ? End::interrupted : End::done;
}

GameRecord PlayTable::record() const {
  GameRecord record = record_of(setup_.session, setup_.game);
  record.seats = setup_.seats;
  record.seed = setup_.seed;
  record.resigned = setup_.resigned;
  record.date = date_now();
  return record;
}

PlayTable::Next PlayTable::take_turn() {
  if (const std::string& problem = setup_.session.position().problem(); !problem.empty()) {
    note("the game can't go on: {}", problem);
    failed_ = true;
    return Next::leave;
  }
  if (over()) return anybody_here() ? person_turn() : Next::leave;
  const Player player = *setup_.session.position().player();
  if (player == chance_player) {
    round_.play_chance(setup_.seed);
    say(fmt::format("chance: {}\n", setup_.session.moves().back()));
    if (!setup_.session.at_chance()) show_board();
    return Next::turn;
  }
  return is_person(round_.seat_to_move()) ? person_turn() : agent_turn();
}

// Handles a line from a person: a move or a command. After the end of the game only commands are left.
PlayTable::Next PlayTable::person_turn() {
  if (prompts_) {
    const auto player = setup_.session.position().player();
    say(over() ? "undo, save FILE or quit: "
               : fmt::format("{}, your move: ", name_of(static_cast<std::size_t>(player.value_or(0)))));
  }
  const auto line = wait_for_line();
  if (line) return obey(*line);
  if (prompts_) say("\n");
  if (!interrupt_.happened() && !over()) say("end of input: the game is not finished\n");
  return Next::leave;
}

// Agents with pondering think until a line arrives.
std::optional<std::string> PlayTable::wait_for_line() {
  std::vector<std::jthread> thoughts;
  if (!over())
    for (AnyAgent* agent : round_.ponderers())
      thoughts.emplace_back(
          [&, agent](const std::stop_token& stop) { agent->ponder(setup_.session.position(), stop); });
  return lines_.next();
}

PlayTable::Next PlayTable::obey(const std::string& line) {
  const auto words = split_words(line);
  if (words.empty() || words[0].starts_with('#')) return Next::turn;
  // A move takes precedence over a command of the same name.
  auto attempt = setup_.session.position().clone();
  if (!over())
    if (const auto move = attempt->play(join_words(words))) {
      make_move(*move);
      return Next::turn;
    }
  for (const PlayCommand& command : commands())
    if (command.name == words[0]) {
      const std::size_t after = line.find(words[0]) + words[0].size();
      return (this->*command.run)(words.size() > 1 ? line.substr(line.find(words[1], after)) : "");
    }
  if (over()) {
    say("the game is over; there are: undo, save FILE, quit\n");
  } else {
    say(fmt::format("{}; or help\n",
                    printable(attempt->play(words.size() == 1 ? words[0] : line).error().message)));
  }
  return Next::turn;
}

PlayTable::Next PlayTable::agent_turn() {
  const std::size_t seat = round_.seat_to_move();
  const Analysis analysis =
      with_progress([&](const AnyThinking& thinking) { return round_.choose(thinking); });
  if (!analysis.error.empty()) {
    note("{}: {}", setup_.seats[seat], analysis.error);
    failed_ = true;
    return Next::leave;
  }
  if (analysis.resigns) {
    setup_.resigned = static_cast<int>(seat);
    announce_end();
    return Next::turn;
  }
  if (interrupt_.happened() || !analysis.best) return Next::turn;
  std::string text = fmt::format("{} plays {}", name_of(seat), *analysis.best);
  if (analysis.simulations > 0)
    text += fmt::format("  (value {:+.3f}, {} simulations in {:.2f} s)", analysis.value, analysis.simulations,
                        analysis.seconds);
  say(text + "\n");
  make_move(*analysis.best);
  return Next::turn;
}

void PlayTable::make_move(const std::string& move) {
  if (!round_.play(move)) return;
  if (setup_.session.at_chance()) return;
  show_board();
  if (over()) announce_end();
}

Analysis PlayTable::with_progress(const std::function<Analysis(const AnyThinking&)>& think) const {
  ProgressLine line;
  return think({.stop = interrupt_.token(), .progress = [&line](const Analysis& so_far) {
                  if (line.due()) line.show("thinking " + progress_line(so_far));
                }});
}

bool PlayTable::anybody_here() const {
  for (std::size_t seat = 0; seat < round_.seats(); ++seat)
    if (is_person(seat)) return true;
  return false;
}

std::string PlayTable::name_of(std::size_t seat) const {
  const std::string name = in_colour_of(static_cast<int>(seat), names_[seat], style_);
  return is_person(seat) ? name : name + ", " + printable(setup_.seats[seat]);
}

void PlayTable::say(std::string_view text) const {
  if (setup_.report_on_stderr) {
    write_error(text);
  } else {
    write_out(text);
  }
}

void PlayTable::show_board() const { say("\n" + draw(setup_.session, style_) + "\n"); }

void PlayTable::announce_end() const {
  if (setup_.resigned)
    return say(fmt::format("{} resigns\n", name_of(static_cast<std::size_t>(*setup_.resigned))));
  say(fmt::format("{}\n", status_line(setup_.session)));
}

}  // namespace banyan::cli
