// The games of a match, each kept as soon as it ends, in one SQLite file: after a kill at any moment the same
// command goes on where it was. What a game's text says is the arena's business.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/core/file_reader.hpp>
#include <banyan/core/result.hpp>
#include <banyan/store/database.hpp>

namespace banyan {

class MatchStore {
 public:
  // Creates the file if it does not exist. An error where it holds something else, or another process plays
  // that match.
  static Result<MatchStore> open(const std::filesystem::path& path);

  // What was noted of the match.
  [[nodiscard]] Result<std::optional<std::string>> setting(std::string_view name) const;
  Result<void> set(std::string_view name, std::string_view value) const;

  // A game by its number in the schedule.
  [[nodiscard]] Result<std::optional<std::string>> game(std::uint64_t number) const;
  Result<void> keep(std::uint64_t number, std::string_view text) const;
  [[nodiscard]] Result<std::uint64_t> count() const;

 private:
  MatchStore(detail::Descriptor lock, Database database)
      : lock_(std::move(lock)), database_(std::move(database)) {}
  [[nodiscard]] static Result<std::optional<std::string>> one_text(Statement statement);

  detail::Descriptor lock_;  // outlives the database: closing it would drop SQLite's own locks on the file
  Database database_;
};

}  // namespace banyan
