// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"

#include <array>
#include <string_view>

/// The commands of ratewarden-ctl: each group has a file of its own and a row here.
namespace ratewarden::ctl {

using AddCommands = void(CLI::App& app, Terminal& terminal);

AddCommands addTokensCommand;
AddCommands addTopCommand;
AddCommands addMetricsCommand;
AddCommands addDecisionCommands;
AddCommands addSlotsCommand;
AddCommands addExplainCommand;
AddCommands addDenialsCommand;
AddCommands addDifferentCommand;
AddCommands addResetCommand;
AddCommands addControlCommands;
AddCommands addControlLists;
AddCommands addKeyCommands;
AddCommands addWarningCommands;
AddCommands addWatchCommand;
AddCommands addHistoryCommand;
AddCommands addNodesCommand;
AddCommands addPolicyCommands;
AddCommands addMarkCommand;
AddCommands addAuditCommands;
AddCommands addFormatCommands;
AddCommands addLabCommands;
AddCommands addLabTraffic;
AddCommands addLabCapture;
AddCommands addLabLive;
AddCommands addScriptCommand;
AddCommands addMetaCommands;

struct CommandGroup {
    AddCommands* add;
    /// Of its commands, with spaces between; a start of one that is not here declares all commands.
    std::string_view names;
};

inline constexpr std::array commandGroups{
    CommandGroup{addTokensCommand, "tokens"},
    CommandGroup{addTopCommand, "top"},
    CommandGroup{addMetricsCommand, "metrics"},
    CommandGroup{addDecisionCommands, "check settle peek charge give-back"},
    CommandGroup{addSlotsCommand, "slots"},
    CommandGroup{addExplainCommand, "explain"},
    CommandGroup{addDenialsCommand, "denials"},
    CommandGroup{addDifferentCommand, "different"},
    CommandGroup{addResetCommand, "reset"},
    CommandGroup{addControlCommands, "block unblock override"},
    CommandGroup{addControlLists, "blocks overrides"},
    CommandGroup{addKeyCommands, "inspect keys"},
    CommandGroup{addWarningCommands, "warnings remove-lock"},
    CommandGroup{addWatchCommand, "watch"},
    CommandGroup{addHistoryCommand, "history"},
    CommandGroup{addNodesCommand, "nodes"},
    CommandGroup{addPolicyCommands, "policy"},
    CommandGroup{addMarkCommand, "mark"},
    CommandGroup{addAuditCommands, "audit"},
    CommandGroup{addFormatCommands, "format"},
    CommandGroup{addLabCommands, "lab"},
    CommandGroup{addLabTraffic, "lab"},
    CommandGroup{addLabCapture, "lab"},
    CommandGroup{addLabLive, "lab"},
    CommandGroup{addScriptCommand, "script"},
    CommandGroup{addMetaCommands, "help version completion manual help-json complete"},
};

} // namespace ratewarden::ctl
