// Banyan computes with infinities and NaN, and promises that a seed gives the same search everywhere.
// Compiler options that assume neither occurs, or that reorder sums and divisions, would make searches
// silently wrong, so a build with them ends here.
#pragma once

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error \
    "Banyan needs strict floating-point arithmetic: compile without -ffast-math, -Ofast, -ffinite-math-only, -funsafe-math-optimizations, -fassociative-math and -freciprocal-math, or add -fno-fast-math behind them"
#endif
