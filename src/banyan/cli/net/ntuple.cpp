#include <banyan/cli/net/ntuple.hpp>

#include <algorithm>
#include <filesystem>

#include <banyan/cli/command.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/nn/ntuple/library.hpp>

namespace banyan::cli {

bool is_ntuple_file(const std::string& path) {
  CheckedReader file(path);
  std::string beginning(ntuple_magic.find(' '), ' ');
  return file.read(beginning.data(), beginning.size()) && ntuple_magic.starts_with(beginning);
}

Result<int> show_ntuple_info(const std::string& path, bool json) {
  CheckedReader file(path);
  const NTupleHeader header = read_header(file);
  if (!file.ok()) return file.error();
  std::uint64_t checksum = 0;
  const auto network = read_ntuple(path, &checksum);  // reads the whole file, to detect damage
  if (!network) return network.error();
  const auto weights = (*network)->weights();
  const auto used = std::count_if(weights.begin(), weights.end(), [](float w) { return w != 0; });
  const std::string patterns = print_patterns(header.shape.patterns);
  const std::string made_by =
      header.rule.empty() ? "train" : fmt::format("train, {} games by {}", header.games, header.rule);
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(path, ignored);
  if (json) {
    Json document = json_document();
    document["file"] = path;
    document["game"] = header.shape.game.empty() ? Json(nullptr) : Json(header.shape.game);
    document["board"] = "4x4";
    document["patterns"] = patterns;
    document["stages"] = detail::stage_text(header.shape.stages);
    document["parameters"] = weights.size();
    document["used"] = used;
    document["bytes"] = bytes;
    document["made_by"] = made_by;
    document["checksum"] = fmt::format("{:016x}", checksum);
    for (const char* name : {"blocks", "filters"}) document[name] = nullptr;
    out_json(document);
  } else {
    out("{}: an n-tuple network{}, patterns {}, stages {}, {} weights of which {} are not 0\n", path,
        header.shape.game.empty() ? "" : " for " + printable(header.shape.game), patterns,
        detail::stage_text(header.shape.stages), weights.size(), used);
    out("{} bytes, {}, checksum {:016x}; made by {}\n", bytes, print_value(header.encoding), checksum,
        made_by);
  }
  return exit_done;
}

Result<int> export_ntuple(const std::string& path, const std::string& target, std::optional<double> step) {
  const auto network = read_ntuple(path);
  if (!network) return network.error();
  NTupleHeader header{.shape = (*network)->shape()};
  if (step) {
    header.encoding = WeightEncoding::packed;
    header.step = *step;
  }
  CheckedWriter file(target);
  write_network(file, header, **network);
  if (const auto done = file.commit(); !done) {
    note("{}", done.error().message);
    return exit_failed;
  }
  note("wrote {}", target);
  return exit_done;
}

}  // namespace banyan::cli
