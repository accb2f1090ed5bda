// Stores the page's games across restarts of the server: a record for each table, with its visitor. One
// SQLite file.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/store/database.hpp>

namespace banyan {

struct StoredTable {
  std::string id;
  std::string visitor;
  std::string record;  // as session/record.hpp prints it
};

class TableStore {
 public:
  // Creates the folder and the file if they do not exist.
  static Result<TableStore> open(const std::filesystem::path& path);

  // Those kept last come last.
  [[nodiscard]] Result<std::vector<StoredTable>> all() const;
  // Stores some tables and deletes others, in one transaction.
  Result<void> update(const std::vector<StoredTable>& changed, const std::vector<std::string>& gone) const;

 private:
  explicit TableStore(Database database) : database_(std::move(database)) {}
  Result<void> write(const std::vector<StoredTable>& changed, const std::vector<std::string>& gone) const;

  Database database_;
};

}  // namespace banyan
