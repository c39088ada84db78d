// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/subject.h"
#include "core/model/decision.h"

#include <QTest>

#include <string>

/// How Qt Test prints our values when a comparison fails.
namespace ratewarden {

char* toString(const Decision& decision);
char* toString(const Subject& subject);
char* toString(const std::vector<Rule>& rules);

namespace test {
std::string text(const Decision& decision);
}

} // namespace ratewarden

namespace QTest {
template <>
char* toString(const std::string& text);
template <>
char* toString(const ratewarden::Micros& duration);
} // namespace QTest
