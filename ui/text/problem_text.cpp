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

QString faultSentence(const FaultCode& fault)
{
    return QCoreApplication::translate("ratewarden::Fault", fault.sentence);
}

// What helps in a window may be a setting of its own; all else core says for everybody.
QString adviceText(const Problem::Code& code)
{
    if (const auto* const fault = std::get_if<FaultCode>(&code))
        return faultSentence(*fault);
    if (code == Problem::Code(UnavailableReason::NoTls))
        return ProblemText::tr(
            "Check that this port speaks TLS, and whether the server wants a client certificate");
    if (code == Problem::Code(UnavailableReason::BadCertificate))
        return ProblemText::tr("If it is the right server: choose the certificate authority that signed its "
                               "certificate, or enter the name in it");
    if (code == Problem::Code(UnavailableReason::ClosedUnheard))
        return ProblemText::tr("If this port speaks TLS, choose TLS, or begin the address with rediss:");
    if (code == Problem::Code(RefusedReason::ReadOnly))
        return ProblemText::tr("Unlock the connection to change anything");
    return patternText(adviceOn(code), {});
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
    const QString advice = adviceText(problem.code);
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
    return filled(faultSentence(std::get<FaultCode>(problem.code)), values);
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
