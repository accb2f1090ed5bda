// A few games against the greedy script; gomoku_strength_slow_test.cpp plays as many as a claim needs.
#include "gomoku_strength.hpp"

namespace banyan {
TEST(GomokuStrength, NeverLosesToTheGreedyScript) { expect_no_loss_to_greed(20, 500); }
}  // namespace banyan
