// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "tests/support/test_server.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

namespace ratewarden::test {

/// What a run of ratewarden-ctl came to.
struct Outcome {
    int code = -1;
    QString out;
    QString err;

    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
    QJsonArray list() const { return QJsonDocument::fromJson(out.toUtf8()).array(); }
};

/// A test that runs ratewarden-ctl as a user does, on a server of its own.
class CtlTest : public QObject {
protected:
    TestServer m_server;

    QString url() const { return "unix://" + QString::fromStdString(m_server.endpoint().socketPath); }

    /// The same for a user with these rights, as ACL SETUSER takes them.
    QString urlOf(const std::string& user, const std::vector<std::string>& rights)
    {
        Command command{"ACL", "SETUSER", user, "reset", "on", ">secret"};
        for (const std::string& right : rights)
            command.add(right);
        redis(command);
        return url().replace("://", QString("://%1:secret@").arg(QString::fromStdString(user)));
    }

    Reply redis(const Command& command) { return Connection(m_server.endpoint(), unhurried).call(command); }

    /// `candidate`: the rules of one with the same algorithm; empty: there is none.
    void publish(const Policy& policy, PolicyMode mode = PolicyMode::Enforced,
                 const std::string& candidate = {})
    {
        PublishedPolicy published;
        published.policy = policy;
        published.mode = mode;
        if (!candidate.empty())
            published.candidate = CandidateRules{policy.algorithm, parseRules(candidate)};
        Connection connection(m_server.endpoint(), unhurried);
        QVERIFY(publishPolicy(connection, published, {"test", "test"}).published);
    }

    void start(QProcess& process, const QStringList& arguments, const QProcessEnvironment& environment = {})
    {
        QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
        all.insert("RATEWARDEN_REDIS", url());
        all.insert(environment);
        process.setProcessEnvironment(all);
        process.start(qEnvironmentVariable("RATEWARDEN_CTL"), arguments);
    }
    Outcome run(const QStringList& arguments, const QProcessEnvironment& environment = {},
                const QByteArray& input = {}, const QString& outputFile = {})
    {
        QProcess process;
        if (!outputFile.isEmpty())
            process.setStandardOutputFile(outputFile);
        start(process, arguments, environment);
        process.write(input);
        process.closeWriteChannel();
        if (!process.waitForFinished(patienceMs) || process.exitStatus() != QProcess::NormalExit)
            return {};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
};

} // namespace ratewarden::test
