// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl mark`: what happened outside, on every chart and in every explanation.
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/tokens.h"
#include "core/admin/audit.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

struct MarkOptions {
    std::string text;
    std::string by;
};

Exit mark(Terminal& terminal, const MarkOptions& options)
{
    constexpr std::size_t longest = 1000;
    if (options.text.empty() || options.text.size() > longest)
        throw InvalidArgument(fmt::format("say in 1 to {} bytes what happened", longest));
    const std::string id = terminal.auditing().trail->mark(terminal.server(), options.by, options.text);
    terminal.print({{"change", id}, {"text", printable(options.text)}},
                   fmt::format("marked in the audit trail: {}", printable(options.text)));
    return Done;
}

} // namespace

void addMarkCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<MarkOptions>(
        app, terminal, "mark",
        "Record what happened outside, such as a deployment: a line on charts, and in explanations",
        [](CLI::App& command, MarkOptions& options) {
            CLI::Option& text =
                *command.add_option("text", options.text, "What happened: \"deploy api 1.4\"");
            text.required();
            takeEscapes(command, text);
            addAuthorOption(command, options.by);
        },
        mark);
}

} // namespace ratewarden::ctl
