// Running engines between games, so that a match starts each of them once and not once a game. A pool belongs
// to one thread: engines end with the thread that started them (engine/child_process.hpp).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <banyan/engine/client.hpp>

namespace banyan {

class EnginePool {
 public:
  // One that plays this game with these settings; null if none is idle.
  std::unique_ptr<EngineClient> take(const std::string& key) {
    for (auto it = idle_.begin(); it != idle_.end(); ++it) {
      if (it->first != key) continue;
      auto client = std::move(it->second);
      idle_.erase(it);
      return client;
    }
    return nullptr;
  }
  void give(const std::string& key, std::unique_ptr<EngineClient> client) {
    idle_.emplace_back(key, std::move(client));
  }

 private:
  std::vector<std::pair<std::string, std::unique_ptr<EngineClient>>> idle_;
};

}  // namespace banyan
