// banyan-train-net: the part of training that needs libtorch, as a program of its own. `banyan train` starts
// it and talks to it by lines on standard input and output; what is longer than a line follows it as bytes.
//
//   begin ROWS COLUMNS PLANES MOVE_PLANES WHOLE_MOVES BLOCKS FILTERS VALUES BATCH SEED SYMMETRIES THREADS
//         then, for each symmetry, numbers of 16 bits: where it takes each cell, then each plane of moves
//   add BYTES               then so many bytes of samples (nn/sample.hpp)
//   drop COUNT              the oldest samples
//   train STEPS RATE        → trained POLICY_LOSS VALUE_LOSS
//   measure STEPS BYTES     then so many bytes of samples → measured SECONDS, which a step takes; a learner
//                           made for the purpose takes them, and is forgotten
//   checkpoint FILE         → done
//   restore FILE            → done
//   weights                 → weights BYTES, then the network's numbers as nn/network.hpp orders them
//   quit
//
// A FILE is the rest of its line. Any of them may be answered by `error MESSAGE`; commands without an answer
// above are answered by `done`.
#include <malloc.h>

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

#include <banyan/core/clock.hpp>
#include <banyan/core/file_reader.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/learn/torch/learner.hpp>

namespace banyan::learn {

namespace {

// Freed tensors go back to the pool instead of to the system: a third faster.
void tune_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 64 << 20);
}

class Conversation {
 public:
  // Answers lines until `quit` or the end.
  void run() {
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
      std::istringstream words(line);
      std::string command;
      words >> command;
      const auto done = answer(command, words);
      if (!done) std::cout << "error " << done.error().message << std::endl;
    }
  }

 private:
  Result<void> answer(const std::string& command, std::istringstream& words) {
    if (command == "begin") return begin(words);
    if (!learner_) return Error{"begin comes first"};
    if (command == "train") return train(words);
    if (command == "measure") return measure(words);
    if (command == "weights") return send_weights();
    std::string word;
    if (!std::getline(words >> std::ws, word)) return Error{"after " + command + " comes a word"};
    if (command == "add") {
      auto bytes = take(std::stoull(word));
      if (!bytes) return bytes.error();
      learner_->add_samples(*bytes);
    } else if (command == "drop") {
      learner_->drop_samples(std::stoull(word));
    } else if (command == "checkpoint") {
      if (auto written = write_file(word, learner_->checkpoint()); !written) return written;
    } else if (command == "restore") {
      constexpr std::uint64_t longest = std::uint64_t{16} << 30U;  // the largest network with its momentum
      const auto bytes = read_file(word, FileSource::regular, longest);
      if (!bytes) return bytes.error();
      if (auto restored = learner_->restore(*bytes); !restored) return restored;
    } else {
      return Error{"unknown command " + command};
    }
    std::cout << "done" << std::endl;
    return {};
  }

  Result<void> begin(std::istringstream& words) {
    LearnerSettings settings;
    Encoding& encoding = settings.encoding;
    std::size_t symmetries = 0;
    int threads = 1;
    words >> encoding.rows >> encoding.columns >> encoding.planes >> encoding.move_planes >>
        encoding.whole_moves >> settings.blocks >> settings.filters >> settings.values >> settings.batch >>
        settings.seed >> symmetries >> threads;
    if (!words) return Error{"begin takes twelve numbers"};
    const std::size_t entries = encoding.cells() + static_cast<std::size_t>(encoding.move_planes);
    const auto bytes = take(symmetries * entries * sizeof(std::uint16_t));
    if (!bytes) return bytes.error();
    settings.symmetries.resize(symmetries * entries);
    std::memcpy(settings.symmetries.data(), bytes->data(), bytes->size());
    torch::set_num_threads(threads);
    settings_ = settings;
    learner_.emplace(std::move(settings));
    std::cout << "done" << std::endl;
    return {};
  }

  // The first steps take longer and don't count.
  Result<void> measure(std::istringstream& words) {
    constexpr std::uint64_t warm_up = 2;
    constexpr double rate = 1e-3;
    std::uint64_t steps = 0;
    std::size_t size = 0;
    if (!(words >> steps >> size) || steps == 0) return Error{"after measure come steps and bytes"};
    const auto bytes = take(size);
    if (!bytes) return bytes.error();
    Learner rehearsal(settings_);
    rehearsal.add_samples(*bytes);
    if (auto done = rehearsal.train(warm_up, rate); !done) return done.error();
    const Stopwatch watch;
    if (auto done = rehearsal.train(steps, rate); !done) return done.error();
    std::cout << "measured " << watch.seconds() / static_cast<double>(steps) << std::endl;
    return {};
  }

  Result<void> train(std::istringstream& words) {
    std::uint64_t steps = 0;
    double rate = 0;
    if (!(words >> steps >> rate)) return Error{"after train come steps and a learning rate"};
    const auto losses = learner_->train(steps, rate);
    if (!losses) return losses.error();
    std::cout << "trained " << losses->policy << ' ' << losses->value << std::endl;
    return {};
  }

  Result<void> send_weights() {
    const auto weights = learner_->weights();
    std::cout << "weights " << weights.size() * sizeof(float) << '\n';
    std::cout.write(reinterpret_cast<const char*>(weights.data()),
                    static_cast<std::streamsize>(weights.size() * sizeof(float)));
    std::cout << std::flush;
    return {};
  }

  static Result<std::string> take(std::size_t size) {
    std::string bytes(size, '\0');
    if (!std::cin.read(bytes.data(), static_cast<std::streamsize>(size))) return Error{"bytes are missing"};
    return bytes;
  }

  LearnerSettings settings_;
  std::optional<Learner> learner_;
};

}  // namespace
}  // namespace banyan::learn

int main() {
  banyan::learn::tune_memory();
  try {
    banyan::learn::Conversation().run();
  } catch (const std::exception& error) {
    std::cout << "error " << std::string(error.what()).substr(0, 200) << std::endl;
    return 1;
  }
  return 0;
}
