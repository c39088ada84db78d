// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/token_details.h"

#include "core/formats/foreign/catalogue.h"
#include "ui/charts/live_window.h"
#include "ui/charts/request_bars.h"
#include "ui/charts/rule_bars.h"
#include "ui/charts/time_axis.h"
#include "ui/charts/usage_chart.h"
#include "ui/charts/window_csv.h"
#include "ui/charts/window_legend.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/histories/usage_lines.h"
#include "ui/pages/save_file.h"
#include "ui/pages/tokens/format_menu.h"
#include "ui/pages/tokens/token_sentence.h"
#include "ui/pages/tokens/token_warnings.h"
#include "ui/text/display_text.h"
#include "ui/text/end_time.h"
#include "ui/text/policy_text.h"
#include "ui/text/translations.h"
#include "ui/theme/palette_change.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paint_bars.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>

namespace ratewarden::ui {
namespace {

// A block and an override take lines of their own; those without a text are not there.
enum TokenFact {
    KeyFact,
    TypeFact,
    EntriesFact,
    ExpiresFact,
    DenialFact,
    DenialNoteFact,
    BlockEndFact,
    BlockReasonFact,
    OverrideRulesFact,
    OverrideEndFact,
    OverrideReasonFact,
    TokenFactCount
};

// With those that nothing in the key tells it apart from, unless somebody has.
QString formatsText(const Subject& subject)
{
    const Format& format = *subject.format;
    QString text = formatText(format);
    const auto catalogue = currentCatalogue();
    if (const auto beginning = catalogue->chosenFor(subject); !beginning.empty())
        return TokenDetails::tr("%1 (chosen for keys that begin with %2)").arg(text, shown(beginning));
    for (const CatalogueFormat* const tie : catalogue->tiesOf(format))
        text += ' ' + TokenDetails::tr("or %1").arg(formatText(*tie));
    return text;
}

QPushButton* headerButton(const QString& text)
{
    auto* const button = new QPushButton(text);
    button->setFlat(true);
    button->setFixedHeight(button->fontMetrics().height() + 2); // no taller than a card's title
    return button;
}

QString byWhomText(const std::string& by, const std::string& reason)
{
    return TokenDetails::tr("by %1: %2").arg(shown(by), shown(reason));
}

QString whenDenied(const RememberedDenial& denial)
{
    const QString when = momentText(denial.at);
    return denial.rule
               ? TokenDetails::tr("%1 by rule %2").arg(when, numberText(std::int64_t(*denial.rule) + 1))
               : TokenDetails::tr("%1 by a block").arg(when);
}

// Of all denials a line each. The rules may have been others then.
QString deniedLines(const std::vector<RememberedDenial>& denials, const std::vector<Rule>& rulesOfNow)
{
    QStringList lines;
    for (const RememberedDenial& denial : denials) {
        QStringList parts{whenDenied(denial)};
        if (denial.rule && *denial.rule < rulesOfNow.size())
            parts << TokenDetails::tr("now %1").arg(ruleText(rulesOfNow[*denial.rule]));
        if (!denial.note.empty())
            parts << shown(denial.note);
        lines << parts.join(QStringLiteral(", "));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

TokenDetails::TokenDetails(Link& link, const HistoryBook& histories, const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , m_link(link)
    , m_histories(histories)
    , m_time([&link] { return link.serverNow(); }, &histories.moments())
    , m_pages(new QStackedLayout(this))
    , m_nothing(new EmptyState)
    , m_noRules(new EmptyState)
    , m_publishRules(actions.publishRules)
    , m_chooseFormat(named("chooseFormat", new QAction(tr("Choose the format…"), this)))
{
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(makeContent(actions));
    onPaletteChange(this, [this] { updateSentence(); }); // what is not live is not said anew by itself
}

QWidget* TokenDetails::makeHead(const Actions& actions)
{
    auto* const head = new QWidget;
    auto* const column = columnLayout(8, head);
    auto* const names = rowLayout(8);
    m_token = named("chosenToken", new PlainLabel);
    m_token->setFont(monospaceHeadingFont());
    names->addWidget(m_token, 1);
    names->addWidget(buttonFor(actions.block, true));
    names->addWidget(buttonFor(actions.unblock, false));
    names->addWidget(buttonFor(actions.reset, false));
    names->addWidget(buttonFor(actions.freeSlots, false));
    auto* const more = named("more", new QPushButton(tr("More")));
    more->setMenu(new QMenu(more));
    more->menu()->addActions(actions.more);
    more->menu()->addSeparator();
    m_formats = new FormatMenu(this);
    connect(m_formats, &FormatMenu::chosen, this, &TokenDetails::formatChosen);
    more->menu()->addMenu(m_formats);
    connect(m_chooseFormat, &QAction::triggered, this,
            [this] { m_formats->popup(m_noRules->mapToGlobal(m_noRules->rect().bottomLeft())); });
    addSaving(more->menu());
    names->addWidget(more);
    column->addLayout(names);

    m_which = named("shownOfSelected", new PlainLabel);
    m_unlisted = named("unlisted", new PlainLabel);
    m_unlisted->setWrapped();
    for (PlainLabel* const label : {m_which, m_unlisted}) {
        label->hide(); // until there is something to say
        column->addWidget(label);
    }
    m_sentence = named("sentence", new Pill(Pill::Shape::Sentence));
    column->addWidget(m_sentence);
    m_about = new PlainLabel({}, PlainLabel::Tone::Muted);
    m_about->setWrapped();
    column->addWidget(m_about);
    m_warnings = named("tokenWarnings", new TokenWarnings(actions.removeLock));
    column->addWidget(m_warnings);
    return head;
}

void TokenDetails::addSaving(QMenu* menu)
{
    const auto add = [&](const QString& text, const char* name, auto content) {
        return named(name, menu->addAction(text, this, [this, content] {
            if (m_detail)
                content();
        }));
    };
    m_openInLab =
        add(tr("Open its requests in the lab"), "openInLab", [this] { Q_EMIT labWanted(m_detail); });
    m_tryInLab = add(tr("Try the lab's candidate on its requests"), "tryInLab",
                     [this] { Q_EMIT trialWanted(m_detail); });
    add(tr("Save picture…"), "saveTokenPicture",
        [this] { save(tr("Save picture"), "window.png", pngOf(this)); });
    m_saveRequests = add(tr("Save requests as CSV…"), "saveRequests",
                         [this] { save(tr("Save requests"), "requests.csv", requestsCsv(*m_detail)); });
    add(tr("Save usage as CSV…"), "saveUsage", [this] {
        const Reading& token = m_detail->reading;
        const auto history = m_histories.find(token.subject);
        if (token.policy && history)
            save(tr("Save usage"), "usage.csv", usageCsv(token.policy->rules, *history));
    });
}

void TokenDetails::save(const QString& title, const QString& suffix, const QByteArray& content)
{
    saveFile(window(), title, fileNamePart(m_key->token) + "-" + suffix, content,
             [this](const QString& sentence) { Q_EMIT done(sentence); });
}

QWidget* TokenDetails::makeContent(const Actions& actions)
{
    auto* const content = new QWidget;
    auto* const column = columnLayout(12, content);
    column->addWidget(makeHead(actions));

    auto* const liveCard = addCard(tr("Live window"));
    m_spanText = new PlainLabel({}, PlainLabel::Tone::Muted);
    liveCard->addToHeader(m_spanText);
    m_live = named("liveWindow", new LiveWindow(m_time));
    liveCard->addToHeader(m_ruleTables.emplaceBack(tableOf(m_live)));
    liveCard->body()->addWidget(m_live);
    m_windowLegend = named("windowLegend", new WindowLegend);
    liveCard->body()->addWidget(m_windowLegend);
    m_area = named("areaSentence", new PlainLabel);
    m_area->setWrapped();
    m_area->hide();
    liveCard->body()->addWidget(m_area); // in place of the legend
    liveCard->body()->addWidget(m_noRules);
    connect(&m_time, &TimeLine::changed, this, &TokenDetails::updateSpanText);
    connect(&m_time, &TimeLine::areaMoved, this, [this] {
        m_usage->time().setArea(m_time.area()); // both mark the same
        showArea();
    });
    liveCard->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    column->addWidget(liveCard);

    auto* const usageCard = addCard(tr("Used of limit"));
    m_legend = new RuleLegend;
    usageCard->addToHeader(m_legend);
    m_usage = named("usageChart", new UsageChart(&m_histories.moments()));
    m_usage->setMinimumHeight(m_usage->sizeHint().height()); // however much stands above it
    usageCard->addToHeader(m_ruleTables.emplaceBack(tableOf(m_usage)));
    usageCard->body()->addWidget(m_usage, 1);
    m_requests = named("requestBars", new RequestBars);
    m_requests->hide();
    m_requests->follow(m_usage->time());
    connect(&m_usage->time(), &TimeLine::areaMoved, this, [this] { m_time.setArea(m_usage->time().area()); });
    connect(m_usage, &UsageChart::plotMoved, m_requests, &RequestBars::setSpan);
    connect(m_usage, &UsageChart::roomGrew, this, [this] {
        if (m_detail)
            showUsage();
    });
    usageCard->body()->addWidget(m_requests);
    usageCard->body()->addWidget(m_requestsTable = tableOf(m_requests, tr("Requests table")), 0,
                                 Qt::AlignRight); // there is no room for it beside the legend
    column->addWidget(usageCard, 1);

    auto* const bottom = rowLayout(12);
    auto* const rulesCard = addCard(tr("Rules"));
    m_bars = new RuleBars;
    rulesCard->addToHeader(m_ruleTables.emplaceBack(tableOf(m_bars)));
    rulesCard->body()->addWidget(m_bars);
    rulesCard->body()->addStretch(1);
    bottom->addWidget(rulesCard, 1);

    auto* const factsCard = addCard(tr("In Redis"));
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(1, 1);
    const QStringList names{tr("key"),
                            tr("type"),
                            tr("entries"),
                            tr("expires"),
                            tr("denied"),
                            {},
                            tr("block"),
                            {},
                            tr("override"),
                            {},
                            {}};
    for (int fact = 0; fact < TokenFactCount; ++fact) {
        if (!names[fact].isEmpty())
            grid->addWidget(wholeLabel(names[fact], PlainLabel::Tone::Muted), fact, 0);
        auto* const value = new PlainLabel;
        if (names[fact].isEmpty())
            value->hide(); // until it has a text
        m_facts.append(value);
        grid->addWidget(value, fact, 1);
    }
    m_facts[KeyFact]->setFont(monospaceFont());
    m_facts[TypeFact]->setWrapped();
    factsCard->body()->addLayout(grid);
    m_copyKey = headerButton(tr("Copy key"));
    m_openKey = headerButton(QStringLiteral("↗")); // beside it there is no room for words
    m_openKey->setFixedWidth(30);
    m_openKey->setAccessibleName(tr("Open in Keys"));
    m_openKey->setObjectName("openInKeys");
    m_openKey->setToolTip(tr("Open in Keys: see the key's value on the Keys page"));
    connect(m_openKey, &QPushButton::clicked, this, [this] {
        if (m_detail)
            Q_EMIT keyWanted(QByteArray::fromStdString(m_detail->stateKey));
    });
    connect(m_copyKey, &QPushButton::clicked, this, [this] {
        if (m_detail)
            QGuiApplication::clipboard()->setText(
                QString::fromStdString(m_detail->stateKey)); // ASCII by its making
    });
    factsCard->addToHeader(m_copyKey);
    factsCard->addToHeader(m_openKey);
    factsCard->body()->addStretch(1);
    bottom->addWidget(factsCard, 1);
    column->addLayout(bottom);
    return content;
}

QAbstractButton* TokenDetails::tableOf(Chart* chart, const QString& text)
{
    return makeTableButton(
        chart, [this] { return m_key ? shown(m_key->token) : QString(); }, text);
}

TimeLine& TokenDetails::usageTime() const
{
    return m_usage->time();
}

Card* TokenDetails::addCard(const QString& title)
{
    auto* const card = new Card(title);
    m_cards.append(card);
    return card;
}

void TokenDetails::setNothing(const QString& text, QAction* step)
{
    if (text == m_nothing->text() && step == m_nothing->step())
        return;
    m_nothing->set(text, step);
    m_nothing->setVisible(!m_key);
}

void TokenDetails::choose(const std::optional<Subject>& key)
{
    if (key == m_key)
        return;
    m_key = key;
    m_detail.reset();
    m_live->present(nullptr, nullptr);
    showRulesUnknown();
    m_windowLegend->present({}, m_freshness);
    m_time.setArea(std::nullopt);
    m_time.setCursor(std::nullopt);
    m_time.showUsual();
    m_bars->present(nullptr, {});
    m_usage->clear();
    m_usage->time().setCursor(std::nullopt);
    m_usage->time().showUsual();
    m_legend->setRules({});
    m_requests->hide();
    m_requestsTable->hide();
    m_warnings->clear();
    m_about->setText({});
    m_sentence->set(m_freshness == Freshness::Recorded
                        ? tr("The charts of this token are not in the investigation")
                    : stale() ? tr("Not read before the connection was lost")
                              : tr("Reading…"),
                    colors().muted);
    for (PlainLabel* fact : std::as_const(m_facts))
        fact->setText({});
    stopOrMove();
    updateTitle();
    if (key) {
        m_about->setText(key->format->hasState() ? policyNameText(key->policy) : tr("no state"));
        offerFormats();
    }
    m_pages->setCurrentIndex(key ? 1 : 0);
}

void TokenDetails::setMeant(Units tokens, bool marked)
{
    m_meant = tokens;
    m_marked = marked;
    updateTitle();
}

void TokenDetails::setUnlisted(const QString& why)
{
    m_unlisted->setText(why.isEmpty() ? why : QStringLiteral("▲ ") + why);
    m_unlisted->setVisible(!why.isEmpty());
}

void TokenDetails::updateTitle()
{
    const QString name = m_key ? shown(m_key->token) : QString();
    const bool several = m_meant > 1 || m_marked;
    m_token->setText(m_marked  ? tr("%1 marked").arg(numberText(m_meant))
                     : several ? tokensText(m_meant)
                               : name);
    m_which->setText(several ? tr("Shown below: %1").arg(name) : QString());
    m_which->setVisible(several);
}

void TokenDetails::present(const SharedDetail& detail)
{
    if (!m_key || detail->reading.subject != *m_key)
        return;
    m_detail = detail;
    const Reading& token = detail->reading;
    QStringList about;
    if (token.subject.format->hasState())
        about << policyNameText(token.subject.policy) << formatsText(token.subject);
    else
        about << tr("no state");
    if (token.policy)
        about << (token.decision && token.decision->overridden
                      ? tr("%Ln overriding rule(s)", nullptr, int(token.policy->rules.size()))
                      : tr("%Ln rule(s)", nullptr, int(token.policy->rules.size())));
    if (!token.counts.empty()) {
        RequestCount sum;
        for (const RequestCount& count : token.counts) {
            sum.allowed += count.allowed;
            sum.denied += count.denied;
        }
        about << (isCandidate(token.subject.policy) ? tr("%1 would be allowed, %2 would be denied in 10 min")
                                                    : tr("%1 allowed, %2 denied in 10 min"))
                     .arg(numberText(sum.allowed), numberText(sum.denied))
                     .replace(QLatin1Char(' '), QChar::Nbsp); // lines end between facts
    }
    m_about->setText(about.join(QStringLiteral(" · ")));
    offerFormats();
    m_live->present(detail, m_histories.find(token.subject));
    showRulesUnknown();
    stopOrMove();
    if (token.policy) {
        const LiveWindow::Reach reach = LiveWindow::reachOf(*detail);
        m_time.setReach(reach.usual, reach.longest);
    }
    showFacts();
    showUsage();
    showRequests();
    tick();
}

// After a choice a scan finds whose the keys are: what was recorded has none.
void TokenDetails::offerFormats()
{
    if (m_link.state() != Link::State::Recorded)
        m_formats->setSubject(*m_key);
}

// Without rules there is no window: why, and what to do about it, in its place.
void TokenDetails::showRulesUnknown()
{
    const Reading* const token = m_detail ? &m_detail->reading : nullptr;
    const bool isUnknown = token && !token->policy;
    m_live->setVisible(!isUnknown);
    showArea();
    for (QAbstractButton* const button : std::as_const(m_ruleTables))
        button->setVisible(!isUnknown);
    const Policy* const policy = isUnknown && m_policyNamed ? m_policyNamed(token->subject.policy) : nullptr;
    if (!isUnknown)
        m_noRules->set({});
    else if (policy && token->subject.format->hasState() && !token->subject.format->keeps(*policy))
        showOtherPolicy(*policy);
    else if (token->subject.format->hasState())
        m_noRules->set(
            tr("The rules of this token are not known: its policy is not published on this server. "
               "Without them there is no window to show."),
            m_publishRules);
    else
        m_noRules->set(
            tr("Nothing was decided for this token under a published policy: there is no window to show."));
}

// Its rules judge no token of this format: either it was published for the wrong one, or that was chosen.
void TokenDetails::showOtherPolicy(const Policy& policy)
{
    const Subject& subject = m_detail->reading.subject;
    const QString its = formatNameText(*subject.format);
    const QString name = shown(policy.name);
    if (subject.format->isOurs() && policy.format.empty())
        return m_noRules->set(tr("The policy %1 decides by %2 now. This is what %3 left behind; it expires.")
                                  .arg(name, algorithmText(policy.algorithm), formatText(*subject.format)));
    const QString published = policy.format.empty() ? algorithmText(policy.algorithm) : shown(policy.format);
    const bool isChosen = !currentCatalogue()->chosenFor(subject).empty();
    const QString text =
        (isChosen ? tr("The policy %1 is for %2, but these keys were chosen to be those of %3: its rules are "
                       "not applied to them.")
                  : tr("The policy %1 is for %2, but these keys are read as those of %3: its rules are not "
                       "applied to them."))
            .arg(name, published, its);
    if (m_formats->offers(policy.format))
        m_noRules->set(text + QLatin1Char(' ') +
                           tr("If they are those of %1, choose that format. If not, remove the policy and "
                              "publish their rules for %2.")
                               .arg(published, its),
                       m_chooseFormat);
    else
        m_noRules->set(text + QLatin1Char(' ') +
                       tr("Remove the policy and publish their rules for %1.").arg(its));
}

// What is in the marked time; what the colors mean is known by then.
void TokenDetails::showArea()
{
    const QString area = m_live->areaSentence();
    m_area->setText(area);
    m_area->setVisible(!area.isEmpty());
    m_windowLegend->setVisible(area.isEmpty() && !m_live->isHidden());
}

void TokenDetails::showWarnings(const std::vector<Warning>& warnings)
{
    m_warnings->present(warnings, m_detail && m_detail->reading.block);
}

void TokenDetails::showFacts()
{
    const Reading& token = m_detail->reading;
    const bool exists = token.subject.format->hasState() && !m_detail->encoding.empty();
    m_facts[KeyFact]->setText(token.subject.format->hasState() ? shown(m_detail->stateKey) : tr("none"));
    QString type = tr("not there");
    if (exists)
        type = (m_detail->type == "zset" ? tr("sorted set") : shown(m_detail->type)) + ", " +
               shown(m_detail->encoding);
    if (exists && m_detail->bytes)
        type += ", " + bytesText(*m_detail->bytes);
    m_facts[TypeFact]->setText(type);
    const bool isInFlight =
        token.subject.format->countsInFlight() && (!m_detail->hasLog || !token.inFlight.empty());
    m_facts[EntriesFact]->setText(
        isInFlight ? tr("%Ln request(s) in flight", nullptr, pluralNumber(Units(token.inFlight.size())))
        : m_detail->hasLog                  ? tr("%Ln charge(s)", nullptr, pluralNumber(m_detail->log.count))
        : !token.subject.format->hasState() ? tr("none")
        : token.subject.format->drains()    ? tr("no log: arrival times")
                                            : tr("no log: counts"));
    const auto showLine = [this](TokenFact fact, const QString& text) {
        m_facts[fact]->setText(text);
        m_facts[fact]->setVisible(!text.isEmpty());
    };
    const std::vector<RememberedDenial>& denials = m_detail->denials;
    const bool isRemembered = token.policy && token.policy->denials > 0;
    showLine(DenialFact, !denials.empty() ? whenDenied(denials.front())
                         : isRemembered   ? tr("not in three days")
                                          : tr("not remembered"));
    showLine(DenialNoteFact, denials.empty() ? QString() : shown(denials.front().note));
    m_facts[DenialFact]->setToolTip(
        plainToolTip(deniedLines(denials, token.policy ? token.policy->rules : std::vector<Rule>())));
    const std::optional<Block>& block = token.block;
    showLine(BlockEndFact, block ? untilText(block->until) : tr("none"));
    showLine(BlockReasonFact, block ? byWhomText(block->by, block->reason) : QString());
    const std::optional<Override>& own = m_detail->override;
    showLine(OverrideRulesFact, own ? rulesText(own->rules) : tr("none"));
    showLine(OverrideEndFact, own ? untilText(own->until) : QString());
    showLine(OverrideReasonFact, own ? byWhomText(own->by, own->reason) : QString());
    m_copyKey->setEnabled(token.subject.format->hasState());
    m_openKey->setEnabled(token.subject.format->hasState() && exists);
    m_saveRequests->setEnabled(m_detail->hasLog);
    m_openInLab->setEnabled(m_detail->hasLog && !m_detail->log.entries.empty());
    m_tryInLab->setEnabled(m_openInLab->isEnabled());
}

void TokenDetails::showUsage()
{
    const Reading& token = m_detail->reading;
    if (!token.policy) {
        m_legend->setRules({});
        m_usage->clear(tr("Without published rules there is no limit to compare with"));
        return;
    }
    const auto history = m_histories.find(token.subject);
    showUsageOf(*m_detail, history.get(), *m_usage, *m_legend);
}

void TokenDetails::showRequests()
{
    const Reading& token = m_detail->reading;
    m_requests->present(token.counts, token.at, verdictsOf(token.subject.policy));
    m_requests->setVisible(!token.counts.empty() && !m_compact);
    m_requestsTable->setVisible(!token.counts.empty());
}

void TokenDetails::updateSpanText()
{
    if (!m_detail || !m_detail->reading.policy) {
        m_spanText->setText({});
        return;
    }
    const Reading& token = m_detail->reading;
    const QString counted =
        !token.inFlight.empty()
            ? tr("%Ln request(s) in flight", nullptr, pluralNumber(Units(token.inFlight.size())))
        : m_detail->hasLog ? tr("%Ln request(s) charged", nullptr, pluralNumber(m_live->requestsShown()))
                           : tr("as it was read");
    m_spanText->setText(counted + QStringLiteral(" · ") + timeLineText(m_time));
}

void TokenDetails::updateSentence()
{
    if (!m_detail)
        return;
    const Reading& token = m_detail->reading;
    const TokenSentence sentence = sentenceFor(token, now() - token.at);
    m_sentence->set(sentence.text, agedColor(statusColor(sentence.state, sentence.verdicts), m_freshness),
                    sentence.brief);
}

void TokenDetails::setCompact(bool compact)
{
    if (m_compact == compact)
        return;
    m_compact = compact;
    if (m_detail)
        showRequests();
}

void TokenDetails::tick()
{
    if (!m_detail)
        return;
    updateSentence();
    updateSpanText();
    m_spanText->setVisible(m_freshness != Freshness::Paused); // there is no room for both
    if (m_freshness == Freshness::Paused && m_pausedText)
        m_cards.front()->setAge(m_pausedText());
    m_windowLegend->present(m_live->kindsShown(), m_freshness);
    m_bars->present(m_detail, now());
    const std::optional<Micros>& expires = m_detail->reading.expiresIn;
    m_facts[ExpiresFact]->setText(
        expires ? tr("in %1").arg(countdownText(*expires - (now() - m_detail->reading.at))) : tr("never"));
    if (m_detail->encoding.empty())
        m_facts[ExpiresFact]->setText({});
}

// What is not live stands at the moment at which it was read.
void TokenDetails::stopOrMove()
{
    for (Card* card : std::as_const(m_cards))
        card->setAge(m_detail ? m_freshness : Freshness::Live, m_detail ? m_detail->reading.at : Instant{});
    m_time.stopAt(m_freshness == Freshness::Live || !m_detail ? std::nullopt
                                                              : std::optional(m_detail->reading.at));
}

void TokenDetails::setFreshness(Freshness freshness)
{
    if (freshness == m_freshness)
        return;
    m_freshness = freshness;
    stopOrMove();
    m_live->setFreshness(freshness);
    m_usage->setFreshness(freshness);
    m_legend->setFreshness(freshness);
    m_requests->setFreshness(freshness);
    m_bars->setFreshness(freshness);
    tick();
}

} // namespace ratewarden::ui
