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
#include <array>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

namespace ratewarden::ctl {
namespace {

/// Of each format where it comes from; what is wrong with the user's files goes to standard error.
Exit listFormats(Terminal& terminal)
{
    const LoadedFormats& loaded = Terminal::formats();
    Table table({{"FORMAT"}, {"SHAPE"}, {"TIER"}, {"TITLE", Table::Long}, {"FILE"}});
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
            terminal.print(json, std::string());
        table.add({file.name, nameOf(file.shape), nameOf(file.tier), printable(file.title), origin});
    }
    if (!terminal.isJson())
        table.print(terminal.screen());
    for (const RefusedFormat& refused : loaded.refused)
        terminal.complain("refused_format", refused.text(), Denied);
    return loaded.refused.empty() ? Done : Denied;
}

/// What to do about what a fault, or a field that no sample notices, names.
struct Advice {
    std::string_view about; ///< a part of it
    std::string_view step;
};

// The first that fits is meant.
constexpr std::array<Advice, 4> ofFaults{
    {{"not[",
      "keys under \"not\" are recognized: make the patterns of \"keys\" narrower, or name what others "
      "hold in \"not_name\" and \"not_value\""},
     {"expiry",
      "an expiry is not what \"ttl\" says: correct from which request, and for how many windows, the "
      "program sets it"},
     {"then:", "\"then\" is not what \"denied\" says: correct \"denied\", or record the sample again"},
     {"",
      "a sample means something else than it says: correct the pattern that captures the value, its unit, "
      "or \"means\""}}};
constexpr std::string_view readsAlikeToEnd = "first -> end"; // one key ends its window either way
constexpr std::string_view endInValue = "ttl beside an end"; // which no sample can prove
constexpr std::array<Advice, 6> ofUnnoticed{
    {{endInValue, "leave \"ttl\" out: the value itself holds the end"},
     {readsAlikeToEnd, "see in the program whether the expiry is counted from the first request of a window "
                       "or is the end of one "
                       "of the clock's: no sample of such keys tells \"first\" from \"end\" in \"ttl\""},
     {"ttl",
      "prove \"ttl\": add keys that were read some time after the last of several requests of a window"},
     {"name",
      "prove the names: add keys of another token, and under \"not\" those of other programs that look "
      "alike"},
     {"keep", "prove \"keep\": say in \"means\" which keys a reset leaves (\"kept\")"},
     {"", "prove the other fields named above: add a full and an idle token, and one under other rules"}}};

void addStep(std::vector<std::string>& steps, std::span<const Advice> known, std::string_view named)
{
    const auto fits = [&](const Advice& one) {
        return named.find(one.about) != std::string_view::npos;
    };
    const std::string step(std::ranges::find_if(known, fits)->step);
    if (std::ranges::find(steps, step) == steps.end())
        steps.push_back(step);
}

/// Where a format whose samples hold is used, and where it is proposed.
void addPlaces(std::vector<std::string>& steps, const FormatFile& file, const std::filesystem::path& path)
{
    const std::filesystem::path folder = userFormatsFolder();
    std::error_code error;
    if (!std::filesystem::equivalent(path.parent_path(), folder, error))
        steps.push_back(fmt::format("to use it, copy it to {}{}",
                                    folder.empty() ? "the folder that RATEWARDEN_FORMATS names"
                                                   : printable(folder.string()),
                                    folder.empty() || std::filesystem::is_directory(folder, error)
                                        ? ""
                                        : ", a folder that you make first"));
    const bool unnamed =
        file.recorded.empty() && std::ranges::any_of(file.samples, [](const FormatSample& sample) {
            return sample.origin == "recorded";
        });
    steps.push_back(
        fmt::format("to propose it, {}move it to core/formats/catalogue, and go on as \"From a key "
                    "to a pull request\" of resources/docs/formats.md says",
                    unnamed ? "say in \"recorded\" which program wrote its samples, " : ""));
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
    std::vector<std::string> next;
    for (const std::string& fault : faults)
        addStep(next, ofFaults, fault);
    if (faults.empty()) { // else they would notice anything
        Terminal::formats();
        const bool holdsEnd = std::ranges::any_of(
            format.file().keys, [](const KeyRole& role) { return role.capturesInValue("end"); });
        const FieldCheck fields = checkFields(path, content, *currentCatalogue());
        json["changes"] = fields.changes;
        text += fmt::format("; {} tried, {} with a mutation that no sample detects",
                            counted(fields.changes, "mutation", "mutations"),
                            counted(fields.unnoticed.size(), "field", "fields"));
        for (const UnnoticedField& one : fields.unnoticed) {
            json["unnoticed"].push_back({{"field", one.field}, {"changes", printable(one.changes)}});
            text += fmt::format("\n  no sample notices {}: {}", printable(one.field), printable(one.changes));
            addStep(next, ofUnnoticed,
                    holdsEnd && one.field.starts_with("ttl") ? endInValue
                    : one.changes == readsAlikeToEnd         ? readsAlikeToEnd
                                                             : std::string_view(one.field));
        }
        if (std::ranges::all_of(format.file().samples,
                                [](const FormatSample& one) { return one.then.empty(); }))
            next.emplace_back(
                "prove \"denied\": add the keys after one more refused request to a sample of a "
                "refused client, as \"then\"");
        addPlaces(next, format.file(), path);
    }
    json["next"] = next;
    for (const std::string& step : next)
        text += "\nnext: " + step;
    terminal.print(json, text);
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

/// Takes back what useFormat(), or a choice between formats, said.
Exit forgetFormat(Terminal& terminal, const std::string& prefix)
{
    Terminal::formats();
    forgetPrefix(prefix);
    const std::string path = printable(userFormatPath("prefixes").string());
    terminal.print({{"prefix", printable(prefix)}, {"file", path}},
                   fmt::format("keys that begin with {} are recognized automatically again: written to {}",
                               printable(prefix), path));
    return Done;
}

Exit listPrefixes(Terminal& terminal)
{
    Terminal::formats();
    Table table({{"PREFIX", Table::Long}, {"FORMAT"}});
    Json all = Json::array();
    for (const auto& [beginning, format] : savedPrefixes().formats) {
        const bool none = format == PrefixFile::none;
        all.push_back({{"prefix", printable(beginning)}, {"format", none ? Json(nullptr) : Json(format)}});
        table.add({printable(beginning), format});
    }
    if (table.isEmpty())
        terminal.print(all, "no prefix has a format that you chose");
    else
        terminal.print(all, table);
    return Done;
}

} // namespace

void addFormatCommands(CLI::App& app, Terminal& terminal)
{
    CLI::App* const format = app.add_subcommand("format", "Formats of limiters: how they lay their keys out");
    format->require_subcommand(1);
    format->fallthrough();
    addCommand(*format, terminal, "list",
               "List the formats that are known; exits with 1 if a file of the user's is refused",
               listFormats);
    addCommand<std::string>(
        *format, terminal, "test",
        "Check a format file against its own samples, and name the fields that none of them proves: each is "
        "changed, and a sample should notice. Exits with 1 if a sample fails; a field that no sample notices "
        "does not change that",
        [](CLI::App& command, std::string& file) {
            command.add_option("file", file, "The file")->required();
        },
        testFormat);
    addCommand<FormatUseOptions>(
        *format, terminal, "use",
        "Say that keys with a prefix of your own are a format's, or which is meant of those that fit them "
        "equally; \"none\" says that they are no limiter's, so that nothing is guessed of them",
        [](CLI::App& command, FormatUseOptions& options) {
            command.add_option("format", options.format, "The format's name, or \"none\"")->required();
            takeEscapes(command, *command
                                      .add_option("--prefix", options.prefix,
                                                  "What the keys begin with, up to the token: \"login_ip:\"")
                                      ->required());
        },
        useFormat);
    addCommand(*format, terminal, "prefixes", "List the prefixes whose format you chose", listPrefixes);
    addCommand<std::string>(
        *format, terminal, "forget", "Take back the format that you chose for a prefix",
        [](CLI::App& command, std::string& prefix) {
            takeEscapes(command,
                        *command.add_option("--prefix", prefix, "As `format prefixes` lists it")->required());
        },
        forgetFormat);
    addFormatNew(*format, terminal);
}

} // namespace ratewarden::ctl
