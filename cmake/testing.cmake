# How tests are declared.
#
#   banyan_test(NAME source… [LIBRARIES target…] [LABELS label…] [TIMEOUT seconds])
#
# makes a GoogleTest program NAME and registers each of its tests with ctest as NAME.Suite.Test. It is
# linked with the headers, GoogleTest and RapidCheck. The label `slow` keeps a test out of the default run.
#
#   banyan_fuzz(NAME source… [LIBRARIES target…])
#
# makes a libFuzzer program where the build is one for fuzzing (BANYAN_FUZZ), and nothing elsewhere.
include(GoogleTest)

function(banyan_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "LIBRARIES;LABELS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE banyan_own ${arg_LIBRARIES} GTest::gtest GTest::gtest_main rapidcheck)
  target_compile_definitions(${name} PRIVATE BANYAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set(properties TIMEOUT ${arg_TIMEOUT})
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES ${properties})
endfunction()

function(banyan_fuzz name)
  if(NOT BANYAN_FUZZ)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE banyan_own ${arg_LIBRARIES})
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set_property(GLOBAL APPEND PROPERTY BANYAN_FUZZERS ${name})
endfunction()
