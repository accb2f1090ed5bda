#include <banyan/store/match_store.hpp>

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>

namespace banyan {

namespace {
constexpr const char* match_tables = R"(
  CREATE TABLE IF NOT EXISTS match_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS match_games (
    number INTEGER PRIMARY KEY, game TEXT NOT NULL,
    kept TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')));
)";

// The lock has made the file: it is empty, or of an earlier match, or of something else, which is left alone.
Result<Database> open_database(const std::filesystem::path& path) {
  auto database = Database::open(path);
  if (!database) return database;
  Statement other =
      database->prepare("SELECT name FROM sqlite_schema WHERE tbl_name NOT LIKE 'match_%' LIMIT 1");
  const auto foreign = other.step();
  if (!foreign) return foreign.error();
  if (*foreign) return Error{detail::quoted_path(path) + " is a database of something else, not of a match"};
  if (auto done = database->run(match_tables); !done) return done.error();
  return database;
}
}  // namespace

Result<MatchStore> MatchStore::open(const std::filesystem::path& path) {
  std::error_code problem;
  const bool is_new = !std::filesystem::exists(path, problem);
  if (!is_new && !std::filesystem::is_regular_file(path, problem))
    return Error{detail::quoted_path(path) + " is not a regular file; a match is kept in one"};
  detail::Descriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!lock) return Error{detail::quoted_path(path) + " can't be opened: " + std::strerror(errno), true};
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
    return Error{detail::quoted_path(path) + ": another process plays this match"};
  auto database = open_database(path);
  if (database) return MatchStore(std::move(lock), *std::move(database));
  if (is_new) Database::remove(path);
  return database.error();
}

Result<std::optional<std::string>> MatchStore::one_text(Statement statement) {
  const auto row = statement.step();
  if (!row) return row.error();
  return *row ? std::optional(std::string(statement.bytes(0))) : std::nullopt;
}

Result<std::optional<std::string>> MatchStore::setting(std::string_view name) const {
  Statement statement = database_.prepare("SELECT value FROM match_settings WHERE name = ?");
  statement.bind(name);
  return one_text(std::move(statement));
}

Result<void> MatchStore::set(std::string_view name, std::string_view value) const {
  Statement statement =
      database_.prepare("INSERT OR REPLACE INTO match_settings (name, value) VALUES (?, ?)");
  return statement.bind(name).bind(value).run();
}

Result<std::optional<std::string>> MatchStore::game(std::uint64_t number) const {
  Statement statement = database_.prepare("SELECT game FROM match_games WHERE number = ?");
  statement.bind(number);
  return one_text(std::move(statement));
}

Result<void> MatchStore::keep(std::uint64_t number, std::string_view text) const {
  Statement statement = database_.prepare("INSERT OR REPLACE INTO match_games (number, game) VALUES (?, ?)");
  return statement.bind(number).bind(text).run();
}

Result<std::uint64_t> MatchStore::count() const {
  Statement statement = database_.prepare("SELECT count(*) FROM match_games");
  const auto row = statement.step();
  if (!row) return row.error();
  return static_cast<std::uint64_t>(statement.whole(0));
}

}  // namespace banyan
