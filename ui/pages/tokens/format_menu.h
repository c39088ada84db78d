// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/subject.h"

#include <QMenu>

#include <string>

namespace ratewarden::ui {

/// Which of the formats that fit a token's keys they have: nothing in them tells it, so the operator says it
/// of all keys that begin so, may say it anew, and take it back. Greyed where there is no such choice.
class FormatMenu final : public QMenu {
    Q_OBJECT

public:
    explicit FormatMenu(QWidget* parent);

    void setSubject(const Subject& subject);
    /// Whether keys like these can be said to be that format's.
    bool offers(std::string_view format) const;

Q_SIGNALS:
    /// As FormatFiles::savePrefix() takes it.
    void chosen(const std::string& beginning, const std::string& format);

private:
    /// From the catalogue as it is now.
    void read();
    void fill();

    Subject m_subject;
    std::string m_beginning;            // of the keys
    std::string m_said;                 // the format that somebody said; empty: nobody did
    std::vector<std::string> m_formats; // that may be said
};

} // namespace ratewarden::ui
