// How moves are drawn in random games. Each policy is one struct in the table at the end:
//
//   number        its value of the enum
//   name, help    as in specs
//   needs_memory  it draws by what is remembered of moves (move_memory.hpp)
//   is_for<G>     the game has what it needs; in others it draws uniformly
//   list()        the moves to draw from; all legal ones where it lists none
//   walks         it draws from all moves that the game ever has; one that is not legal changes nothing
//   play()        a whole game, faster than move by move; with notes_moves it tells note() each move
//
// All but number, name, help and is_for may be left out.
#pragma once

#include <array>
#include <string_view>

#include <banyan/core/alternatives.hpp>
#include <banyan/core/value.hpp>
#include <banyan/game/game.hpp>

namespace banyan {

enum class Playout { uniform, game, decisive, walk, mast, expert };

struct UniformPlayout {
  static constexpr Playout number = Playout::uniform;
  static constexpr std::string_view name = "uniform";
  static constexpr std::string_view help = "every legal move is as likely as any other";
  template <class G>
  static constexpr bool is_for = false;
};

struct GamePlayout {
  static constexpr Playout number = Playout::game;
  static constexpr std::string_view name = "game";
  static constexpr std::string_view help = "only moves that the game finds worth trying";
  static constexpr bool notes_moves = true;
  template <class G>
  static constexpr bool is_for = HasPlayoutMoves<G>;
  template <HasPlayoutMoves G>
  static void list(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
    game.playout_moves(state, moves);
  }
  template <HasGamePlayout G, class Note>
  static RewardsOf<G> play(const G& game, const StateOf<G>& state, Random& random, Note&& note) {
    return game.game_playout(state, random, note);
  }
};

struct DecisivePlayout {
  static constexpr Playout number = Playout::decisive;
  static constexpr std::string_view name = "decisive";
  static constexpr std::string_view help =
      "wins at once or keeps the other from it, where the game can tell, and else draws uniformly";
  template <class G>
  static constexpr bool is_for = HasDecisiveMoves<G>;
  template <HasDecisiveMoves G>
  static void list(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
    game.decisive_moves(state, moves);
  }
  template <HasDecisivePlayout G, class Note>
  static RewardsOf<G> play(const G& game, const StateOf<G>& state, Random& random, Note&& /*note*/) {
    return game.decisive_playout(state, random);
  }
};

struct WalkPlayout {
  static constexpr Playout number = Playout::walk;
  static constexpr std::string_view name = "walk";
  static constexpr std::string_view help =
      "over all moves there are, where one that is not legal changes nothing (games that list them all)";
  template <class G>
  static constexpr bool is_for = HasAllMoves<G>;
  static constexpr bool walks = true;
};

struct MastPlayout {
  static constexpr Playout number = Playout::mast;
  static constexpr std::string_view name = "mast";
  static constexpr std::string_view help = "decisive, and else moves that have returned much so far";
  static constexpr bool needs_memory = true;
  template <class G>
  static constexpr bool is_for = true;
  template <HasDecisiveMoves G>
  static void list(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
    game.decisive_moves(state, moves);
  }
};

struct ExpertPlayout {
  static constexpr Playout number = Playout::expert;
  static constexpr std::string_view name = "expert";
  static constexpr std::string_view help =
      "the game prefers moves that an expert would (games that know how)";
  static constexpr bool notes_moves = true;
  template <class G>
  static constexpr bool is_for = HasExpertPlayout<G>;
  template <HasExpertPlayout G, class Note>
  static RewardsOf<G> play(const G& game, const StateOf<G>& state, Random& random, Note&& note) {
    return game.expert_playout(state, random, note);
  }
};

using Playouts =
    Alternatives<UniformPlayout, GamePlayout, DecisivePlayout, WalkPlayout, MastPlayout, ExpertPlayout>;
static_assert(Playouts::in_order());
inline constexpr std::string_view about_playouts = "how moves are drawn in random games";
template <>
inline constexpr std::array enum_names<Playout> = Playouts::names;

// It draws by what is remembered of moves.
constexpr bool needs_memory(Playout playout) {
  bool needed = false;
  Playouts::visit(playout, [&]<class P>() {
    if constexpr (requires { P::needs_memory; }) needed = P::needs_memory;
  });
  return needed;
}

// It draws from all moves that the game ever has.
constexpr bool is_walk(Playout playout) {
  bool walks = false;
  Playouts::visit(playout, [&]<class P>() {
    if constexpr (requires { P::walks; }) walks = P::walks;
  });
  return walks;
}

// Every move is as likely as any other: the game offers nothing better for this policy.
template <Game G>
constexpr bool is_uniform(Playout playout) {
  bool uniform = true;
  Playouts::visit(playout, [&]<class P>() { uniform = !P::template is_for<G>; });
  return uniform;
}

// Lists the moves to draw from, where the policy has a choice of them.
template <Game G>
[[gnu::always_inline]] inline void list_playout_moves(Playout playout, const G& game, const StateOf<G>& state,
                                                      MoveListOf<G>& moves) {
  Playouts::visit(playout, [&]<class P>() {
    if constexpr (requires { P::list(game, state, moves); }) P::list(game, state, moves);
  });
}

// Plays a whole game into `rewards`, where the game does that by itself faster than move by move; with
// `noted`, only where note() is told each move. False where it doesn't.
template <bool noted, class G, class Note>
[[gnu::always_inline]] inline bool play_whole_game(Playout playout, const G& game, const StateOf<G>& state,
                                                   Random& random, RewardsOf<G>& rewards, Note&& note) {
  bool played = false;
  Playouts::visit(playout, [&]<class P>() {
    if constexpr (requires { P::play(game, state, random, note); })
      if constexpr (!noted || requires { P::notes_moves; }) {
        rewards = P::play(game, state, random, note);
        played = true;
      }
  });
  return played;
}

}  // namespace banyan
