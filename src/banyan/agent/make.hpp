// Makes agents from specs such as `random` or `uct:sims=1e5,c=1.4`, for users of the headers alone:
// make_agent() of make_agent.hpp with the networks and the spec parser that it needs.
#pragma once

#include <banyan/agent/make_agent.hpp>  // IWYU pragma: export
#include <banyan/agent/specs_read.hpp>  // IWYU pragma: export
#include <banyan/nn/networks.hpp>       // IWYU pragma: export
