// The store of a training run, run.db, from any bytes: as a file that was damaged, and as sound tables with
// rows that no version has written. Its readers refuse them with a message or answer, and what they answer is
// drawn as a page.
//
// The first byte of an input chooses. Damage: groups of three bytes, where in the file (two) and what stands
// there then. Rows: a table, and for each of its columns a kind of value and the value.
#include <sqlite3.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <banyan/learn/net/report.hpp>
#include <banyan/store/run_store.hpp>
#include <banyan/store/table_store.hpp>

#include "fuzz.hpp"

namespace {
using namespace banyan;

std::string folder_file(const char* name) { return (scratch_folder() / name).string(); }

void remove_store() {
  for (const char* name : {"run.db", "run.db-wal", "run.db-shm", "run.db-journal"})
    (void)unlink(folder_file(name).c_str());
}

// A small run as the program writes it, in one file.
std::string sound_run() {
  remove_store();
  const std::string path = folder_file("run.db");
  sqlite3* database = nullptr;
  must(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  must(sqlite3_exec(database, "PRAGMA page_size = 512; VACUUM", nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  {
    const auto store = RunStore::open(path).value();
    must(store.set("game", "connect4").ok());
    must(store.set("learner", "blocks=2,filters=16").ok());
    for (std::uint64_t i = 0; i < 3; ++i) {
      must(store.add_game({.number = i, .generation = i, .moves = "4 4 3", .plies = 3, .samples = "bytes"})
               .ok());
      must(store.finish_generation({.generation = i, .seconds = 60, .games = i, .policy_loss = 1.5}).ok());
    }
    must(store
             .add_rung({.matches = {{.generation = 2, .opponent = "random", .wins = 3, .losses = 1}},
                        .ratings = {{.player = "random", .elo = -100, .low = -200, .high = 0}},
                        .accuracy = {{.generation = 2, .asked = 10, .policy = 0.5, .search = 0.75}}})
             .ok());
  }
  must(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  must(sqlite3_exec(database, "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

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

void put_run(const std::string& bytes) {
  remove_store();
  std::ofstream(folder_file("run.db"), std::ios::binary) << bytes;
}

void bind_value(sqlite3_stmt* statement, int column, Input& input) {
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

struct Table {
  const char* name;
  int columns;
};
constexpr std::array tables{Table{"settings", 2}, Table{"games", 10},  Table{"metrics", 15},
                            Table{"ladder", 11},  Table{"ratings", 4}, Table{"accuracy", 8}};

// Rows that do not fit (no number where there must be one) stay out.
void add_row(sqlite3* database, Input& input) {
  const Table& table = tables[input.byte() % tables.size()];
  std::string sql = std::string("INSERT OR REPLACE INTO ") + table.name + " VALUES (?";
  for (int i = 1; i < table.columns; ++i) sql += ", ?";
  sqlite3_stmt* statement = nullptr;
  must(sqlite3_prepare_v2(database, (sql + ")").c_str(), -1, &statement, nullptr) == SQLITE_OK);
  for (int column = 1; column <= table.columns; ++column) bind_value(statement, column, input);
  (void)sqlite3_step(statement);
  sqlite3_finalize(statement);
}

void put_rows(const std::string& sound, Input& input) {
  put_run(sound);
  sqlite3* database = nullptr;
  must(sqlite3_open(folder_file("run.db").c_str(), &database) == SQLITE_OK);
  must(sqlite3_exec(database, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN", nullptr,
                    nullptr, nullptr) == SQLITE_OK);
  while (!input.empty()) add_row(database, input);
  must(sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
}

void put_damage(std::string bytes, Input& input) {
  while (!input.empty()) {
    const std::size_t place = input.number<std::uint16_t>() % bytes.size();
    bytes[place] = static_cast<char>(input.byte());
  }
  put_run(bytes);
}

// From outside, as `watch`, `train --report` and the page look at it.
void look() {
  const auto run = RunReader::open(folder_file("run.db"));
  if (!read_or_refused(run)) return;
  read_or_refused(run->spread_games(5));
  read_or_refused(run->latest_games(3));
  read_or_refused(run->last_game_until(1));
  read_or_refused(run_report(*run));
}

// As a training that goes on reads it.
void resume() {
  const auto store = RunStore::open(folder_file("run.db"));
  if (!read_or_refused(store)) return;
  read_or_refused(store->get("learner"));
  read_or_refused(store->numbers(1));
  read_or_refused(store->totals());
  read_or_refused(store->comebacks(0, 3));
  read_or_refused(store->last_metrics());
  std::size_t bytes = 0;
  read_or_refused(store->for_each_game(0, [&](const StoredGame& game) { bytes += game.samples.size(); }));
  must(bytes < 1'000'000);
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string sound = sound_run();
  Input input(as_text(data, size));
  if (input.byte() % 2 == 0) {
    put_rows(sound, input);
  } else {
    put_damage(sound, input);
  }
  look();
  resume();
  // The page's own games lie in a store of the same kind.
  if (const auto pages = TableStore::open(folder_file("run.db")); read_or_refused(pages))
    read_or_refused(pages->all());
  return 0;
}
