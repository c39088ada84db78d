// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/manual.h"

#include "app/ctl/command_tree.h"
#include "app/ctl/help_texts.h"
#include "app/ctl/output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace ratewarden::ctl {
namespace {

/// Text as roff takes it: nothing in it is an instruction, and a hyphen can be copied as what it is.
std::string roff(std::string_view text)
{
    std::string escaped;
    bool atStart = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char byte = text[i];
        if (atStart && (byte == '.' || byte == '\''))
            escaped += "\\&";
        if (text.substr(i).starts_with("…")) {
            escaped += "...";
            i += std::string_view("…").size() - 1;
        } else if (byte == '\\') {
            escaped += "\\e";
        } else if (byte == '-') {
            escaped += "\\-";
        } else {
            escaped += byte;
        }
        atStart = byte == '\n';
    }
    return escaped;
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string optionText(const OptionOf& option)
{
    std::string text = ".TP\n";
    if (option.isArgument) {
        text += fmt::format("\\fI{}\\fR{}\n", roff(option.names.front()), option.takesMany ? " ..." : "");
    } else {
        std::vector<std::string> names;
        for (const std::string& name : option.names)
            names.push_back(fmt::format("\\fB{}\\fR", roff(name)));
        text += fmt::format("{}{}\n", fmt::join(names, ", "), option.takesValue ? " \\fIVALUE\\fR" : "");
    }
    text += roff(option.help);
    if (!option.fallback.empty())
        text += fmt::format(" (otherwise {})", roff(option.fallback));
    return text + "\n";
}

bool isHelp(const OptionOf& option)
{
    return option.names.front() == "--help";
}

std::string synopsis(const CLI::App& command, const std::string& path)
{
    std::string text = fmt::format("\\fB{}\\fR", roff(path));
    for (const OptionOf& option : optionsOf(command))
        if (option.isArgument)
            text += fmt::format(" {}\\fI{}\\fR{}", option.isRequired ? "" : "[", roff(option.names.front()),
                                option.isRequired ? "" : "]");
    return text;
}

std::string commandText(const CLI::App& command, const std::string& path)
{
    std::string text = fmt::format(".SS {}\n{}.\n", synopsis(command, path), roff(command.get_description()));
    for (const OptionOf& option : optionsOf(command))
        if (!isHelp(option))
            text += optionText(option);
    if (const HelpText* const help = helpText(path)) {
        text += fmt::format(".PP\n{}.\n.PP\n.nf\n", roff(exitCodes(*help)));
        for (const std::string_view example : linesOf(help->examples))
            text += fmt::format("    ratewarden\\-ctl {}\n", roff(example));
        text += ".fi\n";
    }
    return text;
}

} // namespace

std::string manualPage(const CLI::App& app)
{
    std::string text = ".nr HY 0\n.ds AD l\n.TH RATEWARDEN\\-CTL 1 \"\" \"Ratewarden " RATEWARDEN_VERSION
                       "\" \"User Commands\"\n.ad l\n"
                       ".SH NAME\n"
                       "ratewarden\\-ctl \\- watch and operate rate limiters in Redis from the terminal\n"
                       ".SH SYNOPSIS\n"
                       ".B ratewarden\\-ctl\n[\\fIOPTION\\fR ...] \\fICOMMAND\\fR [\\fIARGUMENT\\fR ...]\n"
                       ".SH DESCRIPTION\n";
    text += roff(app.get_description());
    text += "\n.SH OPTIONS\nThey may stand before or behind the command.\n";
    for (const OptionOf& option : optionsOf(app))
        text += optionText(option);
    text += ".SH COMMANDS\n";
    visitCommands(app, [&text](const CLI::App& command, const std::string& path) {
        if (commandsOf(command).empty() || helpText(path) != nullptr)
            text += commandText(command, path);
    });
    text +=
        ".SH EXIT STATUS\n.TP\n0\nAllowed, or done.\n.TP\n1\nDenied, or as the command says.\n"
        ".TP\n2\nWrong usage.\n.TP\n3\nRedis is unavailable or refuses, or not all could be read.\n"
        ".TP\n4\nThe output could not be written.\n"
        ".TP\n5\n\\fBpolicy diff\\fR: a file is stale.\n"
        ".SH ENVIRONMENT\n"
        ".TP\n\\fBRATEWARDEN_REDIS\\fR\nThe server, where \\fB\\-\\-redis\\fR is not given.\n"
        ".TP\n\\fBRATEWARDEN_REDIS_PASSWORD\\fR\nThe password, where the address has none.\n"
        ".TP\n\\fBRATEWARDEN_READ_ONLY\\fR\n1: as \\fB\\-\\-read\\-only\\fR.\n"
        ".TP\n\\fBRATEWARDEN_USER\\fR\nThe author of changes, where \\fB\\-\\-by\\fR is not given; "
        "otherwise the login name.\n"
        ".TP\n\\fBRATEWARDEN_POLICY_HISTORY\\fR\nHow many versions of all policies the server keeps, about; "
        "otherwise all.\n"
        ".TP\n\\fBRATEWARDEN_AUDIT_CHANGES\\fR\nHow many changes the audit trail on the server keeps, about; "
        "otherwise 10000.\n"
        ".TP\n\\fBRATEWARDEN_FORMATS\\fR\nThe folder with your own format files.\n"
        ".TP\n\\fBRATEWARDEN_DISMISSED\\fR\nThe file with the findings that were dismissed.\n"
        ".TP\n\\fBNO_COLOR\\fR\nIf it is not empty, no colors are used unless \\fB\\-\\-color\\fR asks "
        "for them.\n"
        ".SH FILES\n.TP\n\\fI~/.config/ratewarden/profiles.json\\fR\nThe console's profiles, for "
        "\\fB\\-\\-profile\\fR.\n"
        ".SH SEE ALSO\n.BR ratewarden (1),\n.BR redis\\-cli (1)";
    for (const char* const page : {"compatibility (7)", "console (7)", "deployment (7)", "formats (7)",
                                   "lab (7)", "library (3)", "performance (7)", "policies (7)", "scripts (7)",
                                   "terminal (7)", "watch (7)"}) // the pages of resources/docs
        text += fmt::format(",\n.BR ratewarden\\-{}", page);
    text += "\n";
    return text;
}

std::string helpJson(const CLI::App& app)
{
    const auto options = [](const CLI::App& command) {
        Json all = Json::array();
        for (const OptionOf& option : optionsOf(command))
            all.push_back({{"names", option.names},
                           {"argument", option.isArgument},
                           {"takes_value", option.takesValue},
                           {"takes_many", option.takesMany},
                           {"required", option.isRequired},
                           {"default", option.fallback.empty() ? Json(nullptr) : Json(option.fallback)},
                           {"help", option.help}});
        return all;
    };
    Json commands = Json::array();
    visitCommands(app, [&](const CLI::App& command, const std::string& path) {
        const HelpText* const help = helpText(path);
        Json examples = Json::array();
        if (help)
            for (const std::string_view example : linesOf(help->examples))
                examples.push_back(example);
        commands.push_back({{"command", path},
                            {"help", command.get_description()},
                            {"runs", commandsOf(command).empty() || help != nullptr},
                            {"options", options(command)},
                            {"exit_codes", help ? Json(exitCodes(*help)) : Json(nullptr)},
                            {"examples", examples}});
    });
    return Json{{"version", RATEWARDEN_VERSION}, {"options", options(app)}, {"commands", commands}}.dump();
}

} // namespace ratewarden::ctl
