// A thin wrapper of SQLite: a database, statements with bound values, and errors as Results. It uses a
// write-ahead log, so that committed data survives any end of the process.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <banyan/core/result.hpp>

struct sqlite3;
struct sqlite3_stmt;

namespace banyan {

// Distinguishes bytes from text in bind().
struct Blob {
  std::string_view bytes;
};

// A prepared statement. Values are bound from the first place on; step() goes to the next row.
class Statement {
 public:
  Statement& bind(std::int64_t value);
  Statement& bind(std::unsigned_integral auto value) { return bind(static_cast<std::int64_t>(value)); }
  Statement& bind(double value);  // NaN becomes NULL
  Statement& bind(std::string_view text);
  Statement& bind(Blob blob);

  // Whether there is a row.
  Result<bool> step();
  // Runs to the end.
  Result<void> run();

  [[nodiscard]] std::int64_t whole(int column) const;
  [[nodiscard]] double real(int column) const;  // NULL becomes NaN
  // Valid until the next step.
  [[nodiscard]] std::string_view bytes(int column) const;

 private:
  friend class Database;
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Path = std::shared_ptr<const std::string>;
  Statement(sqlite3_stmt* statement, Error problem, Path path)
      : statement_(statement), problem_(std::move(problem)), path_(std::move(path)) {}

  std::unique_ptr<sqlite3_stmt, Finalise> statement_;
  Error problem_;  // why there is no statement
  Path path_;      // of the database, for errors
  int bound_ = 0;
};

// Errors name the file and, where the system gave one, its reason.
class Database {
 public:
  // Creates the file if it does not exist, and by the statements `tables` what is to be in it. A file that
  // could not be completed is removed again.
  static Result<Database> open(const std::filesystem::path& path, const std::string& tables = {});
  // Removes a database that nobody has open.
  static void remove(const std::filesystem::path& path);
  // Opens an existing file for reading while another process may write.
  static Result<Database> open_to_read(const std::filesystem::path& path);

  [[nodiscard]] Statement prepare(std::string_view sql) const;
  // Statements without values.
  Result<void> run(const std::string& sql) const;
  Result<bool> has_table(std::string_view table) const;
  Result<bool> has_column(std::string_view table, std::string_view column) const;

 private:
  static Result<Database> connect(const std::filesystem::path& path, int flags, int patience_ms);
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Database(sqlite3* database, const std::filesystem::path& path)
      : path_(std::make_shared<const std::string>(path.string())), database_(database) {}
  [[nodiscard]] Result<void> complete(const std::string& tables) const;

  Statement::Path path_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace banyan
