// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_finder.h"

#include "core/admin/policy_of.h"
#include "core/explain/denial_question.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/keys/key_value.h"
#include "core/model/errors.h"
#include "ui/main_window.h"
#include "ui/pages/tokens/token_actions.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/pages/undo_button.h"
#include "ui/state/traffic_desk.h"
#include "ui/text/denial_text.h"
#include "ui/text/display_text.h"
#include "ui/widgets/action_button.h"
#include "ui/window_menus.h"

#include <QAction>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto finderPause = 200ms;
constexpr std::size_t mostTokensFound = 8;
constexpr std::size_t mostPoliciesFound = 5;
constexpr int fewToSearch = 3000; // are searched within a millisecond or two

} // namespace

WindowFinder::WindowFinder(MainWindow& window) : QObject(&window), m_window(window)
{
    m_rests.setSingleShot(true);
    m_rests.setInterval(finderPause);
    connect(&m_rests, &QTimer::timeout, this, &WindowFinder::lookUp);
    const auto again = [this] {
        forget();
        Q_EMIT changed();
    };
    connect(&window.link(), &Link::stateChanged, this, [this, again] { // while it is lost it tries and tries
        if (std::exchange(m_live, m_window.session().live()) != m_live)
            again();
    });
    connect(&window.session(), &Session::policiesRead, this, again);
}

void WindowFinder::forget()
{
    m_matches = {};
    m_matchesBefore = {};
    m_lookedUp = {};
    ++m_asked;
    m_searcher.stop();
}

std::vector<PaletteEntry> WindowFinder::find(const QString& typed)
{
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<PaletteEntry> found;
    m_said.clear();
    m_mayBlock = false;
    if (words.size() > 1)
        findDenial(typed, found);
    if (!words.isEmpty()) {
        findTokens(typed, words, found);
        findPolicies(words, found);
    }
    findActions(words, found);
    if (words.size() == 1)
        findNoted(typed, found);
    found.insert(found.end(), m_said.begin(), m_said.end());
    const bool canBlock = m_window.session().live() && m_window.session().missing("block").isEmpty();
    if (m_mayBlock && canBlock)
        found.push_back({tr("Action"), tr("Block \"%1\"…").arg(typed), tr("a token that is not listed"),
                         [this, token = typed.toStdString()] {
                             m_window.tokensPage().actions().block({controlSubject(token)});
                         }});
    return found;
}

void WindowFinder::findActions(const QStringList& words, std::vector<PaletteEntry>& found)
{
    for (const WindowMenus::Entry& entry : m_window.menus().entries()) {
        const QString text = asRead(entry.action->text());
        if (!entry.action->isEnabled() || !entry.action->isVisible() || text.isEmpty() ||
            entry.action->objectName() == QLatin1String("openPalette") ||
            !hasAll(entry.kind + QLatin1Char(' ') + text, words))
            continue;
        QStringList notes{subjectOf(entry.action),
                          entry.action->shortcut().toString(QKeySequence::NativeText)};
        notes.removeAll(QString());
        found.push_back({entry.kind, text, notes.join(QStringLiteral(" · ")),
                         [this, action = QPointer<QAction>(entry.action)] {
                             if (action)
                                 choose(action);
                         }});
    }
}

// What changes the server is shown first, also where its own button or key would not ask.
void WindowFinder::choose(QAction* action)
{
    if (action == m_window.undoButton().action()) {
        m_window.undoButton().review();
        return;
    }
    const auto reviews = m_window.session().guard().reviewAll();
    action->trigger();
}

void WindowFinder::findDenial(const QString& typed, std::vector<PaletteEntry>& found)
{
    const auto now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    try {
        const DenialQuestion question = denialQuestion(typed.toStdString(), now);
        found.push_back({tr("Action"), tr("Why was %1 denied?").arg(shown(question.token)),
                         denialText(question.denial), [this, typed] {
                             Q_EMIT explanationWanted(typed);
                         }});
    } catch (const InvalidArgument&) { // it asks for something else
        return;
    }
}

// A request's id, perhaps: policies that have denials remembered know some, and logs.
void WindowFinder::findNoted(const QString& typed, std::vector<PaletteEntry>& found)
{
    constexpr int shortestId = 6;
    const SharedPolicies& policies = m_window.session().policies();
    const bool hasLog = m_window.session().lab()->log().has_value();
    const bool remembers = policies && std::ranges::any_of(policies->policies, [](const auto& one) {
                               return one.second.denials > 0;
                           });
    if (typed.size() < shortestId || (!remembers && !hasLog))
        return;
    found.push_back(
        {tr("Action"), tr("Why was the request “%1” denied?").arg(typed),
         hasLog ? tr("if its denial is remembered, or in the lab's log") : tr("if its denial is remembered"),
         [this, typed] {
             Q_EMIT explanationWanted(typed);
         }});
}

void WindowFinder::findPolicies(const QStringList& words, std::vector<PaletteEntry>& found)
{
    const SharedPolicies& policies = m_window.session().policies();
    if (!policies)
        return;
    std::size_t count = 0;
    for (const auto& [name, policy] : policies->policies)
        if (hasAll(tr("policy") + QLatin1Char(' ') + shown(name), words) && count++ < mostPoliciesFound)
            found.push_back({tr("Policy"), shown(name), QString::fromStdString(notation(policy.rules)),
                             [this, wanted = name] {
                                 Q_EMIT policyWanted(wanted);
                             }});
}

PaletteEntry WindowFinder::tokenEntry(const Subject& subject, const QString& note)
{
    return {tr("Token"), shown(subject.token), note, [this, subject] {
                Q_EMIT tokenWanted(subject);
            }};
}

// The one that is meant exactly comes first. While the others are searched, those of what was typed before
// that still match stay.
void WindowFinder::findTokens(const QString& typed, const QStringList& words,
                              std::vector<PaletteEntry>& found)
{
    search(typed, words);
    const bool isKnown = m_matches.answer.has_value();
    TokenMatches matches = isKnown ? *m_matches.answer : m_matchesBefore;
    if (!isKnown) {
        matches.exact = listed(typed.toStdString());
        std::erase_if(matches.others, [&](const TokenMatch& match) {
            return match.subject.token == typed.toStdString() || !hasAll(shown(match.subject.token), words);
        });
    }
    const auto add = [&](const std::vector<TokenMatch>& tokens) {
        for (const auto& [subject, state] : tokens)
            found.push_back(tokenEntry(
                subject, subject.policy.empty()
                             ? statusName(state)
                             : QStringLiteral("%1 · %2").arg(shown(subject.policy), statusName(state))));
    };
    add(matches.exact);
    std::vector<PaletteEntry> lookedUp;
    m_mayBlock = isKnown && matches.exact.empty();
    if (m_mayBlock)
        addLookedUp(typed, lookedUp);
    // What there is comes before what is only said.
    const auto said = std::stable_partition(lookedUp.begin(), lookedUp.end(),
                                            [](const PaletteEntry& one) { return bool(one.open); });
    found.insert(found.end(), lookedUp.begin(), said);
    add(matches.others);
    m_said.assign(said, lookedUp.end());
}

// Of many rows in a thread: the newest question alone.
void WindowFinder::search(const QString& typed, const QStringList& words)
{
    if (typed == m_matches.typed)
        return;
    if (m_matches.answer)
        m_matchesBefore = *m_matches.answer;
    m_matches = {typed, {}};
    const auto find = [exact = typed.toStdString(), words,
                       tokens = m_window.session().tokens().snapshot()](const std::stop_token& stop) {
        return searchTokens(tokens, exact, words, mostTokensFound, stop);
    };
    if (m_window.session().tokens().size() <= fewToSearch) {
        m_searcher.stop();
        m_matches.answer = find({});
        return;
    }
    m_searcher.ask([find](Computation& computation) { return find(computation.stopToken()); },
                   [this](const Outcome<TokenMatches>& outcome) {
                       if (const TokenMatches* const matches = outcome.result()) {
                           m_matches.answer = *matches;
                           Q_EMIT changed();
                       }
                   });
}

// Our own ones at once, without a search.
std::vector<TokenMatch> WindowFinder::listed(const std::string& token) const
{
    const TokenStore& tokens = m_window.session().tokens();
    std::vector<TokenMatch> matches;
    const auto add = [&](const Subject& subject) {
        if (const int place = tokens.find(subject); place >= 0)
            matches.push_back({subject, tokens.row(place).state});
    };
    if (const SharedPolicies& policies = m_window.session().policies())
        for (const auto& [name, policy] : policies->policies)
            add(stateSubject(token, policy));
    if (matches.empty())
        add(controlSubject(token));
    return matches;
}

void WindowFinder::addLookedUp(const QString& typed, std::vector<PaletteEntry>& found)
{
    if (typed != m_lookedUp.typed) {
        m_lookedUp = {typed, {}};
        ++m_asked;
        m_rests.start();
    }
    if (!m_lookedUp.answer) {
        found.push_back({tr("Token"), tr("Looking for \"%1\" in Redis").arg(typed), {}, {}});
        return;
    }
    const LookedUp& answer = *m_lookedUp.answer;
    if (!answer.problem.isEmpty()) {
        found.push_back({tr("Token"), tr("Not looked up: %1").arg(answer.problem), {}, {}});
        return;
    }
    for (const Subject& subject : answer.subjects)
        found.push_back(
            tokenEntry(subject, subject.policy.empty()
                                    ? tr("in Redis, not listed yet")
                                    : tr("in Redis under %1, not listed yet").arg(shown(subject.policy))));
    if (answer.isKey)
        found.push_back({tr("Key"), typed, tr("in Redis"), [this, key = typed.toStdString()] {
                             Q_EMIT keyWanted(key);
                         }});
    if (answer.subjects.empty() && !answer.isKey)
        found.push_back(
            {tr("Token"),
             tr("\"%1\" is not in Redis: no state under a published policy, no block, no key").arg(typed),
             {},
             {}});
}

// Under every published policy, and as the name of a key: then it may be a token of another format.
void WindowFinder::lookUp()
{
    const QString typed = m_lookedUp.typed;
    const SharedPolicies policies = m_window.session().policies();
    if (typed.isEmpty())
        return; // it was forgotten
    if (!policies || !m_window.session().live()) {
        m_lookedUp.answer = LookedUp{{}, false, tr("there is no connection")};
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
        [this, asked = ++m_asked](const Outcome<LookedUp>& outcome) {
            if (asked != m_asked)
                return;
            const Failure* const failure = outcome.failure();
            m_lookedUp.answer = failure ? LookedUp{{}, false, failure->message} : *outcome.result();
            Q_EMIT changed();
        });
}

} // namespace ratewarden::ui
