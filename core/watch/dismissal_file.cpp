// SPDX-License-Identifier: MIT
#include "core/watch/dismissal_file.h"

#include "core/admin/login_name.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/model/whole_file.h"

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace ratewarden {
namespace {

constexpr std::string_view forGood = "-";

constexpr bool isKeptInDismissals(char c)
{
    return isKeptInPaths(c) || std::string_view(":@*[]").find(c) != std::string_view::npos;
}

struct DismissedThere {
    std::string server; ///< its address
    FindingName name;
    Dismissal dismissal;
};

/// Whoever talks to it.
std::string serverAddress(Endpoint server)
{
    server.user.clear();
    return server.text();
}

/// Server, kind, format, group, end (microseconds), by, reason. Empty: it is no such line.
std::optional<DismissedThere> dismissedIn(std::string_view line)
{
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(' ', begin), line.size());
        words.push_back(percentDecoded(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    if (words.size() != 7)
        return std::nullopt;
    DismissedThere there{words[0], {words[1], words[2], words[3]}, {words[5], words[6], std::nullopt}};
    if (words[4] != forGood) {
        const auto until = parsedNumber<std::int64_t>(words[4]);
        if (!until)
            return std::nullopt;
        there.dismissal.until = Instant(Micros(*until));
    }
    return there;
}

std::string dismissalLine(const DismissedThere& there)
{
    const std::string until = there.dismissal.until
                                  ? std::to_string(there.dismissal.until->time_since_epoch().count())
                                  : std::string(forGood);
    std::string line;
    for (const std::string_view word :
         {std::string_view(there.server), std::string_view(there.name.kind),
          std::string_view(there.name.format), std::string_view(there.name.group), std::string_view(until),
          std::string_view(there.dismissal.by), std::string_view(there.dismissal.reason)})
        line += (line.empty() ? "" : " ") + percentEncoded(word, isKeptInDismissals);
    return line;
}

/// Empty: it is no file that can be read to its end.
std::optional<std::vector<std::string>> linesOfDismissals(const std::filesystem::path& path)
{
    std::vector<std::string> lines;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) // to open a pipe would wait for who writes to it
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    for (std::string line; std::getline(file, line);)
        lines.push_back(std::move(line));
    if (!file.is_open() || file.bad())
        return std::nullopt;
    return lines;
}

} // namespace

std::filesystem::path DismissalFile::usualPath()
{
    const std::string_view given = environment("RATEWARDEN_DISMISSED");
    return given.empty() ? configFolder() / "dismissed" : std::filesystem::path(given);
}

Dismissals DismissalFile::read(const Endpoint& server) const
{
    const std::string address = serverAddress(server);
    Dismissals dismissals;
    for (const std::string& line : linesOfDismissals(m_path).value_or(std::vector<std::string>()))
        if (auto there = dismissedIn(line); there && there->server == address)
            dismissals.insert_or_assign(std::move(there->name), std::move(there->dismissal));
    return dismissals;
}

void DismissalFile::keep(const Endpoint& server, const FindingName& name,
                         const std::optional<Dismissal>& dismissal) const
{
    using std::filesystem::perms;
    const std::string address = serverAddress(server);
    try {
        std::filesystem::path path = m_path;
        // It has names of policies, and people's reasons; whoever lets others read it is obeyed.
        perms allowed = perms::owner_read | perms::owner_write;
        std::string text;
        if (exists(symlink_status(path))) {
            path = canonical(path); // a link stays one
            const auto lines = linesOfDismissals(path);
            if (!lines)
                throw InvalidArgument(
                    fmt::format("{} is no file that can be read: what is dismissed in it would be lost; move "
                                "it away, or name another one with RATEWARDEN_DISMISSED",
                                printable(m_path.string())));
            for (const std::string& line : *lines)
                if (const auto there = dismissedIn(line);
                    !there || there->server != address || there->name != name)
                    text += line + '\n';
            allowed = status(path).permissions();
        } else if (path.has_parent_path()) {
            create_directories(path.parent_path());
        }
        if (dismissal)
            text += dismissalLine({address, name, *dismissal}) + '\n';
        WholeFile file(path, allowed);
        file.write(text);
        file.commit();
    } catch (const std::system_error& error) {
        throw InvalidArgument(
            fmt::format("{} could not be written: {}", printable(m_path.string()), error.code().message()));
    }
}

} // namespace ratewarden
