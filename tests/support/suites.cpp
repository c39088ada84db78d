// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suites.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdio>
#include <filesystem>
#include <map>
#include <stdexcept>

namespace ratewarden::test {

namespace {

// Suites register before main() begins, in no certain order.
std::map<std::string, Suite::Run>& suites()
{
    static std::map<std::string, Suite::Run> all;
    return all;
}

} // namespace

Suite::Suite(const char* file, Run run)
{
    suites().emplace(std::filesystem::path(file).stem().string(), run);
}

int runSuite(int argc, char** argv)
{
    const auto named = argc > 1 ? suites().find(argv[1]) : suites().end();
    if (named == suites().end()) {
        std::fprintf(stderr, "Usage: %s SUITE [options of Qt Test]\nSuites:\n", argv[0]);
        for (const auto& [name, run] : suites())
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    argv[1] = argv[0];
    return named->second(argc - 1, argv + 1);
}

QString foundFile(const QString& name)
{
    return QCoreApplication::applicationDirPath() + '/' + name;
}

QByteArray sourceFile(const QString& path)
{
    QFile file(QStringLiteral(RATEWARDEN_SOURCES "/") + path);
    if (!file.open(QIODevice::ReadOnly))
        throw std::runtime_error("cannot read " + path.toStdString());
    return file.readAll();
}

} // namespace ratewarden::test
