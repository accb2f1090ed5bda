// The only code that detects what the processor supports.
#include <banyan/nn/kernels.hpp>

namespace banyan {

namespace detail {
const Kernels* avx2_kernels();  // nothing where the compiler knows no such processor
const Kernels* avx512_kernels();
}  // namespace detail

namespace {
KernelList kernels_of_this_processor() {
  KernelList list;
  const auto add = [&](const Kernels* kernels) {
    if (kernels != nullptr) list.push_back(kernels);
  };
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") != 0) add(detail::avx512_kernels());
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) add(detail::avx2_kernels());
#endif
  return list;
}
}  // namespace

const KernelList& fast_kernels() {
  static const KernelList list = kernels_of_this_processor();
  return list;
}

void use_fast_kernels() { detail::kernels_in_use.store(&fast_kernels(), std::memory_order_release); }

}  // namespace banyan
