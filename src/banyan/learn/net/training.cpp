#include <banyan/learn/net/training.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <filesystem>
#include <limits>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <banyan/core/clock.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/core/parallel.hpp>
#include <banyan/learn/net/ladder_keeper.hpp>
#include <banyan/learn/net/learning_check.hpp>
#include <banyan/learn/net/resignation.hpp>
#include <banyan/learn/net/run_settings.hpp>
#include <banyan/learn/net/sample_window.hpp>
#include <banyan/learn/net/trainer_process.hpp>
#include <banyan/learn/td/checkpoint.hpp>
#include <banyan/nn/bnet.hpp>
#include <banyan/nn/sample.hpp>
#include <banyan/store/folder_lock.hpp>
#include <banyan/store/run_reader.hpp>
#include <banyan/store/run_store.hpp>

namespace banyan {

namespace {

class NetTraining {
 public:
  NetTraining(const AnyGame& game, const NetTrainingParams& params, const NetListener& listener,
              const std::stop_token& stop, RunStore store, RunReader reader, TrainerProcess trainer,
              std::unique_ptr<SelfPlayer> player)
      : game_(game),
        params_(params),
        listener_(listener),
        stop_(stop),
        store_(std::move(store)),
        reader_(std::move(reader)),
        trainer_(std::move(trainer)),
        player_(std::move(player)),
        ladder_(Ladder(game, {.folder = params.folder, .seed = params.seed, .threads = params.threads}),
                params.ladder.value_or(LadderKeeper::usual_interval(params.minutes)), store_, reader_) {}

  // Goes on after the last generation that is done; before the first, from where the learner is to start.
  Result<void> resume() {
    const auto last = store_.last_metrics();
    if (!last) return last.error();
    if (*last) {
      last_ = **last;
      before_ = last_.seconds;
      done_ = last_.generation;
      if (auto restored = restore(checkpoint_file(done_)); !restored) return restored;
      if (auto filled = window_.refill(store_, trainer_, done_); !filled) return filled;
      listener_.note("goes on after generation " + std::to_string(done_) + ", " +
                     std::to_string(last_.games) + " games, with the run's seed " +
                     std::to_string(params_.seed));
    } else if (!params_.learner.start.empty()) {
      if (auto restored = restore(params_.learner.start); !restored) return restored;
    }
    if (auto found = ladder_.resume(); !found) return found;
    return take_network();
  }

  Result<void> run() {
    if (is_over()) return {};
    if (auto told = tell_forecast(); !told) return told;
    while (!is_over()) {
      const auto report = generation();
      if (!report) return report.error();
      if (!*report) break;  // stopped, or out of time
      listener_.report(**report);
      if (auto looked = look_for_trouble(); !looked) return looked;
      if (ladder_.is_due(seconds()) && !is_over())
        if (auto climbed = climb(); !climbed) return climbed;
    }
    const bool has_news = done_ > ladder_.generation() && !stop_.stop_requested();
    return ladder_.is_on() && has_news ? climb() : Result<void>();
  }

 private:
  // 1. What the run will bring, measured by its own first games and by steps that nothing keeps.
  Result<void> tell_forecast() {
    constexpr double seconds_of_play = 2;
    constexpr std::uint64_t steps = 5;
    const auto begun = begin_generation();
    if (!begun) return begun;
    if (auto played = play_games(seconds_of_play); !played) return played;
    std::string samples;
    const auto read = store_.for_each_game(done_, [&](const StoredGame& game) { samples += game.samples; });
    if (!read) return read;
    if (samples.empty() || pace_.games == 0) return {};
    const auto step = trainer_.measure(steps, samples, stop_);
    if (stop_.stop_requested()) return {};
    if (!step) return Error{"trial steps of learning failed: " + step.error().message};
    const double share = ladder_.is_on() ? LadderKeeper::share : 0;
    const double steps_per_position = params_.learner.passes / static_cast<double>(params_.learner.batch);
    std::string text = fmt::format(
        "here it plays {} games, {} positions, {} evaluations a second, and learns {} positions a second",
        describe_count(pace_.per_second(pace_.games)), describe_count(pace_.per_second(pace_.positions)),
        describe_count(pace_.per_second(pace_.evaluations)),
        describe_count(static_cast<double>(params_.learner.batch) / *step));
    if (const auto rest = forecast(pace_, *step, steps_per_position, share, limits()))
      text += fmt::format(
          "; about {} games, {} positions and {} steps more in {}, if games stay as long as they are",
          describe_count(rest->games), describe_count(rest->positions), describe_count(rest->steps),
          describe_time(rest->seconds));
    listener_.note(text);
    return {};
  }
  [[nodiscard]] RunLimits limits() const {
    RunLimits rest;
    if (params_.minutes) rest.seconds_left = std::max(0.0, 60 * *params_.minutes - seconds());
    const std::uint64_t played = done_ * params_.learner.generation;
    if (params_.games) rest.games_left = *params_.games - std::min(*params_.games, played);
    return rest;
  }

  Result<void> look_for_trouble() const {
    const auto metrics = reader_.metrics();
    if (!metrics) return metrics.error();
    if (const auto doubt = doubt_by_losses(*metrics)) listener_.note("warning: " + *doubt);
    return {};
  }

  // 2. The ladder.
  Result<void> climb() {
    const auto rung = ladder_.climb(
        {.generation = done_, .seconds = seconds(), .games = last_.games, .positions = last_.positions},
        latest_, stop_);
    if (!rung) return rung.error();
    if (!*rung) return {};  // stopped
    listener_.rung(**rung);
    if (const auto doubt = doubt_by_ladder(rated_networks((*rung)->ratings)))
      listener_.note("warning: " + *doubt);
    return {};
  }

  Result<void> restore(const std::string& file) {
    if (auto restored = trainer_.restore(file); !restored)
      return Error{file + ": " + restored.error().message};
    return {};
  }
  [[nodiscard]] std::string checkpoint_file(std::uint64_t generation) const {
    return params_.folder + "/checkpoint-" + std::to_string(generation);
  }
  [[nodiscard]] double seconds() const { return before_ + watch_.seconds(); }

  // How far the run has come, from 0 to 1; 0 for one without an end. The last rung is part of the time.
  [[nodiscard]] double progress() const {
    double share = 0;
    if (params_.minutes) {
      const double budget = 60 * *params_.minutes;
      share = seconds() / (budget - std::min(ladder_.last_seconds(), LadderKeeper::share * budget));
    }
    if (params_.games)
      share = std::max(share, static_cast<double>(done_ * params_.learner.generation) /
                                  static_cast<double>(*params_.games));
    return std::min(1.0, share);
  }
  [[nodiscard]] bool is_over() const { return stop_.stop_requested() || progress() >= 1; }

  // 3. A generation: plays the games that are missing, learns, and notes that it is done. Nothing if it was
  // stopped.
  Result<std::optional<NetReport>> generation() {
    NetReport report;
    if (auto begun = begin_generation(); !begun) return begun.error();
    if (auto played = play_games(std::numeric_limits<double>::infinity()); !played) return played.error();
    if (!missing_.empty()) return std::optional<NetReport>();
    if (pace_.games == params_.learner.generation) report.metrics.play_seconds = pace_.seconds;
    if (pace_.games > 0) report.metrics.cache_hits = pace_.hits();
    const Stopwatch learning;
    if (auto learned = learn(report.metrics); !learned) {
      // What was learned since the last checkpoint is learned again the next time.
      if (stop_.stop_requested()) return std::optional<NetReport>();
      return learned.error();
    }
    report.metrics.learn_seconds = learning.seconds();
    if (auto kept = keep(report); !kept) return kept.error();
    pace_ = {};
    return std::optional(report);
  }

  Result<void> begin_generation() {
    const auto there = store_.numbers(done_);
    if (!there) return there.error();
    games_ = last_.games + there->size();
    missing_.clear();
    const std::uint64_t first = done_ * params_.learner.generation;
    for (std::uint64_t i = first; i < first + params_.learner.generation; ++i)
      if (!there->contains(i)) missing_.insert(i);
    return set_resignation();
  }

  Result<void> set_resignation() {
    const double allowed = params_.learner.play.resign;
    if (allowed == 0) return {};
    const auto comebacks = store_.comebacks(done_ - std::min(done_, Resignation::generations), done_);
    if (!comebacks) return comebacks.error();
    resign_below_ = Resignation::threshold(*comebacks, allowed);
    return {};
  }

  // No game is begun after so many seconds, nor when the run is over.
  Result<void> play_games(double most_seconds) {
    const std::vector<std::uint64_t> numbers(missing_.begin(), missing_.end());
    const double before = pace_.seconds;
    const Stopwatch playing;
    std::mutex mutex;
    Result<void> outcome;
    std::atomic<std::size_t> begun{0};
    std::atomic<bool> over{false};
    const auto next = [&]() -> std::optional<std::uint64_t> {
      const std::size_t i = over ? numbers.size() : begun++;
      return i < numbers.size() ? std::optional(numbers[i]) : std::nullopt;
    };
    const auto take = [&](std::uint64_t number, const SelfPlayedGame& game) {
      if (game.stopped) {
        over = true;
        return;
      }
      const std::scoped_lock lock(mutex);
      if (!game.error.empty()) {
        outcome = Error{"self-play: " + game.error};
      } else if (auto stored = store(game, number); !stored) {
        outcome = stored;
      }
      missing_.erase(number);
      pace_.seconds = before + playing.seconds();
      if (!outcome || is_over() || playing.seconds() > most_seconds) over = true;
      tell_progress();
    };
    const SelfPlayTask task{.network = network_,
                            .params = params_.learner.play,
                            .seed = params_.seed,
                            .resign_below = resign_below_,
                            .stop = stop_};
    std::exception_ptr failure;
    std::jthread helpers;
    if (params_.helpers != nullptr)
      helpers = std::jthread([&] {
        try {
          const auto is_empty = [&] { return over || begun >= numbers.size(); };
          params_.helpers->play(task, latest_, {.next = next, .is_empty = is_empty, .take = take}, stop_);
        } catch (...) {
          failure = std::current_exception();
          over = true;
        }
      });
    parallel_for(params_.threads, params_.threads, {}, [&](std::size_t) {
      SelfPlayTask own = task;
      while (const auto number = next()) {
        own.number = *number;
        take(*number, player_->play(own));
      }
    });
    if (helpers.joinable()) helpers.join();
    if (failure) std::rethrow_exception(failure);
    return outcome;
  }

  void tell_progress() const {
    std::optional<double> left = limits().seconds_left;
    if (const auto games = limits().games_left) {
      const auto now = static_cast<double>(games_);
      const double by_games = seconds() / now * std::max(0.0, static_cast<double>(*params_.games) - now);
      left = left ? std::min(*left, by_games) : by_games;
    }
    listener_.progress({.seconds = seconds(),
                        .generation = done_ + 1,
                        .games = games_,
                        .pace = pace_,
                        .policy_loss = last_.policy_loss,
                        .value_loss = last_.value_loss,
                        .left = left});
  }

  Result<void> store(const SelfPlayedGame& game, std::uint64_t number) {
    const std::uint64_t positions = game.samples.size() / sample_bytes();
    ++games_;
    ++pace_.games;
    pace_.positions += positions;
    pace_.evaluations += game.counts.evaluations;
    pace_.cache_hits += game.counts.cache_hits;
    return store_.add_game({.number = number,
                            .generation = done_,
                            .moves = game.moves,
                            .outcome = game.outcome,
                            .plies = game.plies,
                            .positions = positions,
                            .evaluations = game.counts.evaluations,
                            .samples = game.samples,
                            .resigned = game.resigned,
                            .comeback = game.comeback.value_or(StoredMetrics::none)});
  }
  [[nodiscard]] std::size_t sample_bytes() const {
    return sample_shape(*game_.info().encoding, params_.values).bytes();
  }

  Result<void> learn(StoredMetrics& metrics) {
    const auto harvest = window_.add(store_, trainer_, done_);
    if (!harvest) return harvest.error();
    const double wanted = params_.learner.passes * static_cast<double>(harvest->positions) /
                          static_cast<double>(params_.learner.batch);
    const std::uint64_t steps = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(wanted)));
    const auto losses = trainer_.train(steps, rate(), stop_);
    if (!losses)
      return Error{
          "learning stopped: " + losses.error().message + ". The network of generation " +
          std::to_string(done_) +
          " and every game are kept, but the same command would fail again: start a new run with a lower "
          "rate"};
    metrics.policy_loss = losses->policy;
    metrics.value_loss = losses->value;
    metrics.steps = static_cast<double>(steps);
    metrics.plies = static_cast<double>(harvest->plies) / static_cast<double>(params_.learner.generation);
    metrics.resigned = static_cast<double>(harvest->resigned);
    metrics.to_the_end = static_cast<double>(harvest->comebacks.size());
    metrics.wrong = static_cast<double>(Resignation::count_wrong(harvest->comebacks, resign_below_));
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
    latest_ = {.shape = shape_for(encoding, params_.learner.blocks, params_.learner.filters, params_.values),
               .game = game_.info().spec,
               .rows = static_cast<std::uint32_t>(encoding.rows),
               .columns = static_cast<std::uint32_t>(encoding.columns),
               .made_by = {},
               .weights = *std::move(weights)};
    network_ = prepare_net(latest_);
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
    report.rating = ladder_.rating();
    report.metrics.seconds = seconds();
    report.metrics.generation = done_;
    report.metrics.games = totals->games;
    report.metrics.positions = totals->positions;
    report.metrics.evaluations = totals->evaluations;
    last_ = report.metrics;
    const auto kept = store_.finish_generation(report.metrics);
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
  RunReader reader_;
  TrainerProcess trainer_;
  std::unique_ptr<SelfPlayer> player_;
  SampleWindow window_{params_.learner.window};
  LadderKeeper ladder_;
  Stopwatch watch_;
  double before_ = 0;                // seconds of earlier runs
  std::uint64_t done_ = 0;           // generations
  std::uint64_t games_ = 0;          // of the whole run
  std::set<std::uint64_t> missing_;  // games of the generation under way
  PlayPace pace_;                    // of the generation under way
  double resign_below_ = SelfPlayTask::never;
  StoredMetrics last_{.policy_loss = StoredMetrics::none, .value_loss = StoredMetrics::none};
  Network latest_;
  SharedNet network_;
};

}  // namespace

Result<void> train_net(const AnyGame& game, const NetTrainingParams& params, const NetListener& listener,
                       const std::stop_token& stop) {
  auto player = game.make_self_player();
  if (!player) return Error{game.info().name + " can't be learned by a network"};
  if (auto trainer = TrainerProcess::find(); !trainer) return trainer;
  if (TdFolder(params.folder).has_training())
    return Error{params.folder + " holds a training of an n-tuple network; take another folder"};
  const auto lock = FolderLock::take(params.folder);
  if (!lock) return lock.error();
  auto store = RunStore::open(params.folder + "/run.db");
  if (!store) return store.error();
  const auto own = settle_run(*store, game, params);
  if (!own) return own.error();

  auto trainer = TrainerProcess::start({.encoding = *game.info().encoding,
                                        .blocks = own->learner.blocks,
                                        .filters = own->learner.filters,
                                        .values = own->values,
                                        .batch = own->learner.batch,
                                        .seed = own->seed,
                                        .threads = own->threads,
                                        .symmetries = player->symmetries()});
  if (!trainer) return trainer.error();
  auto reader = RunReader::open(params.folder + "/run.db");
  if (!reader) return reader.error();
  NetTraining training(game, *own, listener, stop, *std::move(store), *std::move(reader), *std::move(trainer),
                       std::move(player));
  if (auto resumed = training.resume(); !resumed) return resumed;
  return training.run();
}

}  // namespace banyan
