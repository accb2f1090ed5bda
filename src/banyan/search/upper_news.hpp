// What searches of one position by several processes tell each other while they run: how often the moves of
// the upper tree were visited since the last time, and what they returned. Root parallelism that shares this
// much searches almost as one tree does (Gelly et al., "The Parallelization of Monte-Carlo Planning", 2008;
// Baudiš & Gailly, "Pachi", 2011).
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <banyan/core/bytes.hpp>
#include <banyan/search/expander.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

// Visits by path from the root. A path is the bytes of its moves in order, so the map lists a path before its
// extensions.
class UpperNews {
 public:
  struct Visits {
    std::uint64_t count = 0;
    double sum = 0;  // of the returns, in the game's units, for the player who
                     // moved there
  };
  using Map = std::map<std::string, Visits, std::less<>>;

  void add(const std::string& path, const Visits& more) {
    Visits& sum = map_[path];
    sum.count += more.count;
    sum.sum += more.sum;
  }
  void add(const UpperNews& other) {
    for (const auto& [path, visits] : other.map_) add(path, visits);
  }
  [[nodiscard]] const Map& map() const { return map_; }
  [[nodiscard]] bool empty() const { return map_.empty(); }
  void clear() { map_.clear(); }

  [[nodiscard]] std::string print() const {
    ByteWriter writer;
    for (const auto& [path, visits] : map_) writer.put_text(path).put(visits);
    return writer.take();
  }
  static UpperNews parse(std::string_view bytes) {
    UpperNews news;
    for (ByteReader reader(bytes); reader.fine() && !reader.rest().empty();) {
      const std::string path = reader.take_text();
      news.add(path, reader.take<Visits>());
    }
    return news;
  }

 private:
  Map map_;
};

// The other processes, as a search sees them.
class SearchPeers {
 public:
  SearchPeers() = default;
  SearchPeers(const SearchPeers&) = delete;
  SearchPeers& operator=(const SearchPeers&) = delete;
  virtual ~SearchPeers() = default;

  // Rank and number of ranks; rank 0 gives the answer.
  [[nodiscard]] virtual std::uint32_t rank() const = 0;
  [[nodiscard]] virtual std::uint32_t size() const = 0;
  // By how many seconds this one ends before the others, so that its answer is there in time.
  [[nodiscard]] virtual double seconds_early() const = 0;
  // Seconds between two exchanges, and the depth of what is exchanged, in plies.
  [[nodiscard]] virtual double interval() const = 0;
  [[nodiscard]] virtual std::uint32_t depth() const = 0;

  // Leaves news for the others and takes what has arrived from them. Never blocks.
  virtual UpperNews exchange(const UpperNews& own) = 0;
  // Whether another has proven its answer, so that all may stop. Asked while searching, with parallel=root by
  // several threads at a time.
  virtual bool someone_is_done() = 0;
  // At the end: the answers of all, by rank, at the first; nothing at the others. With a time limit, who is
  // too late is left out.
  virtual std::vector<std::string> gather(std::string own, bool has_time_limit, bool is_proven) = 0;
};

// What this search's tree tells others and hears from them. While no thread searches.
template <Game G>
class UpperTree {
 public:
  using State = StateOf<G>;
  using Move = MoveOf<G>;
  // Equal moves must have equal bytes.
  static constexpr bool supported =
      std::is_trivially_copyable_v<Move> && std::has_unique_object_representations_v<Move>;

  UpperTree(SearchSpace<G>& space, std::uint32_t depth) : space_(space), depth_(depth) {}

  // Whether the search counts nothing but visits and returns, and draws its moves from these.
  static bool can_share(const SearchSpace<G>& space) {
    return supported && !space.shares_positions && !space.is_open_loop() && space.rule->statistics.empty() &&
           !space.gumbel;
  }

  // What has been added to the upper tree since the last call to tell() or hear().
  UpperNews tell() {
    UpperNews news;
    std::string path;
    tell_below(space_.root, path, news);
    return news;
  }

  // Adds what others have found. Returns the number of nodes added.
  std::uint64_t hear(const UpperNews& news, Expander<G>& expander, const RewardScale& scale, Random& random) {
    // A child's visits are counted in 32 bits.
    constexpr std::uint64_t most_visits = std::uint64_t{3} << 30U;
    const std::uint64_t nodes_before = expander.nodes;
    std::vector<Place> way{{space_.root_state, space_.root}};
    for (const auto& [path, visits] : news.map()) {
      const std::size_t depth = path.size() / sizeof(Move);
      if (depth == 0 || way.size() < depth || space_.root_visits > most_visits) continue;
      way.resize(depth);
      if (auto next = hear_one(way.back(), path, visits, expander, scale, random)) way.push_back(*next);
    }
    return expander.nodes - nodes_before;
  }

 private:
  struct Place {
    State state;
    QuadIndex node = 0;
    std::string path{};  // from the root to here
  };

  // Nodes with a smaller share of the visits than this are not exchanged yet.
  static constexpr std::uint64_t smallest_share = 256;

  void tell_below(QuadIndex node, std::string& path, UpperNews& news) {
    space_.tree.template for_each_child<false>(node, [&](const Slot& slot) {
      if (slot.visits() == 0) return;
      const Move move = space_.tree.move(slot);
      const std::size_t length = path.size();
      path.append(reinterpret_cast<const char*>(&move), sizeof move);
      const double sum = Layout<G>::real_sum(slot.sum(), slot.visits());
      UpperNews::Visits& known = known_[path];
      if (known.count > slot.visits()) known = {};  // evicted, then created again
      if (slot.visits() > known.count) {
        news.add(path, {slot.visits() - known.count, sum - known.sum});
        known = {slot.visits(), sum};
        const QuadIndex below = index_of(slot.link());
        if (below != 0 && path.size() / sizeof(Move) < depth_ &&
            slot.visits() > space_.root_visits / smallest_share)
          tell_below(below, path, news);
      }
      path.resize(length);
    });
  }

  // Adds the visits of one child. Returns where it leads, if there may be more below.
  std::optional<Place> hear_one(const Place& from, const std::string& path, const UpperNews::Visits& visits,
                                Expander<G>& expander, const RewardScale& scale, Random& random) {
    const std::string_view parent(path.data(), path.size() - sizeof(Move));
    if (from.node == 0 || from.path != parent) return std::nullopt;
    Move move;
    std::memcpy(static_cast<void*>(&move), path.data() + parent.size(), sizeof move);
    const Slot slot = child(from, move, expander);
    if (!slot) return std::nullopt;
    slot.visits() += static_cast<std::uint32_t>(visits.count);
    Layout<G>::template add<false>(slot.sum(), Layout<G>::increment_of(visits.sum, visits.count));
    UpperNews::Visits& known = known_[path];
    known.count += visits.count;
    known.sum += visits.sum;
    if (parent.empty()) {
      space_.root_visits += visits.count;
      space_.note_foreign(space_.tree.ordinal(space_.root, slot), visits.count, visits.sum);
    }
    Place next{from.state, index_of(slot.link()), path};
    apply_move(space_.game, next.state, move);
    if (next.node == 0 && !space_.guide.has_priors && !space_.game.outcome(next.state))
      next.node = expander.template open_node<false>(slot, next.state, scale, random);
    return next;
  }

  Slot child(const Place& from, const Move& move, Expander<G>& expander) {
    Slot found;
    space_.tree.template for_each_child<false>(from.node, [&](const Slot& slot) {
      if (space_.tree.move(slot) == move) found = slot;
    });
    if (found || space_.game.current_player(from.state) == chance_player || space_.has_whole_nodes())
      return found;
    return expander.add_legal_move(from.node, from.state, move);
  }

  SearchSpace<G>& space_;
  std::uint32_t depth_;
  UpperNews::Map known_;  // all that was told or heard so far
};

}  // namespace banyan
