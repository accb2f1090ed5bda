# The program. `banyan_app` is everything that no template needs (banyan::app for games of one's own), `banyan_games` the
# games of games.def, each compiled in a unit of its own.
set(app_dir ${PROJECT_SOURCE_DIR}/src/banyan)

set(BANYAN_APP_PACKAGES fmt CLI11 nlohmann_json Threads SQLite3)
foreach(package IN LISTS BANYAN_APP_PACKAGES)
  find_package(${package} REQUIRED)
endforeach()
find_package(Boost 1.74 REQUIRED)  # headers alone: Asio and Beast, for the server
include(${PROJECT_SOURCE_DIR}/cmake/page.cmake)

set(app_folders bandit nn agent session store engine arena learn cluster protocol serve cli)
list(TRANSFORM app_folders REPLACE "(.+)" "${app_dir}/\\1/*.cpp" OUTPUT_VARIABLE app_patterns)
file(GLOB_RECURSE app_sources CONFIGURE_DEPENDS ${app_patterns})
list(FILTER app_sources EXCLUDE REGEX "/(main|built_in|no_page|(torch|mpi)/[a-z_]+)\\.cpp$")
add_library(banyan_app STATIC ${app_sources} ${PAGE_SOURCE})
add_library(banyan::app ALIAS banyan_app)
target_link_libraries(banyan_app PUBLIC banyan fmt::fmt CLI11::CLI11 nlohmann_json::nlohmann_json Threads::Threads
                                        SQLite::SQLite3
                                 PRIVATE $<BUILD_INTERFACE:banyan_portable>)
# Where a program for a game of one's own finds what is installed with the library.
target_compile_definitions(banyan_app INTERFACE $<INSTALL_INTERFACE:BANYAN_PREFIX="$<INSTALL_PREFIX>">)
target_include_directories(banyan_app SYSTEM PRIVATE ${Boost_INCLUDE_DIRS})
# Nothing here is worth the time that -O3 takes. Most of the rest is spent on headers, so many files share them.
set_target_properties(banyan_app PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
target_compile_options(banyan_app PRIVATE $<$<CONFIG:Release>:-O1>)
set_source_files_properties(${app_dir}/cli/program.cpp PROPERTIES COMPILE_DEFINITIONS
                                                              BANYAN_VERSION="${PROJECT_VERSION}")
# But the laboratory's loops are, for which tests don't wait.
set(hot_sources ${app_dir}/nn/networks.cpp)
if(NOT BANYAN_TESTS)
  list(APPEND hot_sources ${app_dir}/bandit/laboratory.cpp)
endif()
set_source_files_properties(${hot_sources} PROPERTIES COMPILE_OPTIONS -O3)
# What every request and every watcher passes through.
set_source_files_properties(${app_dir}/serve/connection.cpp ${app_dir}/serve/live_connection.cpp ${app_dir}/serve/api.cpp
                            PROPERTIES COMPILE_OPTIONS -O2)
# The loops of networks, chosen when the program runs; they are worth every optimisation. They are tuned for
# no processor in particular, even where -march=native is given: g++ 12 lays the same loops out for Haswell or Zen in a
# way that takes a fifth of their speed (measured on Zen 4).
set(kernel_sources ${app_dir}/nn/kernels_avx2.cpp ${app_dir}/nn/kernels_avx512.cpp ${app_dir}/nn/kernels_choice.cpp)
set_source_files_properties(${kernel_sources} PROPERTIES COMPILE_OPTIONS -O3)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set_source_files_properties(${app_dir}/nn/kernels_avx2.cpp PROPERTIES COMPILE_OPTIONS "-O3;-mavx2;-mfma;-mtune=generic")
  set_source_files_properties(${app_dir}/nn/kernels_avx512.cpp PROPERTIES COMPILE_OPTIONS "-O3;-mavx512f;-mtune=generic")
endif()

# One translation unit a game, made from its line in the list.
include(${PROJECT_SOURCE_DIR}/cmake/games.cmake)
banyan_game_units(${app_dir}/session/game_unit.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/games game_units)
add_library(banyan_games STATIC ${app_dir}/session/built_in.cpp ${game_units})
target_link_libraries(banyan_games PUBLIC banyan_app PRIVATE banyan_own)
# A compiler inlines a search best when it sees one game at a time. What all of them include is parsed once; ccache
# asks for -fpch-preprocess to tell whether it knows such a unit.
if(NOT BANYAN_TESTS)
  set_target_properties(banyan_games PROPERTIES UNITY_BUILD OFF)
  target_precompile_headers(banyan_games PRIVATE <banyan/session/game_of.hpp>)
  target_compile_options(banyan_games PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()
# Where the program finds what ships with it before it is installed.
set_source_files_properties(${app_dir}/session/built_in.cpp PROPERTIES
                            COMPILE_DEFINITIONS BANYAN_DATA_FOLDER="${PROJECT_SOURCE_DIR}/data"
                            SKIP_PRECOMPILE_HEADERS ON)

add_executable(banyan_program ${app_dir}/cli/main.cpp)
set_target_properties(banyan_program PROPERTIES OUTPUT_NAME banyan RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
target_link_libraries(banyan_program PRIVATE banyan_games banyan_own)
# banyan_app is for every processor, because it is installed, and installed trees are copied. What is hot in it is
# compiled once more for this machine's own program: these objects come before the library's.
if(BANYAN_NATIVE)
  add_library(banyan_hot OBJECT ${hot_sources})
  target_link_libraries(banyan_hot PRIVATE banyan_app banyan_own)
  target_link_libraries(banyan_program PRIVATE banyan_hot)
endif()

# The Python module links with these libraries as the program does. Hidden symbols keep calls within them direct.
foreach(target IN ITEMS banyan_app banyan_games banyan_hot)
  if(TARGET ${target})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                               VISIBILITY_INLINES_HIDDEN ON)
  endif()
endforeach()

# What needs libtorch is a program of its own, built where libtorch is; for the first build of the tests, and under
# AddressSanitizer. ThreadSanitizer would need a libtorch that was built with it.
find_path(TORCH_API torch/torch.h PATH_SUFFIXES torch/csrc/api/include)
find_library(TORCH_LIBRARY torch)
find_library(TORCH_CPU_LIBRARY torch_cpu)
find_library(C10_LIBRARY c10)
if((NOT BANYAN_VARIANT OR BANYAN_VARIANT STREQUAL "asan") AND TORCH_API AND TORCH_LIBRARY AND TORCH_CPU_LIBRARY AND C10_LIBRARY)
  add_executable(banyan_train_net ${app_dir}/learn/torch/main.cpp ${app_dir}/learn/torch/learner.cpp)
  set_target_properties(banyan_train_net PROPERTIES OUTPUT_NAME banyan-train-net
                                                    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  target_include_directories(banyan_train_net SYSTEM PRIVATE ${TORCH_API})
  target_link_libraries(banyan_train_net PRIVATE banyan_app banyan_own ${TORCH_LIBRARY} ${TORCH_CPU_LIBRARY}
                                                 ${C10_LIBRARY})
endif()

# What speaks MPI is a library of its own, which the program loads when mpirun or srun has started it; it is built where
# MPI is, and by whatever MPI that is.
if(NOT BANYAN_SANITIZE)
  find_package(MPI QUIET COMPONENTS CXX)
endif()
if(MPI_CXX_FOUND)
  add_library(banyan_cluster MODULE ${app_dir}/cluster/mpi/wire.cpp)
  set_target_properties(banyan_cluster PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib UNITY_BUILD OFF)
  target_link_libraries(banyan_cluster PRIVATE banyan_portable MPI::MPI_CXX)
  target_compile_definitions(banyan_cluster PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
endif()

# What plain ./run builds: the program, and what it loads.
add_custom_target(banyan_run DEPENDS banyan_program)
if(TARGET banyan_cluster)
  add_dependencies(banyan_run banyan_cluster)
endif()

# The Python module, where pybind11 and Debian's Python are; under AddressSanitizer too.
option(BANYAN_PYTHON "Build the Python module, where pybind11 is installed" ${PROJECT_IS_TOP_LEVEL})
if(BANYAN_PYTHON AND (NOT BANYAN_VARIANT OR (BANYAN_SANITIZE MATCHES "address" AND NOT BANYAN_FUZZ)))
  # Debian's own Python is what Debian's pybind11 and numpy are for, whichever comes first on the PATH.
  if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python_EXECUTABLE /usr/bin/python3)
  endif()
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
  find_package(pybind11 2.10 CONFIG QUIET)
  if(Python_FOUND AND pybind11_FOUND)
    add_subdirectory(${PROJECT_SOURCE_DIR}/python ${PROJECT_BINARY_DIR}/python-module)
  endif()
endif()

# Inside another project, what it doesn't link with is built only when it is asked for by name.
if(NOT PROJECT_IS_TOP_LEVEL)
  foreach(target IN ITEMS banyan_app banyan_games banyan_hot banyan_program banyan_train_net banyan_cluster)
    if(TARGET ${target})
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endforeach()
endif()
