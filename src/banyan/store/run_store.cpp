#include <banyan/store/run_store.hpp>

namespace banyan {

namespace {
constexpr const char* run_tables = R"(
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, generation INTEGER NOT NULL, moves TEXT NOT NULL, outcome REAL NOT NULL,
    plies INTEGER NOT NULL, positions INTEGER NOT NULL, evaluations INTEGER NOT NULL, samples BLOB NOT NULL,
    resigned INTEGER, comeback REAL);
  CREATE INDEX IF NOT EXISTS games_by_generation ON games (generation, number);
  CREATE TABLE IF NOT EXISTS metrics (
    generation INTEGER PRIMARY KEY, seconds REAL NOT NULL, games INTEGER NOT NULL, positions INTEGER NOT NULL,
    evaluations INTEGER NOT NULL, policy_loss REAL, value_loss REAL, steps REAL, play_seconds REAL,
    learn_seconds REAL, cache_hits REAL, plies REAL, resigned REAL, to_the_end REAL, wrong REAL);
  CREATE TABLE IF NOT EXISTS ladder (
    generation INTEGER NOT NULL, seconds REAL NOT NULL, games INTEGER NOT NULL, positions INTEGER NOT NULL,
    opponent TEXT NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL,
    elo REAL, low REAL, high REAL, PRIMARY KEY (generation, opponent));
  CREATE TABLE IF NOT EXISTS ratings (player TEXT PRIMARY KEY, elo REAL, low REAL, high REAL);
  CREATE TABLE IF NOT EXISTS accuracy (
    generation INTEGER PRIMARY KEY, seconds REAL NOT NULL, games INTEGER NOT NULL, positions INTEGER NOT NULL,
    asked INTEGER NOT NULL, policy REAL NOT NULL, search REAL NOT NULL, simulations INTEGER NOT NULL);
)";

// Columns that tables of earlier versions lack.
Result<void> complete_tables(const Database& database) {
  for (const auto& [table, column] :
       std::initializer_list<std::pair<std::string, std::string>>{{"games", "resigned"},
                                                                  {"games", "comeback"},
                                                                  {"metrics", "steps"},
                                                                  {"metrics", "play_seconds"},
                                                                  {"metrics", "learn_seconds"},
                                                                  {"metrics", "cache_hits"},
                                                                  {"metrics", "plies"},
                                                                  {"metrics", "resigned"},
                                                                  {"metrics", "to_the_end"},
                                                                  {"metrics", "wrong"}}) {
    const auto there = database.has_column(table, column);
    if (!there) return there.error();
    if (*there) continue;
    if (auto added = database.run("ALTER TABLE " + table + " ADD COLUMN " + column + " REAL"); !added)
      return added;
  }
  return {};
}

std::uint64_t loaded(std::int64_t value) { return static_cast<std::uint64_t>(value); }
}  // namespace

Result<RunStore> RunStore::open(const std::filesystem::path& path) {
  auto database = Database::open(path, run_tables);
  if (!database) return database.error();
  if (auto done = complete_tables(*database); !done) return done.error();
  return RunStore(*std::move(database));
}

Result<std::optional<std::string>> RunStore::get(std::string_view name) const {
  Statement statement = database_.prepare("SELECT value FROM settings WHERE name = ?");
  const auto row = statement.bind(name).step();
  if (!row) return row.error();
  if (!*row) return std::optional<std::string>();
  return std::optional(std::string(statement.bytes(0)));
}

Result<void> RunStore::set(std::string_view name, std::string_view value) const {
  return database_.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)").bind(name).bind(value).run();
}

Result<void> RunStore::add_game(const StoredGame& game) const {
  Statement statement = database_.prepare(
      "INSERT OR REPLACE INTO games (number, generation, moves, outcome, plies, positions, evaluations, samples, "
      "resigned, comeback) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  statement.bind(game.number).bind(game.generation).bind(game.moves).bind(game.outcome);
  statement.bind(game.plies).bind(game.positions).bind(game.evaluations);
  statement.bind(Blob{game.samples}).bind(game.resigned ? 1.0 : 0.0);
  return statement.bind(game.comeback).run();
}

Result<std::set<std::uint64_t>> RunStore::numbers(std::uint64_t generation) const {
  Statement statement = database_.prepare("SELECT number FROM games WHERE generation = ?");
  statement.bind(generation);
  std::set<std::uint64_t> list;
  while (true) {
    const auto row = statement.step();
    if (!row) return row.error();
    if (!*row) return list;
    list.insert(loaded(statement.whole(0)));
  }
}

Result<void> RunStore::for_each_game(std::uint64_t from_generation,
                                     const std::function<void(const StoredGame&)>& visit) const {
  Statement statement = database_.prepare(
      "SELECT number, generation, moves, outcome, plies, positions, evaluations, samples, resigned, comeback "
      "FROM games WHERE generation >= ? ORDER BY number");
  statement.bind(from_generation);
  while (true) {
    const auto row = statement.step();
    if (!row) return row.error();
    if (!*row) return {};
    visit({.number = loaded(statement.whole(0)),
           .generation = loaded(statement.whole(1)),
           .moves = statement.bytes(2),
           .outcome = statement.real(3),
           .plies = loaded(statement.whole(4)),
           .positions = loaded(statement.whole(5)),
           .evaluations = loaded(statement.whole(6)),
           .samples = statement.bytes(7),
           .resigned = statement.real(8) == 1,
           .comeback = statement.real(9)});
  }
}

Result<RunTotals> RunStore::totals() const {
  Statement statement = database_.prepare(
      "SELECT count(*), coalesce(sum(positions), 0), coalesce(sum(evaluations), 0) FROM games");
  if (const auto row = statement.step(); !row) return row.error();
  return RunTotals{.games = loaded(statement.whole(0)),
                   .positions = loaded(statement.whole(1)),
                   .evaluations = loaded(statement.whole(2))};
}

Result<std::vector<double>> RunStore::comebacks(std::uint64_t from_generation,
                                                std::uint64_t before_generation) const {
  Statement statement = database_.prepare(
      "SELECT comeback FROM games WHERE generation >= ? AND generation < ? AND comeback IS NOT NULL");
  statement.bind(from_generation).bind(before_generation);
  std::vector<double> list;
  while (true) {
    const auto row = statement.step();
    if (!row) return row.error();
    if (!*row) return list;
    list.push_back(statement.real(0));
  }
}

Result<void> RunStore::finish_generation(const StoredMetrics& metrics) const {
  Statement statement = database_.prepare(
      "INSERT OR REPLACE INTO metrics (generation, seconds, games, positions, evaluations, policy_loss, "
      "value_loss, steps, play_seconds, learn_seconds, cache_hits, plies, resigned, to_the_end, wrong) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  statement.bind(metrics.generation).bind(metrics.seconds).bind(metrics.games);
  statement.bind(metrics.positions).bind(metrics.evaluations);
  statement.bind(metrics.policy_loss).bind(metrics.value_loss).bind(metrics.steps);
  statement.bind(metrics.play_seconds).bind(metrics.learn_seconds).bind(metrics.cache_hits);
  statement.bind(metrics.plies).bind(metrics.resigned).bind(metrics.to_the_end);
  return statement.bind(metrics.wrong).run();
}

Result<std::optional<StoredMetrics>> RunStore::last_metrics() const {
  Statement statement = database_.prepare(
      "SELECT generation, seconds, games, positions, evaluations, policy_loss, value_loss FROM metrics "
      "ORDER BY generation DESC LIMIT 1");
  const auto row = statement.step();
  if (!row) return row.error();
  if (!*row) return std::optional<StoredMetrics>();
  return std::optional(StoredMetrics{.generation = loaded(statement.whole(0)),
                                     .seconds = statement.real(1),
                                     .games = loaded(statement.whole(2)),
                                     .positions = loaded(statement.whole(3)),
                                     .evaluations = loaded(statement.whole(4)),
                                     .policy_loss = statement.real(5),
                                     .value_loss = statement.real(6)});
}

Result<void> RunStore::add_rung(const StoredRung& rung) const {
  if (auto begun = database_.run("BEGIN IMMEDIATE"); !begun) return begun;
  if (auto written = write_rung(rung); !written) {
    const auto undone = database_.run("ROLLBACK");
    return undone ? written : undone;
  }
  return database_.run("COMMIT");
}

// Networks on the ladder take their ratings from the new fit, those of earlier rungs too.
Result<void> RunStore::write_rung(const StoredRung& rung) const {
  for (const StoredMatch& match : rung.matches) {
    Statement statement =
        database_.prepare("INSERT OR REPLACE INTO ladder VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL)");
    statement.bind(match.generation).bind(match.seconds).bind(match.games);
    statement.bind(match.positions).bind(match.opponent).bind(match.wins);
    if (auto done = statement.bind(match.draws).bind(match.losses).run(); !done) return done;
  }
  if (!rung.ratings.empty())
    if (auto done = database_.run("DELETE FROM ratings"); !done) return done;
  for (const StoredRating& rating : rung.ratings) {
    Statement statement = database_.prepare("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?)");
    statement.bind(rating.player).bind(rating.elo).bind(rating.low);
    if (auto done = statement.bind(rating.high).run(); !done) return done;
  }
  if (auto done = database_.run("UPDATE ladder SET (elo, low, high) = (SELECT elo, low, high FROM ratings "
                                "WHERE player = 'generation ' || ladder.generation)");
      !done)
    return done;
  for (const StoredAccuracy& found : rung.accuracy) {
    Statement statement =
        database_.prepare("INSERT OR REPLACE INTO accuracy VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    statement.bind(found.generation).bind(found.seconds).bind(found.games);
    statement.bind(found.positions).bind(found.asked).bind(found.policy).bind(found.search);
    if (auto done = statement.bind(found.simulations).run(); !done) return done;
  }
  return {};
}

}  // namespace banyan
