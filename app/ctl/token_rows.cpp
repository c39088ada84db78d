// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/token_rows.h"

#include "app/ctl/decision_text.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/leased_units.h"
#include "core/model/glob.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <limits>

namespace ratewarden::ctl {
namespace {

/// The larger, the more of its kind.
double amount(const ListedToken& row, TokenOrder order)
{
    switch (order) {
    case TokenOrder::Used:
        return row.tightest ? row.tightest->share() : -1;
    case TokenOrder::Left:
        return row.tightest ? -double(row.tightest->remaining()) : -std::numeric_limits<double>::infinity();
    case TokenOrder::Next:
        return row.wait                             ? double(row.wait->count())
               : row.status == TokenStatus::Unknown ? -1
                                                    : std::numeric_limits<double>::infinity();
    case TokenOrder::Denied:
        return row.denied();
    case TokenOrder::State:
    case TokenOrder::Token:
    case TokenOrder::Policy:
        break;
    }
    return 0;
}

std::partial_ordering byOrder(const ListedToken& a, const ListedToken& b, TokenOrder order)
{
    const auto urgency = [](const ListedToken& row) {
        return urgencyOf(row.status, row.denied(), row.wait.value_or(Micros::max()), row.steadyShare);
    };
    if (order == TokenOrder::State)
        return urgency(b) <=> urgency(a); // the most first
    if (order == TokenOrder::Token)
        return a.subject.token <=> b.subject.token;
    if (order == TokenOrder::Policy)
        return a.subject.policy <=> b.subject.policy;
    return amount(b, order) <=> amount(a, order);
}

std::string usedText(const ListedToken& row)
{
    if (row.tightest)
        return fmt::format("{}", row.tightest->used);
    return row.used ? fmt::format("{}", *row.used) : "?";
}

std::string nextText(const ListedToken& row)
{
    if (row.wait)
        return *row.wait <= Micros::zero() ? "now" : durationText(*row.wait);
    return row.status == TokenStatus::Unknown ? "?" : "never";
}

// A candidate denies nobody.
Cell stateCell(const ListedToken& row)
{
    if (row.status == TokenStatus::Limited && isCandidate(row.subject.policy))
        return {"would deny", Tone::Quiet};
    return {nameOf(row.status), toneOf(row.status)};
}

Cell deniedCell(const ListedToken& row)
{
    if (!row.rates)
        return {"?", Tone::Quiet};
    if (isCandidate(row.subject.policy))
        return Cell(fmt::format("{:.1f}", row.denied()));
    return row.denied() > 0 ? Cell(fmt::format("{:.1f}", row.denied()), Tone::Bad) : Cell("0", Tone::Quiet);
}

std::string ruleText(const ListedToken& row)
{
    if (row.isUnread)
        return row.problem;
    if (row.tightest)
        return notation(row.tightest->rule) + (row.overridden ? " (override)" : "");
    return row.window ? fmt::format("? in {}", durationText(*row.window)) : "?";
}

} // namespace

ListedToken listedToken(const Reading& reading, bool withRules)
{
    ListedToken row;
    static_cast<TokenFigures&>(row) = figuresOf(reading);
    row.subject = reading.subject;
    row.at = reading.at;
    if (row.tightest) {
        row.reserved = openUnits(reading, reading.decision->tightestRule());
        row.leased = unitsInLeases(reading, reading.decision->tightestRule());
        row.isAboveLimit = std::ranges::any_of(reading.decision->usage, [](const RuleUsage& usage) {
            return usage.used > usage.rule.capacity();
        });
        if (withRules) {
            row.rules = rulesJson(*reading.decision);
            for (std::size_t i = 0; i < row.rules.size(); ++i) {
                row.rules[i]["leased"] = orNull(unitsInLeases(reading, i));
                row.rules[i]["reserved"] = orNull(openUnits(reading, i));
            }
        }
        const std::vector<std::string> names = reading.subject.format->ruleNames();
        for (std::size_t i = 0; i < std::min(names.size(), row.rules.size()); ++i)
            row.rules[i]["name"] = printable(names[i]);
    } else {
        row.window = reading.window;
    }
    if (reading.block)
        row.blockedUntil = reading.block->until;
    row.warnings = WarningSet(reading.warnings);
    if (reading.problem)
        row.problem = englishText(reading.problem);
    return row;
}

std::string formatText(const Format& format)
{
    return std::string(format.name()) + (guessOf(format) ? "?" : "");
}

bool showsBlock(const Subject& subject, TokenStatus status)
{
    return status == TokenStatus::Blocked && subject.format->hasState() && subject.format->isOurs() &&
           !isCandidate(subject.policy);
}

void TokenTotals::add(const ListedToken& row)
{
    if (isCandidate(row.subject.policy))
        return;
    ++counts.at(std::size_t(row.status));
    if (row.rates) {
        allowed = allowed.value_or(0) + row.rates->allowed;
        denied = denied.value_or(0) + row.rates->denied;
    }
    if (row.inFlight)
        inFlight = inFlight.value_or(0) + *row.inFlight;
    if (row.mostReserved)
        reserved = reserved.value_or(0) + *row.mostReserved;
    if (row.mostLeased)
        leased = leased.value_or(0) + *row.mostLeased;
    if (row.tightest)
        aboveLimit = aboveLimit.value_or(0) + (row.isAboveLimit ? 1 : 0);
}

bool TokenChoice::takes(const ListedToken& row) const
{
    if (!states.empty() && !states.contains(row.status))
        return false;
    if (policy ? row.subject.policy != *policy : isCandidate(row.subject.policy) && !filter.namesCandidate())
        return false;
    if (!format.empty() && row.subject.format->name() != format)
        return false;
    if (!match.empty() && !matchesGlob(match, row.subject.token))
        return false;
    return filter.ask(factsOf(row.subject, row, row.warnings)) == TokenFilter::Answer::Yes;
}

bool comesBefore(const ListedToken& a, const ListedToken& b, TokenOrder order, bool reversed)
{
    const std::partial_ordering first = byOrder(a, b, order);
    if (std::is_neq(first))
        return reversed ? std::is_gt(first) : std::is_lt(first);
    if (const auto token = a.subject.token <=> b.subject.token; std::is_neq(token))
        return std::is_lt(token);
    if (const auto policy = a.subject.policy <=> b.subject.policy; std::is_neq(policy))
        return std::is_lt(policy);
    return a.subject.format->name() < b.subject.format->name();
}

Tone toneOf(TokenStatus status)
{
    switch (status) {
    case TokenStatus::Limited:
    case TokenStatus::Blocked:
        return Tone::Bad;
    case TokenStatus::Near:
        return Tone::Warning;
    case TokenStatus::Ok:
        return Tone::Good;
    case TokenStatus::Idle:
    case TokenStatus::Unknown:
        break;
    }
    return Tone::Quiet;
}

Table tokenTable(const std::vector<const ListedToken*>& rows)
{
    const bool showsDenied =
        std::ranges::any_of(rows, [](const ListedToken* row) { return row->rates.has_value(); });
    const bool showsFormat =
        !std::ranges::all_of(rows, [](const ListedToken* row) { return row->subject.format->isOurs(); });
    const bool showsLeased =
        std::ranges::any_of(rows, [](const ListedToken* row) { return row->leased.value_or(0) > 0; });
    const bool showsReserved =
        std::ranges::any_of(rows, [](const ListedToken* row) { return row->reserved.value_or(0) > 0; });
    std::vector<Table::Column> columns{
        {"TOKEN", Table::Long}, {"POLICY", Table::Long}, {"STATE"}, {"USED", Table::Number}};
    if (showsReserved)
        columns.push_back({"RESERVED", Table::Number});
    if (showsLeased)
        columns.push_back({"LEASED", Table::Number});
    columns.push_back({"LEFT", Table::Number});
    columns.push_back({"NEXT", Table::Number});
    if (showsDenied)
        columns.push_back({"DENIED/S", Table::Number});
    columns.push_back({"RULE", Table::Long});
    if (showsFormat)
        columns.push_back({"FORMAT", Table::Long});
    Table table(std::move(columns));
    for (const ListedToken* const row : rows) {
        std::vector<Cell> cells{printable(row->subject.token), printable(row->subject.policy),
                                stateCell(*row), usedText(*row)};
        if (showsReserved)
            cells.push_back(row->reserved ? Cell(fmt::format("{}", *row->reserved)) : Cell("-", Tone::Quiet));
        if (showsLeased)
            cells.push_back(row->leased ? Cell(fmt::format("{}", *row->leased)) : Cell("-", Tone::Quiet));
        cells.emplace_back(row->tightest ? fmt::format("{}", row->tightest->remaining()) : "?");
        cells.emplace_back(nextText(*row));
        if (showsDenied)
            cells.push_back(deniedCell(*row));
        cells.emplace_back(ruleText(*row), row->problem.empty() ? Tone::Plain : Tone::Bad);
        if (row->subject.policy.empty())
            cells[1] = {"(all)", Tone::Quiet};
        if (showsFormat)
            cells.emplace_back(formatText(*row->subject.format));
        table.add(std::move(cells));
    }
    return table;
}

Json json(const ListedToken& row)
{
    const std::optional<RuleUsage>& tightest = row.tightest;
    const PrefixUse* const guess = guessOf(*row.subject.format);
    return {{"token", printable(row.subject.token)},
            {"policy", row.subject.policy.empty() ? Json(nullptr) : Json(printable(row.subject.policy))},
            {"format", row.subject.format->name()},
            {"guess", guess != nullptr},
            {"confidence", guess ? Json(guess->confidence) : Json(1)},
            {"state", nameOf(row.status)},
            {"rule", tightest ? Json(notation(tightest->rule)) : Json(nullptr)},
            {"used", tightest ? Json(tightest->used) : orNull(row.used)},
            {"leased", orNull(row.leased)},
            {"reserved", orNull(row.reserved)},
            {"remaining", tightest ? Json(tightest->remaining()) : Json(nullptr)},
            {"window_us", tightest ? Json(tightest->rule.window.count()) : orNull(row.window)},
            {"retry_after_us", orNull(row.wait)},
            {"blocked_until_us", orNull(row.blockedUntil)},
            {"overridden", row.overridden},
            {"allowed_per_s", row.rates ? Json(row.rates->allowed) : Json(nullptr)},
            {"denied_per_s", row.rates ? Json(row.rates->denied) : Json(nullptr)},
            {"at_us", row.at.time_since_epoch().count()},
            {"rules", row.rules.is_null() ? Json::array() : row.rules},
            {"problem", row.problem.empty() ? Json(nullptr) : Json(row.problem)}};
}

} // namespace ratewarden::ctl
