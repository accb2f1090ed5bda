// What the folder of a training holds.
#include <banyan/nn/ntuple/file.hpp>
#include <banyan/store/learning_curve.hpp>
#include <banyan/store/run_reader.hpp>

#include "bound_game.hpp"
#include "gil.hpp"
#include "sample_rows.hpp"
#include "support.hpp"

namespace banyan::python {

namespace {
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

  // With `encoded` each has its samples, too: that is the game, which knows how they are laid out.
  [[nodiscard]] py::list games(std::optional<std::size_t> spread, std::optional<std::size_t> latest,
                               const BoundGame* encoded) const {
    py::list list;
    const auto found = without_gil([&] {
      return spread ? reader_.spread_games(*spread) : reader_.latest_games(latest.value_or(1'000'000'000));
    });
    Pauses pauses;
    for (const SampleGame& game : unwrap(found)) {
      list.append(dict_of(game));
      if (encoded != nullptr) list[list.size() - 1].attr("update")(samples(game.number, *encoded));
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
  [[nodiscard]] py::dict samples(std::uint64_t number, const BoundGame& game) const {
    const auto& encoding = game.game->info().encoding;
    if (!encoding) throw py::value_error(game.game->info().name + " has no encoding");
    SampleRows rows;
    unwrap(without_gil([&]() -> Result<void> {
      const auto stored = reader_.samples(number);
      if (!stored) return stored.error();
      // Runs of the first version knew no draws.
      for (const std::size_t values : {std::size_t{1}, std::size_t{2}})
        if (const SampleShape shape = sample_shape(*encoding, values);
            shape.bytes() * stored->positions == stored->bytes.size())
          rows.add(shape, stored->bytes);
      return {};
    }));
    return std::move(rows).arrays(*encoding);
  }

  RunReader reader_;
};

// The learning curve of a training by tables, as columns.
py::dict read_tables_curve(const std::string& file) {
  const std::vector<LearningPoint> points = unwrap(without_gil([&] { return read_curve(file); }));
  const auto column = [&](auto get) {
    std::vector<double> numbers;
    for (const LearningPoint& point : points) numbers.push_back(static_cast<double>(get(point)));
    return array_of(std::move(numbers));
  };
  py::dict all;
  all["games"] = column([](const LearningPoint& point) { return point.games; });
  all["moves"] = column([](const LearningPoint& point) { return point.moves; });
  all["mean"] = column([](const LearningPoint& point) { return point.mean; });
  all["max"] = column([](const LearningPoint& point) { return point.highest; });
  all["per_second"] = column([](const LearningPoint& point) { return point.moves_per_second; });
  py::dict reached;
  // All points have the milestones of the file's heading.
  if (!points.empty())
    for (const auto& [milestone, share] : points.front().reached)
      reached[py::int_(milestone)] =
          column([m = milestone](const LearningPoint& point) { return point.reached.at(m); });
  all["reached"] = reached;
  return all;
}
}  // namespace

void bind_runs(py::module_& module) {
  module.def("read_curve", &read_tables_curve);
  module.def("game_of_ntuple",
             [](const std::string& file) { return without_gil([&] { return game_of_ntuple(file); }); });
  py::class_<BoundRun>(module, "Run")
      .def(py::init<const std::string&>())
      .def("setting", &BoundRun::setting)
      .def("games", &BoundRun::games)
      .def("metrics", &BoundRun::metrics)
      .def("ratings", &BoundRun::ratings);
}

}  // namespace banyan::python
