// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/private_redis.h"

#include <QDir>
#include <QStandardPaths>

#include <csignal>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace {

const QString directoryPrefix = QStringLiteral("ratewarden-redis-");
const QString lockName = QStringLiteral("owner.lock");
const QString socketName = QStringLiteral("redis.sock");
const QString pidName = QStringLiteral("redis.pid");
constexpr int patienceMs = 60'000; // a busy machine needs it

bool isServerIn(qint64 pid, const QString& directory)
{
    QFile commandLine(QStringLiteral("/proc/%1/cmdline").arg(pid));
    return commandLine.open(QIODevice::ReadOnly) &&
           commandLine.readAll().contains(QFile::encodeName(directory));
}

} // namespace

PrivateRedis::~PrivateRedis()
{
    stop();
}

QString PrivateRedis::socketPath() const
{
    return m_directory->filePath(socketName);
}

QString PrivateRedis::start(const QStringList& extraArguments)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("redis-server"));
    if (program.isEmpty())
        return QStringLiteral(
            "There is no redis-server on this machine. Install it (on Debian: "
            "sudo apt install redis-server), or open a server of your own: ratewarden redis://host");
    if (!m_directory) {
        m_directory = std::make_unique<QTemporaryDir>(QDir::temp().filePath(directoryPrefix + "XXXXXX"));
        if (!m_directory->isValid())
            return QStringLiteral("Cannot make a temporary directory: %1").arg(m_directory->errorString());
        m_lock = std::make_unique<QLockFile>(m_directory->filePath(lockName));
        m_lock->setStaleLockTime(0);
        m_lock->lock();
    }
    m_process = std::make_unique<QProcess>();
    m_process->setProcessChannelMode(QProcess::MergedChannels);
#ifdef Q_OS_LINUX
    m_process->setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
#endif
    m_process->start(program, QStringList{"--port", "0", "--unixsocket", socketPath(), "--unixsocketperm",
                                          "700", "--save", "", "--appendonly", "no", "--dir",
                                          m_directory->path(), "--pidfile", m_directory->filePath(pidName)} +
                                  extraArguments);
    QByteArray said;
    while (!said.toLower().contains(
        "ready to accept connections")) { // its case differs between TCP and Unix sockets
        if (!m_process->waitForReadyRead(patienceMs)) {
            kill();
            return QStringLiteral("redis-server did not start: %1").arg(QString::fromUtf8(said.trimmed()));
        }
        said += m_process->readAll();
    }
    return {};
}

void PrivateRedis::waitForEnd()
{
    if (m_process && m_process->state() != QProcess::NotRunning)
        m_process->waitForFinished(patienceMs);
    m_process.reset();
}

void PrivateRedis::stop()
{
    if (m_process) {
        thaw(); // a frozen server would not hear
        m_process->terminate();
    }
    waitForEnd();
}

void PrivateRedis::kill()
{
    if (m_process)
        m_process->kill();
    waitForEnd();
}

void PrivateRedis::freeze()
{
    ::kill(pid_t(processId()), SIGSTOP);
}

void PrivateRedis::thaw()
{
    if (processId() > 0)
        ::kill(pid_t(processId()), SIGCONT);
}

ratewarden::Endpoint PrivateRedis::endpoint() const
{
    ratewarden::Endpoint endpoint;
    endpoint.socketPath = QFile::encodeName(socketPath()).toStdString();
    return endpoint;
}

void PrivateRedis::removeAbandoned()
{
    const QDir temp = QDir::temp();
    const QStringList left = temp.entryList({directoryPrefix + "*"}, QDir::Dirs);
    for (const QString& name : left) {
        QDir directory(temp.filePath(name));
        QLockFile lock(directory.filePath(lockName));
        lock.setStaleLockTime(0);
        if (!directory.exists(lockName) || !lock.tryLock())
            continue; // just being made, or its owner lives
        QFile pidFile(directory.filePath(pidName));
        if (pidFile.open(QIODevice::ReadOnly)) {
            const qint64 pid = pidFile.readAll().trimmed().toLongLong();
            if (pid > 0 && isServerIn(pid, directory.path()))
                ::kill(pid_t(pid), SIGKILL);
        }
        lock.unlock(); // or it would miss its own file
        directory.removeRecursively();
    }
}
