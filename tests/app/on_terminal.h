// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_server.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <QProcess>
#include <QTest>

namespace ratewarden::test {

/// ratewarden-ctl on a terminal of its own, of 100 columns and 20 lines.
class OnTerminal {
public:
    /// `also`: for its environment.
    OnTerminal(const QString& url, const QStringList& arguments, const QProcessEnvironment& also = {})
    {
        m_master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
        grantpt(m_master);
        unlockpt(m_master);
        const winsize size{20, 100, 0, 0};
        ioctl(m_master, TIOCSWINSZ, &size);
        const QByteArray slave = ptsname(m_master);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("RATEWARDEN_REDIS", url);
        environment.insert("TERM", "xterm");
        environment.remove("NO_COLOR");
        environment.insert(also);
        m_process.setProcessEnvironment(environment);
        m_process.setChildProcessModifier([slave] {
            setsid();
            const int terminal = open(slave.constData(), O_RDWR);
            ioctl(terminal, TIOCSCTTY, 0);
            for (int file = 0; file < 3; ++file)
                dup2(terminal, file);
        });
        m_process.start(qEnvironmentVariable("RATEWARDEN_CTL"), arguments);
    }
    ~OnTerminal()
    {
        m_process.kill();
        m_process.waitForFinished(patienceMs);
        close(m_master);
    }
    Q_DISABLE_COPY_MOVE(OnTerminal)

    /// All that was shown so far.
    const QByteArray& shown()
    {
        QByteArray bytes(65536, '\0');
        while (true) {
            const ssize_t count = read(m_master, bytes.data(), std::size_t(bytes.size()));
            if (count <= 0)
                return m_shown;
            m_shown.append(bytes.constData(), qsizetype(count));
        }
    }
    /// The frame that was shown last, as far as it is whole.
    QString frame()
    {
        const QByteArray all = shown();
        const qsizetype end = all.lastIndexOf("\x1b[J");
        const qsizetype begin = end < 0 ? -1 : all.lastIndexOf("\x1b[H", end);
        return begin < 0 ? QString() : QString::fromUtf8(all.mid(begin, end - begin));
    }
    void type(const char* keys) { QVERIFY(write(m_master, keys, qstrlen(keys)) > 0); }
    QProcess& process() { return m_process; }
    /// What is typed is shown.
    bool echoes() const
    {
        const int terminal = open(ptsname(m_master), O_RDWR | O_NOCTTY | O_CLOEXEC);
        termios settings{};
        const bool isKnown = tcgetattr(terminal, &settings) == 0;
        close(terminal);
        return isKnown && (settings.c_lflag & ECHO) != 0 && (settings.c_lflag & ICANON) != 0;
    }

private:
    int m_master = -1;
    QProcess m_process;
    QByteArray m_shown;
};

} // namespace ratewarden::test
