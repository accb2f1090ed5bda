// A table on the server: agents that think when it is their turn, people who watch, analyses, and a search
// tree to inspect. Everything except searching happens on the loop's thread; a search posts its result to it,
// which counts only if the game has not changed meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/engine/house.hpp>
#include <banyan/serve/limits.hpp>
#include <banyan/serve/listener.hpp>
#include <banyan/serve/loop.hpp>
#include <banyan/serve/memory.hpp>
#include <banyan/serve/message.hpp>
#include <banyan/serve/search_pool.hpp>
#include <banyan/serve/table.hpp>
#include <banyan/session/round.hpp>

namespace banyan::serve {

// What all rooms share.
struct House {
  const GameList& games;
  const Limits& limits;
  Loop& loop;
  SearchPool& pool;
  std::shared_ptr<MemoryBudget> memory;
  std::shared_ptr<EngineHouse> engines;
};

class Room : public std::enable_shared_from_this<Room> {
 public:
  Room(const House& house, std::string id, SearchPool::Owner owner, Table table);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const Table& table() const { return table_; }

  // Whether the game has changed since the last call.
  bool take_change() { return std::exchange(changed_, false); }

  // A new watcher gets the whole state of the table.
  void join(const std::shared_ptr<Link>& link);
  void leave(const std::shared_ptr<Link>& link);
  // Agents think only while the owner is connected.
  void wake();
  // Minimum seconds between moves of agents.
  void keep_pace(double seconds) { pace_ = seconds; }
  void sleep();

  // Memory of the table and of what its agents and its tree remember.
  [[nodiscard]] std::uint64_t bytes() const { return share_.bytes(); }
  // Time of the owner's last request, by the loop's clock.
  [[nodiscard]] double used_at() const { return used_at_; }
  [[nodiscard]] bool searching() const { return job_ != nullptr; }
  // Whether there are trees that no search uses; frees them. The game is not changed.
  [[nodiscard]] bool has_idle_trees() const;
  void forget_idle_trees();
  // Ends the running search with its result so far.
  void cut_search() const;

  // Whether there is a request of that name.
  static bool knows(std::string_view what);
  // Handles a request of the owner; watchers may only look.
  Reply act(const std::string& what, Fields& fields);
  [[nodiscard]] Reply look(Fields& fields) const;

 private:
  struct Mind {
    std::shared_ptr<AnyAgent> agent;  // made when it first thinks; used by one search at a time
  };
  struct Seat {
    std::shared_ptr<Mind> mind;  // once it has thought
    UnseenMoves unseen;
    std::uint64_t bytes = 0;  // of its tree
  };
  enum class Purpose { move, analysis, growth };

  // Changing the game.
  Reply play(Fields& fields);
  Reply go_to(Fields& fields);
  Reply resign(Fields& fields);
  Reply change(const Result<void>& done);
  Reply set_seat(Fields& fields);
  Reply set_pace(Fields& fields);
  void make_move(const std::string& move);
  void note_for_minds(std::size_t from_ply);
  void forget_thoughts();
  [[nodiscard]] bool is_thinking(std::size_t seat) const;
  [[nodiscard]] bool is_growing() const { return job_ && purpose_ == Purpose::growth; }

  // Thinking.
  void think_if_due();
  void begin_thinking(std::size_t seat);
  void thought(std::size_t seat, const Analysis& analysis, bool done);
  void decided(const Analysis& analysis);
  void analyzed(std::uint64_t ply, const Analysis& analysis, bool done);
  Reply analyze(Fields& fields);
  Reply stop_analysis();

  // The tree.
  Reply explore(Fields& fields);
  Reply grow(Fields& fields);
  void grown(const Analysis& analysis, bool done);
  Reply step();
  Reply view_tree(Fields& fields) const;

  // Searches: each has a number, and only the latest counts.
  Reply submit(Purpose purpose, const SearchPool::Work& work);
  void stop_search();
  void count_memory();
  bool counts(std::uint64_t search, const Analysis& analysis);
  void failed(std::uint64_t search, const std::string& why);
  void tell_queue(std::uint64_t search);
  void announce(const char* event, Json content, bool replaceable = false);
  [[nodiscard]] Json describe(const char* event, Json content) const;
  const std::shared_ptr<const std::string>& snapshot();

  House house_;
  std::string id_;
  SearchPool::Owner owner_;
  Table table_;
  std::vector<Seat> seats_;
  std::vector<std::shared_ptr<Link>> links_;  // of all who watch
  bool changed_ = true;
  bool awake_ = false;
  bool paused_ = false;
  double pace_ = 0;          // seconds from move to move, at least
  double began_at_ = -1e18;  // when an agent last began to think, by the loop's clock
  bool timer_set_ = false;

  std::shared_ptr<SearchPool::Job> job_;
  Purpose purpose_ = Purpose::move;
  std::uint64_t search_ = 0;
  std::shared_ptr<AnyExplorer> explorer_;

  MemoryShare share_;
  std::uint64_t search_bytes_ = 0;    // of an analysis under way
  std::uint64_t explorer_bytes_ = 0;  // of the tree to look into
  double used_at_ = 0;
  std::shared_ptr<const std::string> snapshot_;  // the event `table`, until something changes
};

}  // namespace banyan::serve
