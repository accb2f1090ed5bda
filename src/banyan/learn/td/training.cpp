#include <banyan/learn/td/training.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <banyan/agent/td_player.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/learn/td/checkpoint.hpp>
#include <banyan/learn/td/rounds.hpp>
#include <banyan/store/folder_lock.hpp>

namespace banyan {

namespace {
// What the threads have done, and what of it is not yet reported.
class Ledger {
 public:
  explicit Ledger(const TdProgress& before) : progress_(before) {}

  void add(std::uint64_t moves, const std::vector<TdGame>& games) {
    const std::lock_guard lock(mutex_);
    progress_.moves += moves;
    progress_.games += games.size();
    unreported_.insert(unreported_.end(), games.begin(), games.end());
    if (!games.empty()) news_.notify_one();
  }
  // Waits a little while for games to end.
  TdProgress wait() {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, std::chrono::milliseconds(100));
    return progress_;
  }
  TdProgress get() {
    const std::lock_guard lock(mutex_);
    return progress_;
  }
  // The games since the last report, once there are enough of them, and how far it has come with them.
  std::pair<std::vector<TdGame>, TdProgress> take(std::uint64_t enough) {
    const std::lock_guard lock(mutex_);
    if (unreported_.size() < enough) return {{}, progress_};
    return {std::exchange(unreported_, {}), progress_};
  }

 private:
  std::mutex mutex_;
  std::condition_variable news_;
  TdProgress progress_;
  std::vector<TdGame> unreported_;
};

void work(const std::stop_token& stop, TdPlayer& player, Ledger& ledger) {
  constexpr int rounds_between_entries = 512;
  std::vector<TdGame> ended;
  while (!stop.stop_requested()) {
    const std::uint64_t moves = player.learn(rounds_between_entries, ended);
    ledger.add(moves, ended);
    ended.clear();
  }
}

TdReport sum_up(const std::vector<TdGame>& games) {
  TdReport report;
  const auto count = static_cast<double>(games.size());
  for (const TdGame& game : games) {
    report.mean += game.score / count;
    report.max = std::max(report.max, game.score);
    report.reached[game.milestone] += 1 / count;
  }
  double share = 0;
  for (auto it = report.reached.rbegin(); it != report.reached.rend(); ++it) share = it->second += share;
  return report;
}

class Training {
 public:
  Training(const AnyGame& game, const TdTrainingParams& params, const TdListener& listener,
           const TdStudent& student, const TdProgress& before)
      : game_(game),
        params_(params),
        listener_(listener),
        student_(student),
        folder_(params.folder),
        ledger_(before),
        before_(before),
        reported_(before) {}

  Result<void> run(const std::stop_token& stop) {
    if (!is_enough(before_)) {
      params_.peers != nullptr ? learn_together(stop) : learn(stop);
    } else if (listener_.note) {
      listener_.note("earlier starts have used the budget: nothing is left to do");
    }
    const TdProgress now = ledger_.get();
    const auto reported = report(1);
    const auto saved = save(now);
    return saved ? reported : saved;
  }

 private:
  // Until the budget is used or a stop is requested.
  void learn(const std::stop_token& stop) {
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < params_.threads; ++i)
      threads.emplace_back([&, stream = before_.games * 256 + i](const std::stop_token& leave) {
        work(leave, *game_.make_td_player(student_, params_.seed, stream), ledger_);
      });
    TdProgress now = before_;
    while (!stop.stop_requested() && !is_enough(now)) {
      now = ledger_.wait();
      note_progress(now);
    }
  }

  // The same with other processes, round by round: limits and stops count between two rounds.
  void learn_together(const std::stop_token& stop) {
    TdRounds rounds(game_, student_, params_.seed, params_.threads, *params_.peers);
    for (TdProgress now = before_; !stop.stop_requested() && !is_enough(now);) {
      std::uint64_t each = params_.merge_games;
      if (params_.games) each = std::min(each, 1 + (*params_.games - now.games - 1) / params_.peers->size());
      const auto harvest = rounds.play({.games_before = now.games, .games_each = each}, stop);
      if (!harvest) return;
      ledger_.add(harvest->moves, harvest->games);
      now = ledger_.get();
      note_progress(now);
    }
  }

  void note_progress(const TdProgress& now) {
    tell(report(params_.report_games));
    if (watch_.seconds() < next_checkpoint_) return;
    tell(save(now));
    next_checkpoint_ = watch_.seconds() + params_.checkpoint.seconds;
  }

  const AnyGame& game_;
  const TdTrainingParams& params_;
  const TdListener& listener_;
  const TdStudent& student_;
  TdFolder folder_;
  Ledger ledger_;
  Stopwatch watch_;
  double next_checkpoint_ = params_.checkpoint.seconds;
  TdProgress before_;  // of earlier starts
  TdProgress reported_;
  TdReport last_;

  [[nodiscard]] double seconds() const { return before_.seconds + watch_.seconds(); }

  [[nodiscard]] bool is_enough(const TdProgress& now) const {
    return (params_.games && now.games >= *params_.games) ||
           (params_.minutes && seconds() >= 60 * *params_.minutes);
  }

  // A full disk does not end the training: the weights stay in memory until there is room.
  void tell(const Result<void>& written) const {
    if (!written && listener_.note)
      listener_.note(written.error().message + "; learning goes on, and the next checkpoint tries again");
  }

  [[nodiscard]] std::optional<double> seconds_left(const TdProgress& now, double seconds_per_game) const {
    std::optional<double> left;
    const auto limit = [&](double seconds) {
      left = std::max(0.0, std::min(seconds, left.value_or(seconds)));
    };
    if (params_.minutes) limit(60 * *params_.minutes - seconds());
    if (params_.games)
      limit((static_cast<double>(*params_.games) - static_cast<double>(now.games)) * seconds_per_game);
    return left;
  }

  Result<void> report(std::uint64_t enough) {
    auto [games, now] = ledger_.take(enough);
    if (games.empty()) return {};
    now.seconds = seconds();
    TdReport report = sum_up(games);
    report.seconds = now.seconds;
    report.games = now.games;
    report.moves = now.moves;
    const double passed = now.seconds - reported_.seconds;
    report.moves_per_second = static_cast<double>(now.moves - reported_.moves) / passed;
    report.seconds_left = seconds_left(now, passed / static_cast<double>(now.games - reported_.games));
    reported_ = now;
    last_ = report;
    if (listener_.report) listener_.report(report);
    return folder_.add_to_curve(report, game_.info().description.milestones);
  }

  Result<void> save(TdProgress now) {
    now.seconds = seconds();
    auto saved = folder_.save(student_, now);
    if (saved && listener_.saved) {
      last_.games = now.games;
      last_.moves = now.moves;
      last_.seconds = now.seconds;
      listener_.saved(folder_.network(), last_);
    }
    return saved;
  }
};
}  // namespace

namespace {
Result<TdStudent> make_student(const AnyGame& game, const TdLearnerParams& learner) {
  const auto patterns = parse_patterns(learner.patterns);
  if (!patterns) return patterns.error();
  const auto stages = parse_stages(learner.stages);
  if (!stages) return stages.error();
  const double alpha = learner.alpha.value_or(learner.rule == TdRule::tc ? 1 : 0.1);
  return TdStudent(
      {.patterns = *patterns, .stages = *stages, .base = learner.optimism, .game = game.info().name},
      learner.rule, alpha, learner.method());
}
}  // namespace

Result<void> train_ntuple(const AnyGame& game, const TdTrainingParams& params, const TdListener& listener,
                          const std::stop_token& stop) {
  if (!game.info().ntuple)
    return Error{game.info().name + " can't be learned by n-tuple networks: they take games of one player " +
                 "against chance on up to 4 × 4 cells"};
  std::error_code ignored;
  if (std::filesystem::exists(params.folder + "/run.db", ignored))
    return Error{params.folder + " holds a training of a network; take another folder"};
  const TdFolder folder(params.folder);
  const TdLearnerParams learner =
      params.learner ? *params.learner : folder.learner().value_or(TdLearnerParams{});
  const auto student = make_student(game, learner);
  if (!student) return student.error();
  const auto lock = FolderLock::take(params.folder);
  if (!lock) return lock.error();
  TdProgress before;
  if (folder.has_training()) {
    const auto loaded = folder.load(*student, listener.note);
    if (!loaded) return loaded.error();
    before = *loaded;
    if (listener.note) listener.note("going on after " + std::to_string(before.games) + " games");
    if (auto cut = folder.cut_curve(before.games); !cut) return cut;
  }
  if (params.peers != nullptr) params.peers->agree(print_spec("ntuple", learner));
  return Training(game, params, listener, *student, before).run(stop);
}

Result<void> help_train_ntuple(const AnyGame& game, const TdTrainingParams& params) {
  const auto spec = parse_spec(params.peers->agree(""));
  if (!spec) return spec.error();
  const auto learner = parse_params<TdLearnerParams>(*spec);
  if (!learner) return learner.error();
  const auto student = make_student(game, *learner);
  if (!student) return student.error();
  TdRounds rounds(game, *student, params.seed, params.threads, *params.peers);
  while (true) rounds.play({}, {});
}

namespace {
Result<NTupleShape> shape_of(const std::string& network) {
  if (network.empty()) return NTupleShape{.patterns = *parse_patterns("4x6"), .stages = {}, .base = 0};
  CheckedReader file(network);
  NTupleHeader header = read_header(file);
  if (!file.ok()) return file.error();
  return header.shape;
}

// For this much processor time.
TdSpeed measure_rounds(TdPlayer& player, bool learn, double cpu_seconds) {
  constexpr int rounds_between_looks = 1024;
  std::uint64_t moves = 0;
  std::vector<TdGame> ended;
  const Stopwatch watch;
  const double start = thread_cpu_seconds();
  double passed = 0;
  for (; passed < cpu_seconds; passed = thread_cpu_seconds() - start) {
    moves += learn ? player.learn(rounds_between_looks, ended) : player.play(rounds_between_looks, ended);
    ended.clear();
  }
  const auto made = static_cast<double>(moves);
  return {.per_second = made / watch.seconds(), .per_cpu_second = made / passed};
}
}  // namespace

Result<TdSpeeds> measure_ntuple(const AnyGame& game, const std::string& network, std::uint64_t seed) {
  constexpr double alpha = 0.1;
  constexpr double seconds = 2;
  const auto shape = shape_of(network);
  if (!shape) return shape.error();
  const TdStudent student(*shape, TdRule::td, alpha);
  if (!network.empty()) {
    CheckedReader file(network);
    read_weights(file, read_header(file), student.network);
    if (!file.ok()) return file.error();
  }
  const auto player = game.make_td_player(student, seed, 0);
  if (!player) return Error{game.info().name + " can't be learned by n-tuple networks"};
  measure_rounds(*player, true, seconds);  // warms up boards and caches
  TdSpeeds speeds;
  speeds.train = measure_rounds(*player, true, seconds);
  speeds.play = measure_rounds(*player, false, seconds);
  return speeds;
}

}  // namespace banyan
