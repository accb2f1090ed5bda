#include <banyan/cli/train/net.hpp>

#include <cmath>
#include <memory>

#include <banyan/arena/report.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/cluster/self_play.hpp>
#include <banyan/learn/net/ladder_keeper.hpp>
#include <banyan/learn/training_report.hpp>

namespace banyan::cli {

namespace {
// Prints a line for each step done, with a status line below them.
class NetScreen {
 public:
  explicit NetScreen(bool json) : json_(json) {}

  NetListener listener() {
    return {.report = [this](const NetReport& report) { show(report); },
            .progress = [this](const NetProgress& progress) { show(progress); },
            .rung = [this](const StoredRung& rung) { show(rung); },
            .note =
                [this](const std::string& text) {
                  line_.clear();
                  note("{}", text);
                }};
  }

 private:
  void show(const NetReport& report) {
    line_.clear();
    const StoredMetrics& now = report.metrics;
    if (json_) return print(report);
    std::string text = fmt::format(
        "{:>7.0f} s  generation {:>4}  {:>7} games  {:>9} positions  loss {:.3f} moves, {:.3f} value",
        now.seconds, now.generation, now.games, now.positions, now.policy_loss, now.value_loss);
    if (std::isfinite(now.play_seconds)) text += fmt::format("  play {:.1f} s,", now.play_seconds);
    text += fmt::format(" learn {:.1f} s", now.learn_seconds);
    if (std::isfinite(now.cache_hits)) text += fmt::format(", {:.0f} % cached", 100 * now.cache_hits);
    if (now.to_the_end > 0)
      text +=
          fmt::format(", {} given up (wrong in {} of {} played on)", now.resigned, now.wrong, now.to_the_end);
    out("{}\n", text);
  }

  static void print(const NetReport& report) {
    const StoredMetrics& now = report.metrics;
    Json document = json_document();
    document["seed"] = report.seed;
    document["time"] = json_number(now.seconds);
    document["generation"] = now.generation;
    document["games"] = now.games;
    document["positions"] = now.positions;
    document["evaluations"] = now.evaluations;
    document["policy_loss"] = json_number(now.policy_loss);
    document["value_loss"] = json_number(now.value_loss);
    document["elo"] = json_number(report.rating.elo);
    document["elo_low"] = json_number(report.rating.low);
    document["elo_high"] = json_number(report.rating.high);
    document["steps"] = json_number(now.steps);
    document["play_seconds"] = json_number(now.play_seconds);
    document["learn_seconds"] = json_number(now.learn_seconds);
    document["cache_hits"] = json_number(now.cache_hits);
    document["plies"] = json_number(now.plies);
    document["resigned"] = json_number(now.resigned);
    document["to_the_end"] = json_number(now.to_the_end);
    document["wrong"] = json_number(now.wrong);
    document["checkpoint"] = report.checkpoint;
    out_json_line(document);
  }

  void show(const NetProgress& now) {
    if (!line_.due()) return;
    std::string text =
        fmt::format("generation {}: {} games, {} positions/s, {} evaluations/s, {:.0f} % cached",
                    now.generation, now.games, describe_count(now.pace.per_second(now.pace.positions)),
                    describe_count(now.pace.per_second(now.pace.evaluations)), 100 * now.pace.hits());
    if (std::isfinite(now.policy_loss))
      text += fmt::format(", loss {:.3f} + {:.3f}", now.policy_loss, now.value_loss);
    if (now.left) text += ", " + describe_time(*now.left) + " left";
    line_.show(text);
  }

  void show(const StoredRung& rung) {
    line_.clear();
    if (rung.matches.empty()) return;
    const StoredRating rating = rated_networks(rung.ratings).back();
    if (json_) return print(rung, rating);
    std::string text = fmt::format("{:>7.0f} s  ladder, {}: Elo {};", rung.matches.front().seconds,
                                   rating.player, elo_text(rating.elo, rating.low, rating.high));
    for (const StoredMatch& match : rung.matches)
      text += fmt::format("  {} {}-{}-{}", match.opponent, match.wins, match.draws, match.losses);
    for (const StoredAccuracy& found : rung.accuracy)
      text += fmt::format(
          "; value kept in {} solved positions: {:.1f} % by the network alone, {:.1f} % with {} simulations",
          found.asked, 100 * found.policy, 100 * found.search, found.simulations);
    out("{}\n", text);
  }

  static void print(const StoredRung& rung, const StoredRating& rating) {
    Json document = json_document();
    document["time"] = json_number(rung.matches.front().seconds);
    document["generation"] = rung.matches.front().generation;
    document["games"] = rung.matches.front().games;
    document["positions"] = rung.matches.front().positions;
    document["elo"] = json_number(rating.elo);
    document["elo_low"] = json_number(rating.low);
    document["elo_high"] = json_number(rating.high);
    document["ladder"] = Json::array();
    for (const StoredMatch& match : rung.matches)
      document["ladder"].push_back(Json{{"opponent", match.opponent},
                                        {"wins", match.wins},
                                        {"draws", match.draws},
                                        {"losses", match.losses}});
    for (const StoredAccuracy& found : rung.accuracy)
      document["accuracy"] = Json{{"asked", found.asked},
                                  {"policy", found.policy},
                                  {"search", found.search},
                                  {"simulations", found.simulations}};
    out_json_line(document);
  }

  bool json_;
  ProgressLine line_;
};
}  // namespace

Result<int> train_with_net(const Program& program, const AnyGame& game, NetTrainingParams params, bool json) {
  const Interrupt interrupt;
  std::unique_ptr<SelfPlayHelpers> helpers;
  if (program.has_helpers()) {
    if (!program.is_first()) {
      auto helped = cluster::help_self_play(*program.ranks, game, params.threads, interrupt.token());
      if (!helped) return helped.error();
      return interrupt.happened() ? exit_failed : exit_done;
    }
    helpers = cluster::self_play_helpers(*program.ranks);
    params.helpers = helpers.get();
  }
  note("seed {}, {} thread{}; Ctrl-C stops, and the same command goes on", params.seed, params.threads,
       params.threads == 1 ? "" : "s");
  NetScreen screen(json);
  const auto trained = train_net(game, params, screen.listener(), interrupt.token());
  if (!trained) {
    note("{}", trained.error().message);
    return exit_failed;
  }
  if (const auto report = write_training_report(params.folder)) note("curves: {}", *report);
  return interrupt.happened() ? exit_failed : exit_done;
}

Result<int> report_training(const std::string& folder, bool json) {
  const auto report = write_training_report(folder);
  if (!report) {
    note("{}", report.error().message);
    return exit_failed;
  }
  if (!json) {
    out("{}\n", *report);
    return exit_done;
  }
  Json document = json_document();
  document["report"] = *report;
  out_json(document);
  return exit_done;
}

}  // namespace banyan::cli
