// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace ratewarden::ui {

/// Rows side by side of which a copy is cheap: it shares them until one side changes some. So another thread
/// can read a copy while the original goes on changing; each copy belongs to one thread at a time.
template <class T>
class SharedRows {
public:
    std::size_t size() const { return m_size; }
    const T& operator[](std::size_t i) const { return (*m_chunks[i / chunkSize])[i % chunkSize]; }

    /// The row to be changed, which no copy sees.
    T& edit(std::size_t i)
    {
        std::shared_ptr<Chunk>& chunk = m_chunks[i / chunkSize];
        if (chunk.use_count() > 1)
            chunk = std::make_shared<Chunk>(*chunk);
        else
            std::atomic_thread_fence(std::memory_order_acquire); // whoever had a copy has done with it
        return (*chunk)[i % chunkSize];
    }

    void append(const T& row)
    {
        if (m_size % chunkSize == 0)
            m_chunks.push_back(std::make_shared<Chunk>());
        edit(m_size++) = row;
    }

private:
    static constexpr std::size_t chunkSize = 1024;
    using Chunk = std::array<T, chunkSize>;

    std::vector<std::shared_ptr<Chunk>> m_chunks;
    std::size_t m_size = 0;
};

} // namespace ratewarden::ui
