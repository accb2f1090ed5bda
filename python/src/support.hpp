// What all bindings share: pybind11, and errors as Python's exceptions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <banyan/core/result.hpp>

namespace banyan::python {

namespace py = pybind11;

// The value, or a ValueError with the library's own message.
template <class T>
T unwrap(Result<T> result) {
  if (!result) throw py::value_error(result.error().message);
  return *std::move(result);
}
inline void unwrap(const Result<void>& result) {
  if (!result) throw py::value_error(result.error().message);
}

// A numpy array that takes over the vector's memory: nothing is copied.
template <class T>
py::array_t<T> array_of(std::vector<T> numbers, std::vector<py::ssize_t> shape = {}) {
  auto kept = std::make_unique<std::vector<T>>(std::move(numbers));
  if (shape.empty()) shape = {static_cast<py::ssize_t>(kept->size())};
  T* const data = kept->data();
  const py::capsule owner(kept.get(), [](void* memory) { delete static_cast<std::vector<T>*>(memory); });
  kept.release();
  return py::array_t<T>(std::move(shape), data, owner);
}

// Each file of bindings adds its part to the module.
void bind_running(py::module_& module);
void bind_games(py::module_& module);
void bind_search(py::module_& module);
void bind_evaluator(py::module_& module);
void bind_match(py::module_& module);
void bind_laboratory(py::module_& module);
void bind_vector(py::module_& module);
void bind_training(py::module_& module);
void bind_runs(py::module_& module);
void bind_learners(py::module_& module);

}  // namespace banyan::python
