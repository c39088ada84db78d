// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_browser.h"
#include "ui/keys/key_reader.h"

#include <QObject>

namespace ratewarden::ui {

class Session;

/// All keys of a server, whoever wrote them: what a scan has found of them, and the one that is looked at.
/// It follows the session's policies, formats, pace and changes. Owned by its session.
class KeyBook final : public QObject {
    Q_OBJECT

public:
    explicit KeyBook(Session& session);

    KeyBrowser& browser() { return m_browser; }
    KeyReader& reader() { return m_reader; }

    /// While it is shown the chosen key is read again and again. What was never scanned, or for other formats
    /// than those in force, is scanned when it is shown.
    void setShown(bool shown);
    /// Begins a scan, and reads the chosen key.
    void scan();

private:
    void scanIfNeeded();
    void updateReading();

    Session& m_session;
    KeyBrowser m_browser;
    KeyReader m_reader;
    bool m_shown = false;
    bool m_outdated = false; // other formats than those of the scan are in force
};

} // namespace ratewarden::ui
