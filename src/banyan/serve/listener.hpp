// Someone who is told what happens: a connection, or a test.
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

  // The text is shared by all who get it. A message with a topic is worth nothing once a later one of the
  // same topic is there: a slow listener may miss it.
  virtual void send(const std::shared_ptr<const std::string>& text, std::string_view topic) = 0;
};

}  // namespace banyan::serve
