#include <banyan/store/database.hpp>

#include <sqlite3.h>

#include <cmath>

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
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
std::string_view Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return {static_cast<const char*>(data), data != nullptr ? size : 0};
}

Result<Database> Database::open(const std::filesystem::path& path) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open(path.c_str(), &handle);
  Database database(handle);
  if (code != SQLITE_OK) return Error{"the store " + path.string() + ": " + sqlite3_errstr(code)};
  if (auto done = database.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"); !done)
    return Error{"the store " + path.string() + ": " + done.error().message};
  return database;
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
  const std::string problem = message != nullptr ? message : "something went wrong";
  sqlite3_free(message);
  return Error{problem};
}

}  // namespace banyan
