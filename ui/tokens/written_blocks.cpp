// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/written_blocks.h"

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

// Layouts keep seconds, and the server's clock moved on meanwhile.
bool endsAlike(const Block& block, const Block& written)
{
    constexpr Micros tolerance = 2s;
    if (!block.until || !written.until)
        return block.until.has_value() == written.until.has_value();
    return std::chrono::abs(std::chrono::duration_cast<Micros>(*block.until - *written.until)) <= tolerance;
}

// How the token stands, with the block that its keys do not tell of.
void fillIn(Reading& reading, const Block& written)
{
    if (!reading.block) {
        reading.block = written;
        // As the keys have it now: some clients move the end with each refused request.
        if (reading.decision->retryAfter)
            reading.block->until = reading.at + *reading.decision->retryAfter;
        return;
    }
    Block& block = *reading.block;
    if (!endsAlike(block, written))
        return; // somebody else's
    if (block.reason.empty())
        block.reason = written.reason;
    block.by = written.by;
    block.since = written.since;
}

} // namespace

WrittenBlocks::Name WrittenBlocks::nameOf(const Subject& subject)
{
    return {subject.token, subject.policy, std::string(subject.format->name())};
}

void WrittenBlocks::note(const ChangeOutcome& made)
{
    const auto* const block = made.change.wants<BlockIntent>();
    const bool lifts = made.change.traits().endsBlock;
    if (!block && !lifts)
        return;
    for (const ChangeOutcome::Made& one : made.undoable) {
        const Subject& subject = made.change.subjects[one.subject];
        if (subject.format->isOurs())
            continue;
        if (block) {
            Block written{subject.token, made.change.reason, made.change.by, made.at, std::nullopt};
            if (block->duration)
                written.until = made.at + *block->duration;
            m_blocks[nameOf(subject)] = {std::move(written), made.at, false, std::nullopt};
        } else if (const auto known = m_blocks.find(nameOf(subject)); known != m_blocks.end()) {
            Written& lifted = known->second;
            if (lifted.served && *lifted.served < made.at) // over before
                continue;
            lifted.lifted = true;
            lifted.served.reset();
        }
    }
}

void WrittenBlocks::noteUndone(const ChangeOutcome& made, const Undoing& undoing, Instant now)
{
    const bool blocked = made.change.wants<BlockIntent>() != nullptr;
    if (!blocked && !made.change.traits().endsBlock)
        return; // of others no block was noted; plain keys have no subjects
    for (const Undoing::One& one : undoing.results) {
        if (one.result != Undone::AsItWas)
            continue;
        const auto known = m_blocks.find(nameOf(made.change.subjects[one.subject]));
        if (known == m_blocks.end())
            continue;
        if (blocked) {
            m_blocks.erase(known);
        } else {
            known->second.lifted = false;
            known->second.inForce = now; // what was read while it was lifted may still be on its way
        }
    }
}

// The block that the reading should have; null: none that is known.
const Block* WrittenBlocks::find(const Reading& reading)
{
    const auto known = m_blocks.find(nameOf(reading.subject));
    if (known == m_blocks.end() || reading.problem)
        return nullptr;
    Written& written = known->second;
    if (reading.at < written.inForce || written.lifted || written.served) // read before, or not in force
        return nullptr;
    if (reading.block)
        return &written.block;
    if (written.block.until && *written.block.until <= reading.at) {
        m_blocks.erase(known);
        return nullptr;
    }
    if (reading.gone || (reading.decision && reading.decision->allowed())) {
        written.served = reading.at;
        return nullptr;
    }
    return reading.decision ? &written.block : nullptr;
}

Readings WrittenBlocks::complete(const Readings& readings)
{
    if (m_blocks.empty())
        return readings;
    std::shared_ptr<std::vector<Reading>> completed;
    for (std::size_t i = 0; i < readings->size(); ++i)
        if (const Block* const block = find((*readings)[i])) {
            if (!completed)
                completed = std::make_shared<std::vector<Reading>>(*readings);
            fillIn((*completed)[i], *block);
        }
    return completed ? Readings(std::move(completed)) : readings;
}

SharedDetail WrittenBlocks::complete(const SharedDetail& detail)
{
    const Block* const block = m_blocks.empty() ? nullptr : find(detail->reading);
    if (!block)
        return detail;
    auto completed = std::make_shared<TokenDetail>(*detail);
    fillIn(completed->reading, *block);
    return completed;
}

} // namespace ratewarden::ui
