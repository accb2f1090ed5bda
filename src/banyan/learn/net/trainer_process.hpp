// The program banyan-train-net as `banyan train` sees it: one function for each command of their protocol,
// which learn/torch/main.cpp describes. Long commands can be stopped; that is an error and ends the process.
// The program does not outlive the thread that has started it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/nn/network.hpp>

namespace banyan {

struct TrainerSettings {
  Encoding encoding;
  std::uint32_t blocks = 3;
  std::uint32_t filters = 32;
  std::uint32_t values = 2;  // numbers on a position: its value, and how likely a draw is
  std::uint64_t batch = 256;
  std::uint64_t seed = 1;
  std::uint32_t threads = 1;
  std::vector<std::uint16_t> symmetries;  // where each takes each cell, then each plane of moves
};

struct TrainerLosses {
  double policy = 0;
  double value = 0;
};

class TrainerProcess {
 public:
  // Whether there is one to start; the error says where it was looked for.
  static Result<void> find();
  static Result<TrainerProcess> start(const TrainerSettings& settings);
  TrainerProcess(TrainerProcess&& other) noexcept;
  TrainerProcess& operator=(TrainerProcess&&) = delete;
  TrainerProcess(const TrainerProcess&) = delete;
  TrainerProcess& operator=(const TrainerProcess&) = delete;
  ~TrainerProcess();

  Result<void> add_samples(std::string_view bytes);
  Result<void> drop_samples(std::uint64_t count);
  Result<TrainerLosses> train(std::uint64_t steps, double rate, const std::stop_token& stop);
  // How many seconds a step takes here, with samples like these; the learner stays as it is.
  Result<double> measure(std::uint64_t steps, std::string_view samples, const std::stop_token& stop);
  Result<void> write_checkpoint(const std::string& file);
  Result<void> restore(const std::string& file);
  Result<std::vector<float>> weights();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;
  TrainerProcess(pid_t process, File to, File from)
      : process_(process), to_(std::move(to)), from_(std::move(from)) {}

  // Sends a line, and bytes after it; gives the words of the answer after the first, which must be as
  // expected.
  Result<std::string> ask(const std::string& line, std::string_view bytes, std::string_view expected,
                          const std::stop_token& stop = {});
  // Whether an answer has come (or the end of the program); false after a stop request.
  [[nodiscard]] bool wait_for_answer(const std::stop_token& stop) const;
  Result<void> ask_to(const std::string& line, std::string_view bytes = {});

  pid_t process_;
  File to_;
  File from_;
};

}  // namespace banyan
