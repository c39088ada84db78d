// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/mark_bar.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {

MarkBar::MarkBar(TokenBook& book, const TokenTableModel& model, const QList<QAction*>& actions,
                 QWidget* parent)
    : QWidget(parent)
    , m_book(book)
    , m_model(model)
    , m_count(named("markCount", wholeLabel({})))
    , m_where(named("markWhere", new PlainLabel({}, PlainLabel::Tone::Muted)))
{
    setObjectName("markBar");
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 8, 14, 8);
    layout->setSpacing(8);
    m_count->setFont(boldFont(font()));
    m_where->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum); // what the buttons leave
    auto* const texts = columnLayout(0);
    texts->addWidget(m_count);
    texts->addWidget(m_where);
    layout->addLayout(texts, 1);
    for (QAction* const action : actions) {
        QPushButton* const button = buttonFor(action, action == actions.back());
        button->setObjectName("marked-" + action->objectName());
        layout->addWidget(button);
    }
    auto* const clear = named("clearMarks", new QPushButton(tr("Clear")));
    clear->setToolTip(plainToolTip(tr("Unmark all (Esc twice in the list)")));
    connect(clear, &QPushButton::clicked, &book, &TokenBook::clearMarks);
    layout->addWidget(clear);
    connect(&book, &TokenBook::marksChanged, this, [this] {
        m_asked = false;
        present();
    });
    present();
}

void MarkBar::present()
{
    const FollowedTokens& marks = m_book.marks();
    setVisible(!marks.empty());
    if (marks.empty())
        return;
    m_count->setText(tr("%1 marked").arg(numberText(marks.count())));
    QStringList parts;
    const auto unlisted = Units(marks.places().size()) - listedMarks();
    if (unlisted > 0)
        parts << tr("%1 not listed here").arg(numberText(unlisted));
    if (const auto gone = Units(marks.gone().size()); gone > 0)
        parts << tr("%1 gone").arg(numberText(gone));
    if (m_asked)
        parts = {tr("Esc again clears")};
    else if (parts.empty())
        parts << tr("kept under any filter");
    m_where->setText(parts.join(QStringLiteral(" · ")));
    QStringList names;
    for (const Subject& subject : marks.gone())
        if (names.size() < 20)
            names << shown(subject.token);
    m_where->setToolTip(names.isEmpty() ? QString()
                                        : plainToolTip(tr("Gone from Redis: %1").arg(names.join(", "))));
}

// By rows it takes 10 ns each, by marks 3: rows are not in the order of the store.
Units MarkBar::listedMarks() const
{
    const FollowedTokens& marks = m_book.marks();
    if (std::size_t(m_model.rowCount()) >= marks.places().size() / 4)
        return std::ranges::count_if(marks.places(),
                                     [this](int place) { return m_model.rowOfPlace(place) >= 0; });
    Units listed = 0;
    for (int row = 0; row < m_model.rowCount(); ++row)
        listed += marks.contains(m_model.placeAt(row)) ? 1 : 0;
    return listed;
}

void MarkBar::askToClear()
{
    if (std::exchange(m_asked, true))
        m_book.clearMarks();
    else
        present();
}

void MarkBar::withdraw()
{
    if (std::exchange(m_asked, false))
        present();
}

void MarkBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors().selection);
    painter.drawRoundedRect(QRectF(rect()), 8, 8);
}

} // namespace ratewarden::ui
