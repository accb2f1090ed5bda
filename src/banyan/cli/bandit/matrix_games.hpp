// Matrix games on the command line: by name or by file.
#pragma once

#include <string>

#include <banyan/bandit/matrix_text.hpp>
#include <banyan/core/result.hpp>

namespace banyan::cli {

Result<bandit::MatrixGame> matrix_game_from(const std::string& name_or_file);
std::string matrix_games_text();

}  // namespace banyan::cli
