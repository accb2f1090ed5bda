// The inner loops for processors with AVX2 and FMA: the only unit that is compiled for just these. Everything
// it instantiates is tied to a type without linkage, so that the linker can't put its code in the place of
// another unit's; for the same reason it calls no inline function of the standard library.
#include <banyan/nn/kernels.hpp>

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

namespace banyan::detail {

#if defined(__AVX2__) && defined(__FMA__)
namespace {
struct Avx2Vectors {
  static constexpr std::string_view name = "avx2";
  using Vector = __m256;
  static constexpr std::size_t width = 8;
  static constexpr std::size_t registers = 16;

  static Vector load(const float* from) { return _mm256_loadu_ps(from); }
  static void store(float* to, Vector v) { _mm256_storeu_ps(to, v); }
  static Vector fill(float x) { return _mm256_set1_ps(x); }
  static Vector multiply_add(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
  static Vector maximum(Vector a, Vector b) { return _mm256_max_ps(a, b); }
  static float lane(Vector v, std::size_t i) { return v[i]; }
};
}  // namespace

const Kernels* avx2_kernels() { return &KernelLoops<Avx2Vectors>::table; }
#else
const Kernels* avx2_kernels() { return nullptr; }
#endif

}  // namespace banyan::detail
