// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include <array>

namespace ratewarden::test {

/// The columns of a test's data, as QTest::addColumn() adds one.
template <class... Types>
void addColumns(const std::array<const char*, sizeof...(Types)>& names)
{
    auto name = names.begin();
    (QTest::addColumn<Types>(*name++), ...);
}

/// A row of them: a text in quotes is a QString.
template <class... Values>
void addRow(const char* name, Values... values)
{
    (QTest::newRow(name) << ... << values);
}

} // namespace ratewarden::test
