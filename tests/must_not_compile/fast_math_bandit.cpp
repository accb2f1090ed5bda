// must print: Banyan needs strict floating-point arithmetic
// with: -ffast-math | -ffinite-math-only
#include <banyan/bandit/rules.hpp>
