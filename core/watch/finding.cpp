// SPDX-License-Identifier: MIT
#include "core/watch/finding.h"

#include "core/formats/format.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

FindingSeverity severityOf(ServerWarningCode code)
{
    switch (code) {
    case ServerWarningCode::HasEvicted:
    case ServerWarningCode::CertificateEnds:
        return FindingSeverity::Critical;
    case ServerWarningCode::EvictsAnyKey:
    case ServerWarningCode::EvictsExpiring:
        break;
    }
    return FindingSeverity::Warning;
}

FindingSeverity severityOf(WarningCode code)
{
    switch (code) {
    case WarningCode::StaleLock:
    case WarningCode::StaleSlots:
        return FindingSeverity::Critical;
    case WarningCode::AbsurdExpiry:
    case WarningCode::EarlyRetries:
        return FindingSeverity::Note;
    case WarningCode::WrongUnit: // or the keys are another limiter's
    case WarningCode::CounterFell:
    case WarningCode::AboveLimit:
    case WarningCode::Ahead:
    case WarningCode::ClocksDiffer:
    case WarningCode::TooLarge:
    case WarningCode::RetryStorm:
    case WarningCode::Negative:
    case WarningCode::NoExpiry:
    case WarningCode::Untrimmed:
    case WarningCode::AddressList:
        break;
    }
    return FindingSeverity::Warning;
}

FindingSeverity severityOf(PatternCode code)
{
    switch (code) {
    case PatternCode::SharedAddress:
        return FindingSeverity::Critical;
    case PatternCode::HotKey:
    case PatternCode::TwoAlgorithms:
    case PatternCode::TwoPolicies:
        return FindingSeverity::Warning;
    case PatternCode::UnusedPolicy:
        break;
    }
    return FindingSeverity::Note;
}

} // namespace

std::string_view nameOf(PatternCode code)
{
    constexpr std::array<std::string_view, patternCodeCount> names{
        "shared-address", "hot-key", "two-algorithms", "two-policies", "unused-policy"};
    return names.at(std::size_t(code));
}

std::string_view nameOf(const FindingKind& kind)
{
    return std::visit([](auto code) { return nameOf(code); }, kind);
}

std::string_view nameOf(FindingSeverity severity)
{
    constexpr std::array<std::string_view, 3> names{"critical", "warning", "note"};
    return names.at(std::size_t(severity));
}

FindingSeverity severityOf(const FindingKind& kind)
{
    return std::visit([](auto code) { return severityOf(code); }, kind);
}

FindingRemedy remedyOf(const FindingKind& kind)
{
    const WarningCode* const code = std::get_if<WarningCode>(&kind);
    if (!code)
        return FindingRemedy::None;
    switch (*code) {
    case WarningCode::NoExpiry:
        return FindingRemedy::SetEnd;
    case WarningCode::StaleLock:
        return FindingRemedy::RemoveLocks;
    case WarningCode::StaleSlots:
        return FindingRemedy::FreeSlots;
    case WarningCode::WrongUnit:
    case WarningCode::Ahead:
    case WarningCode::Negative:
    case WarningCode::Untrimmed:
        return FindingRemedy::Reset;
    case WarningCode::CounterFell:
    case WarningCode::AboveLimit:
    case WarningCode::ClocksDiffer:
    case WarningCode::TooLarge:
    case WarningCode::RetryStorm:
    case WarningCode::AddressList:
    case WarningCode::EarlyRetries:
    case WarningCode::AbsurdExpiry:
        break;
    }
    return FindingRemedy::None;
}

FindingName Finding::name() const
{
    return {std::string(nameOf(kind)), format ? std::string(format->name()) : std::string(), group};
}

Finding findingOf(const ServerWarning& warning, Instant at)
{
    Finding finding;
    finding.kind = warning.code;
    finding.server = warning;
    finding.firstSeen = finding.lastSeen = at;
    return finding;
}

Finding findingOf(const WarningGroup& group, Instant at)
{
    Finding finding;
    finding.kind = group.code;
    finding.format = group.format;
    finding.group = group.policy;
    finding.others = group.others;
    finding.tokens = group.tokens;
    finding.samples = group.samples;
    finding.firstSeen = group.since;
    finding.lastSeen = std::max(at, group.since);
    return finding;
}

} // namespace ratewarden
