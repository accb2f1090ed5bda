// Files that ship are found in a folder that the program names, by every unit of it alike.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <banyan/core/data_file.hpp>

namespace banyan {
namespace {

TEST(DataFile, IsFoundInAFolderTheProgramNames) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("banyan_data_file_test_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "only_here.test_net") << "x";
  EXPECT_EQ(find_data_file("only_here.test_net"), std::nullopt);
  add_data_folder(folder);
  add_data_folder(folder);
  EXPECT_EQ(find_data_file("only_here.test_net"), (folder / "only_here.test_net").string());
  EXPECT_EQ(list_data_files(".test_net"), std::vector<std::string>{"only_here.test_net"});
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace banyan
