// All connections, the games of each visitor, and the handling of messages. No sockets here: a connection is
// a Listener and a stream of texts, which a test or a fuzzer can be as well.
//
// A visitor is known by a key that only the server and the visitor's own page know; games stay with the key,
// so that a lost connection loses nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <banyan/serve/allowance.hpp>
#include <banyan/serve/laboratory.hpp>
#include <banyan/serve/limits.hpp>
#include <banyan/serve/listener.hpp>
#include <banyan/serve/memory.hpp>
#include <banyan/serve/message.hpp>
#include <banyan/serve/room.hpp>
#include <banyan/store/table_store.hpp>

namespace banyan::serve {

// An unguessable name: that many random bytes in hexadecimal.
std::string fresh_key(std::size_t bytes);

class Hub {
 public:
  Hub(const GameList& games, const Limits& limits, Loop& loop, SearchPool& pool);

  // A listener must be disconnected before it goes away. It may share its allowance with others, as those
  // from the same address.
  void connect(Listener& listener, std::shared_ptr<Allowance> allowance = nullptr);
  // Sends this listener nothing more. May be called at any time, also from within its send(): the
  // consequences follow later, on the loop.
  void disconnect(Listener& listener);
  // Disconnects all listeners, without further consequences.
  void close();
  // A message from there. False when the connection should be closed, because it exceeds the limits.
  bool receive(Listener& listener, std::string_view text);

  // Forgets visitors who have been away for long; called now and then.
  void sweep();
  // Keeps within the memory budget; called a few times a second. Frees what was used least recently: first
  // idle trees; if the games themselves take more than half of the budget, those of absent visitors; at last
  // the largest running search is ended.
  void relieve();

  // Games outlive the server: the changes since the last call, and how tables are restored.
  struct Changes {
    std::vector<StoredTable> changed;
    std::vector<std::string> gone;
  };
  Changes take_changes();
  // The error says why a table can't be opened now. Its visitor is restored all the same, and the table can
  // be restored later.
  Result<void> restore(const StoredTable& stored);

  struct Load {
    std::size_t connections = 0;
    std::size_t visitors = 0;
    std::size_t tables = 0;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] Load load() const;

 private:
  struct Visitor {
    std::string key;
    SearchPool::Owner number = 0;
    std::vector<std::shared_ptr<Room>> rooms;  // used last comes last
    std::size_t connections = 0;
    std::size_t unopened = 0;  // tables in the store that could not be opened
    double came_at = 0;        // when the first of the connections there are began
    double left_at = 0;
    double present = 0;  // seconds, in all visits before this one
  };
  using Visitors = std::map<std::string, std::shared_ptr<Visitor>, std::less<>>;
  struct Client {
    std::shared_ptr<Link> link;
    std::shared_ptr<Visitor> visitor;          // after `hello`
    std::vector<std::weak_ptr<Room>> watched;  // a closed table is removed, even if it is watched
    std::unique_ptr<Laboratory> laboratory;
    std::shared_ptr<Allowance> allowance;
    int refused = 0;       // messages beyond that, since it last kept to the limit
    bool opening = false;  // a table, on the pool
  };
  // The client and the id of a question.
  struct Question {
    std::shared_ptr<Client> client;
    Json id;
  };

  static void answer(const Question& question, const Reply& reply);
  void depart(Client& client);
  // Nothing when the answer comes later.
  std::optional<Reply> handle(const Question& question, const Json& message);
  Reply handle_room(Client& client, const std::string& what, Fields& fields);
  Reply hello(Client& client, Fields& fields);
  std::optional<Reply> new_table(const Question& question, Fields& fields);
  std::optional<Reply> load_table(const Question& question, Fields& fields);
  std::optional<Reply> open(const Question& question, bool takes_long, double pace,
                            const std::function<Result<Table>()>& make);
  Reply open_table(Client& client, Result<Table> table, double pace);
  Reply watch(Client& client, Fields& fields);
  Reply leave(Client& client, Fields& fields);
  void watch_room(Client& client, const std::shared_ptr<Room>& room);
  void unwatch(Client& client, const std::shared_ptr<Room>& room);
  void close_room(const std::shared_ptr<Room>& room);
  [[nodiscard]] std::shared_ptr<Room> find_room(const std::string& id) const;
  [[nodiscard]] House house() const { return {games_, limits_, loop_, pool_, memory_, engines_}; }

  // Returning visitors, and those removed to make room.
  std::shared_ptr<Visitor> add_visitor(std::string key);
  bool make_room_for_a_visitor();
  Visitors::iterator least_missed();
  void close_rooms(Visitor& visitor);
  bool has_memory();
  void forget_idle_trees();
  void close_rooms_of_the_absent();
  void cut_largest_search();

  const GameList& games_;
  const Limits& limits_;
  Loop& loop_;
  SearchPool& pool_;
  std::shared_ptr<MemoryBudget> memory_;
  std::shared_ptr<EngineHouse> engines_;
  std::unordered_map<Listener*, std::shared_ptr<Client>> clients_;
  Visitors visitors_;
  std::unordered_map<std::string, std::weak_ptr<Room>> rooms_;
  std::vector<std::string> gone_;
  SearchPool::Owner last_number_ = 0;
};

}  // namespace banyan::serve
