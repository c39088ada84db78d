// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filters/filter.h"
#include "ui/text/filter_offers.h"

#include <QLineEdit>
#include <QPointer>

#include <functional>
#include <optional>

class QAbstractItemView;
class QAction;
class QModelIndex;

namespace ratewarden::ui {

class FilterPopup;

/// The filter for others, who do not know its names: what these stand for is in their place.
QString withoutNames(const QString& filter);

/// The filter of a list as it is typed: its words look like chips, what is wrong is underlined, and below it
/// stands what the word can become: as one types, at Ctrl+Space, and at a click into it while it is empty.
/// Backspace behind a word, or a bracket, takes back all of it. `filter:NAME` stands for the filter of that
/// name; Return behind it keeps the words in front under the name, in place of another filter once it is
/// pressed again.
class FilterLine final : public QLineEdit {
    Q_OBJECT

public:
    /// The fields must live as long as the program.
    explicit FilterLine(FilterFields fields, QWidget* parent = nullptr);
    ~FilterLine() override;

    /// What there is to filter by: the answer to inventoryWanted(). Without it nothing is offered.
    void setInventory(FilterInventory inventory);

    /// Of what is in front of the wrong word, if there is one.
    const Filter& filter() const { return m_typed.filter; }
    /// Why that word is wrong; empty: all is right.
    QString faultText() const { return m_typed.fault ? remark() : QString(); }

    /// A click with Alt on a cell filters by its value, with Alt and Shift it leaves that out; two actions
    /// that the list gets for its context menu do the same for its current cell. `termOf`: what takes the
    /// rows with the same in that cell; empty: there is nothing to be the same.
    void takeValuesOf(QAbstractItemView* list, std::function<QString(const QModelIndex&)> termOf);

    /// Whether offers are seen, and which.
    bool offers() const;
    QStringList offered() const;

    /// Filters that were used, the last one first.
    const QStringList& recent() const { return m_recent; }
    void setRecent(const QStringList& filters);

Q_SIGNALS:
    void filterChanged(const ratewarden::Filter& filter);
    /// Somebody looks at the offers.
    void inventoryWanted();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Span {
        int begin = 0;
        int end = 0;
    };
    /// What Return does with the words in front of the last one.
    struct Naming {
        std::string name;
        std::string filter;
        std::optional<std::string> before; ///< what the name stands for now
    };

    QString remark() const;
    void take(const QString& text);
    void addTerm(const QString& term);
    void nameValue();
    void openOffers();
    void closeOffers();
    void showOffers();
    void accept(const FilterOffer& offer);
    void enter();
    void remember();
    void keepNamed(const Naming& naming);
    void removeNamed(const FilterOffer& offer);
    void say(const QString& text, bool isWrong);
    std::optional<Naming> naming() const;
    Span wordAtCursor() const;
    Span wrongSpan() const;
    std::size_t beginOfLast() const;
    int indexOf(std::size_t byte) const;
    QRect rectOf(Span span) const;

    FilterFields m_fields;
    std::function<QString(const QModelIndex&)> m_termOf; ///< of the list's cells
    QPointer<QAbstractItemView> m_list;                  ///< whose cells are clicked
    QAction* m_byValue = nullptr;                        ///< of the list, as is the other one
    QAction* m_withoutValue = nullptr;
    std::optional<FilterInventory> m_inventory; ///< the last one
    bool m_isOffering = false;
    TypedFilter m_typed;
    FilterNames m_names; ///< as far as the typed filter may need them
    std::optional<Naming> m_naming;
    bool m_asks = false;     ///< whether a filter is to be replaced, which Return confirms
    bool m_isEdited = false; ///< by hand, and not taken yet
    QStringList m_recent;
    QPointer<FilterPopup> m_popup; ///< a child of the window
};

} // namespace ratewarden::ui
