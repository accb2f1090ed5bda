// Files are written whole or not at all, whatever their name leads to; and read within limits.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <banyan/core/checked_file.hpp>
#include <banyan/core/file_reader.hpp>
#include <banyan/core/file_writer.hpp>

#include "file_limit.hpp"

namespace banyan {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  FileTest() : folder_(fs::temp_directory_path() / ("banyan_file_test_" + std::to_string(getpid()))) {
    fs::create_directory(folder_);
  }
  ~FileTest() override { fs::remove_all(folder_); }

  static std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static struct stat status_of(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
    return status;
  }
  static mode_t mode_of(const fs::path& path) { return status_of(path).st_mode & 07777U; }
  [[nodiscard]] std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), {}); }
  static void expect_says(const Result<void>& done, const std::string& words) {
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().message.find(words), std::string::npos) << done.error().message;
  }

  fs::path folder_;
};

// The mask that new files get in this scope.
class Umask {
 public:
  explicit Umask(mode_t mask) : before_(umask(mask)) {}
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;
  ~Umask() { umask(before_); }

 private:
  mode_t before_;
};

TEST_F(FileTest, WritesAFileOrSaysWhyNot) {
  const auto file = folder_ / "game.txt";
  ASSERT_TRUE(write_file(file, "first"));
  ASSERT_TRUE(write_file(file, "second\n"));
  EXPECT_EQ(*read_file(file), "second\n");
  expect_says(write_file(folder_ / "missing" / "game.txt", "x"), "No such file or directory");
  expect_says(write_file(folder_, "x"), "a folder");
  EXPECT_EQ(files(), 1) << "nothing is left beside";
}

TEST_F(FileTest, GivesANewFileTheUsualPermissions) {
  const Umask mask(027);
  for (const auto beside : {FileWriter::Beside::unnamed, FileWriter::Beside::named}) {
    const auto file = folder_ / std::to_string(static_cast<int>(beside));
    ASSERT_TRUE(FileWriter(file, beside).commit());
    EXPECT_EQ(mode_of(file), 0640U);
  }
}

TEST_F(FileTest, KeepsThePermissionsOfAnOldFile) {
  const auto file = folder_ / "shared";
  for (const mode_t mode : {0600U, 0666U, 0604U, 0755U}) {
    std::ofstream(file) << "old";
    ASSERT_EQ(chmod(file.c_str(), mode), 0);
    ASSERT_TRUE(write_file(file, "new"));
    EXPECT_EQ(mode_of(file), mode);
    EXPECT_EQ(contents(file), "new");
  }
}

TEST_F(FileTest, KeepsTheOwnerOfAnOldFile) {
  const auto file = folder_ / "theirs";
  std::ofstream(file) << "old";
  if (chown(file.c_str(), 65534, 65534) != 0) GTEST_SKIP() << "giving a file away takes root";
  ASSERT_TRUE(write_file(file, "new"));
  EXPECT_EQ(status_of(file).st_uid, 65534U);
  EXPECT_EQ(status_of(file).st_gid, 65534U);
}

// What another thread creates meanwhile has the process's mask all the time.
TEST_F(FileTest, NeverTouchesTheMaskOfTheProcess) {
  const Umask mask(077);
  std::atomic<bool> stop = false;
  std::atomic<int> open_to_all = 0;
  std::thread other([&] {
    const auto file = folder_ / "other";
    while (!stop) {
      { const std::ofstream made(file); }
      open_to_all += mode_of(file) != 0600U ? 1 : 0;
      fs::remove(file);
    }
  });
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(write_file(folder_ / "mine", "x"));
  stop = true;
  other.join();
  EXPECT_EQ(open_to_all, 0);
}

TEST_F(FileTest, FollowsLinks) {
  fs::create_directory(folder_ / "far");
  const auto target = folder_ / "far" / "file";
  std::ofstream(target) << "old";
  fs::create_symlink("far/file", folder_ / "near");
  fs::create_symlink(folder_ / "near", folder_ / "chain");
  ASSERT_TRUE(write_file(folder_ / "chain", "new"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "chain") && fs::is_symlink(folder_ / "near"));
  EXPECT_EQ(contents(target), "new");

  fs::create_symlink("far/later", folder_ / "dangling");
  ASSERT_TRUE(write_file(folder_ / "dangling", "made"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "dangling"));
  EXPECT_EQ(contents(folder_ / "far" / "later"), "made");

  fs::create_symlink("circle", folder_ / "circle");
  expect_says(write_file(folder_ / "circle", "x"), "Too many levels of symbolic links");
}

TEST_F(FileTest, WritesThroughDevices) {
  const auto null = folder_ / "null";
  const auto full = folder_ / "full";
  if (mknod(null.c_str(), S_IFCHR | 0666U, makedev(1, 3)) != 0 ||
      mknod(full.c_str(), S_IFCHR | 0666U, makedev(1, 7)) != 0)
    GTEST_SKIP() << "making a device takes root";
  fs::create_symlink("null", folder_ / "link");
  if (!std::ofstream(null)) GTEST_SKIP() << "devices can't be opened in this folder";
  EXPECT_TRUE(write_file(null, "x"));
  EXPECT_TRUE(write_file(folder_ / "link", "x"));
  expect_says(write_file(full, "x"), "No space left on device");
  EXPECT_TRUE(S_ISCHR(status_of(null).st_mode) && S_ISCHR(status_of(full).st_mode));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(files(), 3);
}

TEST_F(FileTest, RefusesASocket) {
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (folder_ / "socket").c_str(), sizeof(address.sun_path) - 1);
  ASSERT_EQ(bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  expect_says(write_file(folder_ / "socket", "x"), "a socket");
  EXPECT_TRUE(S_ISSOCK(status_of(folder_ / "socket").st_mode));
  close(server);
}

TEST_F(FileTest, WritesThroughAPipe) {
  const auto pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect_says(write_file(pipe, "x"), "nobody reads this pipe");
  std::string got;
  const std::string text(200'000, 'x');  // more than a pipe holds
  std::thread reader([&] { got = contents(pipe); });
  Result<void> written = write_file(pipe, text);
  while (!written) written = write_file(pipe, text);  // until the reader is there
  reader.join();
  EXPECT_EQ(got, text);
  EXPECT_TRUE(S_ISFIFO(status_of(pipe).st_mode));
}

TEST_F(FileTest, WritesToItsOwnDescriptors) {
  const auto file = folder_ / "redirected";
  const detail::Descriptor out(open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  ASSERT_EQ(write(out.get(), "before ", 7), 7);
  const ino_t inode = status_of(file).st_ino;
  ASSERT_TRUE(write_file("/dev/fd/" + std::to_string(out.get()), "between "));
  ASSERT_EQ(write(out.get(), "after", 5), 5);
  EXPECT_EQ(contents(file), "before between after");
  EXPECT_EQ(status_of(file).st_ino, inode) << "whoever redirected output holds this very file";
}

TEST_F(FileTest, LeavesTheOldFileWhereTheDiskIsFull) {
  const auto file = folder_ / "file";
  for (const auto beside : {FileWriter::Beside::unnamed, FileWriter::Beside::named}) {
    ASSERT_TRUE(write_file(file, "old"));
    {
      const FileLimit limit(100'000);
      FileWriter writer(file, beside);
      const std::string text(1000, 'x');
      for (int i = 0; i < 1000; ++i) writer.write(text.data(), text.size());
      expect_says(writer.commit(), "File too large");
    }
    EXPECT_EQ(contents(file), "old");
    EXPECT_EQ(files(), 1);
  }
}

TEST_F(FileTest, LeavesNothingWhereItIsGivenUp) {
  for (const auto beside : {FileWriter::Beside::unnamed, FileWriter::Beside::named}) {
    { FileWriter(folder_ / "file", beside).write("x", 1); }
    EXPECT_EQ(files(), 0);
  }
}

TEST_F(FileTest, HasNoNameBeforeItIsWhole) {
  FileWriter writer(folder_ / "file");
  writer.write("x", 1);
  if (files() != 0) GTEST_SKIP() << "this file system has no files without a name";
  ASSERT_TRUE(writer.commit());
  EXPECT_EQ(files(), 1);
}

TEST_F(FileTest, KeepsTheFileBefore) {
  const auto file = folder_ / "file";
  for (const char* text : {"first", "second", "third"}) {
    FileWriter writer(file);
    writer.write(text, std::strlen(text));
    ASSERT_TRUE(writer.commit(folder_ / "before"));
  }
  EXPECT_EQ(contents(file), "third");
  EXPECT_EQ(contents(folder_ / "before"), "second");
  EXPECT_EQ(files(), 2);
}

TEST_F(FileTest, IsReadWithinLimits) {
  const auto file = folder_ / "file";
  std::ofstream(file) << std::string(1000, 'x');
  EXPECT_EQ(read_file(file, FileSource::regular, 1000)->size(), 1000U);
  const auto too_long = read_file(file, FileSource::regular, 999);
  ASSERT_FALSE(too_long);
  EXPECT_NE(too_long.error().message.find("at most 999 bytes"), std::string::npos);
  const auto endless = read_file("/dev/zero", FileSource::stream, 1 << 20);
  ASSERT_FALSE(endless);
  EXPECT_NE(endless.error().message.find("is too long"), std::string::npos);
  const auto device = read_file("/dev/zero", FileSource::regular);
  ASSERT_FALSE(device);
  EXPECT_NE(device.error().message.find("is a device"), std::string::npos);
  EXPECT_NE(read_file(folder_).error().message.find("is a folder"), std::string::npos);
  EXPECT_NE(read_file(folder_ / "missing").error().message.find("No such file"), std::string::npos);
}

TEST_F(FileTest, IsReadFromAPipeWhereThatIsAllowed) {
  const auto pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string text(200'000, 'x');
  std::thread writer([&] { std::ofstream(pipe) << text; });
  const auto got = read_file(pipe);
  writer.join();
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(*got, text);
  // Nobody writes to it now; what needs a regular file does not wait for someone.
  EXPECT_NE(read_file(pipe, FileSource::regular).error().message.find("is a pipe"), std::string::npos);
  CheckedReader checked(pipe.string());
  EXPECT_FALSE(checked.ok());
}

TEST_F(FileTest, CheckedFilesReadBack) {
  const auto file = folder_ / "file";
  CheckedWriter writer(file);
  writer.write(std::string("line\n"));
  writer.write(42);
  ASSERT_TRUE(writer.commit());
  CheckedReader reader(file.string());
  int number = 0;
  EXPECT_EQ(reader.read_line(), "line");
  EXPECT_TRUE(reader.read(number));
  EXPECT_EQ(number, 42);
  EXPECT_TRUE(reader.finish());
}

}  // namespace
}  // namespace banyan
