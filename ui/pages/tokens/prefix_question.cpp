// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/prefix_question.h"

#include "core/formats/describe/prefix_file.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/foreign/prefixes.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/policy_text.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

const CatalogueFormat& guessed(const Format& format)
{
    return dynamic_cast<const CatalogueFormat&>(format);
}

std::string beginningOf(const Format& guess)
{
    const CatalogueFormat& format = guessed(guess);
    return beginningOfKeys(format.file(), format.prefix()->prefix);
}

} // namespace

PrefixQuestion::PrefixQuestion(Session& session, QWidget* parent)
    : Banner(parent)
    , m_session(session)
    , m_yes(add("prefixYes", tr("Yes"), tr("Remember it in the file prefixes.json among your formats")))
    , m_other(add("prefixOther", tr("Another format…"), tr("Formats that fit these keys as well")))
    , m_none(add("prefixNone", tr("No limiter"), tr("Do not list these keys as tokens any more")))
    , m_notNow(add("prefixLater", tr("Not now"), tr("Ask again the next time a window is opened")))
    , m_others(new QMenu(this))
{
    setObjectName("prefixQuestion");
    m_notNow->setFlat(true);
    m_other->setMenu(m_others);
    connect(m_yes, &QPushButton::clicked, this, [this] { answer(std::string(m_asked->name())); });
    connect(m_none, &QPushButton::clicked, this, [this] { answer(std::string(PrefixFile::none)); });
    connect(m_notNow, &QPushButton::clicked, this, [this] {
        m_later.insert(m_asked);
        update();
    });
    connect(m_others, &QMenu::aboutToShow, this, &PrefixQuestion::fillOthers);
    connect(&m_session, &Session::scanCompleted, this, &PrefixQuestion::update);
    connect(&m_session, &Session::formatsRetired, this, &PrefixQuestion::update);
    connect(&m_session.formatFiles(), &FormatFiles::prefixSaved, this, &PrefixQuestion::takeSaved);
    connect(&m_session.formatFiles(), &FormatFiles::prefixRefused, this,
            [this](const std::string& beginning, const QString& problem) {
                if (!m_asked || beginning != beginningOf(*m_asked))
                    return Q_EMIT done(problem); // it was said elsewhere
                m_refused = problem;
                update();
            });
}

QColor PrefixQuestion::markColor() const
{
    return colors().nearLimit;
}

QPushButton* PrefixQuestion::add(const char* name, const QString& text, const QString& tip)
{
    auto* const button = new QPushButton(text);
    button->setObjectName(name);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    layout()->addWidget(button);
    return button;
}

// The one that is asked of stays until it is answered, whatever comes to light meanwhile.
void PrefixQuestion::update()
{
    const std::map<const Format*, Units> guesses = m_session.tokens().guesses();
    const Format* next = guesses.contains(m_asked) && !m_later.contains(m_asked) ? m_asked : nullptr;
    if (!next)
        for (const auto& [format, count] : guesses)
            if (!m_later.contains(format) && (!next || count > guesses.at(next)))
                next = format;
    ask(next, next ? keysText(guesses.at(next)) : QString());
}

void PrefixQuestion::ask(const Format* format, const QString& count)
{
    if (format != m_asked)
        m_refused.clear();
    m_asked = format;
    const QString question =
        format ? tr("%1 %2, %3").arg(shown(beginningOf(*format)), formatNameText(*format), count) : QString();
    setText(m_refused.isEmpty() ? question : question + QLatin1Char('\n') + m_refused);
    for (QPushButton* const button : {m_yes, m_other, m_none, m_notNow})
        button->setEnabled(true);
    Q_EMIT shownChanged();
}

void PrefixQuestion::fillOthers()
{
    m_others->clear();
    if (!m_asked)
        return;
    for (const std::string& tie : guessOf(*m_asked)->ties)
        m_others->addAction(shown(tie), this, [this, tie] { answer(tie); });
    m_others->addSeparator();
    m_others->addAction(tr("Describe these keys…"), this, &PrefixQuestion::describe);
}

void PrefixQuestion::answer(const std::string& format)
{
    if (!m_asked)
        return;
    m_refused.clear();
    for (QPushButton* const button : {m_yes, m_other, m_none, m_notNow})
        button->setEnabled(false); // until it is in force, or refused
    m_session.formatFiles().savePrefix(beginningOf(*m_asked), format);
}

void PrefixQuestion::describe()
{
    const TokenStore& tokens = m_session.tokens();
    for (int place = 0; m_asked && place < tokens.size(); ++place)
        if (tokens.name(place).format == m_asked && !tokens.row(place).dropped) {
            const std::vector<std::string> keys = m_asked->keys(tokens.name(place).key());
            if (!keys.empty())
                Q_EMIT describeWanted(QByteArray::fromStdString(keys.front()));
            return;
        }
}

void PrefixQuestion::takeSaved(const std::string& beginning, const std::string& format)
{
    update();
    const QString keys = shown(beginning);
    Q_EMIT done(
        format.empty() ? tr("Keys that begin with %1 are recognized automatically again").arg(keys)
        : format == PrefixFile::none
            ? tr("Keys that begin with %1 are no limiter's").arg(keys)
            : tr("Keys that begin with %1 are those of %2; looking for its tokens").arg(keys, shown(format)));
}

} // namespace ratewarden::ui
