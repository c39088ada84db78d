// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_popup.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int popupWidth = 380;
constexpr int offerHeight = 26;
constexpr int offerMargin = 10;
constexpr int mostOfferRows = 12; // the others are scrolled to

/// The text and, at the right, the detail.
class OfferDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {popupWidth / 2, offerHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if ((option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) != 0)
            painter->fillRect(option.rect, colors().selection);
        const QRect row = option.rect.adjusted(offerMargin, 0, -offerMargin, 0);
        const QString detail = index.data(Qt::UserRole).toString();
        painter->setFont(option.font);
        painter->setPen(colors().muted);
        painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, detail);
        const int left = row.width() - option.fontMetrics.horizontalAdvance(detail) - offerMargin;
        painter->setFont(monospaceFont());
        painter->setPen(colors().text);
        painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(painter->font())
                              .elidedText(index.data().toString(), Qt::ElideMiddle, std::max(left, 0)));
    }
};

} // namespace

FilterPopup::FilterPopup(QWidget* line)
    : QFrame(line->window()), m_line(line), m_list(new QListWidget), m_remark(new PlainLabel)
{
    setObjectName("filterOffers");
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(1, 4, 1, 4);
    column->setSpacing(2);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("What the word can become"));
    m_list->setItemDelegate(new OfferDelegate(m_list));
    column->addWidget(m_list);
    m_remark->setObjectName("filterRemark");
    m_remark->setWrapped();
    m_remark->setContentsMargins(offerMargin, 2, offerMargin, 2);
    column->addWidget(m_remark);
    connect(m_list, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem* item) { choose(m_list->row(item)); });
    hide();
}

void FilterPopup::present(std::vector<FilterOffer> offers, const QString& remark, bool isFault, int x)
{
    m_offers = std::move(offers);
    m_x = x;
    m_asks = false;
    if (m_offers.empty() && remark.isEmpty()) {
        m_line->removeEventFilter(this);
        hide();
        return;
    }
    m_list->clear();
    for (const FilterOffer& offer : m_offers) {
        auto* const item = new QListWidgetItem(offer.text, m_list);
        item->setData(Qt::UserRole, offer.detail);
        item->setData(Qt::AccessibleTextRole, QStringLiteral("%1: %2").arg(offer.text, offer.detail));
    }
    m_list->setVisible(!m_offers.empty());
    m_list->setFixedHeight(offerHeight * std::min(int(m_offers.size()), mostOfferRows));
    say(remark, isFault);
    m_line->installEventFilter(this); // anew: before others that take its keys
    show();
    raise();
}

void FilterPopup::say(const QString& remark, bool isFault)
{
    m_remark->setText(remark);
    m_remark->setVisible(!remark.isEmpty());
    QPalette ink;
    ink.setColor(QPalette::WindowText, isFault ? colors().limited : colors().muted);
    m_remark->setPalette(ink);
    placeAt(m_x);
}

void FilterPopup::placeAt(int x)
{
    const QWidget* const window = parentWidget();
    const QPoint below = m_line->mapTo(window, QPoint(x, m_line->height() + 2));
    const int width = std::min(popupWidth, window->width());
    setFixedWidth(width);
    layout()->activate();
    resize(width, layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width)
                                                : layout()->totalSizeHint().height());
    move(std::clamp(below.x(), 0, window->width() - width), below.y());
}

void FilterPopup::choose(int row)
{
    if (row >= 0 && row < int(m_offers.size()))
        Q_EMIT chosen(FilterOffer(m_offers[std::size_t(row)]));
}

// A second press is meant: what it says of the first one stands below the offers.
bool FilterPopup::removes(int row)
{
    if (row < 0 || m_offers[std::size_t(row)].name.empty())
        return false;
    const FilterOffer offer = m_offers[std::size_t(row)];
    if (std::exchange(m_asks, true)) {
        Q_EMIT removed(offer);
        return true;
    }
    say(tr("Delete once more removes the filter “%1”, here and in the terminal").arg(shown(offer.name)),
        false);
    m_line->setAccessibleDescription(m_remark->text());
    return true;
}

bool FilterPopup::takesKey(int key)
{
    const int row = m_list->currentRow();
    const int rows = int(m_offers.size());
    if (key != Qt::Key_Delete && std::exchange(m_asks, false))
        say({}, false);
    switch (key) {
    case Qt::Key_Delete:
        return removes(row);
    case Qt::Key_Down:
    case Qt::Key_Up:
        if (rows == 0)
            return false;
        if (key == Qt::Key_Up && row <= 0)
            m_list->setCurrentRow(-1);
        else
            m_list->setCurrentRow(key == Qt::Key_Up ? row - 1 : std::min(row + 1, rows - 1));
        return true;
    case Qt::Key_Tab:
        choose(std::max(row, 0));
        return rows > 0;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(row);
        return row >= 0;
    case Qt::Key_Escape:
        Q_EMIT dismissed();
        return true;
    default:
        return false;
    }
}

bool FilterPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress)
        return takesKey(static_cast<QKeyEvent*>(event)->key());
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept(); // the page's way back has to wait
    return QFrame::eventFilter(watched, event);
}

} // namespace ratewarden::ui
