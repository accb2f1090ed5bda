#include <banyan/store/run_reader.hpp>

#include <utility>

namespace banyan {

namespace {
std::uint64_t whole(const Statement& statement, int column) {
  return static_cast<std::uint64_t>(statement.whole(column));
}

template <class Row, class Read>
Result<std::vector<Row>> all_rows(Statement& statement, const Read& read) {
  std::vector<Row> list;
  while (true) {
    const auto row = statement.step();
    if (!row) return row.error();
    if (!*row) return list;
    list.push_back(read(statement));
  }
}

// A table that an older version has not made is an empty one.
template <class Row, class Read>
Result<std::vector<Row>> rows_if_there(const Database& database, std::string_view table,
                                       const std::string& sql, const Read& read) {
  const auto there = database.has_table(table);
  if (!there) return there.error();
  if (!*there) return std::vector<Row>();
  Statement statement = database.prepare(sql);
  return all_rows<Row>(statement, read);
}

SampleGame read_game(const Statement& statement) {
  return {.number = whole(statement, 0),
          .generation = whole(statement, 1),
          .moves = std::string(statement.bytes(2)),
          .outcome = statement.real(3),
          .plies = whole(statement, 4)};
}
constexpr const char* game_columns = "SELECT number, generation, moves, outcome, plies FROM games ";
}  // namespace

Result<RunReader> RunReader::open(const std::filesystem::path& path) {
  auto database = Database::open_to_read(path);
  if (!database) return database.error();
  const auto is_run = database->has_table("metrics");
  if (!is_run) return is_run.error();
  if (!*is_run) return Error{"the store " + path.string() + " is not one of a training run"};
  return RunReader(*std::move(database));
}

Result<std::optional<std::string>> RunReader::setting(std::string_view name) const {
  Statement statement = database_.prepare("SELECT value FROM settings WHERE name = ?");
  const auto row = statement.bind(name).step();
  if (!row) return row.error();
  return *row ? std::optional(std::string(statement.bytes(0))) : std::nullopt;
}

Result<std::vector<StoredMetrics>> RunReader::metrics(std::uint64_t from_generation) const {
  std::string columns = "generation, seconds, games, positions, evaluations, policy_loss, value_loss";
  for (const std::string later :
       {"steps", "play_seconds", "learn_seconds", "cache_hits", "plies", "resigned", "to_the_end", "wrong"}) {
    const auto there = database_.has_column("metrics", later);
    if (!there) return there.error();
    columns += *there ? ", " + later : ", NULL";
  }
  Statement statement =
      database_.prepare("SELECT " + columns + " FROM metrics WHERE generation >= ? ORDER BY generation");
  statement.bind(from_generation);
  return all_rows<StoredMetrics>(statement, [](const Statement& row) {
    return StoredMetrics{.generation = whole(row, 0),
                         .seconds = row.real(1),
                         .games = whole(row, 2),
                         .positions = whole(row, 3),
                         .evaluations = whole(row, 4),
                         .policy_loss = row.real(5),
                         .value_loss = row.real(6),
                         .steps = row.real(7),
                         .play_seconds = row.real(8),
                         .learn_seconds = row.real(9),
                         .cache_hits = row.real(10),
                         .plies = row.real(11),
                         .resigned = row.real(12),
                         .to_the_end = row.real(13),
                         .wrong = row.real(14)};
  });
}

Result<std::vector<StoredMatch>> RunReader::ladder() const {
  return rows_if_there<StoredMatch>(
      database_, "ladder",
      "SELECT generation, seconds, games, positions, opponent, wins, draws, losses, elo, low, high FROM ladder "
      "ORDER BY generation, rowid",
      [](const Statement& row) {
        return StoredMatch{.generation = whole(row, 0),
                           .seconds = row.real(1),
                           .games = whole(row, 2),
                           .positions = whole(row, 3),
                           .opponent = std::string(row.bytes(4)),
                           .wins = whole(row, 5),
                           .draws = whole(row, 6),
                           .losses = whole(row, 7),
                           .elo = row.real(8),
                           .low = row.real(9),
                           .high = row.real(10)};
      });
}

Result<std::vector<StoredRating>> RunReader::ratings() const {
  return rows_if_there<StoredRating>(
      database_, "ratings", "SELECT player, elo, low, high FROM ratings ORDER BY rowid",
      [](const Statement& row) {
        return StoredRating{
            .player = std::string(row.bytes(0)), .elo = row.real(1), .low = row.real(2), .high = row.real(3)};
      });
}

Result<std::vector<StoredAccuracy>> RunReader::accuracy() const {
  return rows_if_there<StoredAccuracy>(
      database_, "accuracy",
      "SELECT generation, seconds, games, positions, asked, policy, search, simulations FROM accuracy "
      "ORDER BY generation",
      [](const Statement& row) {
        return StoredAccuracy{.generation = whole(row, 0),
                              .seconds = row.real(1),
                              .games = whole(row, 2),
                              .positions = whole(row, 3),
                              .asked = whole(row, 4),
                              .policy = row.real(5),
                              .search = row.real(6),
                              .simulations = whole(row, 7)};
      });
}

Result<std::vector<SampleGame>> RunReader::spread_games(std::size_t count) const {
  Statement last = database_.prepare("SELECT max(number) FROM games");
  if (const auto row = last.step(); !row) return row.error();
  const std::uint64_t highest = whole(last, 0);
  std::vector<SampleGame> list;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t number = count > 1 ? highest * i / (count - 1) : highest;
    const auto found = game(number);
    if (!found) return found.error();
    if (*found && (list.empty() || list.back().number < number)) list.push_back(**found);
  }
  return list;
}

Result<std::vector<SampleGame>> RunReader::latest_games(std::size_t count) const {
  Statement statement = database_.prepare(std::string(game_columns) + "ORDER BY number DESC LIMIT ?");
  statement.bind(count);
  return all_rows<SampleGame>(statement, read_game);
}

Result<std::optional<SampleGame>> RunReader::game(std::uint64_t number) const {
  auto found = last_game_until(number);
  if (found && *found && (*found)->number != number) return std::optional<SampleGame>();
  return found;
}

Result<StoredSamples> RunReader::samples(std::uint64_t number) const {
  Statement statement = database_.prepare("SELECT samples, positions FROM games WHERE number = ?");
  const auto row = statement.bind(number).step();
  if (!row) return row.error();
  if (!*row) return StoredSamples{};
  return StoredSamples{.bytes = std::string(statement.bytes(0)), .positions = whole(statement, 1)};
}

Result<std::optional<SampleGame>> RunReader::last_game_until(std::uint64_t number) const {
  Statement statement =
      database_.prepare(std::string(game_columns) + "WHERE number <= ? ORDER BY number DESC LIMIT 1");
  const auto row = statement.bind(number).step();
  if (!row) return row.error();
  return *row ? std::optional(read_game(statement)) : std::nullopt;
}

}  // namespace banyan
