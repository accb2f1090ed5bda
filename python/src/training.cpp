// Training, and the contents of a training run's folder.
#include <mutex>

#include <banyan/learn/net/trainer_program.hpp>
#include <banyan/learn/net/training.hpp>
#include <banyan/learn/td/training.hpp>
#include <banyan/session/json.hpp>
#include <banyan/store/run_reader.hpp>

#include "bound_game.hpp"
#include "gil.hpp"
#include "running.hpp"
#include "support.hpp"

namespace banyan::python {

namespace {
// Reports on their way from the training's thread to Python's.
class Reports {
 public:
  void put(const Json& report) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(print_json_line(report));
  }
  void tell(const py::object& report) {
    std::vector<std::string> some;
    {
      const std::lock_guard lock(mutex_);
      std::swap(some, waiting_);
    }
    for (const std::string& each : some)
      if (!report.is_none()) call(report, py::str(each));
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> waiting_;
};

struct TrainingRequest {
  std::string folder;
  std::string learner;
  std::optional<std::uint64_t> games;
  std::optional<double> minutes;
  std::uint32_t threads;
  std::uint64_t seed;
};

template <class Learner>
Learner learner_of(const std::string& text) {
  if (text.empty()) return Learner{};
  return unwrap(parse_params<Learner>(unwrap(parse_spec(text))));
}

Result<void> train_tables(const AnyGame& game, const TrainingRequest& request, Reports& reports,
                          const std::stop_token& stop, const TdLearnerParams& learner) {
  TdTrainingParams params{.folder = request.folder,
                          .games = request.games,
                          .minutes = request.minutes,
                          .threads = request.threads,
                          .seed = request.seed};
  if (!request.learner.empty()) params.learner = learner;
  const TdListener listener{.report =
                                [&](const TdReport& now) {
                                  Json reached;
                                  for (const auto& [milestone, share] : now.reached)
                                    reached[std::to_string(milestone)] = share;
                                  reports.put({{"time", now.seconds},
                                               {"games", now.games},
                                               {"moves", now.moves},
                                               {"mean", now.mean},
                                               {"max", now.max},
                                               {"reached", reached},
                                               {"per_second", now.moves_per_second}});
                                },
                            .note = [](const std::string&) {},
                            .saved = [](const std::string&, const TdReport&) {}};
  return train_ntuple(game, params, listener, stop);
}

Result<void> train_network(const AnyGame& game, const TrainingRequest& request, Reports& reports,
                           const std::stop_token& stop, const NetLearnerParams& learner) {
  const NetListener listener{.report =
                                 [&](const NetReport& now) {
                                   reports.put({{"time", now.metrics.seconds},
                                                {"generation", now.metrics.generation},
                                                {"games", now.metrics.games},
                                                {"positions", now.metrics.positions},
                                                {"evaluations", now.metrics.evaluations},
                                                {"policy_loss", json_number(now.metrics.policy_loss)},
                                                {"value_loss", json_number(now.metrics.value_loss)},
                                                {"elo", json_number(now.rating.elo)},
                                                {"checkpoint", now.checkpoint}});
                                 },
                             .progress = [](const NetProgress&) {},
                             .rung = [](const StoredRung&) {},
                             .note = [](const std::string&) {}};
  return train_net(game,
                   {.folder = request.folder,
                    .games = request.games,
                    .minutes = request.minutes,
                    .ladder = std::nullopt,
                    .learner = learner,
                    .threads = request.threads,
                    .seed = request.seed},
                   listener, stop);
}

void train(const BoundGame& game, const TrainingRequest& request, const py::object& report) {
  const GameInfo& info = game.game->info();
  const bool by_tables = info.ntuple;
  if (!by_tables && !game.game->make_self_player())
    throw py::value_error(info.name +
                          " can't be learned here: it takes two players without chance and an "
                          "encoding, or one player against chance on 4 × 4 cells");
  const auto td = by_tables ? learner_of<TdLearnerParams>(request.learner) : TdLearnerParams{};
  const auto net = by_tables ? NetLearnerParams{} : learner_of<NetLearnerParams>(request.learner);
  Reports reports;
  Result<void> done;
  run_released(
      [&](const std::stop_token& stop) {
        done = by_tables ? train_tables(*game.game, request, reports, stop, td)
                         : train_network(*game.game, request, reports, stop, net);
      },
      [&] { reports.tell(report); });
  reports.tell(report);
  if (!done) throw std::runtime_error(done.error().message);
}

// ---- A run's folder.

py::dict dict_of(const SampleGame& game) {
  py::dict all;
  all["number"] = game.number;
  all["generation"] = game.generation;
  all["moves"] = py::str(game.moves).attr("split")();
  all["outcome"] = game.outcome;
  all["plies"] = game.plies;
  return all;
}

// Reads without the GIL: a large run takes its time.
template <class Read>
auto without_gil(Read&& read) {
  const Unlocked others_may_run;
  return read();
}

class BoundRun {
 public:
  explicit BoundRun(const std::string& file)
      : reader_(unwrap(without_gil([&] { return RunReader::open(file); }))) {}

  [[nodiscard]] std::optional<std::string> setting(const std::string& name) const {
    return unwrap(without_gil([&] { return reader_.setting(name); }));
  }
  [[nodiscard]] py::list games(std::optional<std::size_t> spread, std::optional<std::size_t> latest) const {
    py::list list;
    const auto found = without_gil([&] {
      return spread ? reader_.spread_games(*spread) : reader_.latest_games(latest.value_or(1'000'000'000));
    });
    Pauses pauses;
    for (const SampleGame& game : unwrap(found)) {
      list.append(dict_of(game));
      pauses();
    }
    return list;
  }

  [[nodiscard]] py::dict metrics() const {
    const std::vector<StoredMetrics> rows = unwrap(without_gil([&] { return reader_.metrics(); }));
    const auto column = [&](auto member) {
      std::vector<double> numbers;
      for (const StoredMetrics& row : rows) numbers.push_back(static_cast<double>(row.*member));
      return array_of(std::move(numbers));
    };
    py::dict all;
    all["generation"] = column(&StoredMetrics::generation);
    all["seconds"] = column(&StoredMetrics::seconds);
    all["games"] = column(&StoredMetrics::games);
    all["positions"] = column(&StoredMetrics::positions);
    all["evaluations"] = column(&StoredMetrics::evaluations);
    all["policy_loss"] = column(&StoredMetrics::policy_loss);
    all["value_loss"] = column(&StoredMetrics::value_loss);
    all["plies"] = column(&StoredMetrics::plies);
    all["play_seconds"] = column(&StoredMetrics::play_seconds);
    all["learn_seconds"] = column(&StoredMetrics::learn_seconds);
    return all;
  }

  [[nodiscard]] py::list ratings() const {
    py::list list;
    for (const StoredRating& rating : unwrap(without_gil([&] { return reader_.ratings(); })))
      list.append(py::make_tuple(rating.player, rating.elo, rating.low, rating.high));
    return list;
  }

 private:
  RunReader reader_;
};
}  // namespace

namespace {
template <Parameters P>
py::list fields_of() {
  py::list list;
  for (const FieldInfo& field : describe_fields(P{}))
    list.append(py::make_tuple(field.name, field.value, field.expected, field.help));
  return list;
}
}  // namespace

void bind_training(py::module_& module) {
  module.def("list_learners", [] {
    py::dict all;
    all["ntuple"] = fields_of<TdLearnerParams>();
    all["alphazero"] = fields_of<NetLearnerParams>();
    all["self_play"] = fields_of<SelfPlayParams>();
    return all;
  });
  module.def("add_trainer_folder", [](const std::string& folder) { add_trainer_folder(folder); });
  module.def("train", [](const BoundGame& game, const std::string& folder, const std::string& learner,
                         std::optional<std::uint64_t> games, std::optional<double> minutes,
                         std::uint32_t threads, std::uint64_t seed, const py::object& report) {
    train(game, {folder, learner, games, minutes, threads, seed}, report);
  });
  py::class_<BoundRun>(module, "Run")
      .def(py::init<const std::string&>())
      .def("setting", &BoundRun::setting)
      .def("games", &BoundRun::games)
      .def("metrics", &BoundRun::metrics)
      .def("ratings", &BoundRun::ratings);
}

}  // namespace banyan::python
