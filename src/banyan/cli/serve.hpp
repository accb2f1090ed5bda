// The page without further words: what the program does when it is started without arguments.
#pragma once

#include <banyan/cli/command.hpp>

namespace banyan::cli {

int serve_page(const Program& program);

}  // namespace banyan::cli
