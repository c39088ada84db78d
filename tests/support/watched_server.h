// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/errors.h"
#include "core/redis/server.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace ratewarden::test {

/// Counts what is sent to another server and what comes back, and fails when told to.
class WatchedServer final : public Server {
public:
    explicit WatchedServer(Server& behind) : m_behind(behind) {}

    const std::string& where() const override { return m_behind.where(); }
    void cancel() override { m_behind.cancel(); }
    void run(std::span<const Command> asked, std::span<Reply> replies) override
    {
        if (failing)
            throw Unavailable("gone", Unavailable::Effect::Uncertain);
        if (worksFor && trips >= *worksFor)
            throw Unavailable(Problem(UnavailableReason::NoConnection, "", where(), ""),
                              Unavailable::Effect::None);
        if (failingAsNode)
            throw Unavailable("gone", Unavailable::Effect::Uncertain).ofOneNode();
        ++trips;
        commands += asked.size();
        for (const Command& command : asked) {
            ++sent[std::string(command.title())];
            if (beforeScript && command.script() != nullptr)
                beforeScript();
            if (endsWhatIsReadFirst && command.title() == "GETRANGE")
                m_behind.call({"DEL", command.arguments()[1]});
        }
        endsWhatIsReadFirst &= !sent.contains("GETRANGE");
        longest = std::max(longest, asked.size());
        m_behind.run(asked, replies);
        if (losesAt && commands >= *losesAt)
            throw Unavailable("the answer was lost", Unavailable::Effect::Uncertain);
        for (const Reply& reply : replies)
            elements += count(reply.view());
    }

    bool failing = false;
    bool failingAsNode = false;         ///< as one of a cluster whose others serve
    bool endsWhatIsReadFirst = false;   ///< the first keys whose values are asked for are gone by then
    std::optional<int> worksFor;        ///< so many round trips, and is out of reach then
    std::function<void()> beforeScript; ///< what others do between the reading and a script
    int trips = 0;
    std::size_t commands = 0;
    std::size_t longest = 0;            ///< of a pipeline, in commands
    std::optional<std::size_t> losesAt; ///< from that many commands on the answers are lost
    std::map<std::string, int> sent;    ///< by the command's name
    std::size_t elements = 0;           ///< of all answers, those inside arrays

private:
    static std::size_t count(ReplyView reply)
    {
        try {
            std::size_t sum = 0;
            for (std::size_t i = 0; i < reply.size(); ++i)
                sum += count(reply[i]);
            return sum;
        } catch (const Error&) {
            return 1;
        }
    }

    Server& m_behind;
};

} // namespace ratewarden::test
