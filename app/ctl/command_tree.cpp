// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command_tree.h"

namespace ratewarden::ctl {
namespace {

void visitBelow(const CLI::App& app, const std::string& path,
                const std::function<void(const CLI::App&, const std::string&)>& visit)
{
    for (const CLI::App* const command : commandsOf(app)) {
        const std::string name = path + (path.empty() ? "" : " ") + command->get_name();
        visit(*command, name);
        visitBelow(*command, name, visit);
    }
}

} // namespace

std::vector<const CLI::App*> commandsOf(const CLI::App& app)
{
    return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<std::string> commandNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* const each : commandsOf(app))
        names.push_back(each->get_name());
    return names;
}

void visitCommands(const CLI::App& app,
                   const std::function<void(const CLI::App& command, const std::string& path)>& visit)
{
    visitBelow(app, {}, visit);
}

std::vector<OptionOf> optionsOf(const CLI::App& command)
{
    std::vector<OptionOf> options;
    for (const CLI::Option* const option : command.get_options()) {
        OptionOf one;
        one.isArgument = option->get_positional();
        if (one.isArgument)
            one.names.push_back(option->get_name(true));
        for (const std::string& name : option->get_lnames())
            one.names.push_back("--" + name);
        for (const std::string& name : option->get_snames())
            one.names.push_back("-" + name);
        one.takesValue = option->get_items_expected_max() > 0;
        one.takesMany = option->get_items_expected_max() > 1;
        one.isRequired = option->get_required();
        one.fallback = option->get_default_str();
        one.help = option->get_description();
        options.push_back(std::move(one));
    }
    return options;
}

} // namespace ratewarden::ctl
