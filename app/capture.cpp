// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture.h"

#include "ui/main_window.h"
#include "ui/pages/compare_page.h"
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
    connect(&window.tokensPage().feed(), &ui::TokenFeed::windowRead, this, [this](const auto& reading) {
        if (m_window.tokensPage().details().chosen() == reading->token.key) // and not an open one
            step();
    });
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
    const auto show = [this](Page page, ui::Scheme scheme) {
        ui::applyTheme(*qApp, scheme);
        m_window.showPage(page);
    };
    switch (m_step - readingsBefore) {
    case 0:
        if (save("tokens-light.png"))
            show(Page::Blocks, ui::Scheme::Light);
        break;
    case readingsBetween:
        if (save("blocks-light.png"))
            show(Page::Policies, ui::Scheme::Light);
        break;
    case 2 * readingsBetween:
        if (save("policies-light.png")) {
            m_window.comparePage().open(m_window.tokensPage().firstTokens(4));
            show(Page::Compare, ui::Scheme::Light);
        }
        break;
    case 3 * readingsBetween:
        if (save("compare-light.png"))
            show(Page::Compare, ui::Scheme::Dark);
        break;
    case 4 * readingsBetween:
        if (save("compare-dark.png"))
            show(Page::Policies, ui::Scheme::Dark);
        break;
    case 5 * readingsBetween:
        if (save("policies-dark.png"))
            show(Page::Blocks, ui::Scheme::Dark);
        break;
    case 6 * readingsBetween:
        if (save("blocks-dark.png"))
            show(Page::Tokens, ui::Scheme::Dark);
        break;
    case 7 * readingsBetween:
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
