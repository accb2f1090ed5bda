#include <banyan/cluster/match.hpp>

#include <memory>
#include <string>
#include <utility>

#include <banyan/arena/game_json.hpp>
#include <banyan/cluster/units.hpp>
#include <banyan/core/bytes.hpp>

namespace banyan::cluster {

namespace {
std::string print_report(const GameReport& report) {
  return ByteWriter()
      .put_text(report.wrong)
      .put_text(report.fault)
      .put_text(report.complaint)
      .put_text(report.game ? print_played(*report.game) : "")
      .take();
}

GameReport parse_report(const std::string& text, const ScheduledGame& scheduled) {
  ByteReader reader(text);
  GameReport report;
  report.wrong = reader.take_text();
  report.fault = reader.take_text();
  report.complaint = reader.take_text();
  if (const std::string game = reader.take_text(); !game.empty()) report.game = parse_played(game, scheduled);
  if (!report.game && report.wrong.empty() && report.fault.empty())
    report.fault = "a game from another rank is not readable";
  return report;
}
}  // namespace

std::function<void(GameDesk&, const std::stop_token&)> match_helpers(Ranks& ranks) {
  return [&ranks](GameDesk& games, const std::stop_token& stop) {
    UnitDealer(ranks).deal({.next = [&] { return games.take(); },
                            .is_empty = [&] { return games.is_empty(); },
                            .take =
                                [&](std::size_t number, const std::string& result) {
                                  games.bring(number, parse_report(result, games.scheduled(number)));
                                }},
                           stop);
  };
}

Result<void> help_match(Ranks& ranks, const MatchSettings& settings, const std::stop_token& stop) {
  const auto schedule = Schedule::make(*settings.game, settings.schedule);
  if (!schedule) return schedule.error();
  const auto make_hand = [&]() -> DoUnit {
    auto pool = std::make_shared<EnginePool>();
    return [&, pool](std::size_t number, const std::stop_token& ended) -> std::optional<std::string> {
      const GameReport report = play_game(settings, (*schedule)[number], *pool, ended);
      // A game that ended just before the stop counts.
      if (ended.stop_requested() && !report.game) return std::nullopt;
      return print_report(report);
    };
  };
  do_units(ranks, settings.jobs, make_hand, stop);
  return {};
}

}  // namespace banyan::cluster
