// A receiver of events: a connection, or a test.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace banyan::serve {

class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  // The text is shared by all receivers. A message with a topic is obsolete once a later one of the same
  // topic exists: a slow listener may miss it. A listener may disconnect from the hub inside this call.
  virtual void send(const std::shared_ptr<const std::string>& text, std::string_view topic) = 0;
};

// A link to a listener, which the listener can cut at any time. Senders hold a link and never the listener
// itself, so that they can't use a destroyed one.
class Link {
 public:
  explicit Link(Listener& listener) : listener_(&listener) {}

  void send(const std::shared_ptr<const std::string>& text, std::string_view topic) const {
    if (listener_ != nullptr) listener_->send(text, topic);
  }
  void cut() { listener_ = nullptr; }
  [[nodiscard]] bool is_cut() const { return listener_ == nullptr; }

 private:
  Listener* listener_;
};

}  // namespace banyan::serve
