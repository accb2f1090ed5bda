// The whole program for a game of one's own: play, analyze, match and all the rest.
#include <banyan/app.hpp>

#include "domineering.hpp"

int main(int argc, char** argv) { return banyan::run_app<Domineering>(argc, argv); }
