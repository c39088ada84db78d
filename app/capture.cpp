// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture.h"

#include "core/formats/format.h"
#include "ui/main_window.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/keys_page.h"
#include "ui/pages/lab_page.h"
#include "ui/pages/policies_page.h"
#include "ui/pages/tokens_page.h"
#include "ui/theme/theme.h"

#include <QApplication>

#include <array>
#include <cstdio>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

// Readings to wait for before the first picture, so that charts of sampled tokens have some line to show, and
// between two pictures, so that what a change of theme touches has been painted anew.
constexpr int readingsBefore = 6;
constexpr int readingsBetween = 2;
constexpr int compared = 4;     // tokens side by side
constexpr int shownExample = 2; // of the lab: an abuser among many

using Page = ui::MainWindow::Page;

struct Shot {
    const char* name;
    Page page;
    ui::Scheme scheme;
};

constexpr std::array shots{Shot{"overview-light.png", Page::Overview, ui::Scheme::Light},
                           Shot{"tokens-light.png", Page::Tokens, ui::Scheme::Light},
                           Shot{"keys-light.png", Page::Keys, ui::Scheme::Light},
                           Shot{"blocks-light.png", Page::Blocks, ui::Scheme::Light},
                           Shot{"overrides-light.png", Page::Overrides, ui::Scheme::Light},
                           Shot{"policies-light.png", Page::Policies, ui::Scheme::Light},
                           Shot{"compare-light.png", Page::Compare, ui::Scheme::Light},
                           Shot{"lab-light.png", Page::Lab, ui::Scheme::Light},
                           Shot{"warnings-light.png", Page::Warnings, ui::Scheme::Light},
                           Shot{"audit-light.png", Page::Audit, ui::Scheme::Light},
                           Shot{"audit-dark.png", Page::Audit, ui::Scheme::Dark},
                           Shot{"warnings-dark.png", Page::Warnings, ui::Scheme::Dark},
                           Shot{"lab-dark.png", Page::Lab, ui::Scheme::Dark},
                           Shot{"compare-dark.png", Page::Compare, ui::Scheme::Dark},
                           Shot{"policies-dark.png", Page::Policies, ui::Scheme::Dark},
                           Shot{"overrides-dark.png", Page::Overrides, ui::Scheme::Dark},
                           Shot{"blocks-dark.png", Page::Blocks, ui::Scheme::Dark},
                           Shot{"keys-dark.png", Page::Keys, ui::Scheme::Dark},
                           Shot{"tokens-dark.png", Page::Tokens, ui::Scheme::Dark},
                           Shot{"overview-dark.png", Page::Overview, ui::Scheme::Dark}};

} // namespace

Capture::Capture(ui::MainWindow& window, const QDir& directory) : m_window(window), m_directory(directory)
{
    if (!m_directory.mkpath(".")) {
        QTimer::singleShot(0, this, [this] { fail(QStringLiteral("cannot make it")); });
        return;
    }
    window.session().setInterval(500ms);
    ui::applyTheme(*qApp, ui::Scheme::Light);
    connect(&window.session(), &ui::Session::detailRead, this, [this](const auto& reading) {
        if (m_window.tokensPage().details().chosen() == reading->reading.subject) // and not an open one
            QTimer::singleShot(0, this, &Capture::step); // once the layouts know of the new texts
    });
    connect(&window.link(), &ui::Link::stateChanged, this, [this] {
        if (m_window.link().isUnreachable())
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
    // The first one is on screen; each one that is saved makes way for the next.
    const int sinceFirst = m_step - readingsBefore;
    if (sinceFirst < 0 || sinceFirst % readingsBetween != 0)
        return;
    const auto shot = std::size_t(sinceFirst / readingsBetween);
    if (!save(shots.at(shot).name))
        return;
    if (shot + 1 == shots.size()) {
        QApplication::exit(0);
        return;
    }
    const Shot& next = shots.at(shot + 1);
    if (next.page == Page::Compare && m_window.comparePage().tokens().empty())
        m_window.comparePage().open(m_window.tokensPage().firstTokens(compared));
    if (next.page == Page::Policies)
        m_window.policiesPage().choose(m_window.tokensPage().details().chosen()->policy);
    if (next.page == Page::Lab && !m_window.labPage().traffic())
        m_window.labPage().openExample(shownExample);
    if (next.page == Page::Keys)
        showForeignKey();
    ui::applyTheme(*qApp, next.scheme);
    m_window.showPage(next.page);
}

// Without one the page chooses by itself.
void Capture::showForeignKey()
{
    constexpr int lookedAt = 200; // tokens
    for (const Subject& subject : m_window.tokensPage().firstTokens(lookedAt))
        if (subject.format->plansOnState()) {
            m_window.keysPage().showKey(subject.format->keys(subject).front());
            return;
        }
}

void Capture::fail(const QString& message)
{
    std::fprintf(stderr, "ratewarden: no pictures in %s: %s\n", qPrintable(m_directory.path()),
                 qPrintable(message));
    QApplication::exit(1);
}
