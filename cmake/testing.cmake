# How tests are declared.
#
#   banyan_test(NAME source… [LIBRARIES target…] [LABELS label…] [TIMEOUT seconds])
#
# makes a GoogleTest program NAME and registers each of its tests with ctest as NAME.Suite.Test. It is
# linked with the headers, GoogleTest and RapidCheck. Two labels mean something to ./test: `slow` keeps a
# test out of the default run, `heavy` keeps it out of builds with sanitizers (a search that measures
# strength needs its speed).
#
#   banyan_fuzz(NAME source… [LIBRARIES target…] [SEEDS folder])
#
# makes a libFuzzer program where the build is one for fuzzing (BANYAN_FUZZ), and nothing elsewhere. Its
# test runs for FUZZ_SECONDS of the environment, or a minute, and keeps what it learns in the build folder;
# the folder of seeds holds inputs to begin with.
include(GoogleTest)

set(BANYAN_VARIANT "" CACHE STRING
    "Names a further build of the same tests, as clang; what no compiler changes is tested in the first alone")
if(BANYAN_VARIANT)
  set(BANYAN_TEST_PREFIX ${BANYAN_VARIANT}.)
endif()

# GoogleTest and RapidCheck, read once for all tests that are compiled alike. The options make the result the
# same each time, so that ccache (with CCACHE_SLOPPINESS=pch_defines,time_macros) can keep it.
set(precompile_options $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                       "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
set(empty_source ${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp)
file(CONFIGURE OUTPUT ${empty_source} CONTENT "")
add_library(test_headers OBJECT ${empty_source})
target_link_libraries(test_headers PRIVATE banyan_own GTest::gtest GTest::gtest_main rapidcheck)
target_compile_definitions(test_headers PRIVATE BANYAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_compile_options(test_headers PRIVATE ${precompile_options})
target_precompile_headers(test_headers PRIVATE <gtest/gtest.h> <rapidcheck/gtest.h>)

function(banyan_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "LIBRARIES;LABELS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE banyan_own ${arg_LIBRARIES} GTest::gtest GTest::gtest_main rapidcheck)
  target_compile_definitions(${name} PRIVATE BANYAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(NOT arg_LIBRARIES)
    target_compile_options(${name} PRIVATE ${precompile_options})
    target_precompile_headers(${name} REUSE_FROM test_headers)
  endif()
  set(properties TIMEOUT ${arg_TIMEOUT})
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${BANYAN_TEST_PREFIX}${name}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES ${properties})
endfunction()

function(banyan_fuzz name)
  if(NOT BANYAN_FUZZ)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SEEDS" "LIBRARIES")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE banyan_own ${arg_LIBRARIES})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_dependencies(fuzzers ${name})
  set(corpus ${CMAKE_CURRENT_BINARY_DIR}/${name}.corpus)
  file(MAKE_DIRECTORY ${corpus})
  set(inputs ${corpus})
  if(arg_SEEDS)
    list(APPEND inputs ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SEEDS})
  endif()
  add_test(NAME ${name}
           COMMAND sh -c "exec \"$0\" -max_total_time=\"\${FUZZ_SECONDS:-60}\" -timeout=10 \"$@\""
                   $<TARGET_FILE:${name}> ${inputs})
  set_tests_properties(${name} PROPERTIES LABELS fuzz)
endfunction()
