// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/git_history.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <sstream>
#include <vector>

namespace ratewarden::ctl {
namespace {

constexpr std::size_t largest = std::size_t(4) << 20; // of a file with policies

std::string readAll(int from)
{
    std::string text;
    std::array<char, 4096> page{};
    while (text.size() < largest) {
        const ssize_t got = read(from, page.data(), page.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        text.append(page.data(), std::size_t(got));
    }
    return text;
}

// What git says; empty when it fails. Only its plumbing is called: that runs no programs which a repository
// names in its configuration.
std::optional<std::string> git(std::vector<std::string> arguments)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return std::nullopt;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    arguments.insert(arguments.begin(), "git");
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (std::string& argument : arguments)
        words.push_back(argument.data());
    words.push_back(nullptr);
    pid_t child = 0;
    const int problem = posix_spawnp(&child, "git", &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::optional<std::string> text;
    if (problem == 0)
        text = readAll(ends[0]);
    close(ends[0]);
    if (problem != 0)
        return std::nullopt;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : std::nullopt;
}

} // namespace

void visitCommitted(const std::string& path, const std::function<bool(const std::string&)>& visit)
{
    const std::filesystem::path file(path);
    const std::string folder = file.has_parent_path() ? file.parent_path().string() : std::string(".");
    const std::string name = "./" + file.filename().string();
    const auto commits =
        git({"-C", folder, "rev-list", "--full-history", "--max-count=100", "HEAD", "--", name});
    std::istringstream lines(commits.value_or(std::string()));
    for (std::string commit; std::getline(lines, commit);)
        if (const auto content = git({"-C", folder, "cat-file", "blob", fmt::format("{}:{}", commit, name)});
            content && visit(*content))
            return;
}

} // namespace ratewarden::ctl
