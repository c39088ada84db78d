// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/key_details.h"

#include "ui/charts/usage_chart.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/histories/token_area.h"
#include "ui/histories/usage_lines.h"
#include "ui/models/ink_delegate.h"
#include "ui/pages/keys/key_facts_text.h"
#include "ui/pages/tokens/token_sentence.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/palette_change.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/copy_bytes.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paint_bars.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QGridLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int fewestValueRows = 3; // of a value, that have room at least
constexpr int mostValueRows = 9;   // above so many it scrolls
constexpr int mostValueRowsAlone = 14;
constexpr int valueRowPadding = 10;
constexpr std::size_t mostSiblings = 4;

constexpr int nameWidth = 86;

/// Of so many bytes in hexadecimal.
int dumpWidth(std::size_t bytes)
{
    constexpr int margins = 18;
    return QFontMetrics(monospaceFont())
               .horizontalAdvance(QString(3 * qsizetype(bytes) - 1, QLatin1Char('0'))) +
           margins;
}

PlainLabel* wrappedLabel(PlainLabel::Tone tone = PlainLabel::Tone::Normal)
{
    auto* const label = new PlainLabel({}, tone);
    label->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    return label;
}

// Marks the row that was asked about.
void inkOfValue(const QModelIndex& index, InkDelegate::Ink& ink)
{
    const Colors& c = colors();
    const bool marked = index.data(KeyValueModel::MarkedRole).toBool();
    const auto column = KeyValueModel::Column(index.column());
    const bool isMeaning = column == KeyValueModel::Means;
    const bool quiet = column == KeyValueModel::Name || (column == KeyValueModel::Bytes && !marked);
    if (marked)
        ink.ground = c.selection;
    if (!isMeaning)
        ink.font = monospaceFont();
    else if (marked)
        ink.font.setWeight(QFont::DemiBold);
    ink.color = quiet ? c.muted : isMeaning ? c.accent : c.text;
    if (column != KeyValueModel::Name && column != KeyValueModel::Text)
        ink.cut = Qt::ElideRight;
}

PlainLabel* lineName(const QString& text)
{
    auto* const label = wholeLabel(text, PlainLabel::Tone::Muted);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return label;
}

} // namespace

KeyDetails::KeyDetails(Link& link, const HistoryBook& histories, const Actions& actions, QWidget* parent)
    : QWidget(parent), m_link(link), m_histories(histories), m_nothing(new EmptyState)
{
    m_content = makeContent(actions);
    auto* const pages = columnLayout(0, this);
    pages->addWidget(m_nothing);
    pages->addWidget(m_content);
    m_content->hide();
    onPaletteChange(this, [this] { updateSentence(); }); // what is not live is not said anew by itself
}

QWidget* KeyDetails::makeHead(const Actions& actions)
{
    auto* const head = new QWidget;
    auto* const column = columnLayout(8, head);
    m_names = new QBoxLayout(QBoxLayout::LeftToRight);
    m_names->setSpacing(8);
    m_name = named("chosenKey", new PlainLabel);
    m_name->setFont(monospaceHeadingFont());
    m_names->addWidget(m_name, 1);
    auto* const buttons = rowLayout(8);
    buttons->addWidget(buttonFor(actions.block, true));
    buttons->addWidget(buttonFor(actions.unblock, false));
    buttons->addWidget(buttonFor(actions.reset, false));
    auto* const more = named("moreOfKey", new QPushButton(tr("More")));
    more->setMenu(new QMenu(more));
    more->menu()->setToolTipsVisible(true); // why an action is greyed
    more->menu()->addActions(actions.more);
    buttons->addWidget(more);
    buttons->addStretch(1);
    m_names->addLayout(buttons);
    column->addLayout(m_names);
    m_sentence = named("keySentence", new Pill(Pill::Shape::Sentence));
    column->addWidget(m_sentence);
    return head;
}

QWidget* KeyDetails::makeContent(const Actions& actions)
{
    auto* const content = new QWidget;
    auto* const column = columnLayout(12, content);
    column->addWidget(makeHead(actions));
    makeMeaning(actions);
    column->addWidget(m_meaning);
    makeBytes();
    column->addWidget(m_bytes);
    makeUsage();
    constexpr int most = 100; // of the room that is left
    column->addWidget(m_used, most);
    column->addStretch(1);
    return content;
}

void KeyDetails::makeMeaning(const Actions& actions)
{
    m_meaning = new Card(tr("Meaning"));
    m_format = named("keyFormat", wrappedLabel(PlainLabel::Tone::Muted));
    m_meaning->body()->addWidget(m_format);
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    constexpr int mostLines = 12;
    for (int i = 0; i < mostLines; ++i) {
        m_factNames << lineName({});
        m_facts << wrappedLabel();
        grid->addWidget(m_factNames.last(), i, 0, Qt::AlignTop);
        grid->addWidget(m_facts.last(), i, 1, Qt::AlignTop);
    }
    m_meaning->body()->addLayout(grid);
    m_meaning->body()->addWidget(buttonFor(actions.describe, false), 0, Qt::AlignLeft);
}

void KeyDetails::makeBytes()
{
    m_bytes = new Card(tr("Bytes"));
    m_about = named("keyAbout", wrappedLabel(PlainLabel::Tone::Muted));
    m_bytes->body()->addWidget(m_about);
    m_marks = new QWidget;
    m_markRow = rowLayout(6, m_marks);
    m_bytes->body()->addWidget(m_marks);

    m_table = named("value", new RowTable(valueRowPadding, tr("Value"), &m_value));
    m_rows = new InkDelegate(inkOfValue, m_table);
    m_table->setItemDelegate(m_rows);
    auto* const copy = makeAction(m_table, "copyValue", tr("Copy value"),
                                  tr("Copy the exact bytes of this row"), QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] {
        if (const int row = m_table->currentIndex().row(); row >= 0)
            copyBytes(m_value.bytesAt(row));
    });
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_bytes->body()->addWidget(m_table, 1);
    m_valueProblem = wrappedLabel(PlainLabel::Tone::Muted);
    m_valueProblem->setObjectName("valueProblem");
    m_bytes->body()->addWidget(m_valueProblem);
    makePager();
    m_bytes->body()->addWidget(m_pager);
    m_bytes->body()->addLayout(makeRest());
}

void KeyDetails::makePager()
{
    m_pager = new QWidget;
    auto* const row = rowLayout(8, m_pager);
    m_pageText = named("valuePage", new PlainLabel({}, PlainLabel::Tone::Muted));
    row->addWidget(m_pageText, 1);
    const auto addButton = [&](const char* name, const QString& text, auto slot) {
        auto* const button = new QPushButton(text);
        button->setObjectName(name);
        connect(button, &QPushButton::clicked, this, slot);
        row->addWidget(button);
        return button;
    };
    m_newest = addButton("firstPage", tr("First"), &KeyDetails::newest);
    m_newer = addButton("pageBefore", tr("Back"), &KeyDetails::newer);
    m_older = addButton("nextPage", tr("More"), &KeyDetails::older);
}

// What stands below the value.
QLayout* KeyDetails::makeRest()
{
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    m_expiry = named("keyExpiry", wrappedLabel());
    m_siblingsName = lineName(tr("other keys"));
    m_siblings = wrappedLabel();
    m_groupsName = lineName(tr("groups"));
    m_groups = wrappedLabel();
    m_groups->setObjectName("streamGroups");
    grid->addWidget(lineName(tr("expires at")), 0, 0);
    grid->addWidget(m_expiry, 0, 1);
    grid->addWidget(m_siblingsName, 1, 0);
    grid->addWidget(m_siblings, 1, 1);
    grid->addWidget(m_groupsName, 2, 0);
    grid->addWidget(m_groups, 2, 1);
    return grid;
}

void KeyDetails::makeUsage()
{
    m_used = new Card(tr("Used of limit"));
    m_legend = new RuleLegend;
    m_area = new PlainLabel({}, PlainLabel::Tone::Muted);
    m_used->addToHeader(m_area);
    m_used->addToHeader(m_legend);
    m_usage = new UsageChart(&m_histories.moments());
    connect(&m_usage->time(), &TimeLine::areaMoved, this, &KeyDetails::showArea);
    connect(m_usage, &UsageChart::roomGrew, this, [this] {
        if (m_detail)
            showUsage();
    });
    showArea();
    m_usage->setMinimumHeight(m_usage->sizeHint().height());
    m_used->addToHeader(makeTableButton(m_usage));
    m_used->body()->addWidget(m_usage, 1);
}

void KeyDetails::setNothing(const QString& text, QAction* step)
{
    if (text == m_nothing->text() && step == m_nothing->step())
        return;
    m_nothing->set(text, step);
    m_nothing->setVisible(!m_key);
}

void KeyDetails::choose(const std::optional<std::string>& key)
{
    if (key == m_key)
        return;
    m_key = key;
    m_detail = nullptr;
    m_usage->time().setArea(std::nullopt);
    m_usage->time().setCursor(std::nullopt);
    m_usage->time().showUsual();
    m_before.clear();
    m_from = {};
    m_value.clear();
    m_about->setText({});
    m_meaning->hide();
    m_bytes->hide();
    m_used->hide();
    m_name->setText(key ? shown(*key) : QString());
    m_sentence->set(m_link.state() == Link::State::Recorded ? tr("Its value is not in the investigation")
                                                            : tr("Reading…"),
                    colors().muted);
    m_sentence->show();
    m_content->setVisible(key.has_value());
    m_nothing->setVisible(!key);
    updateAges();
}

void KeyDetails::present(const SharedKeyDetail& detail)
{
    if (!m_key || detail->facts.key != *m_key)
        return;
    const bool first = !m_detail;
    m_detail = detail;
    updateSentence();
    updateAges();
    m_meaning->setVisible(detail->facts.exists);
    m_bytes->setVisible(detail->facts.exists);
    m_used->setVisible(detail->facts.exists && detail->token && detail->token->reading.policy);
    if (!detail->facts.exists)
        return;
    m_from = detail->page.from;
    showMeaning();
    m_about->setText(keyAboutText(detail->facts, m_link.serverNow()));
    showBytes();
    showUsage();
    // What counts is shown at once.
    if (const QStringList meanings = m_value.meanings(); first && !meanings.isEmpty()) {
        m_value.mark(meanings.first());
        showMarks();
    }
}

bool KeyDetails::hasChart() const
{
    return m_used->isVisibleTo(this);
}

void KeyDetails::updateSentence()
{
    if (!m_detail)
        return;
    const KeyDetail& detail = *m_detail;
    if (!detail.facts.exists) {
        m_sentence->set(tr("This key no longer exists."), colors().muted);
        m_sentence->show();
        return;
    }
    m_sentence->setVisible(detail.token != nullptr);
    if (!detail.token)
        return;
    const Reading& reading = detail.token->reading;
    const TokenSentence sentence = sentenceFor(reading, m_link.serverNow() - reading.at);
    m_sentence->set(sentence.text, agedColor(statusColor(sentence.state, sentence.verdicts), m_freshness),
                    sentence.brief);
}

void KeyDetails::showMeaning()
{
    m_format->setText(keyFormatText(*m_detail));
    const Micros since = m_detail->token ? m_link.serverNow() - m_detail->token->reading.at : Micros::zero();
    std::vector<std::pair<QString, QString>> lines = keyFactLines(*m_detail, since);
    if (lines.empty())
        lines.emplace_back(QString(), tr("No format recognizes this key."));
    for (int i = 0; i < m_facts.size(); ++i) {
        const bool there = std::size_t(i) < lines.size();
        m_factNames[i]->setText(there ? lines[std::size_t(i)].first : QString());
        m_facts[i]->setText(there ? lines[std::size_t(i)].second : QString());
        m_factNames[i]->setVisible(there && !lines[std::size_t(i)].first.isEmpty());
        m_facts[i]->setVisible(there);
    }
}

void KeyDetails::showBytes()
{
    const KeyDetail& detail = *m_detail;
    m_value.put(detail.page, detail.meanings);
    m_value.setNarrow(isNarrowDump());
    std::vector<RowTable::ColumnLayout> columns{{nameWidth, 0}, {120, 0}, {0, 0}, {120, 0}, {0, 0}};
    if (detail.page.type == KeyType::Stream || detail.page.type == KeyType::Hash)
        columns[KeyValueModel::Name].width = 110;
    if (detail.page.type == KeyType::String && m_value.rowCount() > 1)
        columns[KeyValueModel::Bytes].width = dumpWidth(m_value.lineLength());
    else if (detail.page.type == KeyType::String && m_value.rowCount() == 1)
        columns[KeyValueModel::Bytes].width =
            std::clamp(dumpWidth(m_value.bytesAt(0).size()), 120, std::max(120, width() / 2));
    for (int column = 0; column < KeyValueModel::ColumnCount; ++column)
        columns[std::size_t(column)].hidden = !m_value.has(KeyValueModel::Column(column));
    m_table->setColumns(columns);
    const bool isAll = m_used->isHidden(); // there is nothing below it
    const int rows = std::clamp(m_value.rowCount(), 1, isAll ? mostValueRowsAlone : mostValueRows);
    const bool alone = detail.page.type == KeyType::String && rows == 1;
    m_table->horizontalHeader()->setVisible(!alone);
    const int height = m_table->verticalHeader()->defaultSectionSize();
    const int around = (alone ? 0 : m_table->horizontalHeader()->height()) + 4;
    m_table->setMinimumHeight((isAll ? rows : std::min(rows, fewestValueRows)) * height + around);
    m_table->setMaximumHeight(rows * height + around);
    m_table->setVisible(m_value.rowCount() > 0);
    m_valueProblem->setText(problemText(detail.page.problem));
    m_valueProblem->setVisible(bool(detail.page.problem));
    m_expiry->setText(keyExpiryText(detail.facts));
    QStringList siblings;
    if (detail.subject)
        for (const std::string& key : detail.subject->format->keys(*detail.subject))
            if (key != detail.facts.key && std::size_t(siblings.size()) < mostSiblings)
                siblings << shown(key);
    m_siblings->setText(siblings.isEmpty() ? tr("none known for this format")
                                           : siblings.join(QLatin1Char('\n')));
    m_siblings->setVisible(detail.subject.has_value());
    m_siblingsName->setVisible(detail.subject.has_value());
    showMarks();
    showPages();
    showGroups();
}

// A button for each thing that the value says; it marks where.
void KeyDetails::showMarks()
{
    const QStringList meanings = m_value.meanings();
    QStringList shownNow;
    for (const auto* const button : m_marks->findChildren<QPushButton*>())
        shownNow << button->property("meaning").toString();
    if (shownNow != meanings) {
        qDeleteAll(m_marks->findChildren<QPushButton*>());
        while (QLayoutItem* const item = m_markRow->takeAt(0))
            delete item;
        constexpr qsizetype most = 3; // there is no room for more
        for (const QString& meaning : meanings.mid(0, most)) {
            auto* const button = new QPushButton(fontMetrics().elidedText(meaning, Qt::ElideRight, 130));
            button->setCheckable(true);
            button->setMinimumWidth(0);
            button->setObjectName("mark");
            button->setProperty("meaning", meaning);
            button->setToolTip(plainToolTip(tr("Mark where the value says: %1").arg(meaning)));
            connect(button, &QPushButton::clicked, this, [this, meaning] {
                m_value.mark(m_value.marked() == meaning ? QString() : meaning);
                if (const int row = m_value.rowOf(meaning); row >= 0)
                    m_table->scrollTo(m_value.index(row, KeyValueModel::Means));
                showMarks();
            });
            m_markRow->addWidget(button);
        }
        m_markRow->addStretch(1);
    }
    for (auto* const button : m_marks->findChildren<QPushButton*>())
        button->setChecked(button->property("meaning").toString() == m_value.marked());
    m_marks->setVisible(meanings.size() > 1);
}

void KeyDetails::showPages()
{
    const ValuePage& page = m_detail->page;
    const bool several = page.next || !m_before.empty();
    m_pager->setVisible(several);
    if (!several)
        return;
    const bool ordered =
        page.type == KeyType::List || page.type == KeyType::SortedSet || page.type == KeyType::String;
    const auto count = page.type == KeyType::String && !page.elements.empty()
                           ? Units(page.elements.front().value.bytes.size())
                           : Units(page.elements.size());
    const QString total = numberText(page.total);
    const QString range = page.type == KeyType::String ? tr("bytes %1–%2 of %3") : tr("%1–%2 of %3");
    m_pageText->setText(
        ordered
            ? range.arg(numberText(page.from.position + 1), numberText(page.from.position + count), total)
            : tr("page %1, %2 of %3").arg(numberText(Units(m_before.size() + 1)), numberText(count), total));
    const bool byTime = page.newestFirst && (page.type == KeyType::List || page.type == KeyType::SortedSet ||
                                             page.type == KeyType::Stream);
    m_newest->setText(byTime ? tr("Newest") : tr("First"));
    m_newer->setText(byTime ? tr("Newer") : tr("Back"));
    m_older->setText(byTime ? tr("Older") : tr("More"));
    m_newest->setEnabled(!m_before.empty());
    m_newer->setEnabled(!m_before.empty());
    m_older->setEnabled(page.next && m_link.state() != Link::State::Recorded); // which has this page alone
}

void KeyDetails::turn(const ValuePlace& from)
{
    ValueQuery query;
    query.newestFirst = true;
    query.from = from;
    Q_EMIT pageWanted(query);
}

void KeyDetails::older()
{
    if (!m_detail || !m_detail->page.next)
        return;
    m_before.push_back(m_from);
    m_older->setEnabled(false); // until the page is there
    turn(*m_detail->page.next);
}

void KeyDetails::newer()
{
    if (m_before.empty())
        return;
    const ValuePlace from = m_before.back();
    m_before.pop_back();
    turn(from);
}

void KeyDetails::newest()
{
    m_before.clear();
    turn({});
}

void KeyDetails::showGroups()
{
    QStringList lines;
    const bool stream = m_detail->facts.kind() == KeyType::Stream;
    if (stream && m_detail->groups) {
        for (const StreamGroup& group : *m_detail->groups) {
            QString line = tr("%1: %2 pending, last delivered %3")
                               .arg(shown(group.name), numberText(group.pending), shown(group.lastDelivered));
            if (group.lag)
                line += tr(", %1 behind").arg(numberText(*group.lag));
            for (const StreamConsumer& consumer : group.consumers)
                line += QStringLiteral("\n    ") +
                        tr("%1: %2 pending, idle for %3")
                            .arg(shown(consumer.name), numberText(consumer.pending),
                                 waitText(std::chrono::milliseconds(consumer.idleMillis)));
            lines << line;
        }
        if (lines.isEmpty())
            lines << tr("none");
    } else if (stream) {
        lines << problemText(m_detail->groups.problem);
    }
    m_groups->setText(lines.join(QLatin1Char('\n')));
    m_groups->setVisible(stream);
    m_groupsName->setVisible(stream);
}

void KeyDetails::showUsage()
{
    if (!m_detail->token || !m_detail->token->reading.policy)
        return;
    const TokenDetail& token = *m_detail->token;
    m_history = m_histories.find(token.reading.subject);
    showUsageOf(token, m_history.get(), *m_usage, *m_legend);
    showArea();
}

// In place of the legend: there is no room for both.
void KeyDetails::showArea()
{
    const auto& area = m_usage->time().area();
    const bool isMarked = area && m_detail && m_detail->token;
    m_area->setVisible(isMarked);
    m_legend->setVisible(!isMarked);
    if (isMarked)
        m_area->setText(tokenAreaText(*m_detail->token, m_history.get(), *area));
}

void KeyDetails::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int narrow = 460; // below this width a name has a line of its own
    m_names->setDirection(width() < narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    if (m_detail && m_detail->facts.exists && isNarrowDump() != m_value.isNarrow())
        showBytes();
}

void KeyDetails::tick()
{
    if (!m_detail || !m_detail->facts.exists || m_freshness != Freshness::Live)
        return;
    updateSentence();
    showMeaning();
    m_about->setText(keyAboutText(m_detail->facts, m_link.serverNow()));
}

// Whether sixteen bytes in a row leave no room for them as text.
bool KeyDetails::isNarrowDump() const
{
    constexpr std::size_t wide = 16;
    constexpr int around = 40; // of the card and its margins
    const int text = QFontMetrics(monospaceFont()).horizontalAdvance(QString(wide, QLatin1Char('0')));
    const int meaning = m_value.has(KeyValueModel::Means) ? text : 0;
    return width() < nameWidth + dumpWidth(wide) + text + meaning + around;
}

void KeyDetails::updateAges()
{
    for (Card* const card : {m_meaning, m_bytes, m_used})
        card->setAge(m_detail ? m_freshness : Freshness::Live, m_detail ? m_detail->facts.at : Instant{});
}

void KeyDetails::setFreshness(Freshness freshness)
{
    if (freshness == m_freshness)
        return;
    m_freshness = freshness;
    updateAges();
    m_usage->setFreshness(freshness);
    m_legend->setFreshness(freshness);
    if (m_rows->setFaded(freshness != Freshness::Live))
        m_table->viewport()->update();
    updateSentence();
}

} // namespace ratewarden::ui
