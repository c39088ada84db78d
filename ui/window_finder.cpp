// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_finder.h"

#include "core/admin/policy_of.h"
#include "core/formats/ratewarden_format.h"
#include "core/keys/key_value.h"
#include "ui/main_window.h"
#include "ui/pages/token_actions.h"
#include "ui/pages/tokens_page.h"
#include "ui/text/display_text.h"
#include "ui/window_menus.h"

#include <QAction>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto typingPause = 200ms;
constexpr std::size_t mostTokens = 8;
constexpr std::size_t mostPolicies = 5;

bool hasAll(const QString& text, const QStringList& words)
{
    return std::ranges::all_of(words,
                               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

WindowFinder::WindowFinder(MainWindow& window) : QObject(&window), m_window(window)
{
    m_rests.setSingleShot(true);
    m_rests.setInterval(typingPause);
    connect(&m_rests, &QTimer::timeout, this, &WindowFinder::lookUp);
}

std::vector<Finding> WindowFinder::find(const QString& typed)
{
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<Finding> found;
    m_said.clear();
    if (!words.isEmpty()) {
        findTokens(typed, words, found);
        findPolicies(words, found);
    }
    findActions(words, found);
    found.insert(found.end(), m_said.begin(), m_said.end());
    const bool canBlock = m_window.session().live() && m_window.session().missing("block").isEmpty();
    if (!words.isEmpty() && !m_isListed && canBlock)
        found.push_back({tr("Action"), tr("Block \"%1\"…").arg(typed), tr("a token that is not listed"),
                         [this, token = typed.toStdString()] {
                             m_window.tokensPage().actions().block({controlSubject(token)});
                         }});
    return found;
}

void WindowFinder::findActions(const QStringList& words, std::vector<Finding>& found)
{
    for (const WindowMenus::Entry& entry : m_window.menus().entries()) {
        QString text = entry.action->text();
        text.remove(QLatin1Char('&'));
        if (!entry.action->isEnabled() || !entry.action->isVisible() || text.isEmpty() ||
            entry.action->objectName() == QLatin1String("openPalette") ||
            !hasAll(entry.kind + QLatin1Char(' ') + text, words))
            continue;
        const QPointer<QAction> action(entry.action);
        found.push_back(
            {entry.kind, text, entry.action->shortcut().toString(QKeySequence::NativeText), [action] {
                 if (action)
                     action->trigger();
             }});
    }
}

void WindowFinder::findPolicies(const QStringList& words, std::vector<Finding>& found)
{
    const SharedPolicies& policies = m_window.session().policies();
    if (!policies)
        return;
    std::size_t count = 0;
    for (const auto& [name, policy] : policies->policies)
        if (hasAll(tr("policy") + QLatin1Char(' ') + shown(name), words) && count++ < mostPolicies)
            found.push_back({tr("Policy"), shown(name), QString::fromStdString(notation(policy.rules)),
                             [this, wanted = name] {
                                 Q_EMIT policyWanted(wanted);
                             }});
}

Finding WindowFinder::tokenFinding(const Subject& subject, const QString& note)
{
    return {tr("Token"), shown(subject.token), note, [this, subject] {
                Q_EMIT tokenWanted(subject);
            }};
}

// The one that is meant exactly comes first.
void WindowFinder::findTokens(const QString& typed, const QStringList& words, std::vector<Finding>& found)
{
    const TokenStore& tokens = m_window.session().tokens();
    const std::string exact = typed.toStdString();
    std::vector<Finding> others;
    bool isListed = false;
    for (int place = 0; place < tokens.size(); ++place) {
        const TokenName name = tokens.name(place);
        const bool isExact = name.token == exact;
        if (!isExact && others.size() >= mostTokens)
            continue;
        const QString text = shown(name.token);
        if (!isExact && !hasAll(text, words))
            continue;
        const QString note =
            QStringLiteral("%1 · %2").arg(shown(name.policy), statusName(tokens.row(place).state));
        (isExact ? found : others).push_back(tokenFinding(name.key(), note));
        isListed = isListed || isExact;
    }
    std::vector<Finding> lookedUp;
    if (!isListed)
        addLookedUp(typed, lookedUp);
    // What there is comes before what is only said.
    const auto said = std::stable_partition(lookedUp.begin(), lookedUp.end(),
                                            [](const Finding& one) { return bool(one.open); });
    found.insert(found.end(), lookedUp.begin(), said);
    found.insert(found.end(), others.begin(), others.end());
    m_said.assign(said, lookedUp.end());
    m_isListed = isListed;
}

void WindowFinder::addLookedUp(const QString& typed, std::vector<Finding>& found)
{
    if (typed != m_looked) {
        if (std::exchange(m_wanted, typed) != typed)
            m_rests.start();
        found.push_back({tr("Token"), tr("Looking for \"%1\" in Redis").arg(typed), {}, {}});
        return;
    }
    if (!m_lookedUp.problem.isEmpty()) {
        found.push_back({tr("Token"), tr("Not looked up: %1").arg(m_lookedUp.problem), {}, {}});
        return;
    }
    for (const Subject& subject : m_lookedUp.subjects)
        found.push_back(
            tokenFinding(subject, subject.policy.empty()
                                      ? tr("in Redis, not listed yet")
                                      : tr("in Redis under %1, not listed yet").arg(shown(subject.policy))));
    if (m_lookedUp.isKey)
        found.push_back({tr("Key"), typed, tr("in Redis"), [this, key = typed.toStdString()] {
                             Q_EMIT keyWanted(key);
                         }});
    if (m_lookedUp.subjects.empty() && !m_lookedUp.isKey)
        found.push_back(
            {tr("Token"),
             tr("\"%1\" is not in Redis: no state under a published policy, no block, no key").arg(typed),
             {},
             {}});
}

// Under every published policy, and as the name of a key: then it may be a token of another format.
void WindowFinder::lookUp()
{
    const QString typed = m_wanted;
    const SharedPolicies policies = m_window.session().policies();
    if (typed.isEmpty() || !policies || !m_window.session().live()) {
        m_looked = typed;
        m_lookedUp = {{}, false, tr("there is no connection")};
        Q_EMIT changed();
        return;
    }
    m_window.session().act(
        this,
        [token = typed.toStdString(), policies](Server& server) {
            std::vector<Subject> subjects{controlSubject(token)};
            for (const auto& [name, policy] : policies->policies)
                subjects.push_back(stateSubject(token, policy));
            LookedUp answer;
            for (const Reading& reading : readSubjects(server, subjects, policyOf(*policies)))
                if (!reading.gone && !reading.problem)
                    answer.subjects.push_back(reading.subject);
            answer.isKey = readKeyFacts(server, token).exists;
            return answer;
        },
        [this, typed](const Outcome<LookedUp>& outcome) {
            if (typed != m_wanted)
                return;
            m_looked = typed;
            const Failure* const failure = outcome.failure();
            m_lookedUp = failure ? LookedUp{{}, false, failure->message} : *outcome.result();
            Q_EMIT changed();
        });
}

} // namespace ratewarden::ui
