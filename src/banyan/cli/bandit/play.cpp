// `banyan bandit play`: a person against a learner in a two-player matrix game. The learner commits to its
// action before it reads the person's, and shows its strategy after every round.
#include <algorithm>
#include <memory>

#include <banyan/bandit/rules.hpp>
#include <banyan/cli/bandit/bandit.hpp>
#include <banyan/cli/bandit/laboratory.hpp>
#include <banyan/cli/bandit/matrix_games.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/play/line_reader.hpp>

namespace banyan::cli {

namespace {

struct ThrowOptions {
  std::string game;
  std::string rule = "regret-matching";
  SeedOption seed;
};

namespace seat {
constexpr std::size_t person = 0;
constexpr std::size_t learner = 1;
}  // namespace seat

// Accepts an action's name, an unambiguous prefix of it, or its number from 1 on.
std::optional<std::size_t> find_action(const std::vector<std::string>& actions, const std::string& word) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (actions[i] == word || std::to_string(i + 1) == word) return i;
    if (word.empty() || !actions[i].starts_with(word)) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

// A learner of any rule of the table.
template <bandit::NamedRule R>
class Match {
 public:
  Match(const bandit::MatrixGame& game, const typename R::Params& params, std::uint64_t seed)
      : game_(game),
        unit_(game.scaled_to_unit()),
        rule_(params, {game.action_count(seat::learner), expected_rounds, bandit::FullFeedbackRule<R>}),
        pulled_(game.action_count(seat::learner), 0),
        random_(seed) {}

  void play(LineReader& lines) {
    const std::vector<std::string>& words = game_.actions(seat::person);
    std::size_t answer = rule_.choose(random_);
    while (true) {
      write_error("> ");
      const auto line = lines.next();
      if (!line || *line == "quit" || *line == "q") return;
      const std::string word(line->substr(0, line->find_last_not_of(" \t\r") + 1));
      const auto thrown = find_action(words, word);
      if (!thrown) {
        note("unknown action '{}'; choose one of: {}; or quit", detail::shorten(word), joined(words));
        continue;
      }
      settle(*thrown, answer);
      answer = rule_.choose(random_);
    }
  }

  void sum_up() const {
    out("{} rounds: you earned {:g}, the learner {:g}\n", rounds_, earned_[seat::person],
        earned_[seat::learner]);
  }

  static std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
  }

 private:
  static constexpr std::uint64_t expected_rounds = 100;  // for rules that need a horizon

  void settle(std::size_t thrown, std::size_t answer) {
    const std::array<std::size_t, 2> joint{thrown, answer};
    for (const std::size_t player : {seat::person, seat::learner})
      earned_[player] += game_.payoff(player, joint);
    ++rounds_;
    ++pulled_[answer];
    out("you {}, it {}: you earn {:g}, it earns {:g}; in all {:g} to {:g}\n",
        game_.actions(seat::person)[thrown], game_.actions(seat::learner)[answer],
        game_.payoff(seat::person, joint), game_.payoff(seat::learner, joint), earned_[seat::person],
        earned_[seat::learner]);
    bandit::inform(rule_, unit_.utilities(seat::learner, joint), answer);
    show_strategy();
  }

  // Shows its next strategy if that is randomised, otherwise its past actions.
  void show_strategy() const {
    std::string text;
    const auto add = [&](std::size_t i, double share) {
      text += fmt::format("  {} {:.0f} % {}", game_.actions(seat::learner)[i], 100 * share,
                          std::string(static_cast<std::size_t>(share * 20 + 0.5), '#'));
    };
    for (std::size_t i = 0; i < pulled_.size(); ++i) {
      if constexpr (bandit::MixedRule<R>) {
        add(i, rule_.strategy()[i]);
      } else {
        add(i, static_cast<double>(pulled_[i]) / static_cast<double>(rounds_));
      }
    }
    out("its {}:{}\n", bandit::MixedRule<R> ? "next strategy" : "throws so far", text);
  }

  const bandit::MatrixGame& game_;
  bandit::MatrixGame unit_;
  R rule_;
  std::array<double, 2> earned_{};
  std::uint64_t rounds_ = 0;
  std::vector<std::uint64_t> pulled_;
  Random random_;
};

Result<int> play(ThrowOptions& options) {
  const auto game = matrix_game_from(options.game);
  if (!game) return game.error();
  if (game->players() != 2)
    return Error{game->name() + " has " + std::to_string(game->players()) + " players; this is for two"};
  const auto spec = parse_spec(options.rule);
  if (!spec) return spec.error();
  const std::uint64_t seed = options.seed.get();
  const Interrupt interrupt;
  LineReader lines(interrupt);
  const auto meet = [&]<class R>(std::type_identity<R>, const typename R::Params& params) {
    Match<R> match(*game, params, seed);
    note("{} against {}, seed {}. Say {}, or quit.", game->name(), print_spec(R::name, params), seed,
         Match<R>::joined(game->actions(seat::person)));
    match.play(lines);
    match.sum_up();
  };
  if (auto ok = bandit::with_rule(*spec, {game->action_count(seat::learner), 100}, meet); !ok)
    return ok.error();
  return interrupt.happened() ? exit_failed : exit_done;
}

}  // namespace

Command bandit_play_command() {
  return {"play", "play a matrix game against a learner", "bandit play rps --rule exp3",
          [](CLI::App& app, const Program&) -> Action {
            auto options = std::make_shared<ThrowOptions>();
            app.add_option("GAME", options->game, matrix_games_text())->required()->type_name("");
            app.add_option("--rule", options->rule,
                           "how it learns: ucb1, exp3, regret-matching (default), or any rule of bandit run")
                ->type_name("SPEC");
            options->seed.declare(app);
            return [options] { return play(*options); };
          },
          OnRanks::refused};
}

}  // namespace banyan::cli
