// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/policy_desk.h"

#include "core/admin/login_name.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <algorithm>
#include <span>

namespace ratewarden::ui {
namespace {

constexpr std::size_t effectPage = 500; // tokens that are asked for at once
constexpr std::size_t mostKnown = 200;  // versions of one policy

} // namespace

PolicyDesk::PolicyDesk(Session& session) : m_session(session)
{
    connect(&session, &Session::policiesRead, this, &PolicyDesk::takePolicies);
    connect(&session.link(), &Link::connected, this, &PolicyDesk::readVersions);
    connect(&session.changes(), &Changes::touched, this, [this](const Made& made) {
        if (made->change.publishing())
            readVersions();
    });
    connect(&session, &Session::requestsCounted, this, &PolicyDesk::requestsChanged);
    connect(&session, &Session::requestsProgressed, this, &PolicyDesk::requestsChanged);
    connect(&session, &Session::progressed, this, [this] {
        if (!m_session.everScanned())
            Q_EMIT requestsChanged();
    });
    connect(&session, &Session::roundCompleted, this, [this] {
        if (m_tried && !m_effect.all)
            tryOut(m_tried);
    });
    connect(&session, &Session::scanCompleted, this, [this] {
        if (m_tried && !m_tried->policy.format.empty()) // keys whose format has just been described
            tryOut(m_tried);
    });
}

const PublishedPolicy* PolicyDesk::published(const std::string& name) const
{
    const SharedPolicies& book = m_session.policies();
    if (!book)
        return nullptr;
    const auto found = book->published.find(name);
    return found == book->published.end() ? nullptr : &found->second;
}

void PolicyDesk::look(const std::string& name)
{
    if (std::exchange(m_name, name) != name) {
        m_versions = {};
        Q_EMIT versionsChanged();
    }
    readVersions();
    watchRequests();
}

void PolicyDesk::setShown(bool shown)
{
    m_shown = shown;
    readVersions();
    watchRequests();
}

void PolicyDesk::takePolicies()
{
    const PublishedPolicy* const policy = published(m_name);
    if ((policy ? policy->version : 0) != m_version)
        readVersions();
    watchRequests();
}

// One at a time: who holds an arrow key down does not wait for all that was passed.
void PolicyDesk::readVersions()
{
    if (m_reading) {
        m_stale = true;
        return;
    }
    if (m_session.isRecorded()) {
        const auto& known = m_session.recorded()->versions;
        const auto found = known.find(m_name);
        m_versions = found != known.end() ? Versions{found->second, {}}
                                          : Versions{{}, tr("Its versions are not in the investigation")};
        Q_EMIT versionsChanged();
        return;
    }
    if (!m_shown || m_name.empty() || !m_session.live())
        return;
    const PublishedPolicy* const policy = published(m_name);
    m_version = policy ? policy->version : 0;
    m_reading = true;
    m_session.act(
        this, [name = m_name](Server& server) { return policyHistory(server, name); },
        [this](const Outcome<std::vector<PolicyVersion>>& outcome) {
            m_reading = false;
            if (std::exchange(m_stale, false))
                return readVersions();
            if (const Failure* const failure = outcome.failure()) {
                if (failure->kind == Failure::Kind::Unavailable)
                    return;
                m_versions = {{}, failure->message};
            } else {
                m_versions = {*outcome.result(), {}};
                std::vector<PolicyVersion>& known = m_known[m_name] = m_versions.all;
                known.resize(std::min(known.size(), mostKnown));
            }
            Q_EMIT versionsChanged();
        });
}

// Its counts, and its candidate's, are read at once, and then every ten seconds.
void PolicyDesk::watchRequests()
{
    const PublishedPolicy* const policy = published(m_name);
    if (!m_shown || policy == nullptr || (!policy->policy.counters && !policy->candidate)) {
        m_session.counts().leave(this);
        return;
    }
    RequestTotals::Policies names{policy->policy.name};
    if (policy->candidate)
        names.push_back(candidatePolicy(*policy).name);
    m_session.counts().look(this, names);
}

PolicyDesk::Requests PolicyDesk::requests() const
{
    const PublishedPolicy* const policy = published(m_name);
    if (policy == nullptr)
        return {};
    const RequestTotals& totals = m_session.totals();
    const ScanProgress& scan = m_session.progress();
    const auto counted = [&](const std::string& name) {
        return Counted{totals.of(name), m_session.everScanned() ? totals.share(name)
                                        : scan.total == 0       ? 0
                                                                : double(scan.looked) / double(scan.total)};
    };
    return {counted(m_name), policy->candidate ? counted(candidatePolicy(*policy).name) : Counted(),
            m_session.live() && !m_session.paused() ? m_session.link().serverNow()
                                                    : totals.knownUntil(m_name)};
}

void PolicyDesk::tryOut(std::optional<PublishedPolicy> next)
{
    m_tried = std::move(next);
    m_effect = {};
    ++m_tries;
    m_rows.stop();
    if (m_tried && !m_tried->policy.format.empty()) // nothing here changes what another program decides
        findReach();
    else if (m_tried)
        findEffect();
}

// Of the tokens that are known by now.
void PolicyDesk::findReach()
{
    using Reach = std::pair<Units, Units>;
    m_rows.ask(
        [tokens = m_session.tokens().snapshot(), policy = m_tried->policy](Computation&) {
            Reach reach;
            for (std::size_t place = 0; place < tokens.rows.size(); ++place) {
                const TokenName name = tokens.names[place];
                if (tokens.rows[place].dropped || name.format->name() != policy.format)
                    continue;
                ++reach.second;
                reach.first += isPolicyFor(policy.name, name.policy);
            }
            return reach;
        },
        [this](const Outcome<Reach>& outcome) {
            if (const Reach* const reach = outcome.result()) {
                m_effect.reach = *reach;
                Q_EMIT effectChanged();
            }
        });
}

// Every token there is, some at a time.
void PolicyDesk::findEffect()
{
    const PublishedPolicy* const now = published(m_tried->policy.name);
    if (now == nullptr) {
        Q_EMIT effectChanged();
        return;
    }
    m_effect.all = m_session.everScanned();
    m_rows.ask(
        [tokens = m_session.tokens().snapshot(), now = *now, next = *m_tried](Computation&) {
            return std::make_shared<const Search>(Search{now, next, tokens.tokensOf(now.policy.name)});
        },
        [this](const Outcome<SharedSearch>& outcome) {
            if (const SharedSearch* const search = outcome.result()) {
                m_effect.tokens = Units((*search)->tokens.size());
                addToEffect(*search);
            }
        });
}

void PolicyDesk::addToEffect(const SharedSearch& search)
{
    Q_EMIT effectChanged();
    const auto from = std::size_t(m_effect.found.tokens);
    if (from == search->tokens.size())
        return;
    m_session.search(
        this,
        [search, from, effect = m_effect.found](Server& server) mutable {
            const std::size_t count = std::min(effectPage, search->tokens.size() - from);
            addEffect(server, search->now, search->next, std::span(search->tokens).subspan(from, count),
                      effect);
            return effect;
        },
        [this, search, tries = m_tries](const Outcome<PolicyEffect>& outcome) {
            if (tries != m_tries)
                return;
            if (const PolicyEffect* const found = outcome.result()) {
                m_effect.found = *found;
                addToEffect(search);
            } else {
                m_effect.problem = outcome.failure()->message;
                Q_EMIT effectChanged();
            }
        });
}

void PolicyDesk::publish(QObject* asker, const PublishedPolicy& policy,
                         std::optional<std::int64_t> rollsBackTo, const QString& reason,
                         std::function<void(const Published&)> then)
{
    m_session.changes().run(
        asker, {PublishIntent{policy, rollsBackTo}, {}, {}, loginName(), reason.toStdString()},
        [then = std::move(then)](const Made& made, const QString& invalid) {
            const Publishing* const publishing = made && made->publishing ? &*made->publishing : nullptr;
            Published result;
            if (publishing && publishing->published)
                result.version = publishing->version;
            else if (!made)
                result.problem = tr("This was not published: %1").arg(invalid);
            else if (made->trouble)
                result.problem =
                    (made->trouble.uncertain ? tr("It is not known whether this was published: %1")
                                             : tr("This was not published: %1"))
                        .arg(problemText(made->trouble.first));
            else if (publishing && publishing->other)
                result.theirs = publishing->other;
            else if (publishing)
                result.problem = tr("Not published: version %1 was published meanwhile and cannot be read")
                                     .arg(numberText(publishing->version));
            then(result);
        });
}

void PolicyDesk::readDocument(QObject* asker, const std::string& name,
                              std::function<void(const Outcome<std::optional<std::string>>&)> then)
{
    m_session.act(
        asker, [name](Server& server) { return findDocument(server, name); }, std::move(then));
}

} // namespace ratewarden::ui
