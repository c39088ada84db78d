// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture.h"

#include "ui/main_window.h"
#include "ui/pages/tokens_page.h"
#include "ui/theme/theme.h"

#include <QApplication>

#include <cstdio>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

// Readings to wait for before the first picture, so that charts of sampled tokens have some line to show, and
// between two pictures, so that what a change of theme touches has been painted anew.
constexpr int readingsBefore = 6;
constexpr int readingsBetween = 2;

} // namespace

Capture::Capture(ui::MainWindow& window, const QDir& directory) : m_window(window), m_directory(directory)
{
    if (!m_directory.mkpath(".")) {
        QTimer::singleShot(0, this, [this] { fail(QStringLiteral("cannot make it")); });
        return;
    }
    window.tokensPage().feed().setInterval(500ms);
    ui::applyTheme(*qApp, ui::Scheme::Light);
    connect(&window.tokensPage().feed(), &ui::TokenFeed::windowRead, this, &Capture::step);
    connect(&window.link(), &ui::Link::stateChanged, this, [this] {
        if (m_window.link().state() == ui::Link::State::Lost)
            fail(m_window.link().lostReason());
    });
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this,
            [this] { fail(QStringLiteral("there is no token to show")); });
    m_patience.start(30s);
}

void Capture::step()
{
    ++m_step;
    const auto save = [this](const QString& name) {
        const QString path = m_directory.filePath(name);
        if (m_window.grab().save(path))
            return true;
        fail(QStringLiteral("cannot write %1").arg(path));
        return false;
    };
    using Page = ui::MainWindow::Page;
    switch (m_step - readingsBefore) {
    case 0:
        if (save("tokens-light.png"))
            m_window.showPage(Page::Blocks);
        break;
    case readingsBetween:
        if (save("blocks-light.png"))
            ui::applyTheme(*qApp, ui::Scheme::Dark);
        break;
    case 2 * readingsBetween:
        if (save("blocks-dark.png"))
            m_window.showPage(Page::Tokens);
        break;
    case 3 * readingsBetween:
        if (save("tokens-dark.png"))
            QApplication::exit(0);
        break;
    default:
        break;
    }
}

void Capture::fail(const QString& message)
{
    std::fprintf(stderr, "ratewarden: no pictures in %s: %s\n", qPrintable(m_directory.path()),
                 qPrintable(message));
    QApplication::exit(1);
}
