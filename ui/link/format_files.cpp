// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/format_files.h"

#include "core/formats/describe/prefix_file.h"
#include "core/model/errors.h"
#include "ui/text/problem_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto settling = 150ms;

// Keys of these may be another's of them now, as what was said of them is not what was said before.
void addChosen(const Catalogue& before, const Catalogue& now, FormatSet& retired)
{
    const auto addTies = [&](const SaidFormats& said, const SaidFormats& other) {
        for (const auto& [beginning, name] : said) {
            const auto same = other.find(beginning);
            const CatalogueFormat* const format = now.find(name);
            if (!format || (same != other.end() && same->second == name))
                continue;
            const auto ties = now.tiesOf(*format);
            retired.insert(ties.begin(), ties.end());
            if (!ties.empty())
                retired.insert(format);
        }
    };
    addTies(before.said(), now.said());
    addTies(now.said(), before.said());
}

} // namespace

FormatFiles::FormatFiles(std::shared_ptr<ServerPrefixes> prefixes, QObject* parent)
    : QObject(parent), m_prefixes(std::move(prefixes)), m_catalogue(m_prefixes->catalogue())
{
    m_loader.setMaxThreadCount(1);
    m_settling.setSingleShot(true);
    m_settling.setInterval(settling);
    connect(&m_settling, &QTimer::timeout, this, &FormatFiles::reload);
    const auto settle = [this] {
        if (!m_settling.isActive()) // a file that is written all the time is read all the same
            m_settling.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, settle);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, settle);
    noteCatalogue();
}

FormatFiles::~FormatFiles()
{
    m_loader.waitForDone();
}

void FormatFiles::reload()
{
    if (std::exchange(m_loading, true)) {
        m_again = true;
        return;
    }
    watch(); // before they are read, so that no change falls in between
    m_loader.start([this] {
        // The destructor waits for this, and what is queued for a dead object never runs.
        QMetaObject::invokeMethod(
            this, [this, loaded = reloadUserFormats()] { take(loaded); }, Qt::QueuedConnection);
    });
}

// The folder tells of files that come and go, a file of what is written into it. While there is no such
// folder, the one in which it, or the folder around it, would be made.
void FormatFiles::watch()
{
    QStringList wanted;
    const std::filesystem::path path = userFormatsFolder();
    if (!path.empty()) {
        QFileInfo folder(QFile::decodeName(path.c_str()));
        while (!folder.isDir() && !folder.absoluteFilePath().isEmpty() && !QDir(folder.filePath()).isRoot())
            folder = QFileInfo(folder.absolutePath());
        wanted << folder.absoluteFilePath();
        if (folder.filePath() == QFile::decodeName(path.c_str()))
            for (const QFileInfo& file :
                 QDir(folder.filePath()).entryInfoList({"*.json"}, QDir::Files | QDir::NoSymLinks))
                if (wanted.size() <= int(maxUserFormats))
                    wanted << file.absoluteFilePath();
    }
    // A file that was replaced is another one under the same name, and its watch has ended with the old one.
    QStringList old = m_watcher.directories() + m_watcher.files();
    std::ranges::sort(old);
    std::ranges::sort(wanted);
    QStringList gone;
    std::ranges::set_difference(old, wanted, std::back_inserter(gone));
    QStringList come;
    std::ranges::set_difference(wanted, old, std::back_inserter(come));
    if (!gone.isEmpty())
        m_watcher.removePaths(gone);
    if (!come.isEmpty())
        m_watcher.addPaths(come);
}

void FormatFiles::noteCatalogue()
{
    auto now = m_prefixes->catalogue();
    if (now == m_noted)
        return;
    for (const auto& format : now->all())
        m_met.insert(format.get());
    m_noted = std::move(now);
}

FormatSet FormatFiles::takeRetired(const Catalogue& inForce)
{
    FormatSet retired = std::exchange(m_met, {});
    for (const auto& format : inForce.all()) {
        retired.erase(format.get());
        m_met.insert(format.get());
    }
    return retired;
}

void FormatFiles::savePrefix(const std::string& beginning, const std::string& format)
{
    m_loader.start([this, beginning, format] {
        QString problem;
        try {
            if (format.empty())
                forgetPrefix(beginning);
            else
                ratewarden::savePrefix(beginning, format);
        } catch (const InvalidArgument& error) {
            problem = problemText(error);
        }
        QMetaObject::invokeMethod(
            this,
            [this, beginning, format, problem] {
                if (!problem.isEmpty()) {
                    Q_EMIT prefixRefused(beginning, problem);
                    return;
                }
                m_saved.emplace_back(beginning, format);
                reload();
            },
            Qt::QueuedConnection);
    });
}

void FormatFiles::take(SharedFormats loaded)
{
    m_loading = false;
    m_loaded = std::move(loaded);
    const auto now = m_prefixes->catalogue();
    FormatSet retired = takeRetired(*now);
    addChosen(*m_catalogue, *now, retired);
    m_noted = now;
    if (std::exchange(m_catalogue, now) != now || !retired.empty())
        Q_EMIT catalogueChanged(retired);
    Q_EMIT loadedAgain(m_loaded);
    if (std::exchange(m_again, false)) {
        reload();
        return;
    }
    for (const auto& [beginning, format] : std::exchange(m_saved, {}))
        Q_EMIT prefixSaved(beginning, format);
}

} // namespace ratewarden::ui
