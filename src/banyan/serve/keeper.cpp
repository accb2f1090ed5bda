#include <banyan/serve/keeper.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace banyan::serve {

namespace {
// The delay after a number of failures in a row.
std::chrono::milliseconds pause_after(int failures) {
  constexpr int first_ms = 250;
  constexpr int most_doublings = 6;  // 16 s
  return std::chrono::milliseconds(first_ms << std::min(failures - 1, most_doublings));
}
}  // namespace

Keeper::Keeper(TableStore store, std::set<std::string> stored, Complain complain)
    : store_(std::move(store)), complain_(std::move(complain)), stored_(std::move(stored)) {
  thread_ = std::thread([this] { work(); });
}

void Keeper::keep(std::vector<StoredTable> changed, const std::vector<std::string>& gone) {
  if (changed.empty() && gone.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    for (StoredTable& table : changed) {
      std::string id = table.id;
      pending_.insert_or_assign(std::move(id), std::move(table));
    }
    for (const std::string& id : gone) pending_.insert_or_assign(id, std::nullopt);
  }
  something_to_do_.notify_one();
}

std::size_t Keeper::close(double patience_seconds) {
  if (!thread_.joinable()) return 0;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    deadline_ = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(
                                                       std::chrono::duration<double>(patience_seconds));
  }
  something_to_do_.notify_one();
  thread_.join();
  return pending();
}

std::size_t Keeper::pending() const {
  const std::lock_guard lock(mutex_);
  return pending_.size() + being_written_;
}

void Keeper::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    something_to_do_.wait(lock, [this] { return closing_ || !pending_.empty(); });
    if (pending_.empty()) return;
    if (failures_ > 0) pause(lock);
    const Batch batch = std::exchange(pending_, {});
    being_written_ = batch.size();
    lock.unlock();
    const Result<void> written = write(batch);
    lock.lock();
    being_written_ = 0;
    note_outcome(batch, written);
    if (closing_ && failures_ > 0 && std::chrono::steady_clock::now() >= deadline_) return;
  }
}

// Before the next try; shorter once it is closing.
void Keeper::pause(std::unique_lock<std::mutex>& lock) {
  constexpr std::chrono::milliseconds at_the_end(50);
  if (!closing_) something_to_do_.wait_for(lock, pause_after(failures_), [this] { return closing_; });
  if (closing_) something_to_do_.wait_for(lock, at_the_end);
}

Result<void> Keeper::write(const Batch& batch) const {
  std::vector<StoredTable> changed;
  std::vector<std::string> gone;
  for (const auto& [id, table] : batch) {
    if (table) {
      changed.push_back(*table);
    } else if (stored_.contains(id)) {
      gone.push_back(id);
    }
  }
  return store_.update(changed, gone);
}

// Tables that were not written are pending again, unless they have changed since.
void Keeper::note_outcome(const Batch& batch, const Result<void>& written) {
  if (!written) {
    ++failures_;
    pending_.insert(batch.begin(), batch.end());
    if (last_failure_ != written.error().message)
      complain_("games can't be saved now, retrying:  " + written.error().message);
    last_failure_ = written.error().message;
    return;
  }
  for (const auto& [id, table] : batch) {
    if (table) {
      stored_.insert(id);
    } else {
      stored_.erase(id);
    }
  }
  if (failures_ > 0) complain_("games are saved again");
  failures_ = 0;
  last_failure_.clear();
}

}  // namespace banyan::serve
