// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/lab_bench.h"

#include "core/algorithms/algorithm.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t histogramBars = 260;

} // namespace

struct LabBench::Dependency {
    Question question;
    Inputs inputs;                 ///< it is asked again when one of these has changed
    std::optional<Question> after; ///< and when that has been answered
    void (LabBench::*ask)();
};

// In the order in which they are asked. Of what takes long the trials go first, and what follows from them
// waits for them: two long computations at once would leave no thread for what must follow the pointer.
const std::vector<LabBench::Dependency>& LabBench::dependencies()
{
    static const std::vector<Dependency> table{
        {Question::Peaks, Traffic | Candidates | Rules | Chosen | Windows | Stretch, std::nullopt,
         &LabBench::askPeaks},
        {Question::Effect, Candidates | Rules | Chosen | Windows | Stretch | Marks, Question::Peaks,
         &LabBench::askEffect},
        {Question::Bursts, Chosen, Question::Trials, &LabBench::askBursts},
        {Question::Trials, Traffic | Candidates | Rules | Stretch | Marks, std::nullopt,
         &LabBench::askTrials},
        {Question::WhatIf, Chosen, Question::Trials, &LabBench::askWhatIf},
        {Question::Bars, Traffic | Chosen, Question::Trials, &LabBench::askBars},
        {Question::TokenLines, Traffic | Candidates | Rules | Chosen | Token, std::nullopt,
         &LabBench::askLine},
        {Question::Explanation, Cursor, Question::TokenLines, &LabBench::askExplanation},
        {Question::Envelopes, Traffic | Chosen | Stretch | Marks | Token, Question::Trials,
         &LabBench::askEnvelopes},
        {Question::Reserving, Traffic | Candidates | Rules | Chosen, std::nullopt, &LabBench::askReserving},
    };
    return table;
}

LabBench::LabBench(QObject* parent)
    : QObject(parent)
    , m_candidates{{"A", {"lab", std::string(algorithms().front().name), {}}}}
    , m_tried(m_candidates)
{
}

bool LabBench::isIdle() const
{
    for (std::size_t i = 0; i < LabRunner::questionCount; ++i)
        if (m_runner.isBusy(Question(i)))
            return false;
    return true;
}

void LabBench::note(Inputs inputs)
{
    if (inputs & ~(Inputs(Token) | Cursor))
        m_effect.reset();
    if (inputs & (Candidates | Rules)) {
        m_tried = m_candidates;
        for (Candidate& candidate : m_tried)
            candidate = withoutSlots(std::move(candidate));
    }
    Q_EMIT changed(inputs);
    if (m_traffic)
        for (const Dependency& each : dependencies())
            if (each.inputs & inputs)
                (this->*each.ask)();
}

template <class Compute, class Place>
void LabBench::ask(Question question, Compute compute, Place place)
{
    using Answer = std::invoke_result_t<Compute, Computation&>;
    m_runner.ask(question, std::move(compute), [this, question, place](const Outcome<Answer>& outcome) {
        if (const Failure* const failure = outcome.failure()) {
            Q_EMIT failed(failure->message);
            return;
        }
        this->*place = *outcome.result();
        Q_EMIT answered(question);
        for (const Dependency& each : dependencies())
            if (m_traffic && each.after == question)
                (this->*each.ask)();
    });
}

std::optional<Candidate> LabBench::triedEnforced() const
{
    return m_hasEnforced ? std::optional(m_tried.front()) : std::nullopt;
}

std::vector<Micros> LabBench::windows() const
{
    const Micros length = m_traffic ? m_traffic->time().length() : Micros(24h);
    std::vector<Micros> windows = m_addedWindows;
    for (const Micros usual : {Micros(1s), Micros(1min), Micros(1h), Micros(24h)})
        if (usual <= 1min || usual <= 3 * length) // others are no limit in so short a time
            windows.push_back(usual);
    for (const Candidate& candidate : m_candidates)
        for (const Rule& rule : candidate.policy.rules)
            if (!rule.atOnce)
                windows.push_back(rule.window);
    std::ranges::sort(windows);
    windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
    return windows;
}

LabSetup LabBench::setup() const
{
    LabSetup setup;
    if (m_hasEnforced)
        setup.enforced = m_candidates.front();
    setup.policy = m_enforcedPolicy;
    const std::size_t before = m_hasEnforced ? 1 : 0;
    setup.candidates.assign(m_candidates.begin() + std::ptrdiff_t(before), m_candidates.end());
    setup.chosen = m_chosen - before; // of the enforced one it wraps, and comes back by the sum
    setup.windows = m_addedWindows;
    for (const TokenId token : m_marked)
        setup.marked.emplace_back(m_traffic->trace.names[token]);
    return setup;
}

void LabBench::takeCandidates(const LabSetup& setup)
{
    m_hasEnforced = setup.enforced.has_value();
    m_enforcedPolicy = setup.policy;
    m_candidates = setup.candidates;
    if (setup.enforced)
        m_candidates.insert(m_candidates.begin(), *setup.enforced);
    m_chosen = (m_hasEnforced ? 1 : 0) + setup.chosen;
}

void LabBench::take(SharedTraffic traffic, const LabSetup* setup)
{
    reset();
    m_traffic = std::move(traffic);
    m_addedWindows = setup != nullptr ? setup->windows : std::vector<Micros>();
    if (setup != nullptr) {
        const auto& names = m_traffic->trace.names;
        takeCandidates(*setup);
        for (const std::string& token : setup->marked)
            if (const TokenId found = names.find(token); found < names.size())
                m_marked.push_back(found);
        if (const TokenId found = names.find(setup->token); found < names.size())
            m_token = found;
    }
    note(Traffic | Candidates | Rules | Chosen | Windows | Marks | Stretch | Token);
}

void LabBench::clear()
{
    for (std::size_t i = 0; i < LabRunner::questionCount; ++i)
        m_runner.stop(Question(i));
    reset();
    note(Traffic | Marks | Stretch | Token);
}

void LabBench::reset()
{
    for (const Dependency& each : dependencies())
        m_runner.stop(each.question);
    for (const Question ofTokens : {Question::Sufferers, Question::Inventory})
        m_runner.stop(ofTokens);
    m_traffic.reset();
    m_marked.clear();
    m_token.reset();
    m_cursor.reset();
    m_stretch = allTime;
    m_peaks.reset();
    m_effect.reset();
    m_bursts.reset();
    m_trials.reset();
    m_whatIf.reset();
    m_reserving.reset();
    m_bars.clear();
}

void LabBench::setCandidates(const LabSetup& setup)
{
    takeCandidates(setup);
    note(Candidates | Rules | Chosen);
}

void LabBench::setEnforced(const std::optional<Candidate>& enforced, const std::string& policy)
{
    if (m_hasEnforced) {
        m_candidates.erase(m_candidates.begin());
        m_chosen = m_chosen > 0 ? m_chosen - 1 : 0;
    }
    m_hasEnforced = enforced.has_value();
    m_enforcedPolicy = policy;
    if (enforced) {
        m_candidates.insert(m_candidates.begin(), *enforced);
        ++m_chosen;
    }
    note(Candidates | Rules | Chosen);
}

void LabBench::setRules(const Policy& rules, const std::vector<Micros>& wanted)
{
    m_candidates[m_chosen].policy = rules;
    const std::vector<Micros> known = windows();
    for (const Micros window : wanted)
        if (std::ranges::find(known, window) == known.end())
            m_addedWindows.push_back(window);
    note(Rules);
}

void LabBench::choose(std::size_t candidate)
{
    if (candidate == m_chosen || candidate >= m_candidates.size())
        return;
    m_chosen = candidate;
    note(Chosen);
}

void LabBench::add(Candidate candidate)
{
    if (m_candidates.size() >= mostCandidates)
        return;
    const auto isTaken = [this](const std::string& name) {
        return std::ranges::find(m_candidates, name, &Candidate::name) != m_candidates.end();
    };
    if (candidate.policy.algorithm.empty())
        candidate.policy = {"lab", this->candidate().policy.algorithm, {}};
    const std::string wanted = candidate.name;
    if (wanted.empty())
        candidate.name = "A";
    for (int next = 1; isTaken(candidate.name); ++next)
        candidate.name = wanted.empty() ? std::string(1, char('A' + next))
                                        : wanted + " (" + std::to_string(next + 1) + ")";
    m_candidates.push_back(std::move(candidate));
    m_chosen = m_candidates.size() - 1;
    note(Candidates | Rules | Chosen);
}

void LabBench::remove()
{
    if (m_candidates.size() < 2 || (m_hasEnforced && (m_chosen == 0 || m_candidates.size() == 2)))
        return;
    m_candidates.erase(m_candidates.begin() + std::ptrdiff_t(m_chosen));
    m_chosen = std::min(m_chosen, m_candidates.size() - 1);
    note(Candidates | Rules | Chosen);
}

void LabBench::addWindow(Micros window)
{
    m_addedWindows.push_back(window);
    note(Windows);
}

void LabBench::mark(TokenId token, bool marked)
{
    const auto found = std::ranges::find(m_marked, token);
    if (marked == (found != m_marked.end()) || (marked && m_marked.size() >= mostMarked))
        return;
    if (marked)
        m_marked.push_back(token);
    else
        m_marked.erase(found);
    note(Marks);
}

void LabBench::chooseToken(TokenId token)
{
    m_token = token;
    note(Token);
}

void LabBench::setStretch(const TimeRange& stretch)
{
    m_stretch = stretch;
    note(Stretch);
}

void LabBench::setCursor(std::optional<std::size_t> request)
{
    m_cursor = request;
    note(Cursor);
}

const LabBursts* LabBench::bursts() const
{
    const bool fits = m_bursts && m_bursts->traffic == m_traffic && m_bursts->marked == m_marked &&
                      !m_marked.empty() && m_stretch == allTime;
    return fits ? m_bursts.get() : nullptr;
}

std::shared_ptr<const Trial> LabBench::trialOf(std::size_t candidate) const
{
    if (!m_trials || m_trials->traffic != m_traffic || m_trials->within != m_stretch ||
        candidate >= m_trials->trials.size())
        return nullptr;
    const std::shared_ptr<const Trial>& trial = m_trials->trials[candidate];
    return trial->candidate.policy == m_tried[candidate].policy ? trial : nullptr;
}

std::shared_ptr<const LabWhatIf> LabBench::whatIf() const
{
    const bool isNew = m_whatIf && m_whatIf->isOf(m_traffic, triedEnforced(), triedCandidate(), m_stretch);
    return isNew ? m_whatIf : nullptr;
}

LabBench::Unreserved LabBench::unreserved() const
{
    if (!m_traffic || !m_traffic->metered)
        return Unreserved::NotMetered;
    if (algorithmNamed(candidate().policy.algorithm).keeps != Keeps::Charges)
        return Unreserved::NotALog;
    return triedCandidate().policy.rules.empty() ? Unreserved::NoLimit : Unreserved::No;
}

const LabReserving* LabBench::reserving() const
{
    const bool isNew =
        m_reserving && m_reserving->traffic == m_traffic && m_reserving->policy == triedCandidate().policy;
    return isNew && unreserved() == Unreserved::No ? &*m_reserving : nullptr;
}

bool LabBench::peaksFit() const
{
    return m_peaks && m_peaks->keeps() == algorithmNamed(candidate().policy.algorithm).keeps &&
           m_peaks->windows() == windows() && m_peaks->within() == m_stretch;
}

void LabBench::askPeaks()
{
    if (peaksFit())
        return;
    m_peaks.reset();
    m_runner.stop(Question::Effect);
    ask(
        Question::Peaks,
        [traffic = m_traffic, windows = windows(), keeps = algorithmNamed(candidate().policy.algorithm).keeps,
         within = m_stretch](Computation& job) -> SharedPeaks {
            return std::make_shared<const Peaks>(traffic->grouped, windows, keeps, job.progress(), within);
        },
        &LabBench::m_peaks);
}

void LabBench::askEffect()
{
    if (peaksFit())
        ask(
            Question::Effect,
            [peaks = m_peaks, rules = triedCandidate().policy.rules, marked = m_marked](Computation&) {
                return effectOn(*peaks, rules, marked);
            },
            &LabBench::m_effect);
}

void LabBench::askBursts()
{
    const bool takesBurst = algorithmNamed(candidate().policy.algorithm).takesBurst();
    if (m_marked.empty() || !takesBurst || isReadOnly() || m_stretch != allTime)
        m_runner.stop(Question::Bursts);
    else
        ask(
            Question::Bursts,
            [traffic = m_traffic, rules = triedCandidate().policy.rules, marked = m_marked,
             known = m_bursts](Computation& job) {
                return std::make_shared<const LabBursts>(
                    burstsOf(traffic, rules, marked, known, job.progress()));
            },
            &LabBench::m_bursts);
}

void LabBench::askTrials()
{
    m_runner.stop(Question::Bursts);
    ask(
        Question::Trials,
        [traffic = m_traffic, candidates = m_tried, marked = m_marked, within = m_stretch,
         known = m_trials](Computation& job) {
            return std::make_shared<const LabTrials>(
                tryAll(traffic, candidates, marked, within, known, job.progress()));
        },
        &LabBench::m_trials);
}

void LabBench::askWhatIf()
{
    if (const std::shared_ptr<const Trial> trial = trialOf(m_chosen)) // else it is asked again with it
        ask(
            Question::WhatIf,
            [traffic = m_traffic, enforced = triedEnforced(), candidate = triedCandidate(),
             trial](Computation& job) {
                return std::make_shared<const LabWhatIf>(
                    whatIfOf(traffic, enforced, candidate, *trial, job.progress()));
            },
            &LabBench::m_whatIf);
}

// The first ones without a trial, as these are there at once.
void LabBench::askBars()
{
    if (const std::shared_ptr<const Trial> trial = trialOf(m_chosen); trial || m_bars.empty())
        ask(
            Question::Bars,
            [traffic = m_traffic, trial](Computation& job) {
                return barsOf(*traffic, trial.get(), histogramBars, job.progress());
            },
            &LabBench::m_bars);
}

void LabBench::askLine()
{
    if (!m_token)
        return;
    LabSides sides;
    sides.chosen = m_chosen;
    if (m_hasEnforced && m_chosen != 0)
        sides.reference = 0;
    ask(
        Question::TokenLines,
        [traffic = m_traffic, token = *m_token, candidates = m_tried, sides](Computation&) {
            return timeLineOf(*traffic, token, candidates, sides);
        },
        &LabBench::m_line);
}

void LabBench::askEnvelopes()
{
    if (m_token)
        ask(
            Question::Envelopes,
            [traffic = m_traffic, token = *m_token, candidate = triedCandidate(), marked = m_marked,
             within = m_stretch](Computation& job) {
                return envelopesOf(*traffic, token, candidate, marked, within, job.progress());
            },
            &LabBench::m_envelopes);
}

void LabBench::askExplanation()
{
    if (!m_token || !m_cursor)
        m_runner.stop(Question::Explanation);
    else
        ask(
            Question::Explanation,
            [traffic = m_traffic, token = *m_token, candidate = triedCandidate(), request = *m_cursor](
                Computation&) { return explanationOf(*traffic, token, candidate, request); },
            &LabBench::m_explanation);
}

void LabBench::askReserving()
{
    if (unreserved() != Unreserved::No || reserving() != nullptr)
        m_runner.stop(Question::Reserving);
    else
        ask(
            Question::Reserving,
            [traffic = m_traffic, policy = triedCandidate().policy](Computation& job) {
                return reservingOf(traffic, policy, job.progress());
            },
            &LabBench::m_reserving);
}

} // namespace ratewarden::ui
