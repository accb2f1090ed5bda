#include <banyan/cli/play/table.hpp>

#include <thread>
#include <utility>

#include <fmt/format.h>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

namespace {
Result<std::unique_ptr<AnyAgent>> seat_agent(const PlaySetup& setup, const std::string& spec,
                                             std::size_t seat) {
  return agent_from_text(setup.session.game(), spec, Random(setup.seed, seat_stream(seat))());
}
}  // namespace

Result<std::unique_ptr<PlayTable>> PlayTable::open(PlaySetup setup, const Interrupt& interrupt) {
  std::unique_ptr<PlayTable> table(new PlayTable(std::move(setup), interrupt));
  const PlaySetup& own = table->setup_;
  for (std::size_t seat = 0; seat < own.seats.size(); ++seat) {
    if (own.seats[seat] == human) {
      table->agents_.push_back(nullptr);
      continue;
    }
    auto agent = seat_agent(own, own.seats[seat], seat);
    if (!agent)
      return Error{fmt::format("seat {} of {}: {}", seat + 1, own.seats.size(), agent.error().message)};
    table->agents_.push_back(*std::move(agent));
  }
  auto adviser = seat_agent(own, own.adviser, own.seats.size());
  if (!adviser) return adviser.error();
  table->adviser_ = *std::move(adviser);
  return table;
}

PlayTable::PlayTable(PlaySetup setup, const Interrupt& interrupt)
    : setup_(std::move(setup)),
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
    const auto before = setup_.session.position().clone();
    setup_.session.play_chance(setup_.seed);
    for (auto& agent : agents_)
      if (agent) agent->observe(*before, setup_.session.moves().back());
    say(fmt::format("chance: {}\n", setup_.session.moves().back()));
    if (!setup_.session.at_chance()) show_board();
    return Next::turn;
  }
  if (is_person(static_cast<std::size_t>(player))) return person_turn();
  return agent_turn(static_cast<std::size_t>(player));
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

// Agents that ponder do so until there is a line.
std::optional<std::string> PlayTable::wait_for_line() {
  std::vector<std::jthread> thoughts;
  for (auto& agent : agents_)
    if (agent && agent->ponders() && !over())
      thoughts.emplace_back(
          [&](const std::stop_token& stop) { agent->ponder(setup_.session.position(), stop); });
  return lines_.next();
}

PlayTable::Next PlayTable::obey(const std::string& line) {
  const auto words = split_words(line);
  if (words.empty() || words[0].starts_with('#')) return Next::turn;
  // A move takes precedence over a command of the same name.
  auto attempt = setup_.session.position().clone();
  if (!over() && words.size() == 1)
    if (const auto move = attempt->play(words[0])) {
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

PlayTable::Next PlayTable::agent_turn(std::size_t seat) {
  const Analysis analysis = think(*agents_[seat], false);
  if (!analysis.error.empty()) {
    note("{}: {}", setup_.seats[seat], analysis.error);
    failed_ = true;
    return Next::leave;
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
  for (auto& agent : agents_)
    if (agent) agent->observe(setup_.session.position(), move);
  if (!setup_.session.play(move)) return;
  if (setup_.session.at_chance()) return;
  show_board();
  if (over()) announce_end();
}

Analysis PlayTable::think(AnyAgent& agent, bool whole_budget) {
  ProgressLine line;
  const AnyThinking thinking{.stop = interrupt_.token(), .progress = [&line](const Analysis& so_far) {
                               if (line.due()) line.show("thinking " + progress_line(so_far));
                             }};
  const Position& position = setup_.session.position();
  return whole_budget ? agent.analyze(position, thinking) : agent.choose(position, thinking);
}

bool PlayTable::anybody_here() const {
  for (std::size_t seat = 0; seat < agents_.size(); ++seat)
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
