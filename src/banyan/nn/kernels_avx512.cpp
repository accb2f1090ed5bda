// The inner loops for processors with AVX-512: the only unit that is compiled for them. Everything it
// instantiates is tied to a type without linkage, so that the linker can't put its code in the place of
// another unit's; for the same reason it calls no inline function of the standard library.
#include <banyan/nn/kernels.hpp>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace banyan::detail {

#if defined(__AVX512F__)
namespace {
struct Avx512Vectors {
  static constexpr std::string_view name = "avx512";
  using Vector = __m512;
  static constexpr std::size_t width = 16;
  static constexpr std::size_t registers = 32;

  static Vector load(const float* from) { return _mm512_loadu_ps(from); }
  static void store(float* to, Vector v) { _mm512_storeu_ps(to, v); }
  static Vector fill(float x) { return _mm512_set1_ps(x); }
  static Vector multiply_add(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
  // With a mask of all lanes, which costs nothing: g++ 12 warns of its own header in _mm512_max_ps.
  static Vector maximum(Vector a, Vector b) { return _mm512_maskz_max_ps(0xFFFF, a, b); }
  static float lane(Vector v, std::size_t i) { return v[i]; }
};
}  // namespace

const Kernels* avx512_kernels() { return &KernelLoops<Avx512Vectors>::table; }
#else
const Kernels* avx512_kernels() { return nullptr; }
#endif

}  // namespace banyan::detail
