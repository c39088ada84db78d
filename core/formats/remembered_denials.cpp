// SPDX-License-Identifier: MIT
#include "core/formats/remembered_denials.h"

#include "core/formats/state_faults.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"

namespace ratewarden {
namespace {

constexpr std::size_t denialBytes = 23; // time, rule, cost, wait; the note follows

RememberedDenial readDenial(std::string_view bytes)
{
    if (bytes.size() < denialBytes)
        throw BadState(Problem(Fault::NotOurDenials));
    RememberedDenial denial;
    denial.at = Instant(Micros(littleEndian(bytes.substr(0, 7))));
    const std::int64_t rule = littleEndian(bytes.substr(7, 1));
    denial.cost = littleEndian(bytes.substr(8, 7));
    const std::int64_t wait = littleEndian(bytes.substr(15, 8));
    if (wait < -1)
        throw BadState(Problem(Fault::NotOurDenials));
    if (wait >= 0)
        denial.retryAfter = Micros(wait);
    if (rule > 0)
        denial.rule = std::size_t(rule - 1);
    denial.verdict = rule == 0 ? Verdict::Blocked : wait >= 0 ? Verdict::DeniedByRule : Verdict::NeverFits;
    denial.note = bytes.substr(denialBytes);
    return denial;
}

/// Of a sample: the token and how long it is stand in front of the note.
SampledDenial readSampled(std::string_view bytes)
{
    constexpr std::size_t sizeBytes = 2;
    SampledDenial sampled{{}, readDenial(bytes)};
    std::string& note = sampled.denial.note;
    if (note.size() < sizeBytes)
        throw BadState(Problem(Fault::NotOurDenials));
    const auto size = std::size_t(littleEndian(std::string_view(note).substr(0, sizeBytes)));
    if (size == 0 || note.size() - sizeBytes < size)
        throw BadState(Problem(Fault::NotOurDenials));
    sampled.token = note.substr(sizeBytes, size);
    note.erase(0, sizeBytes + size);
    return sampled;
}

template <class Read>
auto readAll(ReplyView reply, Read read)
{
    std::vector<decltype(read(std::string_view()))> all;
    all.reserve(reply.size());
    for (std::size_t i = 0; i < reply.size(); ++i)
        all.push_back(read(reply[i].string()));
    return all;
}

} // namespace

Command rememberedDenialsCommand(std::string_view token, std::string_view policy, std::int64_t most)
{
    const std::int64_t last = most < 0 ? -1 : most - 1;
    return {"LRANGE", denialsKey(RedisToken(token), policy), "0", std::to_string(last)};
}

std::vector<RememberedDenial> readRememberedDenials(ReplyView reply)
{
    return readAll(reply, readDenial);
}

Command sampledDenialsCommand(std::string_view policy)
{
    return {"LRANGE", policySampleKey(policy), "0", "-1"};
}

std::vector<SampledDenial> readSampledDenials(ReplyView reply)
{
    return readAll(reply, readSampled);
}

} // namespace ratewarden
