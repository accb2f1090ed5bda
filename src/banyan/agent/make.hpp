// Agents by spec, `random` or `uct:sims=1e5,c=1.4`, for whoever uses the headers alone: make_agent() of
// make_agent.hpp, with the networks and the reading of specs that it needs.
#pragma once

#include <banyan/agent/make_agent.hpp>  // IWYU pragma: export
#include <banyan/agent/specs_read.hpp>  // IWYU pragma: export
#include <banyan/nn/networks.hpp>       // IWYU pragma: export
