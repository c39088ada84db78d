// SPDX-License-Identifier: GPL-3.0-or-later
// How fast logs become traffic, by syntax, compression and number of tokens, beside a bare loop that only
// looks for the ends of the lines in the same file in the same run; and how fast a trace file is opened.
// benchmark_lab_import [MILLIONS OF LINES] [FOLDER FOR THE FILES]
#include "core/lab/log_reader.h"
#include "core/lab/trace_file.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

using namespace ratewarden;

namespace {

using Clock = std::chrono::steady_clock;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::uint64_t randomNumber()
{
    static std::uint64_t state = 1;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return state >> 33U;
}

struct Line {
    std::size_t number;
    std::size_t token;
    std::int64_t micros;
};

std::string addressOf(std::size_t token)
{
    return fmt::format("{}.{}.{}.{}", 11 + (token >> 24U), token >> 16U & 255U, token >> 8U & 255U,
                       token & 255U);
}

std::string combined(const Line& line)
{
    const std::time_t second = line.micros / 1'000'000;
    return fmt::format("{} - - [{:%d/%b/%Y:%H:%M:%S} +0000] \"GET /api/v1/items/{} HTTP/1.1\" 200 {} "
                       "\"https://example.org/list\" \"Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101\"\n",
                       addressOf(line.token), fmt::gmtime(second), line.number % 9973, line.number % 5000);
}

std::string common(const Line& line)
{
    const std::time_t second = line.micros / 1'000'000;
    return fmt::format("{} - - [{:%d/%b/%Y:%H:%M:%S} +0000] \"GET /api/v1/items/{} HTTP/1.1\" 200 {}\n",
                       addressOf(line.token), fmt::gmtime(second), line.number % 9973, line.number % 5000);
}

std::string json(const Line& line)
{
    const std::time_t second = line.micros / 1'000'000;
    return fmt::format(
        "{{\"ts\":\"{:%Y-%m-%dT%H:%M:%S}.{:06}Z\",\"level\":\"info\",\"remote_ip\":\"{}\",\"method\":"
        "\"GET\",\"path\":\"/api/v1/items/{}\",\"status\":200,\"bytes\":{}}}\n",
        fmt::gmtime(second), line.micros % 1'000'000, addressOf(line.token), line.number % 9973,
        line.number % 5000);
}

std::string csv(const Line& line)
{
    return fmt::format("{}.{:06},{},GET,\"/api/v1/items/{}\",200,{}\n", line.micros / 1'000'000,
                       line.micros % 1'000'000, addressOf(line.token), line.number % 9973,
                       line.number % 5000);
}

std::string logfmt(const Line& line)
{
    return fmt::format(
        "ts={}.{:06} level=info ip={} method=GET path=/api/v1/items/{} status=200 msg=\"request done\"\n",
        line.micros / 1'000'000, line.micros % 1'000'000, addressOf(line.token), line.number % 9973);
}

void write(const std::string& path, std::string (*text)(const Line& line), std::size_t lines,
           std::size_t tokens)
{
    const File file(std::fopen(path.c_str(), "wb"), &std::fclose);
    if (!file)
        throw std::runtime_error("cannot write " + path);
    if (text == csv)
        std::fputs("ts,remote_ip,method,path,status,bytes\n", file.get());
    for (std::size_t i = 0; i < lines; ++i) {
        // Few send most where lines are many for each token; with as many tokens as lines each comes once.
        const double share = double(randomNumber() % 1'000'000) / 1e6;
        const std::size_t token =
            tokens >= lines ? i * 7919 % tokens : std::size_t(share * share * share * double(tokens));
        const std::string line = text({i, token, 1'795'000'000'000'000 + std::int64_t(i) * 997});
        std::fwrite(line.data(), 1, line.size(), file.get());
    }
}

std::string contentOf(const std::string& path)
{
    std::string content(std::filesystem::file_size(path), '\0');
    const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
    content.resize(std::fread(content.data(), 1, content.size(), file.get()));
    return content;
}

void save(const std::string& path, const std::string& content)
{
    const File file(std::fopen(path.c_str(), "wb"), &std::fclose);
    std::fwrite(content.data(), 1, content.size(), file.get());
}

void gzip(const std::string& from, const std::string& to)
{
    const std::string content = contentOf(from);
    gzFile_s* const file = gzopen(to.c_str(), "wb1");
    for (std::size_t at = 0; at < content.size(); at += 1U << 20U)
        gzwrite(file, content.data() + at, unsigned(std::min<std::size_t>(1U << 20U, content.size() - at)));
    gzclose(file);
}

void zstd(const std::string& from, const std::string& to)
{
    const std::string content = contentOf(from);
    std::string packed(ZSTD_compressBound(content.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), content.data(), content.size(), 3));
    save(to, packed);
}

double secondsOf(auto&& action)
{
    const auto start = Clock::now();
    action();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::size_t linesIn(const std::string& path)
{
    const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
    std::vector<char> block(1U << 20U);
    std::size_t lines = 0;
    while (const std::size_t size = std::fread(block.data(), 1, block.size(), file.get()))
        for (const char* at = block.data();
             (at = static_cast<const char*>(std::memchr(at, '\n', std::size_t(block.data() + size - at)))) !=
             nullptr;
             ++at)
            ++lines;
    return lines;
}

/// Seconds of this process's time on all cores.
double processorTime()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

void measure(const char* what, const std::string& path, const std::string& plain)
{
    const double bare = secondsOf([&] { linesIn(plain); });
    ReadTraffic traffic;
    const double before = processorTime();
    const double seconds = secondsOf([&] { traffic = readTrafficFile(path); });
    const double processor = processorTime() - before;
    const auto bytes = double(std::filesystem::file_size(plain));
    const auto lines = double(traffic.summary.requests);
    fmt::print("{:<26} {:>6.1f} MB/s {:>5.2f} M lines/s  {:>5.2f} s ({:.2f} s of processor)  bare loop "
               "{:>5.0f} MB/s "
               " {:>9} tokens, {:>4} MB kept, {} rejected\n",
               what, bytes / seconds / 1e6, lines / seconds / 1e6, seconds, processor, bytes / bare / 1e6,
               traffic.summary.tokens, traffic.trace.memory() / 1'000'000, traffic.summary.rejected);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t lines = (argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 4) * 1'000'000;
    const std::string folder = argc > 2 ? argv[2] : "/tmp";
    const std::string plain = folder + "/ratewarden_import.log";
    const std::string packed = folder + "/ratewarden_import.packed";
    struct Syntax {
        const char* name;
        std::string (*text)(const Line& line);
    };
    constexpr std::size_t tokens = 100'000;
    for (const auto& [name, text] : {Syntax{"common log", common},
                                     {"JSON lines", json},
                                     {"CSV", csv},
                                     {"logfmt", logfmt},
                                     {"combined log", combined}}) {
        write(plain, text, lines, tokens);
        measure(name, plain, plain);
    }
    gzip(plain, packed);
    measure("combined log, gzip", packed, plain);
    zstd(plain, packed);
    measure("combined log, zstd", packed, plain);

    Trace trace = readTrafficFile(plain).trace;
    const double writing = secondsOf([&] { writeTraceFile(trace, packed); });
    fmt::print("trace file: {:.1f} bytes for each request, written in {:.3f} s\n",
               double(std::filesystem::file_size(packed)) / double(trace.size()), writing);
    trace = {};
    measure("trace file of that", packed, plain);

    write(plain, common, lines, lines);
    measure("common log, all differ", plain, plain);
    trace = readTrafficFile(plain).trace;
    writeTraceFile(trace, packed);
    trace = {};
    measure("trace file of that", packed, plain);
    std::filesystem::remove(plain);
    std::filesystem::remove(packed);
    return 0;
}
