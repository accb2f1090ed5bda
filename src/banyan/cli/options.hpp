// Options that several subcommands share, with values written as in specs (1e6, 500ms, 1GB).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include <banyan/cli/command.hpp>
#include <banyan/core/value.hpp>
#include <banyan/session/session.hpp>

namespace banyan::cli {

// An option or positional argument with a value written as in specs.
template <class T>
CLI::Option* add_value(CLI::App& options, const std::string& name, T& target, const ValueRange& range,
                       const std::string& help) {
  const std::string label = name.substr(0, name.find(','));
  CLI::Option* option = options.add_option_function<std::string>(
      name,
      [&target, range, label](const std::string& text) {
        auto value = parse_value<T>(text, range);
        if (!value) throw CLI::ValidationError(label, value.error().message);
        target = *std::move(value);
      },
      help);
  return option->type_name("");
}

CLI::Option* add_json(CLI::App& options, bool& json);

// `--seed N`; without it a fresh seed is drawn once, at the first use.
class SeedOption {
 public:
  void declare(CLI::App& options);
  std::uint64_t get();
  // Replaces the fresh seed by a default.
  void set_default(std::uint64_t seed) {
    if (!seed_) seed_ = seed;
  }

 private:
  std::optional<std::uint64_t> seed_;
};

// A random seed, small enough that every JSON reader keeps it exactly. All calls answer the same once it was
// given: ranks have one seed in common.
std::uint64_t fresh_seed();
void use_fresh_seed(std::uint64_t seed);

// GAME with --moves, --position, --chance and --seed: the position to start from.
struct PositionOptions {
  std::string game;
  std::string moves;
  std::optional<std::string> position;
  bool sample_chance = false;
  SeedOption seed;

  void declare(CLI::App& options);
  Result<Session> session(const Program& program);
};

}  // namespace banyan::cli
