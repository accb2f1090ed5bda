// Ranks that are threads of one process: for tests without MPI, and to measure the gain of sharing a search.
#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <banyan/cluster/ranks.hpp>
#include <banyan/cluster/wire.hpp>

namespace banyan::cluster {

// What is on its way to each rank.
struct Mailboxes {
  explicit Mailboxes(int ranks) : boxes(static_cast<std::size_t>(ranks)) {}
  std::mutex mutex;
  std::vector<std::deque<Wire::Message>> boxes;
};

class ThreadWire final : public Wire {
 public:
  ThreadWire(std::shared_ptr<Mailboxes> mail, int rank) : mail_(std::move(mail)), rank_(rank) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return static_cast<int>(mail_->boxes.size()); }
  void send(int to, std::string bytes) override {
    const std::lock_guard lock(mail_->mutex);
    mail_->boxes[static_cast<std::size_t>(to)].push_back({rank_, std::move(bytes)});
  }
  std::optional<Message> poll() override {
    const std::lock_guard lock(mail_->mutex);
    auto& own = mail_->boxes[static_cast<std::size_t>(rank_)];
    if (own.empty()) return std::nullopt;
    Message message = std::move(own.front());
    own.pop_front();
    return message;
  }
  [[nodiscard]] std::size_t unsent() const override { return 0; }
  void finish() override {}

 private:
  std::shared_ptr<Mailboxes> mail_;
  int rank_;
};

inline std::unique_ptr<Ranks> join(const std::shared_ptr<Mailboxes>& mail, int rank) {
  return std::make_unique<Ranks>([=] { return std::make_unique<ThreadWire>(mail, rank); });
}

// Runs the same function on the given number of ranks, as a command does: an exception on a helping rank is
// its failure.
inline void run_ranks(int count, const std::function<void(Ranks&)>& command) {
  const auto mail = std::make_shared<Mailboxes>(count);
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < count; ++rank)
    threads.emplace_back([=, &command] {
      const auto ranks = join(mail, rank);
      std::string failure;
      try {
        command(*ranks);
      } catch (const CommandIsOver&) {
      } catch (const std::exception& error) {
        failure = error.what();
      }
      ranks->finish(0, failure);
    });
}

}  // namespace banyan::cluster
