// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"
#include "tests/support/decider.h"
#include "tests/support/test_server.h"

#include <QTest>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ratewarden::test {

/// For tests of what every algorithm must do: each of them in memory, as a script, and as a script asked as
/// text.
class AlgorithmSubjects {
protected:
    std::unique_ptr<Decider> newSubject()
    {
        const Algorithm& algorithm = algorithmNamed(m_algorithm);
        if (m_form)
            return std::make_unique<ScriptSubject>(algorithm, m_connection, *m_form);
        return std::make_unique<MemorySubject>(algorithm);
    }

    /// In initTestCase_data(): every function of the suite runs for each; init() fetches it.
    void addSubjects()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<std::optional<Form>>("form"); // empty: in memory
        const std::array<std::pair<const char*, std::optional<Form>>, 3> implementations{
            {{"memory", {}}, {"script", Form::Packed}, {"script, as text", Form::Text}}};
        for (const Algorithm& algorithm : algorithms())
            for (const auto& [title, form] : implementations) {
                const QString name = QString::fromStdString(std::string(algorithm.name));
                QTest::newRow(qPrintable(name + " " + title)) << name << form;
            }
    }

    void fetchSubject()
    {
        QFETCH_GLOBAL(QString, algorithm);
        QFETCH_GLOBAL(std::optional<Form>, form);
        m_algorithm = algorithm.toStdString();
        m_form = form;
    }

    bool isBucket() const { return algorithmNamed(m_algorithm).takesBurst(); }
    /// After how many windows nothing of a charge counts any more.
    int windowsToForget() const { return m_algorithm == "sliding-window-counter" ? 2 : 1; }

    TestServer m_server;
    Connection m_connection{m_server.endpoint(), unhurried};
    std::string m_algorithm;
    std::optional<Form> m_form;
};

} // namespace ratewarden::test
