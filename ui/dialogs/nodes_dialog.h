// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QGridLayout;

namespace ratewarden::ui {

class Link;
class PlainLabel;

/// The servers behind one address: their roles, slots, and which are unreachable and why. It follows the link
/// while it is open.
class NodesDialog final : public QDialog {
    Q_OBJECT

public:
    /// The link must outlive it.
    explicit NodesDialog(Link& link, QWidget* parent = nullptr);

private:
    void update();

    Link& m_link;
    PlainLabel* m_summary;
    QWidget* m_table;
};

} // namespace ratewarden::ui
