// SPDX-License-Identifier: MIT
#include "core/explain/denial_log.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/format.h"
#include "core/lab/log_reader.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t mostDenialsTold = 5;
/// Of one token; twice as many are held at most.
constexpr std::size_t mostCharges = 200'000;

using LineVisitor = std::function<void(const LogRequest&, std::string_view line, const LogFormat& format)>;

TrafficSummary visitLog(const std::string& path, const LogFields& fields, const std::stop_token& stop,
                        const LineVisitor& visit)
{
    ReadOptions options;
    options.fields = fields;
    options.stop = stop;
    options.visit = visit;
    return readTrafficFile(path, options).summary;
}

void cutCharges(std::vector<LoggedCharge>& charges)
{
    if (charges.size() > mostCharges)
        charges.erase(charges.begin(), charges.end() - std::ptrdiff_t(mostCharges));
}

/// In order of time, behind those that have the wanted id.
void addDenial(std::vector<LoggedDenial>& denials, LoggedDenial denial, const std::string& wanted)
{
    const auto rank = [&](const LoggedDenial& one) {
        return std::pair(wanted.empty() || one.note != wanted, one.at);
    };
    denials.insert(std::ranges::upper_bound(denials, rank(denial), {}, rank), std::move(denial));
    if (denials.size() > mostDenialsTold)
        denials.pop_back();
}

/// How a state counts, as far as that is known of others' layouts.
Keeps keepsOf(const Explanation& it)
{
    const Format& format = *it.subject.format;
    if (format.isOurs())
        return algorithmNamed(it.policy.policy.algorithm).keeps;
    // A window that begins with its first request has at most what came in as long a time.
    return format.drains() ? Keeps::Bucket : Keeps::Charges;
}

Instant beginOfWindow(Instant moment, Micros window)
{
    return moment - moment.time_since_epoch() % window;
}

/// The requests of (after, upTo].
std::span<const LoggedCharge> chargesIn(std::span<const LoggedCharge> all, Instant after, Instant upTo)
{
    const auto begin = std::ranges::upper_bound(all, after, {}, &LoggedCharge::at);
    const auto end = std::ranges::upper_bound(all, upTo, {}, &LoggedCharge::at);
    return begin < end ? std::span(begin, end) : std::span<const LoggedCharge>();
}

Units unitsIn(std::span<const LoggedCharge> charges, const Rule& rule)
{
    Units units = 0;
    for (const LoggedCharge& one : charges)
        units += rule.unitsOf(one.cost);
    return units;
}

/// What a bucket had in it, that frees a unit after the other.
Units levelAt(std::span<const LoggedCharge> charges, const Rule& rule, Instant at)
{
    const double perMicro = double(rule.limit) / double(rule.window.count());
    double level = 0;
    Instant last{};
    const auto drainTo = [&](Instant moment) {
        level = std::max(0.0, level - double((moment - last).count()) * perMicro);
        last = moment;
    };
    for (const LoggedCharge& one : charges) {
        drainTo(one.at);
        level += double(rule.unitsOf(one.cost));
    }
    drainTo(at);
    constexpr double rounding = 1e-6;
    return Units(std::ceil(level - rounding));
}

LoggedUse usedBy(std::span<const LoggedCharge> charges, const Rule& rule, Keeps keeps, Instant at)
{
    LoggedUse use;
    const Instant begin = beginOfWindow(at, rule.window);
    const bool isOfClock = keeps == Keeps::Counts || keeps == Keeps::SlidingCounts;
    const auto present = chargesIn(charges, isOfClock ? begin - Micros(1) : at - rule.window, at);
    use.used = keeps == Keeps::Bucket ? levelAt(chargesIn(charges, Instant::min(), at), rule, at)
                                      : unitsIn(present, rule);
    if (keeps == Keeps::SlidingCounts) {
        const auto former = chargesIn(charges, begin - rule.window - Micros(1), begin - Micros(1));
        const double left = double((begin + rule.window - at).count()) / double(rule.window.count());
        use.used += Units(std::floor(left * double(unitsIn(former, rule))));
    }
    if (present.empty())
        return use;
    use.requests = present.size();
    use.oldest = present.front().at;
    use.newest = present.back().at;
    for (const LoggedCharge& one : present)
        use.largest = std::max(use.largest, one.cost);
    return use;
}

/// Which of the open rules the log's requests had filled, if Redis does not tell, and it is one alone.
void concludeByLog(Explanation& it)
{
    if (it.cause != DenialCause::OneOf || it.log->denials.empty())
        return;
    std::vector<std::size_t> full;
    for (std::size_t i = 0; i < it.rules.size(); ++i) {
        const RuleThen& then = it.rules[i];
        if (then.isOpen() && then.logged &&
            then.logged->used + then.rule.unitsOf(it.denial.cost) > then.rule.capacity())
            full.push_back(i);
    }
    if (full.size() != 1)
        return;
    it.cause = DenialCause::Rule;
    it.certainty = Certainty::Estimate;
    it.rule = full.front();
}

} // namespace

TokenLog readTokenLog(const std::string& path, const DenialQuestion& question, const LogFields& fields,
                      const std::stop_token& stop)
{
    TokenLog log;
    LogFacts& facts = log.facts;
    const Instant from = question.denial.from - logSlack;
    const Instant to = question.denial.to + logSlack;
    facts.from = Instant::max();
    facts.to = Instant::min();
    const auto take = [&](const LogRequest& request, std::string_view line, const LogFormat& format) {
        ++facts.requests;
        facts.from = std::min(facts.from, request.time);
        facts.to = std::max(facts.to, request.time);
        if (request.token != question.token)
            return;
        ++facts.ofToken;
        const bool isThen = request.time >= from && request.time <= to;
        if (isRefusal(request.status) && isThen) {
            ++facts.deniedThen;
            addDenial(
                facts.denials,
                {request.time, request.cost, request.status, requestIdOf(line, format), zoneOf(line, format)},
                question.denial.note);
        }
        if (isRefusal(request.status) || request.status == 0 || request.time > to)
            return;
        log.charges.push_back({request.time, request.cost});
        if (log.charges.size() >= 2 * mostCharges)
            cutCharges(log.charges);
    };
    const TrafficSummary summary = visitLog(path, fields, stop, take);
    cutCharges(log.charges);
    std::ranges::stable_sort(log.charges, {}, &LoggedCharge::at);
    facts.source = path;
    facts.knowsStatus = summary.format && !summary.format->fields.status.empty();
    if (facts.requests == 0)
        throw InvalidArgument(fmt::format("{} has no request", printable(path)));
    return log;
}

std::optional<DenialQuestion> findInLog(const std::string& path, std::string_view id, const LogFields& fields,
                                        const std::stop_token& stop)
{
    std::optional<DenialQuestion> found;
    std::uint16_t otherStatus = 0;
    visitLog(path, fields, stop,
             [&](const LogRequest& request, std::string_view line, const LogFormat& format) {
                 if (line.find(id) == std::string_view::npos || requestIdOf(line, format) != id)
                     return;
                 if (isRefusal(request.status))
                     found = questionOf(request, std::string(id));
                 else
                     otherStatus = request.status;
             });
    if (!found && otherStatus != 0)
        throw InvalidArgument(fmt::format("in {}, the request \"{}\" was answered with {}: only one that was "
                                          "denied (429 or 503) can be explained",
                                          printable(path), printable(id), otherStatus));
    return found;
}

DenialQuestion asLogged(DenialQuestion question, const LogFacts& facts)
{
    if (facts.denials.empty())
        return question;
    question.denial.isLogged = true;
    if (facts.deniedThen != 1)
        return question;
    const LoggedDenial& one = facts.denials.front();
    if (question.denial.note.empty())
        question.denial.note = one.note;
    if (question.denial.to - question.denial.from < 2 * logSlack)
        return question;
    question.denial.from = one.at - logSlack;
    question.denial.to = one.at + logSlack - Micros(1);
    question.denial.cost = one.cost;
    return question;
}

void tellByLog(Explanation& explanation, const TokenLog& log)
{
    explanation.log = log.facts;
    if (log.charges.empty() || explanation.rules.empty()) // of no policy, too
        return;
    const std::vector<LoggedDenial>& denials = log.facts.denials;
    const Instant at = denials.empty() ? explanation.denial.to : denials.front().at;
    const Keeps keeps = keepsOf(explanation);
    for (RuleThen& then : explanation.rules)
        if (then.requests == 0 && !then.rule.atOnce) // which the state tells better
            then.logged = usedBy(log.charges, then.rule, keeps, at);
    concludeByLog(explanation);
}

} // namespace ratewarden
