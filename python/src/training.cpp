// Training.
#include <array>
#include <mutex>
#include <utility>

#include <banyan/learn/net/trainer_program.hpp>
#include <banyan/learn/net/training.hpp>
#include <banyan/learn/td/training.hpp>
#include <banyan/session/json.hpp>

#include "bound_game.hpp"
#include "gil.hpp"
#include "running.hpp"
#include "support.hpp"

namespace banyan::python {

namespace {
// Reports and notes on their way from the training's thread to Python's.
class Reports {
 public:
  Reports(py::object report, py::object note) : functions_{std::move(report), std::move(note)} {}

  void put(const Json& report) { put(0, print_json_line(report)); }
  void note(const std::string& text) { put(1, text); }

  void tell() {
    std::vector<std::pair<std::size_t, std::string>> some;
    {
      const std::lock_guard lock(mutex_);
      std::swap(some, waiting_);
    }
    for (const auto& [function, text] : some)
      if (!functions_[function].is_none()) call(functions_[function], py::str(text));
  }

 private:
  void put(std::size_t function, std::string text) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace_back(function, std::move(text));
  }

  std::array<py::object, 2> functions_;
  std::mutex mutex_;
  std::vector<std::pair<std::size_t, std::string>> waiting_;
};

struct TrainingRequest {
  std::string folder;
  std::string learner;
  std::optional<std::uint64_t> games;
  std::optional<double> minutes;
  std::optional<double> ladder;
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
                            .note = [&](const std::string& text) { reports.note(text); },
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
                             .note = [&](const std::string& text) { reports.note(text); }};
  return train_net(game,
                   {.folder = request.folder,
                    .games = request.games,
                    .minutes = request.minutes,
                    .ladder = request.ladder,
                    .learner = learner,
                    .threads = request.threads,
                    .seed = request.seed},
                   listener, stop);
}

void train(const BoundGame& game, const TrainingRequest& request, Reports& reports) {
  const GameInfo& info = game.game->info();
  const bool by_tables = info.ntuple;
  if (!by_tables && !game.game->make_self_player())
    throw py::value_error(info.name +
                          " can't be learned here: it takes two players without chance and an "
                          "encoding, or one player against chance on 4 × 4 cells");
  const auto td = by_tables ? learner_of<TdLearnerParams>(request.learner) : TdLearnerParams{};
  const auto net = by_tables ? NetLearnerParams{} : learner_of<NetLearnerParams>(request.learner);
  Result<void> done;
  run_released(
      [&](const std::stop_token& stop) {
        done = by_tables ? train_tables(*game.game, request, reports, stop, td)
                         : train_network(*game.game, request, reports, stop, net);
      },
      [&] { reports.tell(); });
  reports.tell();
  if (!done) throw std::runtime_error(done.error().message);
}

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
                         std::optional<double> ladder, std::uint32_t threads, std::uint64_t seed,
                         const py::object& report, const py::object& note) {
    Reports reports(report, note);
    train(game, {folder, learner, games, minutes, ladder, threads, seed}, reports);
  });
}

}  // namespace banyan::python
