// The options of `banyan match`, and the match they describe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <banyan/arena/match.hpp>
#include <banyan/arena/sprt.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/store/match_store.hpp>

namespace banyan::cli {

struct MatchOptions {
  std::string game;
  std::vector<std::string> agents;
  std::optional<std::uint64_t> games;
  std::uint32_t opening = 0;
  std::string openings;
  bool gauntlet = false;
  std::string sprt;
  std::string adjudicate;
  std::string resume;
  std::string save;
  std::string report;
  std::optional<std::uint32_t> jobs;
  SeedOption seed;
  bool json = false;

  void declare(CLI::App& app);
};

// A match as it was asked for.
struct MatchPlan {
  MatchSettings settings;
  std::optional<Sprt> sprt{};
  std::optional<MatchStore> store{};
  std::uint64_t kept = 0;  // games that the store has already
};

// What must be the same for the games of a store, or of another rank, to be games of this match.
std::vector<std::pair<std::string, std::string>> identity(const MatchOptions& options, const MatchPlan& plan);

// Opens the store, whose seed is taken where none is given. The error says which words are wrong, or
// why the store can't be used.
Result<MatchPlan> plan_match(const Program& program, MatchOptions& options);

}  // namespace banyan::cli
