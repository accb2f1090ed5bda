// The allowance of a connection: its own on this machine, where all have one address; for other machines that
// of the address, which reconnecting does not renew.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include <banyan/serve/access.hpp>
#include <banyan/serve/allowance.hpp>
#include <banyan/serve/limits.hpp>

namespace banyan::serve {

class Allowances {
 public:
  explicit Allowances(const Limits& limits) : limits_(limits) {}

  std::shared_ptr<Allowance> of(const std::string& address, double now) {
    if (is_loopback(address)) return make(1);
    if (by_address_.size() >= most_addresses)
      std::erase_if(by_address_, [&](const auto& each) { return each.second->untouched(now); });
    auto& known = by_address_[address];
    if (!known) known = make(limits_.messages_per_address);
    return known;
  }

 private:
  static constexpr std::size_t most_addresses = 10'000;  // before recovered ones are removed

  [[nodiscard]] std::shared_ptr<Allowance> make(double times) const {
    return std::make_shared<Allowance>(limits_.messages_per_second * times, limits_.messages_at_once * times);
  }

  const Limits& limits_;
  std::unordered_map<std::string, std::shared_ptr<Allowance>> by_address_;
};

}  // namespace banyan::serve
