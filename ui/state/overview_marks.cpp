// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/overview_marks.h"

#include "core/formats/request_counts.h"
#include "core/watch/server_events.h"
#include "ui/text/audit_text.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

struct OverviewMarkText {
    Q_DECLARE_TR_FUNCTIONS(OverviewMarkText)
};

OverviewMark publishedMark(Instant at, const QString& text, const std::string& policy)
{
    return {{at, TimeMark::Kind::Published, text, {}}, policy};
}

OverviewMark notedMark(Instant at, const std::string& what, const std::string& by)
{
    return {{at, TimeMark::Kind::Noted, OverviewMarkText::tr("%1\nby %2").arg(shown(what), shown(by)), {}},
            {}};
}

QString whoText(const AuditEntry& entry)
{
    return OverviewMarkText::tr("by %1, %2").arg(shown(entry.by), shown(entry.reason));
}

// Changes of one kind, the oldest first.
using Acts = std::vector<const AuditEntry*>;

// Whose they were; of very many changes not all are named.
QString whoseActs(const Acts& acts)
{
    const bool hasTokens = !acts.front()->tokens.empty();
    std::set<std::string_view> named;
    std::size_t unnamed = 0;
    for (const AuditEntry* const one : acts) {
        const std::vector<std::string>& its = hasTokens ? one->tokens : one->keys;
        const std::size_t all = hasTokens ? one->tokenCount : one->keyCount;
        named.insert(its.begin(), its.end());
        unnamed += all - std::min(all, its.size());
    }
    const std::size_t count = named.size() + unnamed;
    if (acts.size() == 1 || count < 2)
        return whoseText(*acts.back());
    return hasTokens ? tokensText(Units(count)) : keysText(Units(count));
}

// "Block: alice", or "Block: 4 tokens", and below it by whom and why.
OverviewMark actsMark(const Acts& acts)
{
    constexpr qsizetype most = 5;
    QStringList who;
    for (const AuditEntry* const one : acts)
        who << whoText(*one);
    who.removeDuplicates();
    if (who.size() > most) {
        const qsizetype more = who.size() - (most - 1);
        who.resize(most - 1);
        who << OverviewMarkText::tr("and %1 more").arg(numberText(Units(more)));
    }
    const QString what = QStringLiteral("%1: %2").arg(actText(*acts.front()), whoseActs(acts));
    TimeMark mark = markOf(*acts.front());
    mark.text = what + QLatin1Char('\n') + who.join(QLatin1Char('\n'));
    return {std::move(mark), {}, acts.back()->id};
}

// What lies close together would hide each other's names.
std::vector<OverviewMark> actsMarks(const Acts& acts, Micros close)
{
    std::vector<Acts> together;
    for (const AuditEntry* const one : acts) {
        const auto before = std::find_if(together.rbegin(), together.rend(),
                                         [&](const Acts& its) { return its.front()->act == one->act; });
        if (before != together.rend() && one->at < before->front()->at + close)
            before->push_back(one);
        else
            together.push_back({one});
    }
    std::vector<OverviewMark> marks;
    std::ranges::transform(together, std::back_inserter(marks), actsMark);
    return marks;
}

/// What a watcher has noted; nothing if it is among the marks.
std::optional<OverviewMark> pastMark(const HistoryEvent& event, const std::vector<TimeMark>& known)
{
    constexpr Micros same = 1min; // the watcher's round, and when this window saw it
    const std::optional<ServerEvent::Kind> ofServer = serverEventNamed(event.event);
    if (!ofServer) {
        OverviewMark mark = notedMark(event.at, event.text, event.about);
        mark.mark.kind = kindOfAct(event.event);
        return mark;
    }
    const TimeMark::Kind kind = kindOf(*ofServer);
    const QString node = shown(std::string(nodeOf(event)));
    const bool isKnown = std::ranges::any_of(known, [&](const TimeMark& one) {
        return one.kind == kind && one.at > event.at - same && one.at < event.at + same && one.node == node;
    });
    if (isKnown)
        return std::nullopt;
    return OverviewMark{{event.at, kind, shown(event.text), {}}, {}};
}

} // namespace

// The link and the policies come back one after the other.
void OverviewMarks::noteLink(bool isLive, bool isUnreachable, Clock::time_point when)
{
    constexpr auto until = 30s;
    if (isLive && std::exchange(m_isLost, false))
        m_followedFrom = when + until;
    else if (isUnreachable)
        m_isLost = true;
}

// A version that comes while this window looks. When one came during an outage only the audit trail knows.
void OverviewMarks::notePolicies(const PolicyBook& read, Instant at, Clock::time_point when)
{
    std::map<std::string, std::int64_t> versions;
    for (const auto& [name, policy] : read.published)
        versions.emplace(name, policy.version);
    const auto before = std::exchange(m_versions, std::move(versions));
    std::erase_if(m_published, [&](const OverviewMark& one) { return one.mark.at < at - countsReach; });
    if (!before || m_isLost || when < m_followedFrom)
        return;
    for (const auto& [name, version] : *m_versions)
        if (const auto known = before->find(name); known == before->end() || known->second != version)
            m_published.push_back(publishedMark(
                at, OverviewMarkText::tr("%1 v%2 published").arg(shown(name), numberText(version)), name));
    for (const auto& [name, version] : *before)
        if (!m_versions->contains(name) && !read.broken.contains(name))
            m_published.push_back(
                publishedMark(at, OverviewMarkText::tr("%1 removed").arg(shown(name)), name));
}

std::vector<OverviewMark> OverviewMarks::since(Instant oldest, const Known& known) const
{
    constexpr Micros same = 5s; // the trail's entry, and when the version was read
    std::vector<OverviewMark> all;
    std::ranges::copy_if(m_published, std::back_inserter(all),
                         [&](const OverviewMark& one) { return one.mark.at >= oldest; });
    std::set<Instant> ofTrail;
    Acts acts;
    for (const AuditEntry& entry : known.trail) {
        const bool removes = entry.act == "remove-policy";
        const bool publishes = removes || entry.act == "publish";
        ofTrail.insert(entry.at);
        if (entry.at < oldest)
            continue;
        if (entry.isMark())
            all.push_back(notedMark(entry.at, entry.reason, entry.by));
        else if (!publishes && entry.changed > 0)
            acts.push_back(&entry);
        if (!publishes || entry.policies.empty() || entry.changed == 0)
            continue;
        const std::string& policy = entry.policies.front();
        const auto seen = std::ranges::find_if(all, [&](const OverviewMark& one) {
            return one.policy == policy && one.mark.at > entry.at - same && one.mark.at < entry.at + same;
        });
        const QString who = whoText(entry);
        if (seen != all.end())
            seen->mark.text += QLatin1Char('\n') + who;
        else
            all.push_back(publishedMark(
                entry.at,
                (removes ? OverviewMarkText::tr("%1 removed") : OverviewMarkText::tr("%1 published"))
                        .arg(shown(policy)) +
                    QLatin1Char('\n') + who,
                policy));
    }
    std::ranges::reverse(acts);
    std::ranges::move(actsMarks(acts, known.close), std::back_inserter(all));
    for (const HistoryEvent& event : known.past)
        if (!ofTrail.contains(event.at))
            if (std::optional<OverviewMark> mark = pastMark(event, known.others))
                all.push_back(std::move(*mark));
    for (const TimeMark& mark : known.others)
        if (mark.at >= oldest) {
            all.push_back({mark, {}});
            all.back().mark.text = detailsOf(mark);
        }
    std::ranges::sort(all, {}, [](const OverviewMark& one) { return one.mark.at; });
    return all;
}

} // namespace ratewarden::ui
