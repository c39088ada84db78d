// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/server_stripe.h"

#include "ui/text/display_text.h"

#include <QDialog>
#include <QLayout>
#include <QPainter>
#include <QVariant>

#include <utility>

namespace ratewarden::ui {
namespace {

constexpr const char* markProperty = "ratewardenServerMark";
constexpr int stripeEdge = 6;
constexpr int stripeInset = 20; // as the dialogs' own margin
constexpr int stripeGap = 10;

} // namespace

void setServerMark(QWidget* window, const ServerMark& mark)
{
    window->setProperty(markProperty, QVariant::fromValue(mark));
}

std::optional<ServerMark> serverMarkOf(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget())
        if (const QVariant found = widget->property(markProperty); found.isValid())
            return found.value<ServerMark>();
    return std::nullopt;
}

ServerStripe::ServerStripe(ServerMark mark, QWidget* parent) : QWidget(parent), m_mark(std::move(mark))
{
    setObjectName("serverStripe");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(text());
    setToolTip(plainToolTip(text()));
}

void ServerStripe::addTo(QDialog* dialog)
{
    // As a menu bar would stand: outside of the layout's margins, over the whole width.
    if (const std::optional<ServerMark> mark = serverMarkOf(dialog->parentWidget()))
        dialog->layout()->setMenuBar(new ServerStripe(*mark, dialog));
}

QString ServerStripe::text() const
{
    return m_mark.environment.isEmpty() ? m_mark.name
                                        : QStringLiteral("%1 · %2").arg(m_mark.name, m_mark.environment);
}

QSize ServerStripe::sizeHint() const
{
    return {200, fontMetrics().height() + 14};
}

void ServerStripe::paintEvent(QPaintEvent*)
{
    const QColor ink = profileColor(m_mark.color);
    QPainter painter(this);
    painter.fillRect(rect(), groundFor(ink));
    painter.fillRect(QRect(0, 0, stripeEdge, height()), ink);
    const QFont bold = boldFont(font());
    painter.setFont(bold);
    const QFontMetrics metrics = painter.fontMetrics();
    const QString environment = m_mark.environment.toUpper();
    const int reserved = environment.isEmpty() ? 0 : metrics.horizontalAdvance(environment) + stripeGap;
    const QRect line = rect().adjusted(stripeInset, 0, -stripeInset, 0);
    const QString name = metrics.elidedText(m_mark.name, Qt::ElideMiddle, line.width() - reserved);
    painter.setPen(colors().text);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, name);
    painter.setPen(ink);
    painter.drawText(line.adjusted(metrics.horizontalAdvance(name) + stripeGap, 0, 0, 0),
                     Qt::AlignVCenter | Qt::AlignLeft, environment);
}

} // namespace ratewarden::ui
