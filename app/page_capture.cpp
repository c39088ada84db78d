// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/page_capture.h"

#include "core/formats/format.h"
#include "ui/main_window.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QMetaEnum>

#include <algorithm>
#include <cstdio>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

// Readings to wait for before the first picture, so that charts of sampled tokens have some line to show, and
// between two pictures, so that what a change of theme touches has been painted anew.
constexpr int readingsBefore = 6;
constexpr int readingsBetween = 2;
constexpr auto patience = 30s;  // for each reading
constexpr int compared = 4;     // tokens side by side
constexpr int shownExample = 2; // of the lab: an abuser among many

using Page = ui::MainWindow::Page;

// Each page in light, and all the way back in dark.
const QMetaEnum pages = QMetaEnum::fromType<Page>();

int shotCount()
{
    return 2 * pages.keyCount();
}

Page pageOf(int shot)
{
    return Page(std::min(shot, shotCount() - 1 - shot));
}

bool isDark(int shot)
{
    return shot >= pages.keyCount();
}

QString fileOf(int shot)
{
    return QString("%1-%2.png")
        .arg(QString(pages.key(int(pageOf(shot)))).toLower(), isDark(shot) ? "dark" : "light");
}

} // namespace

PageCapture::PageCapture(ui::MainWindow& window, const QDir& directory)
    : m_window(window), m_directory(directory)
{
    if (!m_directory.mkpath(".")) {
        QTimer::singleShot(0, this, [this] { fail(QStringLiteral("cannot make it")); });
        return;
    }
    window.session().setInterval(500ms);
    ui::applyTheme(*qApp, ui::Scheme::Light);
    connect(&window.session(), &ui::Session::detailRead, this, [this](const auto& reading) {
        if (m_window.tokensPage().details().chosen() == reading->reading.subject) // and not an open one
            QTimer::singleShot(0, this, &PageCapture::step); // once the layouts know of the new texts
    });
    connect(&window.link(), &ui::Link::stateChanged, this, [this] {
        if (m_window.link().isUnreachable())
            fail(m_window.link().lostReason());
    });
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this,
            [this] { fail(QStringLiteral("there is no token to show")); });
    m_patience.start(patience);
}

void PageCapture::step()
{
    m_patience.start(patience); // the next one: of many tokens each takes its time
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
    const int shot = sinceFirst / readingsBetween;
    if (!save(fileOf(shot)))
        return;
    const int next = shot + 1;
    if (next == shotCount()) {
        QApplication::exit(0);
        return;
    }
    const Page page = pageOf(next);
    if (page == Page::Compare && m_window.comparePage().tokens().empty())
        m_window.comparePage().open(m_window.tokensPage().firstTokens(compared));
    if (page == Page::Policies)
        m_window.policiesPage().choose(m_window.tokensPage().details().chosen()->policy);
    if (page == Page::Lab && !m_window.labPage().traffic())
        m_window.labPage().desk().openExample(shownExample);
    if (page == Page::Keys)
        showForeignKey();
    ui::applyTheme(*qApp, isDark(next) ? ui::Scheme::Dark : ui::Scheme::Light);
    m_window.showPage(page);
}

// Without one the page chooses by itself.
void PageCapture::showForeignKey()
{
    constexpr int lookedAt = 200; // tokens
    for (const Subject& subject : m_window.tokensPage().firstTokens(lookedAt))
        if (!subject.format->isOurs()) {
            m_window.keysPage().showKey(subject.format->keys(subject).front());
            return;
        }
}

void PageCapture::fail(const QString& message)
{
    std::fprintf(stderr, "ratewarden: no pictures in %s: %s\n", qPrintable(m_directory.path()),
                 qPrintable(message));
    QApplication::exit(1);
}
