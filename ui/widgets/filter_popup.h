// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/filter_offers.h"

#include <QFrame>

#include <vector>

class QListWidget;

namespace ratewarden::ui {

class PlainLabel;

/// What the word of a filter line could be, and what is to be said of the words, below the line. It takes no
/// focus; the keys of the line that are meant for it come here first. Delete on an offer that stands for a
/// named filter asks whether that is to be removed, and removes it when it is pressed again.
class FilterPopup final : public QFrame {
    Q_OBJECT

public:
    explicit FilterPopup(QWidget* line);

    /// Below that place of the line. With nothing to show it hides.
    void present(std::vector<FilterOffer> offers, const QString& remark, bool isFault, int x);
    const std::vector<FilterOffer>& offers() const { return m_offers; }

Q_SIGNALS:
    void chosen(const ratewarden::ui::FilterOffer& offer);
    void removed(const ratewarden::ui::FilterOffer& offer);
    void dismissed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool takesKey(int key);
    void choose(int row);
    bool removes(int row);
    void say(const QString& remark, bool isFault);
    void placeAt(int x);

    QWidget* m_line;
    QListWidget* m_list;
    PlainLabel* m_remark;
    std::vector<FilterOffer> m_offers;
    int m_x = 0;
    bool m_asks = false; // whether the filter of the current row is to be removed
};

} // namespace ratewarden::ui
