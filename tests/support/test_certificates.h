// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <chrono>
#include <string>

namespace ratewarden::test {

/// A certificate authority, and certificates that it signs, as PEM files in a temporary directory.
class TestCertificates {
public:
    TestCertificates();

    std::string caFile() const { return file("ca.pem"); }
    std::string file(const char* name) const { return m_folder.filePath(name).toStdString(); }

    /// Writes NAME.pem and NAME.key. `names`: as in a subjectAltName, "DNS:localhost,IP:127.0.0.1".
    void issue(const std::string& name, const std::string& names,
               std::chrono::seconds validFor = std::chrono::hours(1)) const;

private:
    QTemporaryDir m_folder;
};

} // namespace ratewarden::test
