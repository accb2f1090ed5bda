// A conversation with a protocol: lines in, and what is written.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <banyan/protocol/host.hpp>
#include <banyan/protocol/protocol.hpp>
#include <banyan/session/built_in.hpp>

namespace banyan::protocol {

// What a protocol writes, from any thread.
class Written {
 public:
  [[nodiscard]] Protocol::Write writer() {
    return [this](std::string_view text) {
      const std::lock_guard lock(mutex_);
      text_ += text;
    };
  }
  [[nodiscard]] std::string so_far() {
    const std::lock_guard lock(mutex_);
    return text_;
  }
  // Takes what was written since the last time.
  std::string take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(text_, {});
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

inline Result<std::unique_ptr<Host>> make_host(const std::string& game, const std::string& agent) {
  return Host::make({.games = built_in_games(), .game = game, .agent = agent, .seed = 1, .version = "0.0"});
}

template <class P>
class Talk {
 public:
  explicit Talk(const std::string& game, const std::string& agent = "uct:sims=100") {
    auto host = make_host(game, agent);
    EXPECT_TRUE(host) << host.error().message;
    auto made = P::make(*std::move(host), written_.writer());
    EXPECT_TRUE(made) << made.error().message;
    protocol_ = *std::move(made);
  }

  // Whether more may follow.
  bool send(std::string_view line) { return protocol_->take(line); }
  // Sends a line, and waits for the whole answer.
  std::string ask(std::string_view line) {
    written_.take();
    protocol_->take(line);
    protocol_->finish();
    return written_.take();
  }
  std::string take() { return written_.take(); }
  std::string so_far() { return written_.so_far(); }
  // Waits until this has been written; a test that waits in vain fails after a minute.
  bool waits_for(std::string_view text) {
    for (int i = 0; i < 6000; ++i) {
      if (written_.so_far().find(text) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  P& protocol() { return *protocol_; }

 private:
  Written written_;
  std::unique_ptr<P> protocol_;
};

}  // namespace banyan::protocol
