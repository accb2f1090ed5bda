// Checks a game of your own; see banyan/game/conformance.hpp.
#pragma once

#include <banyan/game/conformance.hpp>
