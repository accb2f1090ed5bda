#include "signature.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <stdexcept>

namespace banyan {

// There are many NaNs, and compilers choose differently among them.
void Signature::add(double x) { add(x == x ? std::bit_cast<std::uint64_t>(x) : ~std::uint64_t{0}); }

void Signature::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
}

namespace {

// One way to search, and how many moves in a row are searched and played.
struct SignedSearch {
  std::string_view agent;
  int moves;
};

// Options whose default may change are spelled out.
constexpr std::array signed_searches{
    SignedSearch{"uct:sims=2000,c=1.4,solver=false,playout=uniform,rule=ucb1", 1},
    SignedSearch{"uct:sims=1000,c=1,solver=false,playout=uniform,rule=ucb1", 4},
    SignedSearch{"uct:sims=3000,c=1.4,solver=true,playout=uniform,rule=ucb1", 1},
    SignedSearch{"uct:sims=1000,c=0.7,solver=true,playout=decisive,rule=ucb1,choose=lcb", 4},
    SignedSearch{"uct:sims=1000,c=1.4,solver=false,playout=game,rule=ucb1,expand=all", 2},
    SignedSearch{"uct:sims=9000,c=0.5,solver=false,playout=uniform,rule=ucb1,expand=all,memory=1MB", 1},
    SignedSearch{"uct:sims=9000,c=0.5,solver=true,playout=uniform,rule=ucb1,expand=all,memory=1MB", 2},
    SignedSearch{"uct:sims=2000,c=1.4,solver=false,playout=uniform,rule=ucb1,depth=3", 1},
    SignedSearch{"uct:sims=2000,c=1.4,solver=false,playout=uniform,rule=ucb1,max_moves=4", 1},
    SignedSearch{"uct:sims=1000,c=1.4,solver=false,playout=uniform,rule=ucb1,scale=none,choose=value", 2},
    SignedSearch{"uct:sims=2000,c=1.4,solver=false,playout=uniform,rule=ucb1,deterministic=true", 2},
    SignedSearch{"uct:sims=1000,c=1,solver=true,playout=uniform,rule=ucb1-tuned,fpu=1", 2},
};

// Further options, one of them at a time, each signed by itself. A game that one of them is not for has no
// such number.
struct SignedOption {
  std::string_view name;
  std::string_view agent;
  int opening = 1;             // random moves before the first search
  bool chooses = false;        // a move, instead of analysing with the whole budget
  std::string_view ability{};  // only for games that have it: for others it would be what another row is
};
constexpr std::array signed_options{
    SignedOption{"transpositions", "uct:sims=800,c=1,solver=true,playout=uniform,transpositions=true"},
    SignedOption{"grave", "uct:sims=500,c=0.1,solver=false,playout=uniform,rule=grave,ref=20"},
    SignedOption{"rave", "uct:sims=500,c=0.1,solver=true,playout=uniform,rule=grave,ref=0,bias=0.01"},
    SignedOption{"mast", "uct:sims=500,c=1,solver=false,playout=mast,rule=ucb1"},
    SignedOption{"thompson", "uct:sims=500,solver=true,playout=uniform,rule=thompson"},
    SignedOption{"heuristic_weight", "uct:sims=500,c=0.5,solver=false,playout=uniform,heuristic_weight=1"},
    SignedOption{"open_loop", "uct:sims=500,c=1,playout=uniform,rule=ucb1,chance=open"},
    SignedOption{"epoch", "uct:sims=800,c=1,solver=false,playout=uniform,rule=ucb1,epoch=0.2"},
    SignedOption{"no_epoch", "uct:sims=800,c=1,solver=false,playout=uniform,rule=ucb1,epoch=0"},
    SignedOption{"discount", "uct:sims=500,c=1,solver=false,playout=uniform,rule=ucb1,discount=0.95"},
    SignedOption{"draw", "uct:sims=500,c=1,solver=true,playout=uniform,rule=ucb1,draw=-0.5"},
    SignedOption{"deterministic_threads",
                 "uct:sims=600,c=1,solver=false,playout=uniform,rule=ucb1,deterministic=true,threads=3"},
    SignedOption{"walk", "uct:sims=500,c=1,solver=false,playout=walk,rule=ucb1"},
    SignedOption{"best", "uct:sims=500,c=1,solver=false,playout=uniform,rule=ucb1,choose=best"},
    SignedOption{"flat", "flat:sims=500,c=1"},
    SignedOption{"expert", "uct:sims=200,c=1,solver=false,playout=expert,rule=ucb1"},
    SignedOption{"root_parallel",
                 "uct:sims=600,c=1,solver=false,playout=uniform,rule=ucb1,threads=3,parallel=root"},
    SignedOption{.name = "temperature",
                 .agent = "uct:sims=500,c=1,solver=false,playout=uniform,rule=ucb1,temperature=1",
                 .chooses = true},
    SignedOption{.name = "all_moves",
                 .agent = "uct:sims=300,c=1,solver=true,playout=uniform,rule=ucb1,candidates=false",
                 .ability = "candidates"},
    SignedOption{.name = "exact", .agent = "exact", .opening = 26},       // Connect Four
    SignedOption{.name = "exact_late", .agent = "exact", .opening = 46},  // Othello
};

void sign_analysis(Signature& signature, const Analysis& analysis) {
  for (const auto& move : analysis.moves) {
    signature.add(move.move);
    signature.add(move.visits);
    for (const double x : {move.value, move.low, move.high}) signature.add(x);
    if (move.bounds) signature.add(move.bounds->low), signature.add(move.bounds->high);
  }
  for (const auto& move : analysis.line) signature.add(move);
  signature.add(analysis.best.value());
  signature.add(analysis.value);
  signature.add(analysis.simulations);
  signature.add(analysis.nodes);
  signature.add(std::uint64_t{analysis.max_depth});
}

// Random moves, and on until a player is to move. Null if the game ends before.
std::unique_ptr<Position> opening(const AnyGame& game, int plies, Random& random) {
  auto position = game.start();
  for (int ply = 0; ply < plies || position->player() == chance_player; ++ply) {
    if (!position->player()) return nullptr;
    position->play_random(random);
  }
  return position;
}

// The opening of the first random game that gets so far; nothing where none of many does.
std::unique_ptr<Position> some_opening(const AnyGame& game, int plies, Random& random) {
  for (int tries = 0; tries < 100; ++tries)
    if (auto position = opening(game, plies, random); position && position->player()) return position;
  return nullptr;
}

// Nothing where the agent has no answer: solvers are for the end of a game.
std::optional<std::uint64_t> sign_search(const AnyGame& game, AnyAgent& agent, int moves, int plies = 1,
                                         bool chooses = false) {
  Random random(2024);
  const auto position = some_opening(game, plies, random);
  if (!position) return std::nullopt;
  Signature signature;
  for (int i = 0; i < moves && position->player(); ++i) {
    const Analysis analysis = chooses ? agent.choose(*position, {}) : agent.analyze(*position, {});
    if (!analysis.error.empty()) return std::nullopt;
    sign_analysis(signature, analysis);
    const auto before = position->clone();
    agent.observe(*before, *position->play(*analysis.best));
    while (position->player() == chance_player) {
      const auto rolling = position->clone();
      agent.observe(*rolling, position->play_random(random));
    }
  }
  return signature.number();
}

}  // namespace

std::uint64_t sign_game(const AnyGame& game, const Details& details) {
  Signature signature;
  for (const SignedSearch& search : signed_searches) {
    auto agent = game.make_agent(*parse_spec(search.agent), 7);
    if (!agent) throw std::runtime_error(agent.error().message);
    const std::uint64_t number = sign_search(game, **agent, search.moves).value();
    details(search.agent, number);
    signature.add(number);
  }
  return signature.number();
}

std::map<std::string, std::uint64_t> sign_options(const AnyGame& game) {
  std::map<std::string, std::uint64_t> numbers;
  const auto abilities = game.info().abilities;
  for (const SignedOption& option : signed_options) {
    if (!option.ability.empty() &&
        std::find(abilities.begin(), abilities.end(), option.ability) == abilities.end())
      continue;
    auto agent = game.make_agent(*parse_spec(option.agent), 7);
    if (!agent) continue;
    const auto number = sign_search(game, **agent, 2, option.opening, option.chooses);
    if (number) numbers[std::string(option.name)] = *number;
  }
  return numbers;
}

}  // namespace banyan
