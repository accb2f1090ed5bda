#include <banyan/cli/options.hpp>

#include <random>

#include <banyan/session/words.hpp>

namespace banyan::cli {

CLI::Option* add_json(CLI::App& options, bool& json) {
  return options.add_flag("--json", json, "one JSON document on standard output");
}

namespace {
std::optional<std::uint64_t> common_seed;
}

void use_fresh_seed(std::uint64_t seed) { common_seed = seed; }

std::uint64_t fresh_seed() {
  if (common_seed) return *common_seed;
  std::random_device entropy;
  const std::uint64_t bits = (std::uint64_t{entropy()} << 32U) | entropy();
  return bits >> 11U;
}

void SeedOption::declare(CLI::App& options) {
  add_value(options, "--seed", seed_, at_least(0),
            "seed of everything random; without it a fresh one is drawn")
      ->type_name("N");
}

std::uint64_t SeedOption::get() {
  if (!seed_) seed_ = fresh_seed();
  return *seed_;
}

void PositionOptions::declare(CLI::App& options) {
  options.add_option("GAME", game, "a game such as connect4 or gomoku:width=8,height=8")
      ->required()
      ->type_name("");
  options.add_option("--moves", moves, "moves to play first, with spaces between")->type_name("\"...\"");
  options.add_option("--position", position, "the position to begin with, in the game's text")
      ->type_name("TEXT");
  options
      .add_option_function<std::string>(
          "--chance",
          [this](const std::string& how) {
            if (how != "sample")
              throw CLI::ValidationError("--chance", "'" + detail::shorten(how) + "' is not sample");
            sample_chance = true;
          },
          "sample: chance is drawn by the seed wherever --moves does not say what it was")
      ->type_name("sample");
  seed.declare(options);
}

Result<Session> PositionOptions::session(const Program& program) {
  auto made = program.games.make(game);
  if (!made) return made.error();
  auto session = position ? Session::from_position(*made, *position) : Result<Session>(Session(*made));
  if (!session) return session;
  const auto chance_seed = sample_chance ? std::optional(seed.get()) : std::nullopt;
  if (auto played = session->play_all(split_words(moves), chance_seed); !played) return played.error();
  return session;
}

}  // namespace banyan::cli
