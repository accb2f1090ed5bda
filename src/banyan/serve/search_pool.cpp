#include <banyan/serve/search_pool.hpp>

#include <algorithm>
#include <utility>

namespace banyan::serve {

SearchPool::SearchPool(std::size_t threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
  for (std::size_t i = 0; i < std::max<std::size_t>(threads, 1); ++i)
    threads_.emplace_back([this](const std::stop_token& closing) { serve_line(closing); });
}

SearchPool::~SearchPool() { close(); }

void SearchPool::close() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    for (const auto& job : running_) job->stop();
  }
  for (auto& thread : threads_) thread.request_stop();
  for (auto& thread : threads_)
    if (thread.joinable()) thread.join();
}

std::shared_ptr<SearchPool::Job> SearchPool::submit(Owner owner, Work work) {
  auto job = std::make_shared<Job>(owner, std::move(work));
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting_) return nullptr;
    waiting_.push_back(job);
  }
  something_waits_.notify_one();
  return job;
}

std::optional<std::size_t> SearchPool::waiting_before(const Job& job) const {
  const std::lock_guard lock(mutex_);
  const auto place =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& each) { return each.get() == &job; });
  if (place == waiting_.end()) return std::nullopt;
  const std::size_t own = running_of(job.owner_);
  std::size_t before = 0;
  for (auto each = waiting_.begin(); each != waiting_.end(); ++each) {
    const std::size_t running = running_of((*each)->owner_);
    before += running < own || (running == own && each < place) ? 1 : 0;
  }
  return before;
}

SearchPool::Load SearchPool::load() const {
  const std::lock_guard lock(mutex_);
  return {.threads = threads_.size(), .running = running_.size(), .waiting = waiting_.size()};
}

void SearchPool::serve_line(const std::stop_token& closing) {
  while (true) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      if (!something_waits_.wait(lock, closing, [this] { return !waiting_.empty(); })) return;
      job = take_next();
    }
    job->work_(job->stop_.get_token());
    job->work_ = nullptr;  // and whatever it holds
    const std::lock_guard lock(mutex_);
    running_.erase(std::find(running_.begin(), running_.end(), job));
  }
}

// Of those who have the least under way, the one who has waited longest.
std::shared_ptr<SearchPool::Job> SearchPool::take_next() {
  const auto next = std::min_element(waiting_.begin(), waiting_.end(), [&](const auto& a, const auto& b) {
    return running_of(a->owner_) < running_of(b->owner_);
  });
  auto job = *next;
  waiting_.erase(next);
  running_.push_back(job);
  return job;
}

std::size_t SearchPool::running_of(Owner owner) const {
  return static_cast<std::size_t>(
      std::count_if(running_.begin(), running_.end(), [&](const auto& job) { return job->owner_ == owner; }));
}

}  // namespace banyan::serve
