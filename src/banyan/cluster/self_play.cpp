#include <banyan/cluster/self_play.hpp>

#include <mutex>
#include <string>
#include <utility>

#include <banyan/cluster/units.hpp>
#include <banyan/core/bytes.hpp>
#include <banyan/nn/bnet.hpp>

namespace banyan::cluster {

namespace {
std::string print_game(const SelfPlayedGame& game) {
  ByteWriter writer;
  writer.put_text(game.moves).put(game.outcome).put(game.plies).put(game.proven).put(game.resigned);
  writer.put(game.comeback).put_text(game.samples).put(game.counts).put_text(game.error);
  return writer.take();
}

SelfPlayedGame parse_game(const std::string& text) {
  ByteReader reader(text);
  SelfPlayedGame game;
  game.moves = reader.take_text();
  game.outcome = reader.take<double>();
  game.plies = reader.take<std::uint32_t>();
  game.proven = reader.take<bool>();
  game.resigned = reader.take<bool>();
  game.comeback = reader.take<std::optional<double>>();
  game.samples = reader.take_text();
  game.counts = reader.take<EvaluatorCounts>();
  game.error = reader.take_text();
  if (!reader.fine()) game.error = "a game from another rank is not readable";
  return game;
}

// What all games of a generation have in common.
std::string print_task(const SelfPlayTask& task, const Network& network) {
  ByteWriter writer;
  writer.put(task.params).put(task.seed).put(task.resign_below).put_text(print_bnet(network));
  return writer.take();
}

Result<SelfPlayTask> parse_task(const std::string& text) {
  ByteReader reader(text);
  SelfPlayTask task;
  task.params = reader.take<SelfPlayParams>();
  task.seed = reader.take<std::uint64_t>();
  task.resign_below = reader.take<double>();
  const auto network = parse_bnet(reader.take_text());
  if (!network) return network.error();
  task.network = prepare_net(*network);
  return task;
}

class Helpers final : public SelfPlayHelpers {
 public:
  explicit Helpers(Ranks& ranks) : ranks_(ranks), dealer_(ranks) {}

  void play(const SelfPlayTask& task, const Network& network, const SelfPlayDesk& desk,
            const std::stop_token& stop) override {
    std::string text = print_task(task, network);
    // Letters of two ranks arrive in order: the task comes before the games that are dealt with it.
    if (text != last_task_) ranks_.send_to_others(Mail::task, text);
    last_task_ = std::move(text);
    dealer_.deal({.next = desk.next,
                  .is_empty = desk.is_empty,
                  .take = [&](std::size_t number,
                              const std::string& result) { desk.take(number, parse_game(result)); }},
                 stop);
  }

 private:
  Ranks& ranks_;
  UnitDealer dealer_;
  std::string last_task_;
};

// The task that the games dealt now belong to.
class CurrentTask {
 public:
  explicit CurrentTask(Ranks& ranks) : ranks_(ranks) {}

  Result<SelfPlayTask> get() {
    const std::lock_guard lock(mutex_);
    while (const auto letter = ranks_.receive({Mail::task}, {}, 0)) task_ = parse_task(letter->text);
    return task_;
  }

 private:
  Ranks& ranks_;
  std::mutex mutex_;
  Result<SelfPlayTask> task_ = Error{"a game was requested before its network arrived"};
};
}  // namespace

std::unique_ptr<SelfPlayHelpers> self_play_helpers(Ranks& ranks) { return std::make_unique<Helpers>(ranks); }

Result<void> help_self_play(Ranks& ranks, const AnyGame& game, std::uint32_t threads,
                            const std::stop_token& stop) {
  const auto player = game.make_self_player();
  if (!player) return Error{game.info().name + " can't be learned by a network"};
  CurrentTask current(ranks);
  const auto make_hand = [&]() -> DoUnit {
    return [&](std::size_t number, const std::stop_token& ended) -> std::optional<std::string> {
      auto task = current.get();
      if (!task) {
        SelfPlayedGame none;
        none.error = task.error().message;
        return print_game(none);
      }
      task->number = number;
      task->stop = ended;
      const SelfPlayedGame played = player->play(*task);
      return played.stopped ? std::nullopt : std::optional(print_game(played));
    };
  };
  do_units(ranks, threads, make_hand, stop);
  return {};
}

}  // namespace banyan::cluster
