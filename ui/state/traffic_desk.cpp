// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/traffic_desk.h"

#include "ui/lab/lab_trial_io.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/translations.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <limits>

namespace ratewarden::ui {
namespace {

constexpr Micros shortestCounted = std::chrono::milliseconds(1); // a shorter stretch cannot be chosen

QString fileNameIn(const QString& path)
{
    return shown(QFileInfo(path).fileName().toStdString());
}

QString nothingRead(const QString& name, const TrafficSummary& summary)
{
    if (summary.kind == TrafficKind::Redis)
        return TrafficDesk::tr("The logs of %1 hold no request now.").arg(name);
    if (summary.lines == 0)
        return TrafficDesk::tr("%1 is empty: there is no request in it.").arg(name);
    const QString first =
        summary.firstRejected.empty()
            ? QString()
            : QStringLiteral(" ") +
                  TrafficDesk::tr("The first one: %1.").arg(rejectedText(summary.firstRejected.front()));
    return TrafficDesk::tr("No line of %1 could be read as a request.").arg(name) + first;
}

/// In any thread.
LabOpened openedFile(const QString& path, ReadOptions options, Computation& job)
{
    options.stop = job.stopToken();
    options.progress = [&job](const ReadProgress& progress) {
        if (progress.size && *progress.size > 0)
            job.report(double(progress.bytes) / double(*progress.size));
    };
    LabOpened opened{fileNameIn(path), path};
    const std::string file = QFile::encodeName(path).toStdString();
    std::string traffic = file;
    if (opened.trial = readTrialFile(file); opened.trial) {
        traffic = trafficFileOf(*opened.trial, file);
        options.fields = opened.trial->fields;
        options.withoutStatus = opened.trial->withoutStatus;
    }
    if (!traffic.empty())
        opened.traffic = trafficOfFile(traffic, options);
    return opened;
}

// Which may be millions of numbers.
Trial withoutTokens(const Trial& trial)
{
    Trial its;
    its.within = trial.within;
    its.requests = trial.requests;
    its.denied = trial.denied;
    its.neverFits = trial.neverFits;
    its.repeats = trial.repeats;
    its.tokensDenied = trial.tokensDenied;
    its.longestWait = trial.longestWait;
    its.largestBurst = trial.largestBurst;
    its.bytesPerToken = trial.bytesPerToken;
    return its;
}

LabSetup setupOfTrial(const TrialFile& trial)
{
    LabSetup setup;
    setup.candidates = trial.candidates;
    if (setup.candidates.front().name == enforcedName) {
        setup.enforced = setup.candidates.front();
        setup.candidates.erase(setup.candidates.begin());
        if (setup.candidates.empty())
            setup.candidates = {{"A", setup.enforced->policy}};
    }
    for (const TokenGroup& group : trial.groups)
        if (group.name == marksGroup)
            setup.marked = group.tokens;
    if (!setup.marked.empty())
        setup.token = setup.marked.front();
    return setup;
}

} // namespace

TrafficDesk::TrafficDesk(Session& session)
    : m_session(session), m_examples(labExamples()), m_redis(session, this)
{
    connect(&m_redis, &LabRedis::progressed, this, &TrafficDesk::progressed);
    connect(&m_bench.runner(), &LabRunner::progressed, this, &TrafficDesk::progressed);
}

std::optional<TrafficDesk::OpenedLog> TrafficDesk::log() const
{
    const SharedTraffic& traffic = m_bench.traffic();
    if (!traffic || traffic->summary.kind != TrafficKind::Log || !traffic->summary.format)
        return std::nullopt;
    return OpenedLog{traffic->summary.source, traffic->summary.format->fields};
}

void TrafficDesk::openExample(int number)
{
    const LabExample& example = m_examples.at(std::size_t(number));
    const Instant midnight{std::chrono::milliseconds(QDate::currentDate().startOfDay().toMSecsSinceEpoch())};
    make({example.title, {}, example.lesson}, tr("%1 has no request that could be shown.").arg(example.title),
         [example, midnight](LabOpened& opened, Computation&) {
             opened.setup = example.make(midnight);
             LabSetup& setup = *opened.setup;
             opened.traffic = setup.metered ? generatedTraffic(std::move(*setup.metered))
                                            : generatedTraffic(std::move(setup.trace));
             setup.metered.reset();
         });
}

void TrafficDesk::openFile(const QString& path, const LogFields& fields,
                           const std::vector<std::uint16_t>& withoutStatus)
{
    ReadOptions options;
    options.fields = fields;
    options.withoutStatus = withoutStatus;
    Q_EMIT problemChanged({});
    m_redis.cancel();
    m_reading = fileNameIn(path);
    m_bench.runner().ask(
        Question::Traffic, [path, options](Computation& job) { return openedFile(path, options, job); },
        [this, path, name = m_reading](const Outcome<LabOpened>& outcome) {
            if (const Failure* failure = outcome.failure())
                Q_EMIT problemChanged(tr("%1 cannot be opened: %2").arg(name, failure->message));
            else if (outcome.result()->trial)
                openTrial(path, *outcome.result());
            else
                arrive(*outcome.result(), nothingRead(name, outcome.result()->traffic->summary));
        });
}

void TrafficDesk::openTrial(const QString& path, LabOpened opened)
{
    opened.setup = setupOfTrial(*opened.trial);
    if (!opened.traffic) {
        const std::string name = redisTrafficOf(*opened.trial);
        opened.name = shown(name);
        opened.path.clear();
        readRedis(name, std::move(opened));
        return;
    }
    opened.path = QFile::decodeName(
        QByteArray::fromStdString(trafficFileOf(*opened.trial, QFile::encodeName(path).toStdString())));
    opened.name = fileNameIn(opened.path);
    arrive(opened, tr("No request could be read from %1, the traffic of this trial.").arg(opened.name));
    if (!opened.traffic->trace.empty())
        Q_EMIT done(tr("Opened the trial %1").arg(fileNameIn(path)));
}

LabSetup TrafficDesk::setupOf(const std::string& policy, const std::optional<PublishedPolicy>& rules) const
{
    std::optional<PublishedPolicy> published = rules;
    if (const SharedPolicies& known = m_session.policies(); !published && known)
        if (const auto found = known->published.find(policy); found != known->published.end())
            published = found->second;
    LabSetup setup;
    if (!published) {
        setup.candidates = {{"A", {"lab", std::string(algorithms().front().name), {}}}};
        return setup;
    }
    setup.policy = published->policy.name;
    setup.enforced = {enforcedName, published->policy};
    setup.candidates = {{"A", {"lab", published->policy.algorithm, published->policy.rules}}};
    if (published->candidate)
        setup.candidates = {{"A", {"lab", published->candidate->algorithm, published->candidate->rules}}};
    return setup;
}

void TrafficDesk::openRedis(const std::string& name, const std::optional<PublishedPolicy>& rules)
{
    readRedis(name, {.name = shown(name), .setup = setupOf(name, rules)});
}

void TrafficDesk::openTokens(const std::vector<Subject>& subjects)
{
    if (subjects.empty())
        return;
    const std::string& policy = subjects.front().policy;
    const bool isOfAll =
        std::ranges::all_of(subjects, [&](const Subject& subject) { return subject.policy == policy; });
    readRedis(subjects, {.name = tokensText(Units(subjects.size())),
                         .setup = setupOf(isOfAll ? policy : std::string(), {})});
}

void TrafficDesk::readRedis(LabRedis::Whose whose, LabOpened opened)
{
    Q_EMIT problemChanged({});
    m_bench.runner().stop(Question::Traffic);
    m_reading = opened.name;
    opened.lesson =
        tr("The requests that were charged, as the logs in Redis have them: what was denied is not in "
           "them, nor what was trimmed.");
    m_redis.read(std::move(whose), taking(std::move(opened)));
}

LabRedis::Then TrafficDesk::taking(LabOpened opened)
{
    return [this, opened = std::move(opened)](const Outcome<SharedTraffic>& outcome) {
        if (const Failure* failure = outcome.failure()) {
            Q_EMIT problemChanged(
                tr("The requests of %1 cannot be read: %2").arg(opened.name, failure->message));
            return;
        }
        LabOpened read = opened;
        read.traffic = *outcome.result();
        arrive(read, tr("There was no request of %1 to be read.").arg(opened.name));
    };
}

void TrafficDesk::capture(const std::string& name, std::chrono::milliseconds duration)
{
    Q_EMIT problemChanged({});
    m_bench.runner().stop(Question::Traffic);
    m_reading = shown(name);
    m_redis.capture(name, duration,
                    taking({.name = m_reading,
                            .lesson = tr("What was charged while it was captured. Denied requests are in it "
                                         "only where something counts them."),
                            .setup = setupOf(name, {})}));
}

void TrafficDesk::openPolicy(const PublishedPolicy& policy)
{
    const std::vector<LabRedisSource> sources = labRedisSources(m_session);
    const auto source = std::ranges::find(sources, policy.policy.name, &LabRedisSource::name);
    if (source != sources.end() && source->hasLog && m_session.live()) {
        openRedis(policy.policy.name, policy);
        return;
    }
    m_bench.setCandidates(setupOf(policy.policy.name, policy));
    const QString name = shown(policy.policy.name);
    Q_EMIT done(m_bench.traffic()
                    ? tr("%1 keeps no log of its requests: it is tried on the traffic shown").arg(name)
                    : tr("%1 keeps no log of its requests: open traffic to try it on").arg(name));
}

void TrafficDesk::openRequests(const TokenDetail& detail, bool keepCandidates)
{
    const Reading& reading = detail.reading;
    LabSetup setup;
    Policy rules{"lab", std::string(algorithms().front().name), {}};
    if (reading.policy) {
        rules = {"lab", reading.policy->algorithm, reading.policy->rules};
        setup.enforced = {enforcedName, rules};
        if (m_session.policies() && m_session.policies()->published.contains(reading.policy->name))
            setup.policy = reading.policy->name;
    }
    setup.candidates = {{"A", rules}};
    if (keepCandidates) {
        const LabSetup now = m_bench.setup();
        setup.candidates = now.candidates;
        setup.chosen = m_bench.isReadOnly() ? 0 : now.chosen;
    }
    setup.token = reading.subject.token;
    const QString name = shown(setup.token);
    make({.name = name,
          .lesson = tr("The requests that were charged, as the log in Redis has them: what was denied is not "
                       "in it, nor what was trimmed."),
          .setup = setup},
         tr("%1 has no request that could be shown.").arg(name),
         [entries = detail.log.entries](LabOpened& opened, Computation&) {
             TraceBuilder builder;
             for (const LogEntry& entry : entries)
                 if (entry.cost > 0) // what was given back is no request
                     builder.add(
                         entry.at, opened.setup->token,
                         TraceCost(std::min<Units>(entry.cost, std::numeric_limits<TraceCost>::max())));
             opened.traffic = generatedTraffic(builder.take());
         });
}

void TrafficDesk::generate(const TrafficPlan& plan)
{
    m_plan = plan;
    make({.name = tr("Generated traffic")},
         tr("This plan makes no request: take a higher rate or a longer time."),
         [plan](LabOpened& opened, Computation& job) {
             opened.traffic = generatedTraffic(makeTraffic(plan, job.progress()));
         });
}

void TrafficDesk::make(LabOpened opened, const QString& ifEmpty,
                       std::function<void(LabOpened& opened, Computation& job)> make)
{
    Q_EMIT problemChanged({});
    m_redis.cancel();
    m_reading = opened.name;
    m_bench.runner().ask(
        Question::Traffic,
        [opened = std::move(opened), make = std::move(make)](Computation& job) {
            LabOpened made = opened;
            make(made, job);
            return made;
        },
        [this, ifEmpty](const Outcome<LabOpened>& outcome) {
            if (const Failure* failure = outcome.failure())
                Q_EMIT problemChanged(failure->message);
            else
                arrive(*outcome.result(), ifEmpty);
        });
}

void TrafficDesk::arrive(const LabOpened& opened, const QString& ifEmpty)
{
    if (opened.traffic->trace.empty())
        Q_EMIT problemChanged(ifEmpty);
    else
        put(opened);
}

void TrafficDesk::put(const LabOpened& opened)
{
    const TimeRange counted = opened.byHand ? m_bench.stretch() : opened.counted;
    Q_EMIT arrives(opened);
    for (const Question old : {Question::Edits, Question::Expectations})
        m_bench.runner().stop(old);
    m_edits.clear();
    m_name = opened.name;
    m_lesson = opened.lesson;
    if (opened.traffic) {
        m_recorded.reset();
        m_isEdited = opened.wasEdited || (opened.byHand && (m_isEdited || m_bench.traffic()));
        m_bench.take(opened.traffic, opened.setup ? &*opened.setup : nullptr);
    } else {
        m_bench.clear();
    }
    if (opened.traffic && counted != allTime) { // what is left of it
        const TimeRange time = opened.traffic->time();
        const Instant from = std::clamp(counted.from, time.from, time.to);
        const Instant to = std::clamp(counted.to, from, time.to);
        m_bench.setStretch(to - from < shortestCounted ? allTime : TimeRange{from, to});
    }
    Q_EMIT changed(opened.byHand);
}

void TrafficDesk::edit(const TraceEdit& edit)
{
    Q_EMIT problemChanged({});
    m_edits.push_back(edit);
    m_bench.runner().ask(
        Question::Edits,
        [before = m_bench.traffic(), edits = m_edits](Computation&) -> SharedTraffic {
            Trace trace = edited(before ? before->trace : Trace(), edits);
            return trace.empty() ? nullptr : generatedTraffic(std::move(trace));
        },
        [this](const Outcome<SharedTraffic>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                m_edits.clear();
                Q_EMIT changed(true);
                Q_EMIT problemChanged(failure->message);
                return;
            }
            takeEdits(*outcome.result());
        });
}

void TrafficDesk::takeEdits(const SharedTraffic& traffic)
{
    LabOpened opened{.name = m_bench.traffic() ? m_name : tr("By hand"),
                     .lesson = m_lesson,
                     .traffic = traffic,
                     .setup = m_bench.setup(),
                     .byHand = true};
    opened.setup->token = m_editedToken;
    if (m_bench.cursor() && m_bench.traffic())
        opened.setup->cursor = m_bench.line().strips->times.at(*m_bench.cursor());
    put(opened);
}

std::optional<RecordedLab> TrafficDesk::record() const
{
    if (!m_bench.traffic())
        return m_recorded;
    const Trace& trace = m_bench.traffic()->trace;
    const bool hasRequests = trace.size() <= RecordedLab::mostRequests;
    RecordedLab its{.name = m_name,
                    .isEdited = m_isEdited,
                    .requestCount = Units(trace.size()),
                    .tokenCount = Units(trace.names.size()),
                    .time = {trace.times.front(), trace.times.back()},
                    .within = m_bench.stretch(),
                    .setup = m_bench.setup(),
                    .chosen = m_bench.chosen()};
    if (m_bench.token())
        its.setup.token = m_bench.nameOf(*m_bench.token());
    if (const auto& strips = m_bench.line().strips; m_bench.cursor() && strips &&
                                                    m_bench.line().token == m_bench.token() &&
                                                    *m_bench.cursor() < strips->times.size())
        its.setup.cursor = strips->times[*m_bench.cursor()];
    for (TokenId token = 0; hasRequests && token < trace.names.size(); ++token)
        its.tokens.emplace_back(trace.names[token]);
    for (std::size_t i = 0; hasRequests && i < trace.size(); ++i)
        its.requests.push_back({trace.times[i], trace.tokens[i], trace.cost(i)});
    for (std::size_t i = 0; i < m_bench.candidates().size(); ++i)
        if (const std::shared_ptr<const Trial> trial = m_bench.trialOf(i)) {
            RecordedLab::Result& result = its.results.emplace_back();
            result.trial = withoutTokens(*trial);
            result.trial.candidate = m_bench.candidates()[i];
            if (!m_bench.marked().empty())
                result.innocent = m_bench.innocentOf(i);
            for (const TokenCount& worst : m_bench.worstOf(i))
                result.worst.push_back({std::string(m_bench.nameOf(worst.token)), Units(worst.count)});
        }
    return its;
}

void TrafficDesk::show(const RecordedLab& recorded)
{
    LabOpened opened{.name = recorded.name.isEmpty() ? tr("Recorded requests") : recorded.name,
                     .setup = recorded.setup,
                     .wasEdited = recorded.isEdited,
                     .counted = recorded.within};
    // Of the enforced one it wraps, and comes back by the sum.
    opened.setup->chosen = recorded.chosen - (recorded.setup.enforced ? 1 : 0);
    if (recorded.requests.empty()) {
        m_recorded = recorded;
        m_name = opened.name;
        Q_EMIT changed(false);
        return;
    }
    make(std::move(opened), tr("%1 has no request that could be shown.").arg(recorded.name),
         [tokens = recorded.tokens, requests = recorded.requests](LabOpened& made, Computation&) {
             constexpr Units most = std::numeric_limits<TraceCost>::max();
             TraceBuilder builder;
             for (const RecordedLab::Request& request : requests)
                 builder.add(request.at, tokens.at(request.token),
                             TraceCost(std::clamp<Units>(request.cost, 1, most)));
             made.traffic = generatedTraffic(builder.take());
         });
}

void TrafficDesk::cancel()
{
    m_bench.runner().stop(Question::Traffic);
    m_redis.cancel();
}

bool TrafficDesk::isBusy() const
{
    return m_bench.runner().isBusy(Question::Traffic) || m_redis.isBusy();
}

double TrafficDesk::share() const
{
    return isCapturing() ? m_redis.share() : m_bench.runner().share(Question::Traffic);
}

QString TrafficDesk::progressText() const
{
    if (isCapturing())
        return tr("Capturing %1: %Ln request(s) so far", nullptr, pluralNumber(m_redis.requests()))
            .arg(m_reading);
    if (m_redis.isBusy())
        return tr("Reading %1: %Ln key(s) looked at", nullptr, pluralNumber(m_redis.keys())).arg(m_reading);
    return share() < 0 ? tr("Reading %1").arg(m_reading)
                       : tr("Reading %1: %2").arg(m_reading, percentText(share()));
}

} // namespace ratewarden::ui
