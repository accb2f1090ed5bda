# How tests are declared.
#
#   banyan_test(NAME source… [LIBRARIES target…] [LABELS label…] [TIMEOUT seconds])
#
# makes a GoogleTest program NAME and registers each of its tests with ctest as NAME.Suite.Test. It is
# linked with the headers, GoogleTest and RapidCheck. Two labels mean something to ./test: `slow` keeps a
# test out of the default run, `heavy` keeps it out of builds with sanitizers (a search that measures
# strength needs its speed).
#
#   banyan_program_test(NAME script [EACH] [TIMEOUT seconds] [SOURCE file] [ENVIRONMENT name=value…] [PROPERTIES name value…])
#
# registers a Python test of the program from outside, in the first build of the tests and in those with sanitizers; or
# of a program of its own for a game of one's own, made of the file and banyan_app. The script finds the program as
# BANYAN, and in BANYAN_PATIENCE how many times longer than usual things may take. With EACH every method test_METHOD of
# the script is a test of its own, NAME.METHOD, with that time for itself.
#
#   banyan_fuzz(NAME source… [LIBRARIES target…] [SEEDS folder] [LONGEST bytes])
#
# makes a libFuzzer program where the build is one for fuzzing (BANYAN_FUZZ), and nothing elsewhere. Its test runs for
# FUZZ_SECONDS of the environment, or a minute, from the random seed FUZZ_SEED, or a fresh one. It keeps what it learns in
# the build folder; the folder of seeds holds inputs to begin with, and inputs are as long as libFuzzer thinks fit, or up
# to LONGEST bytes. Fuzzers that need the whole program (banyan_games)
# have the label `program`: the default run of ./test leaves them out, as that takes too long to build.
include(GoogleTest)

set(BANYAN_PART "" CACHE STRING "Builds and runs only the tests of programs whose names match this")
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
  if(BANYAN_PART AND NOT name MATCHES "${BANYAN_PART}")
    return()
  endif()
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

function(banyan_program_test name script)
  if(NOT TARGET banyan_program OR BANYAN_FUZZ OR (BANYAN_VARIANT AND NOT BANYAN_SANITIZE))
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 arg "EACH" "TIMEOUT;SOURCE" "ENVIRONMENT;PROPERTIES")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  set(program banyan_program)
  if(arg_SOURCE)
    cmake_path(GET arg_SOURCE STEM program)
    add_executable(${program} ${arg_SOURCE})
    target_link_libraries(${program} PRIVATE banyan_own banyan_app)
  endif()
  set(patience 1)
  if(BANYAN_SANITIZE)
    set(patience 10)
  endif()
  math(EXPR timeout "${arg_TIMEOUT} * ${patience}")
  set(file ${CMAKE_CURRENT_SOURCE_DIR}/${script})
  set(command Python3::Interpreter -B ${file} -v)
  set(name ${BANYAN_TEST_PREFIX}${name})
  set(tests ${name})
  if(arg_EACH)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(STRINGS ${file} tests REGEX "^    def test_")
    list(TRANSFORM tests REPLACE "^    def test_([a-z0-9_]+).*" "${name}.\\1")
  endif()
  # Whoever allocates too much is refused, with sanitizers as without.
  set(environment BANYAN=$<TARGET_FILE:${program}> BANYAN_PATIENCE=${patience}
                  ASAN_OPTIONS=allocator_may_return_null=1 ${arg_ENVIRONMENT})
  foreach(test IN LISTS tests)
    set(only)
    if(arg_EACH)
      string(REGEX REPLACE "^.*\\." "*.test_" pattern ${test})
      set(only -k ${pattern})
    endif()
    add_test(NAME ${test} COMMAND ${command} ${only})
    set_tests_properties(${test} PROPERTIES ENVIRONMENT "${environment}" TIMEOUT ${timeout} ${arg_PROPERTIES})
  endforeach()
endfunction()

function(banyan_fuzz name)
  if(NOT BANYAN_FUZZ)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SEEDS;LONGEST" "LIBRARIES")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE banyan_own ${arg_LIBRARIES})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set(labels fuzz)
  set(group reader_fuzzers)
  if(banyan_games IN_LIST arg_LIBRARIES)
    list(APPEND labels program)
    set(group program_fuzzers)
  endif()
  if(NOT TARGET fuzzers)
    add_custom_target(reader_fuzzers)
    add_custom_target(program_fuzzers)
    add_custom_target(fuzzers DEPENDS reader_fuzzers program_fuzzers)
  endif()
  add_dependencies(${group} ${name})
  set(corpus ${CMAKE_CURRENT_BINARY_DIR}/${name}.corpus)
  file(MAKE_DIRECTORY ${corpus})
  set(inputs ${corpus})
  if(arg_SEEDS)
    list(APPEND inputs ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SEEDS})
  endif()
  if(arg_LONGEST)
    list(PREPEND inputs -max_len=${arg_LONGEST})
  endif()
  add_test(NAME ${name}
           COMMAND sh -c "exec \"$0\" -max_total_time=\"\${FUZZ_SECONDS:-60}\" -seed=\"\${FUZZ_SEED:-0}\" \"$@\""
                   $<TARGET_FILE:${name}> -timeout=30 -print_final_stats=1 -artifact_prefix=${corpus}- ${inputs})
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 7200)
endfunction()
