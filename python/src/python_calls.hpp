// Calls of the user's functions, and what they give.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rules.hpp"

namespace banyan::python {

inline std::string repr_of(const py::handle& object) { return py::str(py::repr(object)); }

// A list or tuple; a TypeError says what was given instead.
inline py::object list_of(const py::object& value, const char* function, const char* of) {
  auto list = py::reinterpret_steal<py::object>(PySequence_Fast(value.ptr(), ""));
  if (list) return list;
  PyErr_Clear();
  throw py::type_error(std::string(function) + "() gave " + repr_of(value) + ": it must be a list of " + of);
}

// The outcomes of chance; a TypeError says what was given instead.
inline std::vector<std::pair<py::object, double>> chances_of(const py::object& value) {
  try {
    return py::cast<std::vector<std::pair<py::object, double>>>(list_of(value, "chance_outcomes", "pairs"));
  } catch (const py::cast_error&) {
    throw py::type_error("chance_outcomes() gave " + repr_of(value) +
                         ": it must be a list of pairs, a move and its probability");
  }
}

// Keeps a node from being dropped.
class Held {
 public:
  explicit Held(Node& node) : node_(node) { ++node_.holders; }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() { --node_.holders; }

 private:
  Node& node_;
};

}  // namespace banyan::python
