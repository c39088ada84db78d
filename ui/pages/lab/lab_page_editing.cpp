// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's traffic that is no file: from Redis, made up, or edited by hand.
#include "ui/charts/request_histogram.h"
#include "ui/dialogs/capture_dialog.h"
#include "ui/dialogs/generate_dialog.h"
#include "ui/pages/lab/lab_edit_card.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/lab/lab_start.h"
#include "ui/pages/lab/lab_time_card.h"
#include "ui/pages/lab/lab_traffic_button.h"
#include "ui/pages/lab/lab_trials_card.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/widgets/plain_label.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

namespace ratewarden::ui {
namespace {

enum LabStackPage { StartPage, ContentPage, NoRequestPage };

constexpr auto clientByHand = "client"; // the first token of traffic that begins empty

bool isUndo(const QKeyEvent* key)
{
    return key->matches(QKeySequence::Undo);
}
bool isRedo(const QKeyEvent* key)
{
    return key->matches(QKeySequence::Redo);
}

} // namespace

void LabPage::connectTraffic()
{
    connect(m_trafficButton, &LabTrafficButton::fileWanted, this, &LabPage::chooseFile);
    connect(m_trafficButton, &LabTrafficButton::exampleWanted, this, &LabPage::openExample);
    connect(m_trafficButton, &LabTrafficButton::redisWanted, this,
            [this](const std::string& name) { openRedis(name); });
    connect(m_trafficButton, &LabTrafficButton::captureWanted, this, &LabPage::askForCapture);
    connect(m_trafficButton, &LabTrafficButton::generateWanted, this, &LabPage::askForPlan);
    connect(m_trafficButton, &LabTrafficButton::editingWanted, this, &LabPage::setEditing);
    connect(m_trafficButton, &LabTrafficButton::tokenWanted, this, [this] {
        if (const std::optional<TokenId> token = m_bench.token())
            Q_EMIT tokenWanted(std::string(traffic()->trace.names[*token]), m_bench.enforcedPolicy());
    });
    connect(m_start, &LabStart::generateWanted, this, &LabPage::askForPlan);
    connect(m_start, &LabStart::editingWanted, this, [this] { setEditing(true); });
    connect(m_edit, &LabEditCard::closeWanted, this, [this] { setEditing(false); });
    connect(m_edit, &LabEditCard::edited, this, &LabPage::edit);
    connect(&m_redis, &LabRedis::progressed, this, &LabPage::showReading);
}

LabSetup LabPage::setupOf(const std::string& name, const std::optional<PublishedPolicy>& rules) const
{
    std::optional<PublishedPolicy> published = rules;
    if (const SharedPolicies& known = m_session.policies(); !published && known)
        if (const auto found = known->published.find(name); found != known->published.end())
            published = found->second;
    LabSetup setup;
    if (!published) {
        setup.candidates = {{"A", {"lab", std::string(algorithms().front().name), {}}}};
        return setup;
    }
    const Policy& policy = published->policy;
    setup.policy = policy.name;
    setup.enforced = {enforcedName, policy};
    setup.candidates = {{"A", {"lab", policy.algorithm, policy.rules}}};
    if (published->candidate)
        setup.candidates = {{"A", {"lab", published->candidate->algorithm, published->candidate->rules}}};
    return setup;
}

void LabPage::openRedis(const std::string& name, const std::optional<PublishedPolicy>& rules)
{
    readRedis(name, shown(name), [setup = setupOf(name, rules)](Opened& opened) { opened.setup = setup; });
}

void LabPage::openTokens(const std::vector<Subject>& subjects)
{
    if (subjects.empty())
        return;
    const std::string& policy = subjects.front().policy;
    const bool isOfAll =
        std::ranges::all_of(subjects, [&](const Subject& subject) { return subject.policy == policy; });
    readRedis(
        subjects, tokensText(Units(subjects.size())),
        [setup = setupOf(isOfAll ? policy : std::string(), {})](Opened& opened) { opened.setup = setup; });
}

void LabPage::readRedis(const LabRedis::Whose& whose, const QString& title,
                        std::function<void(Opened& opened)> complete)
{
    fail({});
    m_bench.runner().stop(Question::Traffic);
    m_reading = title;
    m_redis.read(whose, [this, title, complete = std::move(complete)](const Outcome<SharedTraffic>& outcome) {
        takeRedis(
            title, outcome,
            tr("The requests that were charged, as the logs in Redis have them: what was denied is not in "
               "them, nor what was trimmed."),
            complete);
    });
}

void LabPage::takeRedis(const QString& title, const Outcome<SharedTraffic>& outcome, const QString& lesson,
                        const std::function<void(Opened& opened)>& complete)
{
    if (const Failure* failure = outcome.failure()) {
        fail(tr("The requests of %1 cannot be read: %2").arg(title, failure->message));
        return;
    }
    Opened opened{*outcome.result()};
    if (opened.traffic->trace.empty()) {
        fail(tr("There was no request of %1 to be read.").arg(title));
        return;
    }
    complete(opened);
    m_path.clear();
    take(title, opened, lesson);
}

void LabPage::askForCapture()
{
    std::vector<CaptureDialog::Source> sources;
    for (const LabRedisSource& source : labRedisSources(m_session, true))
        sources.push_back({source.name, source.title});
    if (!m_session.live() || sources.empty()) {
        fail(m_session.live() ? tr("No policy is published on this server, and no limiter's token was found.")
                              : tr("Redis is not connected."));
        return;
    }
    auto* const dialog = new CaptureDialog(sources, window());
    connect(dialog, &CaptureDialog::captureWanted, this, &LabPage::capture);
    dialog->open();
}

void LabPage::capture(const std::string& name, std::chrono::milliseconds duration)
{
    fail({});
    m_bench.runner().stop(Question::Traffic);
    m_reading = shown(name);
    m_redis.capture(
        name, duration,
        [this, title = m_reading, setup = setupOf(name, {})](const Outcome<SharedTraffic>& outcome) {
            takeRedis(title, outcome,
                      tr("What was charged while it was captured. Denied requests are in it only "
                         "where something counts them."),
                      [&setup](Opened& opened) { opened.setup = setup; });
        });
}

void LabPage::openPolicy(const PublishedPolicy& policy)
{
    const std::vector<LabRedisSource> sources = labRedisSources(m_session);
    const auto source = std::ranges::find(sources, policy.policy.name, &LabRedisSource::name);
    if (source != sources.end() && source->hasLog && m_session.live()) {
        openRedis(policy.policy.name, policy);
        return;
    }
    m_bench.setCandidates(setupOf(policy.policy.name, policy));
    const QString name = shown(policy.policy.name);
    Q_EMIT done(traffic() ? tr("%1 keeps no log of its requests: it is tried on the traffic shown").arg(name)
                          : tr("%1 keeps no log of its requests: open traffic to try it on").arg(name));
}

void LabPage::askForPlan()
{
    auto* const dialog = new GenerateDialog(m_plan, window());
    connect(dialog, &GenerateDialog::generateWanted, this, &LabPage::generate);
    dialog->open();
}

void LabPage::generate(const TrafficPlan& plan)
{
    fail({});
    m_redis.cancel();
    m_plan = plan;
    m_reading = tr("Generated traffic");
    m_bench.runner().ask(
        Question::Traffic,
        [plan](Computation& job) {
            ReadTraffic made;
            made.trace = makeTraffic(plan, job.progress());
            made.summary.kind = TrafficKind::Generated;
            summarize(made.trace, made.summary);
            return Opened{std::make_shared<const LabTraffic>(std::move(made))};
        },
        [this, name = m_reading](const Outcome<Opened>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                fail(failure->message);
                return;
            }
            if (outcome.result()->traffic->trace.empty()) {
                fail(tr("This plan makes no request: take a higher rate or a longer time."));
                return;
            }
            m_path.clear();
            take(name, *outcome.result(), {});
        });
}

void LabPage::setEditing(bool editing)
{
    const bool was = !m_edit->isHidden();
    m_edit->setVisible(editing);
    m_trafficButton->setEditing(editing);
    if (editing && !was)
        m_edit->begin(traffic(),
                      m_bench.token() ? std::string(traffic()->trace.names[*m_bench.token()]) : clientByHand);
    if (!traffic())
        m_stack->setCurrentIndex(editing ? NoRequestPage : StartPage);
}

// Edits that come while one is being applied are applied with it: none is lost.
void LabPage::edit(const TraceEdit& edit)
{
    fail({});
    m_edits.push_back(edit);
    m_bench.runner().ask(
        Question::Edits,
        [before = traffic(), edits = m_edits](Computation&) -> SharedTraffic {
            ReadTraffic made;
            made.trace = edited(before ? before->trace : Trace(), edits);
            if (made.trace.empty())
                return nullptr;
            made.summary.kind = TrafficKind::Generated;
            summarize(made.trace, made.summary);
            return std::make_shared<const LabTraffic>(std::move(made));
        },
        [this](const Outcome<SharedTraffic>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                m_edits.clear();
                m_edit->present(traffic());
                fail(failure->message);
                return;
            }
            takeEdits(*outcome.result());
        });
}

/// The same candidates, marks and token, for other traffic.
LabSetup LabPage::setupAsShown() const
{
    LabSetup setup = m_bench.setup();
    setup.token = m_edit->token();
    if (const auto cursor = m_time->strips().cursor(); cursor && traffic())
        setup.cursor = m_time->strips().data()->times.at(*cursor);
    return setup;
}

void LabPage::takeEdits(const SharedTraffic& traffic)
{
    m_path.clear();
    if (!traffic) {
        clearTraffic();
        return;
    }
    const QString name = m_bench.traffic() ? m_name : tr("By hand");
    const bool wasEdited = m_edited || m_bench.traffic();
    const std::vector<TokenGroup> groups = m_groups;
    const TimeRange time = m_time->strips().shownTime();
    const bool isZoomed = m_bench.traffic() && time != m_bench.traffic()->time();
    const std::optional<TimeRange> counted = m_histogram->chosen();
    m_edit->present(traffic); // before take() would begin anew
    const LabSetup setup = setupAsShown();
    m_applyingEdits = true;
    take(name, {traffic, setup}, m_lesson->text());
    m_applyingEdits = false;
    m_groups = groups;
    m_edited = wasEdited;
    updateAbout();
    showTrials(); // with the groups
    if (counted) {
        m_histogram->choose(counted);
        stretchChosen();
    }
    if (isZoomed) {
        m_time->strips().show(time);
        m_histogram->markShown(time);
    }
}

// Nothing is left of what was edited.
void LabPage::clearTraffic()
{
    for (std::size_t i = 0; i < LabRunner::questionCount; ++i)
        m_bench.runner().stop(Question(i));
    m_edits.clear();
    m_rules->setPeaks({});
    m_histogram->choose(std::nullopt);
    m_stretch->hide();
    m_edit->present(nullptr);
    m_time->clear({});
    m_lesson->hide();
    m_details->setChecked(false);
    m_stack->setCurrentIndex(m_edit->isHidden() ? StartPage : NoRequestPage);
    m_bench.clear();
    updateAbout();
}

bool LabPage::event(QEvent* event)
{
    // While requests are edited by hand, undo is about these, wherever the focus is on this page.
    if (event->type() == QEvent::ShortcutOverride && !m_edit->isHidden()) {
        auto* const key = static_cast<QKeyEvent*>(event);
        if (isUndo(key) || isRedo(key))
            key->accept();
    }
    return QWidget::event(event);
}

void LabPage::keyPressEvent(QKeyEvent* event)
{
    if (!m_edit->isHidden() && isUndo(event))
        m_edit->undo();
    else if (!m_edit->isHidden() && isRedo(event))
        m_edit->redo();
    else
        QWidget::keyPressEvent(event);
}

} // namespace ratewarden::ui
