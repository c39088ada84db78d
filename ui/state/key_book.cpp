// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/key_book.h"

#include "ui/state/session.h"

#include <algorithm>

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
    connect(&session.formatFiles(), &FormatFiles::catalogueChanged, this, [this] {
        m_reader.forgetFormats();
        m_outdated = m_browser.state() != KeyBrowser::State::NotStarted;
        scanIfNeeded();
    });
    connect(&m_reader, &KeyReader::detailRead, this, [this](const SharedKeyDetail& detail) {
        if (!detail->token || m_session.isRecorded()) // whose history is whole
            return;
        m_session.histories().setInterval(m_session.interval());
        m_session.histories().add(detail->token->reading);
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
