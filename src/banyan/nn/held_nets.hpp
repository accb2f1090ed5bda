// Networks that the program itself holds in memory: agents name them as a file, puct:net=held:1. So an
// evaluator that comes from elsewhere, such as a function in Python, plays wherever a network does.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <banyan/nn/position_net.hpp>

namespace banyan {

namespace detail {
struct HeldNets {
  std::mutex mutex;  // guards what follows
  std::map<std::string, SharedNet> nets;
  std::uint64_t made = 0;
};
inline HeldNets& held_nets() {
  static HeldNets nets;
  return nets;
}
}  // namespace detail

// Gives a network a name, for as long as this lives. It must fit the game that it is used for.
class HeldNet {
 public:
  explicit HeldNet(SharedNet net) {
    const std::lock_guard lock(detail::held_nets().mutex);
    name_ = "held:" + std::to_string(++detail::held_nets().made);
    detail::held_nets().nets.emplace(name_, std::move(net));
  }
  HeldNet(const HeldNet&) = delete;
  HeldNet& operator=(const HeldNet&) = delete;
  ~HeldNet() {
    SharedNet last;  // which is destroyed after the lock is released
    const std::lock_guard lock(detail::held_nets().mutex);
    if (auto node = detail::held_nets().nets.extract(name_)) last = std::move(node.mapped());
  }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

// The network of this name, if it is held.
inline std::optional<SharedNet> find_held_net(const std::string& name) {
  const std::lock_guard lock(detail::held_nets().mutex);
  const auto found = detail::held_nets().nets.find(name);
  return found == detail::held_nets().nets.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace banyan
