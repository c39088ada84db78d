// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/foreign_subject.h"
#include "core/formats/format.h"
#include "core/formats/shapes/decode.h"
#include "core/formats/shapes/shape.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// All that was read of a foreign subject, for those who want to know how its reading came about, and for the
/// plans, which stand on it.
struct ForeignState {
    std::vector<RawKey> keys;       ///< one for each role; of a numbered format without its windows
    std::vector<RawWindow> windows; ///< ascending; those that exist
    Decoded decoded;
    ShapeReading reading;
};

/// Keys of a format that begin with another prefix than its file says.
struct PrefixUse {
    std::string format;    ///< its name: "rate-limiter-flexible"
    std::string prefix;    ///< as its limiter's option says it: "login_ip" of "login_ip:203.0.113.9"
    double confidence = 1; ///< 1: somebody said so; less: it was guessed from what the keys hold
    std::vector<std::string> ties{}; ///< of a guess: the names of formats that fit as well

    bool isGuess() const { return confidence < 1; }
    friend bool operator==(const PrefixUse&, const PrefixUse&) = default;
};

/// How well a key fits a format.
struct Fit {
    double weight = 0;     ///< comparable between formats
    double confidence = 0; ///< 0 to 1
};

/// A limiter implementation that a format file describes.
class CatalogueFormat final : public Format {
public:
    explicit CatalogueFormat(FormatFile file) : m_file(std::move(file)) {}
    /// The same format under another prefix; it has no samples. Of a guess changes want care, and keys that
    /// never expire are not taken. The prefix is one that prefixOfKeys() has read.
    CatalogueFormat(const CatalogueFormat& of, PrefixUse use);

    const FormatFile& file() const { return m_file; }
    /// Null: its keys begin as the format says.
    const PrefixUse* prefix() const { return m_prefix ? &*m_prefix : nullptr; }

    std::string_view name() const override { return m_file.name; }
    std::string_view title() const override { return m_file.title; }
    bool isOurs() const override { return false; }
    bool hasState() const override { return true; }
    bool hasLog() const override { return m_file.shape == Shape::Log; }
    bool countsInFlight() const override { return m_file.shape == Shape::Slots; }
    bool freesSlots() const override { return countsInFlight() && !m_file.keys.front().keep; }
    bool countsDenied() const override { return m_file.denied == Denied::Counts; }
    std::vector<std::string> ruleNames() const override;
    bool drains() const override { return m_file.shape == Shape::Tat || m_file.shape == Shape::Bucket; }
    bool forgetsAtOnce() const override { return m_file.shape == Shape::Counter; }
    bool keeps(const Policy& policy) const override { return policy.format == m_file.name; }
    Policy policyFor(const Subject& subject, std::vector<Rule> rules) const override;

    std::optional<Subject> recognise(const KeySample& sample) const override;
    std::vector<std::string> keys(const Subject& subject) const override;
    void ask(const Subject& subject, const Policy* policy, Depth depth, Instant now,
             std::vector<Command>& commands) const override;
    std::optional<TokenDetail> read(const Subject& subject, const Policy* policy, Depth depth,
                                    const Answers& answers, Instant now, Units cost) const override;
    Plan plan(const Intent& intent, const Subject& subject, const Policy* policy,
              const PlanBasis& basis) const override;
    Effect effect(const Intent& intent, const Subject& subject, const Policy* policy,
                  const Answers& answers) const override;
    Plan revert(const Intent& intent, const Subject& subject, const Policy* policy, const BeforeImage& before,
                bool replace) const override;
    Reversal reverted(const Intent& intent, const Policy* policy, const Answers& answers) const override;

    /// Decodes and judges what was read. `now`: without windowShift().
    ForeignState understand(const Record& names, std::vector<RawKey> keys, std::vector<RawWindow> windows,
                            Nanos now, std::span<const Rule> rules) const;
    /// The subject of a key that was recognised, under rules that are known: of a window whose start alone
    /// the key tells, they say how long it is. Empty: they say nothing new.
    std::optional<Subject> subjectUnder(std::string_view key, std::span<const Rule> rules) const;
    struct Found {
        Subject subject;
        Fit fit;
    };
    /// Whether a key, of which nothing but itself was read, is this format's. `match`: what matchName() read.
    /// Of a hash that holds many tokens the subject is that of the first field that was read. With
    /// `isWrongUnit` only if its moments are in another unit than the format reads.
    std::optional<Found> recogniseKey(const NameMatch& match, RawKey raw, Nanos now,
                                      bool isWrongUnit = false) const;

private:
    /// How well the key that matched fits; empty: it is not this format's.
    std::optional<Fit> fit(const NameMatch& match, const Decoded& decoded) const;
    /// Looks whether what was taken for another format's has moments in a wrong unit.
    void readWrongUnit(const Record& names, Nanos now, std::span<const Rule> rules,
                       ForeignState& state) const;
    bool countUnread(ForeignState& state) const;
    bool fillIn(const Subject& subject, const Policy* policy, const SubjectNames& names,
                std::vector<RawKey> keys, std::vector<RawWindow> windows, Depth depth,
                TokenDetail& detail) const;
    Plan slotsPlan(const Subject& subject, const Reading& state, const FreeSlotsIntent& intent) const;
    std::optional<std::int64_t> windowOfKey(std::string_view key, Nanos window) const;
    std::optional<double> expiryMisfit(const NameMatch& match, const FoundState& found) const;

    FormatFile m_file;
    std::optional<PrefixUse> m_prefix;
};

/// The algorithm of Ratewarden's own that limits most like the format's: what a policy for its keys says.
std::string_view nearestAlgorithm(const FormatFile& file);

/// The prefix of its keys, if that was guessed; null: it is known, or there is none.
const PrefixUse* guessOf(const Format& format);

} // namespace ratewarden
