// Saves games to disk on a thread of its own, so that players never wait for the database. Failed writes stay
// pending and are retried at growing intervals, at the latest at the end.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <banyan/store/table_store.hpp>

namespace banyan::serve {

class Keeper {
 public:
  // Called when writing fails for a new reason, and when it works again; on the keeper's thread.
  using Complain = std::function<void(const std::string& text)>;

  // `stored`: the ids that are in the store now.
  Keeper(TableStore store, std::set<std::string> stored, Complain complain);
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  ~Keeper() { close(0); }

  // Writes these and deletes those, soon. A later state of a table replaces an earlier one.
  void keep(std::vector<StoredTable> changed, const std::vector<std::string>& gone);
  // Writes pending tables for at most the given seconds, and ends. Gives the number of tables not written.
  std::size_t close(double patience_seconds);
  // Tables whose latest state is not in the store yet.
  [[nodiscard]] std::size_t pending() const;

 private:
  using Batch = std::map<std::string, std::optional<StoredTable>>;  // nothing: to be deleted

  void work();
  void pause(std::unique_lock<std::mutex>& lock);
  Result<void> write(const Batch& batch) const;
  void note_outcome(const Batch& batch, const Result<void>& written);

  TableStore store_;
  Complain complain_;
  mutable std::mutex mutex_;
  std::condition_variable something_to_do_;
  Batch pending_;
  std::size_t being_written_ = 0;
  std::set<std::string> stored_;
  bool closing_ = false;
  std::chrono::steady_clock::time_point deadline_{};  // once it is closing
  int failures_ = 0;                                  // in a row
  std::string last_failure_;
  std::thread thread_;
};

}  // namespace banyan::serve
