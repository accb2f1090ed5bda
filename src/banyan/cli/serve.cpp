// `banyan serve`: serves the page.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/serve.hpp>
#include <banyan/core/file_reader.hpp>
#include <banyan/serve/access.hpp>
#include <banyan/serve/agents.hpp>
#include <banyan/serve/hub.hpp>
#include <banyan/serve/server.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

namespace {
struct ServeOptions {
  serve::ServerOptions server;
  std::optional<std::uint32_t> threads;
  std::optional<Bytes> memory;
  std::string token_file;
  std::optional<std::string> data;
  std::optional<std::string> runs;
  std::vector<std::string> engines;
  bool json = false;
};

// When other machines can connect, a token is required: the first word of a file, or a fresh one.
Result<std::string> token_for(const ServeOptions& options) {
  if (options.token_file.empty())
    return serve::is_loopback(options.server.address) ? std::string() : serve::fresh_key(16);
  const auto text = read_file(options.token_file);
  if (!text) return text.error();
  const auto words = split_words(*text);
  constexpr std::size_t shortest = 16;
  if (words.empty() || words[0].size() < shortest)
    return Error{"--token-file: the file holds no token; one has at least 16 letters or digits"};
  return words[0];
}

// The user's data folder on this system; empty if unknown.
std::filesystem::path usual_data_folder() {
  if (const char* folder = std::getenv("XDG_DATA_HOME"); folder != nullptr && *folder == '/')
    return std::filesystem::path(folder) / "banyan";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::filesystem::path(home) / ".local/share/banyan";
  return {};
}

// Enough for one large search per processor, and for waiting games.
std::uint64_t usual_memory(std::size_t processors) { return 500'000'000 + processors * 250'000'000; }

void announce(const ServeOptions& options, const serve::Server& server) {
  const bool page = serve::Server::has_page();
  if (options.json) {
    Json document = json_document();
    document["url"] = server.url();
    document["page"] = page;
    out_json(document);
    return;
  }
  out("Banyan is at {}\n", server.url());
  if (!page)
    note(
        "This program was built without its page (npm was missing or found no network): only the API is there.");
  if (!options.server.token.empty())
    note("Other machines can reach it: anyone with this address and its token can play.");
  if (options.runs && !std::filesystem::is_directory(*options.runs))
    note("There is no folder '{}' yet: trainings are shown once it is there.",
         detail::shorten(*options.runs));
  note("Ctrl-C ends it.");
}

Result<int> run(const GameList& games, ServeOptions& options) {
  if (!serve::Server::is_address(options.server.address))
    return Error{"--address: '" + detail::shorten(options.server.address) +
                 "' is not an address, such as 127.0.0.1 or ::1"};
  for (const std::string& engine : options.engines)
    if (auto allowed = serve::allow_engine(options.server.limits, engine); !allowed)
      return Error{"--engines: " + allowed.error().message};
  auto token = token_for(options);
  if (!token) return token.error();
  options.server.token = *std::move(token);
  options.server.search_threads = options.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
  options.server.limits.memory_bytes =
      options.memory ? options.memory->count : usual_memory(options.server.search_threads);
  if (options.data != "none")
    options.server.data = options.data ? std::filesystem::path(*options.data) : usual_data_folder();
  options.server.runs = options.runs.value_or("runs");
  const Interrupt interrupt;
  auto server = serve::Server::open(games, options.server);
  if (!server) {
    note("{}", server.error().message);
    return exit_failed;
  }
  announce(options, **server);
  return (*server)->run(interrupt.token()) ? exit_done : exit_failed;
}
}  // namespace

int serve_page(const Program& program) {
  ServeOptions options;
  const auto code = run(program.games, options);
  if (code) return *code;
  note("{}", code.error().message);
  return exit_failed;
}

Command serve_command() {
  return {
      "serve", "serve the page: play, watch and look inside", "serve\nserve --port 8080 --address 0.0.0.0",
      [](CLI::App& app, const Program& program) -> Action {
        auto options = std::make_shared<ServeOptions>();
        add_value(app, "--port", options->server.port, between(0, 65535),
                  "port to listen at; 0 takes any that is free (default 8420, or any if that is taken)")
            ->type_name("N");
        app.add_option(
               "--address", options->server.address,
               "address to listen at (default 127.0.0.1: this machine alone); any other demands a token")
            ->type_name("A");
        app.add_option("--token-file", options->token_file,
                       "file with the token (default: a fresh one, printed)")
            ->type_name("FILE");
        app.add_option(
               "--data", options->data,
               "folder where games are kept from one start to the next, or none (default: banyan in the "
               "user's data folder, as ~/.local/share)")
            ->type_name("FOLDER");
        app.add_option("--runs", options->runs,
                       "folder whose trainings are shown, each in a folder of its own (default runs)")
            ->type_name("FOLDER");
        app.add_option("--engines", options->engines,
                       "a program that visitors may play against, by a name; may be given more than once")
            ->type_name("NAME=SPEC");
        add_value(app, "--threads", options->threads, between(1, 256),
                  "searches that run at once (default: one a processor)")
            ->type_name("N");
        add_value(
            app, "--memory", options->memory, between(100'000'000, 1e15),
            "memory for all games and searches; what was used least recently goes first (default 500MB, and "
            "250MB a processor)")
            ->type_name("SIZE");
        add_json(app, options->json);
        return [options, &program] { return run(program.games, *options); };
      },
      OnRanks::refused};
}

}  // namespace banyan::cli
