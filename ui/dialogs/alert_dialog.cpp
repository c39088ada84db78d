// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/alert_dialog.h"

#include "core/formats/files/format_file.h"
#include "core/model/errors.h"
#include "core/watch/alert_edit.h"
#include "ui/dialogs/fit_to_text.h"
#include "ui/state/alert_desk.h"
#include "ui/text/alert_text.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/theme.h"
#include "ui/tokens/token_inventory.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden::ui {
namespace {

/// What an alert would have done in the rounds that a history has.
struct TriedAlert {
    std::shared_ptr<const std::vector<MeasuredRound>> rounds;
    BackTestedAlert tested;
};

// As it is typed, in any language.
QString boundNumber(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

std::optional<double> typedNumber(const QLineEdit* field)
{
    bool isNumber = false;
    const double value =
        field->text().trimmed().replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&isNumber);
    return isNumber && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

QString severityName(AlertSeverity severity)
{
    switch (severity) {
    case AlertSeverity::Info:
        return AlertDialog::tr("info");
    case AlertSeverity::Warning:
        return AlertDialog::tr("warning");
    case AlertSeverity::Critical:
        break;
    }
    return AlertDialog::tr("critical");
}

Alert usualAlert()
{
    Alert alert;
    alert.measure = AlertMeasure::DeniedRate;
    alert.bound = {true, 5, 3};
    alert.wait = std::chrono::minutes(1);
    return alert;
}

} // namespace

AlertDialog::AlertDialog(Session& session, std::optional<Alert> alert, QWidget* parent)
    : QDialog(parent)
    , m_session(&session)
    , m_before(std::move(alert))
    , m_name(new QLineEdit)
    , m_measure(new QComboBox)
    , m_filter(new FilterLine(TokenFilter::fields()))
    , m_side(new QComboBox)
    , m_at(new QLineEdit)
    , m_back(new QLineEdit)
    , m_wait(new QLineEdit)
    , m_severity(new QComboBox)
    , m_problem(named("alertProblem", new PlainLabel))
    , m_chart(new AlertChart(&session.histories().moments()))
    , m_tested(named("alertTested", new PlainLabel))
    , m_save(named("saveAlert", new QPushButton(tr("Save"))))
{
    setWindowTitle(m_before ? tr("Edit an alert") : tr("New alert"));
    setObjectName("alertDialog");
    fitToText(this, 640);
    auto* const layout = beginDialog(this, windowTitle());
    m_fields = makeFields();
    layout->addWidget(m_fields);
    m_problem->setWrapped();
    layout->addWidget(m_problem);
    auto* const card = new Card(tr("What it would have done"));
    m_chart->setMinimumHeight(150);
    card->body()->addWidget(m_chart, 1);
    card->body()->addWidget(m_chart->makeAreaLabel());
    m_tested->setFont(cardTitleFont());
    m_tested->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    card->body()->addWidget(m_tested);
    layout->addWidget(card, 1);
    const auto& file = session.alerts().file();
    auto* const told = new PlainLabel(file ? tellersText(*file) : QString(), PlainLabel::Tone::Muted);
    told->setWrapped();
    told->setVisible(file != nullptr);
    layout->addWidget(told);
    addDialogButtons(layout, this, m_save);
    m_settles.setSingleShot(true);
    m_settles.setInterval(settleTime);
    fill(m_before ? *m_before : usualAlert());
    connectFields();
    read();
    test();
    m_name->setFocus();
}

QWidget* AlertDialog::makeFields()
{
    auto* const fields = new QWidget;
    auto* const grid = makeFieldGrid(12, 6, fields);
    addField(grid, tr("Name"), "alertName", m_name);
    for (int i = 0; i < alertMeasureCount; ++i)
        m_measure->addItem(measureName(AlertMeasure(i)), i);
    addField(grid, tr("Measure"), "alertMeasure", m_measure);
    m_filter->setPlaceholderText(tr("all tokens; or as in policy:pay* limited"));
    addField(grid, tr("Of the tokens"), "alertFilter", m_filter);
    auto* const fires = new QWidget;
    nameWidget(m_side, "alertSide", tr("Above or below"));
    m_side->addItem(tr("above"), true);
    m_side->addItem(tr("below"), false);
    addSideBySide(fires, m_at, m_side);
    nameWidget(m_at, "alertAt", tr("Bound"));
    addField(grid, tr("Fires"), "alertFires", fires);
    m_back->setPlaceholderText(tr("as soon as it is not beyond that any more"));
    m_back->setToolTip(tr("Between this and the bound it stays as it is, and does not flap"));
    addField(grid, tr("Recovers"), "alertBack", m_back);
    m_wait->setPlaceholderText(tr("one round; or as in 30s, 5min"));
    m_wait->setToolTip(tr("For so long the figure must be there, to fire and to recover"));
    addField(grid, tr("Held for"), "alertWait", m_wait);
    for (int i = 0; i < alertSeverityCount; ++i)
        m_severity->addItem(severityName(AlertSeverity(i)), i);
    addField(grid, tr("Severity"), "alertSeverity", m_severity);
    return fields;
}

void AlertDialog::fill(const Alert& alert)
{
    m_name->setText(QString::fromStdString(alert.name));
    m_measure->setCurrentIndex(int(alert.measure));
    m_filter->setText(QString::fromStdString(alert.filter.text()));
    m_side->setCurrentIndex(alert.bound.isAbove ? 0 : 1);
    m_at->setText(boundNumber(alert.bound.at));
    m_back->setText(alert.bound.back ? boundNumber(*alert.bound.back) : QString());
    m_wait->setText(alert.wait > Micros::zero() ? QString::fromStdString(spanNotation(alert.wait))
                                                : QString());
    m_severity->setCurrentIndex(int(alert.severity));
}

void AlertDialog::connectFields()
{
    for (QLineEdit* const field : {m_name, static_cast<QLineEdit*>(m_filter), m_at, m_back, m_wait})
        connect(field, &QLineEdit::textChanged, this, &AlertDialog::read);
    for (QComboBox* const box : {m_measure, m_side, m_severity})
        connect(box, &QComboBox::currentIndexChanged, this, &AlertDialog::read);
    connect(m_filter, &FilterLine::inventoryWanted, this, &AlertDialog::offerValues);
    connect(&m_settles, &QTimer::timeout, this, &AlertDialog::test);
    connect(m_chart, &AlertChart::boundMoved, this, [this](double at) {
        if (!m_entered)
            return;
        const AlertBound bound = m_chart->moved(m_entered->bound, at);
        m_back->setText(bound.back ? boundNumber(*bound.back) : QString());
        m_at->setText(boundNumber(bound.at));
    });
    connect(m_save, &QPushButton::clicked, this, [this] {
        read(); // what it is compared with may have changed
        if (!m_entered)
            return;
        m_isConfirmed = true;
        m_fields->setEnabled(false);
        m_save->setEnabled(false);
        Q_EMIT confirmed(*m_entered);
    });
}

void AlertDialog::finish(const QString& problem)
{
    if (problem.isEmpty())
        return accept();
    resume();
    m_problem->setText(problem);
    m_problem->setVisible(true);
}

void AlertDialog::resume()
{
    m_isConfirmed = false;
    m_fields->setEnabled(true);
    read();
    m_name->setFocus();
}

void AlertDialog::offerValues()
{
    if (!m_session)
        return;
    m_inventory.ask([tokens = m_session->tokens().snapshot()](
                        Computation& job) { return inventoryOf(tokens, job.stopToken()); },
                    [this](const Outcome<FilterInventory>& inventory) {
                        if (inventory.result())
                            m_filter->setInventory(*inventory.result());
                    });
}

void AlertDialog::fail(const QString& problem)
{
    if (m_wrong.isEmpty())
        m_wrong = problem;
}

void AlertDialog::readBound(Alert& alert)
{
    alert.bound = {m_side->currentData().toBool(), 0, std::nullopt};
    if (const std::optional<double> at = typedNumber(m_at))
        alert.bound.at = *at;
    else
        fail(tr("Enter the figure at which it fires, such as 5 or 0.5"));
    if (m_back->text().trimmed().isEmpty())
        return;
    alert.bound.back = typedNumber(m_back);
    if (!alert.bound.back)
        fail(tr("Enter the figure at which it recovers, such as 3, or leave it empty"));
}

void AlertDialog::read()
{
    m_wrong.clear();
    Alert alert = m_before ? *m_before : Alert();
    alert.name = m_name->text().trimmed().toStdString();
    if (alert.name.empty())
        fail(tr("Enter a name first"));
    alert.measure = AlertMeasure(m_measure->currentData().toInt());
    alert.severity = AlertSeverity(m_severity->currentData().toInt());
    m_filter->setEnabled(!isOfServer(alert.measure));
    try {
        alert.filter =
            TokenFilter(isOfServer(alert.measure) ? std::string()
                                                  : withoutNames(m_filter->text()).trimmed().toStdString());
    } catch (const BadNotation& error) {
        fail(tr("Of the tokens: %1").arg(problemText(error)));
    }
    readBound(alert);
    try {
        const QString wait = m_wait->text().trimmed();
        alert.wait = wait.isEmpty() ? Micros::zero() : parseDuration(wait.toStdString());
    } catch (const InvalidArgument& error) {
        fail(tr("Held for: %1").arg(problemText(error)));
    }
    check(alert);
    m_entered = m_wrong.isEmpty() ? std::optional(alert) : std::nullopt;
    m_problem->setText(m_wrong);
    m_problem->setVisible(!m_wrong.isEmpty());
    m_save->setEnabled(m_wrong.isEmpty() && !m_isConfirmed);
    m_save->setToolTip(m_wrong);
    m_settles.start();
}

// As whoever reads the file will.
void AlertDialog::check(const Alert& alert)
{
    if (!m_wrong.isEmpty())
        return;
    try {
        newAlertFile({}, alert);
    } catch (const BadFormatFile& error) {
        fail(problemText(error.reason()));
    }
    const auto& file = m_session ? m_session->alerts().file() : nullptr;
    if (file && (!m_before || m_before->name != alert.name) &&
        std::ranges::find(file->alerts, alert.name, &Alert::name) != file->alerts.end())
        fail(tr("Another alert of the file has this name"));
}

// In a thread: a history may have weeks of rounds.
void AlertDialog::test()
{
    m_settles.stop();
    const std::string history = m_session ? m_session->alerts().historyFile() : std::string();
    const auto tell = [this](const QString& chart, const QString& sentence) {
        m_chart->setEmptyText(chart);
        m_tested->setText(sentence);
    };
    if (!m_entered || history.empty()) {
        m_testing.stop();
        return tell(m_entered ? tr("The file of alerts keeps no history: nothing is known to test it on")
                              : tr("Enter a whole alert to see it"),
                    {});
    }
    m_testing.ask(
        [history, alert = *m_entered](Computation& computation) {
            TriedAlert tried;
            tried.rounds = std::make_shared<const std::vector<MeasuredRound>>(
                measuredRounds(HistoryReader(history, computation.stopToken()), alert, {}));
            tried.tested = backTest(alert, *tried.rounds);
            return tried;
        },
        [this, tell, alert = *m_entered](const Outcome<TriedAlert>& outcome) {
            if (!outcome.result())
                return tell(outcome.failure()->message, {});
            const auto& [rounds, tested] = *outcome.result();
            if (rounds->empty())
                return tell(tr("There is no round in the history yet"), {});
            m_chart->present(alert, rounds, tested);
            const auto until =
                m_session ? m_session->alerts().overdueSince(m_session->link().serverNow()) : std::nullopt;
            tell({}, backTestText(alert.measure, tested, rounds->front().at, until));
        });
}

} // namespace ratewarden::ui
