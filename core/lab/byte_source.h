// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_reader.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

/// Where the bytes of a log come from. Private to core/lab.
namespace ratewarden {

/// So many bytes are read at once.
inline constexpr std::size_t blockSize = 1U << 20U;

/// Bytes, one after the other.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// Fills some of `into`, which is not empty, and says how much. 0: the end, or a fault.
    virtual std::size_t read(std::span<char> into, const std::stop_token& stop) = 0;
    /// After the end.
    virtual SourceFault fault() const { return SourceFault::None; }
    /// Of Unreadable.
    virtual std::string faultText() const { return {}; }
};

/// A file or pipe that is open. Waits in read() until there is something, or somebody stops it.
class DescriptorSource final : public ByteSource {
public:
    explicit DescriptorSource(int descriptor) : m_descriptor(descriptor) {}

    std::size_t read(std::span<char> into, const std::stop_token& stop) override;
    SourceFault fault() const override { return m_fault; }
    std::string faultText() const override { return m_faultText; }
    /// How many bytes came so far; any thread may ask.
    std::uint64_t bytes() const { return m_bytes; }

private:
    int m_descriptor;
    std::atomic<std::uint64_t> m_bytes = 0;
    SourceFault m_fault = SourceFault::None;
    std::string m_faultText;
};

/// A source of which the first bytes can be looked at before they are read.
class PeekableSource final : public ByteSource {
public:
    explicit PeekableSource(std::unique_ptr<ByteSource> from) : m_from(std::move(from)) {}

    /// As many bytes as that, or fewer where there are no more. Before read().
    std::string_view peek(std::size_t bytes, const std::stop_token& stop);
    std::size_t read(std::span<char> into, const std::stop_token& stop) override;
    SourceFault fault() const override { return m_from->fault(); }
    std::string faultText() const override { return m_from->faultText(); }

private:
    std::unique_ptr<ByteSource> m_from;
    std::string m_first;
    std::size_t m_given = 0; // of the first
};

/// What another source compresses. Several members (of gzip) or frames (of zstd) are one text.
std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> from);
std::unique_ptr<ByteSource> unzstded(std::unique_ptr<ByteSource> from);
/// Reads ahead, in a thread that ends with this.
std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> from);

} // namespace ratewarden
