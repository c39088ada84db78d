// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/alert_desk.h"

#include "core/model/errors.h"
#include "core/model/whole_file.h"
#include "ui/text/display_text.h"

#include <QFile>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto readAgain = 10s;
constexpr int restAfterRead = 20; // times what it took

// Throws InvalidArgument.
QByteArray textOfFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        throw InvalidArgument(
            AlertDesk::tr("%1 cannot be read: %2").arg(path, file.errorString()).toStdString());
    return file.readAll();
}

} // namespace

struct AlertDesk::Read {
    std::shared_ptr<const AlertFile> file;
    std::optional<HistoryInfo> history;
    std::vector<BackTestedAlert> tested;
    std::vector<MeasuredRound> rounds;
    QString problem;
    std::chrono::milliseconds took{};
};

AlertDesk::AlertDesk()
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &AlertDesk::read);
}

std::string AlertDesk::historyFile() const
{
    return m_file && m_file->history ? m_file->history->file : std::string();
}

void AlertDesk::open(const QString& path)
{
    m_path = path;
    m_problem.clear();
    m_file.reset();
    m_history.reset();
    m_tested.clear();
    m_rounds.clear();
    m_chosen = 0;
    if (path.isEmpty())
        m_reading.stop();
    else
        read();
    Q_EMIT opened();
    Q_EMIT changed();
}

void AlertDesk::choose(std::size_t alert)
{
    if (std::exchange(m_chosen, alert) == alert)
        return;
    m_rounds.clear();
    read();
    Q_EMIT changed();
}

void AlertDesk::setShown(bool shown)
{
    if (std::exchange(m_isShown, shown) == shown || m_path.isEmpty())
        return;
    if (shown)
        read();
    else
        m_again.stop();
}

void AlertDesk::read()
{
    m_again.stop();
    m_reading.ask(
        [path = m_path, chosen = m_chosen](Computation& /*computation*/) {
            const auto start = std::chrono::steady_clock::now();
            Read read;
            const AlertFile file = parseAlertFile(path.toStdString(), textOfFile(path).toStdString());
            read.file = std::make_shared<const AlertFile>(file);
            if (file.history)
                try {
                    const HistoryReader history(file.history->file);
                    read.history = history.info();
                    read.tested = backTest(history, file.alerts, {}).alerts;
                    if (chosen < file.alerts.size())
                        read.rounds = measuredRounds(history, file.alerts[chosen], {});
                } catch (const Error& error) {
                    read.problem = shown(error.what());
                }
            read.took = std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::steady_clock::now() - start);
            return read;
        },
        [this](const Outcome<Read>& outcome) {
            if (const Failure* const failure = outcome.failure()) {
                m_problem = failure->message;
                m_file.reset();
                Q_EMIT opened();
                Q_EMIT changed();
                return;
            }
            take(*outcome.result());
        });
}

void AlertDesk::take(const Read& read)
{
    const bool isOther =
        !m_file || !std::ranges::equal(m_file->alerts, read.file->alerts, {}, &Alert::name, &Alert::name);
    m_file = read.file;
    m_history = read.history;
    m_tested = read.tested;
    m_rounds = read.rounds;
    m_problem = read.problem;
    if (m_isShown)
        m_again.start(std::max<std::chrono::milliseconds>(readAgain, restAfterRead * read.took));
    if (isOther)
        Q_EMIT opened();
    Q_EMIT changed();
}

QString AlertDesk::save(const Alert& alert)
{
    try {
        const std::string path = m_path.toStdString();
        const std::string text = withAlert(path, textOfFile(m_path).toStdString(), alert);
        WholeFile file(path, std::filesystem::status(path).permissions());
        file.write(text);
        file.commit();
    } catch (const Error& error) {
        return shown(error.what());
    } catch (const std::system_error& error) {
        return tr("%1 cannot be written: %2").arg(m_path, shown(error.what()));
    }
    read();
    return {};
}

} // namespace ratewarden::ui
