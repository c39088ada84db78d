#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each detector of findings has a test that notices when it is broken: detectors.py ROOT

BREAKS has a line of each detector's source, what breaks it, and the test that has to fail then. That every detector is there, and that
each line still stands in its source once, is checked with the other lints. Whether the tests fail takes a build for each, so it is run
by hand: detectors.py ROOT --break SCRATCH [CODE...] copies the sources to the folder SCRATCH, which it keeps for the next run, breaks one
detector after the other there, and says what failed. It exits with 1 where a test is content with a broken detector."""

import os
import re
import shutil
import subprocess
import sys

SHAPE = "core/formats/shapes/shape.cpp"
WARNING = "core/formats/warning.cpp"
PATTERNS = "core/watch/token_patterns.cpp"
SERVER = "core/admin/server_warnings.cpp"

# code, file, what stands there, what takes its place, suite, test
BREAKS = [
    ("stale-lock", "core/tokens/warning_tally.cpp", "- held->second.since >= lockPatience;", "- held->second.since > lockPatience;",
     "tst_warnings", "aLockIsStaleWhenItStaysTheSame"),
    ("stale-lock", SHAPE, "found->second.exists && !role.keep && !found->second.expires)", "found->second.exists && !role.keep && found->second.expires)",
     "tst_warnings", "aStaleLockIsRemovedAndPutBack"),
    ("stale-slots", SHAPE, "slotsHeldLong(m_one); held > 0)", "slotsHeldLong(m_one); held > 2)", "tst_shapes", "slotsKeepTheirMembers"),
    ("wrong-unit", SHAPE, "    if (state.wrongUnit) {", "    if (state.wrongUnit && reading.rules.size() > 99) {", "tst_warnings", "timesInAWrongUnit"),
    ("counter-fell", "core/tokens/counter_watch.cpp", "now.used <= counter.used / 2);", "now.used <= counter.used / 3);", "tst_findings", "aCounterThatFell"),
    ("above-limit", SHAPE, "if (*m_usage.used >= farAbove * limit", "if (*m_usage.used > farAbove * limit", "tst_warning_conditions", "keys"),
    ("clock-ahead", SHAPE, "subtract(*moment, m_one.now()) > tolerance)", "subtract(*moment, m_one.now()) > 1000 * tolerance)",
     "tst_warnings", "aClockThatIsAhead"),
    ("clock-ahead", WARNING, "log.entries.back().at > now + clockTolerance)", "log.entries.back().at + clockTolerance < now)",
     "tst_warnings", "ourLogFromAServerWhoseClockWasAhead"),
    ("clocks-differ", SHAPE, "constexpr Nanos clocksDiffer = 5s;", "constexpr Nanos clocksDiffer = 500s;", "tst_warning_conditions", "keys"),
    ("too-large", WARNING, "denials.front().verdict != Verdict::NeverFits", "denials.front().verdict == Verdict::NeverFits",
     "tst_warnings", "aRequestThatNeverFits"),
    ("retry-storm", SHAPE, "denied > limit && rate >= stormRate)", "denied > limit && rate >= 100 * stormRate)",
     "tst_warnings", "aRetryStormOfAnotherLimiter"),
    ("retry-storm", WARNING, "if (denied < stormDenied || denied <= allowed)", "if (denied < 9 * stormDenied || denied <= allowed)",
     "tst_warnings", "aRetryStormOfOurs"),
    ("negative", SHAPE, "if (count && *count < 0)", "if (count && *count < -1000)", "tst_warnings", "aCountBelowZero"),
    ("no-ttl", SHAPE, "add({WarningCode::NoExpiry, 0, role.role});", "add({WarningCode::Untrimmed, 0, role.role});", "tst_warnings", "aKeyWithoutExpiry"),
    ("no-ttl", WARNING, "if (pttl == neverExpires) {", "if (pttl < neverExpires) {", "tst_warnings", "ourStates"),
    ("untrimmed", SHAPE, "const auto units = untrimmedUnits(m_one))", "const auto units = untrimmedUnits(m_one); units && *units > 1e9)",
     "tst_warnings", "aLogThatIsNeverTrimmed"),
    ("address-list", WARNING, "if (!isAddressList(token))", "if (isAddressList(token))", "tst_warnings", "aListOfAddressesAsToken"),
    ("early-retries", WARNING, "count.allowed > 0 || count.denied < several)", "count.allowed > 0 || count.denied < 9 * several)",
     "tst_warnings", "retriesBeforeTheirTime"),
    ("long-ttl", SHAPE, "if (life > 100 * expected / 1e9)", "if (life > 10000 * expected / 1e9)", "tst_warnings", "anExpiryThatIsFarTooLong"),
    ("long-ttl", WARNING, "if (life > absurdly * expected &&", "if (life > 1e9 * absurdly * expected &&", "tst_warnings", "ourStates"),
    ("evicted-keys", SERVER, "if (info.evictedKeys.value_or(0) > 0)", "if (info.evictedKeys.value_or(0) < 0)", "tst_warnings", "aServerThatHasEvictedKeys"),
    ("evicts-any-key", SERVER, 'policy.starts_with("allkeys-"))', 'policy.starts_with("allkeys_"))', "tst_warnings", "aServerThatEvictsKeys"),
    ("evicts-expiring-keys", SERVER, 'policy.starts_with("volatile-"))', 'policy.starts_with("volatile_"))', "tst_warnings", "aServerThatEvictsKeys"),
    ("memory-full", SERVER, "used < 1 ?", "used < 100 ?", "tst_warnings", "aServerWhoseMemoryIsFull"),
    ("memory-nearly-full", SERVER, "used >= memoryWarning)", "used >= 1 / memoryWarning)", "tst_warnings", "aServerWhoseMemoryIsFull"),
    ("certificate-ends", SERVER, "std::chrono::system_clock::now() + certificateWarning)", "std::chrono::system_clock::now() - certificateWarning)",
     "tst_tls", "warnsOfACertificateThatEnds"),
    ("shared-address", PATTERNS, "group.topTraffic < mostTraffic * group.traffic)", "group.topTraffic < 1.5 * mostTraffic * group.traffic)",
     "tst_findings", "oneAddressForEverybody"),
    ("busy-address", PATTERNS, "group.publicTraffic >= busyShare * group.traffic;", "group.publicTraffic > busyShare * group.traffic;",
     "tst_findings", "oneAddressWithNearlyAll"),
    ("hot-key", "core/tokens/counter_watch.cpp", "if (growth >= leastGrowth)", "if (growth >= 99 * leastGrowth)", "tst_findings", "aHotKeyOfAnotherLimiter"),
    ("hot-key", PATTERNS, "if (rate >= hotRate) {", "if (rate >= 20 * hotRate) {", "tst_findings", "aHotKey"),
    ("two-algorithms", PATTERNS, "place.first == its || !isOwnState(place.first))", "place.first == its || isOwnState(place.first))",
     "tst_findings", "aPolicyWithTwoAlgorithms"),
    ("two-policies", PATTERNS, "&& !isPolicyFor(other->name, followed->name))", "&& isPolicyFor(other->name, followed->name))",
     "tst_findings", "twoPoliciesForTheSameKeys"),
    ("unused-policy", PATTERNS, "std::ranges::none_of(m_groups, isFollowed))", "std::ranges::all_of(m_groups, isFollowed))",
     "tst_findings", "aPolicyThatNoKeyFollows"),
]


def text_of(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def codes(root):
    """Of all that can be found, as the sources name them."""
    tokens = re.findall(r'\.name = "([a-z-]+)"', text_of(root, "core/formats/warning_facts.cpp"))
    server = re.search(r"names\{([^}]*)\}", text_of(root, SERVER)).group(1)
    patterns = re.findall(r'\{PatternCode::\w+,\s*"([a-z-]+)"', text_of(root, "core/watch/finding.cpp"))
    return tokens + re.findall(r'"([a-z-]+)"', server) + patterns


def faults(root):
    known = codes(root)
    listed = {code for code, *_ in BREAKS}
    for code in known:
        if code not in listed:
            yield f"{code}: nothing in BREAKS breaks this detector, so that no test is known to notice it"
    for code, path, text, broken, suite, test in BREAKS:
        if code not in known:
            yield f"{code}: there is no such detector"
        if text_of(root, path).count(text) != 1:
            yield f"{code}: in {path} this does not stand exactly once: {text}"
        if "\n" in text + broken or text == broken:
            yield f"{code}: one line, and another one: {text}"
        source = f"tests/core/{suite}.cpp"
        if not re.search(rf"void (\w+::)?{test}\(\)", text_of(root, source)):
            yield f"{code}: there is no test {test} in {source}"


def build(scratch):
    return subprocess.run(["cmake", "--build", "--preset", "dev", "--target", "tests_core"], cwd=scratch, capture_output=True, text=True)


def run(scratch, suite, test):
    return subprocess.run([os.path.join(scratch, "build/dev/tests/tests_core"), suite, test], cwd=scratch, capture_output=True, text=True)


def copy(root, scratch):
    """What is not the same there is taken over, so that only that is built again."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True, text=True).stdout
    for path in filter(None, listed.split("\0")):
        source, target = os.path.join(root, path), os.path.join(scratch, path)
        if not os.path.exists(source):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target) or open(source, "rb").read() != open(target, "rb").read():
            shutil.copy(source, target)
    if not os.path.exists(os.path.join(scratch, "build/dev/build.ninja")):
        subprocess.run(["cmake", "--preset", "dev"], cwd=scratch, check=True, stdout=subprocess.DEVNULL)


def break_each(root, scratch, wanted):
    copy(root, scratch)
    assert build(scratch).returncode == 0, "the sources as they are do not build"
    content = 0
    for code, path, text, broken, suite, test in BREAKS:
        if wanted and code not in wanted:
            continue
        whole = run(scratch, suite, test)
        assert whole.returncode == 0, f"{test} fails before anything is broken:\n{whole.stdout}"
        source = text_of(root, path)
        target = os.path.join(scratch, path)
        with open(target, "w", encoding="utf-8") as file:
            file.write(source.replace(text, broken))
        built = build(scratch)
        verdict = "does not build" if built.returncode else "not noticed" if run(scratch, suite, test).returncode == 0 else "red"
        content += verdict != "red"
        print(f"{code}: {suite} {test}: {verdict}", flush=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(source)
    return 1 if content else 0


root, *options = sys.argv[1:]
found = list(faults(root))
for fault in found:
    print(fault, file=sys.stderr)
if found or not options:
    sys.exit(1 if found else 0)
assert options[0] == "--break" and len(options) > 1, __doc__
sys.exit(break_each(os.path.abspath(root), os.path.abspath(options[1]), options[2:]))
