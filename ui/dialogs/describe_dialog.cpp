// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/describe_dialog.h"

#include "core/formats/describe/format_saving.h"
#include "core/formats/files/foreign_subject.h"
#include "core/model/errors.h"
#include "core/tokens/reader.h"
#include "ui/dialogs/describe_fields.h"
#include "ui/dialogs/described_state.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/proposal_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/question_bar.h"
#include "ui/widgets/scroll_area.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t mostLooked = 100'000; // keys of the server, to count those that match

// A sample for checks: of the name alone, when the value is not read yet.
FormatSample sampleFor(const KeyLooks& looks)
{
    FormatSample sample;
    sample.at = looks.latest().at;
    sample.keys.emplace_back(looks.latest().raw.key, looks.latest().raw.content);
    sample.origin = "recorded";
    return sample;
}

} // namespace

DescribeDialog::DescribeDialog(Session& session, const QByteArray& key, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_key(new QLineEdit)
    , m_heading(named("describedHeading", new PlainLabel(tr("Describe a key"))))
    , m_banner(new Banner)
    , m_fields(new DescribeFields)
    , m_state(new DescribedState)
    , m_discard(new QuestionBar(tr("Discard what you have entered?"), tr("Discard"), tr("Keep editing")))
    , m_save(named("saveFormat", new QPushButton(tr("Save the format"))))
    , m_cancel(named("cancelDescription", new QPushButton(tr("Cancel"))))
{
    setWindowTitle(tr("Describe a key"));
    setMinimumWidth(940);
    resize(1040, 680);
    auto* const layout = beginDialog(this);
    m_heading->setFont(headingFont());
    layout->addWidget(m_heading);
    nameWidget(m_key, "describeKey", tr("Key"));
    m_key->setPlaceholderText(tr("The key of one token, and Return"));
    m_key->setFont(monospaceFont());
    layout->addWidget(m_key);
    layout->addWidget(m_banner);
    auto* const columns = rowLayout(24);
    columns->addWidget(makeScrollArea(m_fields), 5);
    columns->addWidget(makeScrollArea(m_state), 4);
    layout->addLayout(columns, 1);
    m_discard->setObjectName("discardDescription");
    layout->addWidget(m_discard);
    auto* const buttons = new QHBoxLayout;
    auto* const where =
        new PlainLabel(tr("Saved to your formats folder, with a sample of this key, including its name."),
                       PlainLabel::Tone::Muted);
    buttons->addWidget(where, 1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_save);
    layout->addLayout(buttons);
    m_cancel->setAutoDefault(false);
    m_save->setDefault(true); // Return saves, as in all dialogs
    setProminent(m_save, false);

    m_settles.setSingleShot(true);
    m_settles.setInterval(settleTime);
    m_rereads.setInterval(1s);
    connect(&m_settles, &QTimer::timeout, this, &DescribeDialog::countMatches);
    connect(&m_rereads, &QTimer::timeout, this, &DescribeDialog::lookAgain);
    connect(m_key, &QLineEdit::returnPressed, this, &DescribeDialog::look);
    connect(m_cancel, &QPushButton::clicked, this, &DescribeDialog::reject);
    connect(m_discard, &QuestionBar::accepted, this, &DescribeDialog::answerDiscard);
    connect(m_save, &QPushButton::clicked, this, &DescribeDialog::save);
    connect(m_fields, &DescribeFields::changed, this, &DescribeDialog::update);
    connect(m_fields, &DescribeFields::shapeChosen, this, [this](Shape shape) {
        const auto proposed =
            std::ranges::find(m_proposals, shape, [](const Proposal& one) { return one.file.shape; });
        if (proposed != m_proposals.end())
            put(*proposed, true);
    });
    setKnown(false);
    if (key.isEmpty())
        m_key->setFocus();
    else
        beginWith(key);
}

void DescribeDialog::beginWith(const QByteArray& key)
{
    m_given = key;
    m_heading->setFont(monospaceHeadingFont());
    m_heading->setText(shown(key.toStdString()));
    m_key->hide();
    look();
}

void DescribeDialog::describe(const QByteArray& key)
{
    if (key.isEmpty() || key.toStdString() == this->key())
        return;
    m_next = key;
    if (isEdited())
        m_discard->ask();
    else
        answerDiscard();
}

void DescribeDialog::answerDiscard()
{
    if (m_next.isEmpty())
        QDialog::reject();
    else
        beginWith(std::exchange(m_next, {}));
}

std::string DescribeDialog::key() const
{
    return m_given.isEmpty() ? m_key->text().toStdString() : m_given.toStdString();
}

bool DescribeDialog::isEdited() const
{
    return m_looks && m_fields->texts() != m_textsAtFirst;
}

void DescribeDialog::setKnown(bool known)
{
    m_fields->setEnabled(known);
    m_save->setEnabled(known && m_entered.has_value() && !m_saving);
}

void DescribeDialog::look()
{
    const std::string key = this->key();
    if (key.empty())
        return;
    m_rereads.stop();
    m_looks.reset();
    m_entered.reset();
    m_nameable.reset();
    m_countedPattern.clear();
    ++m_countNumber; // what is being counted is another key's
    m_banner->setText({});
    setKnown(false);
    // Up to a hundred pages of a scan: nothing that the operator does is to wait for them.
    m_session.search(
        this,
        [key, prefixes = m_session.prefixes()](Server& server) {
            Found found;
            if (const auto known = recogniseOnServer(server, *prefixes, key))
                found.recognisedBy = known->subject.format->name();
            found.looks = lookAround(server, key);
            return found;
        },
        [this, key](const Outcome<Found>& outcome) {
            if (key != this->key())
                return; // another one is described by now
            if (const Failure* const failure = outcome.failure())
                m_banner->setText(failure->message);
            else
                take(*outcome.result());
        });
}

void DescribeDialog::take(const Found& found)
{
    if (!found.looks.first.raw.exists()) {
        m_banner->setText(tr("There is no such key on the server"));
        m_state->showNothing();
        return;
    }
    if (!found.recognisedBy.empty())
        m_banner->setText(
            tr("It is a key of %1 already. A format of your own under another name may take its place.")
                .arg(shown(found.recognisedBy)));
    m_looks = found.looks;
    m_proposedAgain = false;
    propose();
    m_rereads.start();
    m_fields->focusFirst();
}

void DescribeDialog::propose()
{
    m_proposals = proposeFormats(*m_looks);
    m_state->showKey(*m_looks);
    Proposal first;
    try {
        if (m_proposals.empty())
            first.file = blankFormat(*m_looks);
        else
            first = m_proposals.front();
    } catch (const BadNotation& error) {
        m_banner->setText(problemText(error.problem()));
        setKnown(false);
        return;
    }
    setKnown(true);
    put(first);
    m_textsAtFirst = m_fields->texts();
}

void DescribeDialog::put(const Proposal& proposal, bool keepEdited)
{
    std::vector<Shape> shapes;
    for (const Proposal& one : m_proposals)
        shapes.push_back(one.file.shape);
    m_state->showReasons(proposal.reasons);
    m_fields->suggestWindow(proposal.window);
    if (keepEdited)
        m_fields->change(proposal.file, shapes);
    else
        m_fields->put(proposal.file, shapes);
}

void DescribeDialog::lookAgain()
{
    if (m_reading || !m_looks)
        return;
    if (!m_session.live())
        return tellUnread(tr("Redis is unreachable: %1.").arg(m_session.link().lostReason()));
    m_reading = true;
    m_session.act(
        this,
        [looks = *m_looks](Server& server) mutable {
            ratewarden::lookAgain(server, looks);
            return std::move(looks);
        },
        [this](const Outcome<KeyLooks>& outcome) {
            m_reading = false;
            tellUnread(outcome.failure() ? outcome.failure()->message : QString());
            const KeyLooks* const looks = outcome.result();
            if (!looks || !m_looks || looks->first.raw.key != m_looks->first.raw.key)
                return;
            m_looks = *looks;
            m_state->showKey(*m_looks);
            // The second look may tell more than the first; nothing that was edited is replaced by it.
            if (!m_proposedAgain && m_fields->texts() == m_textsAtFirst)
                propose();
            m_proposedAgain = true;
            update();
        });
}

// What the key says now is what it said then.
void DescribeDialog::tellUnread(const QString& problem)
{
    if (m_banner->text() == m_unread) // nothing else is said there
        m_banner->setText(problem);
    m_unread = problem;
    if (m_looks)
        m_state->setAge(problem.isEmpty() ? Freshness::Live : Freshness::Stale,
                        Instant(std::chrono::duration_cast<Micros>(m_looks->latest().at)));
}

void DescribeDialog::update()
{
    m_entered.reset();
    if (!m_looks)
        return;
    const std::optional<FormatFile> file = m_fields->read(sampleFor(*m_looks));
    const std::optional<std::vector<Rule>> rules = m_fields->rules();
    m_nameable = file;
    if (file && file->name == m_takenName)
        m_fields->setError(DescribeFields::Field::Name, tr("You have a format of that name: choose another"));
    if (file) {
        const LookReading reading = readLook(*file, *m_looks, rules.value_or(std::vector<Rule>()));
        if (reading.misfit == LookMisfit::None) {
            m_state->showReading(reading, m_looks->latest().at);
            m_group = widestGroup(*file, {reading.token, reading.group, nullptr});
            if (!m_fields->hasErrors())
                m_entered = file;
        } else {
            m_fields->setError(reading.misfit == LookMisfit::Value ? DescribeFields::Field::Value
                                                                   : DescribeFields::Field::Key,
                               misfitText(reading));
            m_state->showNothing();
        }
        if (file->keys.front().names.front().text() != m_countedPattern)
            m_settles.start();
    } else {
        m_state->showNothing();
    }
    m_save->setEnabled(m_entered.has_value() && !m_saving);
}

void DescribeDialog::countMatches()
{
    if (!m_nameable)
        return;
    m_countedPattern = m_nameable->keys.front().names.front().text();
    m_state->showMatches({}, true);
    countOn(*m_nameable, {}, ++m_countNumber);
}

void DescribeDialog::countOn(const FormatFile& file, const MatchCount& count, int number)
{
    m_session.search(
        this,
        [file, count](Server& server) {
            MatchCount next = count;
            ratewarden::countMatches(server, file, next);
            return next;
        },
        [this, file, number](const Outcome<MatchCount>& outcome) {
            if (number != m_countNumber)
                return; // of a pattern that is edited by now
            if (const Failure* const failure = outcome.failure()) {
                m_state->showNoMatches(failure->message);
                m_countedPattern.clear(); // with the next reading it is tried again
                return;
            }
            const MatchCount* const next = outcome.result();
            const bool goesOn = !next->complete && next->looked < mostLooked;
            m_state->showMatches(*next, goesOn);
            if (goesOn)
                countOn(file, *next, number);
        });
}

void DescribeDialog::save()
{
    const std::optional<std::vector<Rule>> rules = m_fields->rules();
    if (!m_entered || !m_looks || !rules)
        return;
    m_banner->setText({});
    try {
        const FormatFile file = withSample(*m_entered, *m_looks, *rules);
        const std::filesystem::path path = userFormatPath(file.name);
        m_saving = true;
        m_save->setEnabled(false);
        // In a lane, as disks can be slow.
        m_session.act(
            this,
            [file, path](Server&) {
                std::error_code ignored;
                const bool isTaken = std::filesystem::exists(path, ignored);
                if (!isTaken)
                    writeFormatFile(path, file);
                return !isTaken;
            },
            [this, file, rules = *rules, group = m_group](const Outcome<bool>& outcome) {
                m_saving = false;
                if (const Failure* const failure = outcome.failure())
                    m_banner->setText(failure->message);
                else if (!*outcome.result())
                    m_takenName = file.name;
                else
                    return finish(file, rules, group);
                update();
            });
    } catch (const InvalidArgument& error) {
        m_banner->setText(problemText(error));
    }
}

void DescribeDialog::finish(const FormatFile& file, const std::vector<Rule>& rules, const std::string& group)
{
    m_session.formatFiles().reload();
    Q_EMIT saved(QString::fromStdString(file.name));
    if (!rules.empty() && m_session.missing("publish_policy").isEmpty())
        Q_EMIT rulesWanted({group, std::string(nearestAlgorithm(file)), rules, false, false, file.name});
    accept();
}

void DescribeDialog::reject()
{
    m_next.clear();
    if (m_discard->isVisible())
        m_discard->withdraw(); // Escape answers it, too
    else if (isEdited())
        m_discard->ask();
    else
        QDialog::reject();
}

QString DescribeDialog::problem() const
{
    return m_banner->text();
}

} // namespace ratewarden::ui
