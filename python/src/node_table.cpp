#include <algorithm>
#include <utility>

#include "rules.hpp"

namespace banyan::python {

namespace {
// Frees nodes together with their states: that may run code of the user's, so it comes last.
void free_nodes(const std::vector<Node*>& nodes) {
  std::vector<py::object> states;
  states.reserve(nodes.size());
  for (Node* node : nodes) {
    states.push_back(py::reinterpret_steal<py::object>(node->state));
    delete node;
  }
}
}  // namespace

NodeTable::~NodeTable() {
  std::vector<Node*> nodes;
  for (Node* node : slots_)
    if (node != nullptr) nodes.push_back(node);
  slots_.clear();
  free_nodes(nodes);
}

Node* NodeTable::intern(py::object state) {
  const Py_hash_t hash = or_stay([&] { return PyObject_Hash(state.ptr()); });
  if (hash == -1) throw py::error_already_set();
  const auto find = [&]() -> std::optional<Node*> {
    const std::uint64_t version = version_;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = mix64(static_cast<std::uint64_t>(hash)) & mask; slots_[i] != nullptr;
         i = (i + 1) & mask) {
      Node* const node = slots_[i];
      if (node->hash != hash) continue;
      if (node->state == state.ptr()) return node;
      const auto held = py::reinterpret_borrow<py::object>(node->state);  // while it is compared
      const int equal = or_stay([&] { return PyObject_RichCompareBool(held.ptr(), state.ptr(), Py_EQ); });
      if (equal < 0) throw py::error_already_set();
      if (version != version_) return std::nullopt;  // another thread changed the table meanwhile
      if (equal == 1) return node;
    }
    return nullptr;
  };
  std::optional<Node*> found;
  while (!(found = find())) {
  }
  if (*found != nullptr) {
    ++(*found)->visits;
    return *found;
  }
  auto node = std::make_unique<Node>();
  node->state = state.release().ptr();
  node->hash = hash;
  node->visits = 1;
  insert(node.get());
  return node.release();
}

void NodeTable::insert(Node* node) {
  ++node->holders;  // while others are dropped
  if (count_ >= most_nodes) drop_unused();
  if (2 * (count_ + 1) > slots_.size()) grow();
  --node->holders;
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = mix64(static_cast<std::uint64_t>(node->hash)) & mask;
  while (slots_[i] != nullptr) i = (i + 1) & mask;
  slots_[i] = node;
  ++count_;
  ++version_;
}

void NodeTable::grow() {
  std::vector<Node*> old(std::max<std::size_t>(1024, std::bit_ceil(4 * (count_ + 1))), nullptr);
  std::swap(old, slots_);
  const std::size_t mask = slots_.size() - 1;
  for (Node* node : old) {
    if (node == nullptr) continue;
    std::size_t i = mix64(static_cast<std::uint64_t>(node->hash)) & mask;
    while (slots_[i] != nullptr) i = (i + 1) & mask;
    slots_[i] = node;
  }
  ++version_;
}

// Keeps what is held or was visited again; where that is most of it, only what is held.
void NodeTable::drop_unused() {
  const auto kept = static_cast<std::size_t>(
      std::count_if(slots_.begin(), slots_.end(), [](Node* node) { return node && is_kept(*node); }));
  if (2 * kept > most_nodes)
    for (Node* node : slots_)
      if (node != nullptr) node->visits = 0;
  std::vector<Node*> dropped;
  for (Node*& node : slots_) {
    if (node == nullptr) continue;
    for (Node::Edge& edge : node->edges)
      if (edge.next != nullptr && !is_kept(*edge.next)) edge.next = nullptr;
  }
  for (Node*& node : slots_)
    if (node != nullptr && !is_kept(*node)) dropped.push_back(std::exchange(node, nullptr));
  for (Node* node : slots_)
    if (node != nullptr) node->visits /= 2;
  count_ -= dropped.size();
  grow();
  free_nodes(dropped);
}

}  // namespace banyan::python
