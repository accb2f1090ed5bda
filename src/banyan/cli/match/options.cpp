#include <banyan/cli/match/options.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <banyan/agent/specs.hpp>
#include <banyan/arena/openings.hpp>
#include <banyan/cli/agents.hpp>
#include <banyan/core/digest.hpp>
#include <banyan/core/file_reader.hpp>

namespace banyan::cli {

namespace {
constexpr std::uint64_t usual_games = 100;
constexpr std::uint64_t most_sprt_games = 1'000'000;

// As many parallel games as there are processors, divided by the largest number of threads of an agent.
std::uint32_t default_jobs(const std::vector<Spec>& agents, std::uint32_t processors) {
  std::uint32_t threads = 1;
  for (const Spec& agent : agents)
    for (const auto& [key, value] : agent.values)
      if (const auto count = parse_value<std::uint32_t>(value, at_least(1)); key == "threads" && count)
        threads = std::max(threads, *count);
  return std::max(1U, processors / threads);
}

Result<void> check_for_two(const GameInfo& info, const char* option) {
  if (info.players == 2 && info.win_draw_loss) return {};
  return Error{fmt::format("{} is for games of two players that are won, drawn or lost; {} is not", option,
                           info.name)};
}

Result<void> take_sprt(const MatchOptions& options, MatchPlan& plan) {
  if (options.sprt.empty()) return {};
  const auto params = parse_sprt(options.sprt);
  if (!params) return params.error();
  if (auto fits = check_for_two(plan.settings.game->info(), "--sprt"); !fits) return fits;
  if (plan.settings.agents.size() != 2)
    return Error{fmt::format("--sprt compares two agents; {} are given", plan.settings.agents.size())};
  plan.sprt.emplace(*params);
  return {};
}

Result<void> take_adjudication(const MatchOptions& options, MatchPlan& plan) {
  if (options.adjudicate.empty()) return {};
  const auto spec = parse_spec("adjudicate:" + options.adjudicate);
  if (!spec) return spec.error();
  const auto params = parse_params<AdjudicationParams>(*spec);
  if (!params) return params.error();
  if (auto fits = check_for_two(plan.settings.game->info(), "--adjudicate"); !fits) return fits;
  if (!params->any()) return Error{"--adjudicate: give win, draw, length or proof"};
  plan.settings.adjudication = *params;
  return {};
}

Result<void> take_openings(const MatchOptions& options, MatchPlan& plan) {
  if (options.openings.empty()) return {};
  const auto text = read_file(options.openings);
  if (!text) return text.error();
  auto book = read_openings(*text, plan.settings.game, options.opening);
  if (!book) return Error{fmt::format("'{}': {}", detail::shorten(options.openings), book.error().message)};
  plan.settings.schedule.book = std::make_shared<const std::vector<Opening>>(*std::move(book));
  return {};
}

// The contents of the networks that the agents use: one that was trained further is another one. Those that
// ship are one content.
std::string networks_text(const std::vector<Spec>& agents) {
  std::vector<std::string> texts;
  for (const Spec& agent : agents) {
    const auto net = std::find_if(agent.values.begin(), agent.values.end(),
                                  [](const auto& value) { return value.first == "net"; });
    if (net != agent.values.end()) {
      texts.push_back(fmt::format("{:016x}", digest_of_file(net->second)));
    } else if (agent.name == PuctKind::name || agent.name == NTupleKind::name) {
      texts.push_back(fmt::format("{:016x}", digest_of_data()));
    }
  }
  return fmt::format("{}", fmt::join(texts, " "));
}

// A hash of all openings: a changed book makes it another match.
std::string book_text(const ScheduleSettings& schedule) {
  if (!schedule.book) return "";
  std::uint64_t hash = schedule.book->size();
  const auto add = [&hash](std::string_view text) {
    for (const char c : text) hash = mix64(hash + static_cast<unsigned char>(c));
    hash = mix64(hash + 256);
  };
  for (const Opening& opening : *schedule.book) {
    add(opening.position.value_or(""));
    for (const std::string& move : opening.moves) add(move);
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> identity(const MatchOptions& options,
                                                          const MatchPlan& plan) {
  const ScheduleSettings& schedule = plan.settings.schedule;
  return {{"game", plan.settings.game->info().spec},
          {"agents", fmt::format("{}", fmt::join(options.agents, " "))},
          {"networks", networks_text(plan.settings.agents)},
          {"games", std::to_string(schedule.games)},
          {"opening", std::to_string(schedule.opening)},
          {"openings", book_text(schedule)},
          {"gauntlet", schedule.gauntlet ? "yes" : "no"},
          {"adjudicate", options.adjudicate},
          {"seed", std::to_string(schedule.seed)}};
}

namespace {
// A match that is continued keeps its seed.
Result<void> open_store(MatchOptions& options, MatchPlan& plan) {
  if (options.resume.empty()) return {};
  auto store = MatchStore::open(options.resume);
  if (!store) return store.error();
  const auto seed = store->setting("seed");
  if (!seed) return seed.error();
  if (*seed)
    if (const auto number = parse_value<std::uint64_t>(**seed, at_least(0)))
      options.seed.set_default(*number);
  plan.store.emplace(*std::move(store));
  return {};
}

Result<void> check_store(const MatchOptions& options, MatchPlan& plan) {
  if (!plan.store) return {};
  for (const auto& [name, value] : identity(options, plan)) {
    const auto there = plan.store->setting(name);
    if (!there) return there.error();
    if (!*there) {
      if (auto set = plan.store->set(name, value); !set) return set;
    } else if (**there != value) {
      return Error{fmt::format("'{}' holds another match: its {} is '{}', here it is '{}'",
                               detail::shorten(options.resume), name, detail::shorten(**there),
                               detail::shorten(value))};
    }
  }
  const auto count = plan.store->count();
  if (!count) return count.error();
  plan.kept = *count;
  return {};
}
}  // namespace

Result<MatchPlan> plan_match(const Program& program, MatchOptions& options) {
  auto game = program.games.make(options.game);
  if (!game) return game.error();
  MatchPlan plan{.settings = {.game = *game, .agents = {}, .schedule = {}, .jobs = 1}};
  MatchSettings& settings = plan.settings;
  for (const std::string& text : options.agents) {
    if (const auto agent = agent_from_text(**game, text, 0); !agent) return agent.error();
    settings.agents.push_back(*parse_spec(text));
  }
  const std::size_t fewest = (*game)->info().players == 1 ? 1 : 2;
  if (settings.agents.size() < fewest)
    return Error{fmt::format("{} takes at least {} agent{}, such as {}", options.game, fewest,
                             fewest == 1 ? "" : "s", fewest == 1 ? "uct:sims=1000" : "uct:sims=1000 random")};
  if (auto done = take_sprt(options, plan); !done) return done.error();
  if (auto done = take_adjudication(options, plan); !done) return done.error();
  if (auto done = take_openings(options, plan); !done) return done.error();
  if (program.is_first())
    if (auto done = open_store(options, plan); !done) return done.error();
  settings.schedule.agents = settings.agents.size();
  settings.schedule.games = options.games.value_or(plan.sprt ? most_sprt_games : usual_games);
  settings.schedule.opening = options.opening;
  settings.schedule.seed = options.seed.get();
  settings.schedule.gauntlet = options.gauntlet;
  settings.jobs = options.jobs.value_or(default_jobs(settings.agents, program.processors()));
  if (auto done = check_store(options, plan); !done) return done.error();
  return plan;
}

void MatchOptions::declare(CLI::App& app) {
  app.add_option("GAME", game, "a game such as connect4")->required()->type_name("");
  app.add_option("AGENTS", agents, "specs such as uct:sims=1000 random; more than seats: round robin")
      ->required()
      ->type_name("");
  add_value(app, "--games", games, between(1, 1e7),
            "games of each pairing (default 100; with --sprt a million at most)")
      ->type_name("N");
  add_value(app, "--opening", opening, between(0, 1000),
            "random moves before the agents take over; each opening is played from every seat")
      ->type_name("N");
  app.add_option(
         "--openings", openings,
         "openings to begin with instead: a line of moves or a position each, FEN, EPD, or games in SGF, "
         "PGN or PDN, of which --opening N moves count")
      ->type_name("FILE");
  app.add_flag("--gauntlet", gauntlet, "the first agent meets each of the others, and these don't meet");
  app.add_option("--sprt", sprt,
                 "ends when it is decided whether the first agent is elo1 or elo0 stronger than the second: "
                 "elo0=0,elo1=10[,alpha=0.05,beta=0.05,model=normalized|logistic]")
      ->type_name("TEST");
  app.add_option("--adjudicate", adjudicate,
                 "ends clear games: win=0.95,win_moves=4,draw=0.02,draw_moves=10,draw_after=40,length=300,"
                 "proof=true, any of them")
      ->type_name("RULES");
  app.add_option("--resume", resume,
                 "keeps each game in this file as it ends; the same command goes on after any interruption")
      ->type_name("FILE");
  app.add_option("--report", report, "a page with curves and tables of the match")->type_name("FILE.html");
  app.add_option("--save", save, "the games, with evaluations, as .sgf, .pgn or .pdn, where the game has one")
      ->type_name("FILE");
  add_value(app, "--jobs", jobs, between(1, 1024),
            "games played at once, by each rank (default: the processors, shared among an agent's threads)")
      ->type_name("N");
  seed.declare(app);
  add_json(app, json);
}

}  // namespace banyan::cli
