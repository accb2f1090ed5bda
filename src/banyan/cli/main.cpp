#include <banyan/cli/program.hpp>
#include <banyan/session/built_in.hpp>

int main(int argc, char** argv) { return banyan::run_program(banyan::built_in_games(), argc, argv); }
