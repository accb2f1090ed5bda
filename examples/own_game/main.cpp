// The whole program for a game of your own: play, analyze, match and all other commands.
#include <banyan/app.hpp>

#include "domineering.hpp"

int main(int argc, char** argv) { return banyan::run_app<Domineering>(argc, argv); }
