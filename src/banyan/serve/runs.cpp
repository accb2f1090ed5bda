#include <banyan/serve/runs.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <banyan/nn/ntuple/file.hpp>
#include <banyan/serve/access.hpp>
#include <banyan/session/words.hpp>

namespace banyan::serve {

namespace {
constexpr std::size_t most_runs = 200;     // listed
constexpr std::size_t most_points = 1000;  // of a curve; screens can't show more
constexpr int unreadable = 422;

// What is wrong with a run, without its path on this machine.
std::string problem_of(const RunFolder& run, const Error& error) {
  const std::string folder = run.path.parent_path().string() + "/";
  std::string text = error.message;
  for (std::size_t place = text.find(folder); place != std::string::npos; place = text.find(folder, place))
    text.erase(place, folder.size());
  return text;
}

// The folder as the operator named it, but without where it lies on this machine.
std::string shown(const std::filesystem::path& folder) {
  if (!folder.is_absolute()) return folder.string();
  return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

Refusal damaged(const RunFolder& run, const Error& error) { return {unreadable, problem_of(run, error)}; }

// Every so many-th point, the last one always.
template <class T>
std::vector<T> thin(const std::vector<T>& points) {
  const std::size_t step = (points.size() + most_points - 1) / most_points;
  if (step <= 1) return points;
  std::vector<T> kept;
  for (std::size_t i = (points.size() - 1) % step; i < points.size(); i += step) kept.push_back(points[i]);
  return kept;
}

// A column of a table: the field's value at each point. Not-a-number becomes null.
template <class Points, class Pick>
Json column(const Points& points, Pick pick) {
  Json values = Json::array();
  for (const auto& point : points) {
    const auto value = static_cast<double>(pick(point));
    values.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
  }
  return values;
}

// The rate per second from one point to the next.
Json pace(const std::vector<StoredMetrics>& points, std::uint64_t StoredMetrics::*count) {
  Json values = Json::array();
  StoredMetrics before;
  for (const StoredMetrics& point : points) {
    const double seconds = point.seconds - before.seconds;
    const double done = static_cast<double>(point.*count) - static_cast<double>(before.*count);
    values.push_back(seconds > 0 ? Json(done / seconds) : Json(nullptr));
    before = point;
  }
  return values;
}

Json loss_curve(const std::vector<StoredMetrics>& points) {
  return {{"generation", column(points, [](const auto& p) { return p.generation; })},
          {"seconds", column(points, [](const auto& p) { return p.seconds; })},
          {"games", column(points, [](const auto& p) { return p.games; })},
          {"positions", column(points, [](const auto& p) { return p.positions; })},
          {"policy_loss", column(points, [](const auto& p) { return p.policy_loss; })},
          {"value_loss", column(points, [](const auto& p) { return p.value_loss; })},
          {"plies", column(points, [](const auto& p) { return p.plies; })},
          {"games_per_second", pace(points, &StoredMetrics::games)},
          {"evaluations_per_second", pace(points, &StoredMetrics::evaluations)}};
}

// A network's rating is the same in all of its matches.
Json ladder_curve(std::vector<StoredMatch> matches) {
  const auto same = [](const StoredMatch& a, const StoredMatch& b) { return a.generation == b.generation; };
  matches.erase(std::unique(matches.begin(), matches.end(), same), matches.end());
  const auto points = thin(matches);
  return {{"generation", column(points, [](const auto& p) { return p.generation; })},
          {"games", column(points, [](const auto& p) { return p.games; })},
          {"elo", column(points, [](const auto& p) { return p.elo; })},
          {"low", column(points, [](const auto& p) { return p.low; })},
          {"high", column(points, [](const auto& p) { return p.high; })}};
}

Json accuracy_curve(const std::vector<StoredAccuracy>& points) {
  return {{"generation", column(points, [](const auto& p) { return p.generation; })},
          {"games", column(points, [](const auto& p) { return p.games; })},
          {"policy", column(points, [](const auto& p) { return p.policy; })},
          {"search", column(points, [](const auto& p) { return p.search; })}};
}

Json score_curve(const std::vector<LearningPoint>& points) {
  return {{"games", column(points, [](const auto& p) { return p.games; })},
          {"moves", column(points, [](const auto& p) { return p.moves; })},
          {"mean", column(points, [](const auto& p) { return p.mean; })},
          {"highest", column(points, [](const auto& p) { return p.highest; })},
          {"moves_per_second", column(points, [](const auto& p) { return p.moves_per_second; })}};
}

Json milestone_curve(const std::vector<LearningPoint>& points) {
  Json shares{{"games", column(points, [](const auto& p) { return p.games; })}};
  if (points.empty()) return shares;
  for (const auto& [milestone, last] : points.back().reached)
    shares[std::to_string(milestone)] =
        column(points, [&](const auto& p) { return p.reached.at(milestone); });
  return shares;
}

// The settings that a run of networks was begun with.
Result<void> add_settings(const RunReader& store, Json& document) {
  for (const char* name : {"game", "learner", "seed"}) {
    const auto value = store.setting(name);
    if (!value) return value.error();
    document[name] = *value ? Json(**value) : Json(nullptr);
  }
  return {};
}

// A run in one line.
Result<Json> summary(const RunFolder& run) {
  Json document{{"name", run.name}, {"running", is_running(run)}};
  if (run.kind == RunKind::ntuple) {
    const auto game = game_of_ntuple((run.path / "network.ntuple").string());
    document.update({{"kind", "ntuple"},
                     {"game", game ? Json(*game) : Json(nullptr)},
                     {"learner", "ntuple"},
                     {"seed", nullptr}});
    const auto points = read_curve(run);
    if (!points) return points.error();
    document["games"] = points->empty() ? 0 : points->back().games;
    return document;
  }
  document["kind"] = "network";
  const auto store = open_run(run);
  if (!store) return store.error();
  if (auto added = add_settings(*store, document); !added) return added.error();
  const auto last = store->last_game_until(std::numeric_limits<std::int64_t>::max());
  if (!last) return last.error();
  document["games"] = *last ? (*last)->number + 1 : 0;
  return document;
}

// Curves of a network are taken at different times: of each generation, and of those that were measured.
Result<void> add_curves(const RunFolder& run, Json& document) {
  if (run.kind == RunKind::ntuple) {
    const auto all = read_curve(run);
    if (!all) return all.error();
    const auto points = thin(*all);
    document["curve"] = score_curve(points);
    document["milestones"] = milestone_curve(points);
    return {};
  }
  const auto store = open_run(run);
  if (!store) return store.error();
  const auto metrics = store->metrics();
  if (!metrics) return metrics.error();
  const auto ladder = store->ladder();
  if (!ladder) return ladder.error();
  const auto accuracy = store->accuracy();
  if (!accuracy) return accuracy.error();
  document["curve"] = loss_curve(thin(*metrics));
  document["ladder"] = ladder_curve(*ladder);
  document["accuracy"] = accuracy_curve(thin(*accuracy));
  return {};
}
}  // namespace

Reply Runs::answer(std::string_view path) const {
  if (path.empty()) return list();
  const auto name = unescape(path.substr(0, path.find('/')));
  const auto run = name ? find_run(folder_, *name) : Result<RunFolder>(Error{"there is no such run"});
  if (folder_.empty() || !run) return Refusal{404, run ? "there are no runs here" : run.error().message};
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return describe(*run);
  path.remove_prefix(slash);
  constexpr std::string_view games = "/games/";
  std::uint32_t number = 0;
  if (path.starts_with(games)) {
    path.remove_prefix(games.size());
    const auto [end, problem] = std::from_chars(path.data(), path.data() + path.size(), number);
    if (problem == std::errc() && end == path.data() + path.size()) return game(*run, number);
  }
  return Refusal{404, "a run has games/N, where N is a whole number from 0"};
}

// A run that can't be read is listed with the reason, so that the others can be shown.
Reply Runs::list() const {
  Json runs = Json::array();
  if (!folder_.empty())
    for (const RunFolder& run : find_runs(folder_)) {
      auto line = summary(run);
      runs.push_back(line ? *std::move(line)
                          : Json{{"name", run.name}, {"problem", problem_of(run, line.error())}});
      if (runs.size() == most_runs) break;
    }
  Json document = json_document();
  document["folder"] = shown(folder_);
  document["runs"] = std::move(runs);
  return document;
}

Reply Runs::describe(const RunFolder& run) {
  Json document = json_document();
  const auto line = summary(run);
  if (!line) return damaged(run, line.error());
  document.update(*line);
  if (auto added = add_curves(run, document); !added) return damaged(run, added.error());
  return document;
}

Reply Runs::game(const RunFolder& run, std::uint64_t number) {
  if (run.kind != RunKind::network) return Refusal{404, "trainings of n-tuple networks keep no games"};
  const auto store = open_run(run);
  if (!store) return damaged(run, store.error());
  const auto name = store->setting("game");
  if (!name) return damaged(run, name.error());
  Json document = json_document();
  document["game"] = *name ? Json(**name) : Json(nullptr);
  const auto found = store->last_game_until(number);
  if (!found) return damaged(run, found.error());
  if (!*found) return Refusal{404, "there is no such game yet"};
  const SampleGame& game = **found;
  document["number"] = game.number;
  document["generation"] = game.generation;
  document["outcome"] = std::isfinite(game.outcome) ? Json(game.outcome) : Json(nullptr);
  document["moves"] = split_words(game.moves);
  return document;
}

}  // namespace banyan::serve
