#include <banyan/learn/net_training.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include <banyan/core/clock.hpp>
#include <banyan/core/parallel.hpp>
#include <banyan/learn/trainer_process.hpp>
#include <banyan/nn/bnet.hpp>
#include <banyan/nn/sample.hpp>
#include <banyan/session/record.hpp>
#include <banyan/store/folder_lock.hpp>
#include <banyan/store/run_store.hpp>

namespace banyan {

namespace {

class NetTraining {
 public:
  NetTraining(const AnyGame& game, const NetTrainingParams& params, const NetListener& listener,
              const std::stop_token& stop, RunStore store, TrainerProcess trainer,
              std::unique_ptr<SelfPlayer> player)
      : game_(game),
        params_(params),
        listener_(listener),
        stop_(stop),
        store_(std::move(store)),
        trainer_(std::move(trainer)),
        player_(std::move(player)) {}

  // Goes on after the last generation that is done.
  Result<void> resume() {
    const auto last = store_.last_metrics();
    if (!last) return last.error();
    if (*last) {
      before_ = (*last)->seconds;
      done_ = (*last)->generation;
      if (auto restored = trainer_.restore(checkpoint_file(done_)); !restored)
        return Error{checkpoint_file(done_) + ": " + restored.error().message};
      if (auto filled = fill_window(); !filled) return filled;
      listener_.note("goes on after generation " + std::to_string(done_) + ", " +
                     std::to_string((*last)->games) + " games, with the run's seed " +
                     std::to_string(params_.seed));
    }
    return take_network();
  }

  Result<void> run() {
    while (!is_over()) {
      const auto report = generation();
      if (!report) return report.error();
      if (!*report) return {};  // stopped
      listener_.report(**report);
      note_pace(**report);
      warn_if_nothing_is_learned(**report);
    }
    return {};
  }

 private:
  static constexpr std::uint64_t least_window = 4;  // generations

  // After the first generation of this start: what the rest of the time will bring.
  void note_pace(const NetReport& report) {
    if (std::exchange(pace_noted_, true) || !params_.minutes) return;
    const double left = std::max(0.0, 60 * *params_.minutes - seconds());
    const double each = report.play_seconds + report.learn_seconds;
    const auto games =
        static_cast<std::uint64_t>(left / each * static_cast<double>(params_.learner.generation));
    listener_.note("at this pace " + std::to_string(report.games + games) + " games by the end");
  }

  // A network that knows nothing is as wrong about the end of games as one that calls every position even.
  // Runs that learn leave that behind within a few generations.
  void warn_if_nothing_is_learned(const NetReport& report) {
    constexpr std::uint64_t patience = 15;
    const double knows_nothing = 0.98 * std::log(2.0);
    if (report.generation != patience || report.value_loss < knows_nothing) return;
    listener_.note(
        "it has not learned to tell won positions from lost ones so far; a lower rate, more simulations "
        "(sims) or larger generations may help");
  }

  [[nodiscard]] std::string checkpoint_file(std::uint64_t generation) const {
    return params_.folder + "/checkpoint-" + std::to_string(generation);
  }
  [[nodiscard]] double seconds() const { return before_ + watch_.seconds(); }
  [[nodiscard]] std::uint64_t window_size(std::uint64_t generation) const {
    return std::min(params_.learner.window, least_window + generation / 2);
  }

  // How far the run has come, from 0 to 1; 0 for one without an end.
  [[nodiscard]] double progress() const {
    double share = 0;
    if (params_.minutes) share = seconds() / (60 * *params_.minutes);
    if (params_.games)
      share = std::max(share, static_cast<double>(done_ * params_.learner.generation) /
                                  static_cast<double>(*params_.games));
    return std::min(1.0, share);
  }
  [[nodiscard]] bool is_over() const { return stop_.stop_requested() || progress() >= 1; }

  // Plays the games that are missing, learns, and notes that the generation is done. Nothing if it was
  // stopped.
  Result<std::optional<NetReport>> generation() {
    NetReport report;
    const Stopwatch playing;
    if (auto played = play_games(report); !played) return played.error();
    if (is_over() && missing_ > 0) return std::optional<NetReport>();
    report.play_seconds = playing.seconds();
    const Stopwatch learning;
    if (auto learned = learn(report); !learned) return learned.error();
    report.learn_seconds = learning.seconds();
    if (auto kept = keep(report); !kept) return kept.error();
    return std::optional(report);
  }

  Result<void> play_games(NetReport& report) {
    const auto there = store_.numbers(done_);
    if (!there) return there.error();
    std::vector<std::uint64_t> numbers;
    const std::uint64_t first = done_ * params_.learner.generation;
    for (std::uint64_t i = first; i < first + params_.learner.generation; ++i)
      if (!there->contains(i)) numbers.push_back(i);
    std::mutex mutex;
    Result<void> outcome;
    EvaluatorCounts counts;
    missing_ = numbers.size();
    std::stop_source over;
    parallel_for(numbers.size(), params_.threads, over.get_token(), [&](std::size_t i) {
      const SelfPlayedGame game = player_->play(network_, params_.learner.play, params_.seed, numbers[i]);
      const std::scoped_lock lock(mutex);
      if (auto stored = store(game, numbers[i]); !stored) outcome = stored;
      counts.evaluations += game.counts.evaluations;
      counts.cache_hits += game.counts.cache_hits;
      --missing_;
      if (!outcome || is_over()) over.request_stop();
    });
    const auto asked = static_cast<double>(counts.evaluations + counts.cache_hits);
    report.cache_hits = asked > 0 ? static_cast<double>(counts.cache_hits) / asked : 0;
    return outcome;
  }

  Result<void> store(const SelfPlayedGame& game, std::uint64_t number) {
    return store_.add_game({.number = number,
                            .generation = done_,
                            .moves = game.moves,
                            .outcome = game.outcome,
                            .plies = game.plies,
                            .positions = game.samples.size() / sample_bytes(),
                            .evaluations = game.counts.evaluations,
                            .samples = game.samples});
  }
  [[nodiscard]] std::size_t sample_bytes() const { return sample_shape(*game_.info().encoding).bytes(); }

  // Sends the samples that the learner had after the last generation, in the order of their games.
  Result<void> fill_window() {
    const std::uint64_t from = done_ - std::min(done_, window_size(done_ - 1));
    std::string samples;
    counts_.assign(done_ - from, 0);
    const auto read = store_.for_each_game(from, [&](const StoredGame& game) {
      if (game.generation >= done_) return;  // of the generation that was under way
      counts_[game.generation - from] += game.positions;
      samples += game.samples;
    });
    if (!read) return read;
    return trainer_.add_samples(samples);
  }

  Result<void> learn(NetReport& report) {
    std::string samples;
    std::uint64_t positions = 0;
    const auto read = store_.for_each_game(done_, [&](const StoredGame& game) {
      positions += game.positions;
      samples += game.samples;
    });
    if (!read) return read;
    if (auto added = trainer_.add_samples(samples); !added) return added;
    counts_.push_back(positions);
    std::uint64_t dropped = 0;
    for (; counts_.size() > window_size(done_); counts_.pop_front()) dropped += counts_.front();
    if (dropped > 0)
      if (auto done = trainer_.drop_samples(dropped); !done) return done;
    const double wanted = params_.learner.passes * static_cast<double>(positions);
    const auto steps =
        static_cast<std::uint64_t>(std::ceil(wanted / static_cast<double>(params_.learner.batch)));
    const auto losses = trainer_.train(std::max<std::uint64_t>(1, steps), rate());
    if (!losses)
      return Error{"learning stopped: " + losses.error().message + ". The network of generation " +
                   std::to_string(done_) + " is kept; the same command goes on from there"};
    report.policy_loss = losses->policy;
    report.value_loss = losses->value;
    return take_network();
  }

  [[nodiscard]] double rate() const {
    constexpr double constant_until = 0.5;
    constexpr double last = 0.1;
    const double sunk = std::max(0.0, (progress() - constant_until) / (1 - constant_until));
    return params_.learner.rate * (1 - (1 - last) * sunk);
  }

  Result<void> take_network() {
    auto weights = trainer_.weights();
    if (!weights) return weights.error();
    const Encoding encoding = *game_.info().encoding;
    latest_ = {.shape = shape_for(encoding, params_.learner.blocks, params_.learner.filters),
               .game = game_.info().spec,
               .rows = static_cast<std::uint32_t>(encoding.rows),
               .columns = static_cast<std::uint32_t>(encoding.columns),
               .made_by = {},
               .weights = *std::move(weights)};
    network_ = std::make_shared<PreparedNetwork>(latest_);
    return {};
  }

  // Checkpoint and network first, then the line that makes the generation count.
  Result<void> keep(NetReport& report) {
    const auto totals = store_.totals();
    if (!totals) return totals.error();
    const std::uint64_t old = done_++;
    if (auto kept = trainer_.write_checkpoint(checkpoint_file(done_)); !kept) return kept;
    latest_.made_by = "banyan train, generation " + std::to_string(done_) + ", " +
                      std::to_string(totals->games) + " games, seed " + std::to_string(params_.seed);
    report.checkpoint = params_.folder + "/best.bnet";
    if (auto kept = write_file(report.checkpoint, print_bnet(latest_)); !kept) return kept;
    report.seed = params_.seed;
    report.seconds = seconds();
    report.generation = done_;
    report.games = totals->games;
    report.positions = totals->positions;
    report.evaluations = totals->evaluations;
    const auto kept = store_.finish_generation({.generation = done_,
                                                .seconds = report.seconds,
                                                .games = report.games,
                                                .positions = report.positions,
                                                .evaluations = report.evaluations,
                                                .policy_loss = report.policy_loss,
                                                .value_loss = report.value_loss});
    if (!kept) return kept;
    std::error_code ignored;
    std::filesystem::remove(checkpoint_file(old), ignored);
    return {};
  }

  const AnyGame& game_;
  const NetTrainingParams& params_;
  const NetListener& listener_;
  std::stop_token stop_;
  RunStore store_;
  TrainerProcess trainer_;
  std::unique_ptr<SelfPlayer> player_;
  Stopwatch watch_;
  double before_ = 0;       // seconds of earlier runs
  std::uint64_t done_ = 0;  // generations
  bool pace_noted_ = false;
  std::uint64_t missing_ = 0;         // games of the generation under way
  std::deque<std::uint64_t> counts_;  // samples of each generation in the window
  Network latest_;
  std::shared_ptr<const PreparedNetwork> network_;
};

// A setting that a run keeps for good: stored the first time, compared ever after.
Result<void> agree(const RunStore& store, const std::string& name, const std::string& value,
                   const std::string& folder) {
  const auto there = store.get(name);
  if (!there) return there.error();
  if (!*there) return store.set(name, value);
  if (**there == value) return {};
  return Error{folder + " holds a run with " + name + " " + **there + ", not " + value +
               "; go on with that one, or take another folder"};
}

}  // namespace

Result<void> train_net(const AnyGame& game, const NetTrainingParams& params, const NetListener& listener,
                       const std::stop_token& stop) {
  auto player = game.make_self_player();
  if (!player) return Error{game.info().name + " can't be learned by a network"};
  const auto lock = FolderLock::take(params.folder);
  if (!lock) return lock.error();
  auto store = RunStore::open(params.folder + "/run.db");
  if (!store) return store.error();
  for (const auto& [name, value] : {std::pair<std::string, std::string>("version", "1"),
                                    {"game", game.info().spec},
                                    {"learner", print_spec("alphazero", params.learner)}})
    if (auto same = agree(*store, name, value, params.folder); !same) return same;
  NetTrainingParams own = params;
  const auto seed = store->get("seed");
  if (!seed) return seed.error();
  if (*seed) own.seed = std::stoull(**seed);
  if (auto kept = store->set("seed", std::to_string(own.seed)); !kept) return kept;

  auto trainer = TrainerProcess::start({.encoding = *game.info().encoding,
                                        .blocks = own.learner.blocks,
                                        .filters = own.learner.filters,
                                        .batch = own.learner.batch,
                                        .seed = own.seed,
                                        .threads = own.threads,
                                        .symmetries = player->symmetries()});
  if (!trainer) return trainer.error();
  NetTraining training(game, own, listener, stop, *std::move(store), *std::move(trainer), std::move(player));
  if (auto resumed = training.resume(); !resumed) return resumed;
  return training.run();
}

}  // namespace banyan
