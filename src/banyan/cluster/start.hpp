// Detects whether mpirun or srun has started this process as one of several, loads the library for MPI if so,
// and checks that all ranks have the same program and files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <banyan/cluster/ranks.hpp>
#include <banyan/core/result.hpp>

namespace banyan::cluster {

// Whether a launcher of MPI programs has started this process (with one rank too).
bool is_started_as_rank();

// Another folder where the library may lie, after that of the program and the lib folder beside it. Call it
// at startup.
void add_library_folder(const std::filesystem::path& folder);

// What every rank needs to know of rank 0.
struct Start {
  std::unique_ptr<Ranks> ranks;  // null in a single process
  std::uint64_t fresh_seed = 0;  // drawn by rank 0, for all
};

// Joins the other ranks; a single process continues without MPI if it can't be loaded. An error if MPI can't
// be loaded, and at the first rank if another is of another version or build, or finds other data files; the
// others learn of it by CommandIsOver.
Result<Start> start_ranks(const std::string& version, std::uint64_t fresh_seed);

// The same over any wire.
Result<Start> start_ranks_on(std::unique_ptr<Ranks> ranks, const std::string& version,
                             std::uint64_t fresh_seed);

}  // namespace banyan::cluster
