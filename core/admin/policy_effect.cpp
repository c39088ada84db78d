// SPDX-License-Identifier: MIT
#include "core/admin/policy_effect.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/tokens/reader.h"

#include <algorithm>
#include <optional>

namespace ratewarden {
namespace {

bool isLog(const Policy& policy)
{
    return algorithmNamed(policy.algorithm).keeps == Keeps::Charges;
}

} // namespace

void addEffect(Server& server, const PublishedPolicy& publishedNow, const PublishedPolicy& publishedNext,
               std::span<const std::string> tokens, PolicyEffect& effect)
{
    const Policy& now = publishedNow.policy;
    const Policy& next = publishedNext.policy;
    // Under other keys every token begins with nothing used, and the same is true of all of them.
    const bool anew = now.hashTokens != next.hashTokens;
    const Decision fresh = TokenStateOf(algorithmNamed(next.algorithm))
                               ->decide(decidingRules(next), Instant(std::chrono::hours(24)), 1, Mode::Peek);
    const auto readBy = [&](const Policy& policy) {
        std::vector<Subject> subjects;
        subjects.reserve(tokens.size());
        for (const std::string& token : tokens)
            subjects.push_back(stateSubject(token, policy));
        return readSubjects(server, subjects, [&](const Subject&) { return &policy; });
    };
    const std::vector<Reading> readNow = readBy(now);
    const std::vector<Reading> readNext = anew ? std::vector<Reading>() : readBy(next);
    effect.mostUsed.resize(next.rules.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        ++effect.tokens;
        const std::optional<Decision>& today = readNow[i].decision;
        const std::optional<Decision> then = anew ? std::optional(fresh) : readNext[i].decision;
        if (!today || !then) {
            ++effect.unreadable;
            continue;
        }
        // Blocks apply regardless of the rules.
        const auto limits = [](const PublishedPolicy& policy, const Decision& decision) {
            return policy.mode == PolicyMode::Enforced &&
                   (decision.verdict == Verdict::DeniedByRule || decision.verdict == Verdict::NeverFits);
        };
        const bool limitedNow = limits(publishedNow, *today);
        const bool limitedThen = limits(publishedNext, *then);
        const auto shareIn = [](const Decision& decision) {
            return decision.usage[decision.tightestRule()].share();
        };
        effect.limitedNow += limitedNow ? 1 : 0;
        effect.limitedThen += limitedThen ? 1 : 0;
        effect.setFree += limitedNow && !limitedThen ? 1 : 0;
        if (!limitedNow && limitedThen)
            effect.newlyLimited.push_back({tokens[i], shareIn(*then)});
        else if (limitedNow && !limitedThen)
            effect.freed.push_back({tokens[i], shareIn(*today)});
        // A token with rules of its own has used nothing of these.
        if (!then->overridden)
            for (std::size_t rule = 0; rule < next.rules.size(); ++rule)
                effect.mostUsed[rule] = std::max(effect.mostUsed[rule], then->usage[rule].used);
    }
    for (std::vector<PolicyEffect::Changed>* const list : {&effect.newlyLimited, &effect.freed}) {
        std::ranges::stable_sort(*list, std::ranges::greater(), &PolicyEffect::Changed::share);
        if (list->size() > PolicyEffect::mostListed)
            list->resize(PolicyEffect::mostListed);
    }
}

std::vector<EffectNote> effectNotes(const Policy& now, const Policy& next)
{
    using Kind = EffectNote::Kind;
    if (now.algorithm != next.algorithm)
        return {{.kind = Kind::OtherAlgorithm}};
    std::vector<EffectNote> notes;
    if (now.hashTokens != next.hashTokens)
        notes.push_back({.kind = Kind::OtherKeys});
    Micros known{}; // how far back a log goes; of requests at once it holds nothing
    for (const Rule& was : now.rules)
        if (!was.atOnce)
            known = std::max(known, was.window);
    for (std::size_t i = 0; i < next.rules.size(); ++i) {
        const Rule& rule = next.rules[i];
        const bool isNew = std::ranges::none_of(
            now.rules, [&](const Rule& was) { return !was.atOnce && was.window == rule.window; });
        if (!isNew || rule.atOnce)
            continue;
        if (!isLog(next))
            notes.push_back({.kind = Kind::CountsAnew, .rule = i, .lasts = rule.window});
        else if (rule.window > known)
            notes.push_back(
                {.kind = Kind::ShortLogs, .rule = i, .lasts = rule.window - known, .known = known});
    }
    if (algorithmNamed(next.algorithm).takesBurst())
        for (std::size_t i = 0; i < next.rules.size(); ++i)
            for (std::size_t was = 0; was < now.rules.size(); ++was)
                if (next.rules[i].window == now.rules[was].window &&
                    next.rules[i].limit > now.rules[was].limit)
                    notes.push_back({.kind = Kind::StaysLimited, .rule = i, .was = was});
    return notes;
}

} // namespace ratewarden
