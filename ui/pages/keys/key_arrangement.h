// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_browser.h"

#include <QWidget>

class QPushButton;

namespace ratewarden::ui {

/// How the names of keys are cut into prefixes, and how these are ordered: two menus.
class KeyArrangement final : public QWidget {
    Q_OBJECT

public:
    explicit KeyArrangement(KeyBrowser& browser, QWidget* parent = nullptr);

    /// Delimiters that are not offered are passed over.
    void set(KeyTree::Order order, const std::string& delimiters);

private:
    QPushButton* makeButton(const char* name, const QString& accessibleName);
    void add(QPushButton* button, const QString& brief, const QString& text, const QVariant& value);
    void showChosen();

    KeyBrowser& m_browser;
    QPushButton* m_order;
    QPushButton* m_delimiter;
};

} // namespace ratewarden::ui
