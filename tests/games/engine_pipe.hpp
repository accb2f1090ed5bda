// Programs nobody here wrote, behind two pipes: a line goes in, lines come out. Their standard input stays
// open until the pipe is destroyed, since some of them drop what they are doing at its end.
#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace banyan {

// Whether a program is installed; Debian keeps games in a folder of their own, which is added to PATH.
inline bool is_installed(const std::string& program) {
  const char* const path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "" : path;
  if (folders.find("/usr/games") == std::string::npos) setenv("PATH", (folders + ":/usr/games").c_str(), 1);
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

class EnginePipe {
 public:
  explicit EnginePipe(const std::vector<std::string>& command) {
    std::signal(SIGPIPE, SIG_IGN);  // a program that has ended shows as the end of its output
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (pipe(to.data()) != 0 || pipe(from.data()) != 0) return;
    child_ = fork();
    if (child_ == 0) {
      dup2(to[0], STDIN_FILENO);
      dup2(from[1], STDOUT_FILENO);
      for (const int end : {to[0], to[1], from[0], from[1]}) close(end);
      std::vector<char*> words;
      for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
      words.push_back(nullptr);
      execvp(words[0], words.data());
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    in_ = fdopen(to[1], "w");
    out_ = fdopen(from[0], "r");
  }
  EnginePipe(const EnginePipe&) = delete;
  EnginePipe& operator=(const EnginePipe&) = delete;
  ~EnginePipe() {
    if (in_ != nullptr) std::fclose(in_);
    if (out_ != nullptr) std::fclose(out_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }

  void write_line(const std::string& line) {
    if (in_ == nullptr) return;
    std::fputs((line + '\n').c_str(), in_);
    std::fflush(in_);
  }
  // The next line without its end; nothing where the program has ended.
  std::optional<std::string> read_line() {
    std::string line;
    std::array<char, 4096> part{};
    while (out_ != nullptr && std::fgets(part.data(), static_cast<int>(part.size()), out_) != nullptr) {
      line += part.data();
      if (line.back() != '\n') continue;
      line.pop_back();
      return line;
    }
    return std::nullopt;
  }

 private:
  pid_t child_ = -1;
  std::FILE* in_ = nullptr;
  std::FILE* out_ = nullptr;
};

}  // namespace banyan
