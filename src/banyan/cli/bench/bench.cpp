// `banyan bench`: measures speed and memory on this machine.
#include <algorithm>
#include <cmath>
#include <memory>

#include <banyan/cli/bench/rows.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>

namespace banyan::cli {

namespace {
struct BenchOptions {
  std::vector<std::string> games;
  std::vector<std::string> only;
  BenchSettings settings;
  SeedOption seed;
  bool json = false;
};

Json json_of(const BenchRow& row) {
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  return {{"name", row.name},
          {"game", or_null(row.game)},
          {"sims", or_null(row.sims)},
          {"threads", or_null(row.threads)},
          {"per_second", json_number(row.median.per_second)},
          {"per_cpu_second", json_number(row.median.per_cpu_second)},
          {"value", json_number(row.median.value)},
          {"unit", row.unit},
          {"repeats", row.repeats},
          {"spread", json_number(row.spread)}};
}

void print_head() {
  out("{:<21} {:<12} {:>9} {:>8} {:>14} {:>14}  {:<14} {:>7}\n", "row", "game", "sims", "threads", "value",
      "per cpu second", "unit", "spread");
}

void print_row(const BenchRow& row) {
  const auto or_dash = [](const auto& value) { return value ? fmt::format("{}", *value) : std::string("-"); };
  const auto number = [](double x) {
    return !std::isfinite(x) ? std::string("-")
           : x >= 1000       ? fmt::format("{:.0f}", x)
                             : fmt::format("{:.2f}", x);
  };
  out("{:<21} {:<12} {:>9} {:>8} {:>14} {:>14}  {:<14} {:>6.1f}%\n", row.name, row.game.value_or("-"),
      or_dash(row.sims), or_dash(row.threads), number(row.median.value), number(row.median.per_cpu_second),
      row.unit, 100 * row.spread);
}

// The rows to measure: those for each game, and those without a game.
struct ChosenRows {
  std::vector<BenchEntry> of_games;
  std::vector<GamelessEntry> gameless;
};

template <class Entry>
bool choose_row(const std::vector<Entry>& all, const std::string& name, std::vector<Entry>& chosen) {
  const auto entry = std::find_if(all.begin(), all.end(), [&](const Entry& e) { return e.name == name; });
  if (entry != all.end()) chosen.push_back(*entry);
  return entry != all.end();
}

// Without --only all rows; those without a game only if no game is given.
Result<ChosenRows> chosen_rows(const BenchOptions& options) {
  if (options.only.empty())
    return ChosenRows{bench_entries(),
                      options.games.empty() ? gameless_entries() : std::vector<GamelessEntry>{}};
  ChosenRows chosen;
  for (const std::string& name : options.only) {
    if (choose_row(bench_entries(), name, chosen.of_games) ||
        choose_row(gameless_entries(), name, chosen.gameless))
      continue;
    std::string known;
    for (const BenchEntry& entry : bench_entries()) known += " " + std::string(entry.name);
    for (const GamelessEntry& entry : gameless_entries()) known += " " + std::string(entry.name);
    return Error{"unknown row '" + detail::shorten(name) + "'; there are:" + known};
  }
  return chosen;
}

bool any_applies(const std::vector<BenchEntry>& rows,
                 const std::vector<std::shared_ptr<const AnyGame>>& games) {
  return std::any_of(rows.begin(), rows.end(), [&](const BenchEntry& row) {
    return std::any_of(games.begin(), games.end(),
                       [&](const auto& game) { return row.applies(game->info()); });
  });
}

Result<int> bench(const Program& program, BenchOptions& options) {
  const auto rows = chosen_rows(options);
  if (!rows) return rows.error();
  if (options.games.empty())
    for (const GameEntry& entry : program.games.entries()) options.games.push_back(entry.name);
  std::vector<std::shared_ptr<const AnyGame>> games;
  for (const std::string& spec : options.games) {
    auto game = program.games.make(spec);
    if (!game) return game.error();
    games.push_back(*std::move(game));
  }
  if (rows->gameless.empty() && !any_applies(rows->of_games, games))
    return Error{"none of the rows asked for is about any of the games asked for"};
  options.settings.seed = options.seed.get();

  const Interrupt interrupt;
  Json document = json_document();
  document["seed"] = options.settings.seed;
  document["rows"] = Json::array();
  if (!options.json) {
    out("seed {}\n", options.settings.seed);
    print_head();
  }
  const auto report = [&](const std::optional<BenchRow>& row) {
    if (!row) return;
    document["rows"].push_back(json_of(*row));
    if (!options.json) print_row(*row);
  };
  for (std::size_t i = 0; i < games.size() && !rows->of_games.empty(); ++i) {
    BenchGame game(games[i], options.settings, interrupt.token());
    for (const BenchEntry& entry : rows->of_games)
      if (!interrupt.happened() && entry.applies(games[i]->info()))
        report(measure_row(entry, game, options.games[i]));
  }
  for (const GamelessEntry& entry : rows->gameless)
    if (!interrupt.happened()) report(measure_row(entry, options.settings, interrupt.token()));
  if (interrupt.happened()) document["interrupted"] = true;
  if (options.json) out_json(document);
  if (interrupt.happened()) note("interrupted");
  return interrupt.happened() ? exit_failed : exit_done;
}
}  // namespace

Command bench_command() {
  return {"bench", "measure how fast playouts and searches are here",
          "bench\nbench --game connect4 --game othello --only uct --sims 1e6 --repeats 5 --json",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<BenchOptions>();
            app.add_option("--game", options->games, "measure only this game; may be repeated")
                ->allow_extra_args(false)
                ->type_name("GAME");
            app.add_option("--only", options->only, "measure only this row; may be repeated")
                ->allow_extra_args(false)
                ->type_name("ROW");
            add_value(app, "--sims", options->settings.sims, between(1, 1e9),
                      "simulations a search (default 1e5)")
                ->type_name("N");
            add_value(app, "--threads", options->settings.threads, between(1, 256),
                      "threads of a search (default 1)")
                ->type_name("N");
            add_value(app, "--repeats", options->settings.repeats, between(1, 1000),
                      "measurements of each row (default 3); their median is shown")
                ->type_name("N");
            app.add_option("--net", options->settings.net, "the n-tuple network of td_train and td_play")
                ->check(CLI::ExistingFile)
                ->type_name("FILE");
            options->seed.declare(app);
            add_json(app, options->json);
            return [options, &program] { return bench(program, *options); };
          }};
}

}  // namespace banyan::cli
