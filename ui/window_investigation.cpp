// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_investigation.h"

#include "core/admin/policy_of.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"
#include "ui/dialogs/investigation_dialog.h"
#include "ui/investigation_page.h"
#include "ui/main_window.h"
#include "ui/pages/keys/key_arrangement.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/save_file.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/state/alert_desk.h"
#include "ui/state/overview_feed.h"
#include "ui/state/recorded_alerts.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/translations.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/row_table.h"
#include "ui/window_pages.h"

#include <QDateTime>
#include <QHeaderView>
#include <QMetaEnum>
#include <QPointer>

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostCharted = 50; // tokens

/// The tokens' is kept with their order, that of keys with these.
std::map<QString, FilterLine*> otherFilters(const MainWindow& window)
{
    using Page = MainWindow::Page;
    std::map<QString, FilterLine*> filters;
    for (const PageRow& row : pageRows())
        if (FilterLine* const filter = window.widgetOf(row.page)->filterLine();
            filter && row.page != Page::Tokens && row.page != Page::Keys)
            filters.emplace(MainWindow::nameOf(row.page), filter);
    return filters;
}

// But for that of tokens, which is kept with their filter.
std::map<QString, RowTable*> sortedTables(const MainWindow& window)
{
    std::map<QString, RowTable*> tables;
    for (const PageRow& row : pageRows())
        if (row.remembersSorting)
            tables.emplace(MainWindow::nameOf(row.page), window.widgetOf(row.page)->findChild<RowTable*>());
    return tables;
}

Investigation::Columns columnsOf(const MainWindow& window)
{
    Investigation::Columns all;
    for (const RowTable* const table : window.findChildren<RowTable*>())
        if (const QStringList choices = table->columnChoices();
            !table->objectName().isEmpty() && !choices.isEmpty())
            all[table->objectName()] = {choices.begin(), choices.end()};
    return all;
}

void showColumns(const Investigation::Columns& columns, const MainWindow& window)
{
    for (RowTable* const table : window.findChildren<RowTable*>())
        if (const auto its = columns.find(table->objectName()); its != columns.end())
            table->setColumnChoices(QStringList(its->second.begin(), its->second.end()));
}

QString suggestedName()
{
    return QDateTime::currentDateTime().toString(
        QStringLiteral("'investigation'-yyyy-MM-dd-HHmm'.ratewarden'"));
}

// Of what alerts measured.
QStringList missingRounds(const Investigation& its)
{
    Units without = 0;
    std::optional<Instant> oldest; // of the alert with the fewest
    for (const auto& [alert, stands, rounds] : its.alerts) {
        without += stands && rounds.empty() ? 1 : 0;
        if (!rounds.empty())
            oldest = std::max(oldest.value_or(Instant::min()), rounds.front().at);
    }
    QStringList texts;
    if (without > 0)
        texts << WindowInvestigation::tr("what %Ln alert(s) measured", nullptr, pluralNumber(without));
    if (its.watched && oldest > its.watched->first)
        texts << WindowInvestigation::tr("what alerts measured before %1").arg(briefMomentText(*oldest));
    return texts;
}

// What was on screen, or known, and is not in it.
QStringList missingTexts(const Investigation& its)
{
    QStringList texts;
    if (!its.unknown.isEmpty())
        texts << WindowInvestigation::tr("the tokens of formats that are not known here: %1")
                     .arg(its.unknown.join(QStringLiteral(", ")));
    std::unordered_set<Subject, SubjectHash> uncharted(its.screen.marked.begin(), its.screen.marked.end());
    uncharted.insert(its.screen.compared.begin(), its.screen.compared.end());
    if (its.screen.chosen)
        uncharted.insert(*its.screen.chosen);
    for (const Investigation::Token& token : its.tokens)
        uncharted.erase(token.detail->reading.subject);
    if (!uncharted.empty())
        texts << WindowInvestigation::tr("the charts of %1").arg(tokensText(Units(uncharted.size())));
    if (!its.findings)
        texts << WindowInvestigation::tr("what was found to be wrong");
    texts << missingRounds(its);
    if (its.lab && its.lab->requests.empty() && its.lab->requestCount > 0)
        texts << WindowInvestigation::tr("the requests of the Lab");
    if (!its.audit)
        texts << WindowInvestigation::tr("the audit trail");
    else if (!its.audit->complete && !its.audit->entries.empty())
        texts << WindowInvestigation::tr("the changes before %1")
                     .arg(briefMomentText(its.audit->entries.back().at));
    return texts;
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
    if (its.keys && Units(its.keys->rows.size()) < its.keys->known)
        parts << WindowInvestigation::tr("%1 of %2 are in it")
                     .arg(numberText(Units(its.keys->rows.size())), keysText(its.keys->known));
    if (const QStringList without = missingTexts(its); !without.isEmpty())
        parts << WindowInvestigation::tr("without: %1").arg(without.join(QStringLiteral("; ")));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

WindowInvestigation::WindowInvestigation(MainWindow& window) : QObject(&window), m_window(window)
{
    m_writer.setMaxThreadCount(1);
    connect(&m_draws, &QTimer::timeout, this, &WindowInvestigation::draw);
}

WindowInvestigation::~WindowInvestigation()
{
    while (!m_drawings.empty())
        draw();
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
    screen.page = MainWindow::nameOf(m_window.page());
    screen.filter = withoutNames(arrangement.filter);
    for (const auto& [page, filter] : otherFilters(m_window))
        if (!filter->text().isEmpty())
            screen.filters.emplace(page, withoutNames(filter->text()));
    screen.column = arrangement.column;
    screen.descending = arrangement.order == Qt::DescendingOrder;
    screen.chosen = tokens.details().chosen();
    screen.compared = m_window.comparePage().tokens();
    screen.client = m_window.comparePage().client();
    screen.area = tokens.details().time().area();
    screen.comparedArea = m_window.comparePage().time().area();
    screen.stretch = m_window.session().overview().stretch();
    screen.windowTime = tokens.details().time().shownByHand();
    screen.usageTime = tokens.details().usageTime().shownByHand();
    screen.comparedTime = m_window.comparePage().time().shownByHand();
    screen.flowTime = m_window.overviewPage().shownByHand();
    screen.labTime = m_window.labPage().time().shownByHand();
    screen.labArea = m_window.labPage().time().area();
    screen.alert = m_window.session().alerts().chosen();
    screen.alertTime = m_window.watchPage().alertTime().shownByHand();
    screen.alertArea = m_window.watchPage().alertTime().area();
    for (const auto& [page, table] : sortedTables(m_window)) {
        const QHeaderView* const header = table->horizontalHeader();
        screen.sortings[page] = {table->columnName(header->sortIndicatorSection()),
                                 header->sortIndicatorOrder() == Qt::DescendingOrder};
    }
    screen.columns = columnsOf(m_window);
    return screen;
}

// Without its rows.
Investigation::Keys WindowInvestigation::keys(const KeyExcerpt& found, Instant until) const
{
    Session& session = m_window.session();
    const KeyBrowser& browser = session.keys().browser();
    const KeysPage& page = m_window.keysPage();
    Investigation::Keys its;
    its.at = browser.knownAt() != Instant{} ? browser.knownAt() : session.link().serverNow();
    its.took = browser.lastTook();
    const SharedInvestigation& shown = session.recorded();
    its.known = shown && shown->keys ? shown->keys->known : Units(found.all);
    its.usages = page.list().usages();
    its.filter = QString::fromStdString(found.filter);
    its.delimiters = browser.view().delimiters;
    its.order = browser.view().order;
    its.folder = page.list().folder();
    if (const SharedKeyDetail chosen = page.details().detail()) {
        its.chosen = recordedKey(*chosen);
        if (chosen->token)
            its.token = token(*chosen->token, until);
    }
    return its;
}

Investigation::Token WindowInvestigation::token(const TokenDetail& detail, Instant until) const
{
    TokenDetail its = detail;
    its.reading = recordedReading(detail.reading);
    return {std::make_shared<const TokenDetail>(std::move(its)),
            m_window.session().histories().copyAt(detail.reading.subject, until)};
}

void WindowInvestigation::save()
{
    const Session& session = m_window.session();
    RowsToRecord rows = this->rows();
    const std::size_t known = session.tokens().count();
    auto* const dialog = new InvestigationDialog(
        {Units(known), Units(std::min(known, RowsToRecord::most)), std::nullopt, Units(rows.charted.size())},
        session.isHashed(), &m_window);
    connect(dialog, &InvestigationDialog::confirmed, this, [this](const QString& note, bool hashed) {
        m_window.session().keys().browser().takeKeys(
            this, RowsToRecord::most, m_window.session().keys().reader().chosen().value_or(std::string()),
            [this, note, hashed](const SharedKeyExcerpt& keys) {
                gather({note, hashed, keys});
            });
    });
    dialog->open();
    m_counting.ask([rows = std::move(rows)](Computation&) { return rows.places(true).size(); },
                   [dialog = QPointer<InvestigationDialog>(dialog)](const Outcome<std::size_t>& outcome) {
                       if (dialog && outcome.result())
                           dialog->setHashedRows(Units(*outcome.result()));
                   });
}

// Marked tokens that are not on screen are read once. Where they are not, they go without their charts: what
// is shown while paused is of one moment, and stays so.
void WindowInvestigation::gather(const Wanted& wanted)
{
    Session& session = m_window.session();
    std::vector<Subject> unread = charted();
    std::erase_if(unread, [&](const Subject& subject) { return session.shownDetail(subject) != nullptr; });
    if (unread.empty() || session.paused() || !session.live() || !session.policies())
        return collect(wanted, {},
                       session.paused() ? tr("nothing is read while the window is paused")
                                        : tr("there is no server to read them from"));
    session.search(
        this,
        [unread = std::move(unread), policies = session.policies()](Server& server) {
            return readDetails(server, unread, policyOf(*policies));
        },
        [this, wanted](const Outcome<std::vector<TokenDetail>>& outcome) {
            if (outcome.result())
                collect(wanted, *outcome.result());
            else
                collect(wanted, {}, outcome.failure()->message);
        });
}

void WindowInvestigation::collect(const Wanted& wanted, const std::vector<TokenDetail>& read,
                                  const QString& whyUnread)
{
    const Session& session = m_window.session();
    Investigation recorded = session.record();
    recorded.note = wanted.note;
    recorded.screen = screen();
    const Instant until = session.paused() ? recorded.at : Instant::max();
    if (wanted.keys)
        recorded.keys = keys(*wanted.keys, until);
    std::unordered_set<Subject, SubjectHash> added;
    const auto add = [&](const TokenDetail& detail) {
        if (added.insert(detail.reading.subject).second)
            recorded.tokens.push_back(token(detail, until));
    };
    const std::vector<Subject> subjects = charted();
    for (const Subject& subject : subjects)
        if (const SharedDetail detail = session.shownDetail(subject))
            add(*detail);
    for (const TokenDetail& detail : read) // one of them may have been chosen meanwhile
        add(detail);
    const auto missing =
        std::ranges::count_if(subjects, [&](const Subject& subject) { return !added.contains(subject); });
    askForFile(std::move(recorded), wanted,
               missing == 0 ? QString()
               : whyUnread.isEmpty()
                   ? tr("Without the charts of %1").arg(tokensText(missing))
                   : tr("Without the charts of %1: %2").arg(tokensText(missing), whyUnread));
}

// `missing`: a sentence; empty: nothing. All that grows with the rows is done in a thread, by somebody of its
// own: whoever saves another one meanwhile wants both.
void WindowInvestigation::askForFile(Investigation recorded, const Wanted& wanted, const QString& missing)
{
    auto* const maker = new NewestAnswer;
    maker->setParent(this);
    maker->ask(
        [recorded = std::move(recorded), rows = rows(), wanted,
         history = m_window.session().alerts().historyFile()](Computation&) mutable {
            rows.record(rows.places(wanted.hashed), recorded); // a hashed one has no filter
            rows = {};
            recordRounds(history, recorded);
            if (recorded.keys)
                recorded.keys->rows = wanted.keys->keys;
            if (wanted.hashed)
                hashTokens(recorded);
            QByteArray file = investigationFile(recorded);
            return std::make_shared<const Made>(Made{std::move(recorded), std::move(file)});
        },
        [this, maker, missing](const Outcome<std::shared_ptr<const Made>>& outcome) {
            maker->deleteLater();
            if (const Failure* const failure = outcome.failure()) {
                Q_EMIT done(failure->message);
                return;
            }
            const QStringList kinds{tr("Investigations (*.ratewarden)"), tr("Web pages (*.html)")};
            askWhereToSave(&m_window, tr("Save investigation"), suggestedName(), kinds,
                           [this, made = *outcome.result(), missing](const QString& path) {
                               if (!path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive))
                                   return write(path, missing, [made] { return made->file; });
                               m_drawings.push_back({made, path, missing, {}});
                               m_draws.start();
                           });
        });
}

// Widgets draw the charts, which needs this thread: one token after another, between whatever else happens.
// Pages are drawn, and written, in the order in which they were confirmed.
void WindowInvestigation::draw()
{
    Drawing& its = m_drawings.front();
    const std::vector<Investigation::Token>& tokens = its.made->its.tokens;
    if (const auto next = std::size_t(its.sections.size()); next < tokens.size()) {
        its.sections << investigationSection(tokens[next], its.made->its.screen);
        return;
    }
    write(its.path, its.missing,
          [made = its.made, sections = its.sections] { return investigationPage(made->its, sections); });
    m_drawings.pop_front();
    if (m_drawings.empty())
        m_draws.stop();
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

namespace {

void showTime(const std::optional<TimeRange>& time, const std::optional<TimeRange>& area, TimeLine& line)
{
    line.setArea(area);
    if (time)
        line.show(time->from, time->to);
}

} // namespace

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
    for (const auto& [page, filter] : otherFilters(window))
        if (const auto found = screen.filters.find(page); found != screen.filters.end())
            filter->setText(found->second);
    for (const auto& [page, table] : sortedTables(window))
        if (const auto found = screen.sortings.find(page); found != screen.sortings.end())
            if (const int column = table->columnNamed(found->second.column); column >= 0)
                table->sortByColumn(column,
                                    found->second.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    showColumns(screen.columns.value_or(Investigation::Columns()), window);
    showTime(screen.alertTime, screen.alertArea, window.watchPage().alertTime());
    if (investigation.lab && !investigation.lab->requests.empty())
        window.labPage().showTimes(screen.labTime, screen.labArea);
    window.comparePage().openClient(screen.client, screen.compared);
    session.overview().setStretch(screen.stretch);
    if (screen.flowTime)
        window.overviewPage().showTime(*screen.flowTime);
    // A chart has an area, and its end, once it has its token.
    auto* const whenThere = new QObject(&window);
    QObject::connect(&session, &Session::detailRead, whenThere,
                     [&window, screen, whenThere](const SharedDetail& detail) {
                         TokensPage& page = window.tokensPage();
                         // It may be compared, too, and told of before it is chosen here.
                         if (detail->reading.subject != screen.chosen || page.details().reading() != detail)
                             return;
                         page.showTimes(screen.area, screen.windowTime, screen.usageTime);
                         whenThere->deleteLater();
                     });
    window.comparePage().time().setArea(screen.comparedArea);
    if (screen.comparedTime) // behind what open() has asked to be told of its tokens
        QMetaObject::invokeMethod(
            &window,
            [&window, time = *screen.comparedTime] { window.comparePage().time().show(time.from, time.to); },
            Qt::QueuedConnection);
    if (const auto& keys = investigation.keys) {
        KeysPage& page = window.keysPage();
        page.arrangement().set(keys->order, keys->delimiters);
        page.filterLine()->setText(keys->filter);
        if (keys->chosen)
            page.showKey(keys->chosen->facts.key);
        else
            page.showFolder(keys->folder);
    }
    bool isPage = false;
    const int page =
        QMetaEnum::fromType<MainWindow::Page>().keyToValue(screen.page.toLatin1().constData(), &isPage);
    window.showPage(isPage ? MainWindow::Page(page) : MainWindow::Page::Tokens);
}

} // namespace ratewarden::ui
