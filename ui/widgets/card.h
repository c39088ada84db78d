// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"
#include "ui/text/freshness.h"
#include "ui/widgets/plain_label.h"

#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace ratewarden::ui {

/// A surface with round corners and a hairline. With a title it has a header row, at whose end more can
/// stand.
class Card : public QWidget {
    Q_OBJECT

public:
    explicit Card(const QString& title = {}, QWidget* parent = nullptr);

    QVBoxLayout* body() const { return m_body; }
    /// Another one; of a card that has a title.
    void setTitle(const QString& title);
    /// Adds a widget at the right end of the header.
    void addToHeader(QWidget* widget);
    /// Says beside the title how old what the card shows is, read at `at`; of live data it says nothing.
    void setAge(Freshness freshness, Instant at);
    /// The same in other words; empty: it says nothing.
    void setAge(const QString& age);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_body;
    QHBoxLayout* m_header = nullptr;
    PlainLabel* m_title = nullptr;
    PlainLabel* m_age = nullptr;
};

} // namespace ratewarden::ui
