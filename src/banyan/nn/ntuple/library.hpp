// Networks to play with, read once and shared by everyone who asks for the same file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <banyan/core/data_file.hpp>
#include <banyan/nn/ntuple/file.hpp>

namespace banyan {

// The checksum of the file is told, if someone wants to know.
inline Result<std::shared_ptr<const NTupleNetwork>> read_ntuple(const std::string& path,
                                                                std::uint64_t* checksum = nullptr) {
  CheckedReader file(path);
  const NTupleHeader header = read_header(file);
  if (!file.ok()) return file.error();
  auto network = std::make_shared<NTupleNetwork>(header.shape);
  read_weights(file, header, *network);
  // The training's statistics beside the weights are not needed for play, but count for the checksum.
  if (file.ok() && !header.rule.empty()) skip_coherence(file, header);
  if (checksum != nullptr) *checksum = file.checksum();
  if (auto whole = file.finish(); !whole) return whole.error();
  return std::shared_ptr<const NTupleNetwork>(std::move(network));
}

// The last few networks stay in memory, so that the games of a match read their file once. A file that has
// changed is read again.
class NTupleLibrary {
 public:
  static Result<std::shared_ptr<const NTupleNetwork>> open(const std::string& path) {
    static NTupleLibrary library;
    const std::lock_guard lock(library.mutex_);
    return library.find(path);
  }

 private:
  static constexpr std::size_t most = 4;
  struct Book {
    std::filesystem::file_time_type written;
    std::shared_ptr<const NTupleNetwork> network;
  };
  std::mutex mutex_;
  std::map<std::string, Book> books_;

  Result<std::shared_ptr<const NTupleNetwork>> find(const std::string& path) {
    std::error_code problem;
    const auto written = std::filesystem::last_write_time(path, problem);
    if (const auto known = books_.find(path);
        !problem && known != books_.end() && known->second.written == written)
      return known->second.network;
    auto network = read_ntuple(path);
    if (!network) return network;
    if (books_.size() >= most) books_.clear();
    books_[path] = {written, *network};
    return network;
  }
};

template <class Tag>
Result<std::shared_ptr<const NTupleNetwork>> open_ntuple(const std::string& file, const std::string& game) {
  const auto path = file.empty() ? find_data_file(game + ".ntuple") : std::optional(file);
  if (!path)
    return Error{"say which network, as ntuple:net=FILE; none ships for " + game +
                 ", or its folder is not in BANYAN_DATA"};
  auto network = NTupleLibrary::open(*path);
  if (network && !(*network)->shape().game.empty() && (*network)->shape().game != game)
    return Error{"network '" + detail::shorten(*path) + "': it was trained for " +
                 detail::shorten((*network)->shape().game) + ", not for " + game};
  return network;
}

}  // namespace banyan
