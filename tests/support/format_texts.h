// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace ratewarden::test {

/// The text of a format file: counters under keys "PREFIX:TOKEN". The line of `keys.main` is 7.
inline QByteArray counterFormat(const QByteArray& name, const QByteArray& prefix,
                                const QByteArray& type = "string")
{
    return "{\n"
           "  \"format\": \"" +
           name +
           "\",\n"
           "  \"title\": \"Counters of " +
           name +
           "\", \"versions\": \"1\", \"source\": \"made up\",\n"
           "  \"tier\": \"safe\",\n"
           "  \"shape\": \"counter\",\n"
           "  \"keys\": {\n"
           "    \"main\": {\"name\": \"" +
           prefix + ":{token}\", \"type\": \"" + type +
           "\", \"value\": \"{count:int}\"}},\n"
           "  \"clock\": \"server\", \"denied\": \"counts\",\n"
           "  \"samples\": [{\"keys\": {\"" +
           prefix +
           ":7\": {\"type\": \"string\", \"pttl\": 59881, \"value\": \"3\"}},\n"
           "    \"at\": 1795229520.0, \"rules\": \"5/60s\", \"means\": {\"used\": 3}, \"origin\": "
           "\"made\"}]}\n";
}

/// Of counters under keys "twin:TOKEN" whose value is `what`, "count" or "left": nothing in a key tells them
/// apart, and they mean the opposite.
inline QByteArray twinFormat(const char* what)
{
    return QByteArray(R"({"format":"twin-WHAT","title":"t","versions":"1","source":"s","tier":"safe",)"
                      R"("shape":"counter","keys":{"main":{"name":"twin:{token}","type":"string",)"
                      R"("value":"{WHAT:int}"}},"clock":"server","ttl":{"from":"first","windows":1},)"
                      R"("denied":"counts","samples":[{"keys":{"twin:s":{"type":"string","pttl":50000,)"
                      R"("value":"3"}},"at":1795229688.0,"rules":"6/60s",)"
                      R"("means":{"used":3},"origin":"made"}]})")
        .replace("WHAT", what);
}

} // namespace ratewarden::test
