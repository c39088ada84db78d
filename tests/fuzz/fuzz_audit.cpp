// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the two documents of an entry in the audit trail, and documents of every kind of change with a
// stretch of them replaced: listed or counted as unreadable, undone or refused, and never in the way of
// others.
#include "core/admin/audit.h"
#include "tests/fuzz/fuzz.h"

#include <hiredis/hiredis.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace ratewarden;

namespace {

struct Documents {
    std::string_view begun;
    std::string_view completed;
};

constexpr std::array samples{
    Documents{
        R"({"act":"block","intent":{"for_us":3600},"tokens":1,"subjects":[["t","","ratewarden/control"]]})",
        R"({"asked":1,"made":1,"changed":1,"uncertain":false,"before":[[0,"0%01%00%00%00x",0,1,2,0]]})"},
    Documents{
        R"({"act":"override","intent":{"rules":"5/min","for_us":null},"subjects":[["t","p","ratewarden/control"]]})",
        R"({"asked":1,"made":1,"changed":1,"trouble":null,"before":[[0,"",0,1,2,0]]})"},
    Documents{
        R"({"act":"reset","reason":"r","subjects":[["t","p","ratewarden/gcra"]],"keys":["k"],"commands":["c"]})",
        R"({"asked":1,"made":1,"changed":1,"denied":true,"before":[[0,"x",0,1,2,0]]})"},
    Documents{
        R"({"act":"charge","intent":{"units":3},"subjects":[["t","p","ratewarden/gcra"]],"policies":{"p":{"name":"p","algorithm":"gcra","rules":"5/min","format":"","hashTokens":false,"counters":true}}})",
        R"({"asked":1,"made":1,"changed":1,"before":[[0,"",3,1,2,9]]})"},
    Documents{
        R"({"act":"block","intent":{"for_us":9},"subjects":[["7","rl","rate-limit-redis"]],"cut":false})",
        R"({"asked":1,"made":1,"changed":1,"before":[[0,"4:rl:74:none1:93:abc",0,1,2,0]]})"},
    Documents{R"({"act":"delete-keys","intent":{"keys":["k","l"]},"keyCount":2})",
              R"({"asked":2,"made":2,"changed":1,"before":[[1,"1795000000000:abc",0,0,0,0]]})"},
    Documents{R"({"act":"rename-key","intent":{"keys":["k"],"to":"l"}})",
              R"({"asked":1,"made":1,"changed":1,"before":[[0,"0:abc",0,0,0,0]]})"},
    Documents{R"({"act":"expire-keys","intent":{"keys":["k"],"at_ms":17}})",
              R"({"asked":1,"made":1,"changed":1,"before":[[0,"0:abc",0,0,0,0]]})"},
    Documents{
        R"({"act":"publish","intent":{"policy":"p","version":1,"rollsBackTo":1}})",
        R"({"asked":1,"made":1,"changed":1,"published":true,"version":2,"document":"{}","former":"{}","before":[[0,"",0,0,0,0]]})"},
    Documents{R"({"act":"delete-keys","of":"block","intent":{"for_us":1,"keys":["k"]}})",
              R"({"asked":1,"made":1,"changed":1,"before":[[0,"1:x",0,1,2,0]]})"},
    Documents{R"({"act":"undo","of":"reset","undoes":"7-0","subjects":[["t","p","ratewarden/gcra"]]})",
              R"({"asked":1,"made":1,"changed":1,"cameSince":1,"left":[0]})"},
};

void appendBulk(std::string& reply, std::string_view text)
{
    reply += "$" + std::to_string(text.size()) + "\r\n";
    reply += text;
    reply += "\r\n";
}

void appendEntry(std::string& reply, std::string_view id, const std::vector<std::string_view>& fields)
{
    reply += "*2\r\n";
    appendBulk(reply, id);
    reply += "*" + std::to_string(fields.size()) + "\r\n";
    for (const std::string_view field : fields)
        appendBulk(reply, field);
}

// Has a trail of two changes, one of which is sound.
class Trail final : public Server {
public:
    Trail(std::string_view begun, std::string_view completed)
    {
        m_reply = "*4\r\n";
        appendEntry(m_reply, "9-1", {"kind", "completed", "of", "9-0", "document", completed});
        appendEntry(m_reply, "9-0", {"kind", "begun", "by", "eve", "document", begun});
        appendEntry(m_reply, "7-1", {"kind", "completed", "of", "7-0", "document", samples[0].completed});
        appendEntry(m_reply, "7-0", {"kind", "begun", "by", "alice", "document", samples[0].begun});
    }
    const std::string& where() const override { return m_where; }
    void cancel() override {}
    void run(std::span<const Command> /*commands*/, std::span<Reply> replies) override
    {
        const std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader(redisReaderCreate(),
                                                                              redisReaderFree);
        redisReaderFeed(reader.get(), m_reply.data(), m_reply.size());
        void* read = nullptr;
        if (redisReaderGetReply(reader.get(), &read) != REDIS_OK || !read)
            std::abort();
        replies.front() = Reply(static_cast<redisReply*>(read));
    }

private:
    std::string m_where = "here";
    std::string m_reply;
};

void check(std::string_view begun, std::string_view completed)
{
    Trail trail(begun, completed);
    const AuditList list = readAudit(trail);
    require(list.entries.size() + list.unreadable == 2 && !list.entries.empty() &&
            !list.entries.back().damaged);
    for (const AuditEntry& entry : list.entries) {
        require(!entry.json().empty());
        if (!entry.damaged)
            entry.beforeImages();
        tryTo([&] { entry.change(); });
        tryTo([&] {
            const ChangeOutcome outcome = entry.outcome();
            require(!entry.damaged && outcome.canUndo());
            for (const bool replace : {false, true})
                tryTo([&] { previewUndo(outcome, replace); });
        });
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = text.find('\n');
    if (end != std::string_view::npos)
        check(text.substr(0, end), text.substr(end + 1));
    if (size < 3)
        return 0;
    const Documents& sample = samples[data[0] % samples.size()];
    std::string changed(data[0] >= 128 ? sample.begun : sample.completed);
    const std::size_t from = data[1] % changed.size();
    changed.replace(from, data[2], text.substr(3));
    if (data[0] >= 128)
        check(changed, sample.completed);
    else
        check(sample.begun, changed);
    return 0;
}
