// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/compare_page.h"

#include "ui/charts/live_window.h"
#include "ui/charts/rule_bars.h"
#include "ui/charts/time_axis.h"
#include "ui/charts/window_legend.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/pages/age_label.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/save_file.h"
#include "ui/pages/tokens/token_sentence.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paint_bars.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {

/// One of the tokens that are compared.
class ComparedToken final : public Card {
public:
    ComparedToken(const Subject& compared, TimeLine& time)
        : key(compared), m_sentence(new Pill(Pill::Shape::Sentence)), m_live(new LiveWindow(time))
    {
        auto* const head = rowLayout(14);
        auto* const token = new PlainLabel(shown(key.token));
        token->setFont(boldFont(monospaceFont()));
        head->addWidget(token, 3);
        head->addWidget(new PlainLabel(shown(key.policy), PlainLabel::Tone::Muted), 1);
        head->addWidget(m_sentence, 4);
        head->addWidget(makeTableButton(m_live, [this] { return shown(key.token); }));
        closes->setFlat(true);
        closes->setFixedSize(closes->fontMetrics().height() + 6, closes->fontMetrics().height() + 6);
        closes->setAccessibleName(ComparePage::tr("Close %1").arg(shown(key.token)));
        closes->setToolTip(ComparePage::tr("Close"));
        head->addWidget(closes);
        body()->addLayout(head);
        m_usage->hide();
        body()->addWidget(m_usage);
        body()->setContentsMargins(14, 10, 14, 8);
        m_live->setDense(true);
        body()->addWidget(m_live);
        m_sentence->set(ComparePage::tr("Reading…"), colors().muted);
    }

    void present(const SharedDetail& reading, std::shared_ptr<const UsageHistory> history)
    {
        detail = reading;
        m_usage->setText(usageText(reading->reading));
        m_usage->setVisible(!m_usage->text().isEmpty());
        m_live->present(reading, std::move(history));
    }

    void tell(Instant now, Freshness freshness)
    {
        m_live->setFreshness(freshness);
        if (!detail && freshness == Freshness::Recorded)
            m_sentence->set(ComparePage::tr("The charts of this token are not in the investigation"),
                            colors().muted);
        if (!detail)
            return;
        const Micros since = freshness == Freshness::Live ? Micros(now - detail->reading.at) : Micros::zero();
        if (const QString area = m_live->areaSentence(); !area.isEmpty())
            return m_sentence->set(area, agedColor(colors().accent, freshness),
                                   area.section(QStringLiteral(" · "), 0, 2));
        const TokenSentence sentence = sentenceFor(detail->reading, since);
        m_sentence->set(sentence.text, agedColor(statusColor(sentence.state, sentence.verdicts), freshness),
                        sentence.brief);
    }

    /// What can be seen of it, for the legend of all.
    WindowKinds kinds() const { return detail ? m_live->kindsShown() : WindowKinds(); }

    const Subject key;
    SharedDetail detail;
    QPushButton* closes = new QPushButton(QStringLiteral("✕"));

private:
    Pill* m_sentence;
    PlainLabel* m_usage = named("usage", new PlainLabel({}, PlainLabel::Tone::Muted));
    LiveWindow* m_live;
};

ComparePage::ComparePage(Session& session, QWidget* parent)
    : PageWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_time([this] { return m_link.serverNow(); }, &session.histories().moments())
    , m_banner(new PageBanner(m_link))
    , m_clientText(named("comparedClient", wholeLabel({})))
    , m_spanText(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_empty(new EmptyState)
    , m_save(named("savePicture", new QPushButton(tr("Save picture…"))))
    , m_legend(new WindowLegend)
    , m_list(new QWidget)
    , m_scroll(makeScrollArea(m_list))
    , m_rows(new QVBoxLayout(m_list))
{
    auto* const age = new AgeLabel(session, [this] { return m_tokens.empty() ? Instant{} : m_lastReading; });
    age->setPausedText([this] {
        std::optional<Units> newer; // of those of which it is known
        for (const ComparedToken* const token : m_tokens)
            if (const std::optional<Units> its = m_session.newer(token->key))
                newer = newer.value_or(0) + *its;
        return pausedText(m_link.serverNow() - m_session.pausedSince(), newer);
    });
    const auto [layout, head] = framePage(this, m_banner, tr("Compare"), m_spanText, age);
    m_clientText->setFont(headingFont());
    head->insertWidget(1, m_clientText); // behind the page's name
    head->addWidget(m_save);

    layout->addWidget(m_legend);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(12);
    m_rows->addStretch(1);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_empty, 1); // in place of the list
    auto* const choose = new QAction(tr("Choose tokens"), this);
    connect(choose, &QAction::triggered, this, &ComparePage::tokensPageWanted);
    m_empty->set(
        tr("Nothing to compare yet. Choose tokens on the Tokens page, one or several, and open them here "
           "with Ctrl+Return."),
        choose);

    connect(m_save, &QPushButton::clicked, this, [this] {
        saveFile(window(), tr("Save picture"), QStringLiteral("compared-tokens.png"), pngOf(m_list),
                 [this](const QString& sentence) { Q_EMIT done(sentence); });
    });
    connect(&m_session, &Session::detailRead, this, &ComparePage::take);
    connect(&m_session.changes(), &Changes::failed, this, [this](const QString& sentence) {
        if (isVisible())
            m_banner->setProblem(sentence);
    });
    connect(&m_session.changes(), &Changes::done, this, [this] { m_banner->setProblem({}); });
    connect(&m_session, &Session::formatsRetired, this, &ComparePage::retire);
    connect(&m_session, &Session::freshnessChanged, this, [this] {
        stopOrMove();
        updateTexts();
    });
    connect(&m_time, &TimeLine::changed, this, &ComparePage::updateTexts);
    connect(&m_time, &TimeLine::areaMoved, this, &ComparePage::updateTexts);
    m_ticks.setInterval(countdownInterval);
    connect(&m_ticks, &QTimer::timeout, this, &ComparePage::updateTexts);
    m_ticks.start();
    setClient({});
    tokensChanged();
}

std::vector<Subject> ComparePage::tokens() const
{
    std::vector<Subject> keys;
    keys.reserve(m_tokens.size());
    for (const ComparedToken* token : m_tokens)
        keys.push_back(token->key);
    return keys;
}

void ComparePage::open(const std::vector<Subject>& keys)
{
    if (add(keys))
        setClient({});
}

void ComparePage::openClient(const QString& name, const std::vector<Subject>& keys)
{
    for (const Subject& key : tokens())
        if (std::ranges::find(keys, key) == keys.end())
            close(key);
    add(keys);
    setClient(name);
}

void ComparePage::setClient(const QString& name)
{
    constexpr int longest = 40;
    m_client = name;
    m_clientText->setText(name.isEmpty()
                              ? QString()
                              : QStringLiteral("· %1").arg(shortened(shown(name.toStdString()), longest)));
    m_clientText->setVisible(!name.isEmpty());
}

// Whether there are others than before.
bool ComparePage::add(const std::vector<Subject>& keys)
{
    QString problem;
    const std::size_t before = m_tokens.size();
    for (const Subject& key : keys) {
        if (std::ranges::find(m_tokens, key, &ComparedToken::key) != m_tokens.end())
            continue;
        if (m_tokens.size() == mostTokens) {
            problem = tr("Only %1 tokens can be compared at once; close some of them to see others.")
                          .arg(mostTokens);
            break;
        }
        auto* const token = new ComparedToken(key, m_time);
        m_rows->insertWidget(int(m_tokens.size()), token);
        m_tokens.push_back(token);
        connect(token->closes, &QPushButton::clicked, this, [this, key] { close(key); });
    }
    m_banner->setProblem(problem);
    tokensChanged();
    return m_tokens.size() > before;
}

void ComparePage::close(const Subject& key)
{
    const auto found = std::ranges::find(m_tokens, key, &ComparedToken::key);
    if (found == m_tokens.end())
        return;
    (*found)->hide();
    (*found)->deleteLater(); // its own button may have asked for it
    m_tokens.erase(found);
    m_banner->setProblem({});
    if (m_tokens.empty())
        setClient({});
    updateReach();
    tokensChanged();
}

void ComparePage::retire(const FormatSet& formats)
{
    for (const Subject& key : tokens())
        if (formats.contains(key.format)) {
            close(key);
            if (const std::optional<Subject> now = m_session.successor(key))
                add({*now});
        }
}

void ComparePage::tokensChanged()
{
    m_scroll->setVisible(!m_tokens.empty());
    m_empty->setVisible(m_tokens.empty());
    m_save->setEnabled(!m_tokens.empty());
    m_session.setOpen(tokens());
    updateTexts();
    Q_EMIT countChanged(int(m_tokens.size()));
}

void ComparePage::take(const SharedDetail& detail)
{
    const auto found = std::ranges::find(m_tokens, detail->reading.subject, &ComparedToken::key);
    if (found == m_tokens.end())
        return;
    const bool otherRules = !(*found)->detail || (*found)->detail->reading.policy != detail->reading.policy ||
                            !detail->reading.inFlight.empty(); // which grow older
    (*found)->present(detail, m_session.histories().find(detail->reading.subject));
    m_lastReading = detail->reading.at;
    m_banner->setKnownAt(m_lastReading);
    if (otherRules)
        updateReach();
    stopOrMove();
}

// What is lively for the slowest of them, so that all fit.
void ComparePage::updateReach()
{
    LiveWindow::Reach all;
    for (const ComparedToken* token : m_tokens)
        if (token->detail && token->detail->reading.policy) {
            const LiveWindow::Reach reach = LiveWindow::reachOf(*token->detail);
            all.usual = std::max(all.usual, reach.usual);
            all.longest = std::max(all.longest, reach.longest);
        }
    if (all.longest > Micros::zero())
        m_time.setReach(all.usual, all.longest);
}

void ComparePage::stopOrMove()
{
    m_time.stopAt(m_session.freshness() == Freshness::Live || m_lastReading == Instant{}
                      ? std::nullopt
                      : std::optional(m_lastReading));
}

void ComparePage::updateTexts()
{
    if (!isVisible())
        return;
    m_spanText->setText(m_tokens.empty() ? QString()
                        : m_time.area()  ? stretchText(*m_time.area())
                                         : timeLineText(m_time));
    WindowKinds kinds;
    for (ComparedToken* token : m_tokens) {
        token->tell(m_link.serverNow(), m_session.freshness());
        for (const WindowKind kind : token->kinds())
            if (!kinds.contains(kind))
                kinds << kind;
    }
    std::ranges::sort(kinds);
    m_legend->present(kinds, m_session.freshness());
}

} // namespace ratewarden::ui
