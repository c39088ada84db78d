// SPDX-License-Identifier: MIT
#include "core/explain/difference.h"

#include "core/explain/decision_dimensions.h"
#include "core/explain/proportion_test.h"
#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t groupsOfClients = 64;
constexpr std::size_t valuesTested = 10; // those whose shares differ most

DifferenceDegree degreeOf(double effect, double chance)
{
    const double size = std::abs(effect);
    if (chance >= mostChance || size < 0.2)
        return DifferenceDegree::None;
    if (size < 0.5)
        return DifferenceDegree::Some;
    return size < 0.8 ? DifferenceDegree::Different : DifferenceDegree::VeryDifferent;
}

/// How many have one of the values that are tested, or another, by side; in slices of time and in groups of
/// clients.
class Sliced {
public:
    void add(std::size_t place, DecisionSide side, std::size_t slice, std::size_t group, double weight)
    {
        m_times.at(place).at(side).at(slice).with += weight;
        m_clients.at(place).at(side).at(group).with += weight;
    }
    /// To be called once, after the last.
    void fill()
    {
        fill(m_times);
        fill(m_clients);
    }
    SlicedEstimate share(std::size_t place, DecisionSide side, bool byClients) const
    {
        return shareOf(m_times.at(place).at(side), byClients
                                                       ? std::span<const Slice>(m_clients.at(place).at(side))
                                                       : std::span<const Slice>());
    }

private:
    template <std::size_t Count>
    using ByValue = std::array<std::array<std::array<Slice, Count>, 2>, valuesTested + 1>;

    template <class Slices>
    static void fill(Slices& slices)
    {
        for (std::size_t side = 0; side < 2; ++side)
            for (std::size_t i = 0; i < slices[0][side].size(); ++i) {
                double all = 0;
                for (const auto& ofValue : slices)
                    all += ofValue.at(side).at(i).with;
                for (auto& ofValue : slices)
                    ofValue.at(side).at(i).all = all;
            }
    }

    ByValue<slicesOfSide> m_times{};
    ByValue<groupsOfClients> m_clients{};
};

/// Compares one dimension after the other, and finds what they have in common.
class Comparison {
public:
    Comparison(const DecisionLog& log, const DifferenceQuestion& question)
        : m_question(sorted(question))
        , m_decisions(log, m_question)
        , m_lengths{double(question.baseline.length().count()), double(question.area.length().count())}
    {
        m_result.area = question.area;
        m_result.baseline = question.baseline;
        m_result.denied = m_decisions.denied(Inside);
        m_result.deniedBefore = m_decisions.denied(Before);
        m_result.requests = m_decisions.requests(Inside);
        m_result.requestsBefore = m_decisions.requests(Before);
    }

    Difference take()
    {
        findTrend();
        addDimensions();
        judge();
        if (m_result.trend != Trend::TooFew)
            findCauses();
        if (m_result.trend == Trend::Rose || m_result.trend == Trend::Fell)
            findBeginning();
        finish();
        return std::move(m_result);
    }

private:
    using With = ComparedDimension::With;
    using Trend = Difference::Trend;

    struct Counts {
        std::array<std::uint64_t, 2> denied{};
        std::array<std::uint64_t, 2> requests{};
    };
    struct Tested {
        std::uint32_t id = 0;
        Counts counts;
        double chance = 1;        ///< of its share of denials
        double requestEffect = 0; ///< of its share of all requests
        double requestChance = 1; ///< likewise
        ComparedValue value;
    };
    struct Compared {
        DimensionValues values;
        Instant knownFrom{}; ///< before it no decision has a value
        Counts known;        ///< of all values
        With with = With::Nothing;
        std::vector<Tested> tested; ///< the most different first
        std::size_t valueCount = 0;
        DifferenceDegree degree = DifferenceDegree::None;
    };
    struct Found {
        const Compared* compared;
        const Tested* tested;
        bool isIn(std::size_t decision) const { return compared->values.ids[decision] == tested->id; }
    };

    static DifferenceQuestion sorted(DifferenceQuestion question)
    {
        std::ranges::stable_sort(question.changes, {}, &KnownChange::at);
        return question;
    }

    /// Whose denials are explained, and what they are compared with.
    DecisionSide subject() const { return m_result.trend == Trend::Fell ? Before : Inside; }
    DecisionSide other() const { return subject() == Inside ? Before : Inside; }
    /// What the other side's figures are to be multiplied with, as it is of another length.
    double scale() const { return m_lengths.at(subject()) / m_lengths.at(other()); }

    void findTrend()
    {
        const auto rate = [&](DecisionSide side, const TimeRange& range) {
            return m_decisions.denialRate(side, range.length());
        };
        const SlicedEstimate inside = rate(Inside, m_question.area);
        const SlicedEstimate before = rate(Before, m_question.baseline);
        if (m_result.denied < leastDenials && m_result.deniedBefore < leastDenials)
            return;
        m_result.trend = Trend::Same;
        if (chanceOfDifference(inside, before) < mostChance) {
            if (inside.value >= leastTrend * before.value && m_result.denied >= leastDenials)
                m_result.trend = Trend::Rose;
            else if (before.value >= leastTrend * inside.value && m_result.deniedBefore >= leastDenials)
                m_result.trend = Trend::Fell;
        }
        if (m_result.trend != Trend::Same)
            m_result.changed = std::uint64_t(std::llround(double(m_decisions.denied(subject())) -
                                                          scale() * double(m_decisions.denied(other()))));
    }

    void addDimensions()
    {
        for (const DecisionColumn& column : m_decisions.log().columns)
            add(columnValues(column, m_decisions), column.knownFrom);
        if (m_decisions.log().knowsTokens) {
            add(tokensOf(m_decisions));
            add(networksOf(m_decisions));
            add(agesOf(m_decisions, m_question.area.length()));
        }
        if (!m_decisions.log().trace.costs.empty())
            add(costsOf(m_decisions));
        if (m_question.window > Micros())
            add(phasesOf(m_decisions, m_question.window));
        if (!m_question.changes.empty())
            add(sinceChanges(m_decisions, m_question.changes));
    }

    void add(DimensionValues values, Instant knownFrom = {})
    {
        Compared compared{std::move(values), knownFrom, {}, With::Nothing, {}, 0, DifferenceDegree::None};
        std::vector<Counts> counts(compared.values.count);
        for (std::size_t i = 0; i < m_decisions.size(); ++i) {
            const std::uint32_t id = compared.values.ids[i];
            const DecisionSide side = m_decisions.side(i);
            if (id == noValue || side == Neither)
                continue;
            const std::uint64_t weight = m_decisions.weight(i);
            counts[id].requests[side] += weight;
            counts[id].denied[side] += m_decisions.isDenied(i) ? weight : 0;
        }
        for (const Counts& one : counts)
            for (const DecisionSide side : {Before, Inside}) {
                compared.known.requests[side] += one.requests[side];
                compared.known.denied[side] += one.denied[side];
            }
        compared.with = withFor(compared);
        for (std::uint32_t id = 0; id < compared.values.count; ++id)
            if (counts[id].denied[Before] + counts[id].denied[Inside] > 0 || isRequestsOf(counts[id]))
                keep(compared, id, counts[id]);
        if (compared.valueCount == 0)
            return;
        test(compared);
        m_compared.push_back(std::move(compared));
    }

    /// Of denials that fell, those that were not denied count, too.
    bool isRequestsOf(const Counts& counts) const
    {
        return m_result.trend == Trend::Fell && counts.requests[Inside] >= leastOfValue;
    }

    With withFor(const Compared& compared) const
    {
        if (compared.known.denied.at(subject()) < leastDenials)
            return With::Nothing;
        // What only denials have, such as the rule, says nothing about all requests.
        const auto knowsRequests = [&](DecisionSide side) {
            return compared.known.requests.at(side) >= leastDenials &&
                   10.0 * double(compared.known.requests.at(side)) >=
                       9.0 * double(m_decisions.requests(side));
        };
        if (compared.values.dimension == DecisionDimension::SinceChange)
            return knowsRequests(subject()) ? With::Same : With::Nothing;
        if (compared.known.denied.at(other()) >= leastDenials)
            return With::Denials;
        return knowsRequests(other()) ? With::Requests : With::Nothing;
    }

    static double shareIn(std::uint64_t part, std::uint64_t all)
    {
        return all == 0 ? 0 : double(part) / double(all);
    }
    double subjectShare(const Compared& compared, const Counts& counts) const
    {
        return shareIn(counts.denied.at(subject()), compared.known.denied.at(subject()));
    }
    double otherShare(const Compared& compared, const Counts& counts) const
    {
        switch (compared.with) {
        case With::Requests:
            return shareIn(counts.requests.at(other()), compared.known.requests.at(other()));
        case With::Same:
            return shareIn(counts.requests.at(subject()), compared.known.requests.at(subject()));
        case With::Denials:
        case With::Nothing:
            break;
        }
        return shareIn(counts.denied.at(other()), compared.known.denied.at(other()));
    }
    static double requestShare(const Compared& compared, const Counts& counts, DecisionSide side)
    {
        return shareIn(counts.requests.at(side), compared.known.requests.at(side));
    }

    /// Among those that are tested, if its share differs enough.
    void keep(Compared& compared, std::uint32_t id, const Counts& counts)
    {
        ++compared.valueCount;
        if (std::max(counts.denied[Before], counts.denied[Inside]) >= leastOfValue || isRequestsOf(counts))
            ++m_comparisons;
        const auto distance = [&](const Counts& of) {
            const double ofDenials = std::abs(subjectShare(compared, of) - otherShare(compared, of));
            const double ofRequests =
                m_result.trend == Trend::Fell
                    ? std::abs(requestShare(compared, of, Inside) - requestShare(compared, of, Before))
                    : 0;
            return std::max(ofDenials, ofRequests);
        };
        const double own = distance(counts);
        if (compared.tested.size() == valuesTested && distance(compared.tested.back().counts) >= own)
            return;
        const auto place = std::ranges::find_if(
            compared.tested, [&](const Tested& one) { return distance(one.counts) < own; });
        Tested& tested = *compared.tested.emplace(place);
        tested.id = id;
        tested.counts = counts;
        if (compared.tested.size() > valuesTested)
            compared.tested.pop_back();
    }

    void test(Compared& compared)
    {
        constexpr std::uint8_t isOther = valuesTested;
        std::vector<std::uint8_t> testedPlace(compared.values.count, isOther);
        for (std::size_t place = 0; place < compared.tested.size(); ++place)
            testedPlace[compared.tested[place].id] = std::uint8_t(place);
        Sliced denials;
        Sliced requests;
        const std::vector<TokenId>& tokens = m_decisions.log().trace.tokens;
        for (std::size_t i = 0; i < m_decisions.size(); ++i) {
            const std::uint32_t id = compared.values.ids[i];
            const DecisionSide side = m_decisions.side(i);
            if (id == noValue || side == Neither)
                continue;
            const std::size_t slice = m_decisions.slice(i);
            const std::size_t group = tokens[m_decisions.place(i)] % groupsOfClients;
            const auto weight = double(m_decisions.weight(i));
            requests.add(testedPlace[id], side, slice, group, weight);
            if (m_decisions.isDenied(i))
                denials.add(testedPlace[id], side, slice, group, weight);
        }
        denials.fill();
        requests.fill();
        // Of one client, that others are not as it is says nothing.
        const bool byClients =
            compared.values.dimension != DecisionDimension::Token && m_decisions.log().knowsTokens;
        for (std::size_t place = 0; place < compared.tested.size(); ++place) {
            Tested& tested = compared.tested[place];
            const DecisionSide reference = compared.with == With::Same ? subject() : other();
            if (compared.with != With::Nothing &&
                std::max(tested.counts.denied[Before], tested.counts.denied[Inside]) >= leastOfValue)
                tested.chance = chanceOfDifference(
                    denials.share(place, subject(), byClients),
                    (compared.with == With::Denials ? denials : requests).share(place, reference, byClients));
            tested.requestEffect = effectSize(requestShare(compared, tested.counts, Inside),
                                              requestShare(compared, tested.counts, Before));
            if (compared.known.requests[Before] >= leastDenials && isRequestsOf(tested.counts))
                tested.requestChance = chanceOfDifference(requests.share(place, Inside, byClients),
                                                          requests.share(place, Before, byClients));
        }
    }

    /// Once it is known how many were compared.
    void judge()
    {
        const double comparisons = std::max<double>(1, double(m_comparisons));
        const double direction = subject() == Inside ? 1 : -1;
        for (Compared& compared : m_compared) {
            for (Tested& tested : compared.tested) {
                const double ofSubject = subjectShare(compared, tested.counts);
                const double ofOther = otherShare(compared, tested.counts);
                ComparedValue& value = tested.value;
                value.text = compared.values.textOf(tested.id);
                if (const auto its = compared.values.policies.find(tested.id);
                    its != compared.values.policies.end())
                    value.policy = its->second;
                value.id = tested.id;
                value.denied = tested.counts.denied[Inside];
                value.deniedBefore = tested.counts.denied[Before];
                value.requests = tested.counts.requests[Inside];
                value.requestsBefore = tested.counts.requests[Before];
                value.share = subject() == Inside ? ofSubject : ofOther;
                value.shareBefore = subject() == Inside ? ofOther : ofSubject;
                value.effect = direction * effectSize(ofSubject, ofOther);
                value.chance = std::min(1.0, tested.chance * comparisons);
                if (isOlder(compared, tested))
                    value.chance = 1;
                value.degree = degreeOf(value.effect, value.chance);
                tested.requestChance = std::min(1.0, tested.requestChance * comparisons);
                compared.degree = std::max(compared.degree, value.degree);
            }
            // Of two values that are all, both differ as much, but for rounding: what there is more of comes
            // first.
            const auto rank = [](const Tested& of) {
                return std::tuple(of.value.degree, std::llround(std::abs(of.value.effect) * 1e6),
                                  of.value.effect);
            };
            std::ranges::stable_sort(compared.tested, std::ranges::greater(), rank);
        }
        std::ranges::stable_sort(m_compared, [](const Compared& a, const Compared& b) {
            const auto size = [](const Compared& of) {
                return std::pair(of.degree, of.tested.empty() ? 0 : std::abs(of.tested.front().value.effect));
            };
            return size(b) < size(a);
        });
    }

    /// The longer a log is, the more tokens are known: only that new ones came says something.
    bool isOlder(const Compared& compared, const Tested& tested) const
    {
        const bool isNew = tested.id == 0;
        return compared.values.dimension == DecisionDimension::TokenAge &&
               (subject() == Before ||
                isNew != (subjectShare(compared, tested.counts) > otherShare(compared, tested.counts)));
    }

    /// Since when all of these are known.
    static Instant knownFrom(const std::vector<Found>& found)
    {
        Instant from{};
        for (const Found& one : found)
            from = std::max(from, one.compared->knownFrom);
        return from;
    }
    /// How long one of the times lasts from there on.
    double lengthFrom(DecisionSide side, Instant from) const
    {
        const TimeRange& range = side == Inside ? m_question.area : m_question.baseline;
        return double((range.to - std::clamp(from, range.from, range.to)).count());
    }
    double changedOf(const std::array<std::uint64_t, 2>& denied, Instant from) const
    {
        if (m_result.trend == Trend::Same)
            return double(denied.at(subject()));
        return double(denied.at(subject())) -
               lengthFrom(subject(), from) / lengthFrom(other(), from) * double(denied.at(other()));
    }
    /// Of what changed, how much has all of these. Of the time in which they are known: 0 if that says
    /// nothing.
    double shareOfChange(const std::vector<Found>& found) const
    {
        const Instant from = knownFrom(found);
        if (lengthFrom(subject(), from) <= 0 || lengthFrom(other(), from) <= 0)
            return 0;
        std::array<std::uint64_t, 2> all{};
        std::array<std::uint64_t, 2> denied{};
        for (std::size_t i = 0; i < m_decisions.size(); ++i) {
            const DecisionSide side = m_decisions.side(i);
            if (side == Neither || !m_decisions.isDenied(i) || m_decisions.time(i) < from)
                continue;
            all.at(side) += m_decisions.weight(i);
            if (std::ranges::all_of(found, [i](const Found& one) { return one.isIn(i); }))
                denied.at(side) += m_decisions.weight(i);
        }
        const double changed = changedOf(all, from);
        return changed <= 0 ? 0 : changedOf(denied, from) / changed;
    }

    double shareOfChange(const Compared& compared, const Tested& tested) const
    {
        if (compared.knownFrom > Instant())
            return shareOfChange({{&compared, &tested}});
        const double all = changedOf({m_decisions.denied(Before), m_decisions.denied(Inside)}, {});
        return changedOf({tested.counts.denied[Before], tested.counts.denied[Inside]}, {}) / all;
    }

    /// Whether most of what changed has it, and it was not so before.
    bool isCause(const Compared& compared, const Tested& tested) const
    {
        if (!canBeCause(compared, tested))
            return false;
        const double share = shareOfChange(compared, tested);
        if (compared.with == With::Nothing) // nothing to compare with, but nearly all of them have it
            return m_result.trend != Trend::Same && compared.valueCount > 1 && share >= 0.8 &&
                   compared.known.denied.at(subject()) >= leastDenials;
        if (tested.value.degree == DifferenceDegree::None)
            return false;
        if (m_result.trend == Trend::Same)
            return subjectShare(compared, tested.counts) - otherShare(compared, tested.counts) >= 0.2;
        return share >= 0.5;
    }
    bool canBeCause(const Compared& compared, const Tested& tested) const
    {
        if (compared.values.dimension == DecisionDimension::SinceChange) // that is what `after` tells
            return false;
        if (compared.values.dimension == DecisionDimension::Cost && compared.valueCount == 1)
            return false; // where all cost the same, that is no cause
        if (compared.values.dimension == DecisionDimension::TokenAge)
            return tested.id == 0 && !isOlder(compared, tested) && compared.with != With::Nothing;
        return subjectShare(compared, tested.counts) > otherShare(compared, tested.counts);
    }
    /// Whether it may be said of what has another cause: there were few of it before.
    bool isOfCause(const Compared& compared, const Tested& tested) const
    {
        constexpr double medium = 0.5;
        return canBeCause(compared, tested) && std::abs(tested.value.effect) >= medium &&
               tested.counts.denied.at(subject()) >= leastOfValue;
    }

    void findCauses()
    {
        std::vector<Found> candidates;
        std::vector<Found> others;
        for (const Compared& compared : m_compared)
            for (const Tested& tested : compared.tested)
                if (isCause(compared, tested))
                    candidates.push_back({&compared, &tested});
                else if (isOfCause(compared, tested))
                    others.push_back({&compared, &tested});
        std::ranges::stable_sort(candidates, [](const Found& a, const Found& b) {
            return std::abs(b.tested->value.effect) < std::abs(a.tested->value.effect);
        });
        if (!candidates.empty())
            candidates.insert(candidates.end(), others.begin(), others.end());
        constexpr std::size_t mostCauses = 4;
        double share = 0;
        for (const Found& one : candidates) {
            std::vector<Found> together = m_causes;
            together.push_back(one);
            const double shared = shareOfChange(together);
            if (together.size() > 1 && shared < 0.9 * share)
                continue;
            share = shared;
            m_causes = std::move(together);
            if (m_causes.size() == mostCauses)
                break;
        }
        // The client says which network.
        const auto isOf = [](DecisionDimension dimension) {
            return [dimension](const Found& one) {
                return one.compared->values.dimension == dimension;
            };
        };
        if (std::ranges::any_of(m_causes, isOf(DecisionDimension::Token)))
            std::erase_if(m_causes, isOf(DecisionDimension::Network));
        m_result.causeShare = std::clamp(share, 0.0, 1.0);
        if (m_result.trend == Trend::Fell)
            findNewRequests();
    }

    void findNewRequests()
    {
        double largest = 0.5; // no less than a medium difference
        for (const Compared& compared : m_compared) {
            if (compared.values.dimension == DecisionDimension::SinceChange ||
                compared.values.dimension == DecisionDimension::TokenAge)
                continue;
            for (const Tested& tested : compared.tested)
                if (tested.requestChance < mostChance && tested.requestEffect >= largest) {
                    largest = tested.requestEffect;
                    m_newRequests = {&compared, &tested};
                }
        }
    }

    /// Where the denials with all causes change most, by least squares over short spans of time. Whoever
    /// marks an area has seen where it begins: what changed long before is no beginning of it.
    void findBeginning()
    {
        constexpr std::size_t bins = 400;
        const Instant from = std::min(m_question.baseline.from, m_question.area.from);
        const Instant to = std::max(m_question.baseline.to, m_question.area.to);
        if (m_question.baseline.to > m_question.area.from) // what came later is no beginning
            return;
        const double binLength = double((to - from).count()) / double(bins);
        const auto isOne = [&](std::size_t i) { // as far as that is known all the time
            return m_decisions.isDenied(i) && std::ranges::all_of(m_causes, [&](const Found& one) {
                       return one.compared->knownFrom > from || one.isIn(i);
                   });
        };
        const auto binOf = [&](Instant moment) {
            return std::min(std::size_t(double((moment - from).count()) / binLength), bins - 1);
        };
        std::array<double, bins> counts{};
        double all = 0;
        for (std::size_t i = 0; i < m_decisions.size(); ++i)
            if (isOne(i)) {
                const auto weight = double(m_decisions.weight(i));
                counts.at(binOf(m_decisions.time(i))) += weight;
                all += weight;
            }
        const std::size_t earliest =
            binOf(std::max(from, m_question.area.from - m_question.area.length() / 2));
        std::array<double, bins> scores{}; // of a change at the begin of each
        double before = 0;
        for (std::size_t bin = 1; bin < bins; ++bin) {
            before += counts.at(bin - 1);
            if (bin < earliest)
                continue;
            const double step = (all - before) / double(bins - bin) - before / double(bin);
            if ((step > 0) == (m_result.trend == Trend::Rose))
                scores.at(bin) = step * step * double(bin) * double(bins - bin);
        }
        const auto best = std::size_t(std::ranges::max_element(scores) - scores.begin());
        if (best == 0)
            return;
        Instant began = from + Micros(std::int64_t(double(best) * binLength));
        // By bursts alone the best may be beside the true one: a change that fits nearly as well is it. What
        // came after the beginning of a rise is not; a pause between bursts looks like the beginning of a
        // fall.
        constexpr double nearlyAsWell = 0.75; // of an even step, a twentieth of the whole time beside it
        constexpr std::size_t later = bins / 100;
        double closest = nearlyAsWell * scores.at(best);
        for (const KnownChange& change : m_question.changes) {
            if (change.at < from || change.at >= to)
                continue;
            const std::size_t bin = binOf(change.at);
            if (m_result.trend == Trend::Rose && bin > best + later)
                break; // they are in order
            const double score = std::max(scores.at(bin), scores.at(std::min(bin + 1, bins - 1)));
            if (score < closest)
                continue;
            closest = score;
            m_result.after = change;
        }
        if (m_result.after)
            began = m_result.after->at;
        if (m_result.trend == Trend::Rose)
            for (std::size_t i = 0; i < m_decisions.size(); ++i)
                if (isOne(i) && m_decisions.time(i) >= began) {
                    began = m_decisions.time(i);
                    break;
                }
        m_result.began = began;
    }

    void finish()
    {
        const auto placeOf = [&](const Found& found) {
            const auto dimension = std::size_t(found.compared - m_compared.data());
            return Difference::Cause{dimension, std::size_t(found.tested - found.compared->tested.data())};
        };
        for (const Found& one : m_causes)
            m_result.causes.push_back(placeOf(one));
        if (m_newRequests)
            m_result.newRequests = placeOf(*m_newRequests);
        for (const Compared& compared : m_compared) {
            ComparedDimension& one = m_result.dimensions.emplace_back();
            one.dimension = compared.values.dimension;
            one.column = compared.values.column;
            one.with = compared.with;
            one.degree = compared.degree;
            one.valueCount = compared.valueCount;
            for (const Tested& tested : compared.tested)
                one.values.push_back(tested.value);
        }
    }

    DifferenceQuestion m_question;
    Decisions m_decisions;
    std::array<double, 2> m_lengths; // µs, by side
    std::size_t m_comparisons = 0;
    std::vector<Compared> m_compared;
    std::vector<Found> m_causes;
    std::optional<Found> m_newRequests;
    Difference m_result;
};

} // namespace

TimeRange usualBaseline(const Trace& trace, const TimeRange& area)
{
    constexpr int times = 3;
    if (trace.empty() || trace.times.front() >= area.from)
        throw InvalidArgument("there is no request before that time to compare with; say which other time to "
                              "compare with");
    return {std::max(area.from - times * area.length(), trace.times.front()), area.from};
}

Difference differenceOf(const DecisionLog& log, const DifferenceQuestion& question)
{
    const TimeRange& area = question.area;
    const TimeRange& baseline = question.baseline;
    if (area.length() <= Micros() || baseline.length() <= Micros())
        throw InvalidArgument("a time that is compared has to end after it begins");
    if (area.from < baseline.to && baseline.from < area.to)
        throw InvalidArgument("the two times that are compared overlap");
    return Comparison(log, question).take();
}

} // namespace ratewarden
