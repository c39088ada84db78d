// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/policy_files.h"
#include "core/formats/sample_check.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

Exit list(Terminal& terminal)
{
    for (const auto& format : builtInCatalogue().formats()) {
        const FormatFile& file = format->file();
        terminal.print({{"format", file.name},
                        {"title", file.title},
                        {"versions", file.versions},
                        {"shape", nameOf(file.shape)},
                        {"tier", nameOf(file.tier)}},
                       fmt::format("{:<36} {:<8} {:<6} {}", file.name, nameOf(file.shape), nameOf(file.tier),
                                   file.title));
    }
    return Done;
}

/// Reads a format file, and says which of its samples do not mean what they say.
Exit test(Terminal& terminal, const std::string& path)
{
    const CatalogueFormat format(parseFormatFile(path, readText(path)));
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
