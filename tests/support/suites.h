// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

namespace ratewarden::test {

/// Random tests and long ones do less then: a sanitizer finds in few steps what it finds at all.
#ifdef RATEWARDEN_SANITIZED
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

/// Long enough that a busy machine does not fail a test, for waits that end with an event.
inline constexpr int patienceMs = 60'000;

/// A class of test functions, known to its room's program by the name of its file: `tests_core tst_notation`
/// runs the suite of tst_notation.cpp. Register it at file scope, with RATEWARDEN_SUITE unless it wants
/// arguments of its own.
class Suite {
public:
    using Run = int (*)(int argc, char** argv);

    /// `file` is __FILE__.
    Suite(const char* file, Run run);
};

/// The main() of a room's program, once there is an application: the first argument names the suite, the rest
/// are Qt Test's.
int runSuite(int argc, char** argv);

/// Where a suite leaves what it found when that is not what a file of the project says: beside the program,
/// so that no folder that it is run from gets a file.
QString foundFile(const QString& name);

/// What a file of the project says. Throws std::runtime_error where it cannot be read.
QByteArray sourceFile(const QString& path);

} // namespace ratewarden::test

#define RATEWARDEN_SUITE(Class)                                                                              \
    static const ratewarden::test::Suite suiteOf##Class(__FILE__, [](int argc, char** argv) {                \
        Class suite;                                                                                         \
        return QTest::qExec(&suite, argc, argv);                                                             \
    });

/// What a function does in which something may fail: then the test ends here.
#define RATEWARDEN_STEP(...)                                                                                 \
    do {                                                                                                     \
        __VA_ARGS__;                                                                                         \
        if (QTest::currentTestFailed())                                                                      \
            return;                                                                                          \
    } while (false)

// Qt Test's own give up after 5 s, which a machine that runs other tests beside may need, and look every 50
// ms. What holds once is enough: what tells an age may be another a moment later.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(...)                                                                                     \
    do {                                                                                                     \
        const bool holds = QTest::qWaitFor([&] { return bool(__VA_ARGS__); }, ratewarden::test::patienceMs); \
        if (!QTest::qVerify(holds, #__VA_ARGS__, "", __FILE__, __LINE__))                                    \
            return;                                                                                          \
    } while (false)
#define QTRY_VERIFY2(condition, message)                                                                     \
    do {                                                                                                     \
        const bool holds = QTest::qWaitFor([&] { return bool(condition); }, ratewarden::test::patienceMs);   \
        QVERIFY2(holds, message);                                                                            \
    } while (false)
// What a text has to have: QVERIFY_TEXT(text, contains("…")). It is told if it has it not.
#define QVERIFY_TEXT(text, ...) QVERIFY2((text).__VA_ARGS__, qPrintable(text))
#define QTRY_TEXT(text, ...) QTRY_VERIFY2((text).__VA_ARGS__, qPrintable(text))
#define QTRY_COMPARE(actual, ...)                                                                            \
    do {                                                                                                     \
        static_cast<void>(                                                                                   \
            QTest::qWaitFor([&] { return (actual) == (__VA_ARGS__); }, ratewarden::test::patienceMs));       \
        QCOMPARE(actual, __VA_ARGS__);                                                                       \
    } while (false)
