// `banyan play`: people and agents in any seats, in the terminal.
#include <algorithm>
#include <memory>
#include <utility>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/play/menu.hpp>
#include <banyan/cli/play/play.hpp>
#include <banyan/cli/play/table.hpp>
#include <banyan/cli/play/watch.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/core/file_reader.hpp>
#include <banyan/session/game_files.hpp>

namespace banyan::cli {

namespace {
// The default opponent: the network that ships, for games that one network plays in every variant.
std::string default_agent(const AnyGame& game) {
  const std::string with_network = "ntuple:time=100ms";
  return agent_from_text(game, with_network, 0) ? with_network : "uct:time=1s";
}

// Loads a saved game; its seats and seed are used where the options give none.
Result<Session> load_session(const Program& program, PlayOptions& options, std::optional<int>& resigned) {
  const auto text = read_file(options.load);
  if (!text) return text.error();
  const auto in_file = [&](const Error& error) {
    return Error{detail::shorten(options.load) + ": " + error.message};
  };
  const auto record = parse_game(*text, program.games);
  if (!record) return in_file(record.error());
  auto session = replay(*record, program.games);
  if (!session) return in_file(session.error());
  if (!options.position.game.empty()) {
    const auto wanted = program.games.make(options.position.game);
    if (!wanted) return wanted.error();
    if ((*wanted)->info().spec != session->game().info().spec)
      return Error{fmt::format("'{}' holds a game of {}, not of {}", detail::shorten(options.load),
                               record->game, options.position.game)};
  }
  options.position.game = record->game;
  if (options.seats.empty() && options.agent.empty()) options.seats = record->seats;
  if (record->seed) options.position.seed.set_default(*record->seed);
  resigned = record->resigned;
  return session;
}

// Seats in the given order. The others get --agent; without it, a person if there is none yet, else the
// default.
Result<std::vector<std::string>> fill_seats(const PlayOptions& options, const AnyGame& game) {
  const auto players = static_cast<std::size_t>(game.info().players);
  if (options.seats.size() > players)
    return Error{fmt::format("{} has {} seat{}, but --seat is given {} times", options.position.game, players,
                             players == 1 ? "" : "s", options.seats.size())};
  std::vector<std::string> seats = options.seats;
  if (options.watch) {
    seats.resize(players, options.agent.empty() ? default_agent(game) : options.agent);
    if (std::find(seats.begin(), seats.end(), human) != seats.end())
      return Error{"--watch shows agents in all seats; human is a person"};
    return seats;
  }
  const bool alone_with_agent = players == 1 && !options.agent.empty();
  if (seats.empty() && !alone_with_agent) seats.emplace_back(human);
  while (seats.size() < players) {
    const bool person = std::find(seats.begin(), seats.end(), human) != seats.end();
    if (!options.agent.empty()) {
      seats.push_back(options.agent);
    } else {
      seats.emplace_back(person ? default_agent(game) : std::string(human));
    }
  }
  return seats;
}

Result<PlaySetup> make_setup(const Program& program, PlayOptions& options) {
  if (options.load.empty() && options.position.game.empty()) return Error{"GAME is required, or --load FILE"};
  if (!options.load.empty() && (!options.position.moves.empty() || options.position.position))
    return Error{"--load sets the moves: it can't be combined with --moves or --position"};
  std::optional<int> resigned;
  options.position.sample_chance = true;
  auto session =
      options.load.empty() ? options.position.session(program) : load_session(program, options, resigned);
  if (!session) return session.error();
  if (!options.save.empty())
    if (const auto style = record_style_of(options.save, session->game()); !style) return style.error();
  auto seats = fill_seats(options, session->game());
  if (!seats) return seats.error();
  std::string adviser = options.agent.empty() ? default_agent(session->game()) : options.agent;
  return PlaySetup{.game = options.position.game,
                   .session = *std::move(session),
                   .seats = *std::move(seats),
                   .adviser = std::move(adviser),
                   .seed = options.position.seed.get(),
                   .resigned = resigned,
                   .report_on_stderr = options.json};
}

void report(const PlayTable& table, const GameRecord& record) {
  Json document = json_document();
  document["seed"] = *record.seed;
  add_session(document, record.game, table.session());
  document["seats"] = record.seats;
  document["resigned"] = record.resigned ? Json(*record.resigned) : Json(nullptr);
  out_json(document);
}

// The record of the game, for --watch.
GameRecord watched_record(const PlaySetup& setup) {
  GameRecord record = record_of(setup.session, setup.game);
  record.seats = setup.seats;
  record.seed = setup.seed;
  record.resigned = setup.resigned;
  record.date = date_now();
  return record;
}

Result<int> watch(const Program& program, PlayOptions& options) {
  auto setup = make_setup(program, options);
  if (!setup) return setup.error();
  const Interrupt interrupt;
  const auto failure = watch_game(*setup, options.speed.value_or(default_watch_speed), interrupt);
  if (!failure) return failure.error();
  if (!failure->empty()) note("{}", *failure);
  if (!options.save.empty())
    if (const auto written = save_game(options.save, watched_record(*setup), setup->session.game());
        !written) {
      note("not saved: {}", written.error().message);
      return exit_failed;
    }
  return interrupt.happened() || !failure->empty() ? exit_failed : exit_done;
}

Result<int> replay_file(const Program& program, PlayOptions& options) {
  std::optional<int> resigned;
  options.load = options.replay;
  const auto session = load_session(program, options, resigned);
  if (!session) return session.error();
  const Interrupt interrupt;
  watch_replay(*session, options.position.game, options.speed.value_or(default_watch_speed), interrupt);
  return interrupt.happened() ? exit_failed : exit_done;
}

// Checks combinations of options.
Result<void> check(const PlayOptions& options) {
  if (options.watch && !options.replay.empty())
    return Error{"--replay shows a game that was played: without --watch"};
  if (options.speed && !options.watch && options.replay.empty())
    return Error{"--speed is for --watch and --replay"};
  if (options.json && (options.watch || !options.replay.empty()))
    return Error{"--json can't be combined with --watch or --replay; --save FILE keeps the game"};
  return {};
}

// Saves and reports at the end; returns the exit code.
int leave(const PlayOptions& options, const PlayTable& table, PlayTable::End end) {
  const GameRecord record = table.record();
  if (options.json && end != PlayTable::End::failed) report(table, record);
  if (end == PlayTable::End::interrupted) {
    note("interrupted; the game so far:\n");
    if (!options.json) out("{}", print_record(record));
  }
  if (!options.save.empty()) {
    if (const auto written = save_game(options.save, record, table.session().game()); !written) {
      note("not saved: {}", written.error().message);
      return exit_failed;
    }
  }
  return end == PlayTable::End::done ? exit_done : exit_failed;
}
}  // namespace

Result<int> play(const Program& program, PlayOptions& options) {
  if (const auto sound = check(options); !sound) return sound.error();
  if (!options.replay.empty()) return replay_file(program, options);
  if (options.watch) return watch(program, options);
  auto setup = make_setup(program, options);
  if (!setup) return setup.error();
  const Interrupt interrupt;
  const auto table = PlayTable::open(*std::move(setup), interrupt);
  if (!table) return table.error();
  return leave(options, **table, (*table)->run());
}

Command play_command() {
  return {
      "play", "play a game here: people and agents in any seats",
      "play\n"
      "play connect4\n"
      "play othello --seat uct:time=2s --seat human\n"
      "play nim:players=3 --agent uct:sims=1e4 --save game.txt\n"
      "play --load game.txt\n"
      "play twenty48 --agent uct:time=1s --watch --save game.txt\n"
      "play --replay game.txt --speed 20",
      [](CLI::App& app, const Program& program) -> Action {
        auto options = std::make_shared<PlayOptions>();
        options->position.declare(app);
        app.get_option("GAME")->required(false);
        app.add_option("--seat", options->seats,
                       "who sits next: human, or an agent's spec; once for each seat, in order")
            ->allow_extra_args(false)
            ->type_name("SPEC");
        app.add_option(
               "--agent", options->agent,
               "who takes the other seats, and gives hints (default uct:time=1s, or ntuple:time=100ms where "
               "an n-tuple network ships)")
            ->type_name("SPEC");
        app.add_option("--load", options->load, "go on with a saved game")->type_name("FILE");
        app.add_option("--save", options->save, "save the game when it ends")->type_name("FILE");
        app.add_flag("--watch", options->watch, "agents in all seats; the board is redrawn in place");
        app.add_option("--replay", options->replay, "look at a saved game from its beginning")
            ->type_name("FILE");
        add_value(app, "--speed", options->speed, between(0.01, 1000),
                  "moves a second that are shown (default 5)")
            ->type_name("N");
        add_json(app, options->json);
        return [options, &program, &app]() -> Result<int> {
          const bool no_words = app.count_all() == 1;  // counts the command itself
          const bool someone_chooses = no_words && is_terminal(stdin) && is_terminal(stdout);
          if (someone_chooses) return choose_and_play(program);
          return play(program, *options);
        };
      },
      OnRanks::refused};
}

}  // namespace banyan::cli
