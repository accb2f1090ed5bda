// Trainings for the page: those in a folder, their curves, and the games they have played. Read-only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

#include <banyan/serve/message.hpp>
#include <banyan/store/run_folder.hpp>

namespace banyan::serve {

class Runs {
 public:
  // Without a folder there are none.
  explicit Runs(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The answer for a path: "" all of them, "NAME" one with its curve, "NAME/games/N" a game.
  [[nodiscard]] Reply answer(std::string_view path) const;

 private:
  [[nodiscard]] Reply list() const;
  static Reply describe(const RunFolder& run);
  static Reply game(const RunFolder& run, std::uint64_t number);

  std::filesystem::path folder_;
};

}  // namespace banyan::serve
