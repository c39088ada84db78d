// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"

#include <array>

/// The commands of ratewarden-ctl: each group has a file of its own and a row here.
namespace ratewarden::ctl {

using AddCommands = void(CLI::App& app, Terminal& terminal);

AddCommands addTokensCommand;
AddCommands addTopCommand;
AddCommands addMetricsCommand;
AddCommands addDecisionCommands; ///< check, settle, peek, charge, give-back
AddCommands addSlotsCommand;
AddCommands addExplainCommand;
AddCommands addDenialsCommand;
AddCommands addDifferentCommand;
AddCommands addResetCommand;
AddCommands addControlCommands; ///< block, unblock, override
AddCommands addControlLists;    ///< blocks, overrides
AddCommands addKeyCommands;     ///< inspect, keys
AddCommands addWarningCommands; ///< warnings, remove-lock
AddCommands addWatchCommand;
AddCommands addHistoryCommand;
AddCommands addNodesCommand;
AddCommands addPolicyCommands; ///< policy list, show, …
AddCommands addMarkCommand;
AddCommands addAuditCommands;  ///< audit, audit undo, audit export
AddCommands addFormatCommands; ///< format list, format test, format new
AddCommands addLabCommands;    ///< lab try, peaks, propose, test
AddCommands addLabTraffic;     ///< lab generate, lab pack
AddCommands addLabCapture;     ///< lab capture, lab profiles
AddCommands addLabLive;        ///< lab live, lab clean
AddCommands addScriptCommand;
AddCommands addMetaCommands; ///< help, completion, manual

inline constexpr std::array commandGroups{
    addTokensCommand,  addTopCommand,     addMetricsCommand,   addDecisionCommands, addSlotsCommand,
    addExplainCommand, addDenialsCommand, addDifferentCommand, addResetCommand,     addControlCommands,
    addControlLists,   addKeyCommands,    addWarningCommands,  addWatchCommand,     addHistoryCommand,
    addNodesCommand,   addPolicyCommands, addMarkCommand,      addAuditCommands,    addFormatCommands,
    addLabCommands,    addLabTraffic,     addLabCapture,       addLabLive,          addScriptCommand,
    addMetaCommands};

} // namespace ratewarden::ctl
