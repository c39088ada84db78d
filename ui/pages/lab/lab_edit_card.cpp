// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_edit_card.h"

#include "core/lab/pasted_requests.h"
#include "ui/charts/request_strip.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/translations.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QDateTime>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int pasteLines = 5;

/// In this machine's time zone, of the day on which it is.
Instant midnightOf(Instant moment)
{
    const qint64 ms = moment.time_since_epoch().count() / 1000;
    return Instant(std::chrono::milliseconds(
        QDateTime::fromMSecsSinceEpoch(ms).date().startOfDay().toMSecsSinceEpoch()));
}

} // namespace

LabEditCard::LabEditCard(Moments* moments, QWidget* parent)
    : Card({}, parent)
    , m_name(named("labEditToken", new QLineEdit))
    , m_cost(numberField(1, std::numeric_limits<int>::max()))
    , m_moment(named("labEditMoment", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_hint(named("labEditHint", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_paste(named("labPaste", new QPushButton(tr("Paste times…"))))
    , m_undo(named("labEditUndo", new QPushButton(tr("Undo"))))
    , m_redo(named("labEditRedo", new QPushButton(tr("Redo"))))
    , m_close(named("labEditClose", new QPushButton(tr("Done"))))
    , m_strip(named("labEditStrip", new RequestStrip(moments)))
    , m_text(named("labPasteText", new QPlainTextEdit))
    , m_pasteSays(named("labPasteSays", new PlainLabel))
    , m_pasteAdd(named("labPasteAdd", new QPushButton(tr("Add requests"))))
{
    body()->setContentsMargins(14, 10, 14, 8);
    body()->setSpacing(6);
    body()->addWidget(makeHead());
    body()->addWidget(m_strip);
    m_hint->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    body()->addWidget(m_hint);
    body()->addWidget(makePaste());
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connectAll();
    begin(nullptr, "client");
}

QWidget* LabEditCard::makeHead()
{
    auto* const head = new QWidget;
    auto* const row = rowLayout(8, head);
    auto* const title = wholeLabel(tr("Requests of"));
    title->setFont(cardTitleFont());
    row->addWidget(title);
    m_name->setAccessibleName(tr("Token whose requests are edited"));
    m_name->setToolTip(tr("Another token, or a new one: its requests are shown and added here"));
    m_name->setFont(monospaceFont());
    m_name->setMaximumWidth(260);
    row->addWidget(m_name, 2);
    row->addWidget(wholeLabel(tr("cost"), PlainLabel::Tone::Muted));
    m_cost->setObjectName("labEditCost");
    nameNumberField(m_cost, tr("Cost of the requests that are added"));
    m_cost->setMaximumWidth(90);
    row->addWidget(m_cost);
    row->addWidget(m_moment, 1);
    m_paste->setCheckable(true);
    m_undo->setToolTip(tr("Undo the last edit (Ctrl+Z)"));
    m_redo->setToolTip(tr("Redo it (Ctrl+Shift+Z)"));
    for (QPushButton* const button : {m_paste, m_undo, m_redo, m_close})
        row->addWidget(button);
    row->addWidget(makeTableButton(m_strip, [this] { return shown(m_token); }));
    return head;
}

QWidget* LabEditCard::makePaste()
{
    m_pasteBox = new QWidget;
    auto* const column = new QVBoxLayout(m_pasteBox);
    column->setContentsMargins(0, 2, 0, 4);
    column->setSpacing(6);
    m_text->setAccessibleName(tr("Times, one a line"));
    m_text->setFont(monospaceFont());
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setPlaceholderText(tr("One request a line: a time, then if wanted a cost and a token\n"
                                  "2026-11-22T12:34:31Z\n12:34:31, 5, user:42\n+5s\n1795350871"));
    m_text->setFixedHeight(QFontMetrics(m_text->font()).lineSpacing() * pasteLines + 14);
    column->addWidget(m_text);
    auto* const row = new QHBoxLayout;
    m_pasteSays->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    row->addWidget(m_pasteSays, 1);
    row->addWidget(m_pasteAdd, 0, Qt::AlignTop);
    column->addLayout(row);
    m_pasteBox->hide();
    return m_pasteBox;
}

void LabEditCard::connectAll()
{
    connect(m_name, &QLineEdit::editingFinished, this, [this] {
        const std::string entered = m_name->text().toStdString();
        if (m_name->text() == shown(m_token) || entered.empty())
            m_name->setText(shown(m_token)); // of bytes that cannot be typed it is not the name itself
        else
            setToken(entered);
    });
    connect(m_strip, &RequestStrip::addWanted, this, &LabEditCard::add);
    connect(m_strip, &RequestStrip::moveWanted, this, &LabEditCard::move);
    connect(m_strip, &RequestStrip::removeWanted, this, &LabEditCard::remove);
    connect(m_strip, &RequestStrip::pointed, this, [this](const std::optional<Instant>& time) {
        m_moment->setText(time ? exactMomentText(*time) : QString());
    });
    connect(&m_strip->time(), &TimeLine::areaMoved, this, &LabEditCard::showHint);
    connect(m_undo, &QPushButton::clicked, this, &LabEditCard::undo);
    connect(m_redo, &QPushButton::clicked, this, &LabEditCard::redo);
    connect(m_close, &QPushButton::clicked, this, &LabEditCard::closeWanted);
    connect(m_paste, &QPushButton::toggled, this, &LabEditCard::showPaste);
    connect(m_text, &QPlainTextEdit::textChanged, this, &LabEditCard::readPaste);
    connect(m_pasteAdd, &QPushButton::clicked, this, &LabEditCard::addPasted);
}

void LabEditCard::begin(const SharedTraffic& traffic, const std::string& token)
{
    m_traffic = traffic;
    m_history = {};
    m_strip->present({});
    const auto now = std::chrono::floor<std::chrono::minutes>(std::chrono::system_clock::now());
    if (traffic)
        m_strip->fit(traffic->time());
    else
        m_strip->fit({now - 5min, now + 5min});
    setToken(token);
}

void LabEditCard::present(const SharedTraffic& traffic)
{
    m_traffic = traffic;
    takeRequests();
}

void LabEditCard::setToken(const std::string& token)
{
    m_token = token;
    m_name->setText(shown(token));
    m_name->setCursorPosition(0);
    takeRequests();
    Q_EMIT tokenChanged(token);
}

void LabEditCard::takeRequests()
{
    m_requests.clear();
    const TokenId token = m_traffic ? m_traffic->trace.names.find(m_token) : 0;
    if (m_traffic && token < m_traffic->grouped.tokens() && reason().isEmpty()) {
        const std::span<const Instant> times = m_traffic->grouped.times(token);
        const std::span<const TraceCost> costs = m_traffic->grouped.costs(token);
        for (std::size_t i = 0; i < times.size(); ++i)
            m_requests.push_back({times[i], costs.empty() ? 1 : costs[i]});
    }
    showRequests();
}

void LabEditCard::showRequests()
{
    std::vector<Instant> times;
    times.reserve(m_requests.size());
    for (const Request& request : m_requests)
        times.push_back(request.time);
    m_strip->present(std::move(times));
    updateActions();
}

QString LabEditCard::reason() const
{
    if (!m_traffic)
        return {};
    if (m_traffic->trace.size() > maxEditedRequests)
        return tr("Traffic of more than %1 requests is not edited by hand.")
            .arg(numberText(Units(maxEditedRequests)));
    const TokenId token = m_traffic->trace.names.find(m_token);
    if (token < m_traffic->grouped.tokens() && m_traffic->grouped.times(token).size() > maxEditedOfToken)
        return tr("%1 has more than %2 requests: these are not edited by hand.")
            .arg(shown(m_token), numberText(Units(maxEditedOfToken)));
    return {};
}

void LabEditCard::add(Instant time)
{
    if (m_requests.size() >= maxEditedOfToken)
        return;
    make({{}, {{time, m_token, TraceCost(m_cost->value())}}});
    const std::vector<Instant>& times = m_strip->times();
    m_strip->choose(std::size_t(std::ranges::lower_bound(times, time) - times.begin()));
}

void LabEditCard::move(std::size_t request, Instant to)
{
    const Request moved = m_requests.at(request);
    if (to == moved.time || to < Instant())
        return;
    make({{{moved.time, m_token, moved.cost}}, {{to, m_token, moved.cost}}});
    const std::vector<Instant>& times = m_strip->times();
    m_strip->choose(std::size_t(std::ranges::lower_bound(times, to) - times.begin()));
}

void LabEditCard::remove(std::size_t request)
{
    const Request removed = m_requests.at(request);
    make({{{removed.time, m_token, removed.cost}}, {}});
    if (!m_requests.empty()) // so that Delete goes on
        m_strip->choose(std::min(request, m_requests.size() - 1));
}

void LabEditCard::make(const TraceEdit& edit)
{
    m_history.add(edit);
    apply(edit);
}

void LabEditCard::apply(const TraceEdit& edit)
{
    for (const EditedRequest& request : edit.removed) {
        const auto found = std::ranges::find_if(m_requests, [&](const Request& each) {
            return request.token == m_token && each.time == request.time && each.cost == request.cost;
        });
        if (found != m_requests.end())
            m_requests.erase(found);
    }
    for (const EditedRequest& request : edit.added)
        if (request.token == m_token)
            m_requests.insert(std::ranges::upper_bound(m_requests, request.time, {}, &Request::time),
                              {request.time, request.cost});
    showRequests();
    Q_EMIT edited(edit);
}

void LabEditCard::undo()
{
    if (const std::optional<TraceEdit> edit = m_history.undo())
        repeat(*edit);
}

void LabEditCard::redo()
{
    if (const std::optional<TraceEdit> edit = m_history.redo())
        repeat(*edit);
}

// What changes is to be seen.
void LabEditCard::repeat(const TraceEdit& edit)
{
    const EditedRequest& request = edit.added.empty() ? edit.removed.front() : edit.added.front();
    if (request.token != m_token)
        setToken(request.token);
    apply(edit);
}

void LabEditCard::startPaste()
{
    m_paste->setChecked(true);
    m_text->setFocus();
}

void LabEditCard::showPaste(bool isShown)
{
    m_pasteBox->setVisible(isShown);
    if (isShown) {
        readPaste();
        m_text->setFocus();
    }
}

void LabEditCard::readPaste()
{
    PasteDefaults defaults;
    const TimeRange view = m_strip->shownTime();
    defaults.midnight = midnightOf(view.from + view.length() / 2);
    defaults.before = m_requests.empty() ? view.from : m_requests.back().time;
    defaults.token = m_token;
    defaults.cost = TraceCost(m_cost->value());
    PastedRequests pasted = parsePasted(m_text->toPlainText().toStdString(), defaults);
    QStringList problems;
    for (const RejectedLine& line : pasted.rejected)
        problems << rejectedText(line);
    if (pasted.rejectedLines > pasted.rejected.size())
        problems << tr("and %1 more").arg(numberText(Units(pasted.rejectedLines - pasted.rejected.size())));
    const bool tooMany = pasted.requests.size() + m_requests.size() > maxEditedOfToken;
    if (tooMany)
        problems = {tr("At most %1 requests of a token are edited by hand.")
                        .arg(numberText(Units(maxEditedOfToken)))};
    m_pasteSays->setText(problems.isEmpty() ? QString()
                                            : QStringLiteral("▲ ") + problems.join(QStringLiteral("; ")));
    m_pasted = tooMany ? std::vector<EditedRequest>() : std::move(pasted.requests);
    m_pasteAdd->setEnabled(!m_pasted.empty() && problems.isEmpty());
    m_pasteAdd->setText(m_pasted.empty()
                            ? tr("Add requests")
                            : tr("Add %Ln request(s)", nullptr, pluralNumber(Units(m_pasted.size()))));
}

void LabEditCard::addPasted()
{
    const std::vector<EditedRequest> pasted = std::move(m_pasted);
    m_pasted.clear();
    if (pasted.empty())
        return;
    if (std::ranges::none_of(pasted, [this](const EditedRequest& each) { return each.token == m_token; }))
        setToken(pasted.front().token);
    make({{}, pasted});
    m_text->clear();
    m_paste->setChecked(false);
    const auto [first, last] = std::ranges::minmax(pasted, {}, &EditedRequest::time);
    const TimeRange view = m_strip->shownTime();
    if (first.time < view.from || last.time >= view.to) // all that there is now, and what came in
        m_strip->fit(
            {std::min(first.time, m_requests.front().time), std::max(last.time, m_requests.back().time)});
    m_strip->setFocus();
}

void LabEditCard::updateActions()
{
    const QString why = reason();
    m_strip->setEnabled(why.isEmpty());
    m_paste->setEnabled(why.isEmpty());
    m_cost->setEnabled(why.isEmpty());
    if (!why.isEmpty())
        m_paste->setChecked(false);
    showHint();
    m_undo->setEnabled(m_history.canUndo());
    m_redo->setEnabled(m_history.canRedo());
}

// What is marked is said in place of what can be done.
void LabEditCard::showHint()
{
    const QString why = reason();
    const QString area = m_strip->areaSentence();
    m_hint->setText(!why.isEmpty()    ? why
                    : !area.isEmpty() ? area
                                      : tr("Click adds a request · drag moves it, or marks an area · Delete "
                                           "removes it · Ctrl and the wheel zoom, Shift and the wheel scroll "
                                           "· W A S D, F, M"));
}

} // namespace ratewarden::ui
