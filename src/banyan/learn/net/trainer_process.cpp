#include <banyan/learn/net/trainer_process.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include <banyan/learn/net/trainer_program.hpp>

namespace banyan {

namespace {
// In the new process: waiting threads must not spin, as self-play shares the processor.
[[noreturn]] void become(const std::filesystem::path& program, int input, int output, pid_t parent) {
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  setenv("OMP_WAIT_POLICY", "passive", 1);
  setsid();  // an interrupt at the terminal is for the parent, which ends the conversation in order
  signal(SIGUSR1, SIG_IGN);  // Slurm sends it to everything in a job, and the first rank answers
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // it ended before it could be watched
  execl(program.c_str(), trainer_program_name, static_cast<char*>(nullptr));
  _exit(127);
}
}  // namespace

Result<void> TrainerProcess::find() {
  const auto program = find_trainer_program();
  return program ? Result<void>() : program.error();
}

Result<TrainerProcess> TrainerProcess::start(const TrainerSettings& settings) {
  const auto program = find_trainer_program();
  if (!program) return program.error();
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
    return Error{"no pipe can be made: " + std::generic_category().message(errno)};
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) return Error{"no process can be started: " + std::generic_category().message(errno)};
  if (process == 0) become(*program, to[0], from[1], parent);
  close(to[0]);
  close(from[1]);
  TrainerProcess trainer(process, File(fdopen(to[1], "wb")), File(fdopen(from[0], "rb")));
  const Encoding& e = settings.encoding;
  std::ostringstream line;
  line << "begin " << e.rows << ' ' << e.columns << ' ' << e.planes << ' ' << e.move_planes << ' '
       << e.whole_moves << ' ' << settings.blocks << ' ' << settings.filters << ' ' << settings.values << ' '
       << settings.batch << ' ' << settings.seed << ' '
       << settings.symmetries.size() / (e.cells() + static_cast<std::size_t>(e.move_planes)) << ' '
       << settings.threads;
  const std::string_view table(reinterpret_cast<const char*>(settings.symmetries.data()),
                               settings.symmetries.size() * sizeof(std::uint16_t));
  if (auto begun = trainer.ask_to(line.str(), table); !begun) return begun.error();
  return trainer;
}

TrainerProcess::TrainerProcess(TrainerProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)), to_(std::move(other.to_)), from_(std::move(other.from_)) {}

TrainerProcess::~TrainerProcess() {
  if (process_ < 0) return;
  to_.reset();  // the end of its input ends it
  from_.reset();
  waitpid(process_, nullptr, 0);
}

Result<std::string> TrainerProcess::ask(const std::string& line, std::string_view bytes,
                                        std::string_view expected, const std::stop_token& stop) {
  const auto gone = [] { return Error{std::string(trainer_program_name) + " has ended unexpectedly"}; };
  if (std::fputs((line + '\n').c_str(), to_.get()) < 0 ||
      std::fwrite(bytes.data(), 1, bytes.size(), to_.get()) != bytes.size() || std::fflush(to_.get()) != 0)
    return gone();
  if (!wait_for_answer(stop)) {
    kill(process_, SIGKILL);  // it does not read while it works
    return Error{"it was stopped"};
  }
  std::string answer;
  for (int c = std::fgetc(from_.get()); c != '\n'; c = std::fgetc(from_.get())) {
    if (c == EOF) return gone();
    answer += static_cast<char>(c);
  }
  const std::size_t space = std::min(answer.find(' '), answer.size());
  const std::string rest = space < answer.size() ? answer.substr(space + 1) : "";
  if (answer.substr(0, space) == expected) return rest;
  return Error{answer.starts_with("error ") ? rest
                                            : std::string(trainer_program_name) + " said '" + answer + "'"};
}

bool TrainerProcess::wait_for_answer(const std::stop_token& stop) const {
  constexpr int slice_ms = 20;  // how long a stop request may go unnoticed
  pollfd file{.fd = fileno(from_.get()), .events = POLLIN, .revents = 0};
  while (poll(&file, 1, stop.stop_possible() ? slice_ms : -1) <= 0)
    if (stop.stop_requested()) return false;
  return true;
}

Result<void> TrainerProcess::ask_to(const std::string& line, std::string_view bytes) {
  const auto answer = ask(line, bytes, "done");
  return answer ? Result<void>() : Result<void>(answer.error());
}

Result<void> TrainerProcess::add_samples(std::string_view bytes) {
  return ask_to("add " + std::to_string(bytes.size()), bytes);
}
Result<void> TrainerProcess::drop_samples(std::uint64_t count) {
  return ask_to("drop " + std::to_string(count));
}
Result<void> TrainerProcess::write_checkpoint(const std::string& file) {
  return ask_to("checkpoint " + file);
}
Result<void> TrainerProcess::restore(const std::string& file) { return ask_to("restore " + file); }

Result<TrainerLosses> TrainerProcess::train(std::uint64_t steps, double rate, const std::stop_token& stop) {
  const auto answer = ask("train " + std::to_string(steps) + " " + print_number(rate), {}, "trained", stop);
  if (!answer) return answer.error();
  TrainerLosses losses;
  std::istringstream(*answer) >> losses.policy >> losses.value;
  return losses;
}

Result<double> TrainerProcess::measure(std::uint64_t steps, std::string_view samples,
                                       const std::stop_token& stop) {
  const auto answer = ask("measure " + std::to_string(steps) + " " + std::to_string(samples.size()), samples,
                          "measured", stop);
  if (!answer) return answer.error();
  double seconds = 0;
  std::istringstream(*answer) >> seconds;
  return seconds;
}

Result<std::vector<float>> TrainerProcess::weights() {
  const auto answer = ask("weights", {}, "weights");
  if (!answer) return answer.error();
  std::vector<float> list(std::stoull(*answer) / sizeof(float));
  if (std::fread(list.data(), sizeof(float), list.size(), from_.get()) != list.size())
    return Error{std::string(trainer_program_name) + " has ended unexpectedly"};
  return list;
}

}  // namespace banyan
