// Any lines, as questions in JSON: each answer is one line of JSON with an id, and no question has two.
#include <banyan/protocol/analysis.hpp>

#include "protocol_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = as_text(data, size);
  Said said;
  std::size_t questions = 0;
  {
    banyan::protocol::JsonAnalysis analysis(
        {.games = banyan::built_in_games(), .game = "connect4", .agent = "uct", .seed = 1, .threads = 1},
        said.writer());
    for (; !text.empty(); ++questions) must(analysis.take(take_line(text)));
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
