// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/watch/alerts_panel.h"

#include "ui/dialogs/alert_dialog.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/dialogs/dismiss_dialog.h"
#include "ui/models/ink_delegate.h"
#include "ui/state/alert_desk.h"
#include "ui/state/history_keeper.h"
#include "ui/text/alert_text.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/open_file.h"
#include "ui/widgets/question_bar.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QFileDialog>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedLayout>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

QPushButton* alertButton(const QString& text, const char* name)
{
    auto* const button = new QPushButton(text);
    button->setObjectName(name);
    button->setEnabled(false);
    return button;
}

QString daysText(Micros span)
{
    return AlertsPanel::tr("%Ln day(s)", nullptr, pluralNumber(Units(span / std::chrono::days(1))));
}

} // namespace

AlertsPanel::AlertsPanel(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_desk(&session.alerts())
    , m_path(named("alertsPath", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_problem(named("alertsProblem", new PlainLabel))
    , m_history(named("alertsHistory", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_told(named("alertTold", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_keep(named("keepHistory", new QCheckBox(tr("Keep what this window reads"))))
    , m_open(named("openAlerts", new LinkButton(tr("Open alerts…"))))
    , m_new(named("newAlert", new LinkButton(tr("New alert…"))))
    , m_delete(new QuestionBar(tr("Delete the alert from the file?"), tr("Delete it"), tr("Keep it")))
    , m_table(named("alerts", new RowTable(10, tr("Alerts"), &m_model)))
    , m_chart(named("alertChart", new AlertChart(&session.histories().moments())))
    , m_sentence(named("backTest", new PlainLabel))
    , m_save(alertButton(tr("Save the bound"), "saveBound"))
    , m_discard(alertButton(tr("Discard"), "discardBound"))
    , m_difference(alertButton(tr("What is different?"), "differenceOfAlert"))
    , m_tokens(alertButton(tr("Show tokens"), "tokensOfAlert"))
    , m_change(alertButton(tr("Change"), "changeAlert"))
    , m_edit(makeAction(this, "editAlert", tr("Edit…"),
                        tr("With a test on what is known, before it is saved"), QKeySequence()))
    , m_silence(makeAction(this, "silenceAlert", tr("Silence…"),
                           tr("Nobody is told of it, for a reason and a time"), QKeySequence()))
    , m_tellAgain(makeAction(this, "tellAlertAgain", tr("Tell again"), tr("It is silenced no longer"),
                             QKeySequence()))
    , m_remove(makeAction(this, "deleteAlert", tr("Delete…"), tr("Out of the file"), QKeySequence()))
{
    auto* const row = rowLayout(12, this);
    row->addWidget(makeList(), 1);
    row->addWidget(makeChart(), 1);
    connectActions();
    update();
}

QWidget* AlertsPanel::makeList()
{
    m_listCard = new Card(tr("Alerts"));
    m_open->setToolTip(tr("A file of alerts, as ratewarden-ctl watch runs it"));
    m_listCard->addToHeader(m_path);
    m_listCard->addToHeader(m_open);
    m_listCard->addToHeader(m_new);
    m_table->setItemDelegate(new InkDelegate(
        [this](const QModelIndex& index, InkDelegate::Ink& ink) {
            const AlertRow& row = m_model.at(index.row());
            using Column = AlertTableModel::Column;
            if (index.column() == Column::On || index.column() == Column::Since || row.asOf)
                ink.color = colors().muted;
            else if (index.column() == Column::State && row.stands && row.stands->phase != AlertPhase::Quiet)
                ink.color = row.stands->phase == AlertPhase::Firing ? colors().limited : colors().nearLimit;
        },
        m_table));
    m_table->setColumns({{0}, {130, 560}, {100, 380}, {90, 680}, {190, 280}}); // so that names can be read
    m_table->addActions({m_edit, m_silence, m_tellAgain, m_remove});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_listCard->body()->addWidget(m_table, 1);
    m_listCard->body()->addWidget(m_delete);
    for (PlainLabel* const label : {m_problem, m_told, m_history}) {
        label->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
        m_listCard->body()->addWidget(label);
    }
    m_keep->setToolTip(
        tr("In a file on this computer, for %1, up to %2: Overview, explanations and alerts read "
           "it where no watcher runs")
            .arg(daysText(HistoryLimits().keep), bytesText(HistoryLimits().bytes)));
    if (m_session.recorded())
        m_keep->hide();
    m_listCard->body()->addWidget(m_keep);
    return m_listCard;
}

QWidget* AlertsPanel::makeChart()
{
    m_chartCard = new Card(tr("What it measured"));
    m_chartCard->addToHeader(makeDragged());
    m_chartCard->addToHeader(makeTableButton(m_chart, [this] { return shown(m_desk->chosen()); }));
    m_chartCard->body()->addWidget(m_chart, 1);
    m_chartCard->body()->addWidget(m_chart->makeAreaLabel());
    m_sentence->setFont(cardTitleFont());
    m_sentence->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_chartCard->body()->addWidget(m_sentence);
    auto* const buttons = rowLayout(8);
    m_change->setMenu(makeMenu());
    for (QPushButton* const button : {m_difference, m_tokens, m_change})
        buttons->addWidget(button);
    buttons->addStretch(1);
    m_chartCard->body()->addLayout(buttons);
    m_difference->setToolTip(
        tr("What the denials of the marked time, or else of the last time it fired, have in common"));
    return m_chartCard;
}

// That the line can be dragged, and what becomes of it once it was: in one place that has room for both, so
// that nothing moves under the pointer.
QWidget* AlertsPanel::makeDragged()
{
    auto* const place = new QWidget;
    m_dragged = new QStackedLayout(place);
    auto* const hint = new PlainLabel(tr("drag the line; tested on what is known"), PlainLabel::Tone::Muted);
    hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_dragged->addWidget(hint);
    auto* const unsaved = new QWidget;
    auto* const buttons = rowLayout(8, unsaved);
    buttons->addStretch(1);
    for (QPushButton* const button : {m_save, m_discard})
        buttons->addWidget(button);
    if (m_session.recorded()) // which has no file
        m_save->hide();
    m_dragged->addWidget(unsaved);
    return place;
}

QMenu* AlertsPanel::makeMenu()
{
    auto* const menu = new QMenu(m_change);
    menu->addActions({m_edit, m_silence, m_tellAgain});
    menu->addSeparator();
    menu->addAction(m_remove);
    return menu;
}

void AlertsPanel::connectActions()
{
    connect(m_keep, &QCheckBox::toggled, &m_session.history(), &HistoryKeeper::setKeeping);
    connect(&m_session.history(), &HistoryKeeper::changed, this, &AlertsPanel::update);
    connect(m_open, &LinkButton::clicked, this, &AlertsPanel::openFile);
    connect(m_new, &LinkButton::clicked, this, [this] { edit(true); });
    connect(m_edit, &QAction::triggered, this, [this] { edit(false); });
    connect(m_table, &QTableView::activated, m_edit, &QAction::trigger); // Return, or a double click
    connect(m_silence, &QAction::triggered, this, &AlertsPanel::silence);
    connect(m_tellAgain, &QAction::triggered, this, &AlertsPanel::tellAgain);
    connect(m_remove, &QAction::triggered, m_delete, &QuestionBar::ask);
    connect(m_delete, &QuestionBar::accepted, this, &AlertsPanel::remove);
    connect(m_desk, &AlertDesk::opened, this, &AlertsPanel::discard);
    connect(m_desk, &AlertDesk::changed, this, &AlertsPanel::update);
    connect(m_desk, &AlertDesk::saved, this, &AlertsPanel::takeSaved);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AlertsPanel::choose);
    connect(m_chart, &AlertChart::boundMoved, this, &AlertsPanel::tryBound);
    connect(m_chart, &TimeChart::areaChosen, this, &AlertsPanel::updateChart);
    connect(m_save, &QPushButton::clicked, this, &AlertsPanel::save);
    connect(m_discard, &QPushButton::clicked, this, &AlertsPanel::discard);
    connect(m_difference, &QPushButton::clicked, this, [this] {
        if (const auto range = timeInQuestion())
            Q_EMIT differenceWanted(*range);
    });
    connect(m_tokens, &QPushButton::clicked, this, [this] {
        if (const AlertRow* const row = chosen())
            Q_EMIT tokensWanted(QString::fromStdString(row->alert.filter.text()));
    });
}

void AlertsPanel::openFile()
{
    ui::openFile(this, tr("Open alerts"), {tr("Alerts (*.json)"), tr("All files (*)")},
                 [this](const QString& path) { m_desk->open(path); });
}

void AlertsPanel::edit(bool isNew)
{
    const AlertRow* const row = isNew ? nullptr : chosen();
    if (!isNew && !row)
        return;
    const std::optional<Alert> from = row ? std::optional(row->alert) : std::nullopt;
    const bool isTried = from && m_tried && m_tried->alert == from->name; // it is edited as it was dragged
    auto* const dialog =
        new AlertDialog(m_session, isTried ? std::optional(withTried(*from)) : from, window());
    connect(dialog, &AlertDialog::confirmed, this, [this, from, dialog](const Alert& alert) {
        if (from)
            write(from, alert, dialog);
        else
            add(alert, dialog);
    });
    connect(dialog, &QDialog::finished, this, [this, dialog] { // what is still saved is told here
        for (auto& [number, its] : m_writing)
            if (its.dialog == dialog)
                its.dialog.clear();
    });
    dialog->open();
}

void AlertsPanel::add(const Alert& alert, AlertDialog* dialog)
{
    if (!m_desk->path().isEmpty())
        return write(std::nullopt, alert, dialog);
    auto* const chooser = named("keepAlerts", new QFileDialog(dialog, tr("Keep alerts in")));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setOption(QFileDialog::DontConfirmOverwrite); // others in it stay
    chooser->setNameFilters({tr("Alerts (*.json)"), tr("All files (*)")});
    chooser->selectFile("alerts.json");
    connect(chooser, &QFileDialog::fileSelected, this, [this, alert, dialog](const QString& path) {
        m_writing[m_desk->saveInto(path, alert)] = {{}, {}, dialog}; // the file's first is chosen
    });
    connect(chooser, &QDialog::rejected, dialog, &AlertDialog::resume);
    chooser->open();
}

void AlertsPanel::silence()
{
    const AlertRow* const row = chosen();
    if (!row)
        return;
    auto* const dialog = new DismissDialog(
        DismissDialog::ofAlert(shown(row->alert.name)), [this] { return m_session.link().serverNow(); },
        window());
    connect(dialog, &DismissDialog::confirmed, this,
            [this, from = row->alert](const QString& reason, std::optional<Instant> until) {
                Alert to = from;
                to.silenced = AlertSilence{until.value(), reason.toStdString()};
                write(from, to);
            });
    dialog->open();
}

void AlertsPanel::tellAgain()
{
    if (const AlertRow* const row = chosen()) {
        Alert to = row->alert;
        to.silenced.reset();
        write(row->alert, to);
    }
}

void AlertsPanel::remove()
{
    if (const AlertRow* const row = chosen())
        write(row->alert, std::nullopt);
}

void AlertsPanel::write(const std::optional<Alert>& from, const std::optional<Alert>& to, AlertDialog* dialog)
{
    if (!dialog && from && to && from->bound == to->bound)
        m_saveProblem.clear(); // a bound that was dragged still is to be saved
    else
        discard();
    m_writing[m_desk->save(from, to)] = {to ? to->name : std::string(), {}, dialog};
    updateChart();
}

const AlertRow* AlertsPanel::chosen() const
{
    const auto its = std::ranges::find_if(
        m_model.rows(), [this](const AlertRow& row) { return row.alert.name == m_desk->chosen(); });
    return its == m_model.rows().end() ? nullptr : &*its;
}

void AlertsPanel::choose()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty())
        return;
    const std::string name = m_model.at(rows.front().row()).alert.name;
    if (name == m_desk->chosen())
        return;
    discard();
    m_delete->withdraw();
    m_desk->choose(name);
}

void AlertsPanel::update()
{
    std::vector<AlertRow> rows;
    const Instant now = m_session.link().serverNow();
    if (m_desk->file())
        for (std::size_t i = 0; i < m_desk->file()->alerts.size(); ++i) {
            const Alert& alert = m_desk->file()->alerts[i];
            rows.push_back({alert,
                            i < m_desk->tested().size() ? std::optional(m_desk->tested()[i]) : std::nullopt,
                            alert.isSilenced(now), m_desk->overdueSince(now)});
        }
    m_model.put(std::move(rows));
    const AlertRow* const row = chosen();
    if (row && m_table->selectionModel()->selectedRows().isEmpty())
        m_table->selectRow(int(row - m_model.rows().data()));
    if (m_tried && (!row || row->alert.name != m_tried->alert || row->alert.bound == m_tried->to))
        m_tried.reset(); // the file has it, or it is another's
    const bool hasFile = m_desk->file() != nullptr;
    setSizePolicy(QSizePolicy::Preferred, hasFile ? QSizePolicy::Preferred : QSizePolicy::Maximum);
    m_table->setVisible(hasFile);
    m_chartCard->setVisible(hasFile);
    for (LinkButton* const button : {m_open, m_new})
        button->setVisible(!m_session.isRecorded());
    m_path->setText(m_session.isRecorded() ? hasFile ? tr("as they were recorded") : tr("none were recorded")
                    : m_desk->path().isEmpty()
                        ? tr("none: a file of alerts says what is watched, with a window or without")
                        : m_desk->path());
    QStringList told;
    if (row && row->isSilenced)
        told << silenceText(*row->alert.silenced);
    if (hasFile && !m_session.isRecorded())
        told << tellersText(*m_desk->file());
    for (const HistoryEvent& answer : m_desk->answers())
        told << answerText(answer);
    m_told->setText(told.join(QLatin1Char('\n')));
    m_told->setVisible(hasFile);
    const bool keeps = m_session.history().isKeeping();
    m_history->setText(historyText());
    m_history->setVisible(hasFile || keeps);
    const QSignalBlocker isKnown(m_keep);
    m_keep->setChecked(keeps);
    updateProblem();
    updateChart();
    testTried();
}

void AlertsPanel::updateProblem()
{
    QStringList problems{m_saveProblem, m_desk->problem(), m_session.history().problem()};
    problems.removeAll(QString());
    m_problem->setText(problems.join(QLatin1Char('\n')));
    m_problem->setVisible(!problems.isEmpty());
}

// From when to when it is, how large, and how much of it is kept.
QString AlertsPanel::historyText() const
{
    if (m_session.isRecorded()) {
        const auto& known = m_desk->history();
        return known ? tr("History of %1 to %2")
                           .arg(briefMomentText(*known->first), briefMomentText(*known->last))
                     : QString();
    }
    if (m_desk->historyFile().empty() && m_session.history().isKeeping())
        return tr("The first round is kept as soon as all tokens have been read.");
    if (m_desk->historyFile().empty())
        return tr("The file keeps no history: \"history\" in it says where, and ratewarden-ctl watch writes "
                  "it. Until then nothing can be tested.");
    const auto& info = m_desk->history();
    if (!info || !info->first)
        return tr("There is no round in %1 yet: ratewarden-ctl watch writes it.")
            .arg(QString::fromStdString(m_desk->historyFile()));
    return tr("History of %1 to %2, %3 of %4 at most; kept for %5 (%6)")
        .arg(briefMomentText(*info->first), briefMomentText(*info->last), bytesText(info->bytes),
             bytesText(info->limits.bytes), daysText(info->limits.keep),
             m_desk->readsOwn() ? tr("by this window") : QString::fromStdString(m_desk->historyFile()));
}

// The marked time, or else that of the last firing, from when it was beyond the bound on.
std::optional<TimeRange> AlertsPanel::timeInQuestion() const
{
    if (const auto& area = m_chart->time().area())
        return area;
    const AlertRow* const row = chosen();
    const std::vector<BackTestFiring>& firings = m_chart->tested().firings;
    if (!row || firings.empty() || m_chart->rounds()->empty())
        return std::nullopt;
    const Instant from = firings.back().from - row->alert.wait;
    const Instant to = firings.back().to.value_or(m_chart->rounds()->back().at);
    return to > from ? std::optional(TimeRange{from, to}) : std::nullopt;
}

void AlertsPanel::updateChart()
{
    const AlertRow* const row = chosen();
    const auto& rounds = m_desk->rounds();
    const bool isKnown = row && row->stands && rounds && !rounds->empty();
    const bool isUnsaved = isKnown && m_tried && m_tried->from != m_tried->to && !m_desk->isSaving();
    m_chart->setEmptyText(isKnown ? QString() : tr("No round is known that this alert was measured in"));
    m_tokens->setEnabled(row && !isOfServer(row->alert.measure));
    for (QPushButton* const button : {m_save, m_discard}) {
        if (!isUnsaved && window()->focusWidget() == button)
            m_chart->setFocus(); // where the bound is, not whatever comes next
        button->setEnabled(isUnsaved);
    }
    m_dragged->setCurrentIndex(isUnsaved ? 1 : 0);
    const bool changes = row && !m_desk->isSaving() && !m_session.isRecorded();
    if (!changes && window()->focusWidget() == m_change)
        m_table->setFocus(); // where the alert is, not whatever comes next
    m_change->setEnabled(changes);
    for (QAction* const action : {m_edit, m_silence, m_tellAgain})
        action->setEnabled(changes);
    m_silence->setVisible(!row || !row->isSilenced);
    m_tellAgain->setVisible(row && row->isSilenced);
    const bool isOnly = m_model.rowCount() == 1;
    enableIfAllowed(m_remove, changes && !isOnly, isOnly ? tr("A file has at least one alert") : QString());
    if (!isKnown) {
        m_difference->setEnabled(false);
        return m_sentence->setText({});
    }
    const bool isTried = m_tried && m_tried->tested;
    const BackTestedAlert& tested = isTried ? *m_tried->tested : *row->stands;
    // Of those that were tested some of the newest were recorded.
    const bool hasFewer = m_session.isRecorded() && m_desk->history() && !isTried;
    const Instant first = hasFewer ? *m_desk->history()->first : rounds->front().at;
    // The scale stays while the bound is dragged.
    if (!m_tried || m_chart->rounds() != rounds)
        m_chart->present(row->alert, rounds, tested);
    if (m_tried)
        m_chart->present(withTried(row->alert), tested);
    m_sentence->setText(backTestText(row->alert.measure, tested, first, row->asOf));
    m_difference->setEnabled(timeInQuestion().has_value() && !m_session.isRecorded());
}

Alert AlertsPanel::withTried(const Alert& alert) const
{
    Alert tried = alert;
    tried.bound = m_tried->to;
    return tried;
}

void AlertsPanel::tryBound(double at)
{
    const AlertRow* const row = chosen();
    if (!row || m_desk->isSaving())
        return;
    if (!m_tried)
        m_tried = Tried{row->alert.name, row->alert.bound, {}, {}};
    m_tried->to = m_chart->moved(m_tried->from, at);
    m_saveProblem.clear();
    updateProblem();
    updateChart();
    testTried();
}

// In a thread: the bound moves with the pointer, and there may be a week of rounds.
void AlertsPanel::testTried()
{
    const AlertRow* const row = chosen();
    if (!m_tried || !row || !m_desk->rounds())
        return m_testing.stop();
    m_testing.ask([alert = withTried(row->alert), rounds = m_desk->rounds()](
                      Computation& /*computation*/) { return backTest(alert, *rounds); },
                  [this](const Outcome<BackTestedAlert>& outcome) {
                      if (!m_tried || !outcome.result())
                          return;
                      m_tried->tested = *outcome.result();
                      updateChart();
                  });
}

void AlertsPanel::save()
{
    if (!m_tried)
        return;
    const AlertRow* const row = chosen();
    if (!row || m_desk->isSaving())
        return;
    Alert from = row->alert;
    from.bound = m_tried->from;
    m_saveProblem.clear();
    m_writing[m_desk->save(from, withTried(row->alert))] = {{}, m_tried->to, {}};
    updateProblem();
    updateChart();
}

// What was tried is shown until the file was read again.
void AlertsPanel::takeSaved(const QString& problem, int number)
{
    const auto found = m_writing.find(number);
    const Writing its = found != m_writing.end() ? found->second : Writing();
    m_writing.erase(number);
    if (its.dialog)
        its.dialog->finish(problem);
    else if (!problem.isEmpty() && !m_saveProblem.contains(problem))
        m_saveProblem += (m_saveProblem.isEmpty() ? QString() : QString(QLatin1Char('\n'))) + problem;
    if (problem.isEmpty() && m_tried && its.bound == m_tried->to)
        m_tried->from = m_tried->to;
    if (problem.isEmpty() && !its.chooses.empty())
        m_desk->choose(its.chooses);
    updateProblem();
    updateChart();
}

void AlertsPanel::discard()
{
    m_tried.reset();
    m_testing.stop();
    m_saveProblem.clear();
    updateProblem();
    updateChart();
}

void AlertsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_desk->readNow();
}

} // namespace ratewarden::ui
