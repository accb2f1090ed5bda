// Any lines, as questions in JSON: each answer is one line of JSON with an id, and no question has two. In a
// line that begins with * every square bracket stands for many: inputs stay short, and nesting deep.
#include <banyan/protocol/analysis.hpp>

#include "protocol_fuzz.hpp"

namespace {
std::string deepened(std::string_view line) {
  constexpr std::size_t depth = 50'000;
  if (!line.starts_with('*')) return std::string(line);
  std::string text;
  std::size_t brackets = 0;
  for (const char c : line.substr(1)) {
    const bool bracket = c == '[' || c == ']';
    text.append(bracket && ++brackets <= 8 ? depth : 1, c);
  }
  return text;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = as_text(data, size);
  Said said;
  std::size_t questions = 0;
  {
    banyan::protocol::JsonAnalysis analysis(
        {.games = banyan::built_in_games(), .game = "connect4", .agent = "uct", .seed = 1, .threads = 1},
        said.writer());
    for (; !text.empty(); ++questions) must(analysis.take(deepened(take_line(text))));
    analysis.finish();
  }
  const std::string all = said.text();
  std::string_view answers = all;
  std::size_t count = 0;
  for (; !answers.empty(); ++count) {
    const auto answer = banyan::Json::parse(take_line(answers), nullptr, false);
    must(answer.is_object() && answer.contains("id") && answer.contains("version"));
  }
  must(count <= questions);
  return 0;
}
