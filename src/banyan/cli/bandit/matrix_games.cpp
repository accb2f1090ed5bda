#include <banyan/cli/bandit/matrix_games.hpp>

#include <filesystem>

#include <banyan/core/file_reader.hpp>

namespace banyan::cli {

Result<bandit::MatrixGame> matrix_game_from(const std::string& name_or_file) {
  if (auto game = bandit::find_matrix_game(name_or_file)) return *std::move(game);
  std::error_code problem;
  if (!std::filesystem::exists(name_or_file, problem)) {
    std::string known;
    for (const auto& matrix : bandit::named_matrices) known += " " + std::string(matrix.name);
    return Error{"unknown matrix game '" + detail::shorten(name_or_file) + "'; there are:" + known +
                 ", or a file"};
  }
  const auto text = read_file(name_or_file);
  if (!text) return text.error();
  auto game = bandit::parse_matrix_game(std::filesystem::path(name_or_file).filename().string(), *text);
  if (!game) return Error{"'" + detail::shorten(name_or_file) + "': " + game.error().message};
  return game;
}

std::string matrix_games_text() {
  std::string text = "a file with a table, or one of:";
  for (const auto& matrix : bandit::named_matrices)
    text += "\n  " + std::string(matrix.name) + ": " + std::string(matrix.help);
  return text;
}

}  // namespace banyan::cli
