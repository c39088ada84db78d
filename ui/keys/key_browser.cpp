// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/key_browser.h"

#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

// What comes in while a scan is under way is sorted in at most that often, and at most for so large a part of
// the time: a tree of a million keys takes long.
constexpr auto leastBetweenUpdates = 300ms;
constexpr int pausePerUpdate = 4;
constexpr auto perStep = 40ms; // so that pages need not wait long in between
constexpr auto keyRetryPause = 2s;
constexpr std::int64_t usualStep = 500; // keys that Redis looks at

} // namespace

// One scan, and what it found. Made and ended in the GUI thread, used in the lane.
struct KeyBrowser::Work {
    explicit Work(std::shared_ptr<ServerPrefixes> prefixes) : scan(usualStep, std::move(prefixes)) {}

    KeyScan scan;
    KeyStore store;
    KeyView view{}; // that the tree is in
    KeyTree tree{store, view.delimiters};
    SteadyClock::time_point updated{};
    SteadyClock::duration updateTook{};

    void update()
    {
        const auto start = SteadyClock::now();
        tree.update();
        updated = SteadyClock::now();
        updateTook = updated - start;
    }

    void note(const std::vector<FoundKeyFacts>& there, const std::vector<std::string>& gone)
    {
        std::vector<std::string> names;
        for (const FoundKeyFacts& one : there) {
            store.add(one);
            names.push_back(one.name);
        }
        update();
        tree.putBack(names);
        tree.remove(gone);
    }

    /// Whether it has that view: stopped, it stays as it was.
    bool take(const KeyView& wanted, Instant now, const std::stop_token& stop = {})
    {
        if (stop.stop_requested() ||
            (view.filter != wanted.filter && !tree.setFilter(wanted.filter, now, stop)))
            return false;
        if (view.delimiters != wanted.delimiters)
            tree.setDelimiters(wanted.delimiters);
        if (view.order != wanted.order)
            tree.setOrder(wanted.order);
        view = wanted;
        return true;
    }

    /// That no format recognises, below the folder; the first key below it where there is none on top.
    std::string firstKey(std::string folder) const
    {
        constexpr std::size_t some = 50;
        for (;;) {
            const std::vector<KeyNode> rows = tree.children(folder, tree.folderCount(folder), some);
            for (const KeyNode& row : rows)
                if (store[row.key].kind == KeyKind::Unknown)
                    return row.path;
            const std::vector<KeyNode> first = tree.children(folder, 0, 1);
            if (first.empty() || !first.front().folder)
                return first.empty() ? std::string() : first.front().path;
            folder = first.front().path;
        }
    }

    UnknownKeys unknownIn(const std::string& folder) const
    {
        const KeyTotals totals = tree.totals(folder);
        UnknownKeys unknown{.folder = folder, .keys = keysOfKind(totals, KeyKind::Unknown)};
        unknown.neverExpire = totals.withoutTtl == totals.keys;
        if (unknown.keys > 0)
            unknown.first = firstKey(folder);
        return unknown;
    }

    /// Of those that match `most`, with `wanted` before all others.
    KeyExcerpt excerpt(std::size_t most, const std::string& wanted) const
    {
        KeyExcerpt its{.all = tree.allKeys()};
        for (const KeyStore::Index place : tree.matching()) {
            const KeyStore::Key key = store[place];
            if (its.keys.size() >= most && key.name != wanted)
                continue;
            its.keys.push_back(
                {std::string(key.name), key.type, key.kind, key.format, key.memory, key.expires});
            if (key.name == wanted)
                std::swap(its.keys.front(), its.keys.back());
        }
        its.keys.resize(std::min(most, its.keys.size()));
        return its;
    }

    /// Of all keys, whatever the view is.
    FilterInventory inventory(const std::stop_token& stop) const
    {
        std::array<int, int(KeyType::Module) + 1> types{};
        std::vector<int> labels(store.labels());
        int noTtl = 0;
        for (KeyStore::Index i = 0; i < store.size() && !stop.stop_requested(); ++i) {
            const KeyStore::Key key = store[i];
            ++types.at(std::size_t(key.type));
            ++labels[store.label(i)];
            noTtl += key.expires == FoundKeyFacts::never ? 1 : 0;
        }
        FilterInventory inventory;
        inventory.flags.emplace("no-ttl", noTtl);
        for (int type = 1; type < int(types.size()); ++type)
            if (types.at(std::size_t(type)) > 0)
                inventory.values["type"].emplace(nameOf(KeyType(type)), types.at(std::size_t(type)));
        for (std::size_t label = 0; label < labels.size(); ++label)
            if (labels[label] > 0)
                inventory.values["format"][std::string(KeyFilter::formatName(
                    store.kindOf(std::uint16_t(label)), store.formatOf(std::uint16_t(label))))] +=
                    labels[label];
        return inventory;
    }

    double largestFolder() const
    {
        const std::vector<KeyNode> rows = tree.children({}, 0, 500);
        const std::optional<KeyNode> loose = tree.looseKeys();
        double most = loose ? loose->totals.memory : 0;
        for (const KeyNode& row : rows)
            most = std::max(most, row.totals.memory);
        return most;
    }
};

struct KeyBrowser::Step {
    Progress progress;
    bool complete = false;
    bool updated = false;
};

KeyBrowser::KeyBrowser(Link& link, BackgroundLoad& load, std::shared_ptr<ServerPrefixes> prefixes,
                       QObject* parent)
    : QObject(parent), m_link(link), m_prefixes(std::move(prefixes)), m_load(load)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &KeyBrowser::step);
    connect(&m_link, &Link::stateChanged, this, &KeyBrowser::linkChanged);
}

KeyBrowser::~KeyBrowser() = default;

void KeyBrowser::setState(State state)
{
    m_state = state;
    Q_EMIT progressed();
}

void KeyBrowser::linkChanged()
{
    if (m_link.isUnreachable()) {
        m_scanned.reset(); // another server may come back, to which its cursor means nothing
        if (m_state == State::Scanning) {
            m_lost = true;
            halt();
        }
    } else if (m_link.state() == Link::State::Live && m_lost) {
        Q_EMIT problemChanged({}); // that it did not answer
        resume();
    }
}

void KeyBrowser::start()
{
    m_scanned = std::make_shared<Work>(m_prefixes);
    m_scanned->view.order = KeyTree::Order::Name; // as a tree begins
    if (m_knownAt == Instant{})
        m_shown = m_scanned;
    m_progress = {};
    m_lost = false;
    setState(State::Scanning);
    step();
}

void KeyBrowser::put(std::shared_ptr<const std::vector<FoundKeyFacts>> keys, Instant knownAt,
                     std::chrono::milliseconds took)
{
    m_shown = std::make_shared<Work>(m_prefixes);
    m_shown->view.order = KeyTree::Order::Name; // as a tree begins
    m_knownAt = knownAt;
    m_lastTook = took;
    m_link.scanLane().compute(
        this,
        [work = m_shown, keys = std::move(keys)] {
            for (const FoundKeyFacts& key : *keys)
                work->store.add(key);
            work->update();
            return true;
        },
        [this](const Outcome<bool>&) {
            setState(State::Complete);
            readSummary();
            Q_EMIT treeChanged();
        });
}

void KeyBrowser::stop()
{
    m_lost = false;
    halt();
}

void KeyBrowser::halt()
{
    m_next.stop();
    if (m_state == State::Scanning)
        setState(State::Stopped);
}

void KeyBrowser::resume()
{
    if (m_state != State::Stopped)
        return;
    if (!m_scanned) {
        start();
        return;
    }
    m_lost = false;
    setState(State::Scanning);
    step();
}

void KeyBrowser::look(std::vector<std::string> keys)
{
    if (!m_shown || keys.empty())
        return;
    m_link.scanLane().post(
        this,
        [shown = m_shown, scanned = m_scanned, prefixes = m_prefixes,
         keys = std::move(keys)](Server& server) {
            KeyScan scan(keys, prefixes);
            std::vector<FoundKeyFacts> there;
            while (!scan.complete())
                std::ranges::move(scan.step(server).keys, std::back_inserter(there));
            std::vector<std::string> gone = keys;
            std::erase_if(gone, [&](const std::string& key) {
                return std::ranges::find(there, key, &FoundKeyFacts::name) != there.end();
            });
            shown->note(there, gone);
            if (scanned && scanned != shown)
                scanned->note(there, gone);
            return true;
        },
        [this](const Outcome<bool>& outcome) {
            if (const Failure* const failure = outcome.failure()) {
                m_link.report(*failure);
                return;
            }
            readSummary();
            Q_EMIT treeChanged();
        });
}

void KeyBrowser::step()
{
    if (m_stepping || m_state != State::Scanning || !m_scanned)
        return;
    m_stepping = true;
    m_link.scanLane().post(
        this,
        [work = m_scanned](Server& server) {
            Step step;
            const auto start = SteadyClock::now();
            do {
                for (const FoundKeyFacts& key : work->scan.step(server).keys)
                    work->store.add(key);
            } while (!work->scan.complete() && SteadyClock::now() - start < perStep);
            step.complete = work->scan.complete();
            const auto pause =
                std::max<SteadyClock::duration>(leastBetweenUpdates, pausePerUpdate * work->updateTook);
            step.updated = step.complete || SteadyClock::now() - work->updated >= pause;
            if (step.updated)
                work->update();
            step.progress = {
                .named = work->scan.named(), .total = work->scan.total(), .problems = work->scan.problems()};
            step.progress.took = std::chrono::ceil<std::chrono::milliseconds>(SteadyClock::now() - start);
            return step;
        },
        [this, work = m_scanned](const Outcome<Step>& outcome) {
            m_load.forgive(); // the operator asked for it
            m_stepping = false;
            if (work != m_scanned) {
                step(); // of the scan that was begun in its place
                return;
            }
            if (const Failure* failure = outcome.failure())
                fail(*failure);
            else
                take(*outcome.result());
        });
}

void KeyBrowser::take(const Step& step)
{
    const std::chrono::milliseconds took = m_progress.took + step.progress.took;
    m_progress = step.progress;
    m_progress.took = took;
    Q_EMIT problemChanged({});
    if (step.complete) {
        m_knownAt = m_link.serverNow();
        m_lastTook = took;
        m_shown = std::exchange(m_scanned, nullptr);
        setState(State::Complete);
    } else {
        Q_EMIT progressed();
    }
    if (step.updated && (step.complete || m_shown == m_scanned)) {
        readSummary();
        Q_EMIT treeChanged();
    }
    if (m_state == State::Scanning) // the server has its turn as long
        m_next.start(std::min<std::chrono::milliseconds>(step.progress.took, perStep));
}

void KeyBrowser::fail(const Failure& failure)
{
    m_link.report(failure); // may stop it
    Q_EMIT problemChanged(failure.message);
    if (m_state == State::Scanning && failure.kind == Failure::Kind::Refused)
        stop();
    else if (m_state == State::Scanning)
        m_next.start(keyRetryPause);
}

// Asks what is in view, in the lane; what was in view meanwhile is dropped, also while it is looked for: the
// next key stroke in a filter does not wait until a million keys have been gone through for the one before.
template <class Job, class Then>
void KeyBrowser::ask(Job job, Then then)
{
    if (!m_shown)
        return;
    using Answer = std::optional<std::invoke_result_t<Job, Work&>>;
    m_link.scanLane().compute(
        this,
        [work = m_shown, view = m_view, stop = m_ofView.get_token(), now = m_link.serverNow(),
         job = std::move(job)] {
            Answer answer = work->take(view, now, stop) ? Answer(job(*work)) : Answer();
            if (stop.stop_requested()) // then it may be half of one, and the view be the same again by now
                answer.reset();
            return answer;
        },
        [this, work = m_shown, view = m_view, then = std::move(then)](const Outcome<Answer>& outcome) {
            const Answer* const answer = outcome.result();
            if (work == m_shown && view == m_view && answer && *answer)
                then(**answer);
        });
}

void KeyBrowser::setView(KeyView view)
{
    if (view == m_view)
        return;
    m_view = std::move(view);
    m_ofView.request_stop();
    m_ofView = std::stop_source();
    readSummary();
    Q_EMIT treeChanged();
}

void KeyBrowser::readSummary()
{
    ask(
        [](Work& work) {
            KeySummary summary{
                .totals = work.tree.totals(), .all = work.tree.allKeys(), .leftOut = work.store.leftOut()};
            if (const auto worst = work.tree.unknownFolders(1); !worst.empty())
                summary.unknown = work.unknownIn(worst.front().path);
            return std::make_shared<const KeySummary>(std::move(summary));
        },
        [this](const SharedKeySummary& summary) { Q_EMIT summaryRead(summary); });
}

void KeyBrowser::readLevel(const std::string& folder, std::size_t from, std::size_t count)
{
    ask(
        [folder, from, count](Work& work) {
            KeyLevel level{.folder = folder, .from = from, .total = work.tree.folderCount(folder)};
            if (from < level.total)
                level.rows = work.tree.children(folder, from, std::min(count, level.total - from));
            if (auto loose = folder.empty() ? work.tree.looseKeys() : std::nullopt) {
                if (from + level.rows.size() == level.total && level.rows.size() < count)
                    level.rows.push_back(std::move(*loose));
                ++level.total;
            }
            level.most = work.largestFolder();
            return std::make_shared<const KeyLevel>(std::move(level));
        },
        [this](const SharedKeyLevel& level) { Q_EMIT levelRead(level); });
}

void KeyBrowser::readUnknown(const std::string& folder)
{
    if (folder.empty())
        return;
    ask([folder](Work& work) { return work.unknownIn(folder); },
        [this](const UnknownKeys& unknown) { Q_EMIT unknownRead(unknown); });
}

void KeyBrowser::readList(const std::string& folder, std::size_t from, std::size_t count)
{
    ask(
        [folder, from, count](Work& work) {
            KeyListing listing{.folder = folder, .from = from, .total = work.tree.childCount(folder)};
            listing.keys = work.tree.keyCount(folder);
            listing.above = work.tree.folderAbove(folder);
            for (KeyNode& node : work.tree.children(folder, from, count)) {
                KeyRow row{.name = std::move(node.path), .folder = node.folder, .keys = node.totals.keys};
                row.memory = node.totals.memory;
                if (!row.folder) {
                    const KeyStore::Key key = work.store[node.key];
                    row.type = key.type;
                    row.kind = key.kind;
                    row.format = key.format;
                    row.expires = key.expires;
                }
                listing.rows.push_back(std::move(row));
            }
            return std::make_shared<const KeyListing>(std::move(listing));
        },
        [this](const SharedKeyListing& listing) { Q_EMIT listRead(listing); });
}

void KeyBrowser::takeKeys(QObject* asker, std::size_t most, const std::string& wanted,
                          std::function<void(const SharedKeyExcerpt&)> then)
{
    if (!m_shown)
        return then(nullptr);
    m_link.scanLane().compute(
        asker,
        [work = m_shown, view = m_view, now = m_link.serverNow(), most, wanted] {
            work->take(view, now);
            KeyExcerpt its = work->excerpt(most, wanted);
            its.filter = view.filter.text();
            return std::make_shared<const KeyExcerpt>(std::move(its));
        },
        [then = std::move(then)](const Outcome<SharedKeyExcerpt>& outcome) {
            then(outcome.result() ? *outcome.result() : nullptr);
        });
}

void KeyBrowser::takeStock(QObject* asker, std::function<void(const FilterInventory&)> then)
{
    ask([stop = m_ofView.get_token()](Work& work) { return work.inventory(stop); },
        [asker = QPointer(asker), then = std::move(then)](const FilterInventory& inventory) {
            if (asker)
                then(inventory);
        });
}

void KeyBrowser::locate(QObject* asker, const std::string& key,
                        std::function<void(const std::vector<std::string>& folders, std::size_t row)> then)
{
    ask(
        [key](Work& work) {
            std::vector<std::string> folders = work.tree.foldersOf(key);
            const std::size_t row = work.tree.rowOf(folders.empty() ? std::string() : folders.back(), key);
            return std::pair(std::move(folders), row);
        },
        [asker = QPointer(asker), then = std::move(then)](const auto& found) {
            if (asker)
                then(found.first, found.second);
        });
}

} // namespace ratewarden::ui
