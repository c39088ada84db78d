// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/alert_desk.h"

#include "core/model/errors.h"
#include "core/watch/alert_edit.h"
#include "ui/text/display_text.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <chrono>
#include <exception>
#include <stop_token>
#include <system_error>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto readAgain = 10s;
constexpr int restAfterRead = 20; // times what it took
constexpr int mostChanges = 200;

// Throws InvalidArgument.
QByteArray textOfFile(const QString& path)
{
    QFile file(path);
    if (file.exists() && !QFileInfo(path).isFile()) // to open a FIFO would wait for a writer
        throw InvalidArgument(AlertDesk::tr("%1 is not a regular file").arg(path).toStdString());
    if (!file.open(QFile::ReadOnly))
        throw InvalidArgument(
            AlertDesk::tr("%1 cannot be read: %2").arg(path, file.errorString()).toStdString());
    return file.readAll();
}

// Whether what a history says of the alerts of one file holds for those of the other; null: there is none.
bool haveTheSameTests(const AlertFile* one, const AlertFile* other)
{
    return one == other ||
           (one && other &&
            std::ranges::equal(one->alerts, other->alerts, [](const Alert& a, const Alert& b) {
                return a.measuresAs(b) && a.wait == b.wait;
            }));
}

// From the last round on until the next one is overdue. Rounds of many keys are as far apart as they take.
Micros patienceFor(Micros every, const HistoryInfo& history)
{
    return 3 * std::max(every, history.between) + 1min;
}

// Of a history that has rounds; empty: it is not begun, or cannot be read, as `problem` says then.
std::optional<HistoryInfo> infoOf(const std::string& path, QString& problem)
{
    if (path.empty() || !QFile::exists(QString::fromStdString(path)))
        return std::nullopt;
    try {
        const HistoryInfo info = HistoryReader(path).info();
        return info.last ? std::optional(info) : std::nullopt;
    } catch (const Error& error) {
        problem = shown(error.what());
        return std::nullopt;
    }
}

// The watcher's, unless the window alone has gone on. `file`: may be null; `own`: may be empty. `problem`:
// set if the other one cannot be read.
std::string historyToRead(const AlertFile* file, const std::string& own, QString& problem)
{
    const std::string watchers = file && file->history ? file->history->file : std::string();
    const std::optional<HistoryInfo> kept = infoOf(own, problem);
    if (!kept)
        return watchers.empty() && !problem.isEmpty() ? own : watchers;
    const std::optional<HistoryInfo> watched = infoOf(watchers, problem);
    return !watched || *kept->last - *watched->last > patienceFor(file->every, *watched) ? own : watchers;
}

// Why it is not in the file; empty: it is.
QString writeAlert(const QString& path, const std::optional<Alert>& from, const std::optional<Alert>& to)
{
    try {
        const std::string file = path.toStdString();
        const bool isNew = !from && !QFile::exists(path);
        const std::optional<std::string> text = isNew
                                                    ? newAlertFile(file, *to)
                                                    : withAlert(file, textOfFile(path).toStdString(),
                                                                from ? &*from : nullptr, to ? &*to : nullptr);
        if (!text)
            return AlertDesk::tr("%1 was changed meanwhile: the alert \"%2\" is not in it any more, or is "
                                 "another one. Nothing was written; what is there now is shown.")
                .arg(path, shown(from->name));
        if (!isNew) {
            replaceAlertFile(file, *text);
            return {};
        }
        QFile whole(path);
        const bool isOpen = whole.open(QFile::WriteOnly | QFile::NewOnly);
        if (isOpen && whole.write(text->data(), qint64(text->size())) >= 0 && whole.flush())
            return {};
        const QString why = whole.errorString();
        if (isOpen)              // a part of it would be in the way of the next try
            QFile::remove(path); // not whole's, which would first try to write the rest, and give up
        return AlertDesk::tr("%1 cannot be written: %2").arg(path, why);
    } catch (const std::system_error& error) {
        return AlertDesk::tr("%1 cannot be written: %2").arg(path, shown(error.what()));
    } catch (...) {
        return failureOf(std::current_exception()).message;
    }
}

} // namespace

struct AlertDesk::Read {
    std::shared_ptr<const AlertFile> file;
    std::string historyFile;
    std::optional<HistoryInfo> history;
    std::vector<BackTestedAlert> tested;
    std::vector<HistoryEvent> changes;
    std::vector<HistoryEvent> answers;
    std::string chosen;
    std::shared_ptr<const std::vector<MeasuredRound>> rounds;
    QString problem; // of the history
    QString other;   // of the one that is not read in its place
    std::chrono::milliseconds took{};
};

AlertDesk::AlertDesk()
{
    m_writer.setMaxThreadCount(1);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &AlertDesk::read);
}

void AlertDesk::setOwnHistory(const std::string& path)
{
    if (std::exchange(m_own, path) == path)
        return;
    if (!m_path.isEmpty() || !m_own.empty())
        return read();
    forget();
    Q_EMIT changed();
}

void AlertDesk::open(const QString& path)
{
    m_path = path;
    forget();
    if (!path.isEmpty() || !m_own.empty())
        read();
    Q_EMIT opened();
    Q_EMIT changed();
}

void AlertDesk::forget()
{
    m_problem.clear();
    m_file.reset();
    m_historyFile.clear();
    m_history.reset();
    m_tested.clear();
    m_serverChanges.clear();
    m_answers.clear();
    m_rounds.reset();
    m_recordedRounds.clear();
    m_chosen.clear();
    m_toldUntil.reset();
    m_again.stop();
    m_reading.stop();
}

void AlertDesk::put(Recorded recorded)
{
    AlertFile file;
    file.alerts = std::move(recorded.alerts);
    file.every = recorded.every;
    const bool isThere = std::ranges::find(file.alerts, recorded.chosen, &Alert::name) != file.alerts.end();
    m_chosen = isThere ? recorded.chosen : file.alerts.front().name;
    m_file = std::make_shared<const AlertFile>(std::move(file));
    m_tested = std::move(recorded.tested);
    m_history = recorded.history;
    m_serverChanges = std::move(recorded.changes);
    m_recordedRounds = std::move(recorded.rounds);
    showRecordedRounds();
    Q_EMIT changed();
}

void AlertDesk::showRecordedRounds()
{
    if (const auto its = m_recordedRounds.find(m_chosen); its != m_recordedRounds.end())
        m_rounds = std::make_shared<const std::vector<MeasuredRound>>(its->second);
}

void AlertDesk::choose(const std::string& alert)
{
    if (std::exchange(m_chosen, alert) == alert)
        return;
    m_rounds.reset();
    showRecordedRounds();
    readNow();
    Q_EMIT changed();
}

void AlertDesk::readNow()
{
    if (!m_path.isEmpty() || !m_own.empty())
        read();
}

// Throws for a file of alerts that cannot be read; what is wrong with the history is in it.
AlertDesk::Read AlertDesk::readAll(const QString& path, const std::string& own, const std::string& chosen,
                                   const std::stop_token& stop)
{
    Read read;
    const Alert* measured = nullptr;
    if (!path.isEmpty()) {
        read.file = std::make_shared<const AlertFile>(
            parseAlertFile(path.toStdString(), textOfFile(path).toStdString()));
        const auto its = std::ranges::find(read.file->alerts, chosen, &Alert::name);
        measured = its == read.file->alerts.end() ? &read.file->alerts.front() : &*its;
        read.chosen = measured->name;
    }
    read.historyFile = historyToRead(read.file.get(), own, read.other);
    if (read.historyFile.empty())
        return read;
    try {
        const HistoryReader history(read.historyFile, stop);
        read.history = history.info();
        read.changes = history.changes(allTime, mostChanges);
        read.answers = history.answers();
        if (measured) {
            read.tested = backTest(history, read.file->alerts, {}).alerts;
            read.rounds =
                std::make_shared<const std::vector<MeasuredRound>>(measuredRounds(history, *measured, {}));
        }
    } catch (const Error& error) {
        read.problem = shown(error.what());
    }
    return read;
}

void AlertDesk::read()
{
    m_again.stop();
    m_reading.ask(
        [path = m_path, own = m_own, chosen = m_chosen](Computation& computation) {
            const auto start = std::chrono::steady_clock::now();
            Read read = readAll(path, own, chosen, computation.stopToken());
            read.took = std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::steady_clock::now() - start);
            return read;
        },
        [this](const Outcome<Read>& outcome) {
            const Read* const read = outcome.result();
            m_again.start(std::max<std::chrono::milliseconds>(readAgain, read ? restAfterRead * read->took
                                                                              : std::chrono::milliseconds()));
            if (read)
                take(*read);
            else
                setProblem(outcome.failure()->message, m_file != nullptr);
            Q_EMIT changed();
        });
}

void AlertDesk::take(const Read& read)
{
    // A history that cannot be read now may be soon.
    const bool isStale = !read.problem.isEmpty() && m_history && m_chosen == read.chosen &&
                         m_historyFile == read.historyFile && haveTheSameTests(m_file.get(), read.file.get());
    m_file = read.file;
    m_historyFile = read.historyFile;
    m_chosen = read.chosen;
    setProblem(read.problem, isStale);
    if (m_problem.isEmpty())
        m_problem = read.other;
    if (isStale)
        return;
    m_history = read.history;
    m_tested = read.tested;
    m_serverChanges = read.changes;
    m_answers = read.answers;
    m_rounds = read.rounds;
    tellFired();
}

std::optional<Instant> AlertDesk::overdueSince(Instant now) const
{
    if (!m_file || !m_history || !m_history->last)
        return std::nullopt;
    const Micros patience = patienceFor(readsOwn() ? Micros(1min) : m_file->every, *m_history);
    return now - *m_history->last > patience ? m_history->last : std::nullopt;
}

// By the newest round, not by this machine's clock. What fires when the file is opened is no news.
void AlertDesk::tellFired()
{
    if (!m_history || !m_history->last)
        return;
    const Instant last = *m_history->last;
    const std::optional<Instant> before = std::exchange(m_toldUntil, last);
    std::vector<Alert> alerts;
    for (std::size_t i = 0; before && i < m_tested.size(); ++i)
        if (isRaised(m_tested[i].phase) && m_tested[i].firings.back().from > *before &&
            !m_file->alerts[i].isSilenced(last))
            alerts.push_back(m_file->alerts[i]);
    if (!alerts.empty())
        Q_EMIT fired(alerts);
}

void AlertDesk::setProblem(const QString& problem, bool isStale)
{
    m_problem = isStale ? tr("%1 (this is what was read before)").arg(problem) : problem;
}

int AlertDesk::save(const std::optional<Alert>& from, const std::optional<Alert>& to)
{
    return write(m_path, from, to);
}

int AlertDesk::saveInto(const QString& path, const Alert& alert)
{
    m_opens = path;
    return write(path, std::nullopt, alert);
}

int AlertDesk::write(const QString& path, const std::optional<Alert>& from, const std::optional<Alert>& to)
{
    const int number = ++m_saves;
    ++m_saving;
    // Its thread has ended before this has.
    m_writer.start([this, path, from, to, number] {
        const QString problem = writeAlert(path, from, to);
        QMetaObject::invokeMethod(
            this, [this, path, problem, number] { finishSave(path, problem, number); }, Qt::QueuedConnection);
    });
    return number;
}

void AlertDesk::finishSave(const QString& path, const QString& problem, int number)
{
    --m_saving;
    Q_EMIT saved(problem, number);
    const bool opens = m_opens == path;
    if (opens)
        m_opens.clear();
    if (opens && problem.isEmpty() && path != m_path)
        open(path);
    else
        readNow();
}

} // namespace ratewarden::ui
