#include "signature.hpp"

#include <array>
#include <bit>
#include <memory>
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
    SignedSearch{"uct:sims=1000,c=1,solver=false,playout=uniform,rule=ucb-v,choose=secure", 2},
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

// A random move, and on until a player is to move.
std::unique_ptr<Position> opening(const AnyGame& game, Random& random) {
  auto position = game.start();
  for (int ply = 0; ply < 1 || position->player() == chance_player; ++ply) position->play_random(random);
  return position;
}

std::uint64_t sign_search(const AnyGame& game, const SignedSearch& search) {
  auto agent = game.make_agent(*parse_spec(search.agent), 7);
  if (!agent) throw std::runtime_error(agent.error().message);
  Random random(2024);
  const auto position = opening(game, random);
  Signature signature;
  for (int i = 0; i < search.moves && position->player(); ++i) {
    const Analysis analysis = (*agent)->analyze(*position, {});
    sign_analysis(signature, analysis);
    const auto before = position->clone();
    (*agent)->observe(*before, *position->play(*analysis.best));
    while (position->player() == chance_player) {
      const auto rolling = position->clone();
      (*agent)->observe(*rolling, position->play_random(random));
    }
  }
  return signature.number();
}

}  // namespace

std::uint64_t sign_game(const AnyGame& game, const Details& details) {
  Signature signature;
  for (const SignedSearch& search : signed_searches) {
    const std::uint64_t number = sign_search(game, search);
    details(search.agent, number);
    signature.add(number);
  }
  return signature.number();
}

}  // namespace banyan
