// The whole program for a game that breaks its contract: after three moves somebody is to move who has no
// legal move, although the game goes on.
#include <array>
#include <optional>

#include <banyan/app.hpp>

struct Stuck {
  static constexpr std::string_view name = "stuck";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 2;
  using State = int;
  using Move = int;
  [[nodiscard]] State start() const { return 0; }
  [[nodiscard]] int current_player(State plies) const { return plies % 2; }
  void legal_moves(State plies, banyan::FixedList<Move, max_legal>& moves) const {
    for (Move move = 0; move < 2 && plies < 3; ++move) moves.push_back(move);
  }
  void apply(State& plies, Move /*move*/) const { ++plies; }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(State plies) const {
    if (plies < 4) return std::nullopt;
    return banyan::draw_for_all();
  }
};

int main(int argc, char** argv) { return banyan::run_app<Stuck>(argc, argv); }
