// Stores in a file, from any bytes: as a file that was damaged, and as sound tables with rows that no version
// has written. The first byte of an input chooses. Damage: groups of three bytes, where in the file (two) and
// what stands there then. Rows: a table, and for each of its columns a kind of value and the value.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "fuzz.hpp"

class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}
  [[nodiscard]] bool empty() const { return rest_.empty(); }
  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::uint8_t byte() {
    const std::string_view one = take(1);
    return one.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(one.front());
  }
  template <class T>
  T number() {
    T value{};
    const std::string_view bytes = take(sizeof(value));
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }

 private:
  std::string_view rest_;
};

struct StoredColumns {
  const char* table;
  int columns;
};

// One database file in the scratch folder.
class FuzzedStore {
 public:
  explicit FuzzedStore(const char* name) : path_((scratch_folder() / name).string()) {}

  [[nodiscard]] const std::string& path() const { return path_; }

  // The bytes of a small store as the program writes it, in one file.
  template <class Fill>
  std::string sound(Fill fill) const {
    remove();
    run("PRAGMA page_size = 512; VACUUM");
    fill(path_);
    run("PRAGMA journal_mode = DELETE");
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // What an input makes of it.
  void put(std::string bytes, std::span<const StoredColumns> tables, Input& input) const {
    if (input.byte() % 2 == 0) {
      write(bytes);
      add_rows(tables, input);
      return;
    }
    while (!input.empty()) {
      const std::size_t place = input.number<std::uint16_t>() % bytes.size();
      bytes[place] = static_cast<char>(input.byte());
    }
    write(bytes);
  }

 private:
  std::string path_;

  void remove() const {
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) (void)unlink((path_ + ending).c_str());
  }
  void write(const std::string& bytes) const {
    remove();
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  [[nodiscard]] sqlite3* open() const {
    sqlite3* database = nullptr;
    must(sqlite3_open(path_.c_str(), &database) == SQLITE_OK);
    return database;
  }
  void run(const char* sql) const {
    sqlite3* database = open();
    must(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
  }

  static void bind_value(sqlite3_stmt* statement, int column, Input& input) {
    switch (input.byte() % 6) {
      case 0: sqlite3_bind_null(statement, column); break;
      case 1: sqlite3_bind_int64(statement, column, input.byte()); break;
      case 2: sqlite3_bind_int64(statement, column, input.number<std::int64_t>()); break;
      case 3: sqlite3_bind_double(statement, column, input.number<double>()); break;
      case 4: {
        const std::string_view text = input.take(input.byte());
        sqlite3_bind_text(statement, column, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
        break;
      }
      default: {
        const std::string_view blob = input.take(input.byte());
        sqlite3_bind_blob(statement, column, blob.data(), static_cast<int>(blob.size()), SQLITE_TRANSIENT);
      }
    }
  }

  // Rows that do not fit (no number where there must be one) stay out.
  static void add_row(sqlite3* database, const StoredColumns& table, Input& input) {
    std::string sql = std::string("INSERT OR REPLACE INTO ") + table.table + " VALUES (?";
    for (int i = 1; i < table.columns; ++i) sql += ", ?";
    sqlite3_stmt* statement = nullptr;
    must(sqlite3_prepare_v2(database, (sql + ")").c_str(), -1, &statement, nullptr) == SQLITE_OK);
    for (int column = 1; column <= table.columns; ++column) bind_value(statement, column, input);
    (void)sqlite3_step(statement);
    sqlite3_finalize(statement);
  }
  void add_rows(std::span<const StoredColumns> tables, Input& input) const {
    sqlite3* database = open();
    must(sqlite3_exec(database, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN", nullptr,
                      nullptr, nullptr) == SQLITE_OK);
    while (!input.empty()) add_row(database, tables[input.byte() % tables.size()], input);
    must(sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
  }
};
