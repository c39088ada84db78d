// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_rules_card.h"

#include "ui/pages/lab/lab_burst_line.h"
#include "ui/pages/lab/lab_rule_row.h"
#include "ui/pages/lab/lab_slots_row.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/palette_change.h"
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

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostChips = 2; // more are a number
constexpr int roomForChips = 250;

QStringList markNames(const LabBench& bench)
{
    QStringList names;
    for (const TokenId token : bench.marked())
        names << shown(bench.nameOf(token));
    return names;
}

/// Of its band, on the slider's scale.
double widthOf(const WindowProposal& proposal)
{
    return std::log(double(proposal.band->highest) / double(std::max<Units>(1, proposal.band->lowest)));
}

} // namespace

LabRulesCard::LabRulesCard(Session& session, LabBench& bench, QWidget* parent)
    : Card({}, parent)
    , m_session(session)
    , m_bench(bench)
    , m_title(new PlainLabel)
    , m_windows(named("addWindow", new QPushButton(tr("Add rule"))))
    , m_algorithm(named("labAlgorithm", new QComboBox))
    , m_sentence(new LabSentence)
    , m_slots(new LabSlotsRow)
    , m_rowsLayout(new QVBoxLayout)
    , m_chips(new QHBoxLayout)
    , m_add(named("addMark", new QLineEdit))
    , m_publish(named("publishRules", new QPushButton(tr("Publish…"))))
    , m_set(named("setAsCandidate", new QPushButton(tr("Set as candidate"))))
    , m_ofWhich(named("candidateOf", new QMenu(m_set)))
{
    body()->setContentsMargins(14, 10, 14, 12);
    auto* const head = new QHBoxLayout;
    m_title->setFont(cardTitleFont());
    head->addWidget(m_title, 1);
    m_windows->setFlat(true);
    m_windows->setToolTip(tr("Add a rule with another window"));
    m_windows->setMenu(makeWindowsMenu());
    head->addWidget(m_windows);
    addAlgorithms(m_algorithm);
    m_algorithm->setAccessibleName(tr("Algorithm"));
    head->addWidget(m_algorithm);
    body()->addLayout(head);
    body()->addWidget(m_sentence);
    body()->addWidget(m_slots);
    m_rowsLayout->setSpacing(2);
    body()->addLayout(m_rowsLayout);
    body()->addWidget(makeFooter());
    body()->addStretch(1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connectAll();
    present();
    onPaletteChange(this, [this] {
        if (m_bench.traffic()) {
            showEffect();
            showBursts();
        }
    });
}

void LabRulesCard::connectAll()
{
    connect(m_algorithm, &QComboBox::activated, this, [this] {
        m_policy.algorithm = m_algorithm->currentData().toString().toStdString();
        showAlgorithmFields();
        takeEntered();
    });
    connect(m_slots, &LabSlotsRow::ruleChosen, this, [this] {
        updateButtons();
        takeEntered();
    });
    connect(m_sentence, &LabSentence::acted, this, &LabRulesCard::useProposal);
    connect(m_publish, &QPushButton::clicked, this, [this] {
        Policy rules = entered();
        rules.name = m_bench.enforcedPolicy();
        Q_EMIT publishWanted(rules.name, rules);
    });
    connect(m_set, &QPushButton::clicked, this, [this] {
        if (!m_enforced.empty()) // else its menu opens
            proposeFor(m_enforced);
    });
    connect(m_add, &QLineEdit::returnPressed, this, &LabRulesCard::markTyped);
    connect(&m_session, &Session::policiesRead, this, &LabRulesCard::listPolicies);
    connect(&m_bench, &LabBench::changed, this, &LabRulesCard::takeChanged);
    connect(&m_bench, &LabBench::answered, this, [this](LabRunner::Question question) {
        if (question == LabRunner::Question::Peaks)
            showPeaks();
        else if (question == LabRunner::Question::Effect)
            showEffect();
        else if (question == LabRunner::Question::Bursts)
            showBursts();
    });
}

void LabRulesCard::takeChanged(LabBench::Inputs inputs)
{
    using Bench = LabBench;
    if (inputs & (Bench::Candidates | Bench::Chosen | Bench::Windows | Bench::Marks))
        present();
    else if (inputs & Bench::Rules) // which stand here
        showBursts();
    else if (inputs & Bench::Stretch)
        showEffect();
}

void LabRulesCard::setWindow(Micros window)
{
    if (std::exchange(m_window, window) != window)
        Q_EMIT windowChanged(window);
}

QMenu* LabRulesCard::makeWindowsMenu()
{
    using namespace std::chrono_literals;
    auto* const menu = new QMenu(m_windows);
    for (const Micros window :
         {Micros(100ms), Micros(5s), Micros(10s), Micros(30s), Micros(5min), Micros(10min), Micros(15min),
          Micros(30min), Micros(2h), Micros(6h), Micros(12h), Micros(24h), Micros(168h)})
        menu->addAction(perWindowText(window), this, [this, window] {
            setWindow(window);
            m_bench.addWindow(window);
        });
    return menu;
}

QWidget* LabRulesCard::makeFooter()
{
    auto* const footer = new QWidget;
    auto* const column = new QVBoxLayout(footer);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(8);
    auto* const row = rowLayout(6);
    row->addWidget(wholeLabel(tr("stop"), PlainLabel::Tone::Muted));
    m_chips->setSpacing(4);
    row->addLayout(m_chips);
    m_add->setPlaceholderText(tr("add a token"));
    m_add->setAccessibleName(tr("Token to stop"));
    m_add->setMinimumWidth(m_add->fontMetrics().horizontalAdvance(m_add->placeholderText()) + 24);
    row->addWidget(m_add, 1);
    m_publish->setToolTip(plainToolTip(tr("Open these rules in the editor of the Policies page, in place of "
                                          "the enforced ones, or as a new policy")));
    setProminent(m_set, false);
    column->addLayout(row);
    auto* const buttons = rowLayout(8);
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
            setWindow(window);
            Q_EMIT filterWanted(LabSufferersCard::hurtTokens);
        });
        connect(row, &LabRuleRow::limitChosen, this, [this, window] {
            updateButtons();
            takeEntered();
            setWindow(window);
        });
    }
    if (std::ranges::find(windows, m_window) == windows.end() && !windows.empty())
        setWindow(windows.front());
}

void LabRulesCard::present()
{
    const bool readOnly = m_bench.isReadOnly();
    m_policy = m_bench.candidate().policy;
    std::vector<Micros> windows = m_bench.windows();
    for (const Rule& rule : m_policy.rules)
        if (!rule.atOnce)
            windows.push_back(rule.window);
    std::ranges::sort(windows);
    windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
    makeRows(std::move(windows));
    m_title->setText(readOnly ? tr("Enforced rules")
                              : tr("Rules of candidate %1").arg(shown(m_bench.candidate().name)));
    m_algorithm->setEnabled(!readOnly);
    m_windows->setEnabled(!readOnly);
    m_algorithm->setCurrentIndex(m_algorithm->findData(QString::fromStdString(m_policy.algorithm)));
    m_slots->present(m_policy.rules);
    m_slots->setEnabled(!readOnly);
    for (LabRuleRow* const row : m_rows) {
        const auto rule = std::ranges::find_if(
            m_policy.rules, [&](const Rule& one) { return !one.atOnce && one.window == row->window(); });
        row->setEnabled(!readOnly);
        row->setLimit(rule == m_policy.rules.end() ? std::nullopt : std::optional(rule->limit));
        row->setBurst(rule == m_policy.rules.end() ? 0 : rule->burst);
    }
    showAlgorithmFields();
    listPolicies();
    showMarks();
    showPeaks();
    showEffect();
    showBursts();
}

void LabRulesCard::showAlgorithmFields()
{
    const Algorithm& algorithm = algorithmNamed(m_policy.algorithm);
    m_slots->setVisible(algorithm.takesSlots);
    for (LabRuleRow* const row : m_rows)
        row->setTakesBurst(algorithm.takesBurst());
}

// Rules of windows without a limit are left out.
Policy LabRulesCard::entered() const
{
    Policy entered = m_policy;
    entered.rules.clear();
    const Algorithm& algorithm = algorithmNamed(m_policy.algorithm);
    if (algorithm.takesSlots)
        m_slots->addTo(entered.rules);
    for (const LabRuleRow* const row : m_rows)
        if (row->limit())
            entered.rules.push_back(
                {*row->limit(), row->window(), algorithm.takesBurst() ? row->burst() : 0});
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

void LabRulesCard::showMarks()
{
    const std::vector<TokenId>& marked = m_bench.marked();
    clearLayout(m_chips);
    std::size_t chips = 0;
    for (int room = roomForChips; chips < std::min(marked.size(), mostChips); ++chips) {
        const TokenId token = marked[chips];
        auto chip = std::make_unique<TokenChip>(shown(m_bench.nameOf(token)));
        room -= chip->sizeHint().width();
        if (room < 0 && chips > 0)
            break;
        connect(chip.get(), &TokenChip::clicked, this, [this, token] { m_bench.mark(token, false); });
        m_chips->addWidget(chip.release());
    }
    if (marked.size() > chips)
        m_chips->addWidget(wholeLabel(tr("+ %1").arg(numberText(Units(marked.size() - chips)))));
    m_add->clear();
}

void LabRulesCard::markTyped()
{
    if (m_add->text().isEmpty() || !m_bench.traffic())
        return;
    const auto& names = m_bench.traffic()->trace.names;
    const TokenId found = names.find(m_add->text().toStdString());
    if (found >= names.size()) {
        Q_EMIT problemChanged(tr("There is no token %1 in this traffic.").arg(m_add->text()));
        return;
    }
    Q_EMIT problemChanged({});
    m_bench.mark(found, true);
    m_bench.chooseToken(found);
}

void LabRulesCard::showPeaks()
{
    const SharedPeaks peaks = m_bench.peaks();
    for (LabRuleRow* const row : m_rows) {
        std::vector<LimitSlider::Tick> ticks;
        Units largest = 10;
        const auto window =
            peaks ? std::size_t(std::ranges::find(peaks->windows(), row->window()) - peaks->windows().begin())
                  : 0;
        if (peaks && window < peaks->windows().size() && peaks->tokens() > 0) {
            for (const Units peak : samplePeaks(*peaks, window))
                ticks.push_back({peak, false, {}});
            for (const TokenId token : m_bench.marked())
                ticks.push_back({peaks->of(token, window), true, shown(m_bench.nameOf(token))});
            largest = peaks->of(peaks->highestFirst(window).front(), window);
        }
        row->slider().setLargest(largest + largest / 2);
        row->slider().setTicks(std::move(ticks));
    }
}

void LabRulesCard::showEffect()
{
    const LabEffect* const effect = m_bench.effect();
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
        m_rows[i]->setEffect(proposal, does, m_bench.marked().size());
    }
    showSentence();
}

void LabRulesCard::showBursts()
{
    const LabBursts* const bursts = m_bench.bursts();
    const std::size_t marked = m_bench.marked().size();
    for (LabRuleRow* const row : m_rows) {
        const BurstProposal* const proposal =
            bursts != nullptr && row->limit() ? bursts->of({*row->limit(), row->window(), 0}) : nullptr;
        QString otherwise;
        if (marked > 0 && !m_bench.isReadOnly())
            otherwise =
                m_bench.stretch() != allTime ? tr("proposed for all requests only") : tr("Computing…");
        row->burstLine().setProposal(proposal, marked, otherwise);
    }
}

void LabRulesCard::updateButtons()
{
    const bool can = !m_session.isRecorded() && !m_bench.isReadOnly() && !m_policy.algorithm.empty() &&
                     !entered().rules.empty();
    m_publish->setEnabled(can);
    m_set->setEnabled(can && !m_policies.empty() && !asCandidate().rules.empty());
    m_set->setToolTip(
        plainToolTip(m_policies.empty()
                         ? tr("No policy is published on this server that could have a candidate")
                         : tr("Open these rules on the Policies page as the candidate of a policy: evaluated "
                              "and counted on the same requests, but nothing is denied")));
}

// The published policies that can have a candidate: those whose limiters are of this library. Where none of
// them is enforced, one is asked for.
void LabRulesCard::listPolicies()
{
    std::vector<std::string> policies;
    if (const SharedPolicies& known = m_session.policies())
        for (const auto& [name, published] : known->published)
            if (published.policy.format.empty())
                policies.push_back(name);
    const std::string& enforced = m_bench.enforcedPolicy();
    m_enforced = std::ranges::find(policies, enforced) != policies.end() ? enforced : std::string();
    if (std::exchange(m_policies, std::move(policies)) != m_policies || m_ofWhich->isEmpty()) {
        m_ofWhich->clear();
        m_ofWhich->addSection(tr("Candidate of"));
        for (const std::string& policy : m_policies)
            m_ofWhich->addAction(withoutKeys(shown(policy)), this, [this, policy] { proposeFor(policy); });
    }
    m_set->setMenu(m_enforced.empty() ? m_ofWhich : nullptr);
    updateButtons();
}

// Counted beside the enforced rules, which alone take slots.
CandidateRules LabRulesCard::asCandidate() const
{
    const Policy rules = withoutSlots({{}, entered()}).policy;
    return {rules.algorithm, rules.rules};
}

void LabRulesCard::showSentence()
{
    using Tone = LabSentence::Tone;
    const LabEffect* const effect = m_bench.effect();
    m_proposal.reset();
    updateButtons();
    if (m_bench.marked().empty()) {
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
    const QStringList names = markNames(m_bench);
    if (!m_proposal) {
        m_sentence->set(Tone::Bad, noBandSentence(names),
                        tr("Every limit that stops it also denies others, or none stops all of it."), {});
        return;
    }
    const QString basis =
        (m_bench.stretch() != allTime ? tr("Peaks of %1 in %2 windows, of this time alone.")
                                      : tr("Peaks of %1 in %2 windows, exact for this algorithm."))
            .arg(tokensText(Units(m_bench.peaks() ? m_bench.peaks()->tokens() : 0)),
                 numberText(Units(effect->proposals.size())));
    const std::optional<Units> limit =
        row(m_proposal->window) ? row(m_proposal->window)->limit() : std::nullopt;
    const bool isTaken = limit && *limit >= m_proposal->band->lowest && *limit <= m_proposal->band->highest;
    m_sentence->set(Tone::Good, bandSentence(*m_proposal, names), basis,
                    isTaken || m_bench.isReadOnly()
                        ? QString()
                        : tr("Use %1").arg(numberText(limitWithin(*m_proposal->band))));
}

void LabRulesCard::useProposal()
{
    if (!m_proposal || row(m_proposal->window) == nullptr)
        return;
    row(m_proposal->window)->setLimit(limitWithin(*m_proposal->band));
    const Micros window = m_proposal->window;
    takeEntered();
    setWindow(window);
}

} // namespace ratewarden::ui
