#include <banyan/store/database.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <limits>
#include <system_error>

namespace banyan {

namespace {
// Whether the file could not be used, whatever is in it.
bool is_of_system(int code) {
  constexpr std::array those{SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_READONLY,
                             SQLITE_PERM,  SQLITE_BUSY, SQLITE_NOMEM,    SQLITE_NOLFS};
  return std::find(those.begin(), those.end(), code) != those.end();
}

// The system's reason for what went wrong last; 0 if it is not known. SQLite keeps it where a file can't be
// opened, but not where one can't be written: there it is still in errno, unless undoing the rest has missed
// a file.
int system_reason(sqlite3* database, int code, int last_errno) {
  if (code != SQLITE_IOERR && code != SQLITE_CANTOPEN) return 0;
  if (const int kept = sqlite3_system_errno(database); kept != 0) return kept;
  return last_errno == ENOENT ? 0 : last_errno;
}

// What went wrong last; "disk I/O error" alone would not tell a full disk from a broken one.
Error last_problem(sqlite3* database, const std::string& path) {
  const int last_errno = errno;
  constexpr int primary = 0xff;
  const int code = sqlite3_errcode(database) & primary;
  std::string text = "the store " + path + ": " + sqlite3_errmsg(database);
  if (const int reason = system_reason(database, code, last_errno); reason != 0)
    text += ": " + std::generic_category().message(reason);
  return {text, is_of_system(code)};
}
}  // namespace

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
  if (!statement_) return problem_;
  errno = 0;
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return last_problem(sqlite3_db_handle(statement_.get()), *path_);
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
  Database database(handle, path);
  if (code != SQLITE_OK) return last_problem(handle, path.string());
  // No version creates views or triggers. In an untrusted file they would run with our queries, possibly
  // forever.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_busy_timeout(handle, patience_ms);
  return database;
}

Result<Database> Database::open(const std::filesystem::path& path, const std::string& tables) {
  constexpr int patience_ms = 10'000;  // while another process writes
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(path, ignored);
  Result<Database> database = connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, patience_ms);
  if (database)
    if (auto done = database->complete(tables); !done) database = done.error();
  if (!database && is_new) remove(path);
  return database;
}

Result<void> Database::complete(const std::string& tables) const {
  if (auto done = run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"); !done) return done;
  return run(tables);
}

void Database::remove(const std::filesystem::path& path) {
  std::error_code ignored;
  for (const char* ending : {"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(path.string() + ending, ignored);
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
    return done.error();
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
  return {statement, code == SQLITE_OK ? Error{} : last_problem(database_.get(), *path_), path_};
}

Result<void> Database::run(const std::string& sql) const {
  errno = 0;
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return last_problem(database_.get(), *path_);
}

}  // namespace banyan
