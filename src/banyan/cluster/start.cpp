#include <banyan/cluster/start.hpp>

#include <dlfcn.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <banyan/core/bytes.hpp>
#include <banyan/core/digest.hpp>
#include <banyan/core/random.hpp>

namespace banyan::cluster {

namespace {
// Environment variables of launchers: Open MPI, MPICH and Slurm's pmi2, PMIx.
constexpr std::array launcher_variables{"OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMIX_RANK"};
constexpr std::array size_variables{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};

std::vector<std::filesystem::path>& given_folders() {
  static std::vector<std::filesystem::path> folders;
  return folders;
}

std::vector<std::filesystem::path> library_folders() {
  std::vector<std::filesystem::path> folders;
  std::error_code problem;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", problem);
  if (!problem) {
    const auto bin = program.parent_path();
    folders = {bin.parent_path() / "lib", bin.parent_path() / "lib" / "banyan"};
  }
  folders.insert(folders.end(), given_folders().begin(), given_folders().end());
  return folders;
}

Result<std::function<Wire*()>> load_library() {
  std::string tried;
  for (const auto& folder : library_folders()) {
    const auto file = folder / mpi_library;
    std::error_code problem;
    tried += (tried.empty() ? "" : ", ") + folder.string();
    if (!std::filesystem::exists(file, problem)) continue;
    // MPI loads libraries of its own, which look for its names.
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) return Error{fmt::format("MPI can't be loaded: {}", dlerror())};
    if (auto* open = reinterpret_cast<OpenWire>(dlsym(library, mpi_function)))
      return std::function<Wire*()>(open);
    return Error{fmt::format("{} belongs to another version of Banyan; build both together", file.string())};
  }
  return Error{fmt::format(
      "started by mpirun or srun, but {} is in none of these folders: {}. It is built if MPI is installed: install "
      "libopenmpi-dev or libmpich-dev, delete build/run and build again",
      mpi_library, tried)};
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

// What a rank reports about itself.
struct Hello {
  std::string version;
  std::uint64_t build = 0;
  std::uint64_t data = 0;
  RankPlace place{};
  bool bound = false;  // to some of the host's processors
};

Hello own_hello(const std::string& version) {
  Hello hello{.version = version,
              .build = digest_of_file("/proc/self/exe"),
              .data = digest_of_data(),
              .place = {.host = host_name(), .process = getpid()}};
  const auto online = std::max<long>(1, sysconf(_SC_NPROCESSORS_ONLN));
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  const auto count = known ? std::max(1, CPU_COUNT(&allowed)) : static_cast<int>(online);
  hello.place.processors = static_cast<std::uint32_t>(count);
  hello.bound = count < online;
  return hello;
}

std::string print(const Hello& hello) {
  ByteWriter writer;
  writer.put_text(hello.version).put(hello.build).put(hello.data).put_text(hello.place.host);
  writer.put(hello.place.process).put(hello.place.processors).put(hello.bound);
  return writer.take();
}

Hello parse_hello(std::string_view text) {
  ByteReader reader(text);
  Hello hello;
  hello.version = reader.take_text();
  hello.build = reader.take<std::uint64_t>();
  hello.data = reader.take<std::uint64_t>();
  hello.place.host = reader.take_text();
  hello.place.process = reader.take<int>();
  hello.place.processors = reader.take<std::uint32_t>();
  hello.bound = reader.take<bool>();
  return hello;
}

std::string difference(const Hello& first, const Hello& other) {
  if (first.version != other.version)
    return fmt::format("runs version {}, and rank 0 runs {}", other.version, first.version);
  if (first.build != other.build) return "runs another build of the program than rank 0";
  if (first.data != other.data)
    return "finds other data files (networks, solved positions) than rank 0; BANYAN_DATA names their folder";
  return {};
}

// Ranks that may use all processors of a host share them.
void share_processors(std::vector<Hello>& hellos) {
  for (Hello& hello : hellos) {
    const auto there = static_cast<std::uint32_t>(std::count_if(
        hellos.begin(), hellos.end(), [&](const Hello& x) { return x.place.host == hello.place.host; }));
    if (!hello.bound)
      hello.place.processors =
          std::max(1U, static_cast<std::uint32_t>(sysconf(_SC_NPROCESSORS_ONLN)) / there);
  }
}

Result<std::string> greet_all(Ranks& ranks, const Hello& own, std::uint64_t fresh_seed) {
  std::vector<Hello> hellos(static_cast<std::size_t>(ranks.size()));
  hellos[0] = own;
  for (int i = 1; i < ranks.size(); ++i) {
    const auto letter = ranks.receive({Mail::hello}, {});
    hellos[static_cast<std::size_t>(letter->from)] = parse_hello(letter->text);
  }
  std::string problems;
  for (std::size_t i = 1; i < hellos.size() && problems.empty(); ++i)
    if (const std::string wrong = difference(own, hellos[i]); !wrong.empty())
      problems = fmt::format("rank {} on {} {}; all ranks need the same files, as on a shared folder", i,
                             hellos[i].place.host, wrong);
  if (!problems.empty()) return Error{problems};
  share_processors(hellos);
  ByteWriter writer;
  writer.put(fresh_seed);
  for (const Hello& hello : hellos) writer.put_text(print(hello));
  return ranks.agree(writer.take());
}
}  // namespace

bool is_started_as_rank() {
  return std::any_of(launcher_variables.begin(), launcher_variables.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

void add_library_folder(const std::filesystem::path& folder) { given_folders().push_back(folder); }

namespace {
// A shell that Slurm has started is a rank too, and so are the programs started from it.
bool is_only_one() {
  return std::any_of(size_variables.begin(), size_variables.end(), [](const char* name) {
    const char* size = std::getenv(name);
    return size != nullptr && std::string_view(size) == "1";
  });
}

// Kills this process when its parent ends, for any reason. Slurm has other means for this, and may start
// processes by a thread that ends at once.
void end_with_launcher() {
  const pid_t parent = getppid();
  std::ifstream name("/proc/" + std::to_string(parent) + "/comm");
  std::string launcher;
  std::getline(name, launcher);
  if (launcher == "slurmstepd") return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it ended before the signal was requested
}
}  // namespace

Result<Start> start_ranks(const std::string& version, std::uint64_t fresh_seed) {
  const auto open = load_library();
  if (!open && is_only_one()) return Start{.ranks = nullptr, .fresh_seed = fresh_seed};
  if (!open) return open.error();
  end_with_launcher();
  auto ranks = std::make_unique<Ranks>([open = *open] { return std::unique_ptr<Wire>(open()); });
  // Programs that this process starts are not ranks.
  for (const char* name : launcher_variables) unsetenv(name);
  return start_ranks_on(std::move(ranks), version, fresh_seed);
}

Result<Start> start_ranks_on(std::unique_ptr<Ranks> ranks, const std::string& version,
                             std::uint64_t fresh_seed) {
  const Hello own = own_hello(version);
  std::string all;
  if (ranks->is_first()) {
    auto greeted = greet_all(*ranks, own, fresh_seed);
    if (!greeted) {
      ranks->finish(1, "");
      return greeted.error();
    }
    all = *greeted;
  } else {
    ranks->send(0, Mail::hello, print(own));
    try {
      all = ranks->agree("");
    } catch (const CommandIsOver&) {  // the first rank has refused
      ranks->finish(0, "");
      throw;
    }
  }
  ByteReader reader(all);
  Start start{.ranks = std::move(ranks), .fresh_seed = reader.take<std::uint64_t>()};
  std::vector<RankPlace> places;
  for (int i = 0; i < start.ranks->size(); ++i) places.push_back(parse_hello(reader.take_text()).place);
  start.ranks->know_places(std::move(places));
  return start;
}

}  // namespace banyan::cluster
