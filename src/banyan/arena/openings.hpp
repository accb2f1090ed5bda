// Openings: from random moves, from a file, or chosen so that a judge finds them near even. An opening that
// is won for one side says nothing about the players.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/arena/schedule.hpp>
#include <banyan/core/random.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

// The given number of random player moves, with chance drawn between them; nothing if the game ends before.
std::optional<std::vector<std::string>> random_opening(const AnyGame& game, std::uint32_t plies,
                                                       Random& random);

// The openings of a text: SGF or PGN games, of which the first `plies` moves count (0: all); or a line each,
// moves from the start or a position (the game's text, FEN or EPD), with comments after #. The error names
// the line or the game.
Result<std::vector<Opening>> read_openings(std::string_view text, const std::shared_ptr<const AnyGame>& game,
                                           std::uint32_t plies);

struct BookSettings {
  std::shared_ptr<const AnyGame> game;
  Spec judge;
  std::uint32_t plies = 8;
  std::uint64_t count = 100;
  double within = 0.1;  // how far from even the judge's value may be
  std::uint64_t seed = 1;
};

struct JudgedOpening {
  std::vector<std::string> moves;
  double value = 0;  // for the player to move
};

struct BookListener {
  std::function<void(const JudgedOpening&)> found{};
  std::function<void(std::uint64_t found, std::uint64_t tried)> progress{};
};

struct BookResult {
  std::uint64_t found = 0;
  std::uint64_t tried = 0;  // positions that were judged
  bool complete = false;    // as many as were asked for
  std::string error{};      // why the judge could not go on
};

// Random openings to distinct positions, those that the judge finds near even. It gives up after a thousand
// failures in a row. The same seed and a judge by simulations give the same book.
Result<BookResult> make_book(const BookSettings& settings, const std::stop_token& stop,
                             const BookListener& listener);

}  // namespace banyan
