// The store of a training run, run.db, from any bytes (fuzzed_store.hpp). Its readers refuse them with a
// message or answer, and what they answer is drawn as a page.
#include <array>
#include <cstdint>
#include <string>

#include <banyan/learn/net/report.hpp>
#include <banyan/store/run_store.hpp>
#include <banyan/store/table_store.hpp>

#include "fuzzed_store.hpp"

namespace {
using namespace banyan;

const FuzzedStore& store_file() {
  static const FuzzedStore store("run.db");
  return store;
}

void write_run(const std::string& path) {
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

constexpr std::array tables{StoredColumns{"settings", 2}, StoredColumns{"games", 10},
                            StoredColumns{"metrics", 15}, StoredColumns{"ladder", 11},
                            StoredColumns{"ratings", 4},  StoredColumns{"accuracy", 8}};

// From outside, as `watch`, `train --report` and the page look at it.
void look() {
  const auto run = RunReader::open(store_file().path());
  if (!read_or_refused(run)) return;
  read_or_refused(run->spread_games(5));
  read_or_refused(run->latest_games(3));
  read_or_refused(run->last_game_until(1));
  read_or_refused(run_report(*run));
}

// As a training that goes on reads it.
void resume() {
  const auto store = RunStore::open(store_file().path());
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
  static const std::string sound = store_file().sound(write_run);
  Input input(as_text(data, size));
  store_file().put(sound, tables, input);
  look();
  resume();
  // The page's own games lie in a store of the same kind.
  if (const auto pages = TableStore::open(store_file().path()); read_or_refused(pages))
    read_or_refused(pages->all());
  return 0;
}
