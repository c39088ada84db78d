// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_rules_card.h"

#include "ui/pages/lab/lab_burst_line.h"
#include "ui/pages/lab/lab_rule_row.h"
#include "ui/pages/lab/lab_sentence.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/token_chip.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostChips = 2; // more are a number
constexpr int roomForChips = 250;

QStringList markNames(const std::vector<LabRulesCard::Mark>& marks)
{
    QStringList names;
    for (const LabRulesCard::Mark& mark : marks)
        names << mark.name;
    return names;
}

/// Of its band, on the slider's scale.
double widthOf(const WindowProposal& proposal)
{
    return std::log(double(proposal.band->highest) / double(std::max<Units>(1, proposal.band->lowest)));
}

} // namespace

LabRulesCard::LabRulesCard(QWidget* parent)
    : Card({}, parent)
    , m_title(new PlainLabel)
    , m_windows(new QPushButton(tr("Add rule")))
    , m_algorithm(new QComboBox)
    , m_sentence(new LabSentence)
    , m_rowsLayout(new QVBoxLayout)
    , m_chips(new QHBoxLayout)
    , m_add(new QLineEdit)
    , m_publish(new QPushButton(tr("Publish…")))
    , m_set(new QPushButton(tr("Set as candidate")))
    , m_ofWhich(new QMenu(m_set))
{
    body()->setContentsMargins(14, 10, 14, 12);
    auto* const head = new QHBoxLayout;
    m_title->setFont(cardTitleFont());
    head->addWidget(m_title, 1);
    m_windows->setFlat(true);
    m_windows->setObjectName("addWindow");
    m_windows->setToolTip(tr("Add a rule with another window"));
    m_windows->setMenu(makeWindowsMenu());
    head->addWidget(m_windows);
    addAlgorithms(m_algorithm);
    m_algorithm->setObjectName("labAlgorithm");
    m_algorithm->setAccessibleName(tr("Algorithm"));
    head->addWidget(m_algorithm);
    body()->addLayout(head);
    body()->addWidget(m_sentence);
    m_rowsLayout->setSpacing(2);
    body()->addLayout(m_rowsLayout);
    body()->addWidget(makeFooter());
    body()->addStretch(1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);

    connect(m_algorithm, &QComboBox::activated, this, [this] {
        m_policy.algorithm = m_algorithm->currentData().toString().toStdString();
        showBurstFields();
        Q_EMIT changed();
    });
    connect(m_sentence, &LabSentence::acted, this, &LabRulesCard::useProposal);
    connect(m_publish, &QPushButton::clicked, this, &LabRulesCard::publishWanted);
    connect(m_set, &QPushButton::clicked, this, [this] {
        if (!m_enforced.empty()) // else its menu opens
            Q_EMIT candidateWanted(m_enforced);
    });
    connect(m_add, &QLineEdit::returnPressed, this, [this] {
        if (!m_add->text().isEmpty())
            Q_EMIT markWanted(m_add->text());
    });
    setMarks({});
}

QMenu* LabRulesCard::makeWindowsMenu()
{
    using namespace std::chrono_literals;
    auto* const menu = new QMenu(m_windows);
    for (const Micros window :
         {Micros(100ms), Micros(5s), Micros(10s), Micros(30s), Micros(5min), Micros(10min), Micros(15min),
          Micros(30min), Micros(2h), Micros(6h), Micros(12h), Micros(24h), Micros(168h)})
        connect(menu->addAction(perWindowText(window)), &QAction::triggered, this, [this, window] {
            m_window = window;
            Q_EMIT windowWanted(window);
        });
    return menu;
}

QWidget* LabRulesCard::makeFooter()
{
    auto* const footer = new QWidget;
    auto* const column = new QVBoxLayout(footer);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(8);
    auto* const row = new QHBoxLayout;
    row->setSpacing(6);
    auto* const stop = new PlainLabel(tr("stop"), PlainLabel::Tone::Muted);
    stop->setElided(false);
    row->addWidget(stop);
    m_chips->setSpacing(4);
    row->addLayout(m_chips);
    m_add->setObjectName("addMark");
    m_add->setPlaceholderText(tr("add a token"));
    m_add->setAccessibleName(tr("Token to stop"));
    m_add->setMinimumWidth(m_add->fontMetrics().horizontalAdvance(m_add->placeholderText()) + 24);
    row->addWidget(m_add, 1);
    m_publish->setObjectName("publishRules");
    m_publish->setToolTip(plainToolTip(tr("Open these rules in the editor of the Policies page, in place of "
                                          "the enforced ones, or as a new policy")));
    m_set->setObjectName("setAsCandidate");
    m_ofWhich->setObjectName("candidateOf");
    setProminent(m_set, false);
    column->addLayout(row);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_publish);
    buttons->addWidget(m_set);
    column->addLayout(buttons);
    return footer;
}

void LabRulesCard::makeRows(std::vector<Micros> windows)
{
    if (windows == this->windows())
        return;
    for (LabRuleRow* const row : m_rows) {
        row->hide();
        row->deleteLater(); // its own field may have asked for it
    }
    m_rows.clear();
    for (const Micros window : windows) {
        auto* const row = new LabRuleRow(window);
        row->setObjectName(QStringLiteral("rule%1").arg(m_rows.size()));
        m_rowsLayout->addWidget(row);
        m_rows.push_back(row);
        connect(row, &LabRuleRow::effectOpened, this, [this, window] {
            if (std::exchange(m_window, window) != window)
                Q_EMIT windowChanged(); // its peaks
            Q_EMIT effectOpened();
        });
        connect(row, &LabRuleRow::limitChosen, this, [this, window] {
            const bool other = std::exchange(m_window, window) != window;
            updateButtons();
            Q_EMIT changed();
            if (other)
                Q_EMIT windowChanged();
        });
    }
    if (std::ranges::find(windows, m_window) == windows.end() && !windows.empty())
        m_window = windows.front();
    setPeaks(m_peaks);
}

void LabRulesCard::present(const Candidate& candidate, std::vector<Micros> windows, bool readOnly)
{
    m_readOnly = readOnly;
    m_name = candidate.name;
    m_policy = candidate.policy;
    for (const Rule& rule : m_policy.rules)
        if (!rule.atOnce)
            windows.push_back(rule.window);
    std::ranges::sort(windows);
    windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
    makeRows(std::move(windows));
    m_title->setText(readOnly ? tr("Enforced rules") : tr("Rules of candidate %1").arg(shown(m_name)));
    m_algorithm->setEnabled(!readOnly);
    m_windows->setEnabled(!readOnly);
    m_algorithm->setCurrentIndex(m_algorithm->findData(QString::fromStdString(m_policy.algorithm)));
    for (LabRuleRow* const row : m_rows) {
        const auto rule = std::ranges::find_if(
            m_policy.rules, [&](const Rule& one) { return !one.atOnce && one.window == row->window(); });
        row->setEnabled(!readOnly);
        row->setLimit(rule == m_policy.rules.end() ? std::nullopt : std::optional(rule->limit));
        row->setBurst(rule == m_policy.rules.end() ? 0 : rule->burst);
    }
    showBurstFields();
}

void LabRulesCard::showBurstFields()
{
    const bool takesBurst = algorithmNamed(m_policy.algorithm).takesBurst();
    for (LabRuleRow* const row : m_rows)
        row->setTakesBurst(takesBurst);
}

Candidate LabRulesCard::candidate() const
{
    Candidate entered{m_name, m_policy};
    entered.policy.rules.clear(); // also of requests at once, which cannot be tried
    const bool takesBurst = algorithmNamed(m_policy.algorithm).takesBurst();
    for (const LabRuleRow* const row : m_rows)
        if (row->limit())
            entered.policy.rules.push_back({*row->limit(), row->window(), takesBurst ? row->burst() : 0});
    return entered;
}

std::vector<Micros> LabRulesCard::windows() const
{
    std::vector<Micros> windows;
    for (const LabRuleRow* const row : m_rows)
        windows.push_back(row->window());
    return windows;
}

LabRuleRow* LabRulesCard::row(Micros window) const
{
    const auto found = std::ranges::find(m_rows, window, &LabRuleRow::window);
    return found == m_rows.end() ? nullptr : *found;
}

void LabRulesCard::setMarks(std::vector<Mark> marks)
{
    m_marks = std::move(marks);
    clearLayout(m_chips);
    std::size_t chips = 0;
    for (int room = roomForChips; chips < std::min(m_marks.size(), mostChips); ++chips) {
        auto chip = std::make_unique<TokenChip>(m_marks[chips].name);
        room -= chip->sizeHint().width();
        if (room < 0 && chips > 0)
            break;
        connect(chip.get(), &TokenChip::clicked, this,
                [this, token = m_marks[chips].token] { Q_EMIT unmarkWanted(token); });
        m_chips->addWidget(chip.release());
    }
    if (m_marks.size() > chips) {
        auto* const more = new PlainLabel(tr("+ %1").arg(numberText(Units(m_marks.size() - chips))));
        more->setElided(false);
        m_chips->addWidget(more);
    }
    m_add->clear();
    setPeaks(m_peaks);
}

void LabRulesCard::setPeaks(const SharedPeaks& peaks)
{
    m_peaks = peaks;
    for (LabRuleRow* const row : m_rows) {
        std::vector<LimitSlider::Tick> ticks;
        Units largest = 10;
        const auto window =
            peaks ? std::size_t(std::ranges::find(peaks->windows(), row->window()) - peaks->windows().begin())
                  : 0;
        if (peaks && window < peaks->windows().size() && peaks->tokens() > 0) {
            for (const Units peak : samplePeaks(*peaks, window))
                ticks.push_back({peak, false, {}});
            for (const Mark& mark : m_marks)
                ticks.push_back({peaks->of(mark.token, window), true, mark.name});
            largest = peaks->of(peaks->highestFirst(window).front(), window);
        }
        row->slider().setLargest(largest + largest / 2);
        row->slider().setTicks(std::move(ticks));
    }
}

void LabRulesCard::setEffect(const LabEffect* effect)
{
    std::size_t rule = 0;
    const bool unknown = effect != nullptr && !effect->known;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (unknown) {
            m_rows[i]->setUnknown();
            continue;
        }
        const WindowProposal* proposal = nullptr;
        if (effect != nullptr) {
            const auto found =
                std::ranges::find(effect->proposals, m_rows[i]->window(), &WindowProposal::window);
            proposal = found == effect->proposals.end() ? nullptr : &*found;
        }
        const LimitEffect* does = nullptr;
        if (m_rows[i]->limit()) {
            does = effect != nullptr && rule < effect->rules.size() ? &effect->rules[rule] : nullptr;
            ++rule;
        }
        m_rows[i]->setEffect(proposal, does, m_marks.size());
    }
    showSentence(effect);
}

void LabRulesCard::setBursts(const LabBursts* bursts)
{
    for (LabRuleRow* const row : m_rows) {
        const BurstProposal* const proposal =
            bursts != nullptr && row->limit() ? bursts->of({*row->limit(), row->window(), 0}) : nullptr;
        QString otherwise;
        if (!m_marks.empty() && !m_readOnly)
            otherwise = m_stretched ? tr("proposed for all requests only") : tr("Computing…");
        row->burstLine().setProposal(proposal, m_marks.size(), otherwise);
    }
}

void LabRulesCard::updateButtons()
{
    const bool can = !m_readOnly && !m_policy.algorithm.empty() && !candidate().policy.rules.empty();
    m_publish->setEnabled(can);
    m_set->setEnabled(can && !m_policies.empty());
    m_set->setToolTip(
        plainToolTip(m_policies.empty()
                         ? tr("No policy is published on this server that could have a candidate")
                         : tr("Open these rules on the Policies page as the candidate of a policy: evaluated "
                              "and counted on the same requests, but nothing is denied")));
}

void LabRulesCard::setPolicies(std::vector<std::string> policies, const std::string& enforced)
{
    m_enforced = std::ranges::find(policies, enforced) != policies.end() ? enforced : std::string();
    if (std::exchange(m_policies, std::move(policies)) != m_policies || m_ofWhich->isEmpty()) {
        m_ofWhich->clear();
        m_ofWhich->addSection(tr("Candidate of"));
        for (const std::string& policy : m_policies)
            connect(m_ofWhich->addAction(withoutKeys(shown(policy))), &QAction::triggered, this,
                    [this, policy] { Q_EMIT candidateWanted(policy); });
    }
    m_set->setMenu(m_enforced.empty() ? m_ofWhich : nullptr);
    updateButtons();
}

void LabRulesCard::showSentence(const LabEffect* effect)
{
    using Tone = LabSentence::Tone;
    m_proposal.reset();
    updateButtons();
    if (m_marks.empty()) {
        m_sentence->set(Tone::Neutral, tr("Mark the tokens to stop, and the lab proposes the limits."),
                        tr("Select one below and press Space, or type it here."), {});
        return;
    }
    if (effect == nullptr) {
        m_sentence->set(Tone::Neutral, tr("Computing…"), {}, {});
        return;
    }
    if (!effect->known) {
        m_sentence->set(Tone::Neutral,
                        tr("A burst differs from its limit: only a trial tells who is denied."),
                        tr("See the tokens below; each rule proposes bursts."), {});
        return;
    }
    // The shortest window, as it acts first, of those that leave about as much choice as the best.
    double widest = 0;
    for (const WindowProposal& proposal : effect->proposals)
        widest = std::max(widest, proposal.band ? widthOf(proposal) : 0);
    for (const WindowProposal& proposal : effect->proposals)
        if (proposal.band && !m_proposal && widthOf(proposal) >= widest / 2)
            m_proposal = proposal;
    const QStringList names = markNames(m_marks);
    if (!m_proposal) {
        m_sentence->set(Tone::Bad, noBandSentence(names),
                        tr("Every limit that stops it also denies others, or none stops all of it."), {});
        return;
    }
    const QString basis = (m_stretched ? tr("Peaks of %1 in %2 windows, of this time alone.")
                                       : tr("Peaks of %1 in %2 windows, exact for this algorithm."))
                              .arg(tokensText(Units(m_peaks ? m_peaks->tokens() : 0)),
                                   numberText(Units(effect->proposals.size())));
    const std::optional<Units> limit =
        row(m_proposal->window) ? row(m_proposal->window)->limit() : std::nullopt;
    const bool isTaken = limit && *limit >= m_proposal->band->lowest && *limit <= m_proposal->band->highest;
    m_sentence->set(Tone::Good, bandSentence(*m_proposal, names), basis,
                    isTaken || m_readOnly ? QString()
                                          : tr("Use %1").arg(numberText(limitWithin(*m_proposal->band))));
}

void LabRulesCard::useProposal()
{
    if (!m_proposal || row(m_proposal->window) == nullptr)
        return;
    row(m_proposal->window)->setLimit(limitWithin(*m_proposal->band));
    const bool other = std::exchange(m_window, m_proposal->window) != m_proposal->window;
    Q_EMIT changed();
    if (other)
        Q_EMIT windowChanged();
}

QString LabRulesCard::sentence() const
{
    return m_sentence->text();
}

} // namespace ratewarden::ui
