// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "ui/pages/tokens_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/display_text.h"
#include "ui/widgets/plain_label.h"
#include "ui/window_header.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QPainter>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

/// The strip at the bottom, with its hairline.
class StatusStrip final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), colors().card);
        painter.setPen(colors().line);
        painter.drawLine(0, 0, width(), 0);
    }
};

} // namespace

MainWindow::MainWindow(const Profile& profile, QWidget* parent)
    : QMainWindow(parent)
    , m_link(profile.endpoint, profile.times)
    , m_tokens(new TokensPage(m_link))
    , m_status(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_age(new PlainLabel({}, PlainLabel::Tone::Muted))
{
    setWindowTitle(tr("%1 – Ratewarden").arg(profile.name));
    resize(1440, 900);
    setMinimumSize(720, 480);
    m_header = new WindowHeader(m_link, m_tokens->feed(), profile.name, profile.badge);
    auto* const strip = new StatusStrip;
    auto* const row = new QHBoxLayout(strip);
    row->setContentsMargins(16, 5, 16, 5);
    row->addWidget(m_status, 1);
    m_age->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_age);

    auto* const central = new QWidget;
    auto* const column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_tokens, 1);
    column->addWidget(strip);
    setCentralWidget(central);

    connect(m_header, &WindowHeader::themeToggled, this,
            [] { applyTheme(*qApp, currentScheme() == Scheme::Dark ? Scheme::Light : Scheme::Dark); });
    connect(m_tokens, &TokensPage::statusChanged, this, &MainWindow::updateStatus);
    connect(m_tokens, &TokensPage::done, this, [this](const QString& sentence) {
        m_done = sentence;
        m_doneFades.start(10s);
        updateStatus();
    });
    m_doneFades.setSingleShot(true);
    connect(&m_doneFades, &QTimer::timeout, this, [this] {
        m_done.clear();
        updateStatus();
    });
    connect(&m_ages, &QTimer::timeout, this, &MainWindow::updateStatus);
    m_ages.start(500ms);

    auto* const refresh = new QAction(this);
    refresh->setShortcuts({QKeySequence(Qt::Key_F5), QKeySequence("Ctrl+R")});
    connect(refresh, &QAction::triggered, &m_tokens->feed(), &TokenFeed::refresh);
    addAction(refresh);
    auto* const quit = new QAction(this);
    quit->setShortcut(QKeySequence::Quit);
    connect(quit, &QAction::triggered, this, &QWidget::close);
    addAction(quit);

    m_link.open();
}

void MainWindow::updateStatus()
{
    const ScanProgress& progress = m_tokens->feed().progress();
    QStringList parts;
    if (!m_done.isEmpty())
        parts << m_done;
    parts << m_link.where();
    if (progress.completedAt != Instant{})
        parts << tr("scan complete %1").arg(momentText(progress.completedAt));
    m_status->setText(parts.join(QStringLiteral(" · ")));

    const WindowReadings window = m_tokens->details().window();
    m_age->setText(!window ? QString()
                           : tr("data %1 old").arg(countdownText(m_link.serverNow() - window->token.at)));
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_header)
        m_header->updateState();
}

} // namespace ratewarden::ui
