// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_book.h"

#include <numeric>
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
    const bool isMarkedAgain = firstNew < m_rows.size() && m_marks.findAgain();
    Q_EMIT changed(places, firstNew);
    tellWarnings();
    if (isMarkedAgain)
        Q_EMIT marksChanged();
}

void TokenBook::restore(const TokenStore& rows)
{
    m_rows = rows;
    std::vector<int> places(std::size_t(m_rows.size()));
    std::iota(places.begin(), places.end(), 0);
    Q_EMIT changed(places, 0);
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

void TokenBook::retire(const FormatSet& formats,
                       const std::function<std::optional<Subject>(const Subject&)>& successor)
{
    m_rows.retire(formats);
    drop();
    m_marks.renameGone([&](const Subject& subject) {
        return formats.contains(subject.format) ? successor(subject) : std::nullopt;
    });
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
    const std::size_t gone = m_marks.gone().size();
    m_marks.takeDropped(unseen);
    const std::vector<int> newPlaces = m_rows.dropUnseen();
    m_marks.takeMoved(newPlaces);
    Q_EMIT dropped(newPlaces);
    tellWarnings();
    if (m_marks.gone().size() != gone)
        Q_EMIT marksChanged();
}

void TokenBook::mark(std::span<const int> places)
{
    m_marks.add(places);
    Q_EMIT marksChanged();
}

void TokenBook::unmark(std::span<const int> places)
{
    m_marks.remove(places);
    Q_EMIT marksChanged();
}

void TokenBook::clearMarks()
{
    m_marks.clear();
    Q_EMIT marksChanged();
}

void TokenBook::tellWarnings()
{
    if (std::exchange(m_warnings, m_rows.warnings().version()) != m_warnings)
        Q_EMIT warningsChanged();
}

} // namespace ratewarden::ui
