// Elo with its interval as text.
#pragma once

#include <string>

namespace banyan {

// "+35 [-20, +90]", with ∞ for an end that games leave open, "+35" where a stop left no time for the
// interval, and "-" where games say nothing.
std::string elo_text(double elo, double low, double high);

}  // namespace banyan
