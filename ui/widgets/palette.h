// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace ratewarden::ui {

/// One thing that the palette has found.
struct PaletteEntry {
    QString kind; ///< "Token"
    QString text;
    QString note;               ///< its key, or where it is
    std::function<void()> open; ///< empty: it is only said
};

/// A field over the window that finds things by their words, and opens what Return is pressed on. Esc, or a
/// click elsewhere, closes it; the focus goes back to where it was.
class Palette final : public QFrame {
    Q_OBJECT

public:
    using Find = std::function<std::vector<PaletteEntry>(const QString& typed)>;
    /// Over the window, which must be a top-level one.
    Palette(Find find, QWidget* window);

    void start();
    /// What is found may have changed: the row that the arrow keys went to stays the current one, wherever it
    /// is now.
    void refresh();
    /// Closes it; the focus goes where it goes.
    void dismiss() { close(false); }

Q_SIGNALS:
    /// It is about to open: what was found before is out of date.
    void starting();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void list();
    int rowOf(const PaletteEntry& finding) const;
    bool isPressOutside(const QObject* watched, const QEvent* event) const;
    void place();
    void move(int by);
    void openCurrent();
    void close(bool restoresFocus);

    Find m_find;
    std::vector<PaletteEntry> m_entries;
    QLineEdit* m_field;
    QListWidget* m_list;
    bool m_moved = false;       // by the arrow keys, since something was typed
    QPointer<QWidget> m_before; // had the focus
};

} // namespace ratewarden::ui
