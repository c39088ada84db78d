// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/server_switcher.h"

#include "ui/widgets/card.h"
#include "ui/widgets/cell_text.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include <utility>

namespace ratewarden::ui {
namespace {

enum ServerRole {
    ServerKeyRole = Qt::UserRole,
    ServerColorRole,
    ServerDigitRole,
    ServerEnvironmentRole,
    ServerNoteRole
};

constexpr int mostDigits = 9;

class RowPainter final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {100, option.fontMetrics.height() + 18};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Colors& c = colors();
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, c.selection);
        const QColor ink = profileColor(ProfileColor(index.data(ServerColorRole).toInt()));
        painter->fillRect(QRect(option.rect.left() + 3, option.rect.top() + 6, 4, option.rect.height() - 12),
                          ink);
        const QRect line = option.rect.adjusted(16, 0, -12, 0);
        drawCellText(painter, QRect(line.left(), line.top(), 18, line.height()),
                     index.data(ServerDigitRole).toString(), monospaceFont(), c.muted,
                     Qt::AlignLeft | Qt::AlignVCenter);
        const QFont bold = boldFont(option.font);
        int x = line.left() + 22;
        x += drawCellText(painter, QRect(x, line.top(), line.width() / 2, line.height()),
                          index.data().toString(), bold, c.text, Qt::AlignLeft | Qt::AlignVCenter) +
             10;
        const QFont small = smallFont(bold);
        x += drawCellText(painter, QRect(x, line.top(), line.right() - x, line.height()),
                          index.data(ServerEnvironmentRole).toString(), small, ink,
                          Qt::AlignLeft | Qt::AlignVCenter) +
             10;
        drawCellText(painter, QRect(x, line.top(), line.right() - x, line.height()),
                     index.data(ServerNoteRole).toString(), option.font, c.muted,
                     Qt::AlignRight | Qt::AlignVCenter);
        painter->restore();
    }
};

} // namespace

ServerSwitcher::ServerSwitcher(std::vector<Row> rows, QWidget* parent)
    : QDialog(parent), m_rows(std::move(rows)), m_filter(new QLineEdit), m_list(new QListWidget)
{
    setWindowTitle(tr("Go to a server"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(520, 320);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 14, 14, 12);
    layout->setSpacing(8);
    nameWidget(m_filter, "switchTo", windowTitle());
    m_filter->setPlaceholderText(tr("A digit, or letters of its name"));
    m_filter->installEventFilter(this);
    layout->addWidget(m_filter);
    nameWidget(m_list, "servers", tr("Servers"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new RowPainter(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFocusPolicy(Qt::NoFocus); // the arrows work from the field
    auto* const card = new Card;
    card->body()->addWidget(m_list);
    layout->addWidget(card, 1);
    connect(m_filter, &QLineEdit::textEdited, this, &ServerSwitcher::list);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] { choose(m_list->currentRow()); });
    connect(m_list, &QListWidget::itemClicked, this,
            [this](QListWidgetItem* item) { choose(m_list->row(item)); });
    list();
    m_filter->setFocus();
}

void ServerSwitcher::list()
{
    const QString wanted = m_filter->text().trimmed();
    m_list->clear();
    for (const Row& row : m_rows) {
        if (!row.mark.name.contains(wanted, Qt::CaseInsensitive) &&
            !row.mark.environment.startsWith(wanted, Qt::CaseInsensitive))
            continue;
        const int place = m_list->count() + 1;
        auto* const item = new QListWidgetItem(row.mark.name);
        item->setData(ServerKeyRole, row.key);
        item->setData(ServerColorRole, int(row.mark.color));
        item->setData(ServerDigitRole,
                      wanted.isEmpty() && place <= mostDigits ? QString::number(place) : QString());
        item->setData(ServerEnvironmentRole, row.mark.environment);
        item->setData(ServerNoteRole, row.note);
        item->setData(Qt::AccessibleTextRole,
                      QStringList{row.mark.name, row.mark.environment, row.note}.join(QStringLiteral(", ")));
        m_list->addItem(item);
    }
    m_list->setCurrentRow(0);
}

bool ServerSwitcher::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto* const key = static_cast<QKeyEvent*>(event);
    const int digit = key->text().size() == 1 ? key->text().front().digitValue() : -1;
    if (m_filter->text().isEmpty() && digit >= 1 && digit <= m_list->count()) {
        choose(digit - 1);
        return true;
    }
    const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
    if (step == 0)
        return QDialog::eventFilter(watched, event);
    m_list->setCurrentRow(qBound(0, m_list->currentRow() + step, m_list->count() - 1));
    return true;
}

void ServerSwitcher::choose(int row)
{
    if (const QListWidgetItem* const item = m_list->item(row)) {
        const QString key = item->data(ServerKeyRole).toString();
        accept();
        Q_EMIT chosen(key);
    }
}

QStringList ServerSwitcher::listed() const
{
    QStringList texts;
    for (int i = 0; i < m_list->count(); ++i)
        texts << m_list->item(i)->data(Qt::AccessibleTextRole).toString();
    return texts;
}

} // namespace ratewarden::ui
