// Games of the page that outlive the server: a record for each table, with the visitor whose it is. One
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
  // Makes the folder and the file if they are not there.
  static Result<TableStore> open(const std::filesystem::path& path);

  // Those kept last come last.
  [[nodiscard]] Result<std::vector<StoredTable>> all() const;
  // Keeps these as they are now and forgets those, both or neither.
  Result<void> update(const std::vector<StoredTable>& changed, const std::vector<std::string>& gone) const;

 private:
  explicit TableStore(Database database) : database_(std::move(database)) {}
  Result<void> write(const std::vector<StoredTable>& changed, const std::vector<std::string>& gone) const;

  Database database_;
};

}  // namespace banyan
