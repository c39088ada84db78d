// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/completion.h"

#include "app/ctl/command_tree.h"
#include "app/ctl/token_rows.h"
#include "core/algorithms/algorithm.h"
#include "core/notations/notation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <vector>

namespace ratewarden::ctl {
namespace {

/// What stands behind an option, or as the argument of a command.
struct Values {
    std::vector<std::string> options; ///< "--policy", or the path of a command: "policy show"
    std::string words;                ///< that there are; or
    std::string asked;                ///< what `ratewarden-ctl complete` is asked for
};

std::vector<Values> allValues(const CLI::App& app)
{
    std::vector<std::string> states;
    states.reserve(tokenStatusCount);
    for (int i = 0; i < tokenStatusCount; ++i)
        states.emplace_back(nameOf(TokenStatus(i)));
    std::vector<std::string_view> algorithmNames;
    for (const Algorithm& algorithm : algorithms())
        algorithmNames.push_back(algorithm.name);
    std::vector<std::string_view> notationNames;
    for (const Notation& notation : notations())
        notationNames.push_back(notation.name);
    return {{{"--state"}, fmt::format("{}", fmt::join(states, " ")), {}},
            {{"--sort"}, fmt::format("{}", fmt::join(tokenOrderNames, " ")), {}},
            {{"--algorithm"}, fmt::format("{}", fmt::join(algorithmNames, " ")), {}},
            {{"--as"}, fmt::format("{}", fmt::join(notationNames, " ")), {}},
            {{"--color"}, "auto always never", {}},
            {{"--policy"}, {}, "policies"},
            {{"--format"}, {}, "formats"},
            {{"--profile"}, {}, "profiles"},
            {{"completion"}, "bash zsh", {}},
            {{"help"}, fmt::format("{}", fmt::join(commandNames(app), " ")), {}},
            {{"script"}, fmt::format("{}", fmt::join(algorithmNames, " ")), {}},
            {{"format use"}, {}, "formats"},
            {{"policy show", "policy history", "policy rollback", "policy remove", "lab capture"},
             {},
             "policies"}};
}

std::string joined(const std::vector<std::string>& words, const char* between, const char* quote)
{
    std::string text;
    for (const std::string& word : words)
        text += fmt::format("{}{}{}{}", text.empty() ? "" : between, quote, word, quote);
    return text;
}

/// The words that bring what `ratewarden-ctl complete` and the lists above say, in either shell.
std::string wordsOf(const Values& values)
{
    return values.asked.empty() ? values.words
                                : fmt::format("$(\"${{program}}\" complete {} 2>/dev/null)", values.asked);
}

struct Parts {
    std::string paths;    ///< patterns of "path word" that lead to a command
    std::string words;    ///< a case for each command, with what may follow
    std::string options;  ///< a case for each option whose values are known
    std::string takers;   ///< options that take a value
    std::string commands; ///< a case for each command whose argument is known
};

Parts partsOf(const CLI::App& app)
{
    Parts parts;
    std::vector<std::string> shared;
    std::set<std::string> takers;
    const auto collect = [&](const CLI::App& command, std::vector<std::string>& names) {
        for (const OptionOf& option : optionsOf(command))
            for (const std::string& name : option.names)
                if (!option.isArgument) {
                    names.push_back(name);
                    if (option.takesValue)
                        takers.insert(name);
                }
    };
    collect(app, shared);
    std::vector<std::string> paths;
    const auto addWords = [&](const CLI::App& command, const std::string& path,
                              const std::vector<std::string>& own) {
        parts.words += fmt::format("        '{}') subs='{}' opts='{}' ;;\n", path,
                                   fmt::join(commandNames(command), " "), fmt::join(own, " "));
    };
    addWords(app, {}, {});
    visitCommands(app, [&](const CLI::App& command, const std::string& path) {
        paths.push_back(path);
        std::vector<std::string> own;
        collect(command, own);
        std::erase(own, "--help");
        std::erase(own, "-h");
        addWords(command, path, own);
    });
    parts.paths = joined(paths, "|", "'");
    for (const Values& values : allValues(app)) {
        const bool isOption = values.options.front().starts_with('-');
        (isOption ? parts.options : parts.commands) +=
            fmt::format("        {}) choices=\"{}\" ;;\n", joined(values.options, "|", "'"), wordsOf(values));
    }
    parts.takers = joined({takers.begin(), takers.end()}, "|", "'");
    parts.words += "    esac\n    opts=\"$opts " + fmt::format("{}", fmt::join(shared, " ")) + "\"\n";
    return parts;
}

/// What bash and zsh do alike: find the command, then what may stand here. `before` are the words between
/// the program and the one that is completed.
std::string finder(const Parts& parts)
{
    return fmt::format(R"(    local program=ratewarden-ctl at= word taken= previous= subs= opts= choices=
    for word in "${{before[@]}}"; do
        if [[ -n $taken ]]; then
            taken=
            previous=
            continue
        fi
        case "$word" in
        {}) taken=1; previous=$word; continue ;;
        -*) continue ;;
        esac
        case "${{at:+$at }}$word" in
        {}) at="${{at:+$at }}$word" ;;
        esac
    done
    case "$at" in
{}    case "$previous" in
{}    esac
    if [[ -z $previous && -z $subs ]]; then
        case "$at" in
{}        esac
    fi
)",
                       parts.takers, parts.paths, parts.words, parts.options, parts.commands);
}

} // namespace

std::string bashCompletion(const CLI::App& app)
{
    return fmt::format(R"(# Completion of ratewarden-ctl for bash; made by: ratewarden-ctl completion bash
_ratewarden_ctl() {{
    local current=${{COMP_WORDS[COMP_CWORD]}}
    local before=("${{COMP_WORDS[@]:1:COMP_CWORD-1}}")
{}    COMPREPLY=()
    if [[ -n $previous ]]; then
        [[ -n $choices ]] && COMPREPLY=($(compgen -W "$choices" -- "$current"))
    elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$opts" -- "$current"))
    else
        COMPREPLY=($(compgen -W "$subs $choices" -- "$current"))
    fi
}}
complete -o default -F _ratewarden_ctl ratewarden-ctl
)",
                       finder(partsOf(app)));
}

std::string zshCompletion(const CLI::App& app)
{
    return fmt::format(R"(#compdef ratewarden-ctl
# Completion of ratewarden-ctl for zsh; made by: ratewarden-ctl completion zsh
_ratewarden-ctl() {{
    local current=${{words[CURRENT]}}
    local -a before
    before=("${{(@)words[2,CURRENT-1]}}")
{}    if [[ -n $previous ]]; then
        if [[ -n $choices ]]; then compadd -- ${{=choices}}; else _files; fi
    elif [[ $current == -* ]]; then
        compadd -- ${{=opts}}
    elif [[ -n $subs$choices ]]; then
        compadd -- ${{=subs}} ${{=choices}}
    else
        _files
    fi
}}
# The first call from a folder of functions runs this file, the next ones the function of the same name.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _ratewarden-ctl "$@"
else
    compdef _ratewarden-ctl ratewarden-ctl
fi
)",
                       finder(partsOf(app)));
}

} // namespace ratewarden::ctl
