// What the fuzzers of protocols share: any lines are said to one, which plays a small game or the one that
// the first line names. Agents play at random (rules_of.hpp), so that nobody waits for a search.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/protocol/host.hpp>
#include <banyan/session/built_in.hpp>

#include "fuzz.hpp"

// The lines that the protocol writes, whole.
class Said {
 public:
  [[nodiscard]] banyan::protocol::Protocol::Write writer() {
    return [this](std::string_view text) {
      must(text.ends_with('\n'));
      const std::lock_guard lock(mutex_);
      text_ += text;
    };
  }
  [[nodiscard]] std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

// Talks to a protocol P; answers what it said. `prepare` may change a line before it is said.
template <class P, class Prepare>
std::string talk(std::string_view text, const std::string& usual_game, Prepare&& prepare) {
  static const banyan::GameList games = banyan::built_in_games();
  const std::string named(take_line(text));
  Said said;
  auto host = banyan::protocol::Host::make({games, games.make(named) ? named : usual_game, "uct", 1, "0"});
  must(host.ok());
  auto protocol = P::make(*std::move(host), said.writer());
  if (!read_or_refused(protocol)) return {};
  bool more = true;
  while (more && !text.empty()) more = (*protocol)->take(prepare(std::string(take_line(text))));
  if (more) (*protocol)->finish();
  return said.text();
}

// Every line begins with one of these words.
inline void must_begin_with(std::string_view text, const std::vector<std::string_view>& words) {
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    bool known = false;
    for (const std::string_view word : words) known = known || line.starts_with(word);
    must(known);
  }
}
