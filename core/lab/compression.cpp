// SPDX-License-Identifier: MIT
#include "core/lab/byte_source.h"

#include <zlib.h>
#include <zstd.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

constexpr std::size_t inputSize = 1U << 18U;
constexpr int gzipWindow = 15 + 16; // 32 KiB, with gzip's header

class UnpackedSource : public ByteSource {
public:
    explicit UnpackedSource(std::unique_ptr<ByteSource> from) : m_from(std::move(from)), m_packed(inputSize)
    {
    }

    std::size_t read(std::span<char> into, const std::stop_token& stop) final
    {
        while (m_fault == SourceFault::None) {
            if (m_left.empty())
                m_left = std::span(m_packed).first(m_from->read(m_packed, stop));
            if (m_left.empty()) {
                m_fault = m_from->fault();
                if (m_fault == SourceFault::None && !m_isBetween)
                    m_fault = SourceFault::Truncated;
                return 0;
            }
            // Both libraries leave their last bytes unused until all text is given.
            if (const std::size_t count = unpack(m_left, into))
                return count;
        }
        return 0;
    }

    SourceFault fault() const final { return m_fault; }
    std::string faultText() const final { return m_from->faultText(); }

protected:
    /// Some of it; what was used of `packed` is told to use().
    virtual std::size_t unpack(std::span<char> packed, std::span<char> into) = 0;

    void use(std::size_t bytes) { m_left = m_left.subspan(bytes); }

    SourceFault m_fault = SourceFault::None;
    bool m_isBetween = false; // one member or frame has ended, and no other began

private:
    std::unique_ptr<ByteSource> m_from;
    std::vector<char> m_packed;
    std::span<char> m_left; // of it: not used up
};

class Gunzipped final : public UnpackedSource {
public:
    explicit Gunzipped(std::unique_ptr<ByteSource> from) : UnpackedSource(std::move(from))
    {
        if (inflateInit2(&m_stream, gzipWindow) != Z_OK)
            throw std::runtime_error("zlib does not start");
    }
    ~Gunzipped() override { inflateEnd(&m_stream); }
    Gunzipped(const Gunzipped&) = delete;
    Gunzipped& operator=(const Gunzipped&) = delete;

private:
    std::size_t unpack(std::span<char> packed, std::span<char> into) override
    {
        if (m_isBetween && packed.front() == '\0') { // some devices fill up with zeros
            use(1);
            return 0;
        }
        m_stream.next_in = reinterpret_cast<Bytef*>(packed.data());
        m_stream.avail_in = uInt(packed.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(into.data());
        m_stream.avail_out = uInt(into.size());
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        use(packed.size() - m_stream.avail_in);
        m_isBetween = result == Z_STREAM_END;
        if (m_isBetween)
            inflateReset(&m_stream);
        else if (result != Z_OK && result != Z_BUF_ERROR)
            m_fault = SourceFault::Corrupt;
        return into.size() - m_stream.avail_out;
    }

    z_stream m_stream{};
};

class Unzstded final : public UnpackedSource {
public:
    explicit Unzstded(std::unique_ptr<ByteSource> from)
        : UnpackedSource(std::move(from)), m_stream(ZSTD_createDStream(), &ZSTD_freeDStream)
    {
        if (!m_stream)
            throw std::runtime_error("libzstd does not start");
    }

private:
    std::size_t unpack(std::span<char> packed, std::span<char> into) override
    {
        ZSTD_inBuffer input{packed.data(), packed.size(), 0};
        ZSTD_outBuffer output{into.data(), into.size(), 0};
        const std::size_t result = ZSTD_decompressStream(m_stream.get(), &output, &input);
        use(input.pos);
        m_isBetween = result == 0;
        if (ZSTD_isError(result) != 0)
            m_fault = SourceFault::Corrupt;
        return output.pos;
    }

    std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> m_stream;
};

} // namespace

std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> from)
{
    return std::make_unique<Gunzipped>(std::move(from));
}

std::unique_ptr<ByteSource> unzstded(std::unique_ptr<ByteSource> from)
{
    return std::make_unique<Unzstded>(std::move(from));
}

} // namespace ratewarden
