// must print: Banyan needs strict floating-point arithmetic
// with: -ffast-math | -Ofast | -ffinite-math-only | g++: -funsafe-math-optimizations | g++: -freciprocal-math
#include <banyan/search/searcher.hpp>
