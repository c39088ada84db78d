// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/key_note.h"

#include "core/formats/describe/format_proposal.h"
#include "core/formats/describe/key_look.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/meaning_text.h"
#include "ui/theme/palette_change.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"

#include <QAction>
#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

constexpr float ground = 0.12F; // of the colour, behind the text

} // namespace

KeyNote::KeyNote(Session& session, KeyBrowser& browser, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_browser(browser)
    , m_describe(makeAction(this, "describeUnknownKeys", tr("Describe this key…"),
                            tr("Describe what these keys mean, starting with one of them"), {}))
    , m_title(new PlainLabel)
    , m_text(new PlainLabel)
{
    setObjectName("keyNote");
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(14, 11, 14, 11);
    column->setSpacing(6);
    m_title->setFont(cardTitleFont());
    m_title->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    column->addWidget(m_title);
    auto* const row = new QHBoxLayout;
    m_text->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    row->addWidget(m_text, 1);
    auto* const button = buttonFor(m_describe, false);
    button->setFlat(true);
    button->setFixedHeight(button->fontMetrics().height() + 4);
    row->addWidget(button);
    column->addLayout(row);
    takeColors();
    hide();
    const auto updateAction = [this] {
        m_describe->setEnabled(m_session.live());
    };
    updateAction();
    connect(&m_session.link(), &Link::stateChanged, this, updateAction);
    connect(m_describe, &QAction::triggered, this, [this] {
        if (about().keys > 0)
            Q_EMIT describeKey(QByteArray::fromStdString(about().first));
    });
    connect(&m_browser, &KeyBrowser::treeChanged, this, [this] { m_browser.readUnknown(m_folder); });
    connect(&m_browser, &KeyBrowser::summaryRead, this, [this](const SharedKeySummary& summary) {
        m_all = summary->unknown;
        guess();
        showTexts();
    });
    connect(&m_browser, &KeyBrowser::unknownRead, this, [this](const UnknownKeys& unknown) {
        m_here = unknown;
        guess();
        showTexts();
    });
    onPaletteChange(this, [this] { takeColors(); });
}

void KeyNote::setFolder(const std::string& folder)
{
    m_folder = folder;
    m_browser.readUnknown(m_folder);
    showTexts();
}

// One of them is looked at, to say what they may be.
void KeyNote::guess()
{
    const std::string key = about().first;
    if (key.empty() || key == m_guessedKey || m_browser.knownAt() == Instant{})
        return;
    m_guessedKey = key;
    m_guess.clear();
    m_session.search(
        this,
        [key](Server& server) {
            KeyLooks looks;
            looks.first = lookAtKey(server, key);
            return proposeFormats(looks);
        },
        [this, key](const Outcome<std::vector<Proposal>>& outcome) {
            const std::vector<Proposal>* const proposals = outcome.result();
            if (key != m_guessedKey || !proposals || proposals->empty())
                return;
            const Proposal& likeliest = proposals->front();
            const QString shape = briefShapeText(likeliest.file.shape);
            m_guess = likeliest.window
                          ? tr("They look like a limiter's: %1, windows of %2")
                                .arg(shape, waitText(std::chrono::round<Micros>(*likeliest.window)))
                          : tr("They look like a limiter's: %1").arg(shape);
            showTexts();
        });
}

void KeyNote::showTexts()
{
    const UnknownKeys& unknown = about();
    setVisible(unknown.keys > 0);
    m_describe->setVisible(unknown.keys > 0);
    setSubjectOf(m_describe, shown(unknown.first));
    const QString keys = keysText(Units(unknown.keys));
    const QString folder = folderText(unknown.folder);
    m_title->setText(QStringLiteral("▲ ") +
                     (unknown.neverExpire
                          ? tr("%1 under \"%2\" never expire, format unknown").arg(keys, folder)
                          : tr("%1 under \"%2\", format unknown").arg(keys, folder)));
    m_text->setText(m_guess.isEmpty() ? tr("Their values could be a limiter's.") : m_guess);
}

void KeyNote::takeColors()
{
    QPalette palette = m_title->palette();
    palette.setColor(QPalette::WindowText, colors().nearLimit);
    m_title->setPalette(palette);
    m_text->setPalette(palette);
}

void KeyNote::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor color = colors().nearLimit;
    color.setAlphaF(ground);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(rect(), 8, 8);
}

} // namespace ratewarden::ui
