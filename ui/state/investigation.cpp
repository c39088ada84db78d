// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/investigation.h"

#include "core/formats/own/ratewarden_keys.h"
#include "core/watch/server_events.h"
#include "ui/text/lab_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/slot_text.h"

#include <QCoreApplication>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace ratewarden::ui {
namespace {

Problem problemSaying(const QString& words)
{
    return Problem(Fault::Other, words.toStdString());
}

/// Hashes what one investigation holds, each token once.
class TokenHashes {
public:
    /// `areHashes`: its tokens are hashes already, by which people speak of them.
    explicit TokenHashes(bool areHashes) : m_areHashes(areHashes)
    {
        std::array<quint32, 8> key{};
        QRandomGenerator::system()->fillRange(key.data(), qsizetype(key.size()));
        m_key = QByteArray(reinterpret_cast<const char*>(key.data()), qsizetype(sizeof key));
    }

    void hide(std::string& token)
    {
        if (m_areHashes && isHash(token)) // the lab may have others by now
            return;
        std::string& known = m_known[token];
        if (known.empty())
            known = '#' + QMessageAuthenticationCode::hash(QByteArray::fromStdString(token), m_key,
                                                           QCryptographicHash::Sha256)
                              .toHex()
                              .left(digits)
                              .toStdString();
        token = known;
    }
    void hide(Subject& subject) { hide(subject.token); }
    void hide(RecordedLab& lab)
    {
        for (std::vector<std::string>* const tokens : {&lab.tokens, &lab.setup.marked})
            for (std::string& token : *tokens)
                hide(token);
        if (!lab.setup.token.empty())
            hide(lab.setup.token);
        for (RecordedLab::Result& result : lab.results)
            for (RecordedLab::Denied& denied : result.worst)
                hide(denied.token);
    }
    void hide(std::optional<Subject>& subject)
    {
        if (subject)
            hide(*subject);
    }
    void hide(std::optional<Block>& block)
    {
        if (!block)
            return;
        hide(block->token);
        block->reason.clear();
    }
    void hide(Override& own)
    {
        hide(own.token);
        own.reason.clear();
    }
    void hide(TakenSlot& slot)
    {
        if (!isNamedByTime(slot)) // which says nothing more
            hide(slot.name);
        if (!slot.holder.empty())
            hide(slot.holder);
    }
    void hide(Reading& reading)
    {
        hide(reading.subject);
        for (TakenSlot& slot : reading.inFlight)
            hide(slot);
        hide(reading.block);
        for (Override& own : reading.overrides)
            hide(own);
        for (Warning& warning : reading.warnings)
            warning.owner.clear();
        if (reading.problem) // which may name a key
            reading.problem =
                problemSaying(QCoreApplication::translate("InvestigationText", "it could not be read"));
    }
    void hide(Investigation::Token& token)
    {
        TokenDetail detail = *token.detail;
        hide(detail.reading);
        detail.stateKey.clear();
        if (detail.override)
            hide(*detail.override);
        for (RememberedDenial& denial : detail.denials)
            denial.note.clear();
        token.detail = std::make_shared<const TokenDetail>(std::move(detail));
        if (!token.history)
            return;
        const UsageHistory& history = *token.history;
        std::vector<TimeMark> marks = history.marks();
        for (TimeMark& mark : marks)
            mark.text.clear();
        std::optional<Block> block = history.block();
        hide(block);
        token.history = std::make_shared<const UsageHistory>(
            history.samples(), std::move(marks), history.blocks(), std::move(block),
            history.published() ? std::make_shared<const std::vector<PublishedRules>>(*history.published())
                                : nullptr);
    }
    void hide(AuditEntry& entry)
    {
        for (std::string& token : entry.tokens)
            hide(token);
        entry.keys.clear();
        entry.reason.clear();
    }
    void hide(Investigation::Keys& keys)
    {
        for (FoundKeyFacts& row : keys.rows)
            hide(row.name);
        for (KeyUsage& usage : keys.usages)
            hide(usage.key);
        keys.filter.clear();
        keys.folder.clear();
        if (keys.token)
            hide(*keys.token);
        if (!keys.chosen)
            return;
        KeyDetail& key = *keys.chosen;
        KeyDetail kept;
        kept.facts = key.facts;
        hide(kept.facts.key);
        kept.page.type = key.page.type;
        kept.page.problem = problemSaying(
            QCoreApplication::translate("InvestigationText", "The names of tokens are hashed: no value is in "
                                                             "the investigation"));
        kept.confidence = key.confidence;
        key = std::move(kept);
    }
    void hide(Finding& finding)
    {
        for (std::string& token : finding.samples)
            hide(token);
        if (finding.dismissed)
            finding.dismissed->reason.clear();
    }
    void hide(RequestTotals& totals)
    {
        const auto hidden = [this](RequestTotals::Pass pass) {
            for (auto* const most : {&pass.allowed, &pass.denied})
                for (auto& [from, tokens] : *most)
                    for (RequestTotals::Token& token : tokens)
                        hide(token.token.token);
            return pass;
        };
        totals = RequestTotals(hidden(totals.completePass()), hidden(totals.roundOfAll()));
    }

private:
    static constexpr qsizetype digits = 16;

    static bool isHash(std::string_view token)
    {
        return token.size() == digits + 1 && token.front() == '#' &&
               token.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
    }

    const bool m_areHashes;
    QByteArray m_key;
    std::unordered_map<std::string, std::string> m_known;
};

// Letters, as the lab gives them.
void leaveOutNames(RecordedLab& lab)
{
    lab.name.clear();
    char letter = 'A';
    std::map<std::string, std::string> letters;
    for (Candidate& candidate : lab.setup.candidates)
        candidate.name = letters[candidate.name] = std::string(1, letter++);
    for (RecordedLab::Result& result : lab.results)
        if (const auto its = letters.find(result.trial.candidate.name); its != letters.end())
            result.trial.candidate.name = its->second;
        else if (lab.setup.enforced)
            result.trial.candidate.name = lab.setup.enforced->name = enforcedName;
}

// `drawn`: the name of one of them.
void leaveOutTexts(std::vector<Investigation::WatchedAlert>& alerts, std::string& drawn)
{
    int number = 0;
    const std::string before = std::exchange(drawn, {});
    for (auto& [alert, stands, rounds] : alerts) {
        const std::string name =
            QCoreApplication::translate("InvestigationText", "Alert %1").arg(++number).toStdString();
        if (alert.name == before)
            drawn = name;
        alert.name = name;
        alert.filter = {};
        if (alert.silenced)
            alert.silenced->reason.clear();
    }
}

// Of changes what was done, and by whom.
void leaveOutTexts(std::vector<HistoryEvent>& events)
{
    for (HistoryEvent& event : events)
        if (!serverEventNamed(event.event))
            event.text = event.event;
}

// A word of it may be a token, or a part of one; that is not to be told apart.
void leaveOutTexts(Investigation& investigation)
{
    investigation.note.clear();
    investigation.moments.clear();
    investigation.screen.filter.clear();
    investigation.screen.filters.clear();
    investigation.screen.client.clear();
    leaveOutTexts(investigation.alerts, investigation.screen.alert);
    if (investigation.watched)
        leaveOutTexts(investigation.watched->changes);
    if (investigation.past)
        leaveOutTexts(investigation.past->changes);
    if (investigation.lab)
        leaveOutNames(*investigation.lab);
    const auto leaveOut = [](PublishedPolicy& published) {
        published.description.clear();
        published.ruleNames.clear();
    };
    for (auto& [name, published] : investigation.policies.published)
        leaveOut(published);
    for (auto& [name, versions] : investigation.versions)
        for (PolicyVersion& version : versions) {
            version.reason.clear();
            if (version.policy) {
                leaveOut(*version.policy);
                version.document = policyDocument(*version.policy);
            } else if (!version.document.empty()) {
                version.document = "?"; // which cannot be read, either
            }
        }
    for (TimeMark& mark : investigation.serverMarks)
        switch (mark.kind) {
        case TimeMark::Kind::Evicted:
        case TimeMark::Kind::ScriptsFlushed:
        case TimeMark::Kind::ClockStep:
        case TimeMark::Kind::Restarted:
            break; // in the words of this program
        default:
            mark.text.clear();
        }
}

bool namesServer(const Problem& problem)
{
    return isOfServer(problem) || std::ranges::any_of(problem.because, namesServer);
}

// In the words of who records.
Problem recordedProblem(const Problem& problem)
{
    if (!problem)
        return {};
    return problemSaying(
        namesServer(problem)
            ? QCoreApplication::translate("InvestigationText", "it could not be read from the server")
            : problemText(problem));
}

} // namespace

Reading recordedReading(const Reading& reading)
{
    Reading kept = reading;
    kept.foreign.reset();
    kept.problem = recordedProblem(reading.problem);
    return kept;
}

KeyDetail recordedKey(const KeyDetail& detail)
{
    KeyDetail kept = detail;
    kept.problem = recordedProblem(detail.problem);
    kept.page.problem = recordedProblem(detail.page.problem);
    if (ownKey(detail.facts.key)) {
        kept.page = {};
        kept.page.type = detail.page.type;
        kept.page.problem = problemSaying(QCoreApplication::translate(
            "InvestigationText", "The values of Ratewarden's own keys are not in the investigation"));
        kept.meanings.clear();
        kept.groups = {};
    }
    return kept;
}

AuditList recordedAudit(const AuditList& read)
{
    constexpr std::size_t mostEntries = 1000;
    static constexpr std::size_t mostNames = 100; // of one of them
    const auto some = [](const std::vector<std::string>& names) {
        return std::vector(names.begin(), names.begin() + std::ptrdiff_t(std::min(mostNames, names.size())));
    };
    AuditList kept;
    kept.complete = read.complete && read.entries.size() <= mostEntries;
    kept.unreadable = read.unreadable;
    kept.maybe = read.maybe;
    for (const AuditEntry& entry : read.entries) {
        if (kept.entries.size() == mostEntries)
            break;
        AuditEntry& its = kept.entries.emplace_back();
        its.id = entry.id;
        its.at = entry.at;
        its.by = entry.by;
        its.program = entry.program;
        its.act = entry.act;
        its.reason = entry.reason;
        its.tokens = some(entry.tokens);
        its.policies = some(entry.policies);
        its.formats = some(entry.formats);
        its.tokenCount = entry.tokenCount;
        its.keys = some(entry.keys);
        its.keyCount = entry.keyCount;
        its.cut = entry.cut;
        its.damaged = entry.damaged;
        its.result = entry.result;
        its.asked = entry.asked;
        its.made = entry.made;
        its.changed = entry.changed;
        its.cameSince = entry.cameSince;
        its.undoes = entry.undoes;
        its.undoneBy = entry.undoneBy;
        its.partlyBy = entry.partlyBy;
    }
    return kept;
}

std::vector<HistoryEvent> recordedEvents(const std::vector<HistoryEvent>& known)
{
    std::vector<HistoryEvent> kept = known;
    for (HistoryEvent& event : kept) {
        const std::optional<ServerEvent::Kind> kind = serverEventNamed(event.event);
        if (!kind)
            continue;
        ServerEvent restarted;
        restarted.kind = ServerEvent::Kind::Restarted;
        if (kind == restarted.kind) // its own words may name whose place it has taken
            event.text = textOf(restarted);
        else if (const std::size_t node = nodeOf(event).size(); node > 0)
            event.text.erase(0, node + 2); // and ": "
        event.about.clear();
    }
    return kept;
}

void hashTokens(Investigation& investigation)
{
    TokenHashes hashes(investigation.isHashed);
    investigation.restored.reset();
    for (Investigation::Row& row : investigation.rows) {
        hashes.hide(row.subject);
        if (row.reading)
            hashes.hide(*row.reading);
    }
    for (Investigation::Token& token : investigation.tokens)
        hashes.hide(token);
    if (investigation.audit)
        for (AuditEntry& entry : investigation.audit->entries)
            hashes.hide(entry);
    if (investigation.keys)
        hashes.hide(*investigation.keys);
    for (Override& own : investigation.overrides)
        hashes.hide(own);
    if (investigation.lab)
        hashes.hide(*investigation.lab);
    hashes.hide(investigation.totals);
    for (LimitedWatch::Entry& entry : investigation.newlyLimited)
        hashes.hide(entry.subject);
    if (investigation.findings)
        for (Finding& finding : investigation.findings->all)
            hashes.hide(finding);
    Investigation::Screen& screen = investigation.screen;
    hashes.hide(screen.chosen);
    for (auto* const subjects : {&screen.marked, &screen.compared})
        for (Subject& subject : *subjects)
            hashes.hide(subject);
    leaveOutTexts(investigation);
    investigation.isHashed = true;
}

} // namespace ratewarden::ui
