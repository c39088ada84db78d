// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/token_table_model.h"

#include <QWidget>

class QAction;

namespace ratewarden::ui {

class PlainLabel;

/// Under a list of tokens while some are marked: how many, where they are, and what is done with them.
class MarkBar final : public QWidget {
    Q_OBJECT

public:
    /// `actions`: what is done with them. The actions and the model must outlive this.
    MarkBar(TokenBook& book, const TokenTableModel& model, const QList<QAction*>& actions,
            QWidget* parent = nullptr);

    /// To be called when what is listed has changed.
    void present();
    /// Clears the marks when it is asked for the second time; in between it says so.
    void askToClear();
    /// It was asked for once, and then for something else.
    void withdraw();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Units listedMarks() const;

    TokenBook& m_book;
    const TokenTableModel& m_model;
    PlainLabel* m_count;
    PlainLabel* m_where;
    bool m_asked = false;
};

} // namespace ratewarden::ui
