// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/followed_tokens.h"

#include <algorithm>

namespace ratewarden::ui {

void FollowedTokens::add(std::span<const int> places)
{
    for (const int place : places) {
        if (contains(place))
            continue;
        if (std::size_t(place) >= m_isFollowed.size())
            m_isFollowed.resize(std::size_t(m_store.size()));
        m_isFollowed[std::size_t(place)] = true;
        m_places.push_back(place);
    }
}

void FollowedTokens::remove(std::span<const int> places)
{
    for (const int place : places)
        if (contains(place))
            m_isFollowed[std::size_t(place)] = false;
    std::erase_if(m_places, [this](int place) { return !contains(place); });
}

void FollowedTokens::clear()
{
    m_places.clear();
    m_isFollowed.clear();
    m_gone.clear();
}

void FollowedTokens::takeDropped(const std::vector<int>& places)
{
    removeIf([&](int place) {
        const bool isDropped = std::ranges::binary_search(places, place);
        if (isDropped)
            m_gone.push_back(m_store.name(place).key());
        return isDropped;
    });
}

void FollowedTokens::takeMoved(const std::vector<int>& newPlaces)
{
    m_isFollowed.assign(std::size_t(m_store.size()), false);
    for (int& place : m_places) {
        place = newPlaces[std::size_t(place)];
        m_isFollowed[std::size_t(place)] = true;
    }
}

void FollowedTokens::renameGone(const std::function<std::optional<Subject>(const Subject&)>& nameOf)
{
    for (Subject& subject : m_gone)
        if (std::optional<Subject> now = nameOf(subject))
            subject = std::move(*now);
}

bool FollowedTokens::findAgain()
{
    return std::erase_if(m_gone, [this](const Subject& subject) {
               const int place = m_store.find(subject);
               if (place >= 0)
                   add(std::span(&place, 1));
               return place >= 0;
           }) > 0;
}

} // namespace ratewarden::ui
