// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl top`: tokens live, on the whole terminal or in rounds.
#include "app/ctl/commands.h"
#include "app/ctl/full_screen.h"
#include "app/ctl/row_walk.h"
#include "app/ctl/token_board.h"
#include "core/admin/policy_of.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

namespace ratewarden::ctl {
namespace {

using namespace std::chrono_literals;
using Clock = TokenBoard::Clock;

struct TopOptions {
    TokenListOptions list;
    std::string interval = "2s";
    std::size_t rounds = 0; // 0: without end
    bool inRounds = false;
};

std::chrono::milliseconds intervalOf(const std::string& text)
{
    const auto interval = std::chrono::duration_cast<std::chrono::milliseconds>(parseDuration(text));
    if (interval < 100ms || interval > 1h)
        throw InvalidArgument("--interval is from 100ms to 1h");
    return interval;
}

std::string clockText()
{
    return fmt::format("{:%H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

/// "12 tokens: 1 limited, 3 ok; 4.5 requests/s allowed, 0.5 denied"
std::string countsText(const TokenTotals& totals)
{
    std::size_t all = 0;
    std::string parts;
    for (int i = 0; i < tokenStatusCount; ++i)
        if (const std::size_t count = totals.counts.at(std::size_t(i)); count > 0) {
            all += count;
            parts += fmt::format("{}{} {}", parts.empty() ? ": " : ", ", count, nameOf(TokenStatus(i)));
        }
    const std::string rates =
        totals.allowed && totals.denied
            ? fmt::format("{:.1f} requests/s allowed, {:.1f} denied", *totals.allowed, *totals.denied)
            : std::string("requests are not counted");
    std::string also;
    if (totals.inFlight)
        also += fmt::format("; {} in flight", *totals.inFlight);
    if (totals.reserved.value_or(0) > 0)
        also += fmt::format("; {} reserved", counted(*totals.reserved, "unit", "units"));
    if (totals.leased.value_or(0) > 0)
        also += fmt::format("; up to {} in leases", counted(*totals.leased, "unit", "units"));
    if (totals.aboveLimit.value_or(0) > 0)
        also += fmt::format("; {} above 100 %", *totals.aboveLimit);
    return fmt::format("{}{}; {}{}", counted(all, "token", "tokens"), parts, rates, also);
}

Json countsJson(const StatusCounts& counts)
{
    Json json = Json::object();
    for (int i = 0; i < tokenStatusCount; ++i)
        json[std::string(nameOf(TokenStatus(i)))] = counts.at(std::size_t(i));
    return json;
}

/// One walk through all tokens, printed.
Exit printRound(Terminal& terminal, const TopOptions& options)
{
    const Clock::time_point start = Clock::now();
    TokenList list(choiceOf(options.list), orderOf(options.list), options.list.reversed, options.list.most);
    Server& server = terminal.server();
    const PolicyBook book = policiesIfAllowed(server);
    RowWalk walk(server, book, terminal.isJson());
    walk.visitAll([&list](ListedToken row) { list.take(std::move(row)); });
    const auto took = std::chrono::duration_cast<Micros>(Clock::now() - start);
    const std::vector<ListedToken> rows = list.finish();
    if (terminal.isJson()) {
        Json tokens = Json::array();
        for (const ListedToken& row : rows)
            tokens.push_back(json(row));
        const auto now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
        fmt::print("{}\n", Json{{"at_us", now.time_since_epoch().count()},
                                {"took_us", took.count()},
                                {"states", countsJson(list.totals().counts)},
                                {"allowed_per_s", orNull(list.totals().allowed)},
                                {"denied_per_s", orNull(list.totals().denied)},
                                {"in_flight", orNull(list.totals().inFlight)},
                                {"reserved", orNull(list.totals().reserved)},
                                {"leased", orNull(list.totals().leased)},
                                {"above_limit", orNull(list.totals().aboveLimit)},
                                {"tokens", tokens}}
                               .dump());
    } else {
        fmt::print("{}  {}\n", clockText(), countsText(list.totals()));
        tableOf(rows).print(terminal.screen());
        fmt::print("\n");
    }
    return walk.report(terminal);
}

/// For a file or another program.
Exit topInRounds(Terminal& terminal, const TopOptions& options)
{
    const std::chrono::milliseconds interval = intervalOf(options.interval);
    Exit exit = Done;
    for (std::size_t round = 1;; ++round) {
        const Clock::time_point start = Clock::now();
        Clock::time_point next = start + interval;
        try {
            if (const Exit now = printRound(terminal, options); now != Done)
                exit = now;
            // With very many keys the server has to have its pauses, as with the board.
            const Clock::time_point end = Clock::now();
            next = std::max(next, end + TokenBoard::pauseFactor * (end - start));
        } catch (const Unavailable& error) {
            if (round == 1) // what is wrong from the beginning is said as by any command
                throw;
            exit = terminal.complain("unavailable", error.what(), RedisFailed);
        }
        if (std::fflush(stdout) != 0 || round == options.rounds)
            return exit;
        std::this_thread::sleep_until(next);
    }
}

/// What is on the terminal, and what its keys change.
class Top {
public:
    Top(Terminal& terminal, const TopOptions& options)
        : m_server(terminal.server())
        , m_screen{terminal.screen().colors, 0}
        , m_board(m_server)
        , m_choice(choiceOf(options.list))
        , m_order(orderOf(options.list))
        , m_reversed(options.list.reversed)
        , m_most(options.list.most)
        , m_interval(intervalOf(options.interval))
        , m_rounds(options.rounds)
    {
        m_board.readPage(); // what is wrong from the beginning is said as by any command
    }

    void run()
    {
        FullScreen screen;
        std::size_t round = 0;
        Clock::time_point nextRound = Clock::now();
        while (!m_isOver) {
            const Clock::time_point now = Clock::now();
            if (now >= nextRound) {
                nextRound = now + m_interval;
                if (m_board.isComplete() || m_rounds == 0)
                    ++round;
                attempt([this] { m_board.reread(m_shown); });
                draw(screen);
                if (m_rounds > 0 && round > m_rounds)
                    return;
            }
            if (m_board.nextPage() <= now && m_problem.empty()) {
                attempt([this] { m_board.readPage(); });
                // To rank many tokens takes longer than to read a page of them.
                if (!m_board.isComplete() && Clock::now() > m_drawn + 200ms + 4 * m_drawTook)
                    draw(screen);
            }
            const Clock::time_point next =
                m_problem.empty() ? std::min(nextRound, m_board.nextPage()) : nextRound;
            const auto rest = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
            const FullScreen::Press press = screen.wait(std::max(rest, 0ms));
            if (press.key == FullScreen::Key::None)
                continue;
            obey(press);
            nextRound = m_isNow ? Clock::now() : nextRound;
            m_isNow = false;
            draw(screen);
        }
    }

private:
    /// What Redis does not answer is shown, and tried again in the next round.
    template <class Work>
    void attempt(Work work)
    {
        try {
            work();
            m_problem.clear();
        } catch (const Error& error) {
            m_problem = error.what();
            m_board.restart();
        }
    }

    void obey(const FullScreen::Press& press)
    {
        using Key = FullScreen::Key;
        const std::size_t page = std::max<std::size_t>(1, roomForRows());
        switch (press.key) {
        case Key::Up:
            m_from -= std::min<std::size_t>(m_from, 1);
            break;
        case Key::Down:
            ++m_from;
            break;
        case Key::PageUp:
            m_from -= std::min(m_from, page);
            break;
        case Key::PageDown:
            m_from += page;
            break;
        case Key::Home:
            m_from = 0;
            break;
        case Key::End:
            m_from = m_chosen;
            break;
        case Key::Interrupted:
            m_isOver = true;
            break;
        case Key::Letter:
            obey(press.letter);
            break;
        case Key::Resized:
        case Key::None:
            break;
        }
    }

    void obey(char letter)
    {
        const int orders = int(tokenOrderNames.size());
        switch (letter) {
        case 'q':
        case 'Q':
            m_isOver = true;
            break;
        case '>':
            m_order = TokenOrder((int(m_order) + 1) % orders);
            break;
        case '<':
            m_order = TokenOrder((int(m_order) + orders - 1) % orders);
            break;
        case 'r':
        case 'R':
            m_reversed = !m_reversed;
            break;
        case 's':
            nextState();
            break;
        case '+':
            m_interval = std::min<std::chrono::milliseconds>(m_interval * 2, 1h);
            break;
        case '-':
            m_interval = std::max<std::chrono::milliseconds>(m_interval / 2, 100ms);
            break;
        case ' ':
            m_isNow = true;
            break;
        default:
            break;
        }
    }

    /// All, then each state alone.
    void nextState()
    {
        const int now = m_choice.states.size() == 1 ? int(*m_choice.states.begin()) : -1;
        m_choice.states.clear();
        if (now + 1 < tokenStatusCount)
            m_choice.states.insert(TokenStatus(now + 1));
        m_from = 0;
    }

    static constexpr std::size_t otherLines = 6; // three above the table, its titles, an empty one, the keys

    static std::size_t roomForRows()
    {
        const std::size_t rows = FullScreen::size().rows;
        return rows > otherLines ? rows - otherLines : 0;
    }

    std::string viewText() const
    {
        std::string text =
            fmt::format("by {}{}", tokenOrderNames.at(std::size_t(m_order)), m_reversed ? ", reversed" : "");
        for (const TokenStatus status : m_choice.states)
            text += fmt::format(", {}", nameOf(status));
        if (m_choice.policy)
            text += fmt::format(", policy {}", printable(*m_choice.policy));
        if (!m_choice.format.empty())
            text += fmt::format(", format {}", m_choice.format);
        if (!m_choice.match.empty())
            text += fmt::format(", matching {}", printable(m_choice.match));
        if (!m_choice.filter.text().empty())
            text += fmt::format(", filter {}", printable(m_choice.filter.text()));
        text += fmt::format("; {}", counted(m_chosen, "row", "rows"));
        if (m_from > 0)
            text += fmt::format(", from {}", m_from + 1);
        if (!m_board.isComplete())
            text += fmt::format("; reading: {} keys so far", m_board.looked());
        if (m_board.unread() > 0)
            text += fmt::format("; {} could not be read", m_board.unread());
        return text;
    }

    void draw(const FullScreen& screen)
    {
        const Clock::time_point start = Clock::now();
        const std::size_t room = roomForRows();
        TokenBoard::Rows rows = m_board.rows(m_choice, m_order, m_reversed, m_from + room);
        m_chosen = m_most > 0 ? std::min(rows.chosen, m_most) : rows.chosen;
        m_from = std::min(m_from, m_chosen > room ? m_chosen - room : 0);
        rows.first.resize(std::min(rows.first.size(), m_chosen));
        rows.first.erase(rows.first.begin(),
                         rows.first.begin() + std::ptrdiff_t(std::min(m_from, rows.first.size())));
        rows.first.resize(std::min(rows.first.size(), room));
        m_shown.clear();
        for (const ListedToken* const row : rows.first)
            m_shown.push_back(row->subject);
        const Screen canvas{m_screen.colors, FullScreen::size().columns};
        std::vector<std::string> lines{
            fmt::format("{}  {}  {}  every {}", inTone("ratewarden-ctl top", Tone::Title, canvas),
                        m_server.where(), clockText(), durationText(m_interval)),
            countsText(rows.totals), m_problem.empty() ? viewText() : inTone(m_problem, Tone::Bad, canvas)};
        const std::vector<std::string> table = tokenTable(rows.first).lines(canvas);
        lines.insert(lines.end(), table.begin(), table.end());
        lines.emplace_back();
        lines.push_back(
            inTone("q quit  < > order  r reverse  s state  + - interval  space now  arrows scroll",
                   Tone::Quiet, canvas));
        screen.show(lines);
        m_drawn = Clock::now();
        m_drawTook = m_drawn - start;
    }

    Server& m_server;
    const Screen m_screen;
    TokenBoard m_board;
    TokenChoice m_choice;
    TokenOrder m_order;
    bool m_reversed;
    const std::size_t m_most;
    std::chrono::milliseconds m_interval;
    const std::size_t m_rounds;
    std::size_t m_from = 0;   // the first row that is shown
    std::size_t m_chosen = 0; // rows that there are
    std::vector<Subject> m_shown;
    std::string m_problem; // what Redis said last; empty: all is well
    Clock::time_point m_drawn{};
    Clock::duration m_drawTook{};
    bool m_isOver = false;
    bool m_isNow = false;
};

Exit top(Terminal& terminal, const TopOptions& options)
{
    const bool isScreen = isatty(STDOUT_FILENO) != 0 && isatty(STDIN_FILENO) != 0;
    if (options.inRounds || terminal.isJson() || !isScreen)
        return topInRounds(terminal, options);
    Top(terminal, options).run();
    return Done;
}

} // namespace

void addTopCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<TopOptions>(
        app, terminal, "top",
        "Show live how tokens stand, the most urgent first; in rounds where there is no terminal",
        [](CLI::App& command, TopOptions& options) {
            declareTokenList(command, options.list);
            command.add_option("--interval", options.interval, "Between two rounds, as in 2s or 500ms")
                ->capture_default_str();
            command.add_option("-n,--rounds", options.rounds, "How many; 0: without end")
                ->check(CLI::Range(std::int64_t(0), std::int64_t(1) << 40));
            command.add_flag("-b,--batch", options.inRounds,
                             "Print rounds also on a terminal, as top -b does");
        },
        top);
}

} // namespace ratewarden::ctl
