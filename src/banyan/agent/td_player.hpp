// The type-erased interface of learning by temporal differences: plays any game of one player against chance
// that has cells, and teaches an n-tuple network by it.
#pragma once

#include <cstdint>
#include <vector>

#include <banyan/core/strict_math.hpp>

namespace banyan {

// A game that ended.
struct TdGame {
  double score = 0;
  std::uint64_t moves = 0;
  std::uint64_t milestone = 0;
};

// One thread's games. It refers to the student that it teaches.
class TdPlayer {
 public:
  TdPlayer() = default;
  TdPlayer(const TdPlayer&) = delete;
  TdPlayer& operator=(const TdPlayer&) = delete;
  virtual ~TdPlayer() = default;

  // Makes one move in each of its games, so many times; appends the games that end. Returns the moves made.
  virtual std::uint64_t learn(int rounds, std::vector<TdGame>& ended) = 0;
  // The same without learning.
  virtual std::uint64_t play(int rounds, std::vector<TdGame>& ended) = 0;
};

}  // namespace banyan
