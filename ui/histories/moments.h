// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/histories/time_marks.h"

#include <QObject>

#include <set>

namespace ratewarden::ui {

/// Moments that the operator has named, in the order of time: every chart with a time axis shows them as
/// long as the window is open. And what else has happened on the server.
class Moments final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<TimeMark>& all() const { return m_all; }
    /// Names the moment, or renames it; without a name it is a moment no longer.
    void name(Instant at, const QString& name);
    /// The nearest one that is no further away than that; null: there is none.
    const TimeMark* nearest(Instant at, Micros within) const;
    /// What has happened on the server as far as anybody knows, in the order of time: charts without marks of
    /// their own show it where it lies in their time, and of the others what concerns every token.
    const std::vector<TimeMark>& known() const { return m_known; }
    void setKnown(std::vector<TimeMark> marks);
    /// A chart shows them, or no longer.
    void setShown(const QObject* chart, bool shown);

Q_SIGNALS:
    void changed();
    /// By any chart, or by none any more.
    void shownChanged(bool shown);

private:
    std::vector<TimeMark> m_all;
    std::vector<TimeMark> m_known;
    std::set<const QObject*> m_charts; // that show them
};

} // namespace ratewarden::ui
