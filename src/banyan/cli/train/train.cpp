// `banyan train`: trains a player of a game in a folder until stopped, and resumes there the next time.
#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/agent/self_player.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/cli/train/net.hpp>
#include <banyan/cluster/td_peers.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/learn/net/pace.hpp>
#include <banyan/learn/td/training.hpp>
#include <banyan/learn/training_report.hpp>
#include <banyan/nn/ntuple/file.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

namespace {
struct TrainOptions {
  std::string game;
  std::string learner;           // defaults to the game's
  std::optional<double> ladder;  // seconds; for networks only
  std::string report;            // the folder to report on
  bool print_learner = false;
  TdTrainingParams params;
  std::optional<std::uint32_t> threads;
  SeedOption seed;
  bool json = false;
};

void print_report(const TdReport& report) {
  out("{:>9.0f} s  {:>9} games  {:>13} moves  mean {:>8.0f}  max {:>8.0f}", report.seconds, report.games,
      report.moves, report.mean, report.max);
  constexpr std::ptrdiff_t shown = 4;  // the furthest milestones
  const auto all = static_cast<std::ptrdiff_t>(report.reached.size());
  for (auto it = std::prev(report.reached.end(), std::min(all, shown)); it != report.reached.end(); ++it)
    if (it->first > 0) out("  {} {:.3g} %", it->first, 100 * it->second);
  out("  {:.2f} M moves/s{}\n", report.moves_per_second / 1e6,
      report.seconds_left ? "  " + describe_time(*report.seconds_left) + " left" : "");
}

Json json_of(const TdReport& report, std::uint64_t seed, const Json& checkpoint = nullptr) {
  Json reached = Json::object();
  for (const auto& [milestone, share] : report.reached) reached[std::to_string(milestone)] = share;
  Json document = json_document();
  document["seed"] = seed;
  document["time"] = json_number(report.seconds);
  document["games"] = report.games;
  document["positions"] = report.moves;
  for (const char* name : {"evaluations", "policy_loss", "value_loss", "elo"}) document[name] = nullptr;
  document["checkpoint"] = checkpoint;
  document["mean"] = json_number(report.mean);
  document["max"] = json_number(report.max);
  document["reached"] = reached;
  document["per_second"] = json_number(report.moves_per_second);
  return document;
}

TdListener listener(const TrainOptions& options) {
  return {.report =
              [&options](const TdReport& report) {
                options.json ? out_json_line(json_of(report, options.params.seed)) : print_report(report);
              },
          .note = [](const std::string& text) { note("{}", text); },
          .saved =
              [&options](const std::string& file, const TdReport& last) {
                if (!options.json) return note("saved after {} games: {}", last.games, file);
                out_json_line(json_of(last, options.params.seed, file));
              }};
}

// The learner's parameters; the defaults if none are given.
template <class Learner>
Result<Learner> read_learner(const std::string& text) {
  if (text.empty()) return Learner{};
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  return parse_params<Learner>(*spec);
}

Result<int> train_by_tables(const Program& program, const AnyGame& game, TrainOptions& options) {
  const auto learner = read_learner<TdLearnerParams>(options.learner);
  if (!learner) return learner.error();
  if (!options.learner.empty()) options.params.learner = *learner;
  if (const auto patterns = parse_patterns(learner->patterns); !patterns) return patterns.error();
  if (const auto stages = parse_stages(learner->stages); !stages) return stages.error();
  options.params.seed = options.seed.get();
  const Interrupt interrupt;
  std::unique_ptr<TdPeers> peers;
  if (program.has_helpers()) {
    peers = cluster::td_peers(*program.ranks);
    options.params.peers = peers.get();
    if (!program.is_first()) {
      auto helped = help_train_ntuple(game, options.params);
      return helped ? Result<int>(exit_done) : Result<int>(helped.error());
    }
  }
  note("seed {}, {} thread{}; Ctrl-C stops and keeps what was learnt", options.params.seed,
       options.params.threads, options.params.threads == 1 ? "" : "s");
  const auto trained = train_ntuple(game, options.params, listener(options), interrupt.token());
  if (!trained) {
    note("{}", trained.error().message);
    return exit_failed;
  }
  if (const auto page = write_training_report(options.params.folder)) note("curves: {}", *page);
  return interrupt.happened() ? exit_failed : exit_done;
}

Result<int> train_by_network(const Program& program, const AnyGame& game, TrainOptions& options) {
  const auto learner = read_learner<NetLearnerParams>(options.learner);
  if (!learner) return learner.error();
  if (std::string wrong = problem_of(shape_for(*game.info().encoding, learner->blocks, learner->filters));
      !wrong.empty())
    return Error{"learner: " + wrong};
  return train_with_net(program, game,
                        {.folder = options.params.folder,
                         .games = options.params.games,
                         .minutes = options.params.minutes,
                         .ladder = options.ladder,
                         .learner = *learner,
                         .threads = options.params.threads,
                         .seed = options.seed.get()},
                        options.json);
}

// A way to learn, by what it asks of a game. The first that fits is a game's default.
struct LearnerKind {
  std::string_view name;
  std::string_view games;  // that it learns, for messages
  std::vector<FieldInfo> (*fields)();
  bool (*fits)(const AnyGame& game);
  Result<int> (*train)(const Program& program, const AnyGame& game, TrainOptions& options);
};
constexpr std::array learner_kinds{
    LearnerKind{"ntuple", "games of one player against chance on up to 4 × 4 cells",
                [] { return describe_fields(TdLearnerParams{}); },
                [](const AnyGame& game) { return game.info().ntuple; }, &train_by_tables},
    LearnerKind{"alphazero", "games of two players that networks can see",
                [] { return describe_fields(NetLearnerParams{}); },
                [](const AnyGame& game) { return game.make_self_player() != nullptr; }, &train_by_network}};

// The games of the program that each kind learns, for messages.
std::string learnable(const Program& program) {
  std::string text;
  for (const LearnerKind& kind : learner_kinds) {
    std::vector<std::string> names;
    for (const GameEntry& entry : program.games.entries())
      if (const auto game = program.games.make(entry.name); game && kind.fits(**game))
        names.push_back(entry.name);
    if (!names.empty())
      text += (text.empty() ? "" : "; ") + fmt::format("{} learns {}", kind.name, list_words(names));
  }
  return text.empty() ? "no game of this program can be learned" : text;
}

// The kind that --learner names, or the first that fits.
Result<const LearnerKind*> learner_for(const Program& program, const AnyGame& game, const std::string& text) {
  std::string fitting;
  const LearnerKind* first = nullptr;
  for (const LearnerKind& kind : learner_kinds) {
    if (!kind.fits(game)) continue;
    if (first == nullptr) first = &kind;
    fitting += " " + std::string(kind.name);
  }
  if (first == nullptr)
    return Error{"train: " + game.info().name + " can't be learnt here; " + learnable(program)};
  if (text.empty()) return first;
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  for (const LearnerKind& kind : learner_kinds)
    if (kind.name == spec->name && kind.fits(game)) return &kind;
  return Error{"unknown learner '" + detail::shorten(spec->name) + "' for " + game.info().name +
               "; there is:" + fitting};
}

Result<int> train(const Program& program, TrainOptions& options) {
  if (!options.report.empty() && !options.print_learner) {
    if (!program.is_first()) return exit_done;
    if (options.game.empty() && options.params.folder.empty())
      return report_training(options.report, options.json);
    return Error{"train: --report describes a run that exists; it takes neither GAME nor --out"};
  }
  if (options.game.empty()) return Error{"train: GAME is missing; " + learnable(program)};
  if (options.params.folder.empty() && !options.print_learner)
    return Error{"train: --out is missing: the folder of the training"};
  const auto game = program.games.make(options.game);
  if (!game) return game.error();
  const auto learner = learner_for(program, **game, options.learner);
  if (!learner) return learner.error();
  if (options.print_learner) {
    out("{}\n", (*learner)->name);
    return exit_done;
  }
  options.params.threads = options.threads.value_or(program.processors());
  return (*learner)->train(program, **game, options);
}

void add_ladder(CLI::App& app, std::optional<double>& seconds) {
  app.add_option_function<std::string>(
         "--ladder",
         [&seconds](const std::string& text) {
           const auto time = text == "off" || text == "0" ? Result<Duration>(Duration{0})
                                                          : parse_value<Duration>(text, anything());
           if (!time) throw CLI::ValidationError("--ladder", time.error().message + ", or off");
           seconds = time->seconds;
         },
         "alphazero: time between two measurements of strength, a tenth of which they take; or off (default: a "
         "tenth of the time limit, 30s to 5m)")
      ->type_name("TIME");
}

void add_time_limit(CLI::App& app, std::optional<double>& minutes) {
  const auto add = [&](const std::string& name, double minutes_in_one, const std::string& help) {
    return app
        .add_option_function<std::string>(
            name,
            [&minutes, name, minutes_in_one](const std::string& text) {
              const auto number = parse_value<double>(text, above(0));
              if (!number) throw CLI::ValidationError(name, number.error().message);
              minutes = *number * minutes_in_one;
            },
            help)
        ->type_name("N");
  };
  CLI::Option* in_minutes = add("--minutes", 1, "how long to train (without a limit: until Ctrl-C)");
  add("--hours", 60, "the same in hours")->excludes(in_minutes);
}

void declare(CLI::App& app, TrainOptions& options) {
  app.add_option("GAME", options.game, "what to learn")->type_name("");
  app.add_option("--out", options.params.folder, "the folder of the training; one that exists is resumed")
      ->type_name("DIR");
  app.add_option("--report", options.report,
                 "instead: write DIR/report.html, the curves of the training there")
      ->type_name("DIR");
  app.add_flag("--print-learner", options.print_learner,
               "instead: print the name of the learner that would train, ntuple or alphazero");
  std::string keys;
  const auto add_keys = [&](const std::string& name, const std::vector<FieldInfo>& fields) {
    keys += "\n" + name + ":key=value,… with";
    for (const FieldInfo& field : fields) keys += "\n  " + field.name + "=" + field.value + ": " + field.help;
  };
  for (const LearnerKind& kind : learner_kinds)
    add_keys(fmt::format("{} ({})", kind.name, kind.games), kind.fields());
  app.add_option("--learner", options.learner, "how to learn; " + keys)->type_name("SPEC");
  add_time_limit(app, options.params.minutes);
  add_value(app, "--games", options.params.games, at_least(1),
            "stop after so many games, earlier runs included")
      ->type_name("N");
  add_value(app, "--threads", options.threads, between(1, 256),
            "threads that play, of each rank (default: the processors)")
      ->type_name("N");
  add_value(app, "--checkpoint", options.params.checkpoint, above(0),
            "ntuple: time between two checkpoints (default 2m)")
      ->type_name("TIME");
  add_value(app, "--every", options.params.report_games, between(1, 1e9),
            "ntuple: games between two reports (default 5000)")
      ->type_name("N");
  add_value(app, "--merge", options.params.merge_games, between(1, 1e9),
            "ntuple, several ranks: games of each from one merge of their networks to the next (default 500)")
      ->type_name("N");
  add_ladder(app, options.ladder);
  options.seed.declare(app);
  add_json(app, options.json);
}
}  // namespace

Command train_command() {
  return {"train", "learn to play a game; goes on where the folder left off",
          "train gomoku:width=6,height=6,line=4 --out runs/g6 --minutes 10\n"
          "train --report runs/g6\n"
          "train twenty48 --out runs/t --minutes 60\n"
          "train twenty48 --out runs/small --learner ntuple:patterns=4x5,optimism=50000 --games 1e5 --json",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<TrainOptions>();
            declare(app, *options);
            return [options, &program] { return train(program, *options); };
          },
          OnRanks::shared};
}

}  // namespace banyan::cli
