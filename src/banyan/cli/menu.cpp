#include <banyan/cli/menu.hpp>
namespace banyan::cli {
int choose_and_play(const Program&) { return exit_done; }
}  // namespace banyan::cli
