// The only code that asks what the processor can do.
#include <banyan/nn/kernels.hpp>

namespace banyan {

namespace detail {
const Kernels* avx2_kernels();  // nothing where the compiler knows no such processor
}

namespace {
bool has_avx2_and_fma() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}
}  // namespace

const Kernels& use_fast_kernels() {
  const Kernels* fast = has_avx2_and_fma() ? detail::avx2_kernels() : nullptr;
  detail::kernels_in_use.store(fast, std::memory_order_release);
  return kernels_in_use();
}

}  // namespace banyan
