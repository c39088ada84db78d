// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/user_formats.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <memory>
#include <set>

namespace ratewarden::ui {

using SharedFormats = std::shared_ptr<const LoadedFormats>;
using FormatSet = std::set<const Format*>;

/// The user's format files: loaded in a thread of their own, and again whenever a file of the folder is
/// changed, comes or goes. Used in the GUI thread.
class FormatFiles final : public QObject {
    Q_OBJECT

public:
    explicit FormatFiles(QObject* parent = nullptr);
    /// Waits for what is being loaded.
    ~FormatFiles() override;

    /// Loads them now; begin with it. What asks while they are loaded is served by one more time.
    void reload();
    /// As they were loaded last; null: never yet.
    const SharedFormats& loaded() const { return m_loaded; }
    /// From the first sign of a change until the files are read: editors write in several steps.
    void setSettling(std::chrono::milliseconds settling) { m_settling.setInterval(settling); }

Q_SIGNALS:
    /// The files have been read: what they say may be what they said before.
    void loadedAgain(const ratewarden::ui::SharedFormats& formats);
    /// Another catalogue is in force. `retired`: formats of the one before that are not in it.
    void catalogueChanged(const ratewarden::ui::FormatSet& retired);

private:
    void watch();
    void take(SharedFormats loaded);

    QFileSystemWatcher m_watcher;
    QTimer m_settling;
    SharedFormats m_loaded;
    std::shared_ptr<const Catalogue> m_catalogue; // that was in force when it was last looked at
    bool m_loading = false;
    bool m_again = false;
    QThreadPool m_loader; // of one thread
};

} // namespace ratewarden::ui
