// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/token_store.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ratewarden::ui {

/// Tokens that are followed through a store while rows move, go and come again: by place as long as they have
/// a row, by name while they have none.
class FollowedTokens {
public:
    /// The store must outlive it.
    explicit FollowedTokens(const TokenStore& store) : m_store(store) {}

    bool empty() const { return m_places.empty() && m_gone.empty(); }
    Units count() const { return Units(m_places.size() + m_gone.size()); }
    /// Of those with a row, in the order in which they were added.
    const std::vector<int>& places() const { return m_places; }
    /// Those without one.
    const std::vector<Subject>& gone() const { return m_gone; }
    bool contains(int place) const
    {
        return std::size_t(place) < m_isFollowed.size() && m_isFollowed[std::size_t(place)];
    }

    /// Those that are followed already stay where they are.
    void add(std::span<const int> places);
    void remove(std::span<const int> places);
    template <class Predicate>
    void removeIf(Predicate isRemoved)
    {
        std::erase_if(m_places, [&](int place) {
            const bool removed = isRemoved(place);
            if (removed)
                m_isFollowed[std::size_t(place)] = false;
            return removed;
        });
    }
    void forgetGone() { m_gone.clear(); }
    /// Those without a row that are called otherwise by now.
    void renameGone(const std::function<std::optional<Subject>(const Subject&)>& nameOf);
    void clear();

    /// These places, in order, will be no longer.
    void takeDropped(const std::vector<int>& places);
    /// The rows have moved, as TokenStore::dropUnseen() tells.
    void takeMoved(const std::vector<int>& newPlaces);
    /// Whether some of those without a row have one again.
    bool findAgain();

private:
    const TokenStore& m_store;
    std::vector<int> m_places;
    std::vector<bool> m_isFollowed; // by place
    std::vector<Subject> m_gone;
};

} // namespace ratewarden::ui
