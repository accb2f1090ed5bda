// `banyan net`: shows information on a network's file, and exports the network in another format.
#include <filesystem>
#include <memory>
#include <optional>

#include <banyan/cli/command.hpp>
#include <banyan/cli/net/ntuple.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/nn/bnet.hpp>
#include <banyan/nn/onnx.hpp>

namespace banyan::cli {

namespace {
struct NetOptions {
  std::string file;
  bool json = false;
  bool onnx = false;
  std::optional<double> packed;
  std::optional<std::string> out;
};

// A file and its network. A missing file is a usage error; a file that is not a valid network is a failure.
struct NetFile {
  Network network;
  std::uint64_t bytes = 0;
  std::string checksum;
};

Result<NetFile> open_net(const std::string& path) {
  auto network = read_bnet(path);
  if (!network) return network.error();
  const std::string bytes = print_bnet(*network);
  const std::uint64_t checksum = detail::checksum_of(std::string_view(bytes).substr(detail::checked_from));
  return NetFile{*std::move(network), bytes.size(), fmt::format("{:016x}", checksum)};
}

Result<int> show_info(const NetOptions& options) {
  if (is_ntuple_file(options.file)) return show_ntuple_info(options.file, options.json);
  const auto file = open_net(options.file);
  if (!file) return file.error();
  const Network& net = file->network;
  const std::string board = fmt::format("{}x{}", net.columns, net.rows);
  const std::size_t parameters = parameter_count(net.shape);
  if (options.json) {
    Json document = json_document();
    document["file"] = options.file;
    document["game"] = net.game;
    document["board"] = board;
    document["blocks"] = net.shape.blocks;
    document["filters"] = net.shape.filters;
    document["planes"] = net.shape.planes;
    document["draws"] = net.shape.values > 1;
    document["parameters"] = parameters;
    document["bytes"] = file->bytes;
    document["checksum"] = file->checksum;
    document["made_by"] = net.made_by;
    out_json(document);
  } else {
    out("{}: a network for {} (board {}), {} blocks of {} filters, {} parameters{}\n", options.file, net.game,
        board, net.shape.blocks, net.shape.filters, parameters,
        net.shape.values > 1 ? "; it tells how likely draws are" : "");
    out("{} bytes, version {}, checksum {}; made by {}\n", file->bytes, detail::bnet_version(net.shape),
        file->checksum, net.made_by);
  }
  return exit_done;
}

Result<int> export_net(const NetOptions& options) {
  if (is_ntuple_file(options.file)) {
    if (!options.out || options.onnx)
      return Error{"an n-tuple network is exported to OUT, and not as --onnx"};
    return export_ntuple(options.file, *options.out, options.packed);
  }
  if (options.packed) return Error{"--packed is for n-tuple networks"};
  if (!options.onnx) return Error{"say in which format: --onnx"};
  const auto network = read_bnet(options.file);
  if (!network) return network.error();
  const std::filesystem::path target = options.out
                                           ? std::filesystem::path(*options.out)
                                           : std::filesystem::path(options.file).replace_extension("onnx");
  if (auto done = write_file(target, print_onnx(*network)); !done) {
    note("{}", done.error().message);
    return exit_failed;
  }
  note("wrote {}", target.string());
  return exit_done;
}
}  // namespace

Command net_command() {
  return {"net", "look at a network's file, or export it",
          "net info best.bnet\nnet export --onnx best.bnet best.onnx\n"
          "net export runs/a/network.ntuple small.ntuple --packed 16",
          [](CLI::App& app, const Program&) -> Action {
            auto options = std::make_shared<NetOptions>();
            CLI::App* info = app.add_subcommand("info", "what the file says of itself");
            info->add_option("FILE", options->file, "a .bnet or an .ntuple")->required();
            add_json(*info, options->json);
            CLI::App* out = app.add_subcommand("export", "write the network for other programs");
            out->add_option("FILE", options->file, "a .bnet or an .ntuple")->required();
            out->add_option("OUT", options->out, "where to (default: FILE with another ending)");
            out->add_flag("--onnx", options->onnx, "as an ONNX model, opset 11");
            add_value(*out, "--packed", options->packed, above(0),
                      "n-tuple networks: weights as multiples of this, in few bytes")
                ->type_name("STEP");
            app.require_subcommand(1);
            return [options, info] { return info->parsed() ? show_info(*options) : export_net(*options); };
          }};
}

}  // namespace banyan::cli
