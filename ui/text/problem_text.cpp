// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/problem_text.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace ratewarden::ui {
namespace {

struct ProblemText {
    Q_DECLARE_TR_FUNCTIONS(Problem)
};

QString adviceOn(UnavailableReason reason)
{
    using Reason = UnavailableReason;
    switch (reason) {
    case Reason::NoConnection:
    case Reason::TimedOut:
    case Reason::Cancelled:
    case Reason::PrimaryChanged:
    case Reason::ReplyTooLarge:
    case Reason::Other:
        return {};
    case Reason::NameUnknown:
        return ProblemText::tr("Check the name of the host");
    case Reason::SshFailed:
        return ProblemText::tr(
            "ssh to it must work without a question: add its key to the agent, and the host to known_hosts");
    case Reason::HostKeyChanged:
        return ProblemText::tr("Somebody may be between you and the host. Compare the key's fingerprint with "
                               "the host's own; only if it is right, remove the old key with ssh-keygen -R "
                               "and connect once with ssh");
    case Reason::NoTls:
        return ProblemText::tr(
            "Check that this port speaks TLS, and whether the server wants a client certificate");
    case Reason::BadCertificate:
        return ProblemText::tr("If it is the right server: choose the certificate authority that signed its "
                               "certificate, or enter the name in it");
    case Reason::CertificateExpired:
        return ProblemText::tr(
            "The server needs a new certificate; no setting of the connection makes this one valid");
    case Reason::ClosedUnheard:
        return ProblemText::tr("If this port speaks TLS, choose TLS, or begin the address with rediss:");
    case Reason::NotRedis:
        return ProblemText::tr("What answers there is not Redis: check the host and the port");
    case Reason::Loading:
        return ProblemText::tr("It is still loading its data");
    case Reason::Busy:
        return ProblemText::tr("A script keeps it busy");
    case Reason::MasterDown:
        return ProblemText::tr("It is a replica that has lost its primary");
    case Reason::NodeDown:
        return ProblemText::tr(
            "This node's tokens cannot be reached until it is back, or a replica takes its place");
    case Reason::ClusterDown:
        return ProblemText::tr("Its cluster is not complete");
    case Reason::TryAgain:
        return ProblemText::tr("The key is moving to another node; try again soon");
    case Reason::TooManyClients:
        return ProblemText::tr("It has too many clients; try again soon");
    case Reason::Replica:
        return ProblemText::tr("This server is a replica; connect to its primary");
    case Reason::OutOfMemory:
        return ProblemText::tr(
            "Its memory is full. Raise maxmemory, and keep maxmemory-policy at noeviction: any other policy "
            "may evict blocks and overrides, which allows tokens that are blocked");
    case Reason::Misconfigured:
        return ProblemText::tr("It takes no writes until it can keep them safe");
    }
    return {};
}

QString adviceOn(RefusedReason reason)
{
    using Reason = RefusedReason;
    switch (reason) {
    case Reason::NotAuthenticated:
    case Reason::WrongPassword:
        return ProblemText::tr("Check the user and the password");
    case Reason::MissingRight:
        return ProblemText::tr("Ask for an ACL that allows it, or connect as another user");
    case Reason::ReadOnly:
        return ProblemText::tr("Unlock the connection to change anything");
    case Reason::Other:
        return {};
    }
    return {};
}

QString sentenceOf(const FaultCode& fault)
{
    return QCoreApplication::translate("ratewarden::Fault", fault.sentence);
}

QString adviceOn(const FaultCode& fault)
{
    return sentenceOf(fault);
}

QString problemValueText(const Problem::Value& value)
{
    if (const auto* const number = std::get_if<std::int64_t>(&value))
        return numberText(*number);
    return shown(std::get<std::string>(value));
}

// Each %1 to %9 is replaced once: a value may hold such a sign, too. %% is a percent sign.
QString filled(const QString& pattern, const QStringList& values)
{
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool isPlace = pattern[i] == u'%' && pattern.at(++i).isDigit();
        text += isPlace ? values.value(pattern[i].digitValue() - 1) : QString(pattern[i]);
    }
    return text;
}

QString serverPattern(const Problem& problem, const QString& tried, const QString& words)
{
    const auto* const reason = std::get_if<UnavailableReason>(&problem.code);
    if (problem.code == Problem::Code(RefusedReason::ReadOnly))
        return ProblemText::tr("%1 on %2: this connection is read-only, and nothing was sent");
    if (reason && *reason == UnavailableReason::Cancelled)
        return ProblemText::tr("the connection to %2 is being closed");
    if (problem.values.size() > 2 && std::holds_alternative<std::int64_t>(problem.values[2]))
        return ProblemText::tr("%1 on %2: no answer within %3 ms");
    if (tried.isEmpty())
        return ProblemText::tr("cannot connect to %2: %3");
    if (reason && words.isEmpty())
        return ProblemText::tr("%1 on %2: the server closed the connection");
    if (reason && (*reason <= UnavailableReason::Cancelled || *reason == UnavailableReason::Other))
        return ProblemText::tr("%1 on %2: %3");
    return ProblemText::tr("%1 on %2: Redis answered: %3");
}

QString serverProblemText(const Problem& problem)
{
    const auto safe = [&](std::size_t i) { // these are fit to print
        const auto* const text =
            i < problem.values.size() ? std::get_if<std::string>(&problem.values[i]) : nullptr;
        return text ? QString::fromStdString(*text) : QString();
    };
    const QString tried = safe(0);
    const QString words = problem.values.size() > 2 ? problemValueText(problem.values[2]) : QString();
    const QString text = filled(serverPattern(problem, tried, words), {tried, safe(1), words});
    const QString advice = std::visit([](auto code) { return adviceOn(code); }, problem.code);
    return advice.isEmpty() ? text
                            : QString::fromStdString(joinSentences(text.toStdString(), advice.toStdString()));
}

} // namespace

QString problemText(const Problem& problem)
{
    if (isOfServer(problem))
        return serverProblemText(problem);
    if (problem.code == Problem::Code(Fault::Other) && !problem.values.empty())
        return QString::fromStdString(std::get<std::string>(problem.values.front()));
    QStringList values;
    for (const Problem::Value& value : problem.values)
        values << problemValueText(value);
    for (const Problem& why : problem.because)
        values << problemText(why);
    return filled(sentenceOf(std::get<FaultCode>(problem.code)), values);
}

QString patternText(const char* pattern, const QStringList& values)
{
    return filled(QCoreApplication::translate("ratewarden", pattern), values);
}

QString problemText(const std::exception& error)
{
    const auto* const ours = dynamic_cast<const Error*>(&error);
    return ours ? problemText(ours->problem()) : QString::fromUtf8(error.what());
}

} // namespace ratewarden::ui
