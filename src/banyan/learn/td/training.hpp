// Trains an n-tuple network in a folder, for any game of one player against chance that has cells, and
// resumes where the folder left off:
//
//   network.ntuple            the last checkpoint, with what the training needs to go on
//   network.previous.ntuple   the one before
//   curve.tsv                 the learning curve: a line for the games between two reports
//   lock                      keeps a second training out
//
// A checkpoint is written beside the last one and then put in its place, so that a kill at any moment loses
// what was learnt since, and nothing else. If a checkpoint can't be read, the one before is used.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include <banyan/core/fields.hpp>
#include <banyan/core/result.hpp>
#include <banyan/learn/td/peers.hpp>
#include <banyan/nn/ntuple/student.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

// The learner `ntuple`, as in ntuple:patterns=4x6,rule=tc.
struct TdLearnerParams {
  std::string patterns = "4x6";
  std::string stages = "-";
  TdRule rule = TdRule::tc;
  std::optional<double> alpha = std::nullopt;
  double optimism = 0;
  TdOrder order = TdOrder::backward;
  double lambda = 0.5;
  bool restarts = true;

  [[nodiscard]] TdMethod method() const { return {.order = order, .lambda = lambda, .restarts = restarts}; }

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("patterns", self.patterns, anything(),
          "cells looked at together: 4x6, 8x6, 4x5, 5x4, or a list like 012345/456789");
    visit(
        "stages", self.stages, anything(),
        "highest tiles at which a stage with weights of its own begins, as in 8192/16384; - for none. A training "
        "that is continued may get further stages, which start from the weights of the last one");
    visit("rule", self.rule, anything(),
          "one step size for all weights of a board (td), or one for each by its temporal coherence (tc)");
    visit("alpha", self.alpha, between(0, 10), "learning rate; by default 1 for tc and 0.1 for td");
    visit("optimism", self.optimism, between(0, 1e7), "the initial value of every board");
    visit(
        "order", self.order, anything(),
        "learn from each move by the next one (forward), or from a whole game once it is over, the last move "
        "first (backward)");
    visit(
        "lambda", self.lambda, between(0, 1),
        "backward: share of the return seen in a board's target; the rest is the new value of the next board");
    visit("restarts", self.restarts, anything(),
          "backward: after a game, play again from its middle, and so on until that is short");
  }
};

struct TdTrainingParams {
  std::string folder;
  std::optional<std::uint64_t> games = std::nullopt;      // in all, those of earlier runs included
  std::optional<double> minutes = std::nullopt;           // in all, too
  std::optional<TdLearnerParams> learner = std::nullopt;  // by default what the folder has, or the usual one
  std::uint32_t threads = 1;
  std::uint64_t seed = 1;
  Duration checkpoint{120};  // between two of them
  std::uint64_t report_games = 5000;
  TdPeers* peers = nullptr;         // processes that learn the same (learn/td/rounds.hpp)
  std::uint64_t merge_games = 500;  // with peers: games of each between two merges
};

// Results of the games since the last report.
struct TdReport {
  double seconds = 0;       // in all
  std::uint64_t games = 0;  // in all
  std::uint64_t moves = 0;  // in all
  double mean = 0;          // score
  double max = 0;
  std::map<std::uint64_t, double> reached;  // share of the games that reached a milestone, or more
  double moves_per_second = 0;
  std::optional<double> seconds_left;  // until the first limit, as fast as since the last report

  [[nodiscard]] double share(std::uint64_t milestone) const {
    const auto at_least = reached.lower_bound(milestone);
    return at_least == reached.end() ? 0 : at_least->second;
  }
};

struct TdListener {
  std::function<void(const TdReport&)> report;
  std::function<void(const std::string&)> note;  // a skipped checkpoint, a resumed training
  std::function<void(const std::string& file, const TdReport&)> saved;  // with the last report
};

// Until a limit is reached or a stop is requested; the last checkpoint is written in both cases. With peers
// this is for rank 0, and a stop drops the current round of games.
Result<void> train_ntuple(const AnyGame& game, const TdTrainingParams& params, const TdListener& listener,
                          const std::stop_token& stop);

// On the other ranks: plays until a call of its peers throws, as at the end of the command. There is no
// folder.
Result<void> help_train_ntuple(const AnyGame& game, const TdTrainingParams& params);

// Moves of one thread in a second, of the clock and of its processor time.
struct TdSpeed {
  double per_second = 0;
  double per_cpu_second = 0;
};
// With and without learning (in memory): of a network in a file, or without one of 4x6 that has learnt for
// some seconds.
struct TdSpeeds {
  TdSpeed train;
  TdSpeed play;
};
Result<TdSpeeds> measure_ntuple(const AnyGame& game, const std::string& network, std::uint64_t seed);

}  // namespace banyan
