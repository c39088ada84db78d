// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/generate_dialog.h"

#include "core/model/errors.h"
#include "ui/charts/request_histogram.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/dialogs/fit_to_text.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/translations.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t previewBars = 160;
constexpr double previewRequests = 100'000; // of more only so many are made, which look alike
constexpr std::size_t previewTokens = 5'000;
constexpr auto planSettleTime = 150ms;

struct PlanPreview {
    std::vector<RequestBar> bars;
    TimeRange time;
};

/// The same shape from fewer requests, each bar as high as it would be.
PlanPreview previewOf(TrafficPlan plan, Computation& job)
{
    const double expected = plan.perSecond * double(plan.duration.count()) / 1e6;
    const double factor = std::max(1.0, expected / previewRequests);
    plan.perSecond /= factor;
    plan.tokens = std::min(plan.tokens, previewTokens);
    const Trace trace = makeTraffic(plan, job.progress());
    PlanPreview preview{std::vector<RequestBar>(previewBars), {plan.start, plan.start + plan.duration}};
    std::vector<std::size_t> counts(previewBars);
    for (const Instant time : trace.times) {
        const double share = double((time - plan.start).count()) / double(plan.duration.count());
        ++counts[std::min(previewBars - 1, std::size_t(share * double(previewBars)))];
    }
    for (std::size_t i = 0; i < previewBars; ++i)
        preview.bars[i].allowed = Units(std::llround(double(counts[i]) * factor));
    return preview;
}

/// Which field a fault is about, by objectName, and what is said there.
struct FaultText {
    PlanFault fault;
    const char* field;
    const char* text;
};
constexpr std::array<FaultText, 9> faultTexts{
    {{PlanFault::NoTokens, "planTokens", QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog", "1 or more")},
     {PlanFault::BadRate, "planRate", QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog", "above 0")},
     {PlanFault::NoLength, "planDuration", QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog", "above 0")},
     {PlanFault::TooLong, "planDuration",
      QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog", "100 years at most")},
     {PlanFault::BadZipf, "planZipf", QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog", "from 0 to 10")},
     {PlanFault::BadBurst, "planBurst", QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog", "1 or more")},
     {PlanFault::BadCosts, "planHighestCost",
      QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog", "at least 1, and the lowest cost")},
     {PlanFault::BadStart, "planDuration",
      QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog", "from 1970 to 6969")},
     {PlanFault::TooMany, "planRate",
      QT_TRANSLATE_NOOP("ratewarden::ui::GenerateDialog",
                        "more than 200 million requests or tokens: lower the rate or the duration")}}};

QString number(double value)
{
    return QString::number(value, 'g', 12);
}

} // namespace

GenerateDialog::GenerateDialog(const TrafficPlan& plan, QWidget* parent)
    : QDialog(parent)
    , m_plan(plan)
    , m_shape(new QComboBox)
    , m_backsOff(named("planBacksOff", new QCheckBox(tr("clients back off"))))
    , m_preview(named("planPreview", new RequestHistogram))
    , m_summary(named("planSummary", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_generate(named("generate", new QPushButton(tr("Generate"))))
{
    setWindowTitle(tr("Generate traffic"));
    setObjectName("generateDialog");
    fitToText(this, 600);
    auto* const layout = beginDialog(this, windowTitle());
    layout->addWidget(makeFields());
    auto* const card = new Card(tr("What it looks like"));
    card->body()->setContentsMargins(14, 10, 14, 6);
    m_preview->setFocusPolicy(Qt::NoFocus);
    m_preview->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_preview->setMinimumHeight(84);
    card->addToHeader(makeTableButton(m_preview));
    card->body()->addWidget(m_preview);
    m_summary->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    card->body()->addWidget(m_summary);
    layout->addWidget(card);
    addDialogButtons(layout, this, m_generate);
    m_settles.setSingleShot(true);
    m_settles.setInterval(planSettleTime);

    fill(plan);
    for (QLineEdit* const field : findChildren<QLineEdit*>())
        connect(field, &QLineEdit::textChanged, this, &GenerateDialog::read);
    connect(m_shape, &QComboBox::currentIndexChanged, this, &GenerateDialog::read);
    connect(m_backsOff, &QCheckBox::toggled, this, &GenerateDialog::read);
    connect(&m_settles, &QTimer::timeout, this, &GenerateDialog::showPreview);
    connect(m_generate, &QPushButton::clicked, this, [this] {
        if (!m_entered)
            return;
        Q_EMIT generateWanted(*m_entered);
        accept();
    });
    read();
    m_shape->setFocus();
}

GenerateDialog::~GenerateDialog() = default;

QWidget* GenerateDialog::makeFields()
{
    auto* const fields = new QWidget;
    auto* const grid = makeFieldGrid(12, 6, fields);
    grid->setColumnStretch(4, 1);
    grid->setColumnMinimumWidth(2, 12);
    m_shape->addItem(tr("steady: each token evenly"), int(PlanShape::Steady));
    m_shape->addItem(tr("random: independent requests (Poisson)"), int(PlanShape::Poisson));
    m_shape->addItem(tr("bursts: many within a second, then a pause"), int(PlanShape::Bursts));
    m_shape->addItem(tr("daily: most at 14:00 UTC, least at 2:00"), int(PlanShape::Daily));
    m_shape->addItem(tr("retry storm: an outage, and every client tries again"), int(PlanShape::RetryStorm));
    m_shape->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_shape->setMinimumContentsLength(24);
    nameWidget(m_shape, "planShape", tr("Shape"));
    grid->addWidget(fieldTitle(tr("Shape")), 0, 0);
    grid->addWidget(m_shape, 0, 1, 1, 4);
    m_tokens = addText(grid, tr("Tokens"), "planTokens", tr("How many clients send requests"));
    m_zipf =
        addText(grid, tr("Share (Zipf)"), "planZipf", tr("0: every token sends as much; 1: a few send most"));
    m_rate = addText(grid, tr("Requests per second"), "planRate", tr("Of all tokens together, on average"));
    m_duration = addText(grid, tr("Duration"), "planDuration", tr("Such as 10min, 24h or 7d"));
    m_lowestCost = addText(grid, tr("Lowest cost"), "planLowestCost", tr("Of a request"));
    m_highestCost = addText(grid, tr("Highest cost"), "planHighestCost",
                            tr("Above the lowest, most requests cost little and a few cost much"));
    m_seed = addText(grid, tr("Seed"), "planSeed", tr("Another one makes other traffic of the same kind"));
    m_burst = addText(grid, tr("Requests in a burst"), "planBurst", {});
    m_backsOff->setToolTip(tr("They wait twice as long before each next try, up to a minute; otherwise they "
                              "try again after half a second to a second"));
    addField(grid, tr("Retries"), "planBacksOff", m_backsOff);
    return fields;
}

QLineEdit* GenerateDialog::addText(QGridLayout* grid, const QString& label, const char* name,
                                   const QString& hint)
{
    auto* const field = new QLineEdit;
    field->setToolTip(hint);
    addField(grid, label, name, field);
    return field;
}

// Two in a row; what is wrong stands below each.
void GenerateDialog::addField(QGridLayout* grid, const QString& label, const char* name, QWidget* widget)
{
    const int place = int(m_fields.size());
    const int row = 1 + 2 * (place / 2);
    const int column = place % 2 * 3;
    auto* const title = fieldTitle(label);
    nameWidget(widget, QString::fromLatin1(name), label);
    auto* const problem = new PlainLabel;
    problem->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    problem->hide();
    grid->addWidget(title, row, column);
    grid->addWidget(widget, row, column + 1);
    grid->addWidget(problem, row + 1, column, 1, 2);
    m_fields[QString::fromLatin1(name)] = {title, widget, problem};
}

void GenerateDialog::fill(const TrafficPlan& plan)
{
    m_shape->setCurrentIndex(m_shape->findData(int(plan.shape)));
    m_tokens->setText(number(double(plan.tokens)));
    m_rate->setText(number(plan.perSecond));
    m_duration->setText(QString::fromStdString(durationNotation(plan.duration)));
    m_zipf->setText(number(plan.zipf));
    m_burst->setText(QString::number(plan.burst));
    m_backsOff->setChecked(plan.backsOff);
    m_lowestCost->setText(QString::number(plan.lowestCost));
    m_highestCost->setText(QString::number(plan.highestCost));
    m_seed->setText(QString::number(plan.seed));
}

void GenerateDialog::read()
{
    std::map<QString, QString> faults; // by field
    const auto whole = [&](const QLineEdit* field, quint64 most) {
        bool ok = false;
        const quint64 value = field->text().trimmed().toULongLong(&ok);
        if (!ok || value > most)
            faults[field->objectName()] = tr("a whole number, up to %1").arg(numberText(Units(most)));
        return ok && value <= most ? value : 1;
    };
    const auto real = [&](const QLineEdit* field) {
        bool ok = false;
        const double value = field->text().trimmed().toDouble(&ok);
        if (!ok || !std::isfinite(value))
            faults[field->objectName()] = tr("a number such as 0.5 or 100");
        return ok && std::isfinite(value) ? value : 1;
    };
    TrafficPlan plan = m_plan;
    plan.shape = PlanShape(m_shape->currentData().toInt());
    plan.tokens = whole(m_tokens, 200'000'000);
    plan.zipf = real(m_zipf);
    plan.perSecond = real(m_rate);
    try {
        plan.duration = parseDuration(m_duration->text().trimmed().toStdString());
    } catch (const InvalidArgument&) {
        faults[m_duration->objectName()] = tr("a time such as 10min, 24h or 7d");
    }
    const bool bursts = plan.shape == PlanShape::Bursts;
    if (bursts)
        plan.burst = int(whole(m_burst, 1'000'000));
    plan.backsOff = m_backsOff->isChecked();
    plan.lowestCost = TraceCost(whole(m_lowestCost, std::numeric_limits<TraceCost>::max()));
    plan.highestCost = TraceCost(whole(m_highestCost, std::numeric_limits<TraceCost>::max()));
    plan.seed = whole(m_seed, std::uint64_t(std::numeric_limits<Units>::max()));
    for (const PlanFault fault : faultsOf(plan)) {
        const auto* const text = std::ranges::find(faultTexts, fault, &FaultText::fault);
        const QString field = QString::fromLatin1(text->field);
        if (!faults.contains(field))
            faults[field] = tr(text->text);
    }
    for (const char* const name : {"planBurst", "planBacksOff"}) {
        const Field& field = m_fields.at(QString::fromLatin1(name));
        const bool needed = field.widget == m_burst ? bursts : plan.shape == PlanShape::RetryStorm;
        field.label->setEnabled(needed);
        field.widget->setEnabled(needed);
    }
    m_entered = faults.empty() ? std::optional(plan) : std::nullopt;
    showFaults(faults);
    m_runner.stop(LabRunner::Question::Traffic);
    m_settles.start();
}

void GenerateDialog::showFaults(const std::map<QString, QString>& faults)
{
    for (const auto& [name, field] : m_fields) {
        const auto fault = faults.find(name);
        field.problem->setText(fault == faults.end() ? QString() : QStringLiteral("▲ ") + fault->second);
        field.problem->setVisible(fault != faults.end());
    }
    m_generate->setEnabled(m_entered.has_value());
    m_generate->setToolTip(m_entered ? QString() : tr("Correct the marked fields first"));
    if (!m_entered) {
        m_summary->setText(tr("Correct the marked fields to see it."));
        return;
    }
    const double expected = m_entered->perSecond * double(m_entered->duration.count()) / 1e6;
    QString text = tr("About %1 over %2 of %3.")
                       .arg(tr("%Ln request(s)", nullptr, pluralNumber(Units(std::llround(expected)))),
                            QString::fromStdString(durationNotation(m_entered->duration)),
                            tokensText(Units(m_entered->tokens)));
    if (m_entered->shape == PlanShape::RetryStorm)
        text += QLatin1Char(' ') + tr("Retries come on top.");
    m_summary->setText(text);
}

void GenerateDialog::showPreview()
{
    if (!m_entered) {
        m_preview->present({}, {Instant(), Instant(1s)});
        return;
    }
    m_runner.ask(
        LabRunner::Question::Traffic, [plan = *m_entered](Computation& job) { return previewOf(plan, job); },
        [this](const Outcome<PlanPreview>& outcome) {
            if (const PlanPreview* const preview = outcome.result())
                m_preview->present(preview->bars, preview->time);
        });
}

QString GenerateDialog::problemOf(const QString& field) const
{
    const auto found = m_fields.find(field);
    return found == m_fields.end() ? QString() : found->second.problem->text();
}

QString GenerateDialog::summary() const
{
    return m_summary->text();
}

bool GenerateDialog::isIdle() const
{
    return !m_settles.isActive() && !m_runner.isBusy(LabRunner::Question::Traffic);
}

} // namespace ratewarden::ui
