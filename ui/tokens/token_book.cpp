// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_book.h"

#include <utility>

namespace ratewarden::ui {

void TokenBook::put(const std::vector<Reading>& readings, TokenStore::Source source)
{
    const int firstNew = m_rows.size();
    std::vector<int> places;
    places.reserve(readings.size());
    for (const Reading& reading : readings)
        if (const int place = m_rows.put(reading, source); place >= 0)
            places.push_back(place);
    Q_EMIT changed(places, firstNew);
    tellWarnings();
}

void TokenBook::endScan()
{
    m_rows.endScan();
    if (m_held)
        m_dropsWait = true;
    else
        drop();
}

void TokenBook::retire(const FormatSet& formats)
{
    m_rows.retire(formats);
    drop();
}

void TokenBook::dropEnded()
{
    if (m_dropsWait)
        drop();
}

void TokenBook::drop()
{
    m_dropsWait = false;
    const std::vector<int> unseen = m_rows.unseen();
    if (unseen.empty())
        return;
    Q_EMIT aboutToDrop(unseen);
    Q_EMIT dropped(m_rows.dropUnseen());
    tellWarnings();
}

void TokenBook::tellWarnings()
{
    if (std::exchange(m_warnings, m_rows.warnings().version()) != m_warnings)
        Q_EMIT warningsChanged();
}

} // namespace ratewarden::ui
