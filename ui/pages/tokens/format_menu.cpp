// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/format_menu.h"

#include "core/formats/foreign/catalogue.h"
#include "core/formats/foreign/prefixes.h"
#include "ui/pages/empty_reason.h"
#include "ui/text/display_text.h"

#include <QAction>

#include <algorithm>

namespace ratewarden::ui {

FormatMenu::FormatMenu(QWidget* parent) : QMenu(tr("Format of these keys"), parent)
{
    setObjectName("formatMenu");
    menuAction()->setEnabled(false); // of no token
    connect(this, &QMenu::aboutToShow, this, &FormatMenu::fill);
}

void FormatMenu::setSubject(const Subject& subject)
{
    m_subject = subject;
    read();
}

bool FormatMenu::offers(std::string_view format) const
{
    return std::ranges::find(m_formats, format) != m_formats.end();
}

void FormatMenu::read()
{
    m_beginning.clear();
    m_said.clear();
    m_formats.clear();
    if (const auto* const format = dynamic_cast<const CatalogueFormat*>(m_subject.format)) {
        const auto catalogue = currentCatalogue();
        const Catalogue::Said said = catalogue->formatSaid(m_subject);
        m_said = said.format;
        m_beginning = said.beginning;
        if (const std::vector<std::string> keys = format->keys(m_subject); m_said.empty() && !keys.empty())
            m_beginning = beginningOfKey(*format, keys.front());
        for (const CatalogueFormat* const tie : catalogue->tiesOf(*format))
            m_formats.emplace_back(tie->name());
        if (!m_formats.empty())
            m_formats.emplace_back(format->name());
        std::ranges::sort(m_formats);
    }
    const bool isChoice = !m_beginning.empty() && !(m_formats.empty() && m_said.empty());
    if (!isChoice)
        m_formats.clear();
    menuAction()->setEnabled(isChoice);
}

void FormatMenu::fill()
{
    read(); // it may have been said elsewhere
    clear();
    addAction(withoutKeys(tr("Keys that begin with %1 are:").arg(shown(m_beginning))))->setEnabled(false);
    for (const std::string& format : m_formats) {
        QAction* const action = addAction(withoutKeys(shown(format)), this,
                                          [this, format] { Q_EMIT chosen(m_beginning, format); });
        action->setCheckable(true);
        action->setChecked(format == m_said);
    }
    addSeparator();
    QAction* const takeBack =
        addAction(tr("Take the choice back"), this, [this] { Q_EMIT chosen(m_beginning, {}); });
    takeBack->setObjectName("takeChoiceBack");
    takeBack->setEnabled(!m_said.empty());
    if (QAction* const all = windowAction(*parentWidget(), "chosenFormats"))
        addAction(all);
}

} // namespace ratewarden::ui
