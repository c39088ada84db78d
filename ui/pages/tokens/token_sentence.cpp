// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/token_sentence.h"

#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

class Sentence {
    Q_DECLARE_TR_FUNCTIONS(TokenSentence)

    // Other limiters' blocks have no reason. `left`: empty for good.
    static QString ofBlock(const QString& reason, const QString& left)
    {
        if (reason.isEmpty())
            return left.isEmpty() ? tr("Blocked for good") : tr("Blocked for another %1").arg(left);
        return left.isEmpty() ? tr("Blocked for good: %1").arg(reason)
                              : tr("Blocked for another %1: %2").arg(left, reason);
    }

    static TokenSentence ofCandidate(const Reading& token, const auto& left, const auto& denying)
    {
        const Decision& decision = *token.decision;
        if (decision.verdict == Verdict::DeniedByRule)
            return {statusOf(token),
                    tr("Would deny the next request for %1, by %2. Nobody is denied: these are "
                       "the rules of a candidate")
                        .arg(left(*decision.retryAfter), denying())};
        if (decision.verdict == Verdict::NeverFits)
            return {TokenStatus::Limited,
                    tr("Would deny every request: the limit of %1 is 0. Nobody is denied: "
                       "these are the rules of a candidate")
                        .arg(denying())};
        const RuleUsage& tightest = decision.usage[decision.tightestRule()];
        return {statusOf(token),
                tr("Would allow the next request, %1 left under %2. Nobody is denied: these are "
                   "the rules of a candidate")
                    .arg(numberText(tightest.remaining()), ruleText(tightest.rule))};
    }

public:
    static TokenSentence of(const Reading& token, Micros since)
    {
        const auto left = [&](Micros wait) {
            return countdownText(wait - since);
        };
        if (token.block)
            return {TokenStatus::Blocked,
                    ofBlock(shown(token.block->reason),
                            token.block->until ? left(*token.block->until - token.at) : QString())};
        if (token.problem)
            return {TokenStatus::Unknown, problemText(token.problem)};
        if (token.limited)
            return {TokenStatus::Limited, token.retryAfter
                                              ? tr("Next request in %1, held back by the limit in its keys")
                                                    .arg(left(*token.retryAfter))
                                              : tr("The next request is denied by the limit in its keys")};
        if (!token.decision)
            return {TokenStatus::Unknown,
                    tr("No rules are published for this token. Publish them on the Policies page.")};
        const auto denying = [&] {
            const std::size_t rule = *token.decision->rule;
            return ruleTextOf(*token.subject.format, rule, token.decision->usage[rule].rule);
        };
        if (isCandidate(token.subject.policy))
            return ofCandidate(token, left, denying);
        if (token.decision->verdict == Verdict::DeniedByRule) {
            const QString wait = left(*token.decision->retryAfter);
            if (!token.decision->usage[*token.decision->rule].rule.atOnce)
                return {statusOf(token), tr("Next request in %1, held back by %2").arg(wait, denying())};
            return {statusOf(token),
                    tr("Next request when one in flight ends, in %1 at the latest, held back by %2")
                        .arg(wait, denying()),
                    tr("Next request in %1 at the latest, held back by %2").arg(wait, denying())};
        }
        if (token.decision->verdict == Verdict::NeverFits)
            return {TokenStatus::Limited,
                    tr("No request is ever allowed: the limit of %1 is 0").arg(denying())};
        const std::size_t index = token.decision->tightestRule();
        const RuleUsage& tightest = token.decision->usage[index];
        const QString remaining = numberText(tightest.remaining());
        const QString rule = ruleTextOf(*token.subject.format, index, tightest.rule);
        const QString now = tr("Next request is allowed now, %1 left under %2").arg(remaining, rule);
        const double denied = ratesOf(token.counts, token.at).denied;
        // A figure that is cut reads as another one.
        return {statusOf(token), denied > 0 ? tr("%1; denied lately: %2/s").arg(now, rateText(denied)) : now,
                tr("Allowed now, %1 left under %2").arg(remaining, rule)};
    }
};

} // namespace

TokenSentence sentenceFor(const Reading& token, Micros since)
{
    TokenSentence sentence = Sentence::of(token, since);
    sentence.verdicts = verdictsOf(token.subject.policy);
    const QString mark = statusMark(sentence.state, sentence.verdicts);
    for (QString* const text : {&sentence.text, &sentence.brief})
        if (!mark.isEmpty() && !text->isEmpty())
            text->prepend(mark + " ");
    return sentence;
}

} // namespace ratewarden::ui
