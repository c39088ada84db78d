// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/describe/user_formats.h"
#include "core/formats/foreign/prefixes.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ratewarden::ui {

using SharedFormats = std::shared_ptr<const LoadedFormats>;
using FormatSet = std::set<const Format*>;

/// The user's format files: loaded in a thread of their own, and again whenever a file of the folder is
/// changed, comes or goes. Used in the GUI thread.
class FormatFiles final : public QObject {
    Q_OBJECT

public:
    /// `prefixes`: of the server whose keys they are for.
    explicit FormatFiles(std::shared_ptr<ServerPrefixes> prefixes, QObject* parent = nullptr);
    /// Waits for what is being loaded.
    ~FormatFiles() override;

    /// Loads them now; begin with it. What asks while they are loaded is served by one more time.
    void reload();
    /// Keys are recognised under prefixes that are guessed on the way: rows of formats that were in force at
    /// any call of this are retired once they no longer are.
    void noteCatalogue();
    /// Says in the user's file whose the keys that begin so are, and loads it; prefixSaved() or
    /// prefixRefused() tells. `format`: its name, or PrefixFile::none; empty: what was said is taken back.
    void savePrefix(const std::string& beginning, const std::string& format);
    /// As they were loaded last; null: never yet.
    const SharedFormats& loaded() const { return m_loaded; }
    /// From the first sign of a change until the files are read: editors write in several steps.
    void setSettling(std::chrono::milliseconds settling) { m_settling.setInterval(settling); }

Q_SIGNALS:
    /// The files have been read: what they say may be what they said before.
    void loadedAgain(const ratewarden::ui::SharedFormats& formats);
    /// Another catalogue is in force. `retired`: formats of the one before that are not in it.
    void catalogueChanged(const ratewarden::ui::FormatSet& retired);
    /// What was said of a prefix, or taken back, is in force.
    void prefixSaved(const std::string& beginning, const std::string& format);
    /// It could not be written; a sentence.
    void prefixRefused(const std::string& beginning, const QString& problem);

private:
    void watch();
    void take(SharedFormats loaded);
    FormatSet takeRetired(const Catalogue& inForce);

    QFileSystemWatcher m_watcher;
    QTimer m_settling;
    SharedFormats m_loaded;
    std::shared_ptr<ServerPrefixes> m_prefixes;
    std::shared_ptr<const Catalogue> m_catalogue; // that was in force when the files were last read
    std::shared_ptr<const Catalogue> m_noted;     // the last one whose formats are in m_met
    FormatSet m_met;                              // and are not retired
    std::vector<std::pair<std::string, std::string>> m_saved; // prefixes and formats, not in force yet
    bool m_loading = false;
    bool m_again = false;
    QThreadPool m_loader; // of one thread
};

} // namespace ratewarden::ui
