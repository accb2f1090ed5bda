// Everyone who is connected, whose games are whose, and what each message asks for. No sockets here: a
// connection is a Listener and a stream of texts, which a test or a fuzzer can be as well.
//
// A visitor is known by a key that only the server and the visitor's own page know; games stay with the key,
// so that a lost connection loses nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <banyan/serve/laboratory.hpp>
#include <banyan/serve/limits.hpp>
#include <banyan/serve/listener.hpp>
#include <banyan/serve/message.hpp>
#include <banyan/serve/room.hpp>
#include <banyan/store/table_store.hpp>

namespace banyan::serve {

// An unguessable name: that many random bytes in hexadecimal.
std::string fresh_key(std::size_t bytes);

class Hub {
 public:
  Hub(const GameList& games, const Limits& limits, Loop& loop, SearchPool& pool);

  // A listener must be disconnected before it goes away.
  void connect(Listener& listener);
  void disconnect(Listener& listener);
  // A message from there. False when it should be let go, because it does not keep to the limits.
  bool receive(Listener& listener, std::string_view text);

  // Forgets visitors who have been away for long; called now and then.
  void sweep();

  // Games outlive the server: what has changed since this was asked last, and how it comes back.
  struct Changes {
    std::vector<StoredTable> changed;
    std::vector<std::string> gone;
  };
  Changes take_changes();
  void restore(const StoredTable& stored);

  struct Load {
    std::size_t connections = 0;
    std::size_t visitors = 0;
    std::size_t tables = 0;
  };
  [[nodiscard]] Load load() const;

 private:
  struct Visitor {
    std::string key;
    SearchPool::Owner number = 0;
    std::vector<std::shared_ptr<Room>> rooms;  // used last comes last
    std::size_t connections = 0;
    double left_at = 0;
  };
  struct Client {
    std::shared_ptr<Visitor> visitor;  // after `hello`
    std::vector<std::shared_ptr<Room>> watched;
    std::unique_ptr<Laboratory> laboratory;
    double allowance = 0;  // messages it may send at once
    double counted_at = 0;
    int refused = 0;  // messages beyond that, since it last kept to the limit
  };

  bool may_send(Client& client);
  Reply handle(Listener& listener, Client& client, const Json& message);
  Reply hello(Client& client, Fields& fields);
  Reply open_table(Listener& listener, Client& client, Result<Table> table, double pace);
  Reply new_table(Listener& listener, Client& client, Fields& fields);
  Reply watch(Listener& listener, Client& client, Fields& fields);
  Reply leave(Listener& listener, Client& client, Fields& fields);
  std::shared_ptr<Visitor> add_visitor(std::string key);
  void watch_room(Listener& listener, Client& client, const std::shared_ptr<Room>& room);
  void close_room(const std::shared_ptr<Room>& room);
  std::shared_ptr<Room> find_room(const std::string& id) const;

  const GameList& games_;
  const Limits& limits_;
  Loop& loop_;
  SearchPool& pool_;
  std::unordered_map<Listener*, Client> clients_;
  std::map<std::string, std::shared_ptr<Visitor>, std::less<>> visitors_;
  std::unordered_map<std::string, std::weak_ptr<Room>> rooms_;
  std::vector<std::string> gone_;
  SearchPool::Owner last_number_ = 0;
};

}  // namespace banyan::serve
