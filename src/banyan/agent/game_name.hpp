// The name of a game, for the files of its networks.
#pragma once

#include <string_view>

#include <banyan/game/game.hpp>

namespace banyan::detail {

template <Game G>
constexpr std::string_view name_of() {
  if constexpr (requires { std::string_view(G::name); }) {
    return G::name;
  } else {
    return "game";
  }
}

}  // namespace banyan::detail
