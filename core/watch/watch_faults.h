// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// What can be wrong with alerts, and with the histories that a watcher keeps.
namespace ratewarden::Fault {

// Alerts.
inline constexpr FaultCode NoAlert{FAULT_TEXT("there is no alert in it, and so nothing to watch")};
inline constexpr FaultCode AlertTwice{
    FAULT_TEXT("an alert before it is called “%1”, too; alerts are told apart by their names")};
inline constexpr FaultCode AlertMeasure{
    FAULT_TEXT("“%1” is measured of the whole server: remove the filter")};
inline constexpr FaultCode AlertBound{
    FAULT_TEXT("an alert has either “above” or “below”: the figure of “%1” at which it fires")};
inline constexpr FaultCode AlertBack{
    FAULT_TEXT("“%1” must not lie beyond “%2”: the alert would recover while it still fires")};
inline constexpr FaultCode AlertNever{FAULT_TEXT("the figure of “%1” never gets there")};
inline constexpr FaultCode AlertDuration{FAULT_TEXT("it must last from %1 to %2")};
inline constexpr FaultCode AlertTime{FAULT_TEXT("“%1” is no time; write it as in 2026-12-01T08:00:00Z")};
inline constexpr FaultCode AlertTeller{FAULT_TEXT("either “command” or “webhook” says how to tell")};
inline constexpr FaultCode AlertPath{
    FAULT_TEXT("the path must be absolute, as in %1: the folder it is used from may be any")};
inline constexpr FaultCode AlertCommand{
    FAULT_TEXT("it names no program: the first is its path, as in %1, and the others its arguments")};
inline constexpr FaultCode GoesWith{FAULT_TEXT("“%1” goes with “%2” only")};
inline constexpr FaultCode AlertWebhook{
    FAULT_TEXT("a webhook's address begins with https:// or http://, and a host follows; user and password, "
               "spaces and # have no place in it")};
inline constexpr FaultCode AlertHistory{FAULT_TEXT("it is a whole number from %1 to %2")};

// Histories.
inline constexpr FaultCode HistoryMissing{
    FAULT_TEXT("%1: there is no history yet; a watcher begins it whose alerts name this file")};
inline constexpr FaultCode HistoryForeign{
    FAULT_TEXT("%1 is no history, and was left as it is; name another file")};
inline constexpr FaultCode HistoryNewer{FAULT_TEXT(
    "%1 has schema %2 of a newer version of this program, which knows up to %3; it was left as it is")};
inline constexpr FaultCode HistoryDamaged{
    FAULT_TEXT("%1 is damaged: %2; it was left as it is. Move it away to begin a new history")};
inline constexpr FaultCode HistoryBusy{
    FAULT_TEXT("%1: another watcher writes this history; each needs a file of its own")};
inline constexpr FaultCode HistoryHeld{
    FAULT_TEXT("%1: another program has been reading this history for so long that it cannot grow")};
inline constexpr FaultCode HistoryFailed{FAULT_TEXT("%1: %2")};

} // namespace ratewarden::Fault
