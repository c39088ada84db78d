// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_sufferer_rows.h"

#include "core/algorithms/admission.h"
#include "ui/text/display_text.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostClosest = 8;
constexpr std::size_t mostSufferers = mostDiffering + mostClosest;

} // namespace

LabSuffererRows::LabSuffererRows(const LabBench& bench, Micros window)
    : m_traffic(bench.traffic())
    , m_marked(bench.marked())
    , m_isMarked(m_marked.begin(), m_marked.end())
    , m_hasRules(!bench.candidate().policy.rules.empty())
    , m_now(bench.hasEnforced() ? bench.trialOf(0) : nullptr)
    , m_then(bench.trialOf(bench.chosen()))
    , m_changes(bench.whatIf())
    , m_peaks(bench.peaks())
{
    if (m_then)
        m_worst = bench.worstOf(bench.chosen());
    if (!m_peaks || m_peaks->within() != bench.stretch()) {
        m_peaks.reset();
        return;
    }
    const std::vector<Micros>& windows = m_peaks->windows();
    m_window = std::size_t(std::ranges::find(windows, window) - windows.begin());
    if (m_window == windows.size())
        m_peaks.reset();
}

void LabSuffererRows::addFirst(const LabEffect* effect)
{
    addNewlyDenied();
    addDenied();
    addFreed();
    if (m_then == nullptr)
        addExpected(effect);
    addMarked(effect);
    addClosest();
}

FilterInventory LabSuffererRows::inventory(const std::stop_token& stop) const
{
    FilterInventory inventory;
    for (const Row& row : m_rows)
        if (!row.isLine())
            inventory.add("token", nameOf(row.token));
    for (const char* const word : {"unchanged", "marked"}) {
        const SuffererFilter filter(Filter(SuffererFilter::fields(), word));
        int& count = inventory.flags[word];
        for (TokenId token = 0; token < m_traffic->grouped.tokens() && !stop.stop_requested(); ++token)
            count += filter.takes(factsOf(token)) ? 1 : 0;
    }
    return inventory;
}

SuffererFacts LabSuffererRows::factsOf(TokenId token) const
{
    return {nameOf(token),   token,
            isMarked(token), m_peaks != nullptr ? m_peaks->of(token, m_window) : 0,
            m_then.get(),    m_changes.get()};
}

LabSuffererRows::Row::Kind LabSuffererRows::kindOf(TokenId token, Row::Kind ifAllowed) const
{
    if (m_then != nullptr && m_then->deniedByToken[token] == 0)
        return isMarked(token) ? Row::Kind::Passes : ifAllowed;
    return isMarked(token) ? Row::Kind::Stopped : m_marked.empty() ? Row::Kind::Denied : Row::Kind::Hurt;
}

void LabSuffererRows::add(TokenId token, Row::Kind kind)
{
    if (m_rows.size() >= mostSufferers || !m_listed.insert(token).second)
        return;
    Row row;
    row.kind = kind;
    row.token = token;
    row.name = shown(nameOf(token));
    row.peak = m_peaks != nullptr ? m_peaks->of(token, m_window) : 0;
    if (m_now != nullptr)
        row.deniedNow = Units(m_now->deniedByToken[token]);
    if (m_then != nullptr)
        row.deniedThen = Units(m_then->deniedByToken[token]);
    if (m_changes != nullptr) {
        const TokenDifference* const differs = m_changes->find(token);
        const std::size_t requests =
            requestsWithin(m_traffic->grouped.times(token), m_changes->within()).size();
        row.newlyDenied = differs != nullptr ? Units(differs->newlyDenied) : 0;
        row.freed = differs != nullptr ? Units(differs->freed) : 0;
        row.unchanged = Units(requests) - *row.newlyDenied - *row.freed;
    }
    m_rows.push_back(std::move(row));
}

// Against no limit all that is denied is newly so: then these are the denied ones.
void LabSuffererRows::addNewlyDenied()
{
    if (m_changes == nullptr || !m_changes->hasEnforced)
        return;
    for (const TokenDifference& one : m_changes->harshest().tokens) {
        if (one.newlyDenied == 0 || m_rows.size() >= mostDiffering)
            break;
        add(one.token, kindOf(one.token, Row::Kind::Same));
    }
}

void LabSuffererRows::addFreed()
{
    if (m_changes != nullptr)
        for (const TokenDifference& one : m_changes->freed)
            add(one.token, kindOf(one.token, Row::Kind::Freed));
}

void LabSuffererRows::addDenied()
{
    for (const TokenCount& one : m_worst)
        add(one.token, kindOf(one.token, Row::Kind::Same));
}

// First those of the lists, in their orders, then whoever else is meant.
std::vector<LabSuffererRows::Order> LabSuffererRows::ordersFor(const SuffererFilter& filter) const
{
    std::vector<Order> orders;
    const auto addThose = [&](const auto& tokens) {
        orders.push_back({tokens.size(), [&tokens](std::size_t i) {
                              return tokens[i].token;
                          }});
    };
    if (m_changes != nullptr) {
        const FilterField* const first = filter.terms().front().field;
        if (first != nullptr && first->id == int(SuffererFilter::Word::Freed))
            addThose(m_changes->freed);
        if (m_changes->hasEnforced)
            addThose(m_changes->harshest().tokens);
    }
    addThose(m_worst);
    if (m_changes != nullptr) {
        addThose(m_changes->freed);
        addThose(m_changes->unchanged);
    }
    if (m_peaks != nullptr)
        orders.push_back({m_peaks->tokens(), [all = m_peaks->highestFirst(m_window)](std::size_t i) {
                              return all[i];
                          }});
    return orders;
}

bool LabSuffererRows::find(const SuffererFilter& filter, std::chrono::nanoseconds time,
                           const std::stop_token& stop)
{
    constexpr std::size_t betweenLooks = 256; // at the clock
    const auto begun = std::chrono::steady_clock::now();
    const std::vector<Order> orders = ordersFor(filter);
    for (std::size_t looked = 1; m_order < orders.size(); m_next = 0, ++m_order)
        for (const Order& order = orders[m_order]; m_next < order.size; ++looked) {
            if (m_rows.size() >= mostSufferers)
                return true;
            const TokenId token = order.at(m_next++);
            if (!m_listed.contains(token) && filter.takes(factsOf(token))) {
                const TokenDifference* const differs =
                    m_changes != nullptr ? m_changes->find(token) : nullptr;
                add(token, kindOf(token, differs != nullptr && differs->freed > 0 ? Row::Kind::Freed
                                                                                  : Row::Kind::Same));
            }
            if (looked % betweenLooks == 0 &&
                (stop.stop_requested() || std::chrono::steady_clock::now() - begun >= time))
                return false;
        }
    return true;
}

// Who is denied is known at once, how often comes later.
void LabSuffererRows::addExpected(const LabEffect* effect)
{
    if (effect == nullptr)
        return;
    for (const TokenId token : effect->stoppedTokens)
        add(token, Row::Kind::Stopped);
    for (const TokenId token : effect->all.hurtTokens) {
        if (m_rows.size() >= mostDiffering)
            break;
        add(token, m_marked.empty() ? Row::Kind::Denied : Row::Kind::Hurt);
    }
}

void LabSuffererRows::addMarked(const LabEffect* effect)
{
    const bool hurts =
        std::ranges::any_of(m_rows, [](const Row& row) { return row.kind == Row::Kind::Hurt; });
    for (const TokenId token : m_marked)
        add(token, Row::Kind::Passes);
    const bool isKnown = m_then != nullptr ? m_then->requests > 0 : effect != nullptr && effect->known;
    if (m_marked.empty())
        return;
    // It stands there whatever is known, so that no row moves under the pointer when it is.
    Row line;
    line.kind = isKnown && !hurts && m_hasRules ? Row::Kind::Nobody : Row::Kind::Line;
    m_rows.push_back(line);
}

void LabSuffererRows::addClosest()
{
    if (m_peaks == nullptr)
        return;
    std::size_t closest = 0;
    for (const TokenId token : m_peaks->highestFirst(m_window)) {
        if (closest == mostClosest || m_rows.size() >= mostSufferers || m_peaks->of(token, m_window) == 0)
            break;
        if (m_listed.contains(token))
            continue;
        add(token, Row::Kind::Closest);
        ++closest;
    }
}

} // namespace ratewarden::ui
