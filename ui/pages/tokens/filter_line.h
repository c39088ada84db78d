// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokens/token_filter.h"
#include "ui/tokens/filter_offers.h"

#include <QLineEdit>
#include <QPointer>

#include <optional>
#include <vector>

namespace ratewarden::ui {

class FilterPopup;

/// A filter of tokens as it is typed: its words look like chips, what is wrong is underlined, and below it
/// stands what the word can become. Backspace behind a word takes back all of it.
class FilterLine final : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterLine(QWidget* parent = nullptr);
    ~FilterLine() override;

    /// What there is to filter by: the answer to inventoryWanted(). Without it nothing is offered.
    void setInventory(FilterInventory inventory);

    /// Of what is in front of the wrong word, if there is one.
    const TokenFilter& filter() const { return m_typed.filter; }
    /// Why that word is wrong; empty: all is right.
    QString faultText() const;

    /// Shows what a word behind the others could be.
    void offer();
    /// Whether offers are seen, and which.
    bool offers() const;
    QStringList offered() const;

    /// Filters that were used, the last one first.
    const QStringList& recent() const { return m_recent; }
    void setRecent(const QStringList& filters);

Q_SIGNALS:
    void filterChanged(const ratewarden::TokenFilter& filter);
    /// Somebody looks at the offers.
    void inventoryWanted();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Span {
        int begin = 0;
        int end = 0;
    };

    void take(const QString& text);
    void openOffers();
    void closeOffers();
    void showOffers();
    void accept(const FilterOffer& offer);
    void remember();
    Span wordAtCursor() const;
    Span wrongSpan() const;
    int indexOf(std::size_t byte) const;
    QRect rectOf(Span span) const;

    std::optional<FilterInventory> m_inventory; ///< the last one
    bool m_isOffering = false;
    TypedFilter m_typed;
    bool m_isEdited = false; ///< by hand, and not taken yet
    QStringList m_recent;
    QPointer<FilterPopup> m_popup; ///< a child of the window
};

} // namespace ratewarden::ui
