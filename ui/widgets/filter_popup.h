// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/filter_offers.h"

#include <QFrame>

#include <vector>

class QListWidget;

namespace ratewarden::ui {

class PlainLabel;

/// What the word of a filter line could be, and what is wrong with it, below the line. It takes no focus; the
/// keys of the line that are meant for it come here first.
class FilterPopup final : public QFrame {
    Q_OBJECT

public:
    explicit FilterPopup(QWidget* line);

    /// Below that place of the line. With nothing to show it hides.
    void present(std::vector<FilterOffer> offers, const QString& fault, int x);
    const std::vector<FilterOffer>& offers() const { return m_offers; }

Q_SIGNALS:
    void chosen(const ratewarden::ui::FilterOffer& offer);
    void dismissed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool takesKey(int key);
    void choose(int row);
    void placeAt(int x);

    QWidget* m_line;
    QListWidget* m_list;
    PlainLabel* m_fault;
    std::vector<FilterOffer> m_offers;
};

} // namespace ratewarden::ui
