// `banyan match`: agents play each other, and the results are summed up.
#include <algorithm>
#include <memory>
#include <numeric>

#include <banyan/arena/game_json.hpp>
#include <banyan/arena/match.hpp>
#include <banyan/arena/report.hpp>
#include <banyan/arena/tally.hpp>
#include <banyan/cli/agents.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/match/games_file.hpp>
#include <banyan/cli/match/options.hpp>
#include <banyan/cli/match/report_page.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/cluster/match.hpp>
#include <banyan/core/file_writer.hpp>

namespace banyan::cli {

namespace {
std::string time_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// What is kept of the games: their totals, and the records if they will be printed.
struct Kept {
  Tally tally;
  ResultLines results{};
  std::optional<GamesFile> games{};
  std::optional<MatchCurves> curves{};
};

// The progress of a match on standard error.
class MatchProgress {
 public:
  explicit MatchProgress(const MatchPlan& plan) : plan_(plan) {}

  void show(std::size_t done, std::size_t all, const Tally& tally) {
    if (!line_.due() || done == all || done <= plan_.kept) return;
    const auto played = static_cast<double>(done - plan_.kept);
    const double left = watch_.seconds() * static_cast<double>(all - done) / played;
    std::string text = plan_.sprt ? fmt::format("{} games", done)
                                  : fmt::format("{} of {} games, {} left", done, all, time_text(left));
    if (plan_.sprt) text += ", " + sprt_text(*plan_.sprt, tally.pentanomial());
    line_.show(text);
  }
  void complain(const std::string& text) {
    line_.clear();
    note("{}", text);
  }

 private:
  const MatchPlan& plan_;
  ProgressLine line_;
  Stopwatch watch_;
};

// Games of an earlier run of this match, and where to keep new ones.
void use_store(const MatchStore& store, MatchListener& listener) {
  listener.recall = [&store](std::size_t number, const ScheduledGame& scheduled) {
    const auto text = store.game(number);
    return text && *text ? parse_played(**text, scheduled) : std::nullopt;
  };
  listener.keep = [&store](std::size_t number, const PlayedGame& game) -> Result<void> {
    if (auto kept = store.keep(number, print_played(game)); !kept)
      return Error{"the match can't be kept: " + kept.error().message};
    return {};
  };
}

Result<MatchResult> play_games(const MatchOptions& options, const MatchPlan& plan, const Interrupt& interrupt,
                               Kept& kept) {
  MatchProgress progress(plan);
  MatchListener listener{
      .game =
          [&](const PlayedGame& game) {
            kept.tally.add(game);
            if (options.json) kept.results.add(game);
            if (kept.games) kept.games->add(game);
            if (kept.curves) kept.curves->add(kept.tally);
          },
      .progress = [&](std::size_t done, std::size_t all) { progress.show(done, all, kept.tally); },
      .complaint = [&](const std::string& text) { progress.complain(text); }};
  if (plan.sprt)
    listener.decided = [&] {
      return plan.sprt->decide(plan.sprt->llr(kept.tally.pentanomial())) != SprtDecision::undecided;
    };
  if (plan.store) use_store(*plan.store, listener);
  return run_match(plan.settings, interrupt.token(), listener);
}

void warn(const MatchTally& totals) {
  if (2 * totals.distinct < totals.games)
    note("warning: only {} of {} games are distinct; --opening N begins each with N random moves",
         totals.distinct, totals.games);
  constexpr std::uint64_t fewest_pairs = 4;
  std::uint64_t pairs = 0;
  for (const PairTally& pair : totals.pairs)
    pairs = std::accumulate(pair.pairs.begin(), pair.pairs.end(), pairs);
  if (pairs >= fewest_pairs && 2 * totals.seat_pairs > pairs)
    note(
        "warning: in {} of {} pairs of games one seat won both: the openings decide more than the agents; "
        "balanced ones tell more (banyan openings)",
        totals.seat_pairs, pairs);
}

void report(const MatchOptions& options, const MatchPlan& plan, const MatchTally& totals,
            const ResultLines& results, bool interrupted) {
  const MatchSettings& settings = plan.settings;
  const Pentanomial pairs = totals.pairs.empty() ? Pentanomial{} : totals.pairs.front().pairs;
  if (options.json) {
    Json document = json_document();
    document["seed"] = settings.schedule.seed;
    document["game"] = options.game;
    add_match(document, settings, options.agents, totals);
    if (plan.sprt) document["games"] = totals.games;
    if (plan.sprt) document["sprt"] = json_of(*plan.sprt, pairs);
    write_match(document, results, interrupted, write_out);
  } else {
    const std::uint64_t games = plan.sprt ? totals.games : settings.schedule.games;
    out("{}: {} games of each pairing, {} of {} distinct, seed {}\n", options.game, games, totals.distinct,
        totals.games, settings.schedule.seed);
    write_out(match_table(settings, options.agents, totals, style_of(stdout)));
    if (settings.game->info().players == 2) write_out(crosstable_text(options.agents, totals));
    write_out(faults_text(options.agents, totals));
    if (plan.sprt) out("{}\n", sprt_text(*plan.sprt, pairs));
  }
  warn(totals);
}

Result<void> write_files(const MatchOptions& options, const MatchPlan& plan, const MatchTally& totals,
                         Kept& kept) {
  if (kept.games)
    if (auto written = kept.games->commit(); !written) return written;
  if (!kept.curves) return {};
  return write_file(options.report, match_page(options, plan, totals, *kept.curves));
}

// A match that fails keeps the games that have ended until then.
void save_what_ended(const MatchOptions& options, Kept& kept) {
  if (!kept.games || kept.games->games() == 0) return;
  if (const auto saved = kept.games->commit(); !saved) {
    note("not saved: {}", saved.error().message);
  } else {
    note("saved in {}: the {} games that had ended", detail::shorten(options.save), kept.games->games());
  }
}

// The other ranks play by the seed of the first, and need the same agents and openings.
Result<void> share_plan(cluster::Ranks& ranks, const MatchOptions& options, MatchPlan& plan) {
  for (const std::string& agent : options.agents)
    if (auto same = share_network(ranks, agent); !same) return same;
  plan.settings.schedule.seed = std::stoull(ranks.agree(std::to_string(plan.settings.schedule.seed)));
  std::string text;
  for (const auto& [name, value] : identity(options, plan)) text += name + "=" + value + "\n";
  return ranks.same("this match (its openings, for one)", text);
}

Result<int> help(const Program& program, const MatchPlan& plan, const Interrupt& interrupt) {
  if (auto helped = cluster::help_match(*program.ranks, plan.settings, interrupt.token()); !helped)
    return helped.error();
  return interrupt.happened() ? exit_failed : exit_done;
}

Result<int> match(const Program& program, MatchOptions& options) {
  auto plan = plan_match(program, options);
  if (!plan) return plan.error();
  const Interrupt interrupt;
  if (program.has_helpers()) {
    if (auto alike = share_plan(*program.ranks, options, *plan); !alike) return alike.error();
    if (!program.is_first()) return help(program, *plan, interrupt);
    plan->settings.helpers = cluster::match_helpers(*program.ranks);
  }
  const MatchSettings& settings = plan->settings;
  Kept kept{.tally = Tally(settings.agents.size(), settings.game->info().players)};
  if (!options.save.empty()) {
    auto games = GamesFile::open(options.save, *settings.game, options.agents);
    if (!games) return games.error();
    kept.games.emplace(*std::move(games));
  }
  if (!options.report.empty()) kept.curves.emplace(*plan);
  const auto result = play_games(options, *plan, interrupt, kept);
  if (!result || !result->error.empty()) save_what_ended(options, kept);
  if (!result) return result.error();
  if (!result->error.empty()) {
    note("the match failed: {}", result->error);
    return exit_failed;
  }
  // Ctrl-C during the games ends them, and the ratings are computed from the finished ones; a later one ends
  // that computation.
  const MatchTally totals = kept.tally.finish(result->complete() ? interrupt.token() : std::stop_token());
  report(options, *plan, totals, kept.results, !result->complete() || totals.stopped);
  if (const auto written = write_files(options, *plan, totals, kept); !written) {
    note("not saved: {}", written.error().message);
    return exit_failed;
  }
  if (!result->complete()) note("interrupted after {} of {} games", result->games, result->scheduled);
  if (totals.stopped) note("interrupted: intervals of Elo are missing");
  return result->complete() && !totals.stopped ? exit_done : exit_failed;
}
}  // namespace

Command match_command() {
  return {
      "match", "let agents play each other and add up the results",
      "match tictactoe uct:sims=20000 random --games 200\n"
      "match connect4 uct:sims=1000 uct:sims=1000,c=0.7 --games 400 --opening 4 --json\n"
      "match connect4 uct:sims=400 uct:sims=400,c=1.4 --opening 4 --sprt elo0=0,elo1=20\n"
      "match go:size=9 uct:sims=2000 'gtp:cmd=\"gnugo --mode gtp --level 1\"' --games 20 --resume go.match",
      [](CLI::App& app, const Program& program) -> Action {
        auto options = std::make_shared<MatchOptions>();
        options->declare(app);
        return [options, &program] { return match(program, *options); };
      },
      OnRanks::shared};
}

}  // namespace banyan::cli
