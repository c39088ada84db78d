// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/palette.h"

#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"
#include "ui/widgets/fields.h"

#include <QApplication>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int widestPalette = 640;
constexpr int paletteTop = 56;
constexpr int findingHeight = 32;
constexpr int mostFindings = 10; // in sight
constexpr int kindWidth = 76;
constexpr int noteShare = 3; // of the width, at most

enum FindingRole { FindingKindRole = Qt::UserRole, FindingNoteRole };

/// What it is, its name, and what is to be known of it; as plain text.
class FindingDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Colors& c = colors();
        const bool can = index.flags() & Qt::ItemIsEnabled;
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, c.selection);
        const QRect row = option.rect.adjusted(12, 0, -12, 0);
        const QString note = index.data(FindingNoteRole).toString();
        const int noteWidth =
            std::min(row.width() / noteShare, option.fontMetrics.horizontalAdvance(note) + 2);
        drawCellText(painter, QRect(row.left(), row.top(), kindWidth, row.height()),
                     index.data(FindingKindRole).toString(), option.font, c.muted,
                     Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideRight);
        drawCellText(painter, row.adjusted(kindWidth, 0, -noteWidth - 12, 0), index.data().toString(),
                     option.font, can ? c.text : c.muted, Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideMiddle);
        drawCellText(painter, QRect(row.right() - noteWidth, row.top(), noteWidth, row.height()), note,
                     option.font, c.muted, Qt::AlignRight | Qt::AlignVCenter, Qt::ElideRight);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {100, findingHeight};
    }
};

} // namespace

Palette::Palette(Find find, QWidget* window)
    : QFrame(window), m_find(std::move(find)), m_field(new QLineEdit), m_list(new QListWidget)
{
    setObjectName("palette");
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(8);
    m_field->setObjectName("paletteField");
    m_field->setPlaceholderText(tr("Find a token, policy, page or action"));
    m_field->setAccessibleName(m_field->placeholderText());
    column->addWidget(m_field);
    nameWidget(m_list, "paletteList", tr("What was found"));
    m_list->setFocusPolicy(Qt::NoFocus); // the keys stay in the field
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new FindingDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    column->addWidget(m_list);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        m_moved = false;
        refresh();
    });
    connect(m_list, &QListWidget::itemClicked, this, &Palette::openCurrent);
    m_field->installEventFilter(this);
    window->installEventFilter(this);
    hide();
}

void Palette::start()
{
    if (!isVisible()) {
        m_before = QApplication::focusWidget();
        qApp->installEventFilter(this); // for clicks elsewhere
    }
    Q_EMIT starting();
    m_moved = false;
    m_field->clear();
    list();
    show();
    raise();
    m_field->setFocus();
}

void Palette::refresh()
{
    if (isVisible())
        list();
}

// The same thing may be found with another note; the same token under two policies has two.
int Palette::rowOf(const PaletteEntry& finding) const
{
    const auto find = [&](auto isSame) {
        const auto found = std::ranges::find_if(m_entries, isSame);
        return found == m_entries.end() ? -1 : int(found - m_entries.begin());
    };
    const int exact = find([&](const PaletteEntry& one) {
        return one.kind == finding.kind && one.text == finding.text && one.note == finding.note;
    });
    return exact >= 0 ? exact : find([&](const PaletteEntry& one) {
        return one.kind == finding.kind && one.text == finding.text;
    });
}

void Palette::list()
{
    const int row = m_list->currentRow();
    const PaletteEntry before = m_moved && row >= 0 ? m_entries[std::size_t(row)] : PaletteEntry{};
    m_entries = m_find(m_field->text().trimmed());
    m_list->clear();
    for (const PaletteEntry& finding : m_entries) {
        auto* const item = new QListWidgetItem(finding.text, m_list);
        item->setData(FindingKindRole, finding.kind);
        item->setData(FindingNoteRole, finding.note);
        item->setData(Qt::AccessibleTextRole,
                      QStringLiteral("%1: %2 %3").arg(finding.kind, finding.text, finding.note));
        if (!finding.open)
            item->setFlags(Qt::NoItemFlags);
    }
    const auto first =
        std::ranges::find_if(m_entries, [](const PaletteEntry& one) { return bool(one.open); });
    const int again = before.open ? rowOf(before) : -1;
    m_list->setCurrentRow(again >= 0                 ? again
                          : first == m_entries.end() ? -1
                                                     : int(first - m_entries.begin()));
    place();
}

void Palette::place()
{
    const int rows = std::clamp(m_list->count(), 1, mostFindings);
    m_list->setFixedHeight(rows * findingHeight);
    const int width = std::min(widestPalette, parentWidget()->width() - 40);
    setGeometry((parentWidget()->width() - width) / 2, paletteTop, width, layout()->sizeHint().height());
}

void Palette::move(int by)
{
    const int count = m_list->count();
    int row = m_list->currentRow() < 0 && by < 0 ? 0 : m_list->currentRow();
    for (int steps = 0; steps < count; ++steps) {
        row = (row + by + count) % count;
        if (m_entries[std::size_t(row)].open) {
            m_moved = true;
            m_list->setCurrentRow(row);
            return;
        }
    }
}

void Palette::openCurrent()
{
    const int row = m_list->currentRow();
    if (row < 0 || row >= int(m_entries.size()) || !m_entries[std::size_t(row)].open)
        return;
    const auto open = m_entries[std::size_t(row)].open; // which may ask for others
    close(true);
    open();
}

void Palette::close(bool restoresFocus)
{
    const QPointer<QWidget> before = std::exchange(m_before, {});
    qApp->removeEventFilter(this);
    hide(); // which takes the focus from the field, and closes once more
    if (restoresFocus && before)
        before->setFocus();
}

// Many things take no focus at a click, so that the field keeps it.
bool Palette::isPressOutside(const QObject* watched, const QEvent* event) const
{
    if (event->type() != QEvent::MouseButtonPress || !watched->isWidgetType())
        return false;
    const auto* const widget = static_cast<const QWidget*>(watched);
    return widget->window() == window() && widget != this && !isAncestorOf(widget);
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    if (isVisible() && isPressOutside(watched, event))
        close(false);
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_field)
        return false;
    switch (event->type()) {
    case QEvent::ShortcutOverride: // what is typed here is meant for nothing behind it
        event->accept();
        return true;
    case QEvent::FocusOut:
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
            static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason)
            close(false);
        return false;
    case QEvent::KeyPress:
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Escape:
            close(true);
            return true;
        case Qt::Key_Down:
            move(1);
            return true;
        case Qt::Key_Up:
            move(-1);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            openCurrent();
            return true;
        default:
            return false;
        }
    default:
        return false;
    }
}

void Palette::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), colors().card);
    painter.setPen(colors().accent);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace ratewarden::ui
