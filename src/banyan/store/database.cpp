#include <banyan/store/database.hpp>

#include <sqlite3.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <system_error>

namespace banyan {

void Statement::Finalise::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Statement& Statement::bind(std::int64_t value) {
  if (statement_) sqlite3_bind_int64(statement_.get(), ++bound_, value);
  return *this;
}
Statement& Statement::bind(double value) {
  if (statement_ && std::isfinite(value)) sqlite3_bind_double(statement_.get(), bound_ + 1, value);
  ++bound_;
  return *this;
}
Statement& Statement::bind(std::string_view text) {
  if (statement_)
    sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}
Statement& Statement::bind(Blob blob) {
  if (statement_)
    sqlite3_bind_blob64(statement_.get(), ++bound_, blob.bytes.data(), blob.bytes.size(), SQLITE_TRANSIENT);
  return *this;
}

Result<bool> Statement::step() {
  if (!statement_) return Error{"the store: " + problem_};
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return Error{std::string("the store: ") + sqlite3_errmsg(sqlite3_db_handle(statement_.get()))};
}

Result<void> Statement::run() {
  while (true) {
    const auto row = step();
    if (!row) return row.error();
    if (!*row) return {};
  }
}

std::int64_t Statement::whole(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL)
    return std::numeric_limits<double>::quiet_NaN();
  return sqlite3_column_double(statement_.get(), column);
}
std::string_view Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return {static_cast<const char*>(data), data != nullptr ? size : 0};
}

Result<Database> Database::connect(const std::filesystem::path& path, int flags, int patience_ms) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    return Error{"the store " + path.string() + " is not a regular file"};
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  Database database(handle);
  if (code != SQLITE_OK) return Error{"the store " + path.string() + ": " + sqlite3_errstr(code)};
  // No version creates views or triggers. In an untrusted file they would run with our queries, possibly
  // forever.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_busy_timeout(handle, patience_ms);
  return database;
}

Result<Database> Database::open(const std::filesystem::path& path) {
  constexpr int patience_ms = 10'000;  // while another process writes
  auto database = connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, patience_ms);
  if (!database) return database;
  if (auto done = database->run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"); !done)
    return Error{"the store " + path.string() + ": " + done.error().message};
  return database;
}

Result<Database> Database::open_to_read(const std::filesystem::path& path) {
  // Readers of a write-ahead log share its index with the writer, for which they must be able to write; where
  // that is forbidden, they read what they can.
  constexpr int patience_ms = 100;         // readers wait for a writer only during recovery after a kill
  constexpr int longest_value = 64 << 20;  // a damaged file may claim any length
  auto database = connect(path, SQLITE_OPEN_READWRITE, patience_ms);
  if (!database) database = connect(path, SQLITE_OPEN_READONLY, patience_ms);
  if (!database) return database;
  sqlite3_limit(database->database_.get(), SQLITE_LIMIT_LENGTH, longest_value);
  if (auto done = database->run("PRAGMA query_only=1; SELECT count(*) FROM sqlite_schema;"); !done)
    return Error{"the store " + path.string() + ": " + done.error().message};
  return database;
}

Result<bool> Database::has_table(std::string_view table) const {
  return prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").bind(table).step();
}

Result<bool> Database::has_column(std::string_view table, std::string_view column) const {
  Statement statement = prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
  return statement.bind(table).bind(column).step();
}

Statement Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  return Statement(statement, code == SQLITE_OK ? "" : sqlite3_errmsg(database_.get()));
}

Result<void> Database::run(const std::string& sql) const {
  char* message = nullptr;
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, &message) == SQLITE_OK) return {};
  const std::string problem = message != nullptr ? message : "unknown error";
  sqlite3_free(message);
  return Error{problem};
}

}  // namespace banyan
