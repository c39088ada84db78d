// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/key_reader.h"

#include "core/admin/change.h"
#include "core/admin/policy_of.h"
#include "core/model/errors.h"
#include "core/tokens/reader.h"
#include "ui/text/policy_text.h"
#include "ui/tokens/token_store.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t mostRecognised = 64; // keys in one go that only the server can tell the token of
constexpr std::size_t mostSubjectsKept = 10'000;
constexpr Micros usualBlock = 1h;

using Subjects = std::unordered_map<std::string, Subject>;

/// Of a key whose format is known; empty where the name alone does not tell it.
std::optional<Subject> subjectByName(const KeyReader::Shown& shown)
{
    const auto* const foreign = dynamic_cast<const CatalogueFormat*>(shown.format);
    if (!foreign)
        return shown.format->recognise({.key = shown.key, .content = nullptr, .now = {}});
    if (numberingOf(foreign->file()) != Numbering::None || holdsMark(shown.key))
        return std::nullopt;
    const std::optional<NameMatch> match = matchName(foreign->file(), shown.key);
    return match ? std::optional(foreignSubject(foreign->file(), *foreign, *match, Nanos{})) : std::nullopt;
}

KeyUsage usageOf(const std::string& key, const Reading& reading)
{
    KeyUsage usage{.key = key, .at = reading.at, .status = statusOf(reading), .used = reading.used};
    usage.verdicts = verdictsOf(reading.subject.policy);
    if (reading.decision) {
        const RuleUsage& tightest = reading.decision->usage[reading.decision->tightestRule()];
        usage.used = tightest.used;
        usage.capacity = tightest.rule.capacity();
        usage.resets = tightest.resetAfter;
        usage.share = tightest.share();
    } else if (reading.expiresIn) {
        usage.resets = reading.expiresIn;
    }
    return usage;
}

struct ReadUsages {
    SharedKeyUsages usages;
    Subjects found; // that the server had to be asked for
};

ReadUsages readUsages(Server& server, ServerPrefixes& prefixes, const std::vector<KeyReader::Shown>& keys,
                      const Subjects& known, const SharedPolicies& policies)
{
    ReadUsages read;
    std::vector<std::string> names;
    std::vector<Subject> subjects;
    for (const KeyReader::Shown& key : keys) {
        std::optional<Subject> subject = subjectByName(key);
        if (const auto kept = known.find(key.key); !subject && kept != known.end())
            subject = kept->second;
        if (!subject && read.found.size() < mostRecognised)
            if (auto recognised = recogniseOnServer(server, prefixes, key.key);
                recognised && recognised->tokensOfKey.value_or(1) == 1) {
                subject = std::move(recognised->subject);
                read.found.emplace(key.key, *subject);
            }
        if (!subject)
            continue;
        names.push_back(key.key);
        subjects.push_back(std::move(*subject));
    }
    auto usages = std::make_shared<std::vector<KeyUsage>>();
    if (!subjects.empty()) {
        const std::vector<Reading> readings = readSubjects(server, subjects, policyOf(*policies));
        for (std::size_t i = 0; i < readings.size(); ++i)
            usages->push_back(usageOf(names[i], readings[i]));
    }
    read.usages = std::move(usages);
    return read;
}

// What a block of the subject cannot promise; nothing where it cannot be planned.
std::set<Caution> cautionsOf(Server& server, const Subject& subject, const SharedPolicies& policies)
{
    if (subject.format->isOurs())
        return {};
    Change change{BlockIntent{usualBlock, {}, {}}, {subject}, {}, "-", "-"};
    if (const Policy* const policy = policies->find(subject.policy))
        change.policies.emplace(subject.policy, *policy);
    try {
        readStates(server, change);
        return preview(change, 1).cautions;
    } catch (const InvalidArgument&) {
        return {};
    }
}

// Of a list the head comes first: there limiters that keep one put the newest.
KeyDetail readDetail(Server& server, ServerPrefixes& prefixes, const std::string& key, ValueQuery query,
                     const SharedPolicies& policies)
{
    KeyDetail detail;
    detail.facts = readKeyFacts(server, key);
    if (!detail.facts.exists)
        return detail;
    query.newestFirst = query.newestFirst && detail.facts.kind() != KeyType::List;
    detail.page = readValuePage(server, detail.facts, query);
    if (detail.facts.kind() == KeyType::Stream)
        detail.groups = readStreamGroups(server, key);
    const CatalogueFormat* format = nullptr;
    try {
        if (auto found = recogniseOnServer(server, prefixes, key)) {
            format = dynamic_cast<const CatalogueFormat*>(found->subject.format);
            if (found->tokensOfKey.value_or(1) == 1) { // one that holds many is nobody's in particular
                detail.confidence = found->confidence;
                detail.ties = std::move(found->ties);
                detail.subject = std::move(found->subject);
                const Subject& subject = *detail.subject;
                std::vector<TokenDetail> tokens = readDetails(server, {&subject, 1}, policyOf(*policies));
                detail.token = std::make_shared<const TokenDetail>(std::move(tokens.front()));
                detail.cautions = cautionsOf(server, subject, policies);
            }
        }
    } catch (const Unavailable&) {
        throw;
    } catch (const Error& error) { // the key itself is to be seen all the same
        detail.problem = error.problem();
    }
    detail.meanings = meaningsOf(format, detail.facts, detail.page, detail.facts.at.time_since_epoch());
    return detail;
}

} // namespace

KeyReader::KeyReader(Link& link, std::shared_ptr<ServerPrefixes> prefixes, QObject* parent)
    : QObject(parent), m_link(link), m_prefixes(std::move(prefixes))
{
    m_timer.setInterval(1s);
    connect(&m_timer, &QTimer::timeout, this, &KeyReader::now);
    connect(&m_link, &Link::stateChanged, this, [this] {
        if (m_active && m_link.state() == Link::State::Live)
            now();
    });
}

void KeyReader::setPolicies(SharedPolicies policies)
{
    m_policies = std::move(policies);
    m_subjects.clear(); // rules tell windows
    if (m_active)
        now();
}

void KeyReader::forgetFormats()
{
    m_subjects.clear();
    m_shown.clear();
}

void KeyReader::setActive(bool active)
{
    if (std::exchange(m_active, active) == active)
        return;
    if (active) {
        m_timer.start();
        now();
    } else {
        m_timer.stop();
    }
}

void KeyReader::setInterval(std::chrono::milliseconds interval)
{
    if (interval != m_timer.intervalAsDuration()) // the same one would begin anew
        m_timer.setInterval(interval);
}

void KeyReader::choose(const std::optional<std::string>& key)
{
    if (key == m_chosen)
        return;
    m_chosen = key;
    m_query = {};
    m_query.newestFirst = true;
    readChosen();
    if (m_recorded && m_chosen == m_recorded->facts.key) // later, as what a server answers comes
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_chosen == m_recorded->facts.key)
                    Q_EMIT detailRead(m_recorded);
            },
            Qt::QueuedConnection);
}

void KeyReader::turnTo(const ValueQuery& query)
{
    m_query = query;
    readChosen();
}

void KeyReader::setShown(std::vector<Shown> keys)
{
    m_shown = std::move(keys);
    readShown();
    if (m_recordedUsages)
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT usagesRead(m_recordedUsages); }, Qt::QueuedConnection);
}

void KeyReader::put(SharedKeyDetail detail, SharedKeyUsages usages)
{
    m_recorded = std::move(detail);
    m_recordedUsages = std::move(usages);
}

void KeyReader::now()
{
    readChosen();
    readShown();
}

void KeyReader::report(const Failure* failure)
{
    if (failure)
        m_link.report(*failure);
    Q_EMIT problemChanged(failure && !m_link.isUnreachable() ? failure->message : QString());
}

void KeyReader::readChosen()
{
    if (!m_chosen || !m_policies || m_link.state() != Link::State::Live)
        return;
    if (m_detailUnderWay) {
        m_detailStale = true;
        return;
    }
    m_detailStale = false;
    m_detailUnderWay = true;
    m_link.watchLane().post(
        this,
        [key = *m_chosen, query = m_query, policies = m_policies, prefixes = m_prefixes](Server& server) {
            return std::make_shared<const KeyDetail>(readDetail(server, *prefixes, key, query, policies));
        },
        [this, key = m_chosen, from = m_query.from](const Outcome<SharedKeyDetail>& outcome) {
            m_detailUnderWay = false;
            report(outcome.failure());
            if (outcome.result() && key == m_chosen && from == m_query.from) // and nobody looks elsewhere
                Q_EMIT detailRead(*outcome.result());
            if (m_detailStale)
                readChosen();
        });
}

void KeyReader::readShown()
{
    if (m_shown.empty() || !m_policies || m_link.state() != Link::State::Live)
        return;
    if (m_usagesUnderWay) {
        m_usagesStale = true;
        return;
    }
    m_usagesStale = false;
    m_usagesUnderWay = true;
    m_link.watchLane().post(
        this,
        [keys = m_shown, known = m_subjects, policies = m_policies, prefixes = m_prefixes](Server& server) {
            return readUsages(server, *prefixes, keys, known, policies);
        },
        [this](const Outcome<ReadUsages>& outcome) {
            m_usagesUnderWay = false;
            report(outcome.failure());
            if (const ReadUsages* const read = outcome.result()) {
                if (m_subjects.size() > mostSubjectsKept)
                    m_subjects.clear();
                m_subjects.insert(read->found.begin(), read->found.end());
                Q_EMIT usagesRead(read->usages);
            }
            if (m_usagesStale)
                readShown();
        });
}

} // namespace ratewarden::ui
