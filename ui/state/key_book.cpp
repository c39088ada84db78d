// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/key_book.h"

#include "ui/state/session.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {

using namespace std::chrono_literals;

KeyBook::KeyBook(Session& session)
    : m_session(session)
    , m_browser(session.link(), session.load(), session.prefixes())
    , m_reader(session.link(), session.prefixes())
{
    connect(&session, &Session::policiesRead, &m_reader, &KeyReader::setPolicies);
    connect(&session, &Session::paceChanged, this, &KeyBook::updateReading);
    connect(&session.link(), &Link::stateChanged, this, &KeyBook::scanIfNeeded);
    connect(&session.changes(), &Changes::touched, this, [this](const Made& made) {
        m_browser.look(keysOf(made->change)); // so that the tree needs no scan to tell the truth
        if (m_shown)
            m_reader.now();
    });
    connect(&session.changes(), &Changes::reverted, this, [this](const Made& made, const Undoing& undoing) {
        const KeyIntent* const keys = made->change.ofKeys();
        const auto* const renaming = keys ? keys->wants<RenameKey>() : nullptr;
        if (renaming && undoing.count(Undone::AsItWas) > 0 &&
            (chosen() == renaming->to || m_away == renaming->to))
            rename(keys->keys.front());
    });
    connect(&session.formatFiles(), &FormatFiles::catalogueChanged, this, [this] {
        m_reader.forgetFormats();
        m_outdated = m_browser.state() != KeyBrowser::State::NotStarted;
        scanIfNeeded();
    });
    connect(&m_reader, &KeyReader::detailRead, this, [this](const SharedKeyDetail& detail) {
        if (detail->token && !m_session.isRecorded()) { // whose history is whole
            m_session.histories().setInterval(m_session.interval());
            m_session.histories().add(detail->token->reading);
        }
        m_detail = detail;
        Q_EMIT changed();
    });
    const auto keepIn = [this](auto& its) {
        return [this, &its](const auto& told) {
            its = told;
            Q_EMIT changed();
        };
    };
    connect(&m_reader, &KeyReader::problemChanged, this, keepIn(m_problems.reading));
    connect(&m_browser, &KeyBrowser::problemChanged, this, keepIn(m_problems.scan));
    connect(&m_browser, &KeyBrowser::summaryRead, this, keepIn(m_summary));
    connect(&m_browser, &KeyBrowser::progressed, this, &KeyBook::changed);
    connect(&m_browser, &KeyBrowser::listRead, this, [this](const SharedKeyListing& listing) {
        if (listing->folder != m_place.folder)
            return;
        m_place.above = listing->above;
        m_place.keys = listing->keys;
        Q_EMIT changed();
    });
    connect(&m_browser, &KeyBrowser::treeChanged, this, [this] {
        ++m_edition;
        Q_EMIT changed(); // rows are asked for, and come, before the place of a key does
        locateWanted();
        if (m_settling)
            settle();
        if (m_following)
            followRenamed();
    });
}

void KeyBook::setShown(bool shown)
{
    m_shown = shown;
    scanIfNeeded();
    updateReading();
}

void KeyBook::scan()
{
    if (m_session.isRecorded()) // there is nothing to scan
        return;
    m_outdated = false;
    m_browser.start();
    m_reader.now();
}

void KeyBook::toggleScan()
{
    if (m_browser.state() == KeyBrowser::State::Scanning)
        m_browser.stop();
    else if (m_browser.state() == KeyBrowser::State::Stopped)
        m_browser.resume();
    else
        scan();
}

void KeyBook::setActProblem(const QString& sentence)
{
    m_problems.act = sentence;
    Q_EMIT changed();
}

void KeyBook::setFilter(const KeyFilter& filter)
{
    forgetWanted();
    m_away.reset();
    KeyView view = m_browser.view();
    view.filter = filter;
    m_browser.setView(std::move(view));
    settle();
    Q_EMIT changed();
}

// After another filter: the chosen key is in view, or no key is chosen.
void KeyBook::settle()
{
    m_settling = chosen().has_value();
    if (!m_settling)
        return;
    m_browser.locate(this, *chosen(), [this, key = chosen()](const auto&, std::size_t row) {
        if (chosen() != key)
            return;
        m_settling = false;
        if (row == KeyTree::npos) {
            choose(std::nullopt);
        } else {
            m_wanted = key;
            locateWanted();
        }
        Q_EMIT changed();
    });
}

// The list has no current row then.
void KeyBook::open(const std::string& folder)
{
    m_place = {.folder = folder, .visit = m_place.visit + 1};
    m_current.reset();
}

void KeyBook::enter(const std::string& folder)
{
    forgetWanted();
    choose(std::nullopt);
    open(folder);
    Q_EMIT changed();
}

bool KeyBook::isDeadEnd() const
{
    return !m_place.folder.empty() && m_place.above && m_place.keys == 0 && m_summary &&
           m_summary->totals.keys > 0;
}

void KeyBook::choose(const std::optional<std::string>& key)
{
    m_settling = false;
    m_following = false;
    m_away.reset();
    if (key == chosen())
        return;
    m_detail.reset();
    m_reader.choose(key);
}

// A folder is no key, and of a row that is not read yet nobody knows which: nothing is chosen then.
void KeyBook::pick(const KeyRow* row)
{
    forgetWanted();
    m_current = row ? std::optional(row->name) : std::nullopt;
    choose(row && !row->folder ? m_current : std::nullopt);
    Q_EMIT changed();
}

void KeyBook::setCurrent(const std::optional<std::string>& name)
{
    if (name == m_current)
        return;
    m_current = name;
    Q_EMIT changed();
}

void KeyBook::rename(const std::string& to)
{
    forgetWanted();
    choose(to);
    m_current = to;     // once the list has it
    m_following = true; // once the tree has it
    Q_EMIT changed();
}

// Where it is listed, be it in another folder, it is shown there.
void KeyBook::followRenamed()
{
    m_browser.locate(this, *chosen(), [this, key = chosen()](const auto&, std::size_t row) {
        if (chosen() != key || !m_following)
            return;
        m_following = false;
        if (row == KeyTree::npos) {
            choose(std::nullopt);
            m_away = key;
        } else {
            m_wanted = key;
            locateWanted();
        }
        Q_EMIT changed();
    });
}

void KeyBook::show(const std::string& key)
{
    choose(key);
    forgetWanted();
    m_wanted = key;
    locateWanted();
    Q_EMIT changed();
}

// The operator looks elsewhere.
void KeyBook::forgetWanted()
{
    m_wanted.reset();
    m_found.reset();
}

void KeyBook::locateWanted()
{
    if (!m_wanted)
        return;
    m_browser.locate(this, *m_wanted,
                     [this, wanted = m_wanted](const std::vector<std::string>& folders, std::size_t row) {
                         if (row == KeyTree::npos || m_wanted != wanted)
                             return; // not yet, or the operator looks elsewhere
                         m_wanted.reset();
                         if (const std::string folder = folders.empty() ? std::string() : folders.back();
                             folder != m_place.folder)
                             open(folder);
                         m_found = std::make_shared<const Found>(Found{folders, row});
                         m_current.reset(); // the chosen one is to be it
                         Q_EMIT changed();
                     });
}

void KeyBook::put(const SharedInvestigation& recorded)
{
    const std::optional<Investigation::Keys>& its = recorded->keys;
    if (!its)
        return;
    m_browser.put({recorded, &its->rows}, its->at,
                  std::chrono::duration_cast<std::chrono::milliseconds>(its->took));
    m_reader.put(its->chosen ? SharedKeyDetail(recorded, &*its->chosen) : nullptr,
                 SharedKeyUsages(recorded, &its->usages));
    if (its->token && its->token->history)
        m_session.histories().put(its->token->detail->reading.subject, *its->token->history);
}

void KeyBook::scanIfNeeded()
{
    if (m_shown && m_session.live() && (m_outdated || m_browser.state() == KeyBrowser::State::NotStarted))
        scan();
}

void KeyBook::updateReading()
{
    m_reader.setInterval(std::max<std::chrono::milliseconds>(m_session.interval(), 0ms));
    m_reader.setActive(m_shown && !m_session.paused());
}

} // namespace ratewarden::ui
