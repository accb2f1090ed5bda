// The result of a search as bytes, for another process of the same build.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include <banyan/core/bytes.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

template <class Move>
std::string print_result(const SearchResult<Move>& result) requires std::is_trivially_copyable_v<Move> {
  ByteWriter writer;
  writer.put_list(result.moves).put(result.best).put(result.value).put(result.bounds).put_list(result.line);
  writer.put(result.best_seen.has_value());
  if (result.best_seen)
    writer.put(result.best_seen->score).put_list(result.best_seen->line).put(result.best_seen->whole);
  writer.put(result.simulations).put(result.seconds).put(result.cpu_seconds).put(result.threads);
  writer.put(result.stopped_by).put(result.max_depth).put(result.levels).put(result.nodes);
  writer.put(result.bytes).put_text(result.error);
  return writer.take();
}

template <class Move>
SearchResult<Move> parse_result(ByteReader& reader) requires std::is_trivially_copyable_v<Move> {
  SearchResult<Move> result;
  result.moves = reader.take_list<MoveStats<Move>>();
  result.best = reader.take<std::optional<Move>>();
  result.value = reader.take<double>();
  result.bounds = reader.take<std::optional<Bounds>>();
  result.line = reader.take_list<Move>();
  if (reader.take<bool>()) {
    SeenGame<Move>& seen = result.best_seen.emplace();
    seen.score = reader.take<double>();
    seen.line = reader.take_list<Move>();
    seen.whole = reader.take<bool>();
  }
  result.simulations = reader.take<std::uint64_t>();
  result.seconds = reader.take<double>();
  result.cpu_seconds = reader.take<double>();
  result.threads = reader.take<std::uint32_t>();
  result.stopped_by = reader.take<StopReason>();
  result.max_depth = reader.take<std::uint32_t>();
  result.levels = reader.take<std::uint64_t>();
  result.nodes = reader.take<std::uint64_t>();
  result.bytes = reader.take<std::uint64_t>();
  result.error = reader.take_text();
  return result;
}

}  // namespace banyan
