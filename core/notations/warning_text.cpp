// SPDX-License-Identifier: MIT
#include "core/model/fault_text.h"
#include "core/notations/notation.h"

namespace ratewarden {

const char* patternOf(const NotationWarning& warning)
{
    using Kind = NotationWarning::Kind;
    switch (warning.kind) {
    case Kind::WholeSecondsOnly:
        return FAULT_TEXT("%1 is left out: %2 supports whole seconds only");
    case Kind::OneUnitOnly:
        return FAULT_TEXT("%1 is left out: %2 supports these windows only: %3");
    case Kind::AtOnceLost:
        return FAULT_TEXT("%1 is left out: %2 does not count requests at once");
    case Kind::LimitTooLarge:
        return FAULT_TEXT("%1 is left out: the largest limit of %2 is %4");
    case Kind::BurstLost:
        return FAULT_TEXT("%1 is written without its burst: %2 has none");
    case Kind::OneLimitEach:
        return FAULT_TEXT("%2 has one limit per descriptor: send every request with all of these keys; it is "
                          "charged under each key that has room");
    case Kind::FixedWindows:
        return warning.algorithm ? FAULT_TEXT("%2 counts in fixed windows, unlike %5")
                                 : FAULT_TEXT("%2 counts in fixed windows");
    case Kind::TwoCounters:
        return warning.algorithm ? FAULT_TEXT("%2 estimates sliding windows from two counters, unlike %5")
                                 : FAULT_TEXT("%2 estimates sliding windows from two counters");
    case Kind::DeniedCount:
        return FAULT_TEXT("%2 also charges denied requests unless %3 is true; here they are free");
    case Kind::SeparateCounters:
        return FAULT_TEXT("In %2 each of these is a separate counter, charged only by requests that are sent "
                          "with it; here they are rules of one token: %3");
    case Kind::Unlimited:
        return FAULT_TEXT("No rule for what is unlimited: %3");
    case Kind::ShadowMode:
        return FAULT_TEXT("%2 denies nothing in shadow mode, but these rules will: %3");
    case Kind::Ignored:
        return FAULT_TEXT("Ignored: %3");
    case Kind::MonthLength:
        return FAULT_TEXT("A month is %4 days, as in %2");
    case Kind::YearLength:
        return FAULT_TEXT("A year is %4 days, as in %2");
    case Kind::CalendarMonth:
        return FAULT_TEXT("A month is read as %4 days; %2 uses calendar months");
    case Kind::CalendarYear:
        return FAULT_TEXT("A year is read as %4 days; %2 uses calendar years");
    case Kind::DeniesAll:
        return FAULT_TEXT("%1 denies every request");
    }
    return "";
}

} // namespace ratewarden
