// A program that speaks GTP, asked as a referee.
#pragma once

#include <string>
#include <vector>

#include "engine_pipe.hpp"

namespace banyan {

class GtpEngine {
 public:
  explicit GtpEngine(const std::vector<std::string>& command) : pipe_(command) {}

  // The answer without its mark; "?" in front if the engine refuses.
  std::string ask(const std::string& command) {
    pipe_.write_line(command);
    std::string answer;
    while (const auto line = pipe_.read_line()) {
      if (line->empty()) {
        if (answer.empty()) continue;
        break;
      }
      answer += *line + '\n';
    }
    if (answer.empty()) return "?";
    return answer[0] == '=' ? answer.substr(1) : answer;
  }

 private:
  EnginePipe pipe_;
};

}  // namespace banyan
