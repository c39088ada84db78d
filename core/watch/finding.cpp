// SPDX-License-Identifier: MIT
#include "core/watch/finding.h"

#include "core/formats/format.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

using Severity = FindingSeverity;

/// What a warning of keys comes to, in the order of the codes.
struct WarningRow {
    WarningCode code;
    FindingSeverity severity;
    FindingRemedy remedy = FindingRemedy::None;
};
constexpr std::array warningRows{
    WarningRow{WarningCode::StaleLock, Severity::Critical, FindingRemedy::RemoveLocks},
    WarningRow{WarningCode::StaleSlots, Severity::Critical, FindingRemedy::FreeSlots},
    WarningRow{WarningCode::WrongUnit, Severity::Warning, // or the keys are another limiter's
               FindingRemedy::Reset},
    WarningRow{WarningCode::CounterFell, Severity::Warning},
    WarningRow{WarningCode::AboveLimit, Severity::Warning},
    WarningRow{WarningCode::Ahead, Severity::Warning, FindingRemedy::Reset},
    WarningRow{WarningCode::ClocksDiffer, Severity::Warning},
    WarningRow{WarningCode::TooLarge, Severity::Warning},
    WarningRow{WarningCode::RetryStorm, Severity::Warning},
    WarningRow{WarningCode::Negative, Severity::Warning, FindingRemedy::Reset},
    WarningRow{WarningCode::NoExpiry, Severity::Warning, FindingRemedy::SetEnd},
    WarningRow{WarningCode::Untrimmed, Severity::Warning, FindingRemedy::Reset},
    WarningRow{WarningCode::AddressList, Severity::Warning},
    WarningRow{WarningCode::EarlyRetries, Severity::Note},
    WarningRow{WarningCode::AbsurdExpiry, Severity::Note},
};
static_assert(warningRows.size() == warningCodeCount &&
              std::ranges::is_sorted(warningRows, {}, &WarningRow::code));

FindingSeverity severityOf(WarningCode code)
{
    return warningRows.at(std::size_t(code)).severity;
}

FindingSeverity severityOf(ServerWarningCode code)
{
    const bool isCritical =
        code == ServerWarningCode::HasEvicted || code == ServerWarningCode::CertificateEnds;
    return isCritical ? Severity::Critical : Severity::Warning;
}

FindingSeverity severityOf(PatternCode code)
{
    constexpr std::array<FindingSeverity, patternCodeCount> severities{
        Severity::Critical, Severity::Warning, Severity::Warning, Severity::Warning, Severity::Note};
    return severities.at(std::size_t(code));
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
    return code ? warningRows.at(std::size_t(*code)).remedy : FindingRemedy::None;
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
