#include <banyan/store/table_store.hpp>

#include <system_error>

namespace banyan {

namespace {
constexpr const char* tables = R"(
  CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, visitor TEXT NOT NULL, record TEXT NOT NULL,
    kept TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')));
)";
// While another program holds the database, an update waits this long and then fails; the caller tries again.
constexpr const char* patience = "PRAGMA busy_timeout=200;";
}  // namespace

Result<TableStore> TableStore::open(const std::filesystem::path& path) {
  std::error_code problem;
  std::filesystem::create_directories(path.parent_path(), problem);
  if (problem)
    return Error{path.parent_path().string() + ": the folder can't be made: " + problem.message(), true};
  auto database = Database::open(path, std::string(tables) + patience);
  if (!database) return database.error();
  return TableStore(*std::move(database));
}

Result<std::vector<StoredTable>> TableStore::all() const {
  Statement statement = database_.prepare("SELECT id, visitor, record FROM tables ORDER BY kept, id");
  std::vector<StoredTable> list;
  while (true) {
    const auto row = statement.step();
    if (!row) return row.error();
    if (!*row) return list;
    StoredTable table;
    table.id = statement.bytes(0);
    table.visitor = statement.bytes(1);
    table.record = statement.bytes(2);
    list.push_back(std::move(table));
  }
}

Result<void> TableStore::update(const std::vector<StoredTable>& changed,
                                const std::vector<std::string>& gone) const {
  if (changed.empty() && gone.empty()) return {};
  if (auto begun = database_.run("BEGIN IMMEDIATE"); !begun) return begun;
  auto done = write(changed, gone);
  if (done) done = database_.run("COMMIT");
  if (!done) (void)database_.run("ROLLBACK");  // a transaction left open would refuse every later one
  return done;
}

Result<void> TableStore::write(const std::vector<StoredTable>& changed,
                               const std::vector<std::string>& gone) const {
  for (const StoredTable& table : changed) {
    Statement statement =
        database_.prepare("INSERT OR REPLACE INTO tables (id, visitor, record) VALUES (?, ?, ?)");
    if (auto done = statement.bind(table.id).bind(table.visitor).bind(table.record).run(); !done) return done;
  }
  for (const std::string& id : gone) {
    if (auto done = database_.prepare("DELETE FROM tables WHERE id = ?").bind(id).run(); !done) return done;
  }
  return {};
}

}  // namespace banyan
