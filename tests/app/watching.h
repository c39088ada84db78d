// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/ctl_test.h"

#include <csignal>

namespace ratewarden::test {

/// `ratewarden-ctl watch` while it runs, with --json.
class Watching {
public:
    /// `around`: a program, with its arguments, that runs it.
    Watching(const QString& url, const QString& file, const QStringList& more = {}, QStringList around = {})
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("RATEWARDEN_REDIS", url);
        m_process.setProcessEnvironment(environment);
        around << qEnvironmentVariable("RATEWARDEN_CTL");
        const QString program = around.takeFirst();
        m_process.start(program, around + QStringList{"watch", file, "--every", "100ms", "--json"} + more);
    }
    ~Watching()
    {
        m_process.kill();
        m_process.waitForFinished(patienceMs);
    }
    pid_t processId() const { return pid_t(m_process.processId()); }
    /// As a machine that is switched off.
    void kill() { ::kill(pid_t(m_process.processId()), SIGKILL); }

    Watching(const Watching&) = delete;
    Watching& operator=(const Watching&) = delete;

    /// Of all lines so far those with that event.
    QList<QJsonObject> events(const char* event)
    {
        m_out += m_process.readAllStandardOutput();
        QList<QJsonObject> found;
        for (const QByteArray& line : m_out.split('\n'))
            if (const QJsonObject json = QJsonDocument::fromJson(line).object(); json["event"] == event)
                found.push_back(json);
        return found;
    }
    bool has(const char* event) { return !events(event).empty(); }
    QByteArray complaints() { return m_err += m_process.readAllStandardError(); }
    QByteArray all() { return m_out + complaints(); }

    /// The exit code.
    int end(int signal)
    {
        ::kill(pid_t(m_process.processId()), signal);
        if (!m_process.waitForFinished(patienceMs) || m_process.exitStatus() != QProcess::NormalExit)
            return -1;
        return m_process.exitCode();
    }

private:
    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

} // namespace ratewarden::test
