// A table with life in it: agents that think when it is their turn, people who watch, analyses, and a tree to
// look into. Everything happens on the loop's thread but the thinking itself; what a search finds is posted
// back, and counts only if nothing has changed meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/serve/limits.hpp>
#include <banyan/serve/listener.hpp>
#include <banyan/serve/loop.hpp>
#include <banyan/serve/message.hpp>
#include <banyan/serve/search_pool.hpp>
#include <banyan/serve/table.hpp>

namespace banyan::serve {

// What all rooms share.
struct House {
  const GameList& games;
  const Limits& limits;
  Loop& loop;
  SearchPool& pool;
};

class Room : public std::enable_shared_from_this<Room> {
 public:
  Room(const House& house, std::string id, SearchPool::Owner owner, Table table);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const Table& table() const { return table_; }

  // Whether the game has changed since this was asked last.
  bool take_change() { return std::exchange(changed_, false); }

  // Who joins is told all that is on the table.
  void join(Listener& listener);
  void leave(Listener& listener);
  // Agents think only while the owner is here.
  void wake();
  // At least so many seconds from move to move of agents.
  void keep_pace(double seconds) { pace_ = seconds; }
  void sleep();

  // Whether anything of that name can be asked for.
  static bool knows(std::string_view what);
  // What the owner asks for; watchers may only look.
  Reply act(const std::string& what, Fields& fields);
  [[nodiscard]] Reply look(Fields& fields) const;

 private:
  struct Observed {
    std::shared_ptr<const Position> before;
    std::string move;
  };
  struct Seat {
    std::shared_ptr<AnyAgent> mind;  // made when it first thinks
    std::vector<Observed> unseen;    // moves it will be told of then
  };
  enum class Purpose { move, analysis, growth };

  // Changing the game.
  Reply play(Fields& fields);
  Reply change(const Result<void>& done);
  Reply set_seat(Fields& fields);
  Reply set_pace(Fields& fields);
  void make_move(const std::string& move);
  void note_for_minds(std::size_t from_ply);
  void forget_thoughts();

  // Thinking.
  void think_if_due();
  void begin_thinking(std::size_t seat);
  void decided(const Analysis& analysis);
  Reply analyze(Fields& fields);
  Reply stop_analysis();

  // The tree.
  Reply explore(Fields& fields);
  Reply grow(Fields& fields);
  Reply step();
  Reply view_tree(Fields& fields) const;

  // Searches: each has a number, and only the latest counts.
  Reply submit(Purpose purpose, const SearchPool::Work& work);
  void stop_search();
  void failed(std::uint64_t search, const std::string& why);
  void tell_queue(std::uint64_t search);
  void announce(const char* event, Json content, bool replaceable = false);
  [[nodiscard]] Json describe(const char* event, Json content) const;

  House house_;
  std::string id_;
  SearchPool::Owner owner_;
  Table table_;
  std::vector<Seat> seats_;
  std::vector<Listener*> listeners_;
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
};

}  // namespace banyan::serve
