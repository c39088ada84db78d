// SPDX-License-Identifier: GPL-3.0-or-later
// Of each kind of question only the newest counts.
#include "core/model/errors.h"
#include "tests/support/suites.h"
#include "ui/lab/lab_runner.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using Question = LabRunner::Question;

namespace {

/// Computes until it is stopped, as a trial of many requests does.
int untilStopped(Computation& job)
{
    const Progress progress = job.progress();
    for (;;)
        progress.at(1, 4);
}

} // namespace

class TestLabRunner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNewestIsAnswered()
    {
        LabRunner runner;
        QList<int> answers;
        const auto take = [&answers](const Outcome<int>& outcome) {
            answers << (outcome.result() ? *outcome.result() : -1);
        };
        runner.ask(Question::Trials, untilStopped, take);
        for (int i = 1; i <= 100; ++i)
            runner.ask(
                Question::Trials, [i](Computation&) { return i; }, take);
        QVERIFY(runner.isBusy(Question::Trials));
        QTRY_VERIFY(!runner.isBusy(Question::Trials));
        QCOMPARE(answers, QList<int>{100});
    }

    void kindsDoNotStopEachOther()
    {
        LabRunner runner;
        bool stopped = false;
        runner.ask(Question::Traffic, untilStopped, [&](const Outcome<int>&) { stopped = true; });
        int answer = 0;
        runner.ask(
            Question::Effect, [](Computation&) { return 7; },
            [&](const Outcome<int>& outcome) { answer = *outcome.result(); });
        QTRY_COMPARE(answer, 7); // beside the long one
        QVERIFY(runner.isBusy(Question::Traffic));
        QVERIFY(!stopped);
        QTRY_COMPARE(runner.share(Question::Traffic), 0.25);
    }

    void whatFollowsTheHandWaitsForNothingLong()
    {
        LabRunner runner;
        for (const Question question : {Question::Trials, Question::Bursts, Question::Peaks})
            runner.ask(question, untilStopped, [](const Outcome<int>&) {});
        int answer = 0;
        runner.ask(
            Question::Effect, [](Computation&) { return 7; },
            [&](const Outcome<int>& outcome) { answer = *outcome.result(); });
        QTRY_COMPARE(answer, 7);
        QVERIFY(runner.isBusy(Question::Trials) && runner.isBusy(Question::Bursts));
    }

    void whatIsStoppedIsNotAnswered()
    {
        LabRunner runner;
        QSignalSpy progressed(&runner, &LabRunner::progressed);
        bool answered = false;
        QSemaphore begun;
        runner.ask(
            Question::Traffic,
            [&begun](Computation& job) {
                begun.release();
                return untilStopped(job);
            },
            [&](const Outcome<int>&) { answered = true; });
        begun.acquire();
        runner.stop(Question::Traffic);
        QVERIFY(!runner.isBusy(Question::Traffic));
        QCOMPARE(runner.share(Question::Traffic), -1.0);
        int next = 0; // comes after what was stopped
        runner.ask(
            Question::Traffic, [](Computation&) { return 3; },
            [&](const Outcome<int>& outcome) { next = *outcome.result(); });
        QTRY_COMPARE(next, 3);
        QVERIFY(!answered);
        QVERIFY(!progressed.isEmpty());
    }

    void errorsAreOutcomes()
    {
        LabRunner runner;
        QString message;
        runner.ask(
            Question::Peaks, [](Computation&) -> int { throw InvalidArgument("no such window"); },
            [&](const Outcome<int>& outcome) { message = outcome.failure()->message; });
        QTRY_VERIFY(!message.isEmpty());
        QVERIFY_TEXT(message, contains("no such window"));
    }

    void itEndsWhileSomethingRuns()
    {
        bool answered = false;
        {
            LabRunner runner;
            QSemaphore begun;
            runner.ask(
                Question::Bars,
                [&begun](Computation& job) {
                    begun.release();
                    return untilStopped(job);
                },
                [&](const Outcome<int>&) { answered = true; });
            begun.acquire();
        }
        QCoreApplication::sendPostedEvents();
        QVERIFY(!answered);
    }
};

RATEWARDEN_SUITE(TestLabRunner)
#include "tst_lab_runner.moc"
