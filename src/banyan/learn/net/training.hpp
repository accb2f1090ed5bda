// Teaches a network a game by playing it against itself, in a folder, and resumes where the folder left off:
//
//   run.db          settings, every finished game with its samples, metrics (store/run_store.hpp)
//   checkpoint-G    what the learner needs to go on after generation G: network, optimiser, step
//   best.bnet       the network after the last generation, for play
//   ladder-G.bnet   networks on the ladder (learn/net/ladder.hpp), opponents of later ones
//   lock            keeps a second training out
//
// A generation is a number of games by one network; then the learner takes steps on a window of the latest
// generations, and the next network plays. Game i draws everything from the seed and i, and a generation's
// games all know the same network, so that their number of threads changes nothing, and a run that was killed
// continues as it would have. A generation is done when its metrics are in the store; what comes before can
// be repeated.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include <banyan/agent/self_player.hpp>
#include <banyan/core/fields.hpp>
#include <banyan/core/result.hpp>
#include <banyan/learn/net/helpers.hpp>
#include <banyan/learn/net/pace.hpp>
#include <banyan/nn/network.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/store/run_records.hpp>

namespace banyan {

// The learner `alphazero`, as in alphazero:blocks=3,filters=32.
struct NetLearnerParams {
  std::uint32_t blocks = 3;
  std::uint32_t filters = 32;
  std::uint64_t generation = 200;
  std::uint64_t window = 20;
  double passes = 6;
  std::uint64_t batch = 256;
  double rate = 0.003;
  std::string start;
  SelfPlayParams play{};

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("blocks", self.blocks, between(0, max_blocks), "residual blocks of the network");
    visit("filters", self.filters, between(filter_step, max_filters),
          "filters of its convolutions, in eights");
    visit("generation", self.generation, between(1, 1e9), "games of one network");
    visit("window", self.window, between(1, 1e6),
          "generations to learn from, at most; early runs have fewer");
    visit("passes", self.passes, above(0), "how often each position is learned from, in total");
    visit("batch", self.batch, between(1, 65536), "positions of a step");
    visit("rate", self.rate, above(0), "learning rate at first; it falls to a tenth in the second half");
    visit(
        "start", self.start, anything(),
        "checkpoint-G of another run with the same blocks and filters, from which this one starts; its board may "
        "have had another size");
    SelfPlayParams::fields(self.play, visit);
  }
};

struct NetTrainingParams {
  std::string folder;
  std::optional<std::uint64_t> games = std::nullopt;  // in all, those of earlier runs included
  std::optional<double> minutes = std::nullopt;       // likewise
  std::optional<double> ladder = std::nullopt;  // seconds between two rungs; 0: none; by default by minutes
  NetLearnerParams learner{};
  std::uint32_t threads = 1;
  std::uint64_t seed = 1;
  SelfPlayHelpers* helpers = nullptr;  // plays beside the threads
  std::uint32_t values = 2;  // of its network; runs of the first version, which knew no draws, have one
};

// When a generation is done.
struct NetReport {
  std::uint64_t seed = 0;  // of the run, since its first start
  StoredMetrics metrics{};
  StoredRating rating{};  // of the last network on the ladder; NaN before
  std::string checkpoint;
};

// While games are played.
struct NetProgress {
  double seconds = 0;  // of the run
  std::uint64_t generation = 0;
  std::uint64_t games = 0;
  PlayPace pace{};         // of this generation
  double policy_loss = 0;  // of the last one; NaN before
  double value_loss = 0;
  std::optional<double> left{};  // seconds to the end, as far as can be seen
};

struct NetListener {
  std::function<void(const NetReport&)> report = [](const NetReport&) {};
  std::function<void(const NetProgress&)> progress = [](const NetProgress&) {};
  std::function<void(const StoredRung&)> rung = [](const StoredRung&) {};
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

// Until a limit is reached or a stop is requested.
Result<void> train_net(const AnyGame& game, const NetTrainingParams& params, const NetListener& listener,
                       const std::stop_token& stop);

}  // namespace banyan
