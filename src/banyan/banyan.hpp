// The whole headers-only library: what a game is, text for its moves, the search, the agents, the bandits.
// The games that come along are included one by one, as <banyan/games/othello.hpp>; the checks for a game of
// your own are in <banyan/testing/conformance.hpp>; the program around a game is <banyan/app.hpp>.
#pragma once

#include <banyan/agent/make.hpp>
#include <banyan/bandit/index.hpp>
#include <banyan/core/random.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/game/game.hpp>
#include <banyan/game/text.hpp>
#include <banyan/search/evaluate/guides.hpp>
#include <banyan/search/searcher.hpp>
