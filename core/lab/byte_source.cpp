// SPDX-License-Identifier: MIT
#include "core/lab/byte_source.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

constexpr int stopLatency = 100; // ms
constexpr std::size_t blocksAhead = 4;

class AheadSource final : public ByteSource {
public:
    explicit AheadSource(std::unique_ptr<ByteSource> from) : m_from(std::move(from))
    {
        m_thread = std::jthread([this](const std::stop_token& stop) { fill(stop); });
    }

    ~AheadSource() override
    {
        m_thread.request_stop();
        m_changed.notify_all();
    }
    AheadSource(const AheadSource&) = delete;
    AheadSource& operator=(const AheadSource&) = delete;

    std::size_t read(std::span<char> into, const std::stop_token& stop) override
    {
        std::unique_lock lock(m_mutex);
        const bool isReady =
            m_changed.wait(lock, stop, [this] { return m_filled != m_emptied || m_isAtEnd; });
        if (!isReady || stop.stop_requested()) {
            m_wasStopped = true;
            return 0;
        }
        if (m_filled == m_emptied)
            return 0;
        const Block& block = m_blocks[m_emptied % blocksAhead];
        lock.unlock();
        const std::size_t count = std::min(into.size(), block.size - m_given);
        std::memcpy(into.data(), block.bytes.data() + m_given, count);
        m_given += count;
        if (m_given == block.size) {
            m_given = 0;
            lock.lock();
            ++m_emptied;
            m_changed.notify_all();
        }
        return count;
    }

    SourceFault fault() const override
    {
        const std::scoped_lock lock(m_mutex);
        return m_wasStopped ? SourceFault::Cancelled : m_fault;
    }
    std::string faultText() const override
    {
        const std::scoped_lock lock(m_mutex);
        return m_faultText;
    }

private:
    struct Block {
        std::vector<char> bytes;
        std::size_t size = 0;
    };

    void fill(const std::stop_token& stop)
    {
        try {
            while (fillNext(stop)) {
            }
            end(m_from->fault(), m_from->faultText());
        } catch (const std::exception& error) { // no memory is left
            end(SourceFault::Unreadable, error.what());
        }
    }

    bool fillNext(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, stop, [this] { return m_filled - m_emptied < blocksAhead; }))
            return false;
        Block& block = m_blocks[m_filled % blocksAhead];
        lock.unlock();
        block.bytes.resize(blockSize);
        block.size = m_from->read(block.bytes, stop);
        if (block.size == 0)
            return false;
        lock.lock();
        ++m_filled;
        m_changed.notify_all();
        return true;
    }

    void end(SourceFault fault, std::string text)
    {
        const std::scoped_lock lock(m_mutex);
        m_fault = fault;
        m_faultText = std::move(text);
        m_isAtEnd = true;
        m_changed.notify_all();
    }

    std::unique_ptr<ByteSource> m_from; // the thread's alone
    std::array<Block, blocksAhead> m_blocks;
    std::size_t m_given = 0; // of the block that is read; the reader's alone

    mutable std::mutex m_mutex; // of all below
    std::condition_variable_any m_changed;
    std::size_t m_filled = 0;  // blocks so far
    std::size_t m_emptied = 0; // blocks so far
    bool m_isAtEnd = false;
    bool m_wasStopped = false;
    SourceFault m_fault = SourceFault::None;
    std::string m_faultText;

    std::jthread m_thread; // last, so that it is joined before what it uses is gone
};

} // namespace

std::size_t DescriptorSource::read(std::span<char> into, const std::stop_token& stop)
{
    for (;;) {
        if (stop.stop_requested()) {
            m_fault = SourceFault::Cancelled;
            return 0;
        }
        pollfd waiting{m_descriptor, POLLIN, 0};
        if (poll(&waiting, 1, stopLatency) == 0)
            continue;
        const ssize_t count = ::read(m_descriptor, into.data(), into.size());
        if (count >= 0) {
            m_bytes += std::uint64_t(count);
            return std::size_t(count);
        }
        if (errno == EINTR || errno == EAGAIN)
            continue;
        m_fault = SourceFault::Unreadable;
        m_faultText = std::generic_category().message(errno);
        return 0;
    }
}

std::string_view PeekableSource::peek(std::size_t bytes, const std::stop_token& stop)
{
    std::size_t count = m_first.size();
    m_first.resize(std::max(bytes, count));
    while (count < m_first.size()) {
        const std::size_t more = m_from->read(std::span(m_first).subspan(count), stop);
        if (more == 0)
            break;
        count += more;
    }
    m_first.resize(count);
    return m_first;
}

std::size_t PeekableSource::read(std::span<char> into, const std::stop_token& stop)
{
    if (m_given == m_first.size())
        return m_from->read(into, stop);
    const std::size_t count = std::min(into.size(), m_first.size() - m_given);
    std::memcpy(into.data(), m_first.data() + m_given, count);
    m_given += count;
    return count;
}

std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> from)
{
    return std::make_unique<AheadSource>(std::move(from));
}

} // namespace ratewarden
