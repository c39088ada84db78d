// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// What can be wrong with keys and their values, and why a change of them cannot be planned. Where only %1
/// stands for something, that is the format's title, the token or the key, whichever the sentence is about.
namespace ratewarden::Fault {

// Keys and their values.
inline constexpr FaultCode OverrideUnreadable{
    FAULT_TEXT("the override of %1 under %2 cannot be read; lift it")};
inline constexpr FaultCode NotOurLog{
    FAULT_TEXT("this is not a log of Ratewarden's; another program may use its key")};
inline constexpr FaultCode NotOurDenials{
    FAULT_TEXT("this is not what Ratewarden's limiters remember of denials")};
inline constexpr FaultCode NotOurCounts{
    FAULT_TEXT("these are not counts of Ratewarden's; another program may use their key")};
inline constexpr FaultCode NoSuchGroup{FAULT_TEXT("%1 is no group of keys of %2")};
inline constexpr FaultCode OtherTypeOfKey{FAULT_TEXT("a key of %1 holds another type than %2 writes")};
inline constexpr FaultCode WrongTypeOfKey{FAULT_TEXT("%1 is a %2 instead of a %3")};
inline constexpr FaultCode WrongValue{FAULT_TEXT("the value of %1 is not %2")};
inline constexpr FaultCode WrongField{FAULT_TEXT("the field %1 of %2 is not %3")};
inline constexpr FaultCode FieldMissing{FAULT_TEXT("%1 has no field %2")};
inline constexpr FaultCode MoreFields{FAULT_TEXT("%1 has unexpected fields")};
inline constexpr FaultCode MoreTokens{FAULT_TEXT("%1 holds %2 tokens; at most %3 of them are read")};
/// The key.
inline constexpr FaultCode TooManySlices{FAULT_TEXT("%1 has more slices than are read at once")};
inline constexpr FaultCode WhichToken{FAULT_TEXT("%1 holds %2 tokens: say which one is meant")};
inline constexpr FaultCode WrongEntry{FAULT_TEXT("an entry is not this format's")};
inline constexpr FaultCode EntryOrScore{FAULT_TEXT("an entry and its score are different times")};
inline constexpr FaultCode EntryId{FAULT_TEXT("an entry's id is not a time")};
inline constexpr FaultCode EntryMoment{FAULT_TEXT("an entry is not a plausible time")};
inline constexpr FaultCode WrongMoment{FAULT_TEXT("%1 is not a plausible time")};
inline constexpr FaultCode WrongWindow{FAULT_TEXT("the window is longer than ten years, or not a window")};
inline constexpr FaultCode ModuleValue{FAULT_TEXT("values of the type %1 cannot be shown")};
inline constexpr FaultCode SameName{FAULT_TEXT("the new name is empty, or the same")};
inline constexpr FaultCode EndBeforeEpoch{FAULT_TEXT("a key cannot expire before 1970")};
inline constexpr FaultCode NameTaken{FAULT_TEXT("%1 was not renamed: there is a key %2")};
inline constexpr FaultCode KeyGone{FAULT_TEXT("key %1 no longer exists")};
inline constexpr FaultCode EndIsPast{FAULT_TEXT("%1 would be deleted at once: that time has passed")};

// Plans of changes.
inline constexpr FaultCode SlotsByHand{FAULT_TEXT("units are neither charged nor given back by hand under "
                                                  "“%1”, as a charge would hold a slot that no request has")};
inline constexpr FaultCode NoState{FAULT_TEXT("%1 has no state here")};
inline constexpr FaultCode StateUnread{FAULT_TEXT("the state of %1 has not been read")};
/// The token, the format.
inline constexpr FaultCode WrongUnit{
    FAULT_TEXT("the times of %1 are in another unit than %2 reads: reset it first")};
inline constexpr FaultCode StateMoves{
    FAULT_TEXT("the state changed each time before it could be written; try again")};
inline constexpr FaultCode NoStaleLock{FAULT_TEXT("there is no lock of %1 here that never expires")};
inline constexpr FaultCode KeepsNoSlots{
    FAULT_TEXT("%1 has no slots here: it does not keep the requests in flight one by one")};
/// The format.
inline constexpr FaultCode SlotsStay{FAULT_TEXT(
    "%1 also counts its slots in another key: one that is freed here would be counted there for good")};
inline constexpr FaultCode SlotAges{FAULT_TEXT("how old the slots of %1 are is not known: its keys tell when "
                                               "they end, and no rule tells how long they live")};
inline constexpr FaultCode LockChanged{
    FAULT_TEXT("the lock is not the one that was seen before: its owner is alive, so it stays")};
inline constexpr FaultCode RulesUnknown{FAULT_TEXT("the rules of the policy “%1” are not known")};
inline constexpr FaultCode NeedsLimit{
    FAULT_TEXT("this needs the limit, which %1 does not store: give the rules")};
inline constexpr FaultCode NeedsWindow{
    FAULT_TEXT("this needs the window, which %1 does not store: give the rules")};
inline constexpr FaultCode LimitOfZero{FAULT_TEXT("a limit of 0 already denies every request")};
inline constexpr FaultCode RefillUnknown{FAULT_TEXT("the refill of this bucket is not known")};
inline constexpr FaultCode CalendarWindow{FAULT_TEXT(
    "%1: its next window begins by the calendar, and a block cannot last beyond the current window")};
inline constexpr FaultCode OneWindow{
    FAULT_TEXT("%1: all rules of a token share its window; give them the same one")};
inline constexpr FaultCode CountsNothing{FAULT_TEXT("%1: these keys hold no counter")};
inline constexpr FaultCode UnblockFirst{FAULT_TEXT("it is blocked: unblock it first")};
inline constexpr FaultCode TooManyEntries{FAULT_TEXT("it would take %1 entries; at most %2 are written")};
inline constexpr FaultCode TooManyKeys{
    FAULT_TEXT("the block would take %1 keys, one for each window; at most %2 are written")};
inline constexpr FaultCode SettingsGone{
    FAULT_TEXT("%1: its settings are gone, and nothing can be written without them")};
inline constexpr FaultCode RulesGone{FAULT_TEXT("%1: its rules are stored in the key, which does not exist: "
                                                "nothing can be written before the next request")};
inline constexpr FaultCode BlockTooShort{FAULT_TEXT("a block lasts longer than 0 s")};
inline constexpr FaultCode BlockTooLong{
    FAULT_TEXT("a block of another limiter's token lasts 370 days at most")};
inline constexpr FaultCode UnitsNotWhole{
    FAULT_TEXT("only a whole number of units can be charged or given back")};
inline constexpr FaultCode MomentTooFar{
    FAULT_TEXT("this would write a time more than 370 days ahead, which readers reject")};
inline constexpr FaultCode NamedOnly{FAULT_TEXT("%1: its keys are named only, and never changed")};
inline constexpr FaultCode RecognisedOnly{FAULT_TEXT("%1 is only recognized: what to write is not known")};
inline constexpr FaultCode NoPermanentBlock{FAULT_TEXT("%1 has no block for good; the longest lasts %2: %3")};
inline constexpr FaultCode NoTimedBlock{
    FAULT_TEXT("%1: what is left has no window, and a block would not end by itself. Block it for good; undo "
               "the block, or give units back, to let it pass again")};
inline constexpr FaultCode QuotaGone{
    FAULT_TEXT("%1: there is no quota here, and only its own program knows how much it was")};
inline constexpr FaultCode DeniedForGood{
    FAULT_TEXT("%1: the token is denied without an end, which a block would bring: no block for good can be "
               "written. Reset it to let it pass again")};
inline constexpr FaultCode KeyPerWindow{FAULT_TEXT("each window has its own key")};
inline constexpr FaultCode NextByCalendar{FAULT_TEXT("its next window begins by the calendar")};
inline constexpr FaultCode StoresMoments{
    FAULT_TEXT("it stores times, and readers reject a time more than 370 days ahead")};
inline constexpr FaultCode RefusalsRefresh{FAULT_TEXT("a denied request renews the key's usual expiry")};
inline constexpr FaultCode ListTooLong{
    FAULT_TEXT("%1 has %2 members, too many to be put back by an undo: change it with SADD and SREM")};
inline constexpr FaultCode NoOverrides{
    FAULT_TEXT("%1 takes its rules from its own program: it has no overrides here")};
inline constexpr FaultCode ValueUnknown{FAULT_TEXT("%1: “%2” holds something that is not known")};
inline constexpr FaultCode LogTooLong{
    FAULT_TEXT("%1 has more entries than are read at once: it cannot be charged here")};

} // namespace ratewarden::Fault
