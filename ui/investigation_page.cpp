// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/investigation_page.h"

#include "ui/charts/live_window.h"
#include "ui/charts/usage_chart.h"
#include "ui/histories/token_area.h"
#include "ui/histories/usage_lines.h"
#include "ui/histories/window_events.h"
#include "ui/models/alert_table_model.h"
#include "ui/models/control_table_model.h"
#include "ui/models/finding_table_model.h"
#include "ui/models/key_value_model.h"
#include "ui/models/token_columns.h"
#include "ui/models/token_table_model.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/keys/key_facts_text.h"
#include "ui/pages/overview/overview_flow_card.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/tokens/token_sentence.h"
#include "ui/state/overview_numbers.h"
#include "ui/text/alert_text.h"
#include "ui/text/audit_text.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostPageRows = 5000;
constexpr int mostNumbers = 500; // rows of a chart's numbers

struct PageText {
    Q_DECLARE_TR_FUNCTIONS(InvestigationPage)
};

// Of the theme, as a page knows no other.
constexpr auto styleSheet = R"(
:root{color-scheme:light dark;--page:#f4f6f8;--card:#fff;--line:#dde2e9;--text:#1a1f28;--muted:#5c6675;--used:#006ba8;--limited:#b93a0a;--blocked:#8b3fa0}
@media(prefers-color-scheme:dark){:root{--page:#14171c;--card:#1b2027;--line:#2c333d;--text:#e7eaf0;--muted:#97a1b0;--used:#56b4e9;--limited:#f2784b;--blocked:#cc8fe0}}
body{font:14px system-ui,sans-serif;background:var(--page);color:var(--text);margin:24px auto;max-width:1100px;padding:0 16px}
section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px;margin:12px 0;overflow-x:auto}
h1{font-size:20px}h2{font-size:15px;margin:0 0 8px}p{margin:6px 0}.muted,th,summary{color:var(--muted);font-weight:normal}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{text-align:left;padding:3px 8px;border-top:1px solid var(--line)}
.n{text-align:right}.name{font-family:monospace}svg{width:100%;height:auto}svg text{fill:var(--muted);font-size:11px}
.axis{stroke:var(--line)}.full{stroke:var(--limited);stroke-dasharray:4 3}.rule{fill:none;stroke:var(--used);stroke-width:1.6}
.request{stroke:var(--used)}.denied{fill:var(--limited)}.blocked{fill:var(--blocked);opacity:.25}.mark{stroke:var(--muted);stroke-dasharray:2 3}
)";

QString cellsOf(const QStringList& texts, const char* element)
{
    QString cells;
    for (const QString& text : texts)
        cells += QStringLiteral("<%1>%2</%1>").arg(QLatin1String(element), text.toHtmlEscaped());
    return QStringLiteral("<tr>%1</tr>").arg(cells);
}

QString sectionOf(const QString& heading, const QString& content)
{
    return QStringLiteral("<section><h2>%1</h2>%2</section>").arg(heading.toHtmlEscaped(), content);
}

QString pageParagraph(const QString& text)
{
    return text.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

QString tableOfRows(const QStringList& headings, const std::vector<QStringList>& rows)
{
    QString all = QStringLiteral("<table>") + cellsOf(headings, "th");
    for (const QStringList& row : rows)
        all += cellsOf(row, "td");
    return all + QStringLiteral("</table>");
}

// The columns of the token table, but for the one that is painted.
QString tokensSection(const Investigation& its)
{
    QStringList headings;
    std::vector<const TokenColumn*> columns;
    for (std::size_t i = 0; i < tokenColumns().size(); ++i)
        if (i != TokenTableModel::Lately) {
            columns.push_back(&tokenColumns()[i]);
            headings << columnTitle(*columns.back());
        }
    const std::unordered_set<Subject, SubjectHash> marked(its.screen.marked.begin(), its.screen.marked.end());
    std::unordered_set<std::string_view> withState;
    for (const Investigation::Row& row : its.rows)
        if (row.subject.format->hasState())
            withState.insert(row.subject.token);
    std::vector<QStringList> rows;
    for (const Investigation::Row& row : its.rows) {
        if (rows.size() == mostPageRows)
            break;
        if (!row.subject.format->hasState() && withState.contains(row.subject.token))
            continue; // a block, which stands at the token's other rows
        const TokenCell cell{{row.subject.token, row.subject.policy, row.subject.format}, row.row, its.at};
        QStringList texts;
        for (const TokenColumn* const column : columns)
            texts << column->text(cell);
        if (marked.contains(row.subject))
            texts.front().prepend(QStringLiteral("✓ "));
        rows.push_back(std::move(texts));
    }
    const QString about = PageText::tr("%1 of %2").arg(numberText(Units(rows.size())), tokensText(its.known));
    const QString filter = its.screen.filter.trimmed();
    return sectionOf(
        PageText::tr("Tokens"),
        pageParagraph(
            filter.isEmpty()
                ? about
                : PageText::tr("%1; those that match the filter come first: %2").arg(about, filter)) +
            tableOfRows(headings, rows));
}

/// A time with lines in it.
class TimePicture {
public:
    /// `least`: what there is room for in any case, at the top.
    TimePicture(const TimeRange& time, const std::vector<UsageLine>& lines, double least)
        : m_to(time.to), m_from(time.from), m_top(least)
    {
        for (const UsageLine& line : lines)
            for (const auto& piece : line)
                for (const UsagePoint& point : piece)
                    m_top = std::max(m_top, point.share);
        addLine("axis", 0, plotHeight, width, plotHeight);
        addText(0, plotHeight + 36, momentText(m_from), "start");
        addText(width, plotHeight + 36, momentText(m_to), "end");
    }

    static constexpr int width = 1000;
    double top() const { return m_top; }

    void addBlocked(const Stretch& blocked)
    {
        add(QStringLiteral("<rect class='blocked' x='%1' y='0' width='%2' height='%3'/>")
                .arg(number(x(blocked.from)), number(x(blocked.until) - x(blocked.from)),
                     number(plotHeight)));
    }
    void addLimit(double share) { addLine("full", 0, y(share), width, y(share)); }
    /// At the right, above that height.
    void addLevel(double share, const QString& text) { addText(width, y(share) - 3, text, "end"); }
    // Told apart by dash, as colors never are the only sign.
    void addCurve(const UsageLine& line, const QString& name, std::size_t index)
    {
        QString path;
        for (const auto& piece : line)
            for (std::size_t i = 0; i < piece.size(); ++i)
                path += QStringLiteral("%1%2 %3 ")
                            .arg(QLatin1String(i == 0 ? "M" : "L"), number(x(piece[i].at)),
                                 number(y(piece[i].share)));
        add(QStringLiteral("<path class='rule' stroke-dasharray='%1' d='%2'><title>%3</title></path>")
                .arg(index == 0 ? QStringLiteral("none") : QStringLiteral("%1 %2").arg(2 + 4 * index).arg(3),
                     path, name.toHtmlEscaped()));
    }
    void addRequest(Instant at)
    {
        if (at > m_from)
            addLine("request", x(at), plotHeight + 4, x(at), plotHeight + 12);
    }
    void addDenied(Instant from, Micros lasts, Units denied)
    {
        add(QStringLiteral(
                "<rect class='denied' x='%1' y='%2' width='%3' height='8'><title>%4</title></rect>")
                .arg(number(x(from)), number(plotHeight + 14), number(x(from + lasts) - x(from)),
                     PageText::tr("%1 denied").arg(numberText(denied)).toHtmlEscaped()));
    }
    void addMarks(const std::vector<TimeMark>& marks)
    {
        for (const TimeMark& mark : marks)
            if (mark.at > m_from && mark.at <= m_to)
                add(QStringLiteral(
                        "<g><title>%2</title><line class='mark' x1='%1' x2='%1' y1='0' y2='%3'/></g>")
                        .arg(number(x(mark.at)), markText(mark).toHtmlEscaped(), number(plotHeight)));
    }

    QString svg(const QString& title) const
    {
        return QStringLiteral("<svg viewBox='0 0 %1 %2' role='img' aria-label='%3'>%4</svg>")
            .arg(width)
            .arg(int(plotHeight) + 40)
            .arg(title.toHtmlEscaped(), m_content);
    }

private:
    static constexpr double plotHeight = 150;

    static QString number(double value) { return QString::number(value, 'f', 1); }
    double x(Instant at) const
    {
        const Micros since = std::clamp(at, m_from, m_to) - m_from;
        return width * std::chrono::duration<double>(since) / std::chrono::duration<double>(m_to - m_from);
    }
    double y(double share) const { return plotHeight * (1 - share / (m_top * 1.08)); }
    void add(const QString& element) { m_content += element; }
    void addLine(const char* kind, double fromX, double fromY, double toX, double toY)
    {
        add(QStringLiteral("<line class='%1' x1='%2' y1='%3' x2='%4' y2='%5'/>")
                .arg(QLatin1String(kind), number(fromX), number(fromY), number(toX), number(toY)));
    }
    void addText(double atX, double atY, const QString& text, const char* anchor)
    {
        add(QStringLiteral("<text x='%1' y='%2' text-anchor='%3'>%4</text>")
                .arg(number(atX), number(atY), QLatin1String(anchor), text.toHtmlEscaped()));
    }

    Instant m_to;
    Instant m_from;
    double m_top;
    QString m_content;
};

QString pictureOf(const TokenDetail& detail, const UsageHistory* history)
{
    const Instant to = detail.reading.at;
    const std::vector<LimitHistory> bands = limitHistories(detail, history, to - usageSpan);
    const std::vector<UsageLine> lines = usageOverTime(detail, history, bands, usageSpan, TimePicture::width);
    const TimeRange time{to - usageSpan, to};
    TimePicture picture(time, lines, 1);
    for (const Stretch& blocked : blockedStretches(detail, history, to))
        picture.addBlocked(blocked);
    picture.addLimit(1);
    for (std::size_t i = 0; i < lines.size(); ++i)
        picture.addCurve(lines[i], ruleText(bands[i].rule), i);
    for (const Instant request : requestTimes(detail))
        picture.addRequest(request);
    for (const RequestCount& count : deniedCounts(detail.reading, time.from, to))
        picture.addDenied(count.from, countSpan, count.denied);
    picture.addMarks(marksOf(detail, history));
    picture.addLevel(1, PageText::tr("limit"));
    return picture.svg(PageText::tr("Used of limit over ten minutes"));
}

// Each step is a level; a gap where nothing is known.
UsageLine stepsOf(const RequestFlow& flow, const std::vector<double>& perSecond)
{
    UsageLine line;
    for (std::size_t i = 0; i < flow.size(); ++i) {
        if (!flow.known[i])
            continue;
        if (i == 0 || !flow.known[i - 1])
            line.emplace_back();
        line.back().push_back({flow.at(i), perSecond[i]});
        line.back().push_back({flow.at(i + 1), perSecond[i]});
    }
    return line;
}

QString markedParagraph(const TimeRange& area, const QString& about)
{
    return pageParagraph(QStringLiteral("%1: %2").arg(stretchText(area), about));
}

// What a history has noted, but for what the window has seen itself.
void addChanges(const std::vector<HistoryEvent>& changes, std::vector<TimeMark>& marks)
{
    constexpr Micros same = std::chrono::minutes(1); // the watcher's round, and when the window saw it
    const std::size_t seen = marks.size();
    for (const HistoryEvent& event : changes) {
        const std::optional<ServerEvent::Kind> ofServer = serverEventNamed(event.event);
        const TimeMark mark{
            event.at, ofServer ? kindOf(*ofServer) : kindOfAct(event.event), shown(event.text), {}};
        const bool isSeen =
            std::any_of(marks.begin(), marks.begin() + std::ptrdiff_t(seen), [&](const TimeMark& one) {
                return one.kind == mark.kind && one.at > mark.at - same && one.at < mark.at + same;
            });
        if (!isSeen)
            marks.push_back(mark);
    }
}

std::vector<TimeMark> eventsOf(const Investigation& its)
{
    std::vector<TimeMark> all = its.serverMarks;
    if (its.watched)
        addChanges(its.watched->changes, all);
    all.insert(all.end(), its.moments.begin(), its.moments.end());
    std::ranges::sort(all, {}, &TimeMark::at);
    return all;
}

QString numbersOf(const QString& title, const ChartTable& table)
{
    std::vector<QStringList> rows;
    for (int row = 0; row < std::min(table.rowCount, mostNumbers); ++row) {
        QStringList& cells = rows.emplace_back();
        for (int column = 0; column < int(table.headings.size()); ++column)
            cells << table.cell(row, column);
    }
    return QStringLiteral("<details><summary>%1</summary>%2%3</details>")
        .arg(PageText::tr("Numbers: %1").arg(title).toHtmlEscaped(), pageParagraph(table.about),
             tableOfRows(table.headings, rows));
}

// In its charts.
std::vector<TimeRange> markedAreas(const Subject& subject, const Investigation::Screen& screen)
{
    std::vector<TimeRange> areas;
    if (screen.area && screen.chosen == subject)
        areas.push_back(*screen.area);
    if (screen.comparedArea && std::ranges::find(screen.compared, subject) != screen.compared.end() &&
        std::ranges::find(areas, *screen.comparedArea) == areas.end())
        areas.push_back(*screen.comparedArea);
    return areas;
}

QString flowSection(const Investigation& its)
{
    PolicyRanks ranks;
    ranks.update(its.totals);
    const bool isPast = its.past && !its.past->flow.empty();
    const RequestFlow flow = isPast ? its.past->flow : flowOf(its.totals, its.at, ranks);
    if (flow.empty() || std::ranges::find(flow.known, true) == flow.known.end())
        return {};
    const RequestFlowData drawn = OverviewFlowCard::drawn(flow);
    std::vector<UsageLine> lines;
    for (const RequestFlow::Series& series : flow.series)
        lines.push_back(stepsOf(flow, series.allowed));
    constexpr double leastPerSecond = 0.1;
    TimePicture picture({flow.from, flow.at(flow.size())}, lines, leastPerSecond);
    for (std::size_t i = 0; i < lines.size(); ++i)
        picture.addCurve(lines[i], drawn.series[i].name, i);
    const double seconds = std::chrono::duration<double>(flow.step).count();
    for (std::size_t i = 0; i < flow.size(); ++i)
        if (flow.known[i] && flow.denied[i] > 0)
            picture.addDenied(flow.at(i), flow.step, std::llround(flow.denied[i] * seconds));
    picture.addMarks(eventsOf(its));
    picture.addLevel(picture.top(), perSecondText(picture.top()));
    const QString title = PageText::tr("Requests per second");
    const auto& stretch = its.screen.stretch;
    return sectionOf(title,
                     (stretch ? markedParagraph(*stretch, OverviewPage::stretchAbout(flow, *stretch, isPast))
                              : QString()) +
                         picture.svg(title) + numbersOf(title, drawn.asTable()));
}

} // namespace

QString investigationSection(const Investigation::Token& token, const Investigation::Screen& screen)
{
    const TokenDetail& detail = *token.detail;
    const Reading& reading = detail.reading;
    QString content = pageParagraph(sentenceFor(reading, Micros::zero()).text);
    if (!reading.policy)
        return sectionOf(shown(reading.subject.token), content);
    content += pageParagraph(
        PageText::tr("%1 · %2").arg(shown(reading.subject.policy), rulesText(reading.policy->rules)));
    for (const TimeRange& area : markedAreas(reading.subject, screen))
        content += markedParagraph(area, tokenAreaText(detail, token.history.get(), area));
    content += pictureOf(detail, token.history.get());
    TimeLine time([at = reading.at] { return at; });
    LiveWindow live(time);
    live.setFreshness(Freshness::Recorded);
    live.present(token.detail, token.history);
    UsageChart usage;
    RuleLegend legend;
    usage.setFreshness(Freshness::Recorded);
    showUsageOf(detail, token.history.get(), usage, legend);
    std::vector<QStringList> denials;
    for (const RememberedDenial& denial : detail.denials)
        denials.push_back({momentText(denial.at),
                           denial.rule ? numberText(Units(*denial.rule) + 1) : QString(),
                           shown(denial.note)});
    if (!denials.empty())
        content +=
            tableOfRows({PageText::tr("Denied at"), PageText::tr("by rule"), PageText::tr("note")}, denials);
    content +=
        numbersOf(live.accessibleName(), live.asTable()) + numbersOf(usage.accessibleName(), usage.asTable());
    return sectionOf(shown(reading.subject.token), content);
}

namespace {

// As on the page of that kind, but for its filter.
QString controlsSection(const Investigation& its, ControlTableModel::Kind kind)
{
    const bool blocks = kind == ControlTableModel::Kind::Blocks;
    std::vector<Reading> readings;
    if (!blocks)
        readings = readingsOf(its.overrides, its.at);
    else
        for (const Investigation::Row& row : its.rows)
            if (const Format& format = *row.subject.format;
                row.reading && row.reading->block && !(format.isOurs() && format.hasState()))
                readings.push_back(*row.reading);
    ControlTableModel model(kind);
    model.setPolicyNamed([&its](const std::string& name) { return its.policies.find(name); });
    model.put(readings);
    model.setNow(its.at);
    using Model = ControlTableModel;
    std::vector<int> columns{Model::Token, Model::Policy, Model::Reason,
                             Model::By,    Model::Since,  Model::Ends};
    columns.insert(columns.begin() + 2, blocks ? Model::Format : Model::Rules);
    QStringList headings;
    for (const int column : columns)
        headings << model.headerData(column, Qt::Horizontal).toString();
    const auto known = std::size_t(model.rowCount());
    std::vector<QStringList> rows(std::min(known, mostPageRows));
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (const int column : columns)
            rows[row] << model.index(int(row), column).data().toString();
    if (rows.empty())
        return {};
    const QString about =
        PageText::tr("%1 of %2").arg(numberText(Units(rows.size())), numberText(Units(known)));
    return sectionOf(blocks ? PageText::tr("Blocks") : PageText::tr("Overrides"),
                     (rows.size() < known ? pageParagraph(about) : QString()) + tableOfRows(headings, rows));
}

QString policiesSection(const PolicyBook& book)
{
    std::vector<QStringList> rows;
    for (const auto& [name, policy] : book.published)
        rows.push_back({shown(name), rulesText(policy.policy.rules), shown(policy.policy.algorithm),
                        numberText(policy.version)});
    return rows.empty() ? QString()
                        : sectionOf(PageText::tr("Policies"),
                                    tableOfRows({PageText::tr("Policy"), PageText::tr("Rules"),
                                                 PageText::tr("Algorithm"), PageText::tr("Version")},
                                                rows));
}

QString versionsSection(const Investigation& its)
{
    std::vector<QStringList> rows;
    for (const auto& [name, versions] : its.versions)
        for (const PolicyVersion& version : versions)
            rows.push_back({shown(name), numberText(version.version),
                            version.by.empty() ? QString() : momentText(version.at), shown(version.by),
                            version.policy ? rulesText(version.policy->policy.rules) : QString(),
                            shown(version.reason)});
    return rows.empty()
               ? QString()
               : sectionOf(PageText::tr("Versions of policies"),
                           tableOfRows({PageText::tr("Policy"), PageText::tr("Version"), PageText::tr("When"),
                                        PageText::tr("Who"), PageText::tr("Rules"), PageText::tr("Reason")},
                                       rows));
}

QString auditSection(const std::optional<AuditList>& audit)
{
    std::vector<QStringList> rows;
    if (audit)
        for (const AuditEntry& entry : audit->entries)
            rows.push_back({momentText(entry.at), authorText(entry), actText(entry), whoseText(entry),
                            shown(entry.reason), resultText(entry)});
    return rows.empty()
               ? QString()
               : sectionOf(PageText::tr("Changes"),
                           tableOfRows({PageText::tr("When"), PageText::tr("Who"), PageText::tr("Change"),
                                        PageText::tr("Of"), PageText::tr("Reason"), PageText::tr("Result")},
                                       rows));
}

QString keysSection(const Investigation::Keys& keys, Instant at)
{
    std::vector<QStringList> rows;
    for (const FoundKeyFacts& key : keys.rows) {
        if (rows.size() == mostPageRows)
            break;
        KeyTotals its;
        its.shares = {{key.kind, key.format, 1}};
        const Instant end{std::chrono::milliseconds(key.expires)};
        rows.push_back({shown(key.name), typeText(nameOf(key.type)), kindsText(its),
                        key.expires == FoundKeyFacts::unknown ? QString()
                        : key.expires == FoundKeyFacts::never ? expiryText(std::nullopt)
                                                              : countdownText(end - at),
                        key.memory > 0 ? bytesText(std::llround(key.memory)) : QString()});
    }
    const QString about = PageText::tr("%1 of %2").arg(numberText(Units(rows.size())), keysText(keys.known));
    const QString filter = keys.filter.trimmed();
    return sectionOf(
        PageText::tr("Keys"),
        pageParagraph(filter.isEmpty() ? about : PageText::tr("%1; filter: %2").arg(about, filter)) +
            tableOfRows({PageText::tr("Key"), PageText::tr("Type"), PageText::tr("Limiter"),
                         PageText::tr("TTL"), PageText::tr("Size")},
                        rows));
}

// What of its value was on screen.
QString valueSection(const KeyDetail& key, Instant at)
{
    KeyValueModel value;
    value.put(key.page, key.meanings);
    QStringList headings;
    std::vector<QStringList> rows(std::size_t(value.rowCount()));
    for (int column = 0; column < KeyValueModel::ColumnCount; ++column) {
        if (!value.has(KeyValueModel::Column(column)))
            continue;
        headings << value.headerData(column, Qt::Horizontal).toString();
        for (int row = 0; row < value.rowCount(); ++row)
            rows[std::size_t(row)] << value.index(row, column).data().toString();
    }
    return sectionOf(shown(key.facts.key), pageParagraph(keyAboutText(key.facts, at)) +
                                               pageParagraph(problemText(key.page.problem)) +
                                               (rows.empty() ? QString() : tableOfRows(headings, rows)));
}

QString firingsText(const std::optional<BackTestedAlert>& stands)
{
    constexpr std::size_t most = 10;
    QStringList texts;
    if (stands)
        for (std::size_t i = stands->firings.size(); i-- > 0 && texts.size() < qsizetype(most);)
            texts << (stands->firings[i].to ? stretchText({stands->firings[i].from, *stands->firings[i].to})
                                            : momentText(stands->firings[i].from));
    return texts.join(QStringLiteral(", "));
}

// What it measured, under its bound; a gap where that is not known.
QString measuredPicture(const Investigation::WatchedAlert& its)
{
    constexpr double leastRoom = 0.01;
    if (its.rounds.empty() || its.rounds.front().at == its.rounds.back().at)
        return {};
    UsageLine line;
    bool isKnown = false;
    for (const MeasuredRound& round : its.rounds) {
        if (std::exchange(isKnown, std::isfinite(round.figure.high)) != isKnown && isKnown)
            line.emplace_back();
        if (isKnown)
            line.back().push_back({round.at, round.figure.high});
    }
    TimePicture picture({its.rounds.front().at, its.rounds.back().at}, {line},
                        std::max(its.alert.bound.at, leastRoom));
    picture.addLimit(its.alert.bound.at);
    picture.addLevel(its.alert.bound.at, boundText(its.alert));
    picture.addCurve(line, measureName(its.alert.measure), 0);
    return pageParagraph(shown(its.alert.name)) + picture.svg(shown(its.alert.name));
}

// As the Watch page shows them, and when they fired last.
QString alertsSection(const Investigation& its)
{
    std::vector<AlertRow> rows;
    for (const auto& [alert, stands, rounds] : its.alerts)
        rows.push_back({alert, stands, alert.isSilenced(its.at), std::nullopt});
    AlertTableModel model;
    model.put(std::move(rows));
    QStringList headings;
    for (int column = 0; column < AlertTableModel::ColumnCount; ++column)
        headings << model.headerData(column, Qt::Horizontal).toString();
    headings << PageText::tr("Fires") << PageText::tr("Fired at");
    std::vector<QStringList> texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList& cells = texts.emplace_back();
        for (int column = 0; column < AlertTableModel::ColumnCount; ++column)
            cells << model.index(row, column).data().toString();
        cells << boundText(model.at(row).alert) << firingsText(model.at(row).stands);
    }
    QString pictures;
    for (const Investigation::WatchedAlert& alert : its.alerts)
        pictures += measuredPicture(alert);
    return texts.empty() ? QString()
                         : sectionOf(PageText::tr("Alerts"), tableOfRows(headings, texts) + pictures);
}

// As the Watch page lists them.
QString findingsSection(const std::optional<Investigation::Findings>& findings)
{
    if (!findings)
        return {};
    FindingTableModel model;
    model.put(findings->all);
    QStringList headings;
    for (int column = 0; column < FindingTableModel::ColumnCount; ++column)
        headings << model.headerData(column, Qt::Horizontal).toString();
    std::vector<QStringList> rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList& cells = rows.emplace_back();
        for (int column = 0; column < FindingTableModel::ColumnCount; ++column)
            cells << model.index(row, column).data().toString();
    }
    const QString about = findings->isWhole ? QString() : PageText::tr("Not all could be checked.");
    return rows.empty() && about.isEmpty()
               ? QString()
               : sectionOf(PageText::tr("Findings"),
                           pageParagraph(about) + (rows.empty() ? QString() : tableOfRows(headings, rows)));
}

QString labSection(const RecordedLab& lab)
{
    TrialTableModel model;
    model.put(trialRows(lab));
    QStringList headings;
    for (int column = 0; column < TrialTableModel::ColumnCount; ++column)
        headings << model.headerData(column, Qt::Horizontal).toString();
    headings << PageText::tr("Denied most");
    std::vector<QStringList> rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList& cells = rows.emplace_back();
        for (int column = 0; column < TrialTableModel::ColumnCount; ++column)
            cells << model.index(row, column).data().toString();
        QStringList worst;
        for (const RecordedLab::Denied& denied : lab.results[std::size_t(row)].worst)
            worst << QStringLiteral("%1 (%2)").arg(shown(denied.token), numberText(denied.requests));
        cells << worst.join(QStringLiteral(", "));
    }
    const QString name = lab.name.isEmpty() ? PageText::tr("Recorded requests") : lab.name;
    return sectionOf(PageText::tr("Lab"), pageParagraph(requestsText(name, lab.isEdited, lab.requestCount,
                                                                     lab.tokenCount, lab.time)) +
                                              (rows.empty() ? QString() : tableOfRows(headings, rows)));
}

QString eventsSection(const Investigation& its)
{
    QString texts;
    for (const TimeMark& mark : eventsOf(its))
        texts += pageParagraph(markText(mark));
    return texts.isEmpty() ? QString() : sectionOf(PageText::tr("What happened"), texts);
}

} // namespace

QByteArray investigationPage(const Investigation& its, const QStringList& sections)
{
    const QString title = PageText::tr("Recorded at %1 by %2")
                              .arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(
                                       its.at.time_since_epoch() / std::chrono::milliseconds(1))),
                                   shown(its.by));
    QString body = QStringLiteral("<h1>%1</h1>").arg(title.toHtmlEscaped()) +
                   pageParagraph(shown(its.note.toStdString()));
    if (its.isHashed)
        body += pageParagraph(PageText::tr("The names of tokens are hashes, the same for the same token."));
    body += flowSection(its) + sections.join(QString()) + tokensSection(its) +
            controlsSection(its, ControlTableModel::Kind::Blocks) +
            controlsSection(its, ControlTableModel::Kind::Overrides) + policiesSection(its.policies) +
            versionsSection(its) + findingsSection(its.findings) + alertsSection(its) +
            auditSection(its.audit) + eventsSection(its);
    if (its.lab)
        body += labSection(*its.lab);
    if (its.keys) {
        body += keysSection(*its.keys, its.at);
        if (its.keys->chosen)
            body += valueSection(*its.keys->chosen, its.at);
    }
    return QStringLiteral(
               "<!doctype html><html lang='%1'><head><meta charset='utf-8'><meta name='viewport' "
               "content='width=device-width'><meta http-equiv='Content-Security-Policy' "
               "content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>%2</title><style>%3</style>"
               "</head><body>%4</body></html>\n")
        .arg(QLocale().bcp47Name(), title.toHtmlEscaped(), QLatin1String(styleSheet), body)
        .toUtf8();
}

} // namespace ratewarden::ui
