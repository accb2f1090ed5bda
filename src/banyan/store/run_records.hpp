// The lines of a training run's file. What an older version has not written is NaN.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace banyan {

struct StoredGame {
  std::uint64_t number = 0;
  std::uint64_t generation = 0;
  std::string_view moves;
  double outcome = 0;  // for the player who began
  std::uint64_t plies = 0;
  std::uint64_t positions = 0;
  std::uint64_t evaluations = 0;
  std::string_view samples;
  bool resigned = false;
  // The lowest value of a player who did not lose, in a game without resignation; else NaN.
  double comeback = std::numeric_limits<double>::quiet_NaN();
};

// A game to look at.
struct SampleGame {
  std::uint64_t number = 0;
  std::uint64_t generation = 0;
  std::string moves;   // a blank between two
  double outcome = 0;  // for the player who began
  std::uint64_t plies = 0;
};

// What a network learns from in a game (nn/sample.hpp): so many samples of equal length, one after the other.
struct StoredSamples {
  std::string bytes;
  std::uint64_t positions = 0;
};

struct StoredMetrics {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  std::uint64_t generation = 0;
  double seconds = 0;  // of the whole run so far
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t evaluations = 0;
  double policy_loss = 0;
  double value_loss = 0;
  // Of this generation alone.
  double steps = none;
  double play_seconds = none;  // unless it was interrupted
  double learn_seconds = none;
  double cache_hits = none;  // share
  double plies = none;       // of a game, in the mean
  double resigned = none;    // games that a player resigned
  double to_the_end = none;  // games without resignation
  double wrong = none;       // those in which resigning would have been wrong
};

// A match of the ladder: the network of a generation against an opponent.
struct StoredMatch {
  std::uint64_t generation = 0;
  double seconds = 0;  // of the run, when it was played
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::string opponent;  // a spec, or "generation G" for an earlier self
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  // Of the network, by all matches of the run until now; NaN where they leave it unbounded.
  double elo = StoredMetrics::none;
  double low = StoredMetrics::none;
  double high = StoredMetrics::none;
};

// A player on the ladder; named as opponents are.
struct StoredRating {
  std::string player;
  double elo = StoredMetrics::none;
  double low = StoredMetrics::none;
  double high = StoredMetrics::none;
};

// How many moves keep the value of solved positions.
struct StoredAccuracy {
  std::uint64_t generation = 0;
  double seconds = 0;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t asked = 0;  // solved positions
  double policy = 0;        // share by the network's policy alone
  double search = 0;        // and by a search
  std::uint64_t simulations = 0;
};

struct StoredRung {
  std::vector<StoredMatch> matches;
  std::vector<StoredRating> ratings;
  std::vector<StoredAccuracy> accuracy;  // none, or one
};

}  // namespace banyan
