// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sidebar.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QBoxLayout>
#include <QButtonGroup>
#include <QEvent>
#include <QKeySequence>
#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int sidebarMargin = 8;
constexpr int sidebarInset = 16;
constexpr int sidebarWidth = 136;

/// One page's name and count.
class SidebarItem final : public QAbstractButton {
public:
    explicit SidebarItem(const QString& name)
    {
        setText(name);
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void setCount(int count)
    {
        constexpr int most = 99'999; // that there is room for
        m_count = count > most ? briefNumberText(count) : numberText(count);
        setAccessibleName(QStringLiteral("%1, %2").arg(text(), numberText(count)));
        update();
    }

    /// As wide as all of them but in a language with long words.
    QSize sizeHint() const override
    {
        const QFont chosen = boldFont(font());
        const int text = QFontMetrics(chosen).horizontalAdvance(this->text() + QStringLiteral(" 999"));
        return {std::max(sidebarWidth - 1, text + 2 * sidebarInset + sidebarMargin),
                fontMetrics().height() + 18};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Colors& c = colors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF area = QRectF(rect()).adjusted(sidebarMargin, 1, -sidebarMargin, -1);
        if (isChecked() || underMouse()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(isChecked() ? c.selection : c.track);
            painter.drawRoundedRect(area, 6, 6);
        }
        if (isChecked())
            painter.fillRect(QRectF(sidebarMargin, area.top() + 8, 3, area.height() - 16), c.accent);
        if (hasFocus()) {
            painter.setPen(QPen(c.accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        }
        QFont font = this->font();
        font.setWeight(isChecked() ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(isChecked() ? c.accent : c.text);
        const QRectF line = area.adjusted(sidebarInset - sidebarMargin + 4, 0, -10, 0);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, text());
        painter.setFont(this->font());
        painter.setPen(c.muted);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, m_count);
    }

    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::Enter || event->type() == QEvent::Leave)
            update();
        return QAbstractButton::event(event);
    }

private:
    QString m_count;
};

} // namespace

Sidebar::Sidebar(QWidget* parent)
    : QWidget(parent), m_layout(new QVBoxLayout(this)), m_group(new QButtonGroup(this))
{
    m_layout->setContentsMargins(0, 12, 1, 12);
    m_layout->setSpacing(2);
    m_layout->addStretch(1);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    connect(m_group, &QButtonGroup::idClicked, this, &Sidebar::chosen);
}

int Sidebar::add(const QString& name, const QKeySequence& shortcut)
{
    const int page = int(m_group->buttons().size());
    auto* const item = new SidebarItem(name);
    item->setObjectName("page" + QString::number(page));
    // Not the button's own shortcut, which would press it first and act a tenth of a second later.
    auto* const action = new QAction(name, this);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, [this, page] { choose(page); });
    addAction(action);
    item->setToolTip(shortcut.toString(QKeySequence::NativeText));
    item->setChecked(page == 0);
    m_group->addButton(item, page);
    m_layout->insertWidget(page, item);
    return page;
}

void Sidebar::setCount(int page, int count)
{
    static_cast<SidebarItem*>(m_group->button(page))->setCount(count);
}

void Sidebar::choose(int page)
{
    m_group->button(page)->click();
}

QSize Sidebar::sizeHint() const
{
    return {m_layout->sizeHint().width(), 200};
}

void Sidebar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), colors().card);
    painter.fillRect(QRect(rect().right(), 0, 1, height()), colors().line);
}

} // namespace ratewarden::ui
