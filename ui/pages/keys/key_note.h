// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_browser.h"
#include "ui/widgets/plain_label.h"

#include <QWidget>

class QAction;

namespace ratewarden::ui {

class Session;

/// What is conspicuous about the keys that no format recognises, in the folder that is looked at or else in
/// all: on a ground of its own, with what they may be, for which one of them is read.
class KeyNote final : public QWidget {
    Q_OBJECT

public:
    KeyNote(Session& session, KeyBrowser& browser, QWidget* parent = nullptr);

    void setFolder(const std::string& folder);
    QString title() const { return isHidden() ? QString() : m_title->text(); }

Q_SIGNALS:
    /// The operator wants to say what they mean, beginning with this one.
    void describeKey(const QByteArray& key);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const UnknownKeys& about() const { return m_here.keys > 0 && m_here.folder == m_folder ? m_here : m_all; }
    void guess();
    void showTexts();
    void takeColors();

    Session& m_session;
    KeyBrowser& m_browser;
    std::string m_folder;
    UnknownKeys m_here; // of the folder
    UnknownKeys m_all;
    std::string m_guessedKey; // that was looked at
    QString m_guess;          // what it may be
    QAction* m_describe;
    PlainLabel* m_title;
    PlainLabel* m_text;
};

} // namespace ratewarden::ui
