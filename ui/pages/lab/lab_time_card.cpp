// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_time_card.h"

#include "ui/dialogs/chart_table_dialog.h"
#include "ui/pages/lab/lab_transport.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/glyph_button.h"
#include "ui/widgets/layouts.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {

LabTimeCard::LabTimeCard(LabBench& bench, QAction* showFirst, Moments* moments, QWidget* parent)
    : Card({}, parent)
    , m_bench(bench)
    , m_showFirst(showFirst)
    , m_token(named("labToken", new PlainLabel))
    , m_differences(named("labDifferences", wholeLabel({}, PlainLabel::Tone::Muted)))
    , m_previous(new GlyphButton(GlyphButton::Glyph::Previous))
    , m_next(new GlyphButton(GlyphButton::Glyph::Next))
    , m_ask(named("askNext", new QPushButton(tr("Ask…"))))
    , m_strips(new DecisionStrips(moments))
    , m_empty(new EmptyState(m_strips))
    , m_transport(new LabTransport)
    , m_reason(named("labReason", new PlainLabel))
{
    body()->setContentsMargins(14, 8, 14, 10);
    body()->setSpacing(6);
    auto* const head = new QHBoxLayout;
    m_token->setFont(boldFont(monospaceFont()));
    head->addWidget(m_token, 1);
    head->addWidget(m_differences);
    for (GlyphButton* const button : {m_previous, m_next})
        head->addWidget(button);
    m_ask->setFlat(true);
    m_ask->setCheckable(true);
    m_ask->setToolTip(tr("What the next request of a token would get; nothing is charged"));
    head->addWidget(m_ask);
    m_previous->setAccessibleName(tr("Previous difference"));
    m_previous->setToolTip(tr("Previous difference (Shift+N)"));
    m_next->setAccessibleName(tr("Next difference"));
    m_next->setToolTip(tr("Next difference (N)"));
    m_table = makeTableButton(m_strips, [this] { return m_token->text(); });
    head->addWidget(m_table);
    body()->addLayout(head);
    m_empty->setMinimumHeight(m_strips->sizeHint().height());
    body()->addWidget(m_empty);
    body()->addWidget(m_strips);
    body()->addWidget(m_transport);
    m_reason->setWrapped(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_reason->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_reason->setMinimumHeight(2 * m_reason->fontMetrics().lineSpacing());
    body()->addWidget(m_reason);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connectAll();
}

void LabTimeCard::connectAll()
{
    connect(&m_bench, &LabBench::changed, this, [this](LabBench::Inputs inputs) {
        if (inputs & LabBench::Traffic)
            clear();
        else if (inputs & LabBench::Stretch)
            showStretch();
    });
    connect(&m_bench, &LabBench::answered, this, [this](LabRunner::Question question) {
        if (question == LabRunner::Question::TokenLines)
            present();
        else if (question == LabRunner::Question::Explanation)
            explain(explanationText(candidateName(m_bench.candidate().name), m_bench.explanation()));
    });
    connect(m_previous, &QPushButton::clicked, this, [this] { goToDifference(false); });
    connect(m_next, &QPushButton::clicked, this, [this] { goToDifference(true); });
    connect(m_strips, &DecisionStrips::cursorMoved, this, &LabTimeCard::showCursor);
    connect(m_strips, &TimeChart::areaChosen, this, &LabTimeCard::showReason);
    connect(m_strips, &DecisionStrips::timeMoved, this, &LabTimeCard::timeMoved);
    connect(m_ask, &QPushButton::toggled, this, &LabTimeCard::askToggled);
    LabPlayer* const player = &m_transport->player();
    connect(player, &LabPlayer::moved, this, &LabTimeCard::followPlayer);
    connect(player, &LabPlayer::playingChanged, this, [this, player](bool playing) {
        m_isPlayed = m_isPlayed || playing;
        if (!playing && player->position() && *player->position() + 1 == player->size())
            leavePlayed(); // all is decided
    });
    connect(m_transport, &LabTransport::begins, this, [this, player] {
        if (player->position() || m_strips->data() == nullptr)
            return;
        const std::vector<Instant>& times = m_strips->data()->times;
        const auto first = std::ranges::lower_bound(times, m_strips->shownTime().from);
        if (first != times.end()) // what is seen
            player->seek(std::size_t(first - times.begin()));
    });
    connect(m_transport, &LabTransport::scrubbed, this, [this, player](std::size_t request) {
        m_isPlayed = true;
        player->seek(request);
        followPlayer();
    });
    auto* const escape = new QAction(this);
    escape->setShortcut(QKeySequence(Qt::Key_Escape));
    escape->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QAction::triggered, this, &LabTimeCard::leavePlayed);
    addAction(escape);
}

void LabTimeCard::present()
{
    const std::shared_ptr<const StripData>& strips = m_bench.line().strips;
    QStringList names(tr("requests"));
    for (const Candidate& each : m_bench.candidates())
        names << candidateName(each.name);
    names << tr("differs");
    m_token->setText(shown(m_bench.nameOf(m_bench.line().token)));
    LabPlayer& player = m_transport->player();
    const bool sameTimes = m_strips->data() != nullptr && m_strips->data()->times == strips->times;
    if (!sameTimes)
        leavePlayed();
    player.setTimes({strips, &strips->times});
    const bool outer = std::exchange(m_following, sameTimes); // other rules do not stop what plays
    // Before what hides hands the focus on.
    m_strips->setVisible(true);
    m_empty->set({});
    m_strips->present(strips, names);
    m_following = outer;
    if (const auto time = std::exchange(m_wantedTime, std::nullopt))
        m_strips->show(*time);
    if (const auto area = std::exchange(m_wantedArea, std::nullopt)) {
        m_strips->time().setArea(area);
        showReason();
    }
    if (!m_wantedCursor)
        return;
    const auto found = std::ranges::lower_bound(strips->times, *m_wantedCursor);
    if (found != strips->times.end())
        m_strips->setCursorAt(std::size_t(found - strips->times.begin()));
    m_wantedCursor.reset();
}

void LabTimeCard::showTimes(const std::optional<TimeRange>& time, const std::optional<TimeRange>& area)
{
    m_wantedTime = time;
    m_wantedArea = area;
}

void LabTimeCard::showStretch()
{
    const TimeRange& stretch = m_bench.stretch();
    m_strips->show(stretch == allTime ? m_bench.traffic()->time() : stretch);
    const bool isOutside = m_strips->data() != nullptr && m_strips->cursor() &&
                           !stretch.contains(m_strips->data()->times[*m_strips->cursor()]);
    if (isOutside)
        m_strips->setCursorAt(std::nullopt); // what is next is looked for within
}

// Other traffic, or none any more: no token is chosen.
void LabTimeCard::clear()
{
    m_token->setText({});
    const bool hasTraffic = m_bench.traffic() != nullptr;
    if (hasTraffic)
        m_strips->setWhole(m_bench.traffic()->time());
    m_empty->set(hasTraffic ? tr("Choose a token to see its time line") : QString(), m_showFirst);
    m_strips->setVisible(!hasTraffic);
    leavePlayed();
    m_transport->player().setTimes(nullptr);
    m_strips->present(nullptr);
    explain({});
}

void LabTimeCard::explain(const QString& text)
{
    m_explanation = text;
    showReason();
}

void LabTimeCard::showReason()
{
    const QString area = m_strips->areaSentences();
    m_reason->setText(area.isEmpty() ? m_explanation : area);
}

void LabTimeCard::goToDifference(bool forward)
{
    if (m_strips->goToDifference(forward) || m_strips->data() == nullptr)
        return;
    m_explanation = forward ? tr("No difference after this.") : tr("No difference before this.");
    m_reason->setText(m_explanation); // also while an area is marked: the key has been heard
}

void LabTimeCard::followPlayer()
{
    if (!m_transport->player().position())
        return;
    m_isPlayed = true;
    const bool outer = std::exchange(m_following, true);
    const std::size_t request = *m_transport->player().position();
    if (m_strips->cursor() == request)
        showMoment();
    else
        m_strips->goTo(request);
    m_following = outer;
}

void LabTimeCard::leavePlayed()
{
    m_isPlayed = false;
    m_transport->player().pause();
    m_strips->setDecidedUntil(std::nullopt);
}

void LabTimeCard::showMoment()
{
    m_strips->setDecidedUntil(m_isPlayed && m_strips->cursor() ? std::optional(m_transport->player().moment())
                                                               : std::nullopt);
    m_transport->refresh();
}

void LabTimeCard::showCursor()
{
    const bool hasData = m_strips->data() != nullptr;
    const std::optional<std::size_t> cursor = hasData ? m_strips->cursor() : std::nullopt;
    LabPlayer& player = m_transport->player();
    if (!m_following) { // the operator goes somewhere else
        player.pause();
        player.seek(cursor);
    }
    showMoment();
    const std::size_t left = m_strips->differencesLeft();
    m_differences->setText(!hasData    ? QString()
                           : left == 0 ? tr("next difference: N · none left")
                                       : tr("next difference: N · %1 left").arg(numberText(Units(left))));
    m_previous->setEnabled(hasData);
    m_table->setVisible(hasData);
    m_next->setEnabled(left > 0);
    if (!cursor)
        explain(hasData ? tr("Press N for the next difference, or click a request, to see why.") : QString());
    m_bench.setCursor(cursor);
}

} // namespace ratewarden::ui
