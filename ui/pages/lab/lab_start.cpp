// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_start.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/scroll_area.h"

#include <QAbstractButton>
#include <QBoxLayout>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

constexpr int exampleMargin = 14;
constexpr int exampleColumns = 3;

/// An example: its title, and below it what it teaches.
class ExampleButton final : public QAbstractButton {
public:
    explicit ExampleButton(const LabExample& example) : m_example(example)
    {
        setAccessibleName(example.title);
        setAccessibleDescription(example.lesson);
        setCursor(Qt::PointingHandCursor);
        setFocusPolicy(Qt::StrongFocus);
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        policy.setHeightForWidth(true); // the lesson is never cut off
        setSizePolicy(policy);
    }

    QSize sizeHint() const override { return {260, heightForWidth(260)}; }
    QSize minimumSizeHint() const override { return {160, heightForWidth(260)}; }
    int heightForWidth(int width) const override
    {
        const QRect lesson(0, 0, width - 2 * exampleMargin, QWIDGETSIZE_MAX);
        return 2 * exampleMargin + fontMetrics().lineSpacing() + 4 +
               fontMetrics().boundingRect(lesson, Qt::TextWordWrap, m_example.lesson).height();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Colors& c = colors();
        painter.setPen(hasFocus() || underMouse() ? QPen(c.accent, 1.4) : QPen(c.line));
        painter.setBrush(isDown() ? c.selection : c.card);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.7, 0.7, -0.7, -0.7), 8, 8);
        const QRect inside =
            rect().adjusted(exampleMargin, exampleMargin - 2, -exampleMargin, -exampleMargin + 2);
        painter.setFont(cardTitleFont());
        painter.setPen(c.text);
        painter.drawText(inside, Qt::AlignTop | Qt::AlignLeft | Qt::TextSingleLine, m_example.title);
        painter.setFont(font());
        painter.setPen(c.muted);
        painter.drawText(inside.adjusted(0, fontMetrics().lineSpacing() + 4, 0, 0),
                         Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, m_example.lesson);
    }

private:
    LabExample m_example;
};

} // namespace

LabStart::LabStart(TrafficDesk& desk, LabTrafficButton& traffic, QWidget* parent) : QWidget(parent)
{
    auto* const content = new QWidget;
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(10);
    auto* const title = new PlainLabel(tr("There is no traffic to try rules on yet"));
    title->setFont(headingFont());
    column->addWidget(title);
    auto* const why = new PlainLabel(
        tr("Open an access log of yesterday (common, combined, JSON lines, CSV, logfmt, or of a proxy; gzip "
           "and zstd, too), or drop it here. Mark the token that abused you, and the lab says which limits "
           "stop it and "
           "nobody else. Nothing changes in Redis."),
        PlainLabel::Tone::Muted);
    why->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    column->addWidget(why);
    auto* const row = rowLayout(8);
    auto* const open = named("openLog", new QPushButton(tr("Open a log…")));
    setProminent(open, false);
    row->addWidget(open);
    auto* const fromRedis = new QPushButton(tr("From Redis"));
    fromRedis->setToolTip(tr("The requests in the logs that limiters keep"));
    fromRedis->setMenu(traffic.redisMenu());
    row->addWidget(fromRedis);
    auto* const generate = named("startGenerate", new QPushButton(tr("Generate…")));
    row->addWidget(generate);
    auto* const byHand = named("startByHand", new QPushButton(tr("Enter by hand")));
    row->addWidget(byHand);
    row->addStretch(1);
    connect(open, &QPushButton::clicked, &traffic, &LabTrafficButton::chooseFile);
    connect(generate, &QPushButton::clicked, &traffic, &LabTrafficButton::askForPlan);
    connect(byHand, &QPushButton::clicked, &traffic, [&traffic] { Q_EMIT traffic.editingWanted(true); });
    column->addLayout(row);
    column->addSpacing(10);
    auto* const or_ = new PlainLabel(tr("Or begin with an example"));
    or_->setFont(cardTitleFont());
    column->addWidget(or_);
    auto* const grid = new QGridLayout;
    grid->setSpacing(12);
    for (int i = 0; i < int(desk.examples().size()); ++i) {
        auto* const button = new ExampleButton(desk.examples()[std::size_t(i)]);
        button->setObjectName(QStringLiteral("example%1").arg(i));
        grid->addWidget(button, i / exampleColumns, i % exampleColumns);
        connect(button, &QAbstractButton::clicked, &desk, [&desk, i] { desk.openExample(i); });
    }
    column->addLayout(grid);
    column->addStretch(1);
    columnLayout(0, this)->addWidget(makeScrollArea(content));
    setFocusProxy(open);
}

} // namespace ratewarden::ui
