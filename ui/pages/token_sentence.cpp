// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/token_sentence.h"

#include "ui/link/token_store.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

class Sentence {
    Q_DECLARE_TR_FUNCTIONS(TokenSentence)

public:
    static TokenSentence of(const Reading& token, Micros since)
    {
        const auto left = [&](Micros wait) {
            return countdownText(wait - since);
        };
        if (token.block) {
            const QString reason = shown(token.block->reason);
            return {TokenStatus::Blocked,
                    token.block->until
                        ? tr("Blocked for another %1: %2").arg(left(*token.block->until - token.at), reason)
                        : tr("Blocked for good: %1").arg(reason)};
        }
        if (token.problem)
            return {TokenStatus::Unknown, problemText(token.problem)};
        if (!token.decision)
            return {TokenStatus::Unknown,
                    tr("No rules are published for this token. Publish them on the Policies page.")};
        const auto denying = [&] {
            return ruleText(token.decision->usage[*token.decision->rule].rule);
        };
        if (token.decision->verdict == Verdict::DeniedByRule)
            return {
                statusOf(token),
                tr("Next request in %1, held back by %2").arg(left(*token.decision->retryAfter), denying())};
        if (token.decision->verdict == Verdict::NeverFits)
            return {TokenStatus::Limited,
                    tr("No request is ever allowed: the limit of %1 is 0").arg(denying())};
        const RuleUsage& tightest = token.decision->usage[token.decision->tightestRule()];
        const QString now = tr("Next request is allowed now, %1 left under %2")
                                .arg(numberText(tightest.remaining()), ruleText(tightest.rule));
        const double denied = ratesOf(token.counts, token.at).denied;
        return {statusOf(token), denied > 0 ? tr("%1; %2 denied/s now").arg(now, rateText(denied)) : now};
    }
};

} // namespace

TokenSentence sentenceFor(const Reading& token, Micros since)
{
    TokenSentence sentence = Sentence::of(token, since);
    const QString mark = statusMark(sentence.state);
    if (!mark.isEmpty())
        sentence.text.prepend(mark + " ");
    return sentence;
}

} // namespace ratewarden::ui
