// SPDX-License-Identifier: GPL-3.0-or-later
// One pattern for all groups of a format's keys, as one policy says their limits.
#include "core/formats/foreign/catalogue.h"
#include "core/policies/policy_store.h"
#include "tests/support/format_texts.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestWidestGroup : public QObject {
    Q_OBJECT

private:
    static CatalogueFormat formatOf(const QByteArray& beginning)
    {
        return CatalogueFormat(parseFormatFile("mine.json", counterFormat("mine", beginning).toStdString()));
    }
    static Subject subjectOf(const CatalogueFormat& format, std::string_view key, Nanos window = {})
    {
        const auto match = matchName(format.file(), key);
        return match ? foreignSubject(format.file(), format, *match, window) : Subject();
    }

private Q_SLOTS:
    void whatDiffersBesideTheTokenIsWide()
    {
        const CatalogueFormat format = formatOf("quota3/{tier}");
        const Subject subject = subjectOf(format, "quota3/t0:u7");
        QCOMPARE(subject.policy, std::string("quota3/t0:*"));
        const std::string widest = widestGroup(format.file(), subject);
        QCOMPARE(widest, std::string("quota3/*:*"));
        PolicyBook book;
        book.policies[widest] = {widest, "fixed-window", parseRules("5/min"), false, false, "mine"};
        for (const char* const group : {"quota3/t0:*", "quota3/t6:*"}) {
            QVERIFY(book.find(group));
            QCOMPARE(book.find(group)->name, widest);
        }
        QVERIFY(!book.find("quota4/t0:*"));
    }

    void ofOneGroupItIsThat()
    {
        const CatalogueFormat format = formatOf("mine");
        QCOMPARE(widestGroup(format.file(), subjectOf(format, "mine:u7")), std::string("mine:*"));
    }

    void aStarOfTheKeyStaysOne()
    {
        const CatalogueFormat format = formatOf("a*b/{tier}");
        const Subject subject = subjectOf(format, "a*b/t0:u7");
        QCOMPARE(subject.policy, std::string("a\\*b/t0:*"));
        QCOMPARE(widestGroup(format.file(), subject), std::string("a\\*b/*:*"));
    }

    void ofNumberedWindowsItIsTheGroup()
    {
        const CatalogueFormat* const format = builtInCatalogue().find("gitlab-application-rate-limiter");
        QVERIFY(format);
        const Subject subject = subjectOf(*format, "application_rate_limiter:users_get:user7:29924483", 60s);
        QVERIFY2(subject.policy.find('<') != std::string::npos, subject.policy.c_str());
        QCOMPARE(widestGroup(format->file(), subject), subject.policy);
    }
};

RATEWARDEN_SUITE(TestWidestGroup)
#include "tst_widest_group.moc"
