// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab's page says about a request that nobody has sent.
#include "ui/pages/lab/lab_ask_card.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/text/display_text.h"
#include "ui/text/end_time.h"
#include "ui/text/lab_text.h"

namespace ratewarden::ui {
namespace {

using Answer = LabAskCard::Answer;

QString verdictText(const StepExplanation& got)
{
    if (got.step.allowed())
        return LabPage::tr("allowed");
    return got.step.retryAfter ? LabPage::tr("denied, %1 to wait").arg(waitText(*got.step.retryAfter))
                               : LabPage::tr("denied, and waiting does not help");
}

QStringList rulesOf(const StepExplanation& got)
{
    QStringList lines;
    for (const RuleStep& rule : got.rules)
        lines << ruleStepText(rule, got.step.cost);
    if (lines.isEmpty())
        lines << LabPage::tr("it has no limit");
    return lines;
}

Answer answerOf(const Candidate& candidate, const StepExplanation& got)
{
    return {got.step.allowed() ? Answer::Tone::Allowed : Answer::Tone::Denied,
            LabPage::tr("%1: %2").arg(candidateText(candidate), verdictText(got)), rulesOf(got)};
}

/// Of the enforced rules, with what holds for the token in Redis now.
Answer answerNow(const Candidate& enforced, const StepExplanation& got, const Outcome<LabControl>& read)
{
    Answer answer = answerOf(enforced, got);
    const QString name = candidateText(enforced);
    const LabControl* const control = read.result();
    if (control == nullptr) { // it may be blocked, so that "allowed" would be a guess
        answer.tone = Answer::Tone::Unknown;
        answer.heading = LabPage::tr("%1: not known").arg(name);
        answer.lines.prepend(LabPage::tr("by these rules alone: %1").arg(verdictText(got)));
        answer.lines.prepend(LabPage::tr("block, override and mode in Redis could not be read: %1")
                                 .arg(read.failure()->message));
        return answer;
    }
    QStringList lines;
    if (control->override)
        lines << LabPage::tr("override %1: these rules, by %2: %3")
                     .arg(untilText(control->override->until), shown(control->override->by),
                          shown(control->override->reason));
    const bool denied = !got.step.allowed();
    const auto allowedAllTheSame = [&] {
        answer.tone = Answer::Tone::Allowed;
        answer.heading = LabPage::tr("%1: allowed").arg(name);
    };
    if (control->mode == PolicyMode::Shadow) {
        lines << (denied ? LabPage::tr("shadow: would be denied; a policy in shadow mode denies nothing")
                         : LabPage::tr("shadow: the policy denies nothing"));
        allowedAllTheSame();
    } else if (control->mode == PolicyMode::Off) {
        lines << LabPage::tr("the policy is off: every request is allowed, and nothing is charged");
        allowedAllTheSame();
    }
    if (control->block) { // whatever the policy's mode is
        lines.prepend(LabPage::tr("blocked %1, by %2: %3")
                          .arg(untilText(control->block->until), shown(control->block->by),
                               shown(control->block->reason)));
        answer.tone = Answer::Tone::Denied;
        answer.heading = LabPage::tr("%1: denied").arg(name);
    }
    if (lines.isEmpty())
        lines << LabPage::tr("in Redis now: no block, no override, enforced");
    answer.lines = lines + answer.lines;
    return answer;
}

} // namespace

void LabPage::askNext()
{
    if (!m_ask->isVisibleTo(this) || !traffic())
        return;
    const std::optional<LabRequest> request = m_ask->request();
    if (!request) {
        m_bench.runner().stop(Question::Ask);
        m_ask->clear(m_ask->missing());
        return;
    }
    if (!m_bench.hasEnforced() || m_bench.enforcedPolicy().empty())
        return answerNext(*request, std::nullopt);
    const auto number = ++m_asked;
    if (!m_session.live())
        return answerNext(*request, Outcome<LabControl>(Failure{Failure::Kind::Unavailable,
                                                                tr("Redis is unreachable"), false}));
    m_session.act(
        this,
        [policy = m_bench.enforcedPolicy(), token = request->token](Server& server) {
            return controlInRedis(server, policy, token);
        },
        [this, number, request = *request](const Outcome<LabControl>& control) {
            if (number == m_asked) // else something else has been asked since
                answerNext(request, control);
        });
}

void LabPage::answerNext(const LabRequest& request, const std::optional<Outcome<LabControl>>& control)
{
    ++m_asked;
    std::vector<Candidate> candidates = m_bench.candidates();
    if (control && control->result() != nullptr && control->result()->override)
        candidates.front().policy.rules = control->result()->override->rules;
    m_bench.runner().ask(
        Question::Ask,
        [traffic = traffic(), request, candidates](Computation&) {
            return answersTo(*traffic, request, candidates);
        },
        [this, candidates, control](const Outcome<std::vector<StepExplanation>>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                m_ask->clear(failure->message);
                return;
            }
            std::vector<Answer> answers;
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                const StepExplanation& got = (*outcome.result())[i];
                answers.push_back(i == 0 && control ? answerNow(candidates[i], got, *control)
                                                    : answerOf(candidates[i], got));
            }
            m_ask->present(answers);
        });
}

} // namespace ratewarden::ui
