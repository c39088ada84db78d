// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/format_new.h"
#include "app/ctl/policy_files.h"
#include "core/formats/describe/format_mutations.h"
#include "core/formats/describe/format_saving.h"
#include "core/formats/describe/prefix_file.h"
#include "core/formats/describe/sample_check.h"
#include "core/formats/describe/user_formats.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

/// Of each format where it comes from; what is wrong with the user's files goes to standard error.
Exit listFormats(Terminal& terminal)
{
    const LoadedFormats& loaded = Terminal::formats();
    Table table({{"FORMAT"}, {"SHAPE"}, {"TIER"}, {"TITLE", Table::Column::Kind::Long}, {"FILE"}});
    for (const auto& format : currentCatalogue()->formats()) {
        const FormatFile& file = format->file();
        const auto own = std::ranges::find(loaded.formats, format, &UserFormat::format);
        const bool isBuiltIn = own == loaded.formats.end();
        Json json{{"format", file.name},
                  {"title", file.title},
                  {"versions", file.versions},
                  {"shape", nameOf(file.shape)},
                  {"tier", nameOf(file.tier)},
                  {"file", nullptr},
                  {"replaces_built_in", !isBuiltIn && own->replacesBuiltIn}};
        std::string origin = "built-in";
        if (!isBuiltIn) {
            json["file"] = printable(own->file.string());
            origin = printable(own->file.filename().string());
            if (own->replacesBuiltIn)
                origin += ", replaces the built-in one";
        }
        if (terminal.isJson())
            terminal.print(json, {});
        table.add({file.name, nameOf(file.shape), nameOf(file.tier), printable(file.title), origin});
    }
    if (!terminal.isJson())
        table.print(terminal.screen());
    for (const RefusedFormat& refused : loaded.refused)
        terminal.complain("refused_format", refused.text(), Denied);
    return loaded.refused.empty() ? Done : Denied;
}

/// What whoever writes the format would do now.
std::string nextStep(const FormatFile& file, const std::vector<std::string>& faults, std::size_t unnoticed)
{
    if (!faults.empty())
        return "correct the field that the first fault is about, or the sample where the sample is wrong; "
               "test again";
    if (file.samples.front().then.empty() && file.denied != Denied::Nothing)
        return "record what a refused request writes, as \"then\" of a sample: \"denied\" stands on it";
    if (unnoticed > 0)
        return "add samples in which the fields named above make a difference: another window, a full and an "
               "idle "
               "token, keys of other programs under \"not\"";
    return fmt::format(
        "it is complete. To use it: copy it to {}. To propose it: add it to core/formats/catalogue, as "
        "CONTRIBUTING.md says",
        printable(userFormatsFolder().string()));
}

/// Reads a format file, and says which of its samples do not mean what they say, and which changes of its
/// fields none of them would notice.
Exit testFormat(Terminal& terminal, const std::string& path)
{
    const std::string content = readText(path);
    const CatalogueFormat format(parseFormatFile(path, content));
    const std::vector<std::string> faults = checkSamples(format);
    Json json{{"format", format.file().name},
              {"samples", format.file().samples.size()},
              {"refused", format.file().refused.size()},
              {"faults", Json::array()},
              {"changes", nullptr},
              {"unnoticed", Json::array()}};
    std::string text =
        fmt::format("{}: {}, {}", format.file().name,
                    counted(format.file().samples.size() + format.file().refused.size(), "sample", "samples"),
                    counted(faults.size(), "fault", "faults"));
    for (const std::string& fault : faults) {
        json["faults"].push_back(fault);
        text += "\n  " + fault;
    }
    if (faults.empty()) { // else they would notice anything
        Terminal::formats();
        const FieldCheck fields = checkFields(path, content, *currentCatalogue());
        json["changes"] = fields.changes;
        text += fmt::format("; {} tried, {} with a mutation that no sample detects",
                            counted(fields.changes, "mutation", "mutations"),
                            counted(fields.unnoticed.size(), "field", "fields"));
        for (const UnnoticedField& one : fields.unnoticed) {
            json["unnoticed"].push_back({{"field", one.field}, {"changes", printable(one.changes)}});
            text += fmt::format("\n  no sample notices {}: {}", printable(one.field), printable(one.changes));
        }
    }
    const std::string next = nextStep(format.file(), faults, json["unnoticed"].size());
    json["next"] = next;
    terminal.print(json, text + "\nnext: " + next);
    return faults.empty() ? Done : Denied;
}

struct FormatUseOptions {
    std::string format;
    std::string prefix;
};

/// Says in the user's prefixes.json whose the keys that begin so are.
Exit useFormat(Terminal& terminal, const FormatUseOptions& options)
{
    Terminal::formats();
    savePrefix(options.prefix, options.format);
    const std::string path = printable(userFormatPath("prefixes").string());
    const bool none = options.format == PrefixFile::none;
    terminal.print({{"prefix", printable(options.prefix)},
                    {"format", none ? Json(nullptr) : Json(options.format)},
                    {"file", path}},
                   fmt::format("keys that begin with {} are {}: written to {}", printable(options.prefix),
                               none ? "no limiter's" : "those of " + options.format, path));
    return Done;
}

struct FormatTestOptions {
    std::string file;
};

} // namespace

void addFormatCommands(CLI::App& app, Terminal& terminal)
{
    CLI::App* const format = app.add_subcommand("format", "Formats of limiters: how they lay their keys out");
    format->require_subcommand(1);
    format->fallthrough();
    addCommand(*format, terminal, "list",
               "List the formats that are known; exits with 1 if a file of the user's is refused",
               listFormats);
    addCommand<FormatTestOptions>(
        *format, terminal, "test",
        "Check a format file against its own samples, and name the fields that none of them proves: each is "
        "changed, and a sample should notice. Exits with 1 if a sample fails; a field that no sample notices "
        "does not change that",
        [](CLI::App& command, FormatTestOptions& options) {
            command.add_option("file", options.file, "The file")->required();
        },
        [](Terminal& where, const FormatTestOptions& options) { return testFormat(where, options.file); });
    addCommand<FormatUseOptions>(
        *format, terminal, "use",
        "Say that keys with a prefix of your own are a format's; \"none\" says that they are no limiter's, "
        "so that nothing is guessed of them",
        [](CLI::App& command, FormatUseOptions& options) {
            command.add_option("format", options.format, "The format's name, or \"none\"")->required();
            takeEscapes(command, *command
                                      .add_option("--prefix", options.prefix,
                                                  "What the keys begin with, up to the token: \"login_ip:\"")
                                      ->required());
        },
        useFormat);
    addFormatNew(*format, terminal);
}

} // namespace ratewarden::ctl
