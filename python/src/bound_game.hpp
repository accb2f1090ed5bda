// The objects that Python holds of a game and its positions.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <banyan/core/spec.hpp>
#include <banyan/session/any_game.hpp>

#include "python_game.hpp"

namespace banyan::python {

struct BoundGame {
  std::shared_ptr<const AnyGame> game;
  SharedRules rules{};  // of a game written in Python

  [[nodiscard]] bool is_own() const { return rules != nullptr; }
};

// A position that never changes.
struct BoundPosition {
  BoundPosition(BoundGame the_game, std::unique_ptr<Position> the_position)
      : game(std::move(the_game)), position(std::move(the_position)) {}
  BoundGame game;
  std::unique_ptr<const Position> position;
};

// The agent's spec, or a ValueError; a game written in Python is searched on one thread.
Spec agent_spec(const BoundGame& game, const std::string& text);

// Does some work on this game without the GIL; work that calls Python keeps it.
template <class Work>
auto without_gil(const BoundGame& game, Work&& work) {
  if (game.is_own()) return work();
  const Unlocked others_may_run;
  return work();
}

// Runs work on this game as suits it (running.hpp).
void run_on(const BoundGame& game, const std::function<void(const std::stop_token&)>& work,
            const std::function<void()>& tick = {});

}  // namespace banyan::python
