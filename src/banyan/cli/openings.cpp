// `banyan openings`: a book of openings that a judge finds near even, for `match --openings`.
#include <memory>

#include <banyan/arena/openings.hpp>
#include <banyan/cli/agents.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

namespace {
struct OpeningsOptions {
  std::string game;
  std::uint32_t plies = 8;
  std::uint64_t count = 100;
  std::string judge = "uct:sims=1000";
  double within = 0.1;
  SeedOption seed;
  bool json = false;
};

Result<BookSettings> book_settings(const Program& program, OpeningsOptions& options) {
  auto game = program.games.make(options.game);
  if (!game) return game.error();
  const GameInfo& info = (*game)->info();
  if (info.players != 2 || !info.win_draw_loss)
    return Error{info.name +
                 " is not a game of two players that is won, drawn or lost: nothing there is even"};
  if (const auto judge = agent_from_text(**game, options.judge, 0); !judge) return judge.error();
  return BookSettings{.game = *game,
                      .judge = *parse_spec(options.judge),
                      .plies = options.plies,
                      .count = options.count,
                      .within = options.within,
                      .seed = options.seed.get()};
}

Result<int> make_openings(const Program& program, OpeningsOptions& options) {
  const auto settings = book_settings(program, options);
  if (!settings) return settings.error();
  const Interrupt interrupt;
  ProgressLine line;
  const Stopwatch watch;
  Json list = Json::array();
  if (!options.json)
    out("# openings of {}, {} plies, within {} of even by {}, seed {}\n", options.game, options.plies,
        options.within, options.judge, settings->seed);
  const auto result =
      make_book(*settings, interrupt.token(),
                {.found =
                     [&](const JudgedOpening& opening) {
                       if (options.json) {
                         list.push_back({{"moves", opening.moves}, {"value", json_number(opening.value)}});
                       } else {
                         out("{}  # {:+.3f}\n", join_words(opening.moves), opening.value);
                       }
                     },
                 .progress =
                     [&](std::uint64_t found, std::uint64_t tried) {
                       if (!line.due() || found == 0) return;
                       const double left = watch.seconds() * static_cast<double>(options.count - found) /
                                           static_cast<double>(found);
                       line.show(fmt::format("{} of {} openings from {} positions, {:.0f} s left", found,
                                             options.count, tried, left));
                     }});
  line.clear();
  if (!result) return result.error();
  if (options.json) {
    Json document = json_document();
    document["seed"] = settings->seed;
    document["game"] = options.game;
    document["judge"] = options.judge;
    document["tried"] = result->tried;
    document["openings"] = std::move(list);
    if (!result->complete) document["interrupted"] = true;
    out_json(document);
  }
  if (!result->error.empty()) note("{}: {}", options.judge, result->error);
  if (!result->complete)
    note("{} of {} openings were found, of {} positions that were judged{}", result->found, options.count,
         result->tried,
         interrupt.happened() ? "; interrupted" : "; more plies or a larger --within bring more");
  return result->complete ? exit_done : exit_failed;
}
}  // namespace

Command openings_command() {
  return {"openings", "make a book of balanced openings for matches",
          "openings connect4 --plies 6 --count 50 --judge uct:sims=5000 --within 0.1 > connect4.openings\n"
          "match connect4 uct:sims=400 uct:sims=800 --openings connect4.openings",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<OpeningsOptions>();
            app.add_option("GAME", options->game, "a game such as connect4")->required()->type_name("");
            add_value(app, "--plies", options->plies, between(1, 1000), "random moves of each (default 8)")
                ->type_name("N");
            add_value(app, "--count", options->count, between(1, 1e6), "how many to find (default 100)")
                ->type_name("N");
            app.add_option("--judge", options->judge, "who values the positions (default uct:sims=1000)")
                ->type_name("SPEC");
            add_value(app, "--within", options->within, between(0, 1),
                      "how far from even a value may be, of -1 to 1 (default 0.1)")
                ->type_name("VALUE");
            options->seed.declare(app);
            add_json(app, options->json);
            return [options, &program] { return make_openings(program, *options); };
          }};
}

}  // namespace banyan::cli
