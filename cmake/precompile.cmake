# banyan_precompile(TARGET header…): reads headers once for all sources of a target. The options make the
# result the same each time, so that ccache (with CCACHE_SLOPPINESS=pch_defines,time_macros) can keep it.
set(BANYAN_PRECOMPILE_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                              "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")

function(banyan_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  target_compile_options(${target} PRIVATE ${BANYAN_PRECOMPILE_OPTIONS})
endfunction()
