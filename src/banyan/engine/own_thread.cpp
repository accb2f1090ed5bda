#include <banyan/engine/own_thread.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>

namespace banyan {

namespace {
class OwnThread final : public AnyAgent {
 public:
  explicit OwnThread(std::unique_ptr<AnyAgent> agent)
      : agent_(std::move(agent)), thread_([this](const std::stop_token& closing) { serve(closing); }) {}

  Analysis choose(const Position& position, const AnyThinking& thinking) override {
    return ask([&] { return agent_->choose(position, without_reports(thinking)); });
  }
  Analysis analyze(const Position& position, const AnyThinking& thinking) override {
    return ask([&] { return agent_->analyze(position, without_reports(thinking)); });
  }
  void observe(const Position& before, std::string_view move) override {
    run([&] { agent_->observe(before, move); });
  }
  void follow(const Session& session) override {
    run([&] { agent_->follow(session); });
  }
  [[nodiscard]] bool ponders() const override { return false; }
  void ponder(const Position&, const std::stop_token&) override {}

 private:
  // Whoever is told in between may take long, while the engine's clock runs.
  static AnyThinking without_reports(const AnyThinking& thinking) {
    return {.stop = thinking.stop, .progress = {}, .limits = thinking.limits};
  }

  template <class Work>
  Analysis ask(const Work& work) {
    Analysis analysis;
    run([&] { analysis = work(); });
    return analysis;
  }
  void run(std::function<void()> work) {
    std::unique_lock lock(mutex_);
    work_ = std::move(work);
    changed_.notify_all();
    changed_.wait(lock, [&] { return work_ == nullptr; });
  }
  void serve(const std::stop_token& closing) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, closing, [&] { return work_ != nullptr; })) {
      work_();
      work_ = nullptr;
      changed_.notify_all();
    }
    agent_.reset();
  }

  std::unique_ptr<AnyAgent> agent_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::function<void()> work_;  // empty while there is none
  std::jthread thread_;
};
}  // namespace

std::unique_ptr<AnyAgent> on_own_thread(std::unique_ptr<AnyAgent> agent) {
  return std::make_unique<OwnThread>(std::move(agent));
}

}  // namespace banyan
