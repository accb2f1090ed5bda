// The mark that is set for `uct:sims=50000`: no loss in 200 games. With none in 200, fewer than 1.5 in a
// hundred are lost (95 %).
#include "gomoku_strength.hpp"

namespace banyan {
TEST(GomokuStrengthSlow, NeverLosesToTheGreedyScript) { expect_no_loss_to_greed(200, 50000); }
}  // namespace banyan
