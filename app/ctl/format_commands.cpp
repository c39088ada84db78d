// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "core/formats/sample_check.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace ratewarden::ctl {
namespace {

constexpr std::array shapeNames{"counter", "pair", "tat", "bucket", "log", "none"};
constexpr std::array tierNames{"safe", "care", "label"};
constexpr std::uintmax_t largestFile = 1 << 20;

Exit list(Terminal& terminal)
{
    for (const auto& format : builtInCatalogue().formats()) {
        const FormatFile& file = format->file();
        terminal.print({{"format", file.name},
                        {"title", file.title},
                        {"versions", file.versions},
                        {"shape", shapeNames.at(std::size_t(file.shape))},
                        {"tier", tierNames.at(std::size_t(file.tier))}},
                       fmt::format("{:<36} {:<8} {:<6} {}", file.name, shapeNames.at(std::size_t(file.shape)),
                                   tierNames.at(std::size_t(file.tier)), file.title));
    }
    return Done;
}

std::string contentsOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    if (!file.good() && !file.eof())
        throw InvalidArgument(
            fmt::format("{} cannot be read: {}", printable(path), std::generic_category().message(errno)));
    if (text.empty() || text.size() > largestFile)
        throw InvalidArgument(
            fmt::format("{} is empty, cannot be read, or has more than 1 MB", printable(path)));
    return text;
}

/// Reads a format file, and says which of its samples do not mean what they say.
Exit test(Terminal& terminal, const std::string& path)
{
    const CatalogueFormat format(parseFormatFile(path, contentsOf(path)));
    const std::vector<std::string> faults = checkSamples(format);
    Json json{{"format", format.file().name},
              {"samples", format.file().samples.size()},
              {"refused", format.file().refused.size()},
              {"faults", Json::array()}};
    std::string text =
        fmt::format("{}: {} samples, {} faults", format.file().name,
                    format.file().samples.size() + format.file().refused.size(), faults.size());
    for (const std::string& fault : faults) {
        json["faults"].push_back(fault);
        text += "\n  " + fault;
    }
    terminal.print(json, text);
    return faults.empty() ? Done : Denied;
}

struct ListOptions {};
struct TestOptions {
    std::string file;
};

} // namespace

void addFormatCommands(CLI::App& app, Terminal& terminal)
{
    CLI::App* const format = app.add_subcommand("format", "Formats of limiters: how they lay their keys out");
    format->require_subcommand(1);
    format->fallthrough();
    addCommand<ListOptions>(
        *format, terminal, "list", "List the formats that are known", [](CLI::App&, ListOptions&) {},
        [](Terminal& where, const ListOptions&) { return list(where); });
    addCommand<TestOptions>(
        *format, terminal, "test", "Check a format file against its own samples",
        [](CLI::App& command, TestOptions& options) {
            command.add_option("file", options.file, "The file")->required();
        },
        [](Terminal& where, const TestOptions& options) { return test(where, options.file); });
}

} // namespace ratewarden::ctl
