// Serves the page with default options: what the program does without arguments.
#pragma once

#include <banyan/cli/command.hpp>

namespace banyan::cli {

int serve_page(const Program& program);

}  // namespace banyan::cli
