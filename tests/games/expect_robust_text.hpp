// Text from outside: whatever it is, a game answers with a move or a position that can be played on, or
// says no. Valid positions with a few characters changed come closest to the traps.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

#include <banyan/core/random.hpp>
#include <banyan/game/game.hpp>

#include "position_abilities.hpp"

namespace banyan {

// A random game from here; answers its number of moves.
template <Game G>
std::size_t play_out(const G& game, StateOf<G>& state, Random& random, std::size_t most = 1'000'000) {
  std::size_t moves = 0;
  for (; moves < most && !game.outcome(state); ++moves) {
    if constexpr (HasChance<G>) {
      if (game.current_player(state) == chance_player) {
        game.apply(state, sample_chance(game, state, random));
        continue;
      }
    }
    MoveListOf<G> legal;
    game.legal_moves(state, legal);
    RC_ASSERT(!legal.empty());
    game.apply(state, legal[random.below(legal.size())]);
  }
  return moves;
}

template <Game G>
void expect_answer_to_position(const G& game, const std::string& text, Random& random) {
  const auto read = game.parse_position(text);
  if (!read) {
    RC_ASSERT(!read.error().message.empty());
    return;
  }
  const auto again = game.parse_position(game.print_position(*read));
  RC_ASSERT(again.ok());
  RC_ASSERT(*again == *read);
  RC_ASSERT(problem_of_abilities(game, *read, random) == "");
  StateOf<G> state = *read;
  RC_ASSERT(play_out(game, state, random) <= game.max_moves());
}

template <Game G>
std::string damaged_position(const G& game, Random& random) {
  StateOf<G> state = game.start();
  play_out(game, state, random, random.below(60));
  std::string text = game.print_position(state);
  const std::string letters = "xo./ 0123456789-" + text;
  for (std::uint64_t changes = random.below(4); changes > 0; --changes) {
    const std::size_t place = random.below(text.size() + 1);
    const char letter = letters[random.below(letters.size())];
    switch (random.below(3)) {
      case 0: text.insert(place, 1, letter); break;
      case 1: text.erase(place, 1); break;
      default: text.replace(place, 1, 1, letter);
    }
  }
  return text;
}

template <Game G>
void expect_robust_text(const G& game) {
  EXPECT_TRUE(rc::check("any text is answered", [&](const std::string& text, std::uint64_t seed) {
    Random random(seed);
    const auto move = game.parse_move(game.start(), text);
    if (move) RC_ASSERT(game.parse_move(game.start(), game.print_move(game.start(), *move)) == move);
    expect_answer_to_position(game, text, random);
  }));
  EXPECT_TRUE(rc::check("a damaged position is answered", [&](std::uint64_t seed) {
    constexpr std::uint64_t positions = 50;
    for (std::uint64_t stream = 0; stream < positions; ++stream) {
      Random random(seed, stream);
      expect_answer_to_position(game, damaged_position(game, random), random);
    }
  }));
}

}  // namespace banyan
