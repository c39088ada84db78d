// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_investigation.h"

#include "core/admin/policy_of.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"
#include "ui/dialogs/investigation_dialog.h"
#include "ui/investigation_page.h"
#include "ui/main_window.h"
#include "ui/pages/save_file.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/state/overview_feed.h"
#include "ui/text/display_text.h"

#include <QDateTime>
#include <QMetaEnum>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostCharted = 50; // tokens

QString suggestedName()
{
    return QDateTime::currentDateTime().toString(
        QStringLiteral("'investigation'-yyyy-MM-dd-HHmm'.ratewarden'"));
}

QString recordedText(const Investigation& its)
{
    QStringList parts{WindowInvestigation::tr("Recorded at %1 by %2").arg(momentText(its.at), shown(its.by))};
    if (!its.note.isEmpty())
        parts << shown(its.note.toStdString());
    if (its.isHashed)
        parts << WindowInvestigation::tr("tokens are hashed");
    if (Units(its.rows.size()) < its.known)
        parts << WindowInvestigation::tr("%1 of %2 are in it")
                     .arg(numberText(Units(its.rows.size())), tokensText(its.known));
    if (!its.unknown.isEmpty())
        parts << WindowInvestigation::tr("without the tokens of formats that are not known here: %1")
                     .arg(its.unknown.join(QStringLiteral(", ")));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

WindowInvestigation::WindowInvestigation(MainWindow& window) : QObject(&window), m_window(window)
{
    m_writer.setMaxThreadCount(1);
}

// Those that somebody looks at: marked, compared, chosen.
std::vector<Subject> WindowInvestigation::charted() const
{
    std::vector<Subject> all;
    const auto add = [&all](const Subject& subject) {
        if (all.size() < mostCharted && std::ranges::find(all, subject) == all.end())
            all.push_back(subject);
    };
    if (const std::optional<Subject>& chosen = m_window.tokensPage().details().chosen())
        add(*chosen);
    for (const Subject& subject : m_window.comparePage().tokens())
        add(subject);
    const TokenBook& book = m_window.session().book();
    for (const int place : book.marks().places()) {
        if (all.size() == mostCharted)
            break;
        add(book.rows().name(place).key());
    }
    return all;
}

RowsToRecord WindowInvestigation::rows() const
{
    const TokenTableModel& model = m_window.tokensPage().model();
    const TokenBook& book = m_window.session().book();
    RowsToRecord rows{book.rows().snapshot(), book.rows().kept(), {}, book.marks().places(), charted()};
    const int listed = std::min(model.rowCount(), int(RowsToRecord::most));
    rows.listed.reserve(std::size_t(listed));
    for (int row = 0; row < listed; ++row)
        rows.listed.push_back(model.placeAt(row));
    return rows;
}

Investigation::Screen WindowInvestigation::screen() const
{
    const TokensPage& tokens = m_window.tokensPage();
    const TokensPage::Arrangement arrangement = tokens.arrangement();
    Investigation::Screen screen;
    screen.page =
        QString::fromLatin1(QMetaEnum::fromType<MainWindow::Page>().valueToKey(int(m_window.page())));
    screen.filter = arrangement.filter;
    screen.column = arrangement.column;
    screen.descending = arrangement.order == Qt::DescendingOrder;
    screen.chosen = tokens.details().chosen();
    screen.compared = m_window.comparePage().tokens();
    screen.area = tokens.details().time().area();
    screen.comparedArea = m_window.comparePage().time().area();
    screen.stretch = m_window.session().overview().stretch();
    return screen;
}

void WindowInvestigation::save()
{
    const Session& session = m_window.session();
    RowsToRecord rows = this->rows();
    const std::size_t known = session.tokens().count();
    auto* const dialog = new InvestigationDialog(
        {Units(known), Units(std::min(known, RowsToRecord::most)), std::nullopt, Units(rows.charted.size())},
        session.isHashed(), &m_window);
    connect(dialog, &InvestigationDialog::confirmed, this, &WindowInvestigation::gather);
    dialog->open();
    m_counting.ask([rows = std::move(rows)](Computation&) { return rows.places(true).size(); },
                   [dialog = QPointer<InvestigationDialog>(dialog)](const Outcome<std::size_t>& outcome) {
                       if (dialog && outcome.result())
                           dialog->setHashedRows(Units(*outcome.result()));
                   });
}

// Marked tokens that are not on screen are read once. Where they are not, they go without their charts: what
// is shown while paused is of one moment, and stays so.
void WindowInvestigation::gather(const QString& note, bool hashed)
{
    Session& session = m_window.session();
    std::vector<Subject> unread = charted();
    std::erase_if(unread, [&](const Subject& subject) { return session.shownDetail(subject) != nullptr; });
    if (unread.empty() || session.paused() || !session.live() || !session.policies())
        return collect(note, hashed, {},
                       session.paused() ? tr("nothing is read while the window is paused")
                                        : tr("there is no server to read them from"));
    session.search(
        this,
        [unread = std::move(unread), policies = session.policies()](Server& server) {
            return readDetails(server, unread, policyOf(*policies));
        },
        [this, note, hashed](const Outcome<std::vector<TokenDetail>>& outcome) {
            if (outcome.result())
                collect(note, hashed, *outcome.result());
            else
                collect(note, hashed, {}, outcome.failure()->message);
        });
}

void WindowInvestigation::collect(const QString& note, bool hashed, const std::vector<TokenDetail>& read,
                                  const QString& whyUnread)
{
    const Session& session = m_window.session();
    Investigation recorded = session.record();
    recorded.note = note;
    recorded.screen = screen();
    const Instant until = session.paused() ? recorded.at : Instant::max();
    std::unordered_set<Subject, SubjectHash> added;
    const auto add = [&](const TokenDetail& detail) {
        const Subject& subject = detail.reading.subject;
        if (!added.insert(subject).second)
            return;
        TokenDetail its = detail;
        its.reading = recordedReading(detail.reading);
        recorded.tokens.push_back({std::make_shared<const TokenDetail>(std::move(its)),
                                   session.histories().copyAt(subject, until)});
    };
    const std::vector<Subject> wanted = charted();
    for (const Subject& subject : wanted)
        if (const SharedDetail detail = session.shownDetail(subject))
            add(*detail);
    for (const TokenDetail& detail : read) // one of them may have been chosen meanwhile
        add(detail);
    const auto missing =
        std::ranges::count_if(wanted, [&](const Subject& subject) { return !added.contains(subject); });
    askForFile(std::move(recorded), hashed,
               missing == 0 ? QString()
               : whyUnread.isEmpty()
                   ? tr("Without the charts of %1").arg(tokensText(missing))
                   : tr("Without the charts of %1: %2").arg(tokensText(missing), whyUnread));
}

// `missing`: a sentence; empty: nothing. All that grows with the rows is done in a thread.
void WindowInvestigation::askForFile(Investigation recorded, bool hashed, const QString& missing)
{
    m_making.ask(
        [recorded = std::move(recorded), rows = rows(), hashed](Computation&) mutable {
            rows.record(rows.places(hashed), recorded); // a hashed one has no filter
            rows = {};
            if (hashed)
                hashTokens(recorded);
            QByteArray file = investigationFile(recorded);
            return std::make_shared<const Made>(Made{std::move(recorded), std::move(file)});
        },
        [this, missing](const Outcome<std::shared_ptr<const Made>>& outcome) {
            if (const Failure* const failure = outcome.failure()) {
                Q_EMIT done(failure->message);
                return;
            }
            const QStringList kinds{tr("Investigations (*.ratewarden)"), tr("Web pages (*.html)")};
            askWhereToSave(&m_window, tr("Save investigation"), suggestedName(), kinds,
                           [this, made = *outcome.result(), missing](const QString& path) {
                               if (path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive))
                                   return addSections(made, {}, path, missing);
                               write(path, missing, [made] { return made->file; });
                           });
        });
}

// Widgets draw the charts, which needs this thread: one token after another, between whatever else happens.
void WindowInvestigation::addSections(const std::shared_ptr<const Made>& made, QStringList sections,
                                      const QString& path, const QString& missing)
{
    const std::vector<Investigation::Token>& tokens = made->its.tokens;
    const auto next = std::size_t(sections.size());
    if (next == tokens.size())
        return write(path, missing, [made, sections] { return investigationPage(made->its, sections); });
    sections << investigationSection(tokens[next]);
    QTimer::singleShot(0, this,
                       [this, made, sections, path, missing] { addSections(made, sections, path, missing); });
}

void WindowInvestigation::write(const QString& path, const QString& missing,
                                std::function<QByteArray()> content)
{
    m_writer.start([this, path, missing, content = std::move(content)] {
        QString sentence;
        try {
            sentence = writeFile(path, content());
        } catch (...) {
            sentence = failureOf(std::current_exception()).message;
        }
        if (!missing.isEmpty())
            sentence = QString::fromStdString(joinSentences(sentence.toStdString(), missing.toStdString()));
        QMetaObject::invokeMethod(
            this, [this, sentence] { Q_EMIT done(sentence); }, Qt::QueuedConnection);
    });
}

void showScreen(MainWindow& window, const Investigation& investigation)
{
    const Investigation::Screen& screen = investigation.screen;
    Session& session = window.session();
    window.setNotice(recordedText(investigation));
    std::vector<int> marked;
    for (const Subject& subject : screen.marked)
        if (const int place = session.tokens().find(subject); place >= 0)
            marked.push_back(place);
    session.book().mark(marked);
    window.tokensPage().setArrangement(
        {screen.filter, screen.column, screen.descending ? Qt::DescendingOrder : Qt::AscendingOrder},
        screen.chosen);
    window.comparePage().open(screen.compared);
    session.overview().setStretch(screen.stretch);
    // A chart has an area once it has its token.
    auto* const whenThere = new QObject(&window);
    QObject::connect(&session, &Session::detailRead, whenThere,
                     [&window, screen, whenThere](const SharedDetail& detail) {
                         if (detail->reading.subject != screen.chosen)
                             return;
                         window.tokensPage().showArea(screen.area);
                         whenThere->deleteLater();
                     });
    window.comparePage().time().setArea(screen.comparedArea);
    bool isPage = false;
    const int page =
        QMetaEnum::fromType<MainWindow::Page>().keyToValue(screen.page.toLatin1().constData(), &isPage);
    window.showPage(isPage ? MainWindow::Page(page) : MainWindow::Page::Tokens);
}

} // namespace ratewarden::ui
