<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AlertTexts</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>%1 above %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>%1 below %2</source>
        <translation>%1 unter %2</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
    <message>
        <source>back below %1</source>
        <translation>zurück unter %1</translation>
    </message>
    <message>
        <source>back above %1</source>
        <translation>zurück über %1</translation>
    </message>
    <message>
        <source>quiet</source>
        <translation>ruhig</translation>
    </message>
    <message>
        <source>▲ pending</source>
        <translation>▲ bevorstehend</translation>
    </message>
    <message>
        <source>■ firing</source>
        <translation>■ aktiv</translation>
    </message>
    <message>
        <source>▲ recovering</source>
        <translation>▲ abklingend</translation>
    </message>
    <message>
        <source>Would not have fired</source>
        <translation>Hätte nicht ausgelöst</translation>
    </message>
    <message>
        <source>%1, longest %2</source>
        <translation>%1, am längsten %2</translation>
    </message>
    <message numerus="yes">
        <source>Would have fired %Ln time(s)</source>
        <translation>
            <numerusform>Hätte %Ln-mal ausgelöst</numerusform>
            <numerusform>Hätte %Ln-mal ausgelöst</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; no data before %2.</source>
        <translation>%1; keine Daten vor %2.</translation>
    </message>
    <message>
        <source>For %1 it is not known: %2.</source>
        <translation>%1 lang ist es nicht bekannt: %2.</translation>
    </message>
    <message>
        <source>Silenced %1: %2</source>
        <translation>Stummgeschaltet %1: %2</translation>
    </message>
    <message>
        <source>webhook %1</source>
        <translation>Webhook %1</translation>
    </message>
    <message>
        <source>command %1</source>
        <translation>Befehl %1</translation>
    </message>
    <message>
        <source>ratewarden-ctl watch prints it and tells nobody: &quot;tell&quot; in the file says whom</source>
        <translation>ratewarden-ctl watch gibt es aus und meldet es niemandem: „tell“ in der Datei sagt, wem</translation>
    </message>
    <message>
        <source>ratewarden-ctl watch tells: %1</source>
        <translation>ratewarden-ctl watch meldet an: %1</translation>
    </message>
    <message>
        <source>%1; no data before %2 and after %3.</source>
        <translation>%1; keine Daten vor %2 und nach %3.</translation>
    </message>
    <message>
        <source>would not have fired</source>
        <translation>hätte nicht ausgelöst</translation>
    </message>
    <message numerus="yes">
        <source>would have fired %Ln time(s)</source>
        <translation>
            <numerusform>hätte %Ln-mal ausgelöst</numerusform>
            <numerusform>hätte %Ln-mal ausgelöst</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: least %2, most %3, mean %4</source>
        <translation>%1: mindestens %2, höchstens %3, im Mittel %4</translation>
    </message>
    <message>
        <source>above %1 for %2</source>
        <translation>%2 lang über %1</translation>
    </message>
    <message>
        <source>below %1 for %2</source>
        <translation>%2 lang unter %1</translation>
    </message>
    <message>
        <source>never above %1</source>
        <translation>nie über %1</translation>
    </message>
    <message>
        <source>never below %1</source>
        <translation>nie unter %1</translation>
    </message>
    <message>
        <source>not known for %1</source>
        <translation>%1 lang nicht bekannt</translation>
    </message>
    <message>
        <source>%1 was told at %3: %2</source>
        <translation>%1 wurde um %3 benachrichtigt: %2</translation>
    </message>
    <message>
        <source>%1 was not told at %3, and is tried again: %2</source>
        <translation>%1 wurde um %3 nicht benachrichtigt, und es wird wieder versucht: %2</translation>
    </message>
    <message>
        <source>%1 was not told at %3, and is not tried again: %2</source>
        <translation>%1 wurde um %3 nicht benachrichtigt, und es wird nicht wieder versucht: %2</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message numerus="yes">
        <source>%Ln time(s)</source>
        <translation>
            <numerusform>%Ln Mal</numerusform>
            <numerusform>%Ln Mal</numerusform>
        </translation>
    </message>
    <message>
        <source>Without hysteresis: %1.</source>
        <translation>Ohne Hysterese: %1.</translation>
    </message>
    <message>
        <source>At %1: %2.</source>
        <translation>Bei %1: %2.</translation>
    </message>
</context>
<context>
    <name>AreaText</name>
    <message>
        <source>up to %1 would be denied</source>
        <translation>bis zu %1 würden abgelehnt</translation>
    </message>
    <message>
        <source>up to %1 denied</source>
        <translation>bis zu %1 abgelehnt</translation>
    </message>
    <message>
        <source>%1 would be denied</source>
        <translation>%1 würden abgelehnt</translation>
    </message>
    <message>
        <source>%1 denied</source>
        <translation>%1 abgelehnt</translation>
    </message>
    <message>
        <source>%1 would be denied by %2</source>
        <translation>%1 würden von %2 abgelehnt</translation>
    </message>
    <message>
        <source>%1 denied by %2</source>
        <translation>%1 von %2 abgelehnt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln Anfrage</numerusform>
            <numerusform>%Ln Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 allowed</source>
        <translation>%1 zugelassen</translation>
    </message>
    <message>
        <source>most %1 in %2</source>
        <translation>max. %1 in %2</translation>
    </message>
    <message>
        <source>most %1 in any %2</source>
        <translation>max. %1 in je %2</translation>
    </message>
    <message>
        <source>longest gap %1</source>
        <translation>längste Lücke %1</translation>
    </message>
</context>
<context>
    <name>AuditQuestion</name>
    <message>
        <source>This change would not be recorded</source>
        <translation>Diese Änderung würde nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Nothing has been changed yet: its entry in the audit trail could not be written, so nobody would see who changed this and why. %1</source>
        <translation>Noch wurde nichts geändert: Der Eintrag im Audit-Protokoll ließ sich nicht schreiben, niemand sähe also, wer dies warum geändert hat. %1</translation>
    </message>
    <message>
        <source>To record changes this user needs the right %1</source>
        <translation>Um Änderungen aufzuzeichnen, braucht dieser Benutzer das Recht %1</translation>
    </message>
    <message>
        <source>Change without a record</source>
        <translation>Ohne Aufzeichnung ändern</translation>
    </message>
</context>
<context>
    <name>AuditText</name>
    <message>
        <source>Block</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Unblock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Charge</source>
        <translation>Anrechnen</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>Gutschreiben</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Ausnahme</translation>
    </message>
    <message>
        <source>Lift override</source>
        <translation>Ausnahme aufheben</translation>
    </message>
    <message>
        <source>Remove lock</source>
        <translation>Lock entfernen</translation>
    </message>
    <message>
        <source>Publish</source>
        <translation>Veröffentlichen</translation>
    </message>
    <message>
        <source>Remove policy</source>
        <translation>Policy entfernen</translation>
    </message>
    <message>
        <source>Change TTL</source>
        <translation>TTL ändern</translation>
    </message>
    <message>
        <source>Rename key</source>
        <translation>Key umbenennen</translation>
    </message>
    <message>
        <source>Delete keys</source>
        <translation>Keys löschen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>rückgängig gemacht</translation>
    </message>
    <message>
        <source>partly undone</source>
        <translation>teils rückgängig gemacht</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>nothing to do</source>
        <translation>nichts zu tun</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>nicht erfolgt</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>ungewiss</translation>
    </message>
    <message>
        <source>No result was recorded: it is not known whether this was made.</source>
        <translation>Es wurde kein Ergebnis aufgezeichnet: Ob dies erfolgt ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>This was done.</source>
        <translation>Dies ist erfolgt.</translation>
    </message>
    <message>
        <source>Done for %1 of %2.</source>
        <translation>Erledigt für %1 von %2.</translation>
    </message>
    <message>
        <source>There was nothing to change.</source>
        <translation>Es gab nichts zu ändern.</translation>
    </message>
    <message>
        <source>This was not done.</source>
        <translation>Dies ist nicht erfolgt.</translation>
    </message>
    <message>
        <source>An answer was lost: it is not known whether all of this was done.</source>
        <translation>Eine Antwort ging verloren: Ob alles erfolgt ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The reason: %1.</source>
        <translation>Der Grund: %1.</translation>
    </message>
    <message>
        <source>It has been undone since: entry %1.</source>
        <translation>Seither rückgängig gemacht: Eintrag %1.</translation>
    </message>
    <message>
        <source>Some of it has been undone since: entry %1.</source>
        <translation>Seither teils rückgängig gemacht: Eintrag %1.</translation>
    </message>
    <message>
        <source>It undid entry %1.</source>
        <translation>Hat Eintrag %1 rückgängig gemacht.</translation>
    </message>
    <message>
        <source>It was too large to be recorded whole, and cannot be undone from here.</source>
        <translation>Zu groß, um ganz aufgezeichnet zu werden; von hier aus nicht rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Its entry in the audit trail is damaged: it cannot be undone from here.</source>
        <translation>Der Eintrag im Audit-Protokoll ist beschädigt: von hier aus nicht rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Free slots</source>
        <translation>Slots freigeben</translation>
    </message>
</context>
<context>
    <name>ChangeText</name>
    <message>
        <source>renaming of %1 to %2</source>
        <translation>Umbenennung von %1 in %2</translation>
    </message>
    <message>
        <source>deletion of %1</source>
        <translation>Löschung von %1</translation>
    </message>
    <message>
        <source>TTL of %1</source>
        <translation>TTL von %1</translation>
    </message>
    <message>
        <source>block of %1</source>
        <translation>Sperre von %1</translation>
    </message>
    <message>
        <source>unblocking of %1</source>
        <translation>Entsperrung von %1</translation>
    </message>
    <message>
        <source>reset of %1</source>
        <translation>Zurücksetzen von %1</translation>
    </message>
    <message>
        <source>charge of %1</source>
        <translation>Anrechnung bei %1</translation>
    </message>
    <message>
        <source>units given back to %1</source>
        <translation>Gutschrift für %1</translation>
    </message>
    <message>
        <source>override of %1</source>
        <translation>Ausnahme für %1</translation>
    </message>
    <message>
        <source>removed lock of %1</source>
        <translation>entferntes Lock von %1</translation>
    </message>
    <message>
        <source>lifted override of %1</source>
        <translation>aufgehobene Ausnahme von %1</translation>
    </message>
    <message>
        <source>removal of policy %1</source>
        <translation>Entfernung der Policy %1</translation>
    </message>
    <message>
        <source>roll back of %1 to version %2</source>
        <translation>Zurückrollen von %1 auf Version %2</translation>
    </message>
    <message>
        <source>version %1 of %2</source>
        <translation>Version %1 von %2</translation>
    </message>
    <message>
        <source>the token is blocked</source>
        <translation>das Token ist gesperrt</translation>
    </message>
    <message>
        <source>%1 can never allow this many</source>
        <translation>%1 kann nie so viele zulassen</translation>
    </message>
    <message>
        <source>%1 left under %2</source>
        <translation>noch %1 unter %2</translation>
    </message>
    <message>
        <source>Nothing to undo: the %1 no longer matters</source>
        <translation>Nichts rückgängig zu machen, wirkt nicht mehr: %1</translation>
    </message>
    <message>
        <source>Undone: %1; what was charged since stays</source>
        <translation>Rückgängig gemacht: %1; seither Angerechnetes bleibt</translation>
    </message>
    <message>
        <source>Undone: %1, by version %2</source>
        <translation>Rückgängig gemacht: %1, durch Version %2</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig gemacht: %1</translation>
    </message>
    <message>
        <source>Undone for %1 of %2: %3</source>
        <translation>Rückgängig gemacht für %1 von %2: %3</translation>
    </message>
    <message>
        <source>Undo: %1. It is not known whether this was done: %2</source>
        <translation>Rückgängig: %1. Ob dies erfolgt ist, ist nicht bekannt: %2</translation>
    </message>
    <message>
        <source>Undo: %1. This was not done: %2</source>
        <translation>Rückgängig: %1. Nicht erfolgt: %2</translation>
    </message>
    <message>
        <source>Undo: %1. For %2 of %3 tokens this was not done: %4</source>
        <translation>Rückgängig: %1. Für %2 von %3 Tokens nicht erfolgt: %4</translation>
    </message>
    <message>
        <source>Another version of this policy has come since. It is replaced when the change is undone all the same; it stays in the history.</source>
        <translation>Seither gibt es eine andere Version dieser Policy. Wird trotzdem rückgängig gemacht, wird sie ersetzt; im Verlauf bleibt sie.</translation>
    </message>
    <message>
        <source>This key was changed by somebody else since. Undo discards that change.</source>
        <translation>Dieser Key wurde seither von jemand anderem geändert. Rückgängig verwirft diese Änderung.</translation>
    </message>
    <message>
        <source>These keys were changed by somebody else since. Undo discards those changes.</source>
        <translation>Diese Keys wurden seither von jemand anderem geändert. Rückgängig verwirft diese Änderungen.</translation>
    </message>
    <message>
        <source>This token has been charged again since it was reset. Undo discards what it has used since.</source>
        <translation>Diesem Token wurde seit dem Zurücksetzen wieder angerechnet. Rückgängig verwirft den Verbrauch seither.</translation>
    </message>
    <message>
        <source>These tokens have been charged again since they were reset. Undo discards what they have used since.</source>
        <translation>Diesen Tokens wurde seit dem Zurücksetzen wieder angerechnet. Rückgängig verwirft den Verbrauch seither.</translation>
    </message>
    <message>
        <source>What this token has used was reset or given back since. Undo replaces the current usage.</source>
        <translation>Der Verbrauch dieses Tokens wurde seither zurückgesetzt oder gutgeschrieben. Rückgängig ersetzt den jetzigen Verbrauch.</translation>
    </message>
    <message>
        <source>What these tokens have used was reset or given back since. Undo replaces the current usage.</source>
        <translation>Der Verbrauch dieser Tokens wurde seither zurückgesetzt oder gutgeschrieben. Rückgängig ersetzt den jetzigen Verbrauch.</translation>
    </message>
    <message>
        <source>This token was changed by somebody else since. Undo discards that change.</source>
        <translation>Dieses Token wurde seither von jemand anderem geändert. Rückgängig verwirft diese Änderung.</translation>
    </message>
    <message>
        <source>These tokens were changed by somebody else since. Undo discards those changes.</source>
        <translation>Diese Tokens wurden seither von jemand anderem geändert. Rückgängig verwirft diese Änderungen.</translation>
    </message>
    <message>
        <source>It is not known whether this key was changed since: its value is too large to compare, or was not recorded. Undo applies to whatever the key holds now.</source>
        <translation>Ob dieser Key seither geändert wurde, ist nicht bekannt: Sein Wert ist zu groß zum Vergleichen oder wurde nicht aufgezeichnet. Rückgängig wirkt auf den jetzigen Inhalt des Keys.</translation>
    </message>
    <message>
        <source>It is not known whether these keys were changed since: their values are too large to compare, or were not recorded. Undo applies to whatever the keys hold now.</source>
        <translation>Ob diese Keys seither geändert wurden, ist nicht bekannt: Ihre Werte sind zu groß zum Vergleichen oder wurden nicht aufgezeichnet. Rückgängig wirkt auf den jetzigen Inhalt der Keys.</translation>
    </message>
    <message>
        <source>freed slots of %1</source>
        <translation>Freigabe von Slots von %1</translation>
    </message>
    <message>
        <source>Frees %1 of %2 slots.</source>
        <translation>Gibt %1 von %2 Slots frei.</translation>
    </message>
    <message>
        <source>Frees %1 of %2 slots, the oldest held for %3.</source>
        <translation>Gibt %1 von %2 Slots frei, der älteste ist seit %3 belegt.</translation>
    </message>
</context>
<context>
    <name>ClientText</name>
    <message>
        <source>The clients in %1 cannot be read: %2</source>
        <translation>Die Clients in %1 lassen sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>sie ist keine reguläre Datei</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>sie ist zu groß</translation>
    </message>
    <message>
        <source>it has no list of clients</source>
        <translation>sie hat keine Liste „clients“</translation>
    </message>
    <message>
        <source>each client has a &quot;name&quot;, and &quot;tokens&quot;, which are texts</source>
        <translation>jeder Client hat „name“ und „tokens“, die Texte sind</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>%1 wurde nicht gespeichert: %2</translation>
    </message>
</context>
<context>
    <name>CommandPreview</name>
    <message>
        <source># Used now: %1, after this: %2.</source>
        <translation># Verbraucht jetzt: %1, danach: %2.</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
</context>
<context>
    <name>CopyRules</name>
    <message>
        <source>Nothing copied: none of the rules can be written so</source>
        <translation>Nichts kopiert: Keine der Regeln lässt sich so schreiben</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>DayText</name>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
</context>
<context>
    <name>DialogButtons</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>DifferenceTexts</name>
    <message>
        <source>no difference</source>
        <translation>kein Unterschied</translation>
    </message>
    <message>
        <source>some difference</source>
        <translation>etwas anders</translation>
    </message>
    <message>
        <source>different</source>
        <translation>anders</translation>
    </message>
    <message>
        <source>very different</source>
        <translation>sehr anders</translation>
    </message>
</context>
<context>
    <name>DisplayText</name>
    <message numerus="yes">
        <source>%Ln byte(s)</source>
        <translation>
            <numerusform>%Ln Byte</numerusform>
            <numerusform>%Ln Bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 burst %2</source>
        <translation>%1 Burst %2</translation>
    </message>
    <message>
        <source>days</source>
        <translation>d</translation>
    </message>
    <message>
        <source>day</source>
        <translation>d</translation>
    </message>
    <message>
        <source>under %1 %</source>
        <translation>unter %1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 at once</source>
        <translation>%1 gleichzeitig</translation>
    </message>
    <message>
        <source>%1 at once for %2</source>
        <translation>%1 gleichzeitig für %2</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Connecting to %1</source>
        <translation>Verbindung zu %1 wird aufgebaut</translation>
    </message>
    <message>
        <source>Nothing was read yet: %1 asks for another user or password</source>
        <translation>Noch nichts gelesen: %1 verlangt einen anderen Benutzer oder ein anderes Passwort</translation>
    </message>
    <message>
        <source>Nothing was read before the connection was lost</source>
        <translation>Nichts gelesen, bevor die Verbindung abbrach</translation>
    </message>
    <message>
        <source>Nothing was read yet: %1 cannot be reached</source>
        <translation>Noch nichts gelesen: %1 ist nicht erreichbar</translation>
    </message>
    <message>
        <source>This could not be read: %1</source>
        <translation>Konnte nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>None of this is in the investigation</source>
        <translation>Davon ist nichts in der Untersuchung</translation>
    </message>
</context>
<context>
    <name>EndTime</name>
    <message>
        <source>this is not understood</source>
        <translation>nicht verständlich</translation>
    </message>
    <message>
        <source>say how long, or until when</source>
        <translation>angeben, wie lange oder bis wann</translation>
    </message>
    <message>
        <source>say how long: 2h, 30 min, 3 days</source>
        <translation>angeben, wie lange: 2h, 30 min, 3 days</translation>
    </message>
    <message>
        <source>a unit is missing: min, h, days or weeks</source>
        <translation>eine Einheit fehlt: min, h, days oder weeks</translation>
    </message>
    <message>
        <source>it would end at once</source>
        <translation>es würde sofort enden</translation>
    </message>
    <message>
        <source>the longest is 100 years</source>
        <translation>höchstens 100 Jahre</translation>
    </message>
    <message>
        <source>there is no such day</source>
        <translation>diesen Tag gibt es nicht</translation>
    </message>
    <message>
        <source>write a time as 18:00 or 6 pm</source>
        <translation>Uhrzeit als 18:00 oder 6 pm schreiben</translation>
    </message>
    <message>
        <source>there is no such time of day</source>
        <translation>diese Uhrzeit gibt es nicht</translation>
    </message>
    <message>
        <source>say until when: 18:00, tomorrow 9:00, 2026-12-01</source>
        <translation>angeben, bis wann: 18:00, tomorrow 9:00, 2026-12-01</translation>
    </message>
    <message>
        <source>the clocks are put forward over this time of that day</source>
        <translation>an diesem Tag überspringt die Sommerzeit diese Uhrzeit</translation>
    </message>
    <message>
        <source>this has passed</source>
        <translation>dies ist vorbei</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>for good</source>
        <translation>auf Dauer</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>morgen</translation>
    </message>
    <message>
        <source>until %1, in %2</source>
        <translation>bis %1, in %2</translation>
    </message>
</context>
<context>
    <name>Environment</name>
    <message>
        <source>development</source>
        <translation>Entwicklung</translation>
    </message>
    <message>
        <source>staging</source>
        <translation>Staging</translation>
    </message>
    <message>
        <source>production</source>
        <translation>Produktion</translation>
    </message>
</context>
<context>
    <name>ExplanationTexts</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>FilterOffers</name>
    <message>
        <source>recent</source>
        <translation>kürzlich</translation>
    </message>
</context>
<context>
    <name>FirstTokenText</name>
    <message>
        <source>They appear when a limiter decides for them, for example with
ratewarden-ctl --redis &quot;%1&quot; check user:42 --policy api \
--rules &quot;1/s + 20/min&quot; --publish</source>
        <translation>Sie erscheinen, wenn ein Limiter für sie entscheidet, zum Beispiel mit
ratewarden-ctl --redis &quot;%1&quot; check user:42 --policy api \
--rules &quot;1/s + 20/min&quot; --publish</translation>
    </message>
</context>
<context>
    <name>FormatFilesText</name>
    <message>
        <source>Format files loaded: %1</source>
        <translation>Formatdateien geladen: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>(what it said before stays in use)</source>
        <translation>(die bisherige Fassung bleibt in Gebrauch)</translation>
    </message>
    <message>
        <source>%1. Refused: %2.</source>
        <translation>%1. Abgewiesen: %2.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>Freshness</name>
    <message>
        <source>paused at %1</source>
        <translation>angehalten um %1</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>Stand %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>paused %1 · %2 newer</source>
        <translation>angehalten %1 · %2 neuere</translation>
    </message>
    <message>
        <source>paused %1</source>
        <translation>angehalten %1</translation>
    </message>
    <message>
        <source>recorded at %1</source>
        <translation>aufgezeichnet um %1</translation>
    </message>
</context>
<context>
    <name>InvestigationPage</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>%1 denied</source>
        <translation>%1 abgelehnt</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>Numbers: %1</source>
        <translation>Zahlen: %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Used of limit over ten minutes</source>
        <translation>Verbrauch vom Limit in zehn Minuten</translation>
    </message>
    <message>
        <source>Denied at</source>
        <translation>Abgelehnt um</translation>
    </message>
    <message>
        <source>by rule</source>
        <translation>durch Regel</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Versions of policies</source>
        <translation>Versionen der Policies</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Betrifft</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschehen ist</translation>
    </message>
    <message>
        <source>Recorded at %1 by %2</source>
        <translation>Aufgezeichnet um %1 von %2</translation>
    </message>
    <message>
        <source>The names of tokens are hashes, the same for the same token.</source>
        <translation>Statt der Namen von Tokens stehen Hashes, für dasselbe Token immer derselbe.</translation>
    </message>
    <message>
        <source>%1; those that match the filter come first: %2</source>
        <translation>%1; zuerst stehen die, auf die der Filter passt: %2</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>%1; filter: %2</source>
        <translation>%1; Filter: %2</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Limiter</source>
        <translation>Limiter</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Overrides</source>
        <translation>Ausnahmen</translation>
    </message>
    <message>
        <source>Fires</source>
        <translation>Auslösung</translation>
    </message>
    <message>
        <source>Fired at</source>
        <translation>Ausgelöst um</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Denied most</source>
        <translation>Am meisten abgelehnt</translation>
    </message>
    <message>
        <source>Recorded requests</source>
        <translation>Aufgezeichnete Anfragen</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Not all could be checked.</source>
        <translation>Nicht alles konnte geprüft werden.</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
</context>
<context>
    <name>InvestigationText</name>
    <message>
        <source>it could not be read</source>
        <translation>es ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>it could not be read from the server</source>
        <translation>es ließ sich nicht vom Server lesen</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>%1 lässt sich nicht öffnen: %2</translation>
    </message>
    <message>
        <source>“%1” does not match the rest of the file</source>
        <translation>„%1“ passt nicht zum Rest der Datei</translation>
    </message>
    <message>
        <source>it is not an investigation, or it is damaged</source>
        <translation>es ist keine Untersuchung, oder sie ist beschädigt</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>sie ist keine reguläre Datei</translation>
    </message>
    <message>
        <source>The names of tokens are hashed: no value is in the investigation</source>
        <translation>Die Namen von Tokens sind gehasht: Kein Wert ist in der Untersuchung</translation>
    </message>
    <message>
        <source>The values of Ratewarden&apos;s own keys are not in the investigation</source>
        <translation>Die Werte der Keys von Ratewarden selbst sind nicht in der Untersuchung</translation>
    </message>
    <message>
        <source>The investigation is larger than %1, even without rows</source>
        <translation>Die Untersuchung ist größer als %1, sogar ohne Zeilen</translation>
    </message>
    <message>
        <source>Alert %1</source>
        <translation>Alarm %1</translation>
    </message>
</context>
<context>
    <name>KeyFactsText</name>
    <message>
        <source>the published policies: see the Policies page</source>
        <translation>die veröffentlichten Policies: siehe Seite Policies</translation>
    </message>
    <message>
        <source>every version of the policies: see the Policies page</source>
        <translation>alle Versionen der Policies: siehe Seite Policies</translation>
    </message>
    <message>
        <source>which of several watchers tells, and what it has told: see ratewarden-ctl watch</source>
        <translation>welcher von mehreren Wächtern meldet, und was er gemeldet hat: siehe ratewarden-ctl watch</translation>
    </message>
    <message>
        <source>the audit trail, who has changed what: see the Audit page</source>
        <translation>das Audit-Protokoll, wer was geändert hat: siehe Seite Audit</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, the limit is not known</source>
        <translation>%1, das Limit ist nicht bekannt</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>; denied requests count too</source>
        <translation>; abgelehnte Anfragen zählen mit</translation>
    </message>
    <message>
        <source>%1; rules from the policy &quot;%2&quot;</source>
        <translation>%1; Regeln der Policy „%2“</translation>
    </message>
    <message>
        <source>%1; rules stored with the key</source>
        <translation>%1; Regeln mit dem Key gespeichert</translation>
    </message>
    <message>
        <source>not known: publish its rules on the Policies page</source>
        <translation>nicht bekannt: Regeln auf der Seite Policies veröffentlichen</translation>
    </message>
    <message>
        <source>%1, inferred from its keys</source>
        <translation>%1, aus den Keys erschlossen</translation>
    </message>
    <message>
        <source>nothing is used</source>
        <translation>nichts ist verbraucht</translation>
    </message>
    <message>
        <source>request by request</source>
        <translation>Anfrage für Anfrage</translation>
    </message>
    <message>
        <source>request by request, all of it in %1</source>
        <translation>Anfrage für Anfrage, alles in %1</translation>
    </message>
    <message>
        <source>unit by unit</source>
        <translation>Einheit für Einheit</translation>
    </message>
    <message>
        <source>unit by unit, all of it in %1</source>
        <translation>Einheit für Einheit, alles in %1</translation>
    </message>
    <message>
        <source>slice by slice, all of it in %1</source>
        <translation>Scheibe für Scheibe, alles in %1</translation>
    </message>
    <message>
        <source>never: the key does not expire</source>
        <translation>nie: der Key läuft nicht ab</translation>
    </message>
    <message>
        <source>all at once in %1</source>
        <translation>alles auf einmal in %1</translation>
    </message>
    <message>
        <source>a control key that every script reads; any policy</source>
        <translation>ein Steuer-Key, den jedes Skript liest; jede Policy</translation>
    </message>
    <message>
        <source>writes a state on which its own client refuses</source>
        <translation>schreibt einen Zustand, bei dem der eigene Client ablehnt</translation>
    </message>
    <message>
        <source>possible, but check the commands first: values of this format are easily misread, or it is known from its source alone</source>
        <translation>möglich, aber erst die Befehle prüfen: Werte dieses Formats werden leicht missdeutet, oder es ist nur aus seinem Quelltext bekannt</translation>
    </message>
    <message>
        <source>not possible: what its client would refuse is not known</source>
        <translation>nicht möglich: worauf sein Client ablehnen würde, ist nicht bekannt</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>what it is</source>
        <translation>was es ist</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>used</source>
        <translation>verbraucht</translation>
    </message>
    <message>
        <source>window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>resets</source>
        <translation>wieder frei</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>limitations</source>
        <translation>Einschränkungen</translation>
    </message>
    <message>
        <source>▲ warning</source>
        <translation>▲ Warnung</translation>
    </message>
    <message>
        <source>fits as well</source>
        <translation>passt auch zu</translation>
    </message>
    <message>
        <source>type not known</source>
        <translation>Typ nicht bekannt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln Element</numerusform>
            <numerusform>%Ln Elemente</numerusform>
        </translation>
    </message>
    <message>
        <source>no TTL</source>
        <translation>keine TTL</translation>
    </message>
    <message>
        <source>TTL %1</source>
        <translation>TTL %1</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>chosen for keys that begin with %1</source>
        <translation>gewählt für Keys, die mit %1 beginnen</translation>
    </message>
    <message>
        <source>a sample of what the policy&apos;s limiters have denied: see ratewarden-ctl denials</source>
        <translation>eine Stichprobe dessen, was die Limiter der Policy abgelehnt haben: siehe ratewarden-ctl denials</translation>
    </message>
</context>
<context>
    <name>KeyKinds</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>not a limiter</source>
        <translation>kein Limiter</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 und %Ln weiteres</numerusform>
            <numerusform>%1 und %Ln weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyScanText</name>
    <message>
        <source>%1 of ~%2</source>
        <translation>%1 von ~%2</translation>
    </message>
    <message>
        <source>scan stopped at %1</source>
        <translation>Scan gestoppt bei %1</translation>
    </message>
    <message>
        <source>scanning, %1</source>
        <translation>Scan läuft, %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln format(s)</source>
        <translation>
            <numerusform>%Ln Format</numerusform>
            <numerusform>%Ln Formate</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 not readable</source>
        <translation>%1 nicht lesbar</translation>
    </message>
    <message>
        <source>%1 more not listed: limit reached</source>
        <translation>%1 weitere nicht gelistet: Grenze erreicht</translation>
    </message>
    <message>
        <source>scan %1, %2</source>
        <translation>Scan %1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) could not be read: %1</source>
        <translation>
            <numerusform>%Ln Key war nicht lesbar: %1</numerusform>
            <numerusform>%Ln Keys waren nicht lesbar: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Not all TTLs could be read: %1</source>
        <translation>Nicht alle TTLs waren lesbar: %1</translation>
    </message>
    <message>
        <source>The memory of keys could not be read: %1</source>
        <translation>Der Speicher der Keys war nicht lesbar: %1</translation>
    </message>
</context>
<context>
    <name>KeyText</name>
    <message>
        <source>%1 … (%2)</source>
        <translation>%1 … (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s)</source>
        <translation>
            <numerusform>%Ln Key</numerusform>
            <numerusform>%Ln Keys</numerusform>
        </translation>
    </message>
    <message>
        <source>no prefix</source>
        <translation>ohne Präfix</translation>
    </message>
    <message>
        <source>sorted set</source>
        <translation>sortierte Menge</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
</context>
<context>
    <name>LabExamples</name>
    <message>
        <source>Five requests, two rules</source>
        <translation>Fünf Anfragen, zwei Regeln</translation>
    </message>
    <message>
        <source>1 per second and 5 per minute. The request at 12:34:31 is denied, as the 5th before it is 56 s old; the one at 12:34:40 is allowed.</source>
        <translation>1 pro Sekunde und 5 pro Minute. Die Anfrage um 12:34:31 wird abgelehnt, da die fünfte davor 56 s alt ist; die um 12:34:40 wird zugelassen.</translation>
    </message>
    <message>
        <source>A burst at the turn of the hour</source>
        <translation>Ein Burst zum Stundenwechsel</translation>
    </message>
    <message>
        <source>A fixed window of 100 per hour allows 100 at 11:59 and 100 more at 12:01: 200 within three minutes. A sliding log does not.</source>
        <translation>Ein festes Fenster von 100 pro Stunde lässt 100 um 11:59 und weitere 100 um 12:01 zu: 200 in drei Minuten. Ein gleitendes Log nicht.</translation>
    </message>
    <message>
        <source>An abuser among 1,200 clients</source>
        <translation>Ein missbräuchlicher Client unter 1.200</translation>
    </message>
    <message>
        <source>One address sends 310 a minute for 85 minutes. Take the proposal: it is stopped, and nobody else is.</source>
        <translation>Eine Adresse sendet 85 Minuten lang 310 pro Minute. Den Vorschlag übernehmen: Sie wird gestoppt und sonst niemand.</translation>
    </message>
    <message>
        <source>A slow scraper</source>
        <translation>Ein langsamer Scraper</translation>
    </message>
    <message>
        <source>It never exceeds 16 a minute, and pages load in bursts of more: only a limit per hour or day tells them apart.</source>
        <translation>Er überschreitet nie 16 pro Minute, und Seiten laden in größeren Bursts: Nur ein Limit pro Stunde oder Tag unterscheidet sie.</translation>
    </message>
    <message>
        <source>No limit does</source>
        <translation>Kein Limit genügt</translation>
    </message>
    <message>
        <source>The address to stop sends less than four offices behind one address each: no single limit stops it alone. Block it instead.</source>
        <translation>Die zu stoppende Adresse sendet weniger als vier Büros hinter je einer Adresse: Kein einzelnes Limit stoppt nur sie. Besser sperren.</translation>
    </message>
    <message>
        <source>A retry storm</source>
        <translation>Ein Retry-Sturm</translation>
    </message>
    <message>
        <source>For ten minutes every call fails, and 40 clients try again each second: a limit per client keeps the storm away.</source>
        <translation>Zehn Minuten lang schlägt jeder Aufruf fehl, und 40 Clients versuchen es jede Sekunde erneut: Ein Limit pro Client hält den Sturm ab.</translation>
    </message>
    <message>
        <source>The same with back-off</source>
        <translation>Dasselbe mit Back-off</translation>
    </message>
    <message>
        <source>The same outage, but the clients wait 1, 2, 4, … 64 s between tries: the same limits deny next to nothing.</source>
        <translation>Derselbe Ausfall, aber die Clients warten 1, 2, 4, … 64 s zwischen Versuchen: Dieselben Limits lehnen fast nichts ab.</translation>
    </message>
    <message>
        <source>What a burst is</source>
        <translation>Was ein Burst ist</translation>
    </message>
    <message>
        <source>40 requests at once, every 90 s. GCRA with its whole limit as burst allows them, with a burst of 10 it spreads them.</source>
        <translation>40 Anfragen auf einmal, alle 90 s. GCRA mit dem ganzen Limit als Burst lässt sie zu, mit einem Burst von 10 verteilt sie sie.</translation>
    </message>
    <message>
        <source>Just above the limit</source>
        <translation>Knapp über dem Limit</translation>
    </message>
    <message>
        <source>62.5 a minute against 60: GCRA denies single requests now and then, a fixed window the last ones of each minute.</source>
        <translation>62,5 pro Minute gegen 60: GCRA lehnt ab und zu einzelne Anfragen ab, ein festes Fenster die letzten jeder Minute.</translation>
    </message>
    <message>
        <source>The counter&apos;s estimate</source>
        <translation>Die Schätzung des Zählers</translation>
    </message>
    <message>
        <source>A sliding window counter takes the minute before as evenly spread. Where it was not, it differs from the log.</source>
        <translation>Ein gleitender Fensterzähler nimmt die Minute davor als gleichmäßig verteilt an. Wo sie es nicht war, weicht er vom Log ab.</translation>
    </message>
    <message>
        <source>A day&apos;s quota in an hour</source>
        <translation>Ein Tageskontingent in einer Stunde</translation>
    </message>
    <message>
        <source>800 a day alone are used up within 40 minutes. 1 a second, 20 a minute, 200 an hour beside it spread them.</source>
        <translation>800 pro Tag allein sind in 40 Minuten verbraucht. 1 pro Sekunde, 20 pro Minute und 200 pro Stunde daneben verteilen sie.</translation>
    </message>
    <message>
        <source>Requests that cost more</source>
        <translation>Anfragen, die mehr kosten</translation>
    </message>
    <message>
        <source>A day with its night</source>
        <translation>Ein Tag mit seiner Nacht</translation>
    </message>
    <message>
        <source>250 applications, the busiest with most of the traffic: what a limit chosen at night does at noon.</source>
        <translation>250 Anwendungen, die meisten Anfragen von der größten: was ein nachts gewähltes Limit mittags bewirkt.</translation>
    </message>
    <message>
        <source>Costs such as those of language models: a few are a hundred times the others, and each is known when the answer has ended. What is reserved until then decides who is denied.</source>
        <translation>Kosten wie die von Sprachmodellen: Einige sind das Hundertfache der anderen, und alle sind erst bekannt, wenn die Antwort endet. Was bis dahin reserviert ist, entscheidet, wer abgelehnt wird.</translation>
    </message>
</context>
<context>
    <name>LabText</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 to wait</source>
        <translation>%1 Wartezeit</translation>
    </message>
    <message>
        <source>the request %1 back is %2 old, %3 needed: %4</source>
        <translation>die Anfrage %1 davor ist %2 alt, nötig sind %3: %4</translation>
    </message>
    <message>
        <source>%1 in the window since %2, which is not over: %3</source>
        <translation>%1 im Fenster seit %2, das noch nicht vorbei ist: %3</translation>
    </message>
    <message>
        <source>%1 in this window and a part of %2 in the one before: %3</source>
        <translation>%1 in diesem Fenster und ein Teil von %2 im vorigen: %3</translation>
    </message>
    <message>
        <source>%1 used, one is freed every %2: %3</source>
        <translation>%1 verbraucht, alle %2 wird eine frei: %3</translation>
    </message>
    <message>
        <source>the cost is above the limit: it can never pass</source>
        <translation>die Kosten liegen über dem Limit: kann nie durchkommen</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>%1 verbraucht</translation>
    </message>
    <message>
        <source>per second</source>
        <translation>pro Sekunde</translation>
    </message>
    <message>
        <source>per minute</source>
        <translation>pro Minute</translation>
    </message>
    <message>
        <source>per hour</source>
        <translation>pro Stunde</translation>
    </message>
    <message>
        <source>per day</source>
        <translation>pro Tag</translation>
    </message>
    <message>
        <source>per %1</source>
        <translation>pro %1</translation>
    </message>
    <message>
        <source>Enforced</source>
        <translation>Geltend</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>kein Limit</translation>
    </message>
    <message>
        <source>%1 %2 stops %3 and nobody else.</source>
        <translation>%1 %2 stoppen %3 und sonst niemanden.</translation>
    </message>
    <message>
        <source>No single limit stops %1 and nobody else.</source>
        <translation>Kein einzelnes Limit stoppt %1 und sonst niemanden.</translation>
    </message>
    <message>
        <source>no burst stops it and nobody else</source>
        <translation>kein Burst stoppt es und sonst niemanden</translation>
    </message>
    <message>
        <source>no burst stops them and nobody else</source>
        <translation>kein Burst stoppt sie und sonst niemanden</translation>
    </message>
    <message>
        <source>%1 stops it and nobody else</source>
        <translation>%1 stoppt es und sonst niemanden</translation>
    </message>
    <message>
        <source>%1 stops them and nobody else</source>
        <translation>%1 stoppt sie und sonst niemanden</translation>
    </message>
    <message>
        <source>denies %1</source>
        <translation>lehnt %1 ab</translation>
    </message>
    <message>
        <source>stops %1, hurts %2</source>
        <translation>stoppt %1, trifft %2</translation>
    </message>
    <message>
        <source>%1 of %2 used</source>
        <translation>%1 von %2 verbraucht</translation>
    </message>
    <message>
        <source>%1 allows: it has no limit</source>
        <translation>%1 lässt zu: kein Limit</translation>
    </message>
    <message>
        <source>%1 allows: %2</source>
        <translation>%1 lässt zu: %2</translation>
    </message>
    <message>
        <source>%1 denies</source>
        <translation>%1 lehnt ab</translation>
    </message>
    <message>
        <source>%1 denies by %2: %3</source>
        <translation>%1 lehnt ab wegen %2: %3</translation>
    </message>
    <message>
        <source>%1 denies: %2</source>
        <translation>%1 lehnt ab: %2</translation>
    </message>
    <message>
        <source>%1 allows: %2 used, %3 left</source>
        <translation>%1 lässt zu: %2 verbraucht, %3 übrig</translation>
    </message>
    <message>
        <source>%1 before it</source>
        <translation>%1 davor</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln Anfrage</numerusform>
            <numerusform>%Ln Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>made up, no line was read</source>
        <translation>erzeugt, keine Zeile gelesen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) read</source>
        <translation>
            <numerusform>%Ln Zeile gelesen</numerusform>
            <numerusform>%Ln Zeilen gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, none rejected</source>
        <translation>%1, keine abgewiesen</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>%1, %2 rejected: %3</source>
        <translation>%1, %2 abgewiesen: %3</translation>
    </message>
    <message>
        <source>what tokens had used before the first request</source>
        <translation>was Tokens vor der ersten Anfrage verbraucht hatten</translation>
    </message>
    <message>
        <source>whether a client that is denied repeats its request, or gives up</source>
        <translation>ob ein abgelehnter Client seine Anfrage wiederholt oder aufgibt</translation>
    </message>
    <message>
        <source>the order within a second: of two figures one is for all requests of a second at once, the other for the same spread over it</source>
        <translation>die Reihenfolge innerhalb einer Sekunde: Von zwei Zahlen gilt eine für alle Anfragen einer Sekunde zugleich, die andere für dieselben über sie verteilt</translation>
    </message>
    <message>
        <source>denied requests, which a log in Redis does not have, and entries that were trimmed from it</source>
        <translation>abgelehnte Anfragen, die ein Log in Redis nicht hat, und daraus entfernte Einträge</translation>
    </message>
    <message>
        <source>older requests of %1, whose logs are longer than what is read</source>
        <translation>ältere Anfragen von %1, deren Logs länger sind als das Gelesene</translation>
    </message>
    <message>
        <source>what follows the place where the source could not be read on</source>
        <translation>was auf die Stelle folgt, ab der die Quelle nicht mehr gelesen werden konnte</translation>
    </message>
    <message>
        <source>is not written like the others</source>
        <translation>ist nicht geschrieben wie die anderen</translation>
    </message>
    <message>
        <source>has no token</source>
        <translation>hat kein Token</translation>
    </message>
    <message>
        <source>has no time</source>
        <translation>hat keine Zeit</translation>
    </message>
    <message>
        <source>has a time that cannot be read</source>
        <translation>hat eine Zeit, die nicht lesbar ist</translation>
    </message>
    <message>
        <source>has no cost</source>
        <translation>hat keine Kosten</translation>
    </message>
    <message>
        <source>has a cost that cannot be read</source>
        <translation>hat Kosten, die nicht lesbar sind</translation>
    </message>
    <message>
        <source>is too long</source>
        <translation>ist zu lang</translation>
    </message>
    <message>
        <source>line %1 %2</source>
        <translation>Zeile %1 %2</translation>
    </message>
    <message>
        <source>The compressed data end in the middle; shown is what came before.</source>
        <translation>Die komprimierten Daten enden in der Mitte; gezeigt wird, was davor kam.</translation>
    </message>
    <message>
        <source>The compressed data are damaged; shown is what came before.</source>
        <translation>Die komprimierten Daten sind beschädigt; gezeigt wird, was davor kam.</translation>
    </message>
    <message>
        <source>Reading was canceled; shown is what came before.</source>
        <translation>Das Lesen wurde abgebrochen; gezeigt wird, was davor kam.</translation>
    </message>
    <message>
        <source>Reading failed (%1); shown is what came before.</source>
        <translation>Das Lesen schlug fehl (%1); gezeigt wird, was davor kam.</translation>
    </message>
    <message>
        <source>trace file</source>
        <translation>Trace-Datei</translation>
    </message>
    <message>
        <source>the average cost, %1</source>
        <translation>mittlere Kosten, %1</translation>
    </message>
    <message>
        <source>what was learned, at %1</source>
        <translation>das Gelernte, bei %1</translation>
    </message>
    <message>
        <source>No limit is ever exceeded; what a request did not need is returned when it has ended, and others may have been denied by then.</source>
        <translation>Kein Limit wird je überschritten; was eine Anfrage nicht gebraucht hat, kommt an ihrem Ende zurück, und andere können bis dahin abgelehnt worden sein.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Nothing limits what unfinished requests cost.</source>
        <translation>Nichts begrenzt, was unfertige Anfragen kosten.</translation>
    </message>
    <message>
        <source>If a request costs more, the difference is charged when it has ended, above the limit if need be; if it costs less, the rest is returned.</source>
        <translation>Kostet eine Anfrage mehr, wird die Differenz an ihrem Ende angerechnet, wenn nötig über das Limit; kostet sie weniger, kommt der Rest zurück.</translation>
    </message>
    <message>
        <source>Reserved, as a share of what is declared: %1.</source>
        <translation>Reserviert, als Anteil des Angegebenen: %1.</translation>
    </message>
    <message>
        <source>The file does not say what requests declare; taken is their input and an answer of %1.</source>
        <translation>Die Datei sagt nicht, was Anfragen angeben; genommen wird ihre Eingabe und eine Antwort von %1.</translation>
    </message>
    <message>
        <source>%1 of the requests cost no more than is reserved for them, as the Estimator of the library has learned.</source>
        <translation>%1 der Anfragen kosten nicht mehr, als für sie reserviert wird, wie der Estimator der Bibliothek gelernt hat.</translation>
    </message>
    <message>
        <source>1 unit, the rest afterwards</source>
        <translation>1 Einheit, Rest danach</translation>
    </message>
    <message>
        <source>the most it can cost</source>
        <translation>höchste Kosten</translation>
    </message>
    <message>
        <source>%1, edited</source>
        <translation>%1, bearbeitet</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 of %2 had been denied when it was recorded</source>
        <translation>%1 von %2 waren abgelehnt, als aufgezeichnet wurde</translation>
    </message>
</context>
<context>
    <name>LiveTrialText</name>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln Anfrage</numerusform>
            <numerusform>%Ln Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>More than %1 requests in one second may slow the server for others.</source>
        <translation>Mehr als %1 Anfragen in einer Sekunde können den Server für andere verlangsamen.</translation>
    </message>
    <message>
        <source>When its memory is full, this server evicts keys: the trial&apos;s keys could displace others.</source>
        <translation>Bei vollem Speicher verdrängt dieser Server Keys: Die Keys des Versuchs könnten andere verdrängen.</translation>
    </message>
    <message>
        <source>The trial&apos;s keys could fill the server&apos;s memory, so that it refuses the writes of others.</source>
        <translation>Die Keys des Versuchs könnten den Speicher des Servers füllen, sodass er anderen das Schreiben verweigert.</translation>
    </message>
    <message>
        <source>The trial&apos;s keys may take more than %1, and the server has no memory limit.</source>
        <translation>Die Keys des Versuchs können mehr als %1 belegen, und der Server hat keine Speichergrenze.</translation>
    </message>
    <message>
        <source>This user may not run INFO, so nobody knows how much memory the server has left.</source>
        <translation>Dieser Benutzer darf INFO nicht ausführen; wie viel Speicher der Server noch hat, weiß also niemand.</translation>
    </message>
    <message>
        <source>%1 from %2, up to %3 in one second</source>
        <translation>%1 von %2, bis zu %3 in einer Sekunde</translation>
    </message>
    <message>
        <source>scratch keys up to %1</source>
        <translation>Versuchs-Keys bis %1</translation>
    </message>
    <message>
        <source>server uses %1 of %2</source>
        <translation>Server belegt %1 von %2</translation>
    </message>
    <message>
        <source>server uses %1</source>
        <translation>Server belegt %1</translation>
    </message>
    <message>
        <source>none denied</source>
        <translation>keine abgelehnt</translation>
    </message>
    <message>
        <source>%1 denied, from %2</source>
        <translation>%1 abgelehnt, von %2</translation>
    </message>
    <message>
        <source>%1 of %2 answered, %3 a second; %4.</source>
        <translation>%1 von %2 beantwortet, %3 pro Sekunde; %4.</translation>
    </message>
    <message>
        <source> Half within %1, 99 % within %2, all within %3.</source>
        <translation> Die Hälfte in %1, 99 % in %2, alle in %3.</translation>
    </message>
    <message>
        <source> %1 dropped: too many waited for answers.</source>
        <translation> %1 verworfen: Zu viele warteten auf Antworten.</translation>
    </message>
    <message>
        <source> %1 left late, by %2 on average.</source>
        <translation> %1 spät gesendet, im Mittel um %2.</translation>
    </message>
    <message>
        <source> %1 errors: %2.</source>
        <translation> %1 Fehler: %2.</translation>
    </message>
    <message>
        <source> Stopped before the end.</source>
        <translation> Vor dem Ende gestoppt.</translation>
    </message>
    <message>
        <source> Ended early: %1.</source>
        <translation> Vorzeitig beendet: %1.</translation>
    </message>
    <message numerus="yes">
        <source>All %Ln scratch key(s) removed.</source>
        <translation>
            <numerusform>Der Versuchs-Key wurde entfernt.</numerusform>
            <numerusform>Alle %Ln Versuchs-Keys wurden entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Some scratch keys may be left. They expire by themselves; the next live trial, or ratewarden-ctl lab clean, removes them.</source>
        <translation>Einige Versuchs-Keys sind vielleicht übrig. Sie laufen von selbst ab; der nächste Live-Versuch oder ratewarden-ctl lab clean entfernt sie.</translation>
    </message>
</context>
<context>
    <name>MeaningText</name>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>Millisekunden</translation>
    </message>
    <message>
        <source>microseconds</source>
        <translation>Mikrosekunden</translation>
    </message>
    <message>
        <source>nanoseconds</source>
        <translation>Nanosekunden</translation>
    </message>
    <message>
        <source>used units</source>
        <translation>verbraucht</translation>
    </message>
    <message>
        <source>units left</source>
        <translation>Rest</translation>
    </message>
    <message>
        <source>units of the window before</source>
        <translation>Einheiten des vorigen Fensters</translation>
    </message>
    <message>
        <source>theoretical arrival time</source>
        <translation>theoretische Ankunftszeit</translation>
    </message>
    <message>
        <source>last update</source>
        <translation>letzte Aktualisierung</translation>
    </message>
    <message>
        <source>request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>newest entry</source>
        <translation>neuester Eintrag</translation>
    </message>
    <message>
        <source>oldest entry</source>
        <translation>ältester Eintrag</translation>
    </message>
    <message>
        <source>start of the window</source>
        <translation>Beginn des Fensters</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>all is free again</source>
        <translation>alles wieder frei</translation>
    </message>
    <message>
        <source>cost of the request</source>
        <translation>Kosten der Anfrage</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>number of the window</source>
        <translation>Nummer des Fensters</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>perhaps a time in %1</source>
        <translation>vielleicht eine Zeit in %1</translation>
    </message>
    <message>
        <source>counter</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>two windows</source>
        <translation>zwei Fenster</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>Scheiben</translation>
    </message>
    <message>
        <source>arrival time</source>
        <translation>Ankunftszeit</translation>
    </message>
    <message>
        <source>bucket</source>
        <translation>Bucket</translation>
    </message>
    <message>
        <source>log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>laufend</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
</context>
<context>
    <name>NodesText</name>
    <message>
        <source>%1 of %2 nodes down</source>
        <translation>%1 von %2 Knoten ausgefallen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln Knoten</numerusform>
            <numerusform>%Ln Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>Unreachable: %1. The tokens there are not shown, or as they were read last.</source>
        <translation>Nicht erreichbar: %1. Die Tokens dort werden nicht gezeigt oder wie zuletzt gelesen.</translation>
    </message>
    <message>
        <source>%1 of 16,384 slots have a node; the tokens of the others are not shown.</source>
        <translation>%1 von 16.384 Slots haben einen Knoten; die Tokens der übrigen werden nicht gezeigt.</translation>
    </message>
    <message>
        <source>All slots are served.</source>
        <translation>Alle Slots haben einen Knoten.</translation>
    </message>
    <message>
        <source>The primary is the server that Sentinel names.</source>
        <translation>Der Primary ist der Server, den Sentinel nennt.</translation>
    </message>
</context>
<context>
    <name>OverviewMarkText</name>
    <message>
        <source>%1
by %2</source>
        <translation>%1
von %2</translation>
    </message>
    <message>
        <source>%1 v%2 published</source>
        <translation>%1 v%2 veröffentlicht</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>by %1, %2</source>
        <translation>von %1, %2</translation>
    </message>
    <message>
        <source>%1 published</source>
        <translation>%1 veröffentlicht</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>OverviewText</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1
%2
%3 allowed, %4 of all</source>
        <translation>%1
%2
%3 zugelassen, %4 von allem</translation>
    </message>
    <message>
        <source>ok again</source>
        <translation>wieder in Ordnung</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>still %1 denied</source>
        <translation>noch %1 abgelehnt</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>by %1 %2</source>
        <translation>durch %1 %2</translation>
    </message>
    <message>
        <source>INFO</source>
        <translation>INFO</translation>
    </message>
    <message>
        <source>needs the right +info</source>
        <translation>braucht das Recht +info</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>console %1</source>
        <translation>Konsole %1</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>evicted %1</source>
        <translation>verdrängt %1</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>round trips p99 %1</source>
        <translation>Roundtrips p99 %1</translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation>längster %1</translation>
    </message>
    <message>
        <source>clients</source>
        <translation>Clients</translation>
    </message>
    <message>
        <source>blocked %1</source>
        <translation>blockiert %1</translation>
    </message>
    <message>
        <source>this one is a replica</source>
        <translation>dies ist ein Replikat</translation>
    </message>
    <message>
        <source>lag %1 s</source>
        <translation>Rückstand %1 s</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>Replikate</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>the above is of one node</source>
        <translation>Obiges gilt für einen Knoten</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>▲ went back %1</source>
        <translation>▲ ging um %1 zurück</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>stetig</translation>
    </message>
    <message>
        <source>▲ went forward %1</source>
        <translation>▲ sprang um %1 vor</translation>
    </message>
    <message>
        <source>denied lately</source>
        <translation>zuletzt abgelehnt</translation>
    </message>
</context>
<context>
    <name>PluginSource</name>
    <message>
        <source>which program runs must not depend on the row</source>
        <translation>welches Programm läuft, darf nicht von der Zeile abhängen</translation>
    </message>
    <message>
        <source>%1 would run what {%2} says: write &quot;$1&quot; in its place, and add &quot;%1&quot;, &quot;{%2}&quot; behind that argument</source>
        <translation>%1 würde ausführen, was in {%2} steht: an dessen Stelle &quot;$1&quot; schreiben und hinter diesem Argument &quot;%1&quot;, &quot;{%2}&quot; ergänzen</translation>
    </message>
    <message>
        <source>%1 would run what {%2} says: add {%2} as an argument behind the source, and let that read it from there</source>
        <translation>%1 würde ausführen, was in {%2} steht: {%2} als Argument hinter den Quelltext stellen und es dort lesen lassen</translation>
    </message>
    <message>
        <source>%1 hands its arguments to a shell, which would run what {%2} says: let a script of yours take {%2} as an argument and quote it</source>
        <translation>%1 gibt seine Argumente an eine Shell weiter, die ausführen würde, was in {%2} steht: {%2} einem eigenen Skript als Argument geben, das es in Anführungszeichen setzt</translation>
    </message>
</context>
<context>
    <name>PluginText</name>
    <message>
        <source>it has no &quot;name&quot;</source>
        <translation>„name“ fehlt</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not known; there are name, key and command</source>
        <translation>„%1“ ist unbekannt; es gibt name, key und command</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no key; one is written Ctrl+Alt+G</source>
        <translation>„%1“ ist keine Taste; eine schreibt sich Ctrl+Alt+G</translation>
    </message>
    <message>
        <source>&quot;command&quot; must be a list of strings: the program, then its arguments</source>
        <translation>„command“ muss eine Liste von Texten sein: das Programm, dann seine Argumente</translation>
    </message>
    <message>
        <source>{%1} is not known; there are %2</source>
        <translation>{%1} ist unbekannt; es gibt %2</translation>
    </message>
    <message>
        <source>The plugins in %1 cannot be read: %2</source>
        <translation>Die Plugins in %1 sind nicht lesbar: %2</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>sie ist keine reguläre Datei</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>sie ist zu groß</translation>
    </message>
    <message>
        <source>%1 at byte %2</source>
        <translation>%1 bei Byte %2</translation>
    </message>
    <message>
        <source>it has no list of plugins</source>
        <translation>eine Liste von Plugins fehlt</translation>
    </message>
    <message>
        <source>number %1: %2</source>
        <translation>Nummer %1: %2</translation>
    </message>
    <message>
        <source>Plugins ignored in %1: %2</source>
        <translation>Ignorierte Plugins in %1: %2</translation>
    </message>
    <message>
        <source>which program runs must not depend on the row</source>
        <translation>welches Programm läuft, darf nicht von der Zeile abhängen</translation>
    </message>
</context>
<context>
    <name>PolicyText</name>
    <message>
        <source>looks like %1 (%2)</source>
        <translation>sieht nach %1 aus (%2)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Names of the rules</source>
        <translation>Namen der Regeln</translation>
    </message>
    <message>
        <source>Tokens hashed</source>
        <translation>Tokens gehasht</translation>
    </message>
    <message>
        <source>Requests counted</source>
        <translation>Anfragen gezählt</translation>
    </message>
    <message>
        <source>Denials remembered</source>
        <translation>Ablehnungen gemerkt</translation>
    </message>
    <message>
        <source>Life of leases</source>
        <translation>Dauer der Leases</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>On failure</source>
        <translation>Bei Ausfall</translation>
    </message>
    <message>
        <source>Share of each limit on failure</source>
        <translation>Anteil jedes Limits bei Ausfall</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 und %Ln weiteres</numerusform>
            <numerusform>%1 und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>* (all keys)</source>
        <translation>* (alle Keys)</translation>
    </message>
    <message>
        <source>candidate of %1</source>
        <translation>Kandidat von %1</translation>
    </message>
    <message>
        <source>sliding log</source>
        <translation>gleitendes Log</translation>
    </message>
    <message>
        <source>sliding log (sorted set)</source>
        <translation>gleitendes Log (zset)</translation>
    </message>
    <message>
        <source>sliding log (list)</source>
        <translation>gleitendes Log (Liste)</translation>
    </message>
    <message>
        <source>sliding log (stream)</source>
        <translation>gleitendes Log (Stream)</translation>
    </message>
    <message>
        <source>sliding window counter</source>
        <translation>gleitender Fensterzähler</translation>
    </message>
    <message>
        <source>fixed window</source>
        <translation>festes Fenster</translation>
    </message>
    <message>
        <source>token bucket</source>
        <translation>Token-Bucket</translation>
    </message>
    <message>
        <source>leaky bucket</source>
        <translation>Leaky-Bucket</translation>
    </message>
    <message>
        <source>every policy</source>
        <translation>jede Policy</translation>
    </message>
    <message>
        <source>enforced</source>
        <translation>durchgesetzt</translation>
    </message>
    <message>
        <source>shadow</source>
        <translation>Schatten</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>report an error</source>
        <translation>Fehler melden</translation>
    </message>
    <message>
        <source>fail open</source>
        <translation>fail open</translation>
    </message>
    <message>
        <source>fail closed</source>
        <translation>fail closed</translation>
    </message>
    <message>
        <source>local fallback</source>
        <translation>lokaler Fallback</translation>
    </message>
    <message>
        <source>denies every request</source>
        <translation>lehnt jede Anfrage ab</translation>
    </message>
    <message>
        <source>never allows a request of cost %1</source>
        <translation>lässt nie eine Anfrage mit Kosten %1 zu</translation>
    </message>
    <message>
        <source>listed twice</source>
        <translation>doppelt aufgeführt</translation>
    </message>
    <message>
        <source>contradicts %1, which is stricter</source>
        <translation>widerspricht %1, das strenger ist</translation>
    </message>
    <message>
        <source>redundant, as %1 never allows more</source>
        <translation>überflüssig, da %1 nie mehr zulässt</translation>
    </message>
    <message>
        <source>redundant, as it never denies what %1 allows</source>
        <translation>überflüssig, da es nie ablehnt, was %1 zulässt</translation>
    </message>
    <message>
        <source>can allow %1 at once, across a window boundary</source>
        <translation>kann %1 auf einmal zulassen, über eine Fenstergrenze hinweg</translation>
    </message>
    <message>
        <source>a lease life of %1 takes %2 of it</source>
        <translation>eine Lease-Dauer von %1 belegt davon %2</translation>
    </message>
    <message>
        <source>a lease life of %1 takes %2 of its burst</source>
        <translation>eine Lease-Dauer von %1 belegt %2 vom Burst</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1: %2 → %3</translation>
    </message>
    <message>
        <source>%1 does not use the state of %2: every token starts with nothing used</source>
        <translation>%1 nutzt den Zustand von %2 nicht: Jedes Token beginnt ohne Verbrauch</translation>
    </message>
    <message>
        <source>Hashed tokens have other keys: every token starts with nothing used</source>
        <translation>Gehashte Tokens haben andere Keys: Jedes Token beginnt ohne Verbrauch</translation>
    </message>
    <message>
        <source>Tokens that are not hashed have other keys: every token starts with nothing used</source>
        <translation>Nicht gehashte Tokens haben andere Keys: Jedes Token beginnt ohne Verbrauch</translation>
    </message>
    <message>
        <source>%1 starts counting with the first request and allows more than it says</source>
        <translation>%1 zählt ab der ersten Anfrage und lässt mehr zu, als es besagt</translation>
    </message>
    <message>
        <source>The logs reach back only %1, so %2 allows more than it says</source>
        <translation>Die Logs reichen nur %1 zurück, daher lässt %2 mehr zu, als es besagt</translation>
    </message>
    <message>
        <source>A token that %1 limits now stays limited under %2 until its usage has drained</source>
        <translation>Ein Token, das jetzt %1 begrenzt, bleibt unter %2 begrenzt, bis sein Verbrauch abgeflossen ist</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>gleichzeitig</translation>
    </message>
    <message>
        <source>Candidate %1</source>
        <translation>Kandidat %1</translation>
    </message>
</context>
<context>
    <name>Problem</name>
    <message>
        <source>Check that this port speaks TLS, and whether the server wants a client certificate</source>
        <translation>Prüfen, ob dieser Port TLS spricht und ob der Server ein Client-Zertifikat will</translation>
    </message>
    <message>
        <source>If it is the right server: choose the certificate authority that signed its certificate, or enter the name in it</source>
        <translation>Wenn es der richtige Server ist: die Zertifizierungsstelle wählen, die sein Zertifikat signiert hat, oder den Namen daraus eintragen</translation>
    </message>
    <message>
        <source>If this port speaks TLS, choose TLS, or begin the address with rediss:</source>
        <translation>Wenn dieser Port TLS spricht: TLS wählen oder die Adresse mit rediss: beginnen</translation>
    </message>
    <message>
        <source>Unlock the connection to change anything</source>
        <translation>Verbindung entsperren, um etwas zu ändern</translation>
    </message>
    <message>
        <source>%1 on %2: this connection is read-only, and nothing was sent</source>
        <translation>%1 auf %2: Diese Verbindung ist schreibgeschützt, nichts wurde gesendet</translation>
    </message>
    <message>
        <source>the connection to %2 is being closed</source>
        <translation>die Verbindung zu %2 wird gerade geschlossen</translation>
    </message>
    <message>
        <source>%1 on %2: no answer within %3 ms</source>
        <translation>%1 auf %2: keine Antwort innerhalb von %3 ms</translation>
    </message>
    <message>
        <source>cannot connect to %2: %3</source>
        <translation>keine Verbindung zu %2: %3</translation>
    </message>
    <message>
        <source>%1 on %2: the server closed the connection</source>
        <translation>%1 auf %2: Der Server hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%1 auf %2: %3</translation>
    </message>
    <message>
        <source>%1 on %2: Redis answered: %3</source>
        <translation>%1 auf %2: Redis antwortete: %3</translation>
    </message>
</context>
<context>
    <name>ProfileColor</name>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Petrol</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>Bernstein</translation>
    </message>
    <message>
        <source>Vermilion</source>
        <translation>Zinnober</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
</context>
<context>
    <name>ProfileImport</name>
    <message>
        <source>&quot;%1&quot; has no value</source>
        <translation>„%1“ hat keinen Wert</translation>
    </message>
    <message>
        <source>the TLS files, as --tls is missing: choose &quot;Encrypt with TLS&quot; if it is meant</source>
        <translation>die TLS-Dateien, da --tls fehlt: „Mit TLS verschlüsseln“ wählen, wenn es gemeint ist</translation>
    </message>
    <message>
        <source>--insecure: the certificate is always verified; name the authority that signed it under &quot;CA file&quot;</source>
        <translation>--insecure: Das Zertifikat wird immer geprüft; die Stelle, die es signiert hat, unter „CA-Datei“ angeben</translation>
    </message>
    <message>
        <source>-c: choose an address that begins with redis+cluster: where the server is one of a cluster</source>
        <translation>-c: eine Adresse mit redis+cluster: wählen, wo der Server zu einem Cluster gehört</translation>
    </message>
    <message>
        <source>--cacertdir: name one file under &quot;CA file&quot;</source>
        <translation>--cacertdir: eine Datei unter „CA-Datei“ angeben</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>its CA certificate: save it as a PEM file and name that under &quot;CA file&quot;</source>
        <translation>sein CA-Zertifikat: als PEM-Datei speichern und unter „CA-Datei“ angeben</translation>
    </message>
    <message>
        <source>its client certificate and private key: save them as PEM files and name those under &quot;Certificate&quot; and &quot;Private key&quot;</source>
        <translation>sein Client-Zertifikat und der private Schlüssel: als PEM-Dateien speichern und unter „Zertifikat“ und „Privater Schlüssel“ angeben</translation>
    </message>
    <message>
        <source>that the server&apos;s certificate is not verified: here it always is</source>
        <translation>dass das Zertifikat des Servers nicht geprüft wird: hier wird es immer geprüft</translation>
    </message>
    <message>
        <source>the private key for ssh: load it into your ssh agent</source>
        <translation>der private Schlüssel für ssh: in den ssh-Agenten laden</translation>
    </message>
    <message>
        <source>the password for ssh: set up a key for it, and load that into your ssh agent</source>
        <translation>das Passwort für ssh: einen Schlüssel dafür einrichten und in den ssh-Agenten laden</translation>
    </message>
    <message>
        <source>the password of the sentinels themselves</source>
        <translation>das Passwort der Sentinels selbst</translation>
    </message>
    <message>
        <source>that it is a cluster: this is one node of it</source>
        <translation>dass es ein Cluster ist: Dies ist ein Knoten davon</translation>
    </message>
    <message>
        <source>This is not an export of RedisInsight: no JSON array of databases</source>
        <translation>Dies ist kein Export von RedisInsight: kein JSON-Array von Datenbanken</translation>
    </message>
    <message>
        <source>database %1</source>
        <translation>Datenbank %1</translation>
    </message>
</context>
<context>
    <name>ProposalText</name>
    <message>
        <source>Counter: one number that ends</source>
        <translation>Zähler: eine Zahl, die endet</translation>
    </message>
    <message>
        <source>Pair: two windows, the older one weighted</source>
        <translation>Paar: zwei Fenster, das ältere gewichtet</translation>
    </message>
    <message>
        <source>Slices: a window in numbered parts, which are summed</source>
        <translation>Scheiben: ein Fenster in nummerierten Teilen, die summiert werden</translation>
    </message>
    <message>
        <source>TAT: a theoretical arrival time</source>
        <translation>TAT: eine theoretische Ankunftszeit</translation>
    </message>
    <message>
        <source>Bucket: a level and its time</source>
        <translation>Bucket: ein Stand und seine Zeit</translation>
    </message>
    <message>
        <source>Log: the times of the requests</source>
        <translation>Log: die Zeiten der Anfragen</translation>
    </message>
    <message>
        <source>Slots: the requests in flight, each with the time at which it began</source>
        <translation>Slots: die laufenden Anfragen, jede mit ihrer Anfangszeit</translation>
    </message>
    <message>
        <source>Only a name</source>
        <translation>Nur ein Name</translation>
    </message>
    <message>
        <source>{count:int} used in the slice {bucket:uint} of the key</source>
        <translation>{count:int} verbraucht in der Scheibe {bucket:uint} des Keys</translation>
    </message>
    <message>
        <source>{count:int} used or {left:int} left; {start:s} or {end:s} of its window</source>
        <translation>{count:int} verbraucht oder {left:int} übrig; {start:s} oder {end:s} des Fensters</translation>
    </message>
    <message>
        <source>{count:int} used in this window, {previous:int} in the one before</source>
        <translation>{count:int} verbraucht in diesem Fenster, {previous:int} im vorigen</translation>
    </message>
    <message>
        <source>{tat:ms}: the time until which all requests so far would have taken</source>
        <translation>{tat:ms}: die Zeit, bis zu der alle bisherigen Anfragen gedauert hätten</translation>
    </message>
    <message>
        <source>{left:num} units left or {count:num} used, at the time {stamp:ms}</source>
        <translation>{left:num} Einheiten übrig oder {count:num} verbraucht, zur Zeit {stamp:ms}</translation>
    </message>
    <message>
        <source>{time:ms} of a request; {cost:int} units; {id} is any other text</source>
        <translation>{time:ms} einer Anfrage; {cost:int} Einheiten; {id} ist jeder andere Text</translation>
    </message>
    <message>
        <source>Set by the first request of a window</source>
        <translation>Gesetzt durch die erste Anfrage eines Fensters</translation>
    </message>
    <message>
        <source>Set anew by each request</source>
        <translation>Von jeder Anfrage neu gesetzt</translation>
    </message>
    <message>
        <source>The end of the clock window</source>
        <translation>Das Ende des Uhrzeitfensters</translation>
    </message>
    <message>
        <source>The theoretical arrival time</source>
        <translation>Die theoretische Ankunftszeit</translation>
    </message>
    <message>
        <source>There is none</source>
        <translation>Es gibt keinen</translation>
    </message>
    <message>
        <source>It says nothing</source>
        <translation>Er besagt nichts</translation>
    </message>
    <message>
        <source>The value</source>
        <translation>Der Wert</translation>
    </message>
    <message>
        <source>The value is one number: it counts what was used</source>
        <translation>Der Wert ist eine Zahl: Er zählt den Verbrauch</translation>
    </message>
    <message>
        <source>%1 grew while this dialog was opening: it counts what was used</source>
        <translation>%1 stieg, während dieser Dialog sich öffnete: Es zählt den Verbrauch</translation>
    </message>
    <message>
        <source>%1 fell while this dialog was opening: it counts what is left</source>
        <translation>%1 fiel, während dieser Dialog sich öffnete: Es zählt den Rest</translation>
    </message>
    <message>
        <source>The field name “%1” suggests what it means</source>
        <translation>Der Feldname „%1“ legt nahe, was er bedeutet</translation>
    </message>
    <message numerus="yes">
        <source>Its %Ln element(s) are counted</source>
        <translation>
            <numerusform>Das %Ln Element wird gezählt</numerusform>
            <numerusform>Die %Ln Elemente werden gezählt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is a time in %2, %3 ago</source>
        <translation>%1 ist eine Zeit in %2, vor %3</translation>
    </message>
    <message>
        <source>%1 is a time in %2, %3 from now</source>
        <translation>%1 ist eine Zeit in %2, in %3</translation>
    </message>
    <message>
        <source>Times count from %1</source>
        <translation>Zeiten zählen ab %1</translation>
    </message>
    <message>
        <source>The key expires at that time: a theoretical arrival time</source>
        <translation>Der Key läuft zu dieser Zeit ab: eine theoretische Ankunftszeit</translation>
    </message>
    <message>
        <source>A number, and the time at which it was true</source>
        <translation>Eine Zahl und die Zeit, zu der sie galt</translation>
    </message>
    <message>
        <source>Each entry is a time in %1</source>
        <translation>Jeder Eintrag ist eine Zeit in %1</translation>
    </message>
    <message>
        <source>Each score is a time in %1</source>
        <translation>Jeder Score ist eine Zeit in %1</translation>
    </message>
    <message>
        <source>The expiry seems to be set by the first request of a window</source>
        <translation>Den Ablauf scheint die erste Anfrage eines Fensters zu setzen</translation>
    </message>
    <message>
        <source>The key expires %1 after the newest entry</source>
        <translation>Der Key läuft %1 nach dem neuesten Eintrag ab</translation>
    </message>
    <message>
        <source>The expiry moved with the last request</source>
        <translation>Der Ablauf verschob sich mit der letzten Anfrage</translation>
    </message>
    <message>
        <source>The key never expires</source>
        <translation>Der Key läuft nie ab</translation>
    </message>
    <message>
        <source>The name has the number of a window of %1</source>
        <translation>Der Name enthält die Nummer eines Fensters von %1</translation>
    </message>
    <message>
        <source>The name has the start of a window</source>
        <translation>Der Name enthält den Beginn eines Fensters</translation>
    </message>
    <message>
        <source>The key outlives its window: the older window is weighted</source>
        <translation>Der Key überlebt sein Fenster: Das ältere Fenster wird gewichtet</translation>
    </message>
    <message>
        <source>The expiry suggests a window of %1</source>
        <translation>Der Ablauf legt ein Fenster von %1 nahe</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other key(s) have the same pattern</source>
        <translation>
            <numerusform>%Ln anderer Key hat dasselbe Muster</numerusform>
            <numerusform>%Ln andere Keys haben dasselbe Muster</numerusform>
        </translation>
    </message>
    <message>
        <source>No other key tells which part of the name is the token: check the key pattern</source>
        <translation>Kein anderer Key verrät, welcher Teil des Namens das Token ist: Key-Muster prüfen</translation>
    </message>
    <message>
        <source>%1 belongs to the same token</source>
        <translation>%1 gehört zum selben Token</translation>
    </message>
    <message>
        <source>The value can be read in another way, too: check what it says</source>
        <translation>Der Wert lässt sich auch anders lesen: prüfen, was er besagt</translation>
    </message>
    <message>
        <source>The key does not match</source>
        <translation>Der Key passt nicht dazu</translation>
    </message>
    <message>
        <source>It does not tell these keys from others: add text that all of them have</source>
        <translation>Es unterscheidet diese Keys nicht von anderen: Text ergänzen, den alle enthalten</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Rücktaste</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Ins</source>
        <translation>Einfg</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Ab</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>&amp;Link-Adresse kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>SaveFile</name>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>%1 wurde nicht gespeichert: %2</translation>
    </message>
</context>
<context>
    <name>ServerFactText</name>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Commands that the server runs a second, of all clients: the average of the last second or two (INFO instantaneous_ops_per_sec).</source>
        <translation>Befehle, die der Server pro Sekunde ausführt, von allen Clients: Mittel der letzten ein, zwei Sekunden (INFO instantaneous_ops_per_sec).</translation>
    </message>
    <message>
        <source>this window</source>
        <translation>dieses Fenster</translation>
    </message>
    <message>
        <source>of one core</source>
        <translation>eines Kerns</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>since it started</source>
        <translation>seit dem Start</translation>
    </message>
    <message>
        <source>Commands that the server has run since it started (INFO total_commands_processed).</source>
        <translation>Befehle, die der Server seit dem Start ausgeführt hat (INFO total_commands_processed).</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>CPU time of the server&apos;s process since it started, user and system together (INFO used_cpu_user and used_cpu_sys).</source>
        <translation>CPU-Zeit des Serverprozesses seit dem Start, user und system zusammen (INFO used_cpu_user und used_cpu_sys).</translation>
    </message>
    <message>
        <source>What this window alone costs the server: the commands that it sends, times what each takes there by the server&apos;s own account (INFO commandstats and cpu).</source>
        <translation>Was dieses Fenster allein den Server kostet: seine Befehle, mal dem, was jeder dort nach eigener Rechnung des Servers braucht (INFO commandstats und cpu).</translation>
    </message>
    <message>
        <source>Reading in the background takes at most %L1 % of a core. The menu at the top of the window changes that.</source>
        <translation>Das Lesen im Hintergrund braucht höchstens %L1 % eines Kerns. Das Menü oben im Fenster ändert das.</translation>
    </message>
    <message>
        <source>Reading in the background has no limit. The menu at the top of the window changes that.</source>
        <translation>Das Lesen im Hintergrund hat keine Grenze. Das Menü oben im Fenster ändert das.</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln other command(s)</source>
        <translation>
            <numerusform>und %Ln anderer Befehl</numerusform>
            <numerusform>und %Ln andere Befehle</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, %3 of a core</source>
        <translation>%1: %2, %3 eines Kerns</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Memory that the server has allocated (INFO used_memory), and its limit (maxmemory). Without a limit, it can use all available memory.</source>
        <translation>Speicher, den der Server belegt (INFO used_memory), und seine Grenze (maxmemory). Ohne Grenze kann er allen verfügbaren Speicher nutzen.</translation>
    </message>
    <message>
        <source>at the memory limit</source>
        <translation>an der Speichergrenze</translation>
    </message>
    <message>
        <source>What the server does when it reaches its memory limit (maxmemory-policy): noeviction refuses writes, all others evict keys. Evicting a key loses the state or block stored in it.</source>
        <translation>Was der Server an seiner Speichergrenze tut (maxmemory-policy): noeviction verweigert das Schreiben, alle anderen verdrängen Keys. Mit einem verdrängten Key geht der Zustand oder die Sperre darin verloren.</translation>
    </message>
    <message>
        <source>evicted keys</source>
        <translation>verdrängte Keys</translation>
    </message>
    <message>
        <source>Keys that the server has evicted since it started, because memory ran out (INFO evicted_keys). A token whose key was evicted starts again with its whole quota.</source>
        <translation>Keys, die der Server seit dem Start verdrängt hat, weil der Speicher ausging (INFO evicted_keys). Ein Token, dessen Key verdrängt wurde, beginnt wieder mit dem ganzen Kontingent.</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>last measured</source>
        <translation>zuletzt gemessen</translation>
    </message>
    <message>
        <source>The last round trip of TIME from this machine. It is measured every 10 s.</source>
        <translation>Der letzte Roundtrip von TIME von diesem Rechner aus. Er wird alle 10 s gemessen.</translation>
    </message>
    <message>
        <source>These are the round trips in which this window reads what is on screen. Each carries one command or many, and takes the time of the network and of running them. The server&apos;s own figures are in LATENCY LATEST.</source>
        <translation>Das sind die Roundtrips, in denen dieses Fenster liest, was zu sehen ist. Jeder trägt einen oder viele Befehle und dauert so lange wie das Netz und ihre Ausführung. Die Zahlen des Servers stehen in LATENCY LATEST.</translation>
    </message>
    <message>
        <source>of %1 in 10 minutes</source>
        <translation>von %1 in 10 Minuten</translation>
    </message>
    <message>
        <source>99 % of round trips</source>
        <translation>99 % der Roundtrips</translation>
    </message>
    <message>
        <source>fewer than 100 yet</source>
        <translation>noch weniger als 100</translation>
    </message>
    <message>
        <source>99 % of the round trips of the last ten minutes took at most that. %1</source>
        <translation>99 % der Roundtrips der letzten zehn Minuten dauerten höchstens so lange. %1</translation>
    </message>
    <message>
        <source>longest round trip</source>
        <translation>längster Roundtrip</translation>
    </message>
    <message>
        <source>The longest round trip of the last ten minutes. %1</source>
        <translation>Der längste Roundtrip der letzten zehn Minuten. %1</translation>
    </message>
    <message>
        <source>clients</source>
        <translation>Clients</translation>
    </message>
    <message>
        <source>Connections to the server, those of this window included (INFO connected_clients). CLIENT LIST names them.</source>
        <translation>Verbindungen zum Server, die dieses Fensters eingeschlossen (INFO connected_clients). CLIENT LIST nennt sie.</translation>
    </message>
    <message>
        <source>blocked clients</source>
        <translation>blockierte Clients</translation>
    </message>
    <message>
        <source>Clients that wait in a blocking command, such as BLPOP or XREAD BLOCK (INFO blocked_clients). These are not blocked tokens. Each Ratewarden window waits so for new policies.</source>
        <translation>Clients, die in einem blockierenden Befehl wie BLPOP oder XREAD BLOCK warten (INFO blocked_clients). Das sind keine gesperrten Tokens. Jedes Ratewarden-Fenster wartet so auf neue Policies.</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>Replikate</translation>
    </message>
    <message>
        <source>Replicas that are connected to this server (INFO connected_slaves).</source>
        <translation>Replikate, die mit diesem Server verbunden sind (INFO connected_slaves).</translation>
    </message>
    <message>
        <source>replica lag</source>
        <translation>Rückstand der Replikate</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>How long ago the replica that is furthest behind last acknowledged what it received (INFO, lag of slave0 and so on).</source>
        <translation>Vor wie langer Zeit das am weitesten zurückliegende Replikat zuletzt bestätigt hat, was es empfing (INFO, lag von slave0 usw.).</translation>
    </message>
    <message>
        <source>role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>Replikat</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>Primary</translation>
    </message>
    <message>
        <source>A primary takes writes. A replica only follows its primary (INFO role).</source>
        <translation>Ein Primary nimmt Schreibvorgänge an. Ein Replikat folgt nur seinem Primary (INFO role).</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>ahead of this machine&apos;s</source>
        <translation>der dieses Rechners voraus</translation>
    </message>
    <message>
        <source>How far the server&apos;s clock is ahead of this machine&apos;s. Limiters decide by the server&apos;s clock, and the times in this window are by it, too.</source>
        <translation>Wie weit die Uhr des Servers der dieses Rechners vorausgeht. Limiter entscheiden nach der Uhr des Servers, und auch die Zeiten in diesem Fenster richten sich nach ihr.</translation>
    </message>
    <message>
        <source>▲ went back</source>
        <translation>▲ ging zurück</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>um %1</translation>
    </message>
    <message>
        <source>The server&apos;s clock went back, as after a failover to a host whose clock is behind. What ends at a set time, such as a block, ends later by that much.</source>
        <translation>Die Uhr des Servers ging zurück, wie nach einem Failover auf einen Host mit nachgehender Uhr. Was zu fester Zeit endet, etwa eine Sperre, endet um so viel später.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>▲ went forward</source>
        <translation>▲ sprang vor</translation>
    </message>
    <message>
        <source>The server&apos;s clock went forward, as after a failover to a host whose clock is ahead. What was used is free again, and blocks end, sooner by that much.</source>
        <translation>Die Uhr des Servers sprang vor, wie nach einem Failover auf einen Host mit vorgehender Uhr. Verbrauchtes wird um so viel früher frei, und Sperren enden um so viel früher.</translation>
    </message>
</context>
<context>
    <name>SlotText</name>
    <message>
        <source>age not known</source>
        <translation>Alter nicht bekannt</translation>
    </message>
    <message>
        <source>ends in %1</source>
        <translation>endet in %1</translation>
    </message>
    <message>
        <source>its end is not known</source>
        <translation>sein Ende ist nicht bekannt</translation>
    </message>
</context>
<context>
    <name>TimeAxis</name>
    <message>
        <source>%1 up to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>letzte %1</translation>
    </message>
</context>
<context>
    <name>TimeMark</name>
    <message>
        <source>by %1, %2</source>
        <translation>von %1, %2</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>override</source>
        <translation>Ausnahme</translation>
    </message>
    <message>
        <source>lifted</source>
        <translation>aufgehoben</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>unblocked</source>
        <translation>entsperrt</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>zurückgesetzt</translation>
    </message>
    <message>
        <source>mark</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>evicted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>scripts flushed</source>
        <translation>Skripte geleert</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>moment</source>
        <translation>Moment</translation>
    </message>
    <message>
        <source>alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>back by %1</source>
        <translation>um %1 zurück</translation>
    </message>
    <message>
        <source>another process answers: a restart or a failover</source>
        <translation>ein anderer Prozess antwortet: Neustart oder Failover</translation>
    </message>
    <message>
        <source>it has taken over from another node, in a failover</source>
        <translation>hat von einem anderen Knoten übernommen, in einem Failover</translation>
    </message>
    <message>
        <source>%1 keys, as memory ran out</source>
        <translation>%1 Keys, da der Speicher ausging</translation>
    </message>
    <message>
        <source>limiters load theirs again</source>
        <translation>Limiter laden ihre neu</translation>
    </message>
    <message>
        <source>forward by %1</source>
        <translation>um %1 vor</translation>
    </message>
</context>
<context>
    <name>TokenArea</name>
    <message>
        <source>known since %1</source>
        <translation>bekannt seit %1</translation>
    </message>
    <message>
        <source>requests are neither logged nor counted</source>
        <translation>Anfragen werden weder protokolliert noch gezählt</translation>
    </message>
</context>
<context>
    <name>TokenColumns</name>
    <message>
        <source>every policy</source>
        <translation>jede Policy</translation>
    </message>
    <message>
        <source>every</source>
        <translation>jede</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 of ?</source>
        <translation>%1 von ?</translation>
    </message>
    <message>
        <source>rules not known</source>
        <translation>Regeln nicht bekannt</translation>
    </message>
    <message>
        <source>%1 of %2, override</source>
        <translation>%1 von %2, Ausnahme</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>≤ %1</source>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>The client being limited: a user, an IP, an API key</source>
        <translation>Der begrenzte Client: ein Benutzer, eine IP, ein API-Key</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>The policy whose rules apply</source>
        <translation>Die Policy, deren Regeln gelten</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Which limiter wrote the keys</source>
        <translation>Welcher Limiter die Keys geschrieben hat</translation>
    </message>
    <message>
        <source>Tightest rule</source>
        <translation>Engste Regel</translation>
    </message>
    <message>
        <source>Used of the rule whose limit is used up the furthest</source>
        <translation>Verbrauch der Regel, deren Limit am weitesten ausgeschöpft ist</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Rest</translation>
    </message>
    <message>
        <source>Units left under the tightest rule</source>
        <translation>Unter der engsten Regel übrige Einheiten</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>When the next request of cost 1 is allowed; &quot;≤&quot;: then at the latest: the limit is not known, or a request in flight may end before</source>
        <translation>Wann die nächste Anfrage mit Kosten 1 zugelassen wird; „≤“: spätestens dann: Das Limit ist nicht bekannt, oder eine laufende Anfrage kann vorher enden</translation>
    </message>
    <message>
        <source>Allowed/s</source>
        <translation>Zugel./s</translation>
    </message>
    <message>
        <source>Allowed requests a second over the last 10 to 20 s; only where the policy counts requests. Sorted by the sum of ten minutes</source>
        <translation>Zugelassene Anfragen pro Sekunde über die letzten 10 bis 20 s; nur wo die Policy Anfragen zählt. Sortiert nach der Summe von zehn Minuten</translation>
    </message>
    <message>
        <source>Denied/s</source>
        <translation>Abgel./s</translation>
    </message>
    <message>
        <source>Denied requests a second over the last 10 to 20 s; only where the policy counts requests. Sorted by the sum of ten minutes</source>
        <translation>Abgelehnte Anfragen pro Sekunde über die letzten 10 bis 20 s; nur wo die Policy Anfragen zählt. Sortiert nach der Summe von zehn Minuten</translation>
    </message>
    <message>
        <source>10 min</source>
        <translation>10 min</translation>
    </message>
    <message>
        <source>Requests of the last ten minutes: allowed ones above the line, denied ones below it</source>
        <translation>Anfragen der letzten zehn Minuten: zugelassene über der Linie, abgelehnte darunter</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>limited: a rule refuses the next request of cost 1; near: 80 % or more of a limit is used, but for rules of 2 s or less, such as 1/s, which are full for a moment only; idle: nothing is used. Sorted by it, whoever was denied in the last minute comes first: who was denied most in ten minutes, then who waits longest</source>
        <translation>begrenzt: Eine Regel lehnt die nächste Anfrage mit Kosten 1 ab; knapp: 80 % oder mehr eines Limits sind verbraucht, außer bei Regeln von 2 s oder weniger, etwa 1/s, die nur einen Moment lang voll sind; ruhig: nichts ist verbraucht. Sortiert danach: zuerst, wer in der letzten Minute abgelehnt wurde: wer in zehn Minuten am meisten, dann wer am längsten wartet</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>Läuft ab</translation>
    </message>
    <message>
        <source>When Redis forgets the token&apos;s state, if nothing more is charged</source>
        <translation>Wann Redis den Zustand des Tokens vergisst, wenn nichts mehr angerechnet wird</translation>
    </message>
</context>
<context>
    <name>TokenSentence</name>
    <message>
        <source>Would deny the next request for %1, by %2. Nobody is denied: these are the rules of a candidate</source>
        <translation>Würde die nächste Anfrage %1 lang ablehnen, wegen %2. Niemand wird abgelehnt: Dies sind die Regeln eines Kandidaten</translation>
    </message>
    <message>
        <source>Would deny every request: the limit of %1 is 0. Nobody is denied: these are the rules of a candidate</source>
        <translation>Würde jede Anfrage ablehnen: Das Limit von %1 ist 0. Niemand wird abgelehnt: Dies sind die Regeln eines Kandidaten</translation>
    </message>
    <message>
        <source>Would allow the next request, %1 left under %2. Nobody is denied: these are the rules of a candidate</source>
        <translation>Würde die nächste Anfrage zulassen, noch %1 unter %2. Niemand wird abgelehnt: Dies sind die Regeln eines Kandidaten</translation>
    </message>
    <message>
        <source>Blocked for another %1: %2</source>
        <translation>Gesperrt noch %1: %2</translation>
    </message>
    <message>
        <source>Blocked for good: %1</source>
        <translation>Auf Dauer gesperrt: %1</translation>
    </message>
    <message>
        <source>No rules are published for this token. Publish them on the Policies page.</source>
        <translation>Für dieses Token sind keine Regeln veröffentlicht. Auf der Seite Policies veröffentlichen.</translation>
    </message>
    <message>
        <source>Next request when one in flight ends, in %1 at the latest, held back by %2</source>
        <translation>Nächste Anfrage, wenn eine laufende endet, spätestens in %1, wegen %2</translation>
    </message>
    <message>
        <source>Next request in %1, held back by %2</source>
        <translation>Nächste Anfrage in %1, wegen %2</translation>
    </message>
    <message>
        <source>No request is ever allowed: the limit of %1 is 0</source>
        <translation>Keine Anfrage wird je zugelassen: Das Limit von %1 ist 0</translation>
    </message>
    <message>
        <source>Next request is allowed now, %1 left under %2</source>
        <translation>Nächste Anfrage jetzt zugelassen, noch %1 unter %2</translation>
    </message>
    <message>
        <source>%1; denied lately: %2/s</source>
        <translation>%1; zuletzt abgelehnt: %2/s</translation>
    </message>
    <message>
        <source>Next request in %1 at the latest, held back by %2</source>
        <translation>Nächste Anfrage spätestens in %1, wegen %2</translation>
    </message>
    <message>
        <source>Allowed now, %1 left under %2</source>
        <translation>Jetzt zugelassen, noch %1 unter %2</translation>
    </message>
    <message>
        <source>Next request in %1, held back by the limit in its keys</source>
        <translation>Nächste Anfrage in %1, wegen des Limits in den Keys</translation>
    </message>
    <message>
        <source>The next request is denied by the limit in its keys</source>
        <translation>Die nächste Anfrage lehnt das Limit in den Keys ab</translation>
    </message>
    <message>
        <source>Blocked for good</source>
        <translation>Auf Dauer gesperrt</translation>
    </message>
    <message>
        <source>Blocked for another %1</source>
        <translation>Gesperrt noch %1</translation>
    </message>
</context>
<context>
    <name>TokenStatus</name>
    <message>
        <source>would deny</source>
        <translation>würde abl.</translation>
    </message>
    <message>
        <source>limited</source>
        <translation>begrenzt</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>near</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>ruhig</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>WarningText</name>
    <message>
        <source> It uses %1 of %2 now.</source>
        <translation> Er belegt jetzt %1 von %2.</translation>
    </message>
    <message>
        <source>Find out why the client ignores its denials.</source>
        <translation>Herausfinden, warum der Client seine Ablehnungen missachtet.</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Nothing is wrong. All tokens are checked for keys that never expire or expire far too late, stale locks, slots that are
never given back, counts below zero or far above the limit, counters that fell, times ahead or in a wrong unit,
logs that are never trimmed, clients that go on though they are denied, and proxies that share one limit; policies, for keys
that follow them; the server, for settings that may evict blocks.</source>
        <translation>Alles in Ordnung. Geprüft werden alle Tokens auf Keys, die nie oder viel zu spät ablaufen, verwaiste Locks, nie zurückgegebene
Slots, Zähler unter null oder weit über dem Limit, gefallene Zähler, Zeiten in der Zukunft oder in falscher Einheit,
nie gekürzte Logs, Clients, die trotz Ablehnung weitermachen, und Proxys, die ein Limit teilen; Policies auf Keys, die
ihnen folgen; der Server auf Einstellungen, die Sperren verdrängen können.</translation>
    </message>
</context>
<context>
    <name>WindowKeys</name>
    <message>
        <source>↓, Return</source>
        <translation>↓, Eingabe</translation>
    </message>
    <message>
        <source>From the filter into the list</source>
        <translation>Vom Filter in die Liste</translation>
    </message>
    <message>
        <source>Ctrl+Space</source>
        <translation>Strg+Leertaste</translation>
    </message>
    <message>
        <source>In the filter: offer words</source>
        <translation>Im Filter: Wörter anbieten</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Rücktaste</translation>
    </message>
    <message>
        <source>In the filter: take the last word back</source>
        <translation>Im Filter: letztes Wort zurücknehmen</translation>
    </message>
    <message>
        <source>Alt+click</source>
        <translation>Alt+Klick</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Menu key</source>
        <translation>Menütaste</translation>
    </message>
    <message>
        <source>What can be done with the row</source>
        <translation>Was mit der Zeile getan werden kann</translation>
    </message>
    <message>
        <source>Open the number or the row</source>
        <translation>Zahl oder Zeile öffnen</translation>
    </message>
    <message>
        <source>Open the prefix</source>
        <translation>Präfix öffnen</translation>
    </message>
    <message>
        <source>Up to the prefix above</source>
        <translation>Zum Präfix darüber</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Delete the key; on Tokens it resets the token</source>
        <translation>Key löschen; auf Tokens wird das Token zurückgesetzt</translation>
    </message>
    <message>
        <source>Edit the policy</source>
        <translation>Policy bearbeiten</translation>
    </message>
    <message>
        <source>Open the token</source>
        <translation>Token öffnen</translation>
    </message>
    <message>
        <source>Show the tokens</source>
        <translation>Tokens zeigen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Mark the token as one to stop</source>
        <translation>Token zum Stoppen markieren</translation>
    </message>
    <message>
        <source>Mark the selected rows, or unmark them</source>
        <translation>Gewählte Zeilen markieren oder Marke entfernen</translation>
    </message>
    <message>
        <source>Shift+Space</source>
        <translation>Umschalt+Leertaste</translation>
    </message>
    <message>
        <source>Mark the rows from the last mark to here</source>
        <translation>Zeilen von der letzten Marke bis hier markieren</translation>
    </message>
    <message>
        <source>Mark all listed</source>
        <translation>Alle gelisteten markieren</translation>
    </message>
    <message>
        <source>Ctrl+V</source>
        <translation>Strg+V</translation>
    </message>
    <message>
        <source>Mark the pasted names, one on each line</source>
        <translation>Eingefügte Namen markieren, einer pro Zeile</translation>
    </message>
    <message>
        <source>Esc, Esc</source>
        <translation>Esc, Esc</translation>
    </message>
    <message>
        <source>Unmark all</source>
        <translation>Alle Marken entfernen</translation>
    </message>
    <message>
        <source>Reset the token; on Keys it deletes the key</source>
        <translation>Token zurücksetzen; auf Keys wird der Key gelöscht</translation>
    </message>
    <message>
        <source>Earlier, later</source>
        <translation>Früher, später</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>The first, the last</source>
        <translation>Die erste, die letzte</translation>
    </message>
    <message>
        <source>The numbers as a table</source>
        <translation>Die Zahlen als Tabelle</translation>
    </message>
    <message>
        <source>Mark these ten seconds</source>
        <translation>Diese zehn Sekunden markieren</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Insert, Delete</source>
        <translation>Einfg, Entf</translation>
    </message>
    <message>
        <source>End the playback</source>
        <translation>Abspielen beenden</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>The request before, the next one</source>
        <translation>Vorige, nächste Anfrage</translation>
    </message>
    <message>
        <source>The event before, the next one: a denial, a change</source>
        <translation>Voriges, nächstes Ereignis: eine Ablehnung, eine Änderung</translation>
    </message>
    <message>
        <source>Mark a time; so does dragging</source>
        <translation>Einen Zeitraum markieren; auch durch Ziehen</translation>
    </message>
    <message>
        <source>Name this moment, on all charts</source>
        <translation>Diesen Moment benennen, in allen Diagrammen</translation>
    </message>
    <message>
        <source>Unmark the time</source>
        <translation>Markierung des Zeitraums aufheben</translation>
    </message>
    <message>
        <source>Fit the marked time; without one, as at first</source>
        <translation>Den markierten Zeitraum einpassen; ohne einen wie zu Beginn</translation>
    </message>
    <message>
        <source>Filter by the value, as the menu does; with Shift, leave it out</source>
        <translation>Nach dem Wert filtern, wie das Menü; mit Umschalt ausschließen</translation>
    </message>
    <message>
        <source>Move the bound of the alert</source>
        <translation>Grenze des Alarms verschieben</translation>
    </message>
    <message>
        <source>Mark this bar of all requests</source>
        <translation>Diesen Balken aller Anfragen markieren</translation>
    </message>
    <message>
        <source>Add or remove a request that is edited; Backspace removes it, too</source>
        <translation>Bearbeitete Anfrage hinzufügen oder entfernen; auch die Rücktaste entfernt</translation>
    </message>
    <message>
        <source>Alt+←  →</source>
        <translation>Alt+←  →</translation>
    </message>
    <message>
        <source>Move the request that is edited</source>
        <translation>Bearbeitete Anfrage verschieben</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>Where requests are edited: by half of what is shown</source>
        <translation>Wo Anfragen bearbeitet werden: um die Hälfte des Gezeigten</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>To the next field, list or chart; with Shift, to the one before</source>
        <translation>Zum nächsten Feld, zur nächsten Liste oder zum nächsten Diagramm; mit Umschalt zurück</translation>
    </message>
    <message>
        <source>filter:…, Return</source>
        <translation>filter:…, Eingabe</translation>
    </message>
    <message>
        <source>Name the words in front of it; Del in the offers removes a name</source>
        <translation>Die Wörter davor benennen; Entf in den Vorschlägen entfernt einen Namen</translation>
    </message>
    <message>
        <source>Zoom in, out; so do + − and the wheel, with Ctrl if the page scrolls</source>
        <translation>Vergrößern, verkleinern; auch mit + − und dem Mausrad, mit Strg auf Seiten, die scrollen</translation>
    </message>
</context>
<context>
    <name>WindowKind</name>
    <message>
        <source>charged</source>
        <translation>angerechnet</translation>
    </message>
    <message>
        <source>used, as sampled</source>
        <translation>verbraucht, laut Stichprobe</translation>
    </message>
    <message>
        <source>no room</source>
        <translation>kein Platz</translation>
    </message>
    <message>
        <source>no room, would deny</source>
        <translation>kein Platz, würde ablehnen</translation>
    </message>
    <message>
        <source>would be denied in 10 s</source>
        <translation>würden in 10 s abgelehnt</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>denied in 10 s</source>
        <translation>in 10 s abgelehnt</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>limits not known</source>
        <translation>Limits nicht bekannt</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>▲ for 10 min or longer</source>
        <translation>▲ seit 10 min oder länger</translation>
    </message>
</context>
<context>
    <name>ratewarden</name>
    <message>
        <source>blocked then; by whom is no longer known</source>
        <translation>damals gesperrt; von wem, ist nicht mehr bekannt</translation>
    </message>
    <message>
        <source>blocked by %1 from %2 to %3: “%4”</source>
        <translation>gesperrt von %1, von %2 bis %3: „%4“</translation>
    </message>
    <message>
        <source>blocked by %1 since %2, for good: “%3”</source>
        <translation>gesperrt von %1 seit %2, auf Dauer: „%3“</translation>
    </message>
    <message>
        <source>denied: a cost of %1 never fits %2</source>
        <translation>abgelehnt: Kosten von %1 passen nie in %2</translation>
    </message>
    <message>
        <source>denied by %1: %2 of %3 were used, and the request cost %4</source>
        <translation>abgelehnt wegen %1: %2 von %3 waren verbraucht, und die Anfrage kostete %4</translation>
    </message>
    <message>
        <source>denied by %1: at least %2 of %3 were used, and the request cost %4</source>
        <translation>abgelehnt wegen %1: Mindestens %2 von %3 waren verbraucht, und die Anfrage kostete %4</translation>
    </message>
    <message>
        <source>denied by %1, the only rule</source>
        <translation>abgelehnt wegen %1, der einzigen Regel</translation>
    </message>
    <message>
        <source>denied by %1: every other rule had room</source>
        <translation>abgelehnt wegen %1: Jede andere Regel hatte Platz</translation>
    </message>
    <message>
        <source>denied by one or more of %1; which is not known</source>
        <translation>abgelehnt wegen einer oder mehrerer von %1; welcher, ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1 denials of that time are remembered, not all for the same reason</source>
        <translation>%1 Ablehnungen dieser Zeit sind gemerkt, nicht alle aus demselben Grund</translation>
    </message>
    <message>
        <source>not denied by this limiter: every rule had room</source>
        <translation>nicht von diesem Limiter abgelehnt: Jede Regel hatte Platz</translation>
    </message>
    <message>
        <source>not denied by this limiter: the policy denied nothing, it was in mode %1</source>
        <translation>nicht von diesem Limiter abgelehnt: Die Policy lehnte nichts ab, sie war im Modus %1</translation>
    </message>
    <message>
        <source>no such policy was published then: only a limiter with rules of its own may have denied it</source>
        <translation>damals war keine solche Policy veröffentlicht: Nur ein Limiter mit eigenen Regeln kann abgelehnt haben</translation>
    </message>
    <message>
        <source>exact, by what Redis holds</source>
        <translation>exakt, nach dem Inhalt von Redis</translation>
    </message>
    <message>
        <source>so says the audit trail</source>
        <translation>so sagt es das Audit-Protokoll</translation>
    </message>
    <message>
        <source>not certain</source>
        <translation>nicht sicher</translation>
    </message>
    <message>
        <source>the token&apos;s state is gone</source>
        <translation>der Zustand des Tokens ist weg</translation>
    </message>
    <message>
        <source>the token&apos;s state could not be read</source>
        <translation>der Zustand des Tokens war nicht lesbar</translation>
    </message>
    <message>
        <source>what is stored has begun since</source>
        <translation>das Gespeicherte begann erst danach</translation>
    </message>
    <message>
        <source>an operator has changed what is used since</source>
        <translation>ein Operator hat den Verbrauch seither geändert</translation>
    </message>
    <message>
        <source>other rules have been in force since</source>
        <translation>seither gelten andere Regeln</translation>
    </message>
    <message>
        <source>this layout keeps nothing of earlier moments</source>
        <translation>dieses Layout behält nichts von früheren Zeitpunkten</translation>
    </message>
    <message>
        <source>%1: denied, %2 of %3 used</source>
        <translation>%1: abgelehnt, %2 von %3 verbraucht</translation>
    </message>
    <message>
        <source>%1: denied, %2 of %3 or more used</source>
        <translation>%1: abgelehnt, %2 von %3 oder mehr verbraucht</translation>
    </message>
    <message>
        <source>%1: had room, %2 of %3 used</source>
        <translation>%1: hatte Platz, %2 von %3 verbraucht</translation>
    </message>
    <message>
        <source>%1: had room, at most %2 of %3 used</source>
        <translation>%1: hatte Platz, höchstens %2 von %3 verbraucht</translation>
    </message>
    <message>
        <source>%1: may have denied, from %2 to %3 of %4 used</source>
        <translation>%1: kann abgelehnt haben, %2 bis %3 von %4 verbraucht</translation>
    </message>
    <message>
        <source>%1: may have denied, %2 of %3 or more used</source>
        <translation>%1: kann abgelehnt haben, %2 von %3 oder mehr verbraucht</translation>
    </message>
    <message>
        <source>%1: not known, as %2</source>
        <translation>%1: nicht bekannt, denn %2</translation>
    </message>
    <message>
        <source>%1 was filled by one request of %2 at %3</source>
        <translation>%1 wurde von einer Anfrage von %2 um %3 gefüllt</translation>
    </message>
    <message>
        <source>%1 was filled by %2 requests from %3 to %4, the largest of %5</source>
        <translation>%1 wurde von %2 Anfragen von %3 bis %4 gefüllt, die größte von %5</translation>
    </message>
    <message>
        <source>%1 was filled by %2 requests from %3 to %4</source>
        <translation>%1 wurde von %2 Anfragen von %3 bis %4 gefüllt</translation>
    </message>
    <message>
        <source>remembered: denied by a block, “%1”</source>
        <translation>gemerkt: abgelehnt durch eine Sperre, „%1“</translation>
    </message>
    <message>
        <source>remembered: denied by a block</source>
        <translation>gemerkt: abgelehnt durch eine Sperre</translation>
    </message>
    <message>
        <source>remembered: denied by rule %2, which is no longer known, “%1”</source>
        <translation>gemerkt: abgelehnt durch Regel %2, die nicht mehr bekannt ist, „%1“</translation>
    </message>
    <message>
        <source>remembered: denied by rule %2, which is no longer known</source>
        <translation>gemerkt: abgelehnt durch Regel %2, die nicht mehr bekannt ist</translation>
    </message>
    <message>
        <source>remembered: %2 would have denied a cost of %3, “%1”</source>
        <translation>gemerkt: %2 hätte Kosten von %3 abgelehnt, „%1“</translation>
    </message>
    <message>
        <source>remembered: %2 would have denied a cost of %3</source>
        <translation>gemerkt: %2 hätte Kosten von %3 abgelehnt</translation>
    </message>
    <message>
        <source>remembered: a cost of %3 never fits %2, “%1”</source>
        <translation>gemerkt: Kosten von %3 passen nie in %2, „%1“</translation>
    </message>
    <message>
        <source>remembered: a cost of %3 never fits %2</source>
        <translation>gemerkt: Kosten von %3 passen nie in %2</translation>
    </message>
    <message>
        <source>remembered: denied by %2 at a cost of %3, retry after %4, “%1”</source>
        <translation>gemerkt: abgelehnt durch %2 bei Kosten von %3, Retry nach %4, „%1“</translation>
    </message>
    <message>
        <source>remembered: denied by %2 at a cost of %3, retry after %4</source>
        <translation>gemerkt: abgelehnt durch %2 bei Kosten von %3, Retry nach %4</translation>
    </message>
    <message>
        <source>of that time no denial is remembered; the nearest of %1 is of %2</source>
        <translation>aus dieser Zeit ist keine Ablehnung gemerkt; die nächste von %1 ist von %2</translation>
    </message>
    <message>
        <source>it would have passed %1 later, at %2, had nothing else been charged</source>
        <translation>wäre %1 später, um %2, durchgekommen, wenn sonst nichts angerechnet worden wäre</translation>
    </message>
    <message>
        <source>it would have passed at a cost of %1</source>
        <translation>wäre mit Kosten von %1 durchgekommen</translation>
    </message>
    <message>
        <source>it would have passed under version %1 of the policy, with the same charges</source>
        <translation>wäre unter Version %1 der Policy durchgekommen, mit denselben Anrechnungen</translation>
    </message>
    <message>
        <source>without the block, only a rule could have denied it</source>
        <translation>ohne die Sperre hätte nur eine Regel ablehnen können</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 by %2: “%3”</source>
        <translation>%1 von %2: „%3“</translation>
    </message>
    <message>
        <source>version %1 of the policy: %2</source>
        <translation>Version %1 der Policy: %2</translation>
    </message>
    <message>
        <source>version %1 of the policy, by %3: %2</source>
        <translation>Version %1 der Policy, von %3: %2</translation>
    </message>
    <message>
        <source>the token&apos;s override, by %1: %2</source>
        <translation>die Ausnahme des Tokens, von %1: %2</translation>
    </message>
    <message>
        <source>an operator changed something of the token at about that time: that may be why</source>
        <translation>ein Operator änderte etwa zu dieser Zeit etwas am Token: Das kann der Grund sein</translation>
    </message>
    <message>
        <source>which version of the policy the limiters used then is not certain</source>
        <translation>welche Version der Policy die Limiter damals nutzten, ist nicht sicher</translation>
    </message>
    <message>
        <source>“had room” assumes that callers have given nothing back and reset nothing since: that leaves no trace</source>
        <translation>„hatte Platz“ nimmt an, dass Aufrufer seither nichts zurückgegeben oder zurückgesetzt haben: Das hinterlässt keine Spur</translation>
    </message>
    <message>
        <source>unless Redis could not be reached then: limiters decide without it, and that leaves no trace</source>
        <translation>es sei denn, Redis war damals nicht erreichbar: Limiter entscheiden dann ohne, und das hinterlässt keine Spur</translation>
    </message>
    <message>
        <source>not all of the audit trail could be read: a block, or another change, may be missing</source>
        <translation>das Audit-Protokoll war nicht ganz lesbar: Eine Sperre oder andere Änderung kann fehlen</translation>
    </message>
    <message>
        <source>to know more next time: the sliding logs keep every charge with its time</source>
        <translation>um nächstes Mal mehr zu wissen: Gleitende Logs behalten jede Anrechnung mit ihrer Zeit</translation>
    </message>
    <message>
        <source>to know next time: a policy with counters and &quot;denials&quot; has Redis remember each token&apos;s last denials for three days</source>
        <translation>um es nächstes Mal zu wissen: Bei einer Policy mit Zählern und „denials“ merkt sich Redis die letzten Ablehnungen jedes Tokens drei Tage lang</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>age of token</source>
        <translation>Alter des Tokens</translation>
    </message>
    <message>
        <source>phase of the window</source>
        <translation>Phase des Fensters</translation>
    </message>
    <message>
        <source>since a change</source>
        <translation>seit einer Änderung</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>innerhalb %1</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>länger</translation>
    </message>
    <message>
        <source>a block</source>
        <translation>eine Sperre</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Nothing is different: denials went from %1 to %2 per min, which may be chance.</source>
        <translation>Nichts ist anders: Ablehnungen gingen von %1 auf %2 pro min, was Zufall sein kann.</translation>
    </message>
    <message>
        <source>About as many denials as before, but others: %1 %% have %2.</source>
        <translation>Etwa so viele Ablehnungen wie davor, aber andere: %1 %% haben %2.</translation>
    </message>
    <message>
        <source>About as many denials as before, but others: %1 %% have %2 (%3 %% before).</source>
        <translation>Etwa so viele Ablehnungen wie davor, aber andere: %1 %% haben %2 (davor %3 %%).</translation>
    </message>
    <message>
        <source>Denials rose from %1 to %2 per min, of all alike</source>
        <translation>Ablehnungen stiegen von %1 auf %2 pro min, bei allen gleich</translation>
    </message>
    <message>
        <source>%1 %% of the %2 new denials have %3</source>
        <translation>%1 %% der %2 neuen Ablehnungen haben %3</translation>
    </message>
    <message>
        <source>Denials fell from %1 to %2 per min, of all alike</source>
        <translation>Ablehnungen fielen von %1 auf %2 pro min, bei allen gleich</translation>
    </message>
    <message>
        <source>%1; %2 %% of those missing had %3</source>
        <translation>%1; %2 %% der fehlenden hatten %3</translation>
    </message>
    <message>
        <source>Denials fell from %1 to %2 per min</source>
        <translation>Ablehnungen fielen von %1 auf %2 pro min</translation>
    </message>
    <message>
        <source>%1; %2 %% of the requests have %3 (%4 %% before)</source>
        <translation>%1; %2 %% der Anfragen haben %3 (davor %4 %%)</translation>
    </message>
    <message>
        <source>%1; that began at %2.</source>
        <translation>%1; das begann um %2.</translation>
    </message>
    <message>
        <source>%1; that began with “%2”.</source>
        <translation>%1; das begann mit „%2“.</translation>
    </message>
    <message>
        <source>%1; that began %2 after “%3”.</source>
        <translation>%1; das begann %2 nach „%3“.</translation>
    </message>
    <message>
        <source>Too few denials to compare: %1, and %2 in the baseline.</source>
        <translation>Zu wenige Ablehnungen für einen Vergleich: %1, und %2 in der Vergleichszeit.</translation>
    </message>
    <message>
        <source>nodes of the cluster are unreachable</source>
        <translation>Knoten des Clusters sind nicht erreichbar</translation>
    </message>
    <message>
        <source>tokens could not be read; `ratewarden-ctl tokens` says why</source>
        <translation>Tokens konnten nicht gelesen werden; `ratewarden-ctl tokens` sagt, warum</translation>
    </message>
    <message>
        <source>the requests of no matching token are counted; &quot;counters&quot;: true in their policy does that</source>
        <translation>die Anfragen passender Tokens werden nicht gezählt; &quot;counters&quot;: true in ihrer Policy schaltet das ein</translation>
    </message>
    <message>
        <source>the rules of no matching token are known; publish a policy for them</source>
        <translation>die Regeln passender Tokens sind nicht bekannt; eine Policy für sie veröffentlichen</translation>
    </message>
    <message>
        <source>this user may not ask the server (INFO)</source>
        <translation>dieser Benutzer darf den Server nicht fragen (INFO)</translation>
    </message>
    <message>
        <source>the server has no maxmemory</source>
        <translation>der Server hat kein maxmemory</translation>
    </message>
    <message>
        <source>it takes two rounds</source>
        <translation>dafür braucht es zwei Runden</translation>
    </message>
    <message>
        <source>not all tokens could be read</source>
        <translation>nicht alle Tokens konnten gelesen werden</translation>
    </message>
    <message>
        <source>the history has not kept what it asks for; watch it for a while</source>
        <translation>der Verlauf hat nicht festgehalten, wonach gefragt ist; eine Weile überwachen</translation>
    </message>
    <message>
        <source>no watcher was running</source>
        <translation>kein Wächter lief</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>Regel %1</translation>
    </message>
    <message>
        <source>the token was limited</source>
        <translation>war das Token begrenzt</translation>
    </message>
    <message>
        <source>the token was blocked</source>
        <translation>war das Token gesperrt</translation>
    </message>
    <message>
        <source>the token was near its limit</source>
        <translation>war das Token nahe an seinem Limit</translation>
    </message>
    <message>
        <source>the token was neither limited nor near its limit</source>
        <translation>war das Token weder begrenzt noch nahe an seinem Limit</translation>
    </message>
    <message>
        <source>keys were evicted, as memory ran out</source>
        <translation>wurden Keys verdrängt, da der Speicher ausging</translation>
    </message>
    <message>
        <source>the server&apos;s scripts were flushed</source>
        <translation>wurden die Skripte des Servers geleert</translation>
    </message>
    <message>
        <source>another process answered, after a restart or a failover</source>
        <translation>antwortete ein anderer Prozess, nach Neustart oder Failover</translation>
    </message>
    <message>
        <source>at %1 %2</source>
        <translation>um %1 %2</translation>
    </message>
    <message>
        <source>at %1, on %2, %3</source>
        <translation>um %1 auf %2 %3</translation>
    </message>
    <message>
        <source>%1, %2 %% used</source>
        <translation>%1, %2 %% verbraucht</translation>
    </message>
    <message>
        <source>%1, %2 denied/s</source>
        <translation>%1, %2 abgelehnt/s</translation>
    </message>
    <message>
        <source>by the history %1: %2</source>
        <translation>laut dem Verlauf %1: %2</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>er ist leer</translation>
    </message>
    <message>
        <source>nothing of that time; it goes from %1 to %2</source>
        <translation>nichts aus dieser Zeit; er reicht von %1 bis %2</translation>
    </message>
    <message>
        <source>%1 of %2 tokens under %3 were limited at %4</source>
        <translation>%1 von %2 Tokens unter %3 waren um %4 begrenzt</translation>
    </message>
    <message>
        <source>%1, %2 by %3</source>
        <translation>%1, %2 durch %3</translation>
    </message>
    <message>
        <source>%1; %2 denied/s</source>
        <translation>%1; %2 abgelehnt/s</translation>
    </message>
    <message>
        <source>the token was not among the %1 most urgent at %2</source>
        <translation>das Token war um %2 nicht unter den %1 dringendsten</translation>
    </message>
    <message>
        <source>Check the name of the host</source>
        <translation>Namen des Hosts prüfen</translation>
    </message>
    <message>
        <source>ssh to it must work without a question: add its key to the agent, and the host to known_hosts</source>
        <translation>ssh dorthin muss ohne Rückfrage gehen: Schlüssel in den Agenten laden, Host in known_hosts eintragen</translation>
    </message>
    <message>
        <source>Somebody may be between you and the host. Compare the key&apos;s fingerprint with the host&apos;s own; only if it is right, remove the old key with ssh-keygen -R and connect once with ssh</source>
        <translation>Vielleicht ist jemand zwischen hier und dem Host. Fingerabdruck des Schlüssels mit dem des Hosts vergleichen; nur wenn er stimmt, den alten Schlüssel mit ssh-keygen -R entfernen und einmal mit ssh verbinden</translation>
    </message>
    <message>
        <source>The server needs a new certificate; no setting of the connection makes this one valid</source>
        <translation>Der Server braucht ein neues Zertifikat; keine Einstellung der Verbindung macht dieses gültig</translation>
    </message>
    <message>
        <source>What answers there is not Redis: check the host and the port</source>
        <translation>Was dort antwortet, ist kein Redis: Host und Port prüfen</translation>
    </message>
    <message>
        <source>It is still loading its data</source>
        <translation>Er lädt noch seine Daten</translation>
    </message>
    <message>
        <source>A script keeps it busy</source>
        <translation>Ein Skript beschäftigt ihn</translation>
    </message>
    <message>
        <source>It is a replica that has lost its primary</source>
        <translation>Er ist ein Replikat, das seinen Primary verloren hat</translation>
    </message>
    <message>
        <source>This node&apos;s tokens cannot be reached until it is back, or a replica takes its place</source>
        <translation>Die Tokens dieses Knotens sind nicht erreichbar, bis er zurück ist oder ein Replikat ihn ersetzt</translation>
    </message>
    <message>
        <source>Its cluster is not complete</source>
        <translation>Sein Cluster ist nicht vollständig</translation>
    </message>
    <message>
        <source>The key is moving to another node; try again soon</source>
        <translation>Der Key zieht gerade auf einen anderen Knoten um; bald erneut versuchen</translation>
    </message>
    <message>
        <source>It has too many clients; try again soon</source>
        <translation>Er hat zu viele Clients; bald erneut versuchen</translation>
    </message>
    <message>
        <source>This server is a replica; connect to its primary</source>
        <translation>Dieser Server ist ein Replikat; mit seinem Primary verbinden</translation>
    </message>
    <message>
        <source>Its memory is full. Raise maxmemory, and keep maxmemory-policy at noeviction: any other policy may evict blocks and overrides, which allows tokens that are blocked</source>
        <translation>Sein Speicher ist voll. maxmemory erhöhen und maxmemory-policy auf noeviction lassen: Jede andere kann Sperren und Ausnahmen verdrängen, was gesperrte Tokens zulässt</translation>
    </message>
    <message>
        <source>It takes no writes until it can keep them safe</source>
        <translation>Er nimmt keine Schreibvorgänge an, bis er sie sicher ablegen kann</translation>
    </message>
    <message>
        <source>Check the user and the password</source>
        <translation>Benutzer und Passwort prüfen</translation>
    </message>
    <message>
        <source>Ask for an ACL that allows it, or connect as another user</source>
        <translation>Um eine ACL bitten, die es erlaubt, oder als anderer Benutzer verbinden</translation>
    </message>
    <message>
        <source>Its clients answer from memory for a while: the change may show later.</source>
        <translation>Seine Clients antworten eine Weile aus dem Speicher: Die Änderung zeigt sich vielleicht erst später.</translation>
    </message>
    <message>
        <source>A refused request may shorten the block to one window.</source>
        <translation>Eine abgelehnte Anfrage kann die Sperre auf ein Fenster verkürzen.</translation>
    </message>
    <message>
        <source>Without requests the block ends early.</source>
        <translation>Ohne Anfragen endet die Sperre früher.</translation>
    </message>
    <message>
        <source>The layout stores whole seconds: the end is up to one second off.</source>
        <translation>Das Layout speichert ganze Sekunden: Das Ende weicht um bis zu eine Sekunde ab.</translation>
    </message>
    <message>
        <source>The block does not end by itself: it holds until it is lifted by hand.</source>
        <translation>Die Sperre endet nicht von selbst: Sie gilt, bis sie von Hand aufgehoben wird.</translation>
    </message>
    <message>
        <source>Its clients look at the list of blocked tokens only where that is switched on.</source>
        <translation>Seine Clients prüfen die Liste gesperrter Tokens nur, wo das eingeschaltet ist.</translation>
    </message>
    <message>
        <source>The block may last until the end of the window in which it ends.</source>
        <translation>Die Sperre kann bis zum Ende des Fensters dauern, in dem sie endet.</translation>
    </message>
    <message>
        <source>The token is denied for longer than that already: the block lasts as long.</source>
        <translation>Das Token wird ohnehin schon länger abgelehnt: Die Sperre dauert ebenso lange.</translation>
    </message>
    <message>
        <source>The key fits another format as well, to which what is written means something else, such as what is left for what is used: make sure which limiter it is.</source>
        <translation>Der Key passt auch zu einem anderen Format, für das der geschriebene Wert etwas anderes bedeutet, etwa den Rest statt des Verbrauchs: sicherstellen, welcher Limiter es ist.</translation>
    </message>
    <message>
        <source>When the block ends, the token has its whole quota again.</source>
        <translation>Wenn die Sperre endet, hat das Token wieder sein ganzes Kontingent.</translation>
    </message>
    <message>
        <source>When the block ends, the token&apos;s quota refills from empty.</source>
        <translation>Wenn die Sperre endet, füllt sich das Kontingent des Tokens von null an.</translation>
    </message>
    <message>
        <source>It writes a key that other tokens share.</source>
        <translation>Schreibt einen Key, den andere Tokens mitbenutzen.</translation>
    </message>
    <message>
        <source>Requests that still run are counted no longer: for a while more than the limit may run at once.</source>
        <translation>Noch laufende Anfragen werden nicht mehr gezählt: Eine Weile können mehr als das Limit zugleich laufen.</translation>
    </message>
    <message>
        <source>Check the commands: values of this format are easily misread, or it is known from its source alone.</source>
        <translation>Befehle prüfen: Werte dieses Formats werden leicht missdeutet, oder es ist nur aus seinem Quelltext bekannt.</translation>
    </message>
    <message>
        <source>%1 is left out: %2 supports whole seconds only</source>
        <translation>%1 entfällt: %2 unterstützt nur ganze Sekunden</translation>
    </message>
    <message>
        <source>%1 is left out: %2 supports these windows only: %3</source>
        <translation>%1 entfällt: %2 unterstützt nur diese Fenster: %3</translation>
    </message>
    <message>
        <source>%1 is left out: the largest limit of %2 is %4</source>
        <translation>%1 entfällt: Das größte Limit von %2 ist %4</translation>
    </message>
    <message>
        <source>%1 is written without its burst: %2 has none</source>
        <translation>%1 wird ohne Burst geschrieben: %2 kennt keinen</translation>
    </message>
    <message>
        <source>%2 has one limit per descriptor: send every request with all of these keys; it is charged under each key that has room</source>
        <translation>%2 hat ein Limit pro Descriptor: jede Anfrage mit all diesen Schlüsseln senden; sie wird unter jedem Schlüssel angerechnet, der Platz hat</translation>
    </message>
    <message>
        <source>%2 counts in fixed windows, unlike %5</source>
        <translation>%2 zählt in festen Fenstern, anders als %5</translation>
    </message>
    <message>
        <source>%2 counts in fixed windows</source>
        <translation>%2 zählt in festen Fenstern</translation>
    </message>
    <message>
        <source>%2 estimates sliding windows from two counters, unlike %5</source>
        <translation>%2 schätzt gleitende Fenster aus zwei Zählern, anders als %5</translation>
    </message>
    <message>
        <source>%2 estimates sliding windows from two counters</source>
        <translation>%2 schätzt gleitende Fenster aus zwei Zählern</translation>
    </message>
    <message>
        <source>%2 also charges denied requests unless %3 is true; here they are free</source>
        <translation>%2 rechnet auch abgelehnte Anfragen an, außer wenn %3 true ist; hier sind sie frei</translation>
    </message>
    <message>
        <source>In %2 each of these is a separate counter, charged only by requests that are sent with it; here they are rules of one token: %3</source>
        <translation>In %2 ist jedes davon ein eigener Zähler, dem nur Anfragen mit ihm angerechnet werden; hier sind es Regeln eines Tokens: %3</translation>
    </message>
    <message>
        <source>No rule for what is unlimited: %3</source>
        <translation>Keine Regel für Unbegrenztes: %3</translation>
    </message>
    <message>
        <source>%2 denies nothing in shadow mode, but these rules will: %3</source>
        <translation>%2 lehnt im Schattenmodus nichts ab, diese Regeln schon: %3</translation>
    </message>
    <message>
        <source>Ignored: %3</source>
        <translation>Ignoriert: %3</translation>
    </message>
    <message>
        <source>A month is %4 days, as in %2</source>
        <translation>Ein Monat hat %4 Tage, wie bei %2</translation>
    </message>
    <message>
        <source>A year is %4 days, as in %2</source>
        <translation>Ein Jahr hat %4 Tage, wie bei %2</translation>
    </message>
    <message>
        <source>A month is read as %4 days; %2 uses calendar months</source>
        <translation>Ein Monat wird als %4 Tage gelesen; %2 nutzt Kalendermonate</translation>
    </message>
    <message>
        <source>A year is read as %4 days; %2 uses calendar years</source>
        <translation>Ein Jahr wird als %4 Tage gelesen; %2 nutzt Kalenderjahre</translation>
    </message>
    <message>
        <source>%1 denies every request</source>
        <translation>%1 lehnt jede Anfrage ab</translation>
    </message>
    <message>
        <source>%1 is left out: %2 does not count requests at once</source>
        <translation>%1 fehlt: %2 zählt keine gleichzeitigen Anfragen</translation>
    </message>
    <message>
        <source>the watcher could not write its history, as on a full disk</source>
        <translation>der Wächter konnte seinen Verlauf nicht schreiben, etwa weil die Platte voll war</translation>
    </message>
    <message>
        <source>Stale lock</source>
        <translation>Verwaistes Lock</translation>
    </message>
    <message>
        <source>Slots never given back</source>
        <translation>Slots nie zurückgegeben</translation>
    </message>
    <message>
        <source>Counter fell without a reset</source>
        <translation>Zähler fiel ohne Zurücksetzen</translation>
    </message>
    <message>
        <source>Charged above the limit</source>
        <translation>Über das Limit angerechnet</translation>
    </message>
    <message>
        <source>Clock ahead</source>
        <translation>Uhr geht vor</translation>
    </message>
    <message>
        <source>Times in a wrong unit</source>
        <translation>Zeiten in falscher Einheit</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>Millisekunden</translation>
    </message>
    <message>
        <source>microseconds</source>
        <translation>Mikrosekunden</translation>
    </message>
    <message>
        <source>nanoseconds</source>
        <translation>Nanosekunden</translation>
    </message>
    <message>
        <source>The times are in another unit than the format reads, such as seconds for milliseconds. Clients take them for long past and deny nothing, or for far ahead and deny everything; so what is used cannot be told.</source>
        <translation>Die Zeiten stehen in einer anderen Einheit, als das Format liest, etwa Sekunden statt Millisekunden. Clients halten sie für lange vergangen und lehnen nichts ab, oder für weit in der Zukunft und lehnen alles ab; was verbraucht ist, lässt sich daher nicht sagen.</translation>
    </message>
    <message>
        <source>The times of this key are in %1, the format reads %2. Clients take them for long past and deny nothing, or for far ahead and deny everything; so what is used cannot be told.</source>
        <translation>Die Zeiten dieses Keys stehen in %1, das Format liest %2. Clients halten sie für lange vergangen und lehnen nichts ab, oder für weit in der Zukunft und lehnen alles ab; was verbraucht ist, lässt sich daher nicht sagen.</translation>
    </message>
    <message>
        <source>Fix the client that writes another unit, then reset the token. If all clients write it, these are another limiter&apos;s keys: describe one of them, on the page Keys.</source>
        <translation>Erst den Client in Ordnung bringen, der eine andere Einheit schreibt, dann das Token zurücksetzen. Schreiben alle Clients sie, sind es Keys eines anderen Limiters: einen davon auf der Seite Keys beschreiben.</translation>
    </message>
    <message>
        <source>Retry storm</source>
        <translation>Retry-Sturm</translation>
    </message>
    <message>
        <source>Count below zero</source>
        <translation>Zähler unter null</translation>
    </message>
    <message>
        <source>No expiry</source>
        <translation>Kein Ablauf</translation>
    </message>
    <message>
        <source>Log never trimmed</source>
        <translation>Log nie gekürzt</translation>
    </message>
    <message>
        <source>A list of addresses as token</source>
        <translation>Eine Adressliste als Token</translation>
    </message>
    <message>
        <source>Retries before their time</source>
        <translation>Retries vor der Zeit</translation>
    </message>
    <message>
        <source>Expires far too late</source>
        <translation>Läuft viel zu spät ab</translation>
    </message>
    <message>
        <source>Keys were evicted</source>
        <translation>Keys wurden verdrängt</translation>
    </message>
    <message>
        <source>May evict any key</source>
        <translation>Kann jeden Key verdrängen</translation>
    </message>
    <message>
        <source>May evict keys that expire</source>
        <translation>Kann ablaufende Keys verdrängen</translation>
    </message>
    <message>
        <source>Certificate ends soon</source>
        <translation>Zertifikat endet bald</translation>
    </message>
    <message>
        <source>A lock without expiry has been held by the same owner for a while. Its owner has probably crashed, and every request of the token waits for it and fails.</source>
        <translation>Ein Lock ohne Ablauf wird seit einer Weile vom selben Inhaber gehalten. Der Inhaber ist wahrscheinlich abgestürzt, und jede Anfrage des Tokens wartet darauf und schlägt fehl.</translation>
    </message>
    <message>
        <source>Requests have been in flight for more than 10 minutes. Whoever made them has probably crashed, and each takes up a slot until it is taken away.</source>
        <translation>Anfragen laufen seit mehr als 10 Minuten. Wer sie gestellt hat, ist wahrscheinlich abgestürzt, und jede belegt einen Slot, bis er ihr genommen wird.</translation>
    </message>
    <message>
        <source>The count fell by half or more within its window, though nobody reset it here. An old copy was probably restored, or a replica that lagged became the primary, and the token may use its limit again. A limiter that gives units back looks the same.</source>
        <translation>Der Zähler fiel in seinem Fenster um die Hälfte oder mehr, obwohl ihn hier niemand zurückgesetzt hat. Wahrscheinlich wurde eine alte Kopie zurückgespielt, oder ein nachhinkendes Replikat wurde Primary, und das Token kann sein Limit noch einmal nutzen. Ein Limiter, der Einheiten gutschreibt, sieht genauso aus.</translation>
    </message>
    <message>
        <source>At least twice the limit is charged, though this limiter does not count denied requests. Callers probably count apart, each in a copy of its own, or the cost is known only afterwards; or the limit was lowered, or is another one.</source>
        <translation>Mindestens das Doppelte des Limits ist angerechnet, obwohl dieser Limiter abgelehnte Anfragen nicht zählt. Wahrscheinlich zählen Aufrufer getrennt, jeder in einer eigenen Kopie, oder die Kosten stehen erst nachher fest; oder das Limit wurde gesenkt oder ist ein anderes.</translation>
    </message>
    <message>
        <source>A moment in the state lies in the future. The clock of a client is probably ahead, or the server&apos;s was.</source>
        <translation>Ein Zeitpunkt im Zustand liegt in der Zukunft. Wahrscheinlich geht die Uhr eines Clients vor, oder die des Servers ging vor.</translation>
    </message>
    <message>
        <source>A client has been sending requests for a minute or more though most of them are denied.</source>
        <translation>Ein Client sendet seit einer Minute oder länger Anfragen, obwohl die meisten abgelehnt werden.</translation>
    </message>
    <message>
        <source>The count is below zero, so the token may use more than its limit.</source>
        <translation>Der Zähler liegt unter null, das Token kann also mehr als sein Limit nutzen.</translation>
    </message>
    <message>
        <source>The key never expires, though keys of this format always do. What it counts is never forgotten.</source>
        <translation>Der Key läuft nie ab, obwohl Keys dieses Formats es immer tun. Was er zählt, wird nie vergessen.</translation>
    </message>
    <message>
        <source>The log keeps entries that are older than the window. A client that counts all of them denies too much.</source>
        <translation>Das Log behält Einträge, die älter sind als das Fenster. Ein Client, der alle zählt, lehnt zu viel ab.</translation>
    </message>
    <message>
        <source>The token is a whole list of addresses, as X-Forwarded-For has it. Whoever sends another list has another limit, so that anybody can pass it.</source>
        <translation>Das Token ist eine ganze Liste von Adressen, wie in X-Forwarded-For. Wer eine andere Liste sendet, hat ein anderes Limit; so kann es jeder umgehen.</translation>
    </message>
    <message>
        <source>For half a minute requests have come again and again though none can be allowed yet. The client ignores when it may retry, or many share the token.</source>
        <translation>Seit einer halben Minute kommen immer wieder Anfragen, obwohl noch keine zugelassen werden kann. Der Client missachtet, wann er es wieder versuchen darf, oder viele teilen sich das Token.</translation>
    </message>
    <message>
        <source>The key expires only after more than 100 times its window. Its client probably mistakes the unit.</source>
        <translation>Der Key läuft erst nach mehr als dem Hundertfachen seines Fensters ab. Sein Client verwechselt wahrscheinlich die Einheit.</translation>
    </message>
    <message>
        <source>A moment in the state lies %1 in the future. The clock of a client is probably ahead, or the server&apos;s was.</source>
        <translation>Ein Zeitpunkt im Zustand liegt %1 in der Zukunft. Wahrscheinlich geht die Uhr eines Clients vor, oder die des Servers ging vor.</translation>
    </message>
    <message>
        <source>A client goes on sending requests that are denied: %1 a second on average.</source>
        <translation>Ein Client sendet weiter Anfragen, die abgelehnt werden: im Mittel %1 pro Sekunde.</translation>
    </message>
    <message>
        <source>The count is %1, so the token may use more than its limit.</source>
        <translation>Der Zähler steht auf %1, das Token kann also mehr als sein Limit nutzen.</translation>
    </message>
    <message>
        <source>The log keeps entries that are older than the window. A client that counts all of them counts %1.</source>
        <translation>Das Log behält Einträge, die älter sind als das Fenster. Ein Client, der alle zählt, kommt auf %1.</translation>
    </message>
    <message>
        <source>%1 times the limit is charged, though this limiter does not count denied requests. Callers probably count apart, each in a copy of its own, or the cost is known only afterwards; or the limit was lowered, or is another one.</source>
        <translation>Das %1-Fache des Limits ist angerechnet, obwohl dieser Limiter abgelehnte Anfragen nicht zählt. Wahrscheinlich zählen Aufrufer getrennt, jeder in einer eigenen Kopie, oder die Kosten stehen erst nachher fest; oder das Limit wurde gesenkt oder ist ein anderes.</translation>
    </message>
    <message>
        <source>Requests come again though none can be allowed yet: %1 a second on average. The client ignores when it may retry, or many share the token.</source>
        <translation>Immer wieder kommen Anfragen, obwohl noch keine zugelassen werden kann: im Mittel %1 pro Sekunde. Der Client missachtet, wann er es wieder versuchen darf, oder viele teilen sich das Token.</translation>
    </message>
    <message>
        <source>The key expires only in %1. Its client probably mistakes the unit.</source>
        <translation>Der Key läuft erst in %1 ab. Sein Client verwechselt wahrscheinlich die Einheit.</translation>
    </message>
    <message>
        <source>maxmemory-policy is %1. At its memory limit the server evicts any key, blocks and published policies too.</source>
        <translation>maxmemory-policy ist %1. An seiner Speichergrenze verdrängt der Server jeden Key, auch Sperren und veröffentlichte Policies.</translation>
    </message>
    <message>
        <source>maxmemory-policy is %1. At its memory limit the server evicts keys that expire: states, and blocks with an end.</source>
        <translation>maxmemory-policy ist %1. An seiner Speichergrenze verdrängt der Server ablaufende Keys: Zustände und Sperren mit einem Ende.</translation>
    </message>
    <message>
        <source>The certificate that the server shows ends at %1. No client that verifies it connects after that.</source>
        <translation>Das Zertifikat, das der Server zeigt, endet am %1. Danach verbindet sich kein Client mehr, der es prüft.</translation>
    </message>
    <message>
        <source>Remove the lock</source>
        <translation>Lock entfernen</translation>
    </message>
    <message>
        <source>A restore? Check what was used</source>
        <translation>Restore? Verbrauch prüfen</translation>
    </message>
    <message>
        <source>One Redis for all callers</source>
        <translation>Ein Redis für alle Aufrufer</translation>
    </message>
    <message>
        <source>Check the clients&apos; clocks</source>
        <translation>Uhren der Clients prüfen</translation>
    </message>
    <message>
        <source>Find the client, or block it</source>
        <translation>Client finden oder sperren</translation>
    </message>
    <message>
        <source>Check refunds, then reset</source>
        <translation>Gutschriften prüfen, dann zurücksetzen</translation>
    </message>
    <message>
        <source>Give the keys an end</source>
        <translation>Keys ein Ende geben</translation>
    </message>
    <message>
        <source>Fix the client, then reset</source>
        <translation>Client korrigieren, dann zurücksetzen</translation>
    </message>
    <message>
        <source>Limit by the client&apos;s address</source>
        <translation>Nach der Adresse des Clients begrenzen</translation>
    </message>
    <message>
        <source>Make the client wait</source>
        <translation>Client warten lassen</translation>
    </message>
    <message>
        <source>Check the unit of the expiry</source>
        <translation>Einheit des Ablaufs prüfen</translation>
    </message>
    <message>
        <source>Renew the certificate</source>
        <translation>Zertifikat erneuern</translation>
    </message>
    <message>
        <source>Give the server more memory</source>
        <translation>Dem Server mehr Speicher geben</translation>
    </message>
    <message>
        <source>Set maxmemory-policy to noeviction</source>
        <translation>maxmemory-policy auf noeviction setzen</translation>
    </message>
    <message>
        <source>Remove the lock, and give locks a timeout in the client.</source>
        <translation>Lock entfernen und Locks im Client ein Timeout geben.</translation>
    </message>
    <message>
        <source>Find out whether Redis was restored or failed over. Charge the tokens what is missing, or block them until their window ends.</source>
        <translation>Herausfinden, ob Redis zurückgespielt wurde oder ein Failover hatte. Den Tokens das Fehlende anrechnen oder sie sperren, bis ihr Fenster endet.</translation>
    </message>
    <message>
        <source>Let all callers count in one Redis, and check the limit before the work is done. Publish the limit that holds, so that usage is judged by it.</source>
        <translation>Alle Aufrufer in einem Redis zählen lassen und das Limit prüfen, bevor die Arbeit getan ist. Das geltende Limit veröffentlichen, damit der Verbrauch daran gemessen wird.</translation>
    </message>
    <message>
        <source>Check the clocks (NTP) of the machines that send requests, then reset the token.</source>
        <translation>Die Uhren (NTP) der sendenden Rechner prüfen, dann das Token zurücksetzen.</translation>
    </message>
    <message>
        <source>Find out why the client ignores its denials. Block the token if it costs too much.</source>
        <translation>Herausfinden, warum der Client seine Ablehnungen missachtet. Das Token sperren, wenn es zu viel kostet.</translation>
    </message>
    <message>
        <source>Look for a client that gives back more than it took, then reset the token.</source>
        <translation>Einen Client suchen, der mehr zurückgibt, als er nahm, dann das Token zurücksetzen.</translation>
    </message>
    <message>
        <source>Give the key an end, at best when its window would have ended, or reset the token: its next request writes the key anew, with an expiry.</source>
        <translation>Dem Key ein Ende geben, am besten zum Ende seines Fensters, oder das Token zurücksetzen: Seine nächste Anfrage schreibt den Key neu, mit Ablauf.</translation>
    </message>
    <message>
        <source>Make the client remove old entries before it counts, then reset the token.</source>
        <translation>Den Client alte Einträge vor dem Zählen entfernen lassen, dann das Token zurücksetzen.</translation>
    </message>
    <message>
        <source>Limit by the address that your own proxy adds to the list, not by the whole header, which clients can write.</source>
        <translation>Nach der Adresse begrenzen, die der eigene Proxy an die Liste anhängt, nicht nach dem ganzen Header, den Clients schreiben können.</translation>
    </message>
    <message>
        <source>Make the client wait as long as Retry-After says. If many clients share the token, give each one of its own.</source>
        <translation>Den Client so lange warten lassen, wie Retry-After sagt. Teilen sich viele Clients das Token, jedem ein eigenes geben.</translation>
    </message>
    <message>
        <source>Check the unit of the expiry in the client. Until then the key only takes up memory: give it an end that fits.</source>
        <translation>Die Einheit des Ablaufs im Client prüfen. Bis dahin belegt der Key nur Speicher: ihm ein passendes Ende geben.</translation>
    </message>
    <message>
        <source>Renew the server&apos;s certificate; a client reads a new one when it connects again.</source>
        <translation>Das Zertifikat des Servers erneuern; ein Client liest ein neues, wenn er sich wieder verbindet.</translation>
    </message>
    <message>
        <source>Give the server more memory (CONFIG SET maxmemory), or use a dedicated server for limiters.</source>
        <translation>Dem Server mehr Speicher geben (CONFIG SET maxmemory) oder einen eigenen Server für Limiter nutzen.</translation>
    </message>
    <message>
        <source>On a server that holds limiters alone, run CONFIG SET maxmemory-policy noeviction, then CONFIG REWRITE, which keeps it for the next start. Until then a block that must not be lost needs to be for good: only such a block has no expiry.</source>
        <translation>Auf einem Server nur für Limiter CONFIG SET maxmemory-policy noeviction ausführen, dann CONFIG REWRITE, damit es beim nächsten Start noch gilt. Bis dahin muss eine Sperre, die nicht verloren gehen darf, auf Dauer sein: Nur eine solche hat keinen Ablauf.</translation>
    </message>
    <message>
        <source>On a server that holds limiters alone, run CONFIG SET maxmemory-policy noeviction, then CONFIG REWRITE, which keeps it for the next start.</source>
        <translation>Auf einem Server nur für Limiter CONFIG SET maxmemory-policy noeviction ausführen, dann CONFIG REWRITE, damit es beim nächsten Start noch gilt.</translation>
    </message>
    <message>
        <source>One address for many clients</source>
        <translation>Eine Adresse für viele Clients</translation>
    </message>
    <message>
        <source>Published, but no key follows it</source>
        <translation>Veröffentlicht, aber kein Key folgt ihr</translation>
    </message>
    <message>
        <source>For 10 minutes or more no key has followed this policy. Perhaps no service uses it, or one uses another name; or nobody sends requests.</source>
        <translation>Seit 10 Minuten oder länger ist kein Key dieser Policy gefolgt. Vielleicht nutzt sie kein Dienst, oder einer nutzt einen anderen Namen; oder niemand sendet Anfragen.</translation>
    </message>
    <message>
        <source>A private address has %1 of all requests. It is probably a proxy&apos;s, and all clients behind it share one limit.</source>
        <translation>Eine private Adresse hat %1 aller Anfragen. Sie gehört wahrscheinlich einem Proxy, und alle Clients dahinter teilen sich ein Limit.</translation>
    </message>
    <message>
        <source>Trust the proxy&apos;s X-Forwarded-For</source>
        <translation>X-Forwarded-For des Proxys vertrauen</translation>
    </message>
    <message>
        <source>Does any service follow it?</source>
        <translation>Folgt ihr ein Dienst?</translation>
    </message>
    <message>
        <source>Make the service take the client&apos;s address from the header of its own proxy, and from no other sender&apos;s.</source>
        <translation>Den Dienst die Adresse des Clients aus dem Header des eigenen Proxys nehmen lassen und von keinem anderen Absender.</translation>
    </message>
    <message>
        <source>Check the name that services ask for. A policy that nobody needs can be removed on the page Policies.</source>
        <translation>Den Namen prüfen, den Dienste anfragen. Eine Policy, die niemand braucht, lässt sich auf der Seite Policies entfernen.</translation>
    </message>
    <message>
        <source>Hot key</source>
        <translation>Heißer Key</translation>
    </message>
    <message>
        <source>Decide by leases</source>
        <translation>Mit Leases entscheiden</translation>
    </message>
    <message>
        <source>Have its service decide by leases (LeasedRateLimiter), which ask Redis once for many requests. Or block the token, if it should not send so many.</source>
        <translation>Den Dienst mit Leases entscheiden lassen (LeasedRateLimiter), die Redis einmal für viele Anfragen fragen. Oder das Token sperren, falls es nicht so viele senden soll.</translation>
    </message>
    <message>
        <source>Free what they hold</source>
        <translation>Ihre Slots freigeben</translation>
    </message>
    <message>
        <source>Free the slots that have been held for so long. Then find out why they are not given back.</source>
        <translation>Die Slots freigeben, die so lange belegt sind. Dann herausfinden, warum sie nicht zurückgegeben werden.</translation>
    </message>
    <message>
        <source>Clocks differ</source>
        <translation>Uhren gehen verschieden</translation>
    </message>
    <message>
        <source>Later moments stand behind earlier ones: the clocks of the clients differ, so that one of them counts what another has forgotten.</source>
        <translation>Spätere Zeitpunkte stehen hinter früheren: Die Uhren der Clients gehen verschieden, sodass einer zählt, was ein anderer vergessen hat.</translation>
    </message>
    <message>
        <source>The clocks of the clients differ by %1 or more: so far later moments stand behind earlier ones.</source>
        <translation>Die Uhren der Clients gehen um %1 oder mehr auseinander: So weit stehen spätere Zeitpunkte hinter früheren.</translation>
    </message>
    <message>
        <source>Set the clients&apos; clocks</source>
        <translation>Uhren der Clients stellen</translation>
    </message>
    <message>
        <source>Set the clocks (NTP) of all machines that send requests, or use a limiter that takes the server&apos;s time.</source>
        <translation>Die Uhren (NTP) aller sendenden Rechner stellen oder einen Limiter verwenden, der die Zeit des Servers nimmt.</translation>
    </message>
    <message>
        <source>Request above its limit</source>
        <translation>Anfrage über ihrem Limit</translation>
    </message>
    <message>
        <source>A request asked for more units than a limit has, so that no wait lets it pass: its reservation is too large, or the limit too small.</source>
        <translation>Eine Anfrage wollte mehr Einheiten, als ein Limit hat, sodass kein Warten sie durchlässt: Ihre Reservierung ist zu groß oder das Limit zu klein.</translation>
    </message>
    <message>
        <source>A request of %1 units is more than a limit has: no wait lets it pass. Its reservation is too large, or the limit too small.</source>
        <translation>Eine Anfrage von %1 Einheiten ist mehr, als ein Limit hat: Kein Warten lässt sie durch. Ihre Reservierung ist zu groß oder das Limit zu klein.</translation>
    </message>
    <message>
        <source>Reserve less, or raise the limit</source>
        <translation>Weniger reservieren oder Limit erhöhen</translation>
    </message>
    <message>
        <source>Make the client reserve what it expects to use, and settle the rest. If the request is meant to pass, raise the limit above it.</source>
        <translation>Den Client reservieren lassen, was er voraussichtlich verbraucht, und den Rest abrechnen. Soll die Anfrage durchgehen, das Limit darüber anheben.</translation>
    </message>
    <message>
        <source>Counted by two algorithms</source>
        <translation>Von zwei Algorithmen gezählt</translation>
    </message>
    <message>
        <source>Tokens have keys of %1 under this policy, too, which have not ended since it was published: some services count by another algorithm, and each token has its limit twice.</source>
        <translation>Tokens haben unter dieser Policy auch Keys von %1, die seit der Veröffentlichung nicht geendet haben: Manche Dienste zählen mit einem anderen Algorithmus, und jedes Token hat sein Limit doppelt.</translation>
    </message>
    <message>
        <source>Have all services follow it</source>
        <translation>Alle Dienste ihr folgen lassen</translation>
    </message>
    <message>
        <source>Find the service that has an algorithm of its own for this policy, and make it follow what is published. Its keys end by themselves.</source>
        <translation>Den Dienst finden, der für diese Policy einen eigenen Algorithmus hat, und ihn dem Veröffentlichten folgen lassen. Seine Keys enden von selbst.</translation>
    </message>
    <message>
        <source>Two policies for the same keys</source>
        <translation>Zwei Policies für dieselben Keys</translation>
    </message>
    <message>
        <source>These keys are also those of the policy %1, and neither policy is for all that the other one is for. That this one is followed is an accident of their names.</source>
        <translation>Diese Keys sind auch die der Policy %1, und keine der beiden gilt für alles, wofür die andere gilt. Dass gerade diese befolgt wird, ist ein Zufall ihrer Namen.</translation>
    </message>
    <message>
        <source>Publish one for these keys alone</source>
        <translation>Eine nur für diese Keys veröffentlichen</translation>
    </message>
    <message>
        <source>Publish a policy for exactly these keys, which comes before patterns; or switch off or remove one of the two.</source>
        <translation>Eine Policy für genau diese Keys veröffentlichen, die Mustern vorgeht; oder eine der beiden ausschalten oder entfernen.</translation>
    </message>
    <message>
        <source>Requests have been in flight for more than 10 minutes: %1. Whoever made them has probably crashed, and each takes up a slot until it is taken away.</source>
        <translation>Anfragen laufen seit mehr als 10 Minuten: %1. Wer sie gestellt hat, ist wahrscheinlich abgestürzt, und jede belegt einen Slot, bis er ihr genommen wird.</translation>
    </message>
    <message>
        <source>Because memory ran out, the server has evicted keys since it was started: %1. Limits may have been forgotten, and blocks lifted.</source>
        <translation>Weil der Speicher ausging, hat der Server seit dem Start Keys verdrängt: %1. Limits können vergessen und Sperren aufgehoben sein.</translation>
    </message>
    <message>
        <source>probably denied by %1: by the requests of %2, %3 of %4 were used, and the request cost %5</source>
        <translation>vermutlich abgelehnt wegen %1: Nach den Anfragen in %2 waren %3 von %4 verbraucht, und die Anfrage kostete %5</translation>
    </message>
    <message>
        <source>denied by the proxy, in its zone %1</source>
        <translation>abgelehnt vom Proxy, in seiner Zone %1</translation>
    </message>
    <message>
        <source>denied; by which rule is not known, as no policy is published</source>
        <translation>abgelehnt; wegen welcher Regel, ist nicht bekannt, da keine Policy veröffentlicht ist</translation>
    </message>
    <message>
        <source>an estimate: it holds if the log has all requests that were charged, and no others</source>
        <translation>eine Schätzung: Sie gilt, wenn das Log alle Anfragen hat, die gezählt wurden, und keine anderen</translation>
    </message>
    <message>
        <source>%1: denied with %2 by the proxy itself, in its zone %5</source>
        <translation>%1: mit %2 abgelehnt vom Proxy selbst, in seiner Zone %5</translation>
    </message>
    <message>
        <source>%1: denied with %2 at a cost of %3, “%4”</source>
        <translation>%1: mit %2 abgelehnt bei Kosten von %3, „%4“</translation>
    </message>
    <message>
        <source>%1: denied with %2 at a cost of %3</source>
        <translation>%1: mit %2 abgelehnt bei Kosten von %3</translation>
    </message>
    <message>
        <source>%1, by the requests of %2: %3 of %4 used, an estimate</source>
        <translation>%1, nach den Anfragen in %2: %3 von %4 verbraucht, eine Schätzung</translation>
    </message>
    <message>
        <source>%1, by the requests of %2: %3 of %4 used, an estimate; %5 requests from %6 to %7, the largest of %8</source>
        <translation>%1, nach den Anfragen in %2: %3 von %4 verbraucht, eine Schätzung; %5 Anfragen von %6 bis %7, die größte mit %8</translation>
    </message>
    <message>
        <source>%1 has %2 denials of the token of that time</source>
        <translation>%1 hat %2 Ablehnungen des Tokens aus dieser Zeit</translation>
    </message>
    <message>
        <source>%1 has nothing of that time: it goes from %2 to %3</source>
        <translation>%1 hat nichts aus dieser Zeit: Es reicht von %2 bis %3</translation>
    </message>
    <message>
        <source>%1 has no request of this token among its %2: another field may name it</source>
        <translation>%1 hat unter seinen %2 Anfragen keine dieses Tokens: Vielleicht nennt es ein anderes Feld</translation>
    </message>
    <message>
        <source>%1 does not say which requests were denied: to know, have the status of each answer logged</source>
        <translation>%1 sagt nicht, welche Anfragen abgelehnt wurden: Dazu muss der Status jeder Antwort protokolliert werden</translation>
    </message>
    <message>
        <source>%1 has no denial of the token of that time, of %2 requests in all</source>
        <translation>%1 hat keine Ablehnung des Tokens aus dieser Zeit, bei insgesamt %2 Anfragen</translation>
    </message>
    <message>
        <source>to know more: open the log of the servers in front, with the status of each answer</source>
        <translation>um mehr zu wissen: das Log der vorgeschalteten Server öffnen, mit dem Status jeder Antwort</translation>
    </message>
    <message>
        <source>current node</source>
        <translation>aktueller Knoten</translation>
    </message>
    <message>
        <source>not known: %1 may have denied it</source>
        <translation>nicht bekannt: %1 kann sie abgelehnt haben</translation>
    </message>
    <message>
        <source>an estimate: costs may have been settled since</source>
        <translation>eine Schätzung: Kosten können seither abgerechnet worden sein</translation>
    </message>
    <message>
        <source>by what Redis holds, as long as callers have given nothing back and reset nothing since</source>
        <translation>nach dem, was in Redis steht, sofern Aufrufer seither nichts zurückgegeben oder zurückgesetzt haben</translation>
    </message>
    <message>
        <source>by exclusion: if this limiter denied it, no other rule can have</source>
        <translation>durch Ausschluss: Wenn dieser Limiter sie abgelehnt hat, kann es keine andere Regel gewesen sein</translation>
    </message>
    <message>
        <source>%1, by the slots that still stand: %2, taken from %3 to %4</source>
        <translation>%1, nach den Slots, die noch belegt sind: %2, belegt von %3 bis %4</translation>
    </message>
    <message>
        <source>%1, by the slots that still stand: %2, taken from %3 to %4; held by %5</source>
        <translation>%1, nach den Slots, die noch belegt sind: %2, belegt von %3 bis %4; Inhaber: %5</translation>
    </message>
    <message>
        <source>it would have passed after %1 of the slots, or more, had been freed</source>
        <translation>wäre durchgekommen, nachdem mindestens %1 der Slots frei geworden wären</translation>
    </message>
    <message>
        <source>the token has no state under this policy, and nothing else shows a request of it</source>
        <translation>das Token hat unter dieser Policy keinen Zustand, und auch sonst zeigt nichts eine Anfrage von ihm</translation>
    </message>
    <message>
        <source>another of these limiters may have denied it as well</source>
        <translation>auch ein anderer dieser Limiter kann sie abgelehnt haben</translation>
    </message>
    <message>
        <source>A token has about %1 requests a second, as they are counted or as its counter grows. One node of the server is busy with its key.</source>
        <translation>Ein Token hat etwa %1 Anfragen in der Sekunde, wie sie gezählt werden oder wie sein Zähler wächst. Ein Knoten des Servers ist mit dessen Key beschäftigt.</translation>
    </message>
    <message>
        <source>One address with nearly all requests</source>
        <translation>Eine Adresse mit fast allen Anfragen</translation>
    </message>
    <message>
        <source>One address has %1 of all requests. It may be a proxy&apos;s or a gateway&apos;s, so that many clients share its limit; or it is just the only client.</source>
        <translation>Eine Adresse hat %1 aller Anfragen. Sie kann die eines Proxys oder Gateways sein, sodass viele Clients sich ihr Limit teilen; oder es gibt nur diesen einen Client.</translation>
    </message>
    <message>
        <source>Is it a proxy&apos;s?</source>
        <translation>Ist es die eines Proxys?</translation>
    </message>
    <message>
        <source>If it is a proxy&apos;s, make the service take the client&apos;s address from the header of its own proxy, and from no other sender&apos;s. If it is one client&apos;s, nothing is wrong.</source>
        <translation>Ist es die eines Proxys: den Dienst die Adresse des Clients aus dem Header des eigenen Proxys nehmen lassen und von keinem anderen Absender. Ist es die eines einzigen Clients, stimmt alles.</translation>
    </message>
    <message>
        <source>the server&apos;s clock stepped</source>
        <translation>sprang die Uhr des Servers</translation>
    </message>
    <message>
        <source>not denied by this limiter: of the token&apos;s requests in the %1 around that time it denied none (%2 units were allowed)</source>
        <translation>nicht von diesem Limiter abgelehnt: Von den Anfragen des Tokens in den %1 um diese Zeit lehnte er keine ab (%2 Einheiten waren erlaubt)</translation>
    </message>
    <message>
        <source>Denials rose from %1 to %2 per min; any other difference may be chance</source>
        <translation>Ablehnungen stiegen von %1 auf %2 pro Min; jeder andere Unterschied kann Zufall sein</translation>
    </message>
    <message>
        <source>Memory is full</source>
        <translation>Der Speicher ist voll</translation>
    </message>
    <message>
        <source>The server has reached its memory limit (maxmemory), and maxmemory-policy is %1. It refuses decisions and new blocks (OOM).</source>
        <translation>Der Server hat seine Speichergrenze (maxmemory) erreicht, und maxmemory-policy ist %1. Er verweigert Entscheidungen und neue Sperren (OOM).</translation>
    </message>
    <message>
        <source>Memory is nearly full</source>
        <translation>Der Speicher ist fast voll</translation>
    </message>
    <message>
        <source>The server uses 90 % or more of its memory limit (maxmemory), and maxmemory-policy is %1. At the limit it refuses decisions and new blocks.</source>
        <translation>Der Server belegt mindestens 90 % seiner Speichergrenze (maxmemory), und maxmemory-policy ist %1. An der Grenze verweigert er Entscheidungen und neue Sperren.</translation>
    </message>
</context>
<context>
    <name>ratewarden::Fault</name>
    <message>
        <source>This server is not part of a cluster: its address begins with redis:, or rediss:</source>
        <translation>Dieser Server gehört zu keinem Cluster: Seine Adresse beginnt mit redis: oder rediss:</translation>
    </message>
    <message>
        <source>This server is not a Sentinel: to use it directly, its address begins with redis:, or rediss:</source>
        <translation>Dieser Server ist kein Sentinel: Um ihn direkt zu nutzen, beginnt seine Adresse mit redis: oder rediss:</translation>
    </message>
    <message>
        <source>This server is one node of a cluster, and the key lies on another; connect to that node</source>
        <translation>Dieser Server ist ein Knoten eines Clusters, und der Key liegt auf einem anderen; mit jenem verbinden</translation>
    </message>
    <message>
        <source>Another program may use this key; look at it before you reset it</source>
        <translation>Vielleicht benutzt ein anderes Programm diesen Key; vor dem Zurücksetzen ansehen</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1, Zeile %2: %3</translation>
    </message>
    <message>
        <source>%1, line %2, %3: %4</source>
        <translation>%1, Zeile %2, %3: %4</translation>
    </message>
    <message>
        <source>in its name, at character %1: %2</source>
        <translation>in seinem Namen, bei Zeichen %1: %2</translation>
    </message>
    <message>
        <source>at character %1: %2</source>
        <translation>bei Zeichen %1: %2</translation>
    </message>
    <message>
        <source>it stands there twice</source>
        <translation>es steht zweimal da</translation>
    </message>
    <message>
        <source>there is no such field here; there are %1</source>
        <translation>dieses Feld gibt es hier nicht; es gibt %1</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>es fehlt</translation>
    </message>
    <message>
        <source>there are too many fields</source>
        <translation>es sind zu viele Felder</translation>
    </message>
    <message>
        <source>it has too many values</source>
        <translation>es hat zu viele Werte</translation>
    </message>
    <message>
        <source>values are nested too deeply</source>
        <translation>Werte sind zu tief verschachtelt</translation>
    </message>
    <message>
        <source>it must be an object</source>
        <translation>es muss ein Objekt sein</translation>
    </message>
    <message>
        <source>it must be a list</source>
        <translation>es muss eine Liste sein</translation>
    </message>
    <message>
        <source>it must be true or false</source>
        <translation>es muss true oder false sein</translation>
    </message>
    <message>
        <source>it must be a text</source>
        <translation>es muss ein Text sein</translation>
    </message>
    <message>
        <source>it must be a number</source>
        <translation>es muss eine Zahl sein</translation>
    </message>
    <message>
        <source>it must be a number of seconds</source>
        <translation>es muss eine Anzahl von Sekunden sein</translation>
    </message>
    <message>
        <source>it must be a whole number</source>
        <translation>es muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>the number is out of range</source>
        <translation>die Zahl liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>so many seconds cannot be counted in nanoseconds</source>
        <translation>so viele Sekunden lassen sich nicht in Nanosekunden zählen</translation>
    </message>
    <message>
        <source>it must have 1 to %1 fields</source>
        <translation>es muss 1 bis %1 Felder haben</translation>
    </message>
    <message>
        <source>it must have at most %1 items</source>
        <translation>es darf höchstens %1 Einträge haben</translation>
    </message>
    <message>
        <source>the list is empty</source>
        <translation>die Liste ist leer</translation>
    </message>
    <message>
        <source>it must have 1 to %1 bytes</source>
        <translation>es muss 1 bis %1 Bytes haben</translation>
    </message>
    <message>
        <source>it must have at most %1 bytes</source>
        <translation>es darf höchstens %1 Bytes haben</translation>
    </message>
    <message>
        <source>each character stands for one byte, and one is above U+00FF: write the bytes of its UTF-8 as \u00xx</source>
        <translation>jedes Zeichen steht für ein Byte, und eines liegt über U+00FF: die Bytes seines UTF-8 als \u00xx schreiben</translation>
    </message>
    <message>
        <source>in its name each character stands for one byte, and one is above U+00FF</source>
        <translation>in seinem Namen steht jedes Zeichen für ein Byte, und eines liegt über U+00FF</translation>
    </message>
    <message>
        <source>“%1” is none of %2</source>
        <translation>„%1“ ist keines von %2</translation>
    </message>
    <message>
        <source>it consists of words of a-z and 0-9, joined by “-”</source>
        <translation>es besteht aus Wörtern mit a-z und 0-9, verbunden mit „-“</translation>
    </message>
    <message>
        <source>it must be 0 seconds to 100 years</source>
        <translation>es müssen 0 Sekunden bis 100 Jahre sein</translation>
    </message>
    <message>
        <source>it must be above 0, and 10|12 at most</source>
        <translation>es muss über 0 und höchstens 10|12 sein</translation>
    </message>
    <message>
        <source>the lower end comes first</source>
        <translation>das untere Ende steht zuerst</translation>
    </message>
    <message>
        <source>only the shape %1 has it</source>
        <translation>nur die Form %1 hat es</translation>
    </message>
    <message>
        <source>none of the keys captures the moment “tat”</source>
        <translation>keiner der Keys erfasst den Zeitpunkt „tat“</translation>
    </message>
    <message>
        <source>what is captured makes it the shape %1</source>
        <translation>was erfasst wird, macht es zur Form %1</translation>
    </message>
    <message>
        <source>slices that are fields of one key are not changed: their tier is label</source>
        <translation>Scheiben, die Felder eines Keys sind, werden nicht geändert: Ihre Stufe ist label</translation>
    </message>
    <message>
        <source>what cannot be read cannot be changed: the tier of the shape none is label</source>
        <translation>was nicht gelesen werden kann, kann nicht geändert werden: Die Stufe der Form none ist label</translation>
    </message>
    <message>
        <source>none of them captures the token</source>
        <translation>keiner erfasst das Token</translation>
    </message>
    <message>
        <source>only keys whose names have the number of the window have it</source>
        <translation>nur Keys, deren Namen die Nummer des Fensters enthalten, haben es</translation>
    </message>
    <message>
        <source>it needs one sample at least</source>
        <translation>es braucht mindestens eine Probe</translation>
    </message>
    <message>
        <source>its name must have 1 to 1000 characters, up to U+00FF</source>
        <translation>sein Name muss 1 bis 1000 Zeichen haben, bis U+00FF</translation>
    </message>
    <message>
        <source>a key of the type %1 has none</source>
        <translation>ein Key vom Typ %1 hat keines</translation>
    </message>
    <message>
        <source>a set of blocked tokens stands beside the main key</source>
        <translation>eine Menge gesperrter Tokens steht neben dem Haupt-Key</translation>
    </message>
    <message>
        <source>tokens are fields only of the one key of a format, which has no other fields, and whose name has the number or the start of its window, and no token</source>
        <translation>Tokens sind nur Felder des einzigen Keys eines Formats, der keine anderen Felder hat und dessen Name die Nummer oder den Beginn seines Fensters enthält, aber kein Token</translation>
    </message>
    <message>
        <source>the name of a role consists of a-z, 0-9 and _</source>
        <translation>der Name einer Rolle besteht aus a-z, 0-9 und _</translation>
    </message>
    <message>
        <source>keys that begin with “%1” are Ratewarden&apos;s own</source>
        <translation>Keys, die mit „%1“ beginnen, sind Ratewardens eigene</translation>
    </message>
    <message>
        <source>the main key needs no such mark: without it there is no state</source>
        <translation>der Haupt-Key braucht keine solche Angabe: Ohne ihn gibt es keinen Zustand</translation>
    </message>
    <message>
        <source>%1: it is a time: its type is s, ms, us, ns, period, php-interval, u32 or f64</source>
        <translation>%1: Es ist eine Zeit: Der Typ ist s, ms, us, ns, period, php-interval, u32 oder f64</translation>
    </message>
    <message>
        <source>%1: it is a number: its type is int, uint, num or u32</source>
        <translation>%1: Es ist eine Zahl: Der Typ ist int, uint, num oder u32</translation>
    </message>
    <message>
        <source>%1: it is a text: its type cannot be a number or a time</source>
        <translation>%1: Es ist ein Text: Der Typ kann keine Zahl und keine Zeit sein</translation>
    </message>
    <message>
        <source>it has %1 alternatives and the main key %2: each belongs to that of the main key in the same place</source>
        <translation>er hat %1 Alternativen und der Haupt-Key %2: Jede gehört zu der des Haupt-Keys an derselben Stelle</translation>
    </message>
    <message>
        <source>an entry is a list of two: member and score, or id and fields</source>
        <translation>ein Eintrag ist eine Liste von zweien: Mitglied und Score oder id und Felder</translation>
    </message>
    <message>
        <source>a score is a number as Redis writes it</source>
        <translation>ein Score ist eine Zahl, wie Redis sie schreibt</translation>
    </message>
    <message>
        <source>a key has one type</source>
        <translation>ein Key hat einen Typ</translation>
    </message>
    <message>
        <source>it is a number of milliseconds, or -1 for none</source>
        <translation>es ist eine Anzahl von Millisekunden oder -1 für keine</translation>
    </message>
    <message>
        <source>a key of the type %1 has “%2”</source>
        <translation>ein Key vom Typ %1 hat „%2“</translation>
    </message>
    <message>
        <source>a key without a name</source>
        <translation>ein Key ohne Namen</translation>
    </message>
    <message>
        <source>it is a number of warnings</source>
        <translation>es ist eine Anzahl von Warnungen</translation>
    </message>
    <message>
        <source>it is the moment of the sample, in seconds since 1970</source>
        <translation>es ist der Zeitpunkt der Probe, in Sekunden seit 1970</translation>
    </message>
    <message>
        <source>“%1”, a %2, is none of the keys that this file describes</source>
        <translation>„%1“ (%2) ist keiner der Keys, die diese Datei beschreibt</translation>
    </message>
    <message>
        <source>a pattern has %1 bytes at most</source>
        <translation>ein Muster hat höchstens %1 Bytes</translation>
    </message>
    <message>
        <source>a “}” that closes nothing; the character itself is “}}”</source>
        <translation>ein „}“, das nichts schließt; das Zeichen selbst ist „}}“</translation>
    </message>
    <message>
        <source>a “{” that nothing closes; the character itself is “{{”</source>
        <translation>ein „{“, das nichts schließt; das Zeichen selbst ist „{{“</translation>
    </message>
    <message>
        <source>a “]” that closes nothing; the character itself is “]]”</source>
        <translation>ein „]“, das nichts schließt; das Zeichen selbst ist „]]“</translation>
    </message>
    <message>
        <source>a “[” that nothing closes; the character itself is “[[”</source>
        <translation>ein „[“, das nichts schließt; das Zeichen selbst ist „[[“</translation>
    </message>
    <message>
        <source>optional parts do not nest</source>
        <translation>optionale Teile lassen sich nicht verschachteln</translation>
    </message>
    <message>
        <source>more than %1 optional parts</source>
        <translation>mehr als %1 optionale Teile</translation>
    </message>
    <message>
        <source>an optional part without content</source>
        <translation>ein optionaler Teil ohne Inhalt</translation>
    </message>
    <message>
        <source>two captures of any text side by side: nothing says where the first one ends</source>
        <translation>zwei Erfassungen beliebigen Textes nebeneinander: Nichts sagt, wo die erste endet</translation>
    </message>
    <message>
        <source>a capture has a name that begins with a letter: {name}</source>
        <translation>eine Erfassung hat einen Namen, der mit einem Buchstaben beginnt: {name}</translation>
    </message>
    <message>
        <source>a name of a capture consists of a-z, 0-9 and _</source>
        <translation>der Name einer Erfassung besteht aus a-z, 0-9 und _</translation>
    </message>
    <message>
        <source>“outer” is the name of the prefix that frameworks put in front</source>
        <translation>„outer“ ist der Name des Präfixes, das Frameworks voranstellen</translation>
    </message>
    <message>
        <source>a constant without text</source>
        <translation>eine Konstante ohne Text</translation>
    </message>
    <message>
        <source>a type is missing after “:”</source>
        <translation>nach „:“ fehlt ein Typ</translation>
    </message>
    <message>
        <source>no such type; there are int, uint, num, s, ms, us, ns (each with its decimals: s0, s4), period, period360, hexN, alnumN, uuid, bytesN, rest, u32be, u32le, f64be, igbinary-int, php-interval, and one of several texts: a|b|c</source>
        <translation>diesen Typ gibt es nicht; es gibt int, uint, num, s, ms, us, ns (jeweils mit Nachkommastellen: s0, s4), period, period360, hexN, alnumN, uuid, bytesN, rest, u32be, u32le, f64be, igbinary-int, php-interval und einen von mehreren Texten: a|b|c</translation>
    </message>
    <message>
        <source>more than %1 captures</source>
        <translation>mehr als %1 Erfassungen</translation>
    </message>
    <message>
        <source>the same name with another type</source>
        <translation>derselbe Name mit einem anderen Typ</translation>
    </message>
    <message>
        <source>nothing can follow a capture of the type rest</source>
        <translation>nach einer Erfassung vom Typ rest kann nichts folgen</translation>
    </message>
    <message>
        <source>a prefix has at least one character</source>
        <translation>ein Präfix hat mindestens ein Zeichen</translation>
    </message>
    <message>
        <source>it is larger than %1 bytes</source>
        <translation>sie ist größer als %1 Bytes</translation>
    </message>
    <message>
        <source>symbolic links are not followed: put the file itself here</source>
        <translation>symbolischen Links wird nicht gefolgt: die Datei selbst hier ablegen</translation>
    </message>
    <message>
        <source>it is not a plain file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>it cannot be opened: %1</source>
        <translation>sie lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>it cannot be read: %1</source>
        <translation>sie lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>it is one too many: %1 files at most are read, in the order of their names</source>
        <translation>es ist eine zu viel: Höchstens %1 Dateien werden gelesen, in der Reihenfolge ihrer Namen</translation>
    </message>
    <message>
        <source>it holds too many files that are no format files</source>
        <translation>er enthält zu viele Dateien, die keine Formatdateien sind</translation>
    </message>
    <message>
        <source>the files before it hold %1 bytes together</source>
        <translation>die Dateien davor enthalten zusammen %1 Bytes</translation>
    </message>
    <message>
        <source>%1 describes the format %2 already</source>
        <translation>%1 beschreibt das Format %2 schon</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>%1 lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>there is no folder for formats of your own: set RATEWARDEN_FORMATS, XDG_DATA_HOME or HOME</source>
        <translation>es gibt keinen Ordner für eigene Formate: RATEWARDEN_FORMATS, XDG_DATA_HOME oder HOME setzen</translation>
    </message>
    <message>
        <source>not well-formed: %1</source>
        <translation>nicht wohlgeformt: %1</translation>
    </message>
    <message>
        <source>cannot read “%1” at character %2: %3</source>
        <translation>„%1“ ist bei Zeichen %2 nicht lesbar: %3</translation>
    </message>
    <message>
        <source>a limit is missing; write it as in 20/min</source>
        <translation>ein Limit fehlt; schreiben wie in 20/min</translation>
    </message>
    <message>
        <source>a burst is missing; write it as in 20/min burst 5</source>
        <translation>ein Burst fehlt; schreiben wie in 20/min burst 5</translation>
    </message>
    <message>
        <source>a number is missing</source>
        <translation>eine Zahl fehlt</translation>
    </message>
    <message>
        <source>it is too large; the largest is %1</source>
        <translation>sie ist zu groß; die größte ist %1</translation>
    </message>
    <message>
        <source>a burst of 0 would deny everything; without a burst, the limit applies</source>
        <translation>ein Burst von 0 würde alles ablehnen; ohne Burst gilt das Limit</translation>
    </message>
    <message>
        <source>rules are joined with “+”, as in 1/s + 20/min</source>
        <translation>Regeln werden mit „+“ verbunden, wie in 1/s + 20/min</translation>
    </message>
    <message>
        <source>“%1” must be a whole number</source>
        <translation>„%1“ muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>only requests can be limited, no other “qu”</source>
        <translation>nur Anfragen lassen sich begrenzen, kein anderes „qu“</translation>
    </message>
    <message>
        <source>“q”, the quota, is missing</source>
        <translation>„q“, das Kontingent, fehlt</translation>
    </message>
    <message>
        <source>“w” is missing; without a window there is no rule</source>
        <translation>„w“ fehlt; ohne Fenster gibt es keine Regel</translation>
    </message>
    <message>
        <source>the window is too long; the longest is 366 days</source>
        <translation>das Fenster ist zu lang; das längste ist 366 Tage</translation>
    </message>
    <message>
        <source>a “;” or a “,” is missing</source>
        <translation>ein „;“ oder ein „,“ fehlt</translation>
    </message>
    <message>
        <source>nothing may follow the duration</source>
        <translation>nach der Dauer darf nichts folgen</translation>
    </message>
    <message>
        <source>one to six digits must follow the decimal point</source>
        <translation>auf das Dezimalzeichen müssen eine bis sechs Ziffern folgen</translation>
    </message>
    <message>
        <source>a unit of time is missing; use ms, s, min, h or day</source>
        <translation>eine Zeiteinheit fehlt; ms, s, min, h oder day verwenden</translation>
    </message>
    <message>
        <source>unknown unit of time “%1”; use ms, s, min, h or day</source>
        <translation>unbekannte Zeiteinheit „%1“; ms, s, min, h oder day verwenden</translation>
    </message>
    <message>
        <source>the duration is too long; the longest is 100 years</source>
        <translation>die Dauer ist zu lang; die längste ist 100 Jahre</translation>
    </message>
    <message>
        <source>the duration is not a whole number of microseconds</source>
        <translation>die Dauer ist keine ganze Zahl von Mikrosekunden</translation>
    </message>
    <message>
        <source>the name of a parameter is missing, such as q or w</source>
        <translation>der Name eines Parameters fehlt, etwa q oder w</translation>
    </message>
    <message>
        <source>a text in double quotes is missing</source>
        <translation>ein Text in doppelten Anführungszeichen fehlt</translation>
    </message>
    <message>
        <source>only printable ASCII may stand in double quotes</source>
        <translation>in doppelten Anführungszeichen darf nur druckbares ASCII stehen</translation>
    </message>
    <message>
        <source>the closing double quote is missing</source>
        <translation>das schließende doppelte Anführungszeichen fehlt</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>ein Wert fehlt</translation>
    </message>
    <message>
        <source>a number below 0 means nothing here</source>
        <translation>eine Zahl unter 0 bedeutet hier nichts</translation>
    </message>
    <message>
        <source>from 0 to %2 denials of a token can be remembered, not %1</source>
        <translation>0 bis %2 Ablehnungen eines Tokens können gemerkt werden, nicht %1</translation>
    </message>
    <message>
        <source>denials are remembered only where requests are counted: switch &quot;counters&quot; on, too</source>
        <translation>Ablehnungen werden nur gemerkt, wo Anfragen gezählt werden: auch „counters“ einschalten</translation>
    </message>
    <message>
        <source>the lease life %1 is out of range; it goes from %2 to %3</source>
        <translation>die Lease-Dauer %1 liegt außerhalb des Bereichs; er geht von %2 bis %3</translation>
    </message>
    <message>
        <source>a lease life of %1 takes all of the burst of %2; shorten it, or raise the burst</source>
        <translation>eine Lease-Dauer von %1 belegt den ganzen Burst von %2; kürzer wählen oder den Burst erhöhen</translation>
    </message>
    <message>
        <source>a policy&apos;s name must have 1 to %1 bytes; this one has %2</source>
        <translation>der Name einer Policy muss 1 bis %1 Bytes haben; dieser hat %2</translation>
    </message>
    <message>
        <source>the token is empty; give the name of the client to limit</source>
        <translation>das Token ist leer; den Namen des zu begrenzenden Clients angeben</translation>
    </message>
    <message>
        <source>the cost %1 is out of range; it goes from 0 to %2</source>
        <translation>die Kosten %1 liegen außerhalb des Bereichs; er geht von 0 bis %2</translation>
    </message>
    <message>
        <source>a policy needs at least one rule, such as 20/min</source>
        <translation>eine Policy braucht mindestens eine Regel, etwa 20/min</translation>
    </message>
    <message>
        <source>%1 rules are too many; a policy takes up to %2</source>
        <translation>%1 Regeln sind zu viele; eine Policy nimmt bis zu %2</translation>
    </message>
    <message>
        <source>the limit %1 is out of range; it goes from 0 to %2</source>
        <translation>das Limit %1 liegt außerhalb des Bereichs; er geht von 0 bis %2</translation>
    </message>
    <message>
        <source>the burst %1 is out of range; it goes from 1 to %2</source>
        <translation>der Burst %1 liegt außerhalb des Bereichs; er geht von 1 bis %2</translation>
    </message>
    <message>
        <source>the window of %1 is out of range; it goes from 1 ms to 366 days</source>
        <translation>das Fenster von %1 liegt außerhalb des Bereichs; er geht von 1 ms bis 366 Tage</translation>
    </message>
    <message>
        <source>a burst of %1 takes more than 142 years to become free again; lower it, or raise the limit</source>
        <translation>ein Burst von %1 braucht mehr als 142 Jahre, um wieder frei zu werden; senken oder das Limit erhöhen</translation>
    </message>
    <message>
        <source>unknown algorithm “%1”; use one of: %2</source>
        <translation>unbekannter Algorithmus „%1“; einen von diesen verwenden: %2</translation>
    </message>
    <message>
        <source>%1 does not support a burst; remove it from “%2”, or use gcra</source>
        <translation>%1 unterstützt keinen Burst; aus „%2“ entfernen oder gcra verwenden</translation>
    </message>
    <message>
        <source>the state cannot tell %1 from %2, as their windows are equal modulo 32749 microseconds; make one of them a millisecond longer</source>
        <translation>der Zustand kann %1 und %2 nicht unterscheiden, da ihre Fenster modulo 32749 Mikrosekunden gleich sind; eines davon um eine Millisekunde verlängern</translation>
    </message>
    <message>
        <source>its name ends with “%1”, which is for candidates</source>
        <translation>sein Name endet mit „%1“, was Kandidaten vorbehalten ist</translation>
    </message>
    <message>
        <source>its version is %1</source>
        <translation>seine Version ist %1</translation>
    </message>
    <message>
        <source>its description has %1 bytes; the maximum is %2</source>
        <translation>seine Beschreibung hat %1 Bytes; höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <source>it has %1 rule names for %2 rules</source>
        <translation>es hat %1 Regelnamen für %2 Regeln</translation>
    </message>
    <message>
        <source>its share is %1; it must be above 0 and at most 1</source>
        <translation>sein Anteil ist %1; er muss über 0 und höchstens 1 sein</translation>
    </message>
    <message>
        <source>it is for keys of %1: it takes no candidate, hashed tokens, counters, mode or fallback, as another program decides</source>
        <translation>es gilt für Keys von %1: Kandidat, gehashte Tokens, Zähler, Modus oder Fallback gibt es nicht, da ein anderes Programm entscheidet</translation>
    </message>
    <message>
        <source>a policy&apos;s texts must be UTF-8, and so must its name to stand in a file</source>
        <translation>die Texte einer Policy müssen UTF-8 sein, ebenso ihr Name, um in einer Datei zu stehen</translation>
    </message>
    <message>
        <source>the author must have 1 to %1 bytes</source>
        <translation>der Urheber muss 1 bis %1 Bytes haben</translation>
    </message>
    <message>
        <source>a reason of 1 to %1 bytes is required; this one has %2</source>
        <translation>ein Grund von 1 bis %1 Bytes ist nötig; dieser hat %2</translation>
    </message>
    <message>
        <source>a block or an override must last 1 microsecond to 100 years, or for good</source>
        <translation>eine Sperre oder Ausnahme muss 1 Mikrosekunde bis 100 Jahre dauern, oder auf Dauer</translation>
    </message>
    <message>
        <source>the published policy “%1” cannot be read: %2</source>
        <translation>die veröffentlichte Policy „%1“ ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>the policy&apos;s file cannot be read: %1</source>
        <translation>die Datei der Policy ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>policy %1 of the file cannot be read: %2</source>
        <translation>Policy %1 der Datei ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>cannot read Kong&apos;s JSON: %1</source>
        <translation>Kongs JSON ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>cannot read Envoy&apos;s YAML: %1</source>
        <translation>Envoys YAML ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>it has schema %1, but this program supports schema %2</source>
        <translation>es hat Schema %1, dieses Programm unterstützt aber Schema %2</translation>
    </message>
    <message>
        <source>it has the key “%1”, which this program does not know</source>
        <translation>es hat den Schlüssel „%1“, den dieses Programm nicht kennt</translation>
    </message>
    <message>
        <source>it has the key “%1” twice</source>
        <translation>es hat den Schlüssel „%1“ zweimal</translation>
    </message>
    <message>
        <source>an object, {…}, is expected</source>
        <translation>ein Objekt, {…}, wird erwartet</translation>
    </message>
    <message>
        <source>a map is expected here</source>
        <translation>eine Zuordnung (map) wird hier erwartet</translation>
    </message>
    <message>
        <source>“%1” is missing</source>
        <translation>„%1“ fehlt</translation>
    </message>
    <message>
        <source>“%1” must be true or false</source>
        <translation>„%1“ muss true oder false sein</translation>
    </message>
    <message>
        <source>“%1” must be a number</source>
        <translation>„%1“ muss eine Zahl sein</translation>
    </message>
    <message>
        <source>“%1” must be a text</source>
        <translation>„%1“ muss ein Text sein</translation>
    </message>
    <message>
        <source>“%1” must be a list of texts</source>
        <translation>„%1“ muss eine Liste von Texten sein</translation>
    </message>
    <message>
        <source>“%1” must be a list</source>
        <translation>„%1“ muss eine Liste sein</translation>
    </message>
    <message>
        <source>“%1” must be an object</source>
        <translation>„%1“ muss ein Objekt sein</translation>
    </message>
    <message>
        <source>“%1” must not be below 0</source>
        <translation>„%1“ darf nicht unter 0 liegen</translation>
    </message>
    <message>
        <source>“%1” is too large; the largest is %2</source>
        <translation>„%1“ ist zu groß; höchstens %2</translation>
    </message>
    <message>
        <source>“%1” is “%2”; use one of: %3</source>
        <translation>„%1“ ist „%2“; eines von diesen verwenden: %3</translation>
    </message>
    <message>
        <source>there are %1 in “limit” and %2 in “window_size”; each limit needs its window</source>
        <translation>in „limit“ stehen %1 und in „window_size“ %2; jedes Limit braucht sein Fenster</translation>
    </message>
    <message>
        <source>the plugin “%1” is not supported; rate-limiting and rate-limiting-advanced are</source>
        <translation>das Plugin „%1“ wird nicht unterstützt; unterstützt werden rate-limiting und rate-limiting-advanced</translation>
    </message>
    <message>
        <source>it has fields of both rate-limiting and rate-limiting-advanced; remove those of one of them</source>
        <translation>es hat Felder von rate-limiting und rate-limiting-advanced; die des einen entfernen</translation>
    </message>
    <message>
        <source>there is no limit in it: neither second, minute, hour, day, month or year, nor limit with window_size</source>
        <translation>es enthält kein Limit: weder second, minute, hour, day, month oder year noch limit mit window_size</translation>
    </message>
    <message>
        <source>there is no rate_limit in it</source>
        <translation>es enthält kein rate_limit</translation>
    </message>
    <message>
        <source>it has no limit: everything is unlimited</source>
        <translation>es hat kein Limit: Alles ist unbegrenzt</translation>
    </message>
    <message>
        <source>aliases (*name) are not read; write what they stand for</source>
        <translation>Aliase (*name) werden nicht gelesen; ausschreiben, wofür sie stehen</translation>
    </message>
    <message>
        <source>it holds several documents; give one of them</source>
        <translation>es enthält mehrere Dokumente; eines davon angeben</translation>
    </message>
    <message>
        <source>the name of a field must be a word</source>
        <translation>der Name eines Feldes muss ein Wort sein</translation>
    </message>
    <message>
        <source>the descriptors are nested too deeply; at most %1 levels are read</source>
        <translation>die Descriptoren sind zu tief verschachtelt; höchstens %1 Ebenen werden gelesen</translation>
    </message>
    <message>
        <source>the limits are too many; a policy takes up to %1</source>
        <translation>es sind zu viele Limits; eine Policy nimmt bis zu %1</translation>
    </message>
    <message>
        <source>the text is too long; up to %1 bytes are read</source>
        <translation>der Text ist zu lang; bis zu %1 Bytes werden gelesen</translation>
    </message>
    <message>
        <source>unknown notation “%1”; use one of: %2</source>
        <translation>unbekannte Notation „%1“; eine von diesen verwenden: %2</translation>
    </message>
    <message>
        <source>there is no line to tell the syntax from</source>
        <translation>es gibt keine Zeile, an der die Syntax zu erkennen wäre</translation>
    </message>
    <message>
        <source>this is no log: it has zero bytes; give a text file, or one packed by gzip or zstd</source>
        <translation>dies ist kein Log: Es hat Null-Bytes; eine Textdatei angeben oder eine mit gzip oder zstd gepackte</translation>
    </message>
    <message>
        <source>the first lines are neither a common or combined log nor JSON lines, CSV or logfmt, nor a log of a known proxy</source>
        <translation>die ersten Zeilen sind weder ein common oder combined Log noch JSON-Zeilen, CSV oder logfmt, noch das Log eines bekannten Proxys</translation>
    </message>
    <message>
        <source>there is no field “%1”; there are: %2</source>
        <translation>es gibt kein Feld „%1“; es gibt: %2</translation>
    </message>
    <message>
        <source>no field of this %1 is known to hold the token; name one of: %2</source>
        <translation>kein Feld von diesem %1 ist als Token bekannt; eines davon angeben: %2</translation>
    </message>
    <message>
        <source>no field of this %1 is known to hold the time; name one of: %2</source>
        <translation>kein Feld von diesem %1 ist als Zeit bekannt; eines davon angeben: %2</translation>
    </message>
    <message>
        <source>no column of this %1 looks like the token; if one is, name it by its number: %2</source>
        <translation>keine Spalte von diesem %1 sieht nach dem Token aus; falls doch, mit ihrer Nummer angeben: %2</translation>
    </message>
    <message>
        <source>no column of this %1 looks like the time; if one is, name it by its number: %2</source>
        <translation>keine Spalte von diesem %1 sieht nach der Zeit aus; falls doch, mit ihrer Nummer angeben: %2</translation>
    </message>
    <message>
        <source>no field of the log is known to hold the status of the answer; name it</source>
        <translation>kein Feld des Logs ist als Status der Antwort bekannt; angeben</translation>
    </message>
    <message>
        <source>%1, not requests; give a log that has the time and the client of each request, as an access log has</source>
        <translation>%1, keine Anfragen; ein Log mit Zeit und Client jeder Anfrage angeben, etwa ein Access-Log</translation>
    </message>
    <message>
        <source>these are messages of nginx about other things than limit_req</source>
        <translation>dies sind Meldungen von nginx über anderes als limit_req</translation>
    </message>
    <message>
        <source>these are messages of syslog</source>
        <translation>dies sind Meldungen von syslog</translation>
    </message>
    <message>
        <source>these are messages of Postgres</source>
        <translation>dies sind Meldungen von Postgres</translation>
    </message>
    <message>
        <source>these are messages of Apache</source>
        <translation>dies sind Meldungen von Apache</translation>
    </message>
    <message>
        <source>these are messages of systemd&apos;s journal</source>
        <translation>dies sind Meldungen des Journals von systemd</translation>
    </message>
    <message>
        <source>these are messages of a program, with levels such as INFO or ERROR or with stack traces</source>
        <translation>dies sind Meldungen eines Programms, mit Stufen wie INFO oder ERROR oder mit Stacktraces</translation>
    </message>
    <message>
        <source>a filter has no word “%1”; use one of: %2; or put a part of a name in double quotes</source>
        <translation>ein Filter kennt kein Wort „%1“; eines von diesen verwenden: %2; oder einen Teil eines Namens in doppelte Anführungszeichen setzen</translation>
    </message>
    <message>
        <source>a filter has no word “%1”; did you mean “%2”? A part of a name that looks like it stands in double quotes</source>
        <translation>ein Filter kennt kein Wort „%1“; war „%2“ gemeint? Ein Teil eines Namens, der so aussieht, steht in doppelten Anführungszeichen</translation>
    </message>
    <message>
        <source>“%1” needs a value, as in %2</source>
        <translation>„%1“ braucht einen Wert, wie in %2</translation>
    </message>
    <message>
        <source>“%1” is compared with &gt; or &lt;, as in %2</source>
        <translation>„%1“ wird mit &gt; oder &lt; verglichen, wie in %2</translation>
    </message>
    <message>
        <source>a space must follow the closing double quote</source>
        <translation>nach dem schließenden doppelten Anführungszeichen muss ein Leerzeichen folgen</translation>
    </message>
    <message>
        <source>the pattern “%1” is not whole: a [ needs its ], and a \ the character behind it</source>
        <translation>das Muster „%1“ ist unvollständig: Ein [ braucht sein ] und ein \ das Zeichen dahinter</translation>
    </message>
    <message>
        <source>no format is called “%1”; `ratewarden-ctl format list` names them</source>
        <translation>kein Format heißt „%1“; `ratewarden-ctl format list` nennt sie</translation>
    </message>
    <message>
        <source>“%1” is several rules; a filter compares one, as in rule:20/min or rule:*/day</source>
        <translation>„%1“ sind mehrere Regeln; ein Filter vergleicht eine, wie in rule:20/min oder rule:*/day</translation>
    </message>
    <message>
        <source>“%1” is no address or network, such as 203.0.113.0/24 or 2001:db8::/32</source>
        <translation>„%1“ ist keine Adresse und kein Netz, wie 203.0.113.0/24 oder 2001:db8::/32</translation>
    </message>
    <message>
        <source>“%1” is no time; write it as in 14:00, 2026-11-25, 2026-11-25T14:00 or 2h, which is two hours ago</source>
        <translation>„%1“ ist keine Zeit; schreiben wie in 14:00, 2026-11-25, 2026-11-25T14:00 oder 2h, was vor zwei Stunden heißt</translation>
    </message>
    <message>
        <source>“filter:%1” stands for a filter that has a name; only the console and ratewarden-ctl know those of their user</source>
        <translation>„filter:%1“ steht für einen Filter mit Namen; nur die Konsole und ratewarden-ctl kennen die ihres Benutzers</translation>
    </message>
    <message>
        <source>a filter cannot be called “%1”: a name has no spaces, quotes, brackets or =</source>
        <translation>ein Filter kann nicht „%1“ heißen: Ein Name hat keine Leerzeichen, Anführungszeichen, Klammern und kein =</translation>
    </message>
    <message>
        <source>“%1” needs a word on both sides, and brackets a word between them</source>
        <translation>„%1“ braucht ein Wort auf beiden Seiten, und Klammern ein Wort dazwischen</translation>
    </message>
    <message>
        <source>this bracket is not closed</source>
        <translation>diese Klammer ist nicht geschlossen</translation>
    </message>
    <message>
        <source>a space must follow the closing bracket</source>
        <translation>nach der schließenden Klammer muss ein Leerzeichen folgen</translation>
    </message>
    <message>
        <source>brackets are nested at most %1 deep</source>
        <translation>Klammern sind höchstens %1 tief verschachtelt</translation>
    </message>
    <message>
        <source>there is no alert in it, and so nothing to watch</source>
        <translation>es enthält keinen Alarm, also nichts zu überwachen</translation>
    </message>
    <message>
        <source>an alert before it is called “%1”, too; alerts are told apart by their names</source>
        <translation>auch ein Alarm davor heißt „%1“; Alarme unterscheiden sich durch ihre Namen</translation>
    </message>
    <message>
        <source>“%1” is measured of the whole server: remove the filter</source>
        <translation>„%1“ wird am ganzen Server gemessen: den Filter entfernen</translation>
    </message>
    <message>
        <source>an alert has either “above” or “below”: the figure of “%1” at which it fires</source>
        <translation>ein Alarm hat entweder „above“ oder „below“: den Wert von „%1“, bei dem er auslöst</translation>
    </message>
    <message>
        <source>“%1” must not lie beyond “%2”: the alert would recover while it still fires</source>
        <translation>„%1“ darf nicht jenseits von „%2“ liegen: Der Alarm würde enden, während er noch auslöst</translation>
    </message>
    <message>
        <source>the figure of “%1” never gets there</source>
        <translation>der Wert von „%1“ kommt nie dorthin</translation>
    </message>
    <message>
        <source>it must last from %1 to %2</source>
        <translation>es muss von %1 bis %2 dauern</translation>
    </message>
    <message>
        <source>“%1” is no time; write it as in 2026-12-01T08:00:00Z</source>
        <translation>„%1“ ist keine Zeit; schreiben wie in 2026-12-01T08:00:00Z</translation>
    </message>
    <message>
        <source>either “command” or “webhook” says how to tell</source>
        <translation>entweder „command“ oder „webhook“ sagt, wie zu melden ist</translation>
    </message>
    <message>
        <source>“%1” goes with “%2” only</source>
        <translation>„%1“ passt nur zu „%2“</translation>
    </message>
    <message>
        <source>it is a whole number from %1 to %2</source>
        <translation>es ist eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>%1: there is no history yet; a watcher begins it whose alerts name this file</source>
        <translation>%1: Es gibt noch keinen Verlauf; ein Wächter beginnt ihn, dessen Alarme diese Datei nennen</translation>
    </message>
    <message>
        <source>%1 is no history, and was left as it is; name another file</source>
        <translation>%1 ist kein Verlauf und blieb unverändert; eine andere Datei angeben</translation>
    </message>
    <message>
        <source>%1 has schema %2 of a newer version of this program, which knows up to %3; it was left as it is</source>
        <translation>%1 hat Schema %2 einer neueren Version dieses Programms, das bis %3 kennt; die Datei blieb unverändert</translation>
    </message>
    <message>
        <source>%1 is damaged: %2; it was left as it is. Move it away to begin a new history</source>
        <translation>%1 ist beschädigt: %2; die Datei blieb unverändert. Verschieben, um einen neuen Verlauf zu beginnen</translation>
    </message>
    <message>
        <source>%1: another watcher writes this history; each needs a file of its own</source>
        <translation>%1: Ein anderer Wächter schreibt diesen Verlauf; jeder braucht eine eigene Datei</translation>
    </message>
    <message>
        <source>%1: another program has been reading this history for so long that it cannot grow</source>
        <translation>%1: Ein anderes Programm liest diesen Verlauf schon so lange, dass er nicht wachsen kann</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>cannot use this Redis address: %1; write it as redis://[user[:password]@]host[:port][/database], with rediss: for TLS, or unix:///path[?db=number]</source>
        <translation>diese Redis-Adresse ist nicht verwendbar: %1; schreiben als redis://[user[:password]@]host[:port][/database], mit rediss: für TLS, oder unix:///path[?db=number]</translation>
    </message>
    <message>
        <source>it is not a URL from character %1 on</source>
        <translation>ab Zeichen %1 ist es keine URL</translation>
    </message>
    <message>
        <source>it is not a URL from character %1 on; in the user and the password write @ as %%40, : as %%3A, / as %%2F, ? as %%3F, # as %%23 and %% as %%25</source>
        <translation>ab Zeichen %1 ist es keine URL; in Benutzer und Passwort @ als %%40 schreiben, : als %%3A, / als %%2F, ? als %%3F, # als %%23 und %% als %%25</translation>
    </message>
    <message>
        <source>no host, path or option can have a zero byte (%%00)</source>
        <translation>kein Host, Pfad und keine Option kann ein Null-Byte (%%00) haben</translation>
    </message>
    <message>
        <source>unix: requires an absolute path after three slashes</source>
        <translation>unix: verlangt einen absoluten Pfad nach drei Schrägstrichen</translation>
    </message>
    <message>
        <source>the only thing that may follow the “?” is db=number</source>
        <translation>auf das „?“ darf nur db=number folgen</translation>
    </message>
    <message>
        <source>the host is missing</source>
        <translation>der Host fehlt</translation>
    </message>
    <message>
        <source>the port is not a number from 0 to %1</source>
        <translation>der Port ist keine Zahl von 0 bis %1</translation>
    </message>
    <message>
        <source>the database is not a number from 0 to %1</source>
        <translation>die Datenbank ist keine Zahl von 0 bis %1</translation>
    </message>
    <message>
        <source>the only thing that may follow the “?” of a redis: address is ssh=destination; TLS begins with rediss:</source>
        <translation>auf das „?“ einer redis:-Adresse darf nur ssh=destination folgen; TLS beginnt mit rediss:</translation>
    </message>
    <message>
        <source>the only things that may follow the “?” of a rediss: address are cacert=, cert=, key=, sni= and ssh=</source>
        <translation>auf das „?“ einer rediss:-Adresse dürfen nur cacert=, cert=, key=, sni= und ssh= folgen</translation>
    </message>
    <message>
        <source>ssh= requires a destination as ssh takes it: user@host, or a Host of its configuration</source>
        <translation>ssh= verlangt ein Ziel, wie ssh es nimmt: user@host oder einen Host seiner Konfiguration</translation>
    </message>
    <message>
        <source>a private key (key=) requires its certificate (cert=)</source>
        <translation>ein privater Schlüssel (key=) verlangt sein Zertifikat (cert=)</translation>
    </message>
    <message>
        <source>cannot use the certificate or key file %1: %2; it must be PEM, and a key without a passphrase</source>
        <translation>die Zertifikats- oder Schlüsseldatei %1 ist nicht verwendbar: %2; sie muss PEM sein, ein Schlüssel ohne Passphrase</translation>
    </message>
    <message>
        <source>the address of Sentinels ends with the name of the primary: redis+sentinel://host:26379/name</source>
        <translation>die Adresse von Sentinels endet mit dem Namen des Primary: redis+sentinel://host:26379/name</translation>
    </message>
    <message>
        <source>an address of Sentinels takes db=, read=replica and ssh= (and, with rediss+sentinel:, cacert=, cert=, key= and sni=)</source>
        <translation>eine Adresse von Sentinels nimmt db=, read=replica und ssh= (und mit rediss+sentinel: auch cacert=, cert=, key= und sni=)</translation>
    </message>
    <message>
        <source>a cluster has no databases to choose from</source>
        <translation>ein Cluster hat keine Datenbanken zur Wahl</translation>
    </message>
    <message>
        <source>the Sentinel %1 knows no primary “%2”; it knows: %3</source>
        <translation>der Sentinel %1 kennt keinen Primary „%2“; er kennt: %3</translation>
    </message>
    <message>
        <source>it does not begin with redis:, rediss: or unix:, nor with redis+sentinel: or redis+cluster:</source>
        <translation>sie beginnt nicht mit redis:, rediss: oder unix:, noch mit redis+sentinel: oder redis+cluster:</translation>
    </message>
    <message>
        <source>the override of %1 under %2 cannot be read; lift it</source>
        <translation>die Ausnahme von %1 unter %2 ist nicht lesbar; aufheben</translation>
    </message>
    <message>
        <source>this is not a log of Ratewarden&apos;s; another program may use its key</source>
        <translation>dies ist kein Log von Ratewarden; vielleicht benutzt ein anderes Programm seinen Key</translation>
    </message>
    <message>
        <source>this string is not a state of Ratewarden&apos;s; another program may use its key</source>
        <translation>diese Zeichenkette ist kein Zustand von Ratewarden; vielleicht benutzt ein anderes Programm seinen Key</translation>
    </message>
    <message>
        <source>this is not what Ratewarden&apos;s limiters remember of denials</source>
        <translation>dies ist nicht, was Ratewardens Limiter sich von Ablehnungen merken</translation>
    </message>
    <message>
        <source>these are not counts of Ratewarden&apos;s; another program may use their key</source>
        <translation>dies sind keine Zähler von Ratewarden; vielleicht benutzt ein anderes Programm ihren Key</translation>
    </message>
    <message>
        <source>%1 is no group of keys of %2</source>
        <translation>%1 ist keine Gruppe von Keys von %2</translation>
    </message>
    <message>
        <source>a key of %1 holds another type than %2 writes</source>
        <translation>ein Key von %1 hat einen anderen Typ, als %2 schreibt</translation>
    </message>
    <message>
        <source>%1 is a %2 instead of a %3</source>
        <translation>%1 ist vom Typ %2 statt %3</translation>
    </message>
    <message>
        <source>the value of %1 is not %2</source>
        <translation>der Wert von %1 ist nicht %2</translation>
    </message>
    <message>
        <source>the field %1 of %2 is not %3</source>
        <translation>das Feld %1 von %2 ist nicht %3</translation>
    </message>
    <message>
        <source>%1 has no field %2</source>
        <translation>%1 hat kein Feld %2</translation>
    </message>
    <message>
        <source>%1 has unexpected fields</source>
        <translation>%1 hat unerwartete Felder</translation>
    </message>
    <message>
        <source>%1 holds %2 tokens: say which one is meant</source>
        <translation>%1 enthält %2 Tokens: angeben, welches gemeint ist</translation>
    </message>
    <message>
        <source>%1 holds %2 tokens; at most %3 of them are read</source>
        <translation>%1 enthält %2 Tokens; höchstens %3 davon werden gelesen</translation>
    </message>
    <message>
        <source>an entry is not this format&apos;s</source>
        <translation>ein Eintrag gehört nicht zu diesem Format</translation>
    </message>
    <message>
        <source>an entry and its score are different times</source>
        <translation>ein Eintrag und sein Score sind verschiedene Zeiten</translation>
    </message>
    <message>
        <source>an entry&apos;s id is not a time</source>
        <translation>die id eines Eintrags ist keine Zeit</translation>
    </message>
    <message>
        <source>an entry is not a plausible time</source>
        <translation>ein Eintrag ist keine plausible Zeit</translation>
    </message>
    <message>
        <source>%1 is not a plausible time</source>
        <translation>%1 ist keine plausible Zeit</translation>
    </message>
    <message>
        <source>the window is longer than ten years, or not a window</source>
        <translation>das Fenster ist länger als zehn Jahre oder kein Fenster</translation>
    </message>
    <message>
        <source>values of the type %1 cannot be shown</source>
        <translation>Werte vom Typ %1 können nicht gezeigt werden</translation>
    </message>
    <message>
        <source>the new name is empty, or the same</source>
        <translation>der neue Name ist leer oder derselbe</translation>
    </message>
    <message>
        <source>a key cannot expire before 1970</source>
        <translation>ein Key kann nicht vor 1970 ablaufen</translation>
    </message>
    <message>
        <source>%1 was not renamed: there is a key %2</source>
        <translation>%1 wurde nicht umbenannt: Es gibt einen Key %2</translation>
    </message>
    <message>
        <source>key %1 no longer exists</source>
        <translation>Key %1 gibt es nicht mehr</translation>
    </message>
    <message>
        <source>%1 would be deleted at once: that time has passed</source>
        <translation>%1 würde sofort gelöscht: Diese Zeit ist vorbei</translation>
    </message>
    <message>
        <source>%1 has no state here</source>
        <translation>%1 hat hier keinen Zustand</translation>
    </message>
    <message>
        <source>the state of %1 has not been read</source>
        <translation>der Zustand von %1 wurde nicht gelesen</translation>
    </message>
    <message>
        <source>the times of %1 are in another unit than %2 reads: reset it first</source>
        <translation>die Zeiten von %1 stehen in einer anderen Einheit, als %2 liest: zuerst zurücksetzen</translation>
    </message>
    <message>
        <source>the state changed each time before it could be written; try again</source>
        <translation>der Zustand änderte sich jedes Mal, bevor er geschrieben werden konnte; erneut versuchen</translation>
    </message>
    <message>
        <source>there is no lock of %1 here that never expires</source>
        <translation>hier gibt es kein Lock von %1, das nie abläuft</translation>
    </message>
    <message>
        <source>the lock is not the one that was seen before: its owner is alive, so it stays</source>
        <translation>das Lock ist nicht das zuvor gesehene: Sein Inhaber lebt, also bleibt es</translation>
    </message>
    <message>
        <source>the rules of the policy “%1” are not known</source>
        <translation>die Regeln der Policy „%1“ sind nicht bekannt</translation>
    </message>
    <message>
        <source>this needs the limit, which %1 does not store: give the rules</source>
        <translation>dies braucht das Limit, das %1 nicht speichert: Regeln angeben</translation>
    </message>
    <message>
        <source>this needs the window, which %1 does not store: give the rules</source>
        <translation>dies braucht das Fenster, das %1 nicht speichert: Regeln angeben</translation>
    </message>
    <message>
        <source>a limit of 0 already denies every request</source>
        <translation>ein Limit von 0 lehnt schon jede Anfrage ab</translation>
    </message>
    <message>
        <source>the refill of this bucket is not known</source>
        <translation>wie sich dieser Bucket füllt, ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1: its next window begins by the calendar, and a block cannot last beyond the current window</source>
        <translation>%1: Das nächste Fenster beginnt nach dem Kalender, und eine Sperre kann nicht über das jetzige Fenster hinaus dauern</translation>
    </message>
    <message>
        <source>%1: these keys hold no counter</source>
        <translation>%1: Diese Keys enthalten keinen Zähler</translation>
    </message>
    <message>
        <source>it is blocked: unblock it first</source>
        <translation>es ist gesperrt: erst entsperren</translation>
    </message>
    <message>
        <source>it would take %1 entries; at most %2 are written</source>
        <translation>es würde %1 Einträge brauchen; höchstens %2 werden geschrieben</translation>
    </message>
    <message>
        <source>the block would take %1 keys, one for each window; at most %2 are written</source>
        <translation>die Sperre würde %1 Keys brauchen, einen pro Fenster; höchstens %2 werden geschrieben</translation>
    </message>
    <message>
        <source>%1: its settings are gone, and nothing can be written without them</source>
        <translation>%1: Die Einstellungen sind weg, und ohne sie kann nichts geschrieben werden</translation>
    </message>
    <message>
        <source>%1: its rules are stored in the key, which does not exist: nothing can be written before the next request</source>
        <translation>%1: Die Regeln stehen im Key, den es nicht gibt: Vor der nächsten Anfrage kann nichts geschrieben werden</translation>
    </message>
    <message>
        <source>a block lasts longer than 0 s</source>
        <translation>eine Sperre dauert länger als 0 s</translation>
    </message>
    <message>
        <source>a block of another limiter&apos;s token lasts 370 days at most</source>
        <translation>eine Sperre für das Token eines anderen Limiters dauert höchstens 370 Tage</translation>
    </message>
    <message>
        <source>only a whole number of units can be charged or given back</source>
        <translation>nur ganze Einheiten können angerechnet oder gutgeschrieben werden</translation>
    </message>
    <message>
        <source>this would write a time more than 370 days ahead, which readers reject</source>
        <translation>dies würde eine Zeit mehr als 370 Tage voraus schreiben, die Leser abweisen</translation>
    </message>
    <message>
        <source>%1: its keys are named only, and never changed</source>
        <translation>%1: Die Keys werden nur benannt und nie geändert</translation>
    </message>
    <message>
        <source>%1 is only recognized: what to write is not known</source>
        <translation>%1 wird nur erkannt: Was zu schreiben wäre, ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1 has no block for good; the longest lasts %2: %3</source>
        <translation>%1 kennt keine Sperre auf Dauer; die längste dauert %2: %3</translation>
    </message>
    <message>
        <source>%1: what is left has no window, and a block would not end by itself. Block it for good; undo the block, or give units back, to let it pass again</source>
        <translation>%1: Der Rest hat kein Fenster, und eine Sperre würde nicht von selbst enden. Auf Dauer sperren; zum Freigeben die Sperre rückgängig machen oder Einheiten gutschreiben</translation>
    </message>
    <message>
        <source>%1: there is no quota here, and only its own program knows how much it was</source>
        <translation>%1: Hier gibt es kein Kontingent, und nur das eigene Programm weiß, wie hoch es war</translation>
    </message>
    <message>
        <source>%1: the token is denied without an end, which a block would bring: no block for good can be written. Reset it to let it pass again</source>
        <translation>%1: Das Token wird ohne Ende abgelehnt, eine Sperre brächte eines: Auf Dauer lässt sich keine schreiben. Zum Freigeben zurücksetzen</translation>
    </message>
    <message>
        <source>each window has its own key</source>
        <translation>jedes Fenster hat seinen eigenen Key</translation>
    </message>
    <message>
        <source>its next window begins by the calendar</source>
        <translation>das nächste Fenster beginnt nach dem Kalender</translation>
    </message>
    <message>
        <source>it stores times, and readers reject a time more than 370 days ahead</source>
        <translation>es speichert Zeiten, und Leser weisen eine Zeit mehr als 370 Tage voraus ab</translation>
    </message>
    <message>
        <source>a denied request renews the key&apos;s usual expiry</source>
        <translation>eine abgelehnte Anfrage erneuert den üblichen Ablauf des Keys</translation>
    </message>
    <message>
        <source>%1 has %2 members, too many to be put back by an undo: change it with SADD and SREM</source>
        <translation>%1 hat %2 Mitglieder, zu viele, um rückgängig zu machen: mit SADD und SREM ändern</translation>
    </message>
    <message>
        <source>%1 takes its rules from its own program: it has no overrides here</source>
        <translation>%1 nimmt die Regeln vom eigenen Programm: Ausnahmen gibt es hier nicht</translation>
    </message>
    <message>
        <source>%1: “%2” holds something that is not known</source>
        <translation>%1: „%2“ enthält Unbekanntes</translation>
    </message>
    <message>
        <source>%1 has more entries than are read at once: it cannot be charged here</source>
        <translation>%1 hat mehr Einträge, als auf einmal gelesen werden: Hier kann nichts angerechnet werden</translation>
    </message>
    <message>
        <source>keys count under rules of their own only where the main key does, and another one; they are strings that hold a counter, and their names have no window</source>
        <translation>Keys zählen nur dann unter eigenen Regeln, wenn der Haupt-Key es tut und noch ein anderer; sie sind Strings mit einem Zähler, und ihre Namen haben kein Fenster</translation>
    </message>
    <message>
        <source>a “/” must follow the limit, as in 20/min, or “at once”</source>
        <translation>auf das Limit muss „/“ folgen, wie in 20/min, oder „at once“</translation>
    </message>
    <message>
        <source>“once” must follow, as in 5 at once</source>
        <translation>„once“ muss folgen, wie in 5 at once</translation>
    </message>
    <message>
        <source>%1 does not count requests at once; remove “%2”, or use in-flight</source>
        <translation>%1 zählt keine gleichzeitigen Anfragen; „%2“ entfernen oder in-flight verwenden</translation>
    </message>
    <message>
        <source>a policy takes one rule for requests at once, not both “%1” and “%2”</source>
        <translation>eine Policy nimmt eine Regel für gleichzeitige Anfragen, nicht „%1“ und „%2“</translation>
    </message>
    <message>
        <source>a slot is of one request, so there is no lease of “%1”; remove the lease life, or the rule</source>
        <translation>ein Slot gehört zu einer Anfrage, daher gibt es keine Lease von „%1“; die Lease-Dauer oder die Regel entfernen</translation>
    </message>
    <message>
        <source>how long requests take is not recorded, so “%1” cannot be tried; remove it</source>
        <translation>wie lange Anfragen dauern, ist nicht aufgezeichnet, daher kann „%1“ nicht erprobt werden; die Regel entfernen</translation>
    </message>
    <message>
        <source>units are neither charged nor given back by hand under “%1”, as a charge would hold a slot that no request has</source>
        <translation>unter „%1“ wird von Hand nichts angerechnet oder gutgeschrieben, da eine Anrechnung einen Slot belegen würde, den keine Anfrage hat</translation>
    </message>
    <message>
        <source>%1: all rules of a token share its window; give them the same one</source>
        <translation>%1: Alle Regeln eines Tokens teilen sich sein Fenster; ihnen dasselbe geben</translation>
    </message>
    <message>
        <source>%1 has more slices than are read at once</source>
        <translation>%1 hat mehr Scheiben, als auf einmal gelesen werden</translation>
    </message>
    <message>
        <source>%1 has no slots here: it does not keep the requests in flight one by one</source>
        <translation>%1 hat hier keine Slots: Die laufenden Anfragen stehen nicht einzeln da</translation>
    </message>
    <message>
        <source>%1 also counts its slots in another key: one that is freed here would be counted there for good</source>
        <translation>%1 zählt seine Slots auch in einem anderen Key: Ein hier freigegebener würde dort für immer gezählt</translation>
    </message>
    <message>
        <source>how old the slots of %1 are is not known: its keys tell when they end, and no rule tells how long they live</source>
        <translation>wie alt die Slots von %1 sind, ist nicht bekannt: Die Keys sagen, wann sie enden, und keine Regel, wie lange sie leben</translation>
    </message>
    <message>
        <source>“%1:” is a word of other lists: here “%2” is looked for in names. Double quotes say that it is meant</source>
        <translation>„%1:“ ist ein Wort anderer Listen: hier wird „%2“ in Namen gesucht. In Anführungszeichen gilt es als gewollt</translation>
    </message>
    <message>
        <source>this bracket was not opened; if it is part of a name, that stands in double quotes</source>
        <translation>diese Klammer wurde nicht geöffnet; gehört sie zu einem Namen, steht er in doppelten Anführungszeichen</translation>
    </message>
    <message>
        <source>the path must be absolute, as in %1: the folder it is used from may be any</source>
        <translation>der Pfad muss absolut sein, wie in %1: Er wird aus beliebigen Ordnern benutzt</translation>
    </message>
    <message>
        <source>it names no program: the first is its path, as in %1, and the others its arguments</source>
        <translation>darin steht kein Programm: Zuerst kommt sein Pfad, wie in %1, dann seine Argumente</translation>
    </message>
    <message>
        <source>a webhook&apos;s address begins with https:// or http://, and a host follows; user and password, spaces and # have no place in it</source>
        <translation>die Adresse eines Webhooks beginnt mit https:// oder http://, und ein Host folgt; Benutzer und Passwort, Leerzeichen und # gehören nicht hinein</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ActDialog</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>The token, as limiters name it: ip:203.0.113.7</source>
        <translation>Das Token, wie Limiter es nennen: ip:203.0.113.7</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>Its new name</source>
        <translation>Sein neuer Name</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Why? Everybody who sees this token sees the reason</source>
        <translation>Warum? Jeder, der dieses Token sieht, sieht den Grund</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>The keys fit several formats, to which what is written means opposite things. Whose are they?</source>
        <translation>Die Keys passen zu mehreren Formaten, für die das Geschriebene Gegenteiliges bedeutet. Wem gehören sie?</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Choose the format</source>
        <translation>Format wählen</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>What will be sent to Redis</source>
        <translation>Was an Redis gesendet wird</translation>
    </message>
    <message>
        <source>Every command exactly as it is sent, for redis-cli</source>
        <translation>Jeder Befehl genau wie gesendet, für redis-cli</translation>
    </message>
    <message>
        <source>Type the token first</source>
        <translation>Erst das Token eingeben</translation>
    </message>
    <message>
        <source>Choose the format first</source>
        <translation>Erst das Format wählen</translation>
    </message>
    <message>
        <source>Type the new name first</source>
        <translation>Erst den neuen Namen eingeben</translation>
    </message>
    <message>
        <source>Say until when first</source>
        <translation>Erst angeben, bis wann</translation>
    </message>
    <message>
        <source>Enter a reason to see the commands</source>
        <translation>Grund eingeben, um die Befehle zu sehen</translation>
    </message>
    <message>
        <source>Type the number of tokens first</source>
        <translation>Erst die Anzahl der Tokens eingeben</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>held for</source>
        <translation>belegt seit</translation>
    </message>
    <message>
        <source>Held for at least</source>
        <translation>Belegt seit mindestens</translation>
    </message>
    <message>
        <source>or longer, such as 30s, 10min, 2h; 0s: all</source>
        <translation>oder länger, etwa 30s, 10min, 2h; 0s: alle</translation>
    </message>
    <message>
        <source>Say from which age on first</source>
        <translation>Erst das Alter angeben</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AffectedTokens</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verbraucht</translation>
    </message>
    <message>
        <source>Becomes</source>
        <translation>Wird zu</translation>
    </message>
    <message>
        <source>Tokens for which it makes a difference</source>
        <translation>Tokens, für die es einen Unterschied macht</translation>
    </message>
    <message>
        <source>Of its tightest rule, by the rules that limit it</source>
        <translation>Von der engsten Regel, nach den Regeln, die es begrenzen</translation>
    </message>
    <message>
        <source>Return opens a token, Ctrl+C copies those that are chosen</source>
        <translation>Eingabe öffnet ein Token, Strg+C kopiert die gewählten</translation>
    </message>
    <message>
        <source>■ limited</source>
        <translation>■ begrenzt</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AgeLabel</name>
    <message>
        <source>read %1</source>
        <translation>gelesen %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AlertChart</name>
    <message>
        <source>What the alert measured</source>
        <translation>Was der Alarm gemessen hat</translation>
    </message>
    <message>
        <source>Up and Down move the bound; Left and Right go from round to round.</source>
        <translation>Auf und Ab bewegen die Grenze; Links und Rechts gehen von Runde zu Runde.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Fires</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Not known because</source>
        <translation>Nicht bekannt, weil</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AlertDesk</name>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>%1 (this is what was read before)</source>
        <translation>%1 (gezeigt wird, was vorher gelesen wurde)</translation>
    </message>
    <message>
        <source>%1 was changed meanwhile: the alert &quot;%2&quot; is not in it any more, or is another one. Nothing was written; what is there now is shown.</source>
        <translation>%1 wurde inzwischen geändert: Der Alarm „%2“ ist nicht mehr darin oder ist ein anderer. Nichts wurde geschrieben; gezeigt wird, was jetzt da ist.</translation>
    </message>
    <message>
        <source>%1 is not a regular file</source>
        <translation>%1 ist keine reguläre Datei</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AlertDialog</name>
    <message>
        <source>info</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Edit an alert</source>
        <translation>Alarm bearbeiten</translation>
    </message>
    <message>
        <source>New alert</source>
        <translation>Neuer Alarm</translation>
    </message>
    <message>
        <source>What it would have done</source>
        <translation>Was er getan hätte</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messgröße</translation>
    </message>
    <message>
        <source>all tokens; or as in policy:pay* limited</source>
        <translation>alle Tokens; oder wie in policy:pay* limited</translation>
    </message>
    <message>
        <source>Of the tokens</source>
        <translation>Für die Tokens</translation>
    </message>
    <message>
        <source>Above or below</source>
        <translation>Über oder unter</translation>
    </message>
    <message>
        <source>above</source>
        <translation>über</translation>
    </message>
    <message>
        <source>below</source>
        <translation>unter</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Fires</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>as soon as it is not beyond that any more</source>
        <translation>sobald die Grenze nicht mehr verletzt ist</translation>
    </message>
    <message>
        <source>Between this and the bound it stays as it is, and does not flap</source>
        <translation>Dazwischen bleibt er, wie er ist, und flattert nicht</translation>
    </message>
    <message>
        <source>Recovers</source>
        <translation>Endet</translation>
    </message>
    <message>
        <source>one round; or as in 30s, 5min</source>
        <translation>eine Runde; oder wie in 30s, 5min</translation>
    </message>
    <message>
        <source>For so long the figure must be there, to fire and to recover</source>
        <translation>So lange muss der Wert dort sein, damit der Alarm auslöst oder endet</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>Mindestdauer</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schweregrad</translation>
    </message>
    <message>
        <source>Enter the figure at which it fires, such as 5 or 0.5</source>
        <translation>Den Wert eingeben, bei dem er auslöst, wie 5 oder 0,5</translation>
    </message>
    <message>
        <source>Enter the figure at which it recovers, such as 3, or leave it empty</source>
        <translation>Den Wert eingeben, bei dem er endet, wie 3, oder leer lassen</translation>
    </message>
    <message>
        <source>Enter a name first</source>
        <translation>Erst einen Namen eingeben</translation>
    </message>
    <message>
        <source>Of the tokens: %1</source>
        <translation>Für die Tokens: %1</translation>
    </message>
    <message>
        <source>Held for: %1</source>
        <translation>Mindestdauer: %1</translation>
    </message>
    <message>
        <source>Another alert of the file has this name</source>
        <translation>Ein anderer Alarm der Datei heißt so</translation>
    </message>
    <message>
        <source>The file of alerts keeps no history: nothing is known to test it on</source>
        <translation>Die Alarmdatei führt keinen Verlauf: Es ist nichts bekannt, woran er geprüft werden könnte</translation>
    </message>
    <message>
        <source>Enter a whole alert to see it</source>
        <translation>Einen vollständigen Alarm eingeben, um es zu sehen</translation>
    </message>
    <message>
        <source>There is no round in the history yet</source>
        <translation>Der Verlauf hat noch keine Runde</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AlertNotices</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s) firing</source>
        <translation>
            <numerusform>%Ln Alarm ausgelöst</numerusform>
            <numerusform>%Ln Alarme ausgelöst</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AlertTableModel</name>
    <message>
        <source>the server</source>
        <translation>der Server</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>alle Tokens</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>What it measured in the last round that the history has</source>
        <translation>Was er in der letzten Runde gemessen hat, die im Verlauf steht</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>%1, silenced</source>
        <translation>%1, stumm</translation>
    </message>
    <message>
        <source>%1, as of %2</source>
        <translation>%1, Stand %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AlertsPanel</name>
    <message>
        <source>Open alerts…</source>
        <translation>Alarme öffnen…</translation>
    </message>
    <message>
        <source>Save the bound</source>
        <translation>Grenze speichern</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>What is different?</source>
        <translation>Was ist anders?</translation>
    </message>
    <message>
        <source>Show tokens</source>
        <translation>Tokens zeigen</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>A file of alerts, as ratewarden-ctl watch runs it</source>
        <translation>Eine Datei mit Alarmen, wie ratewarden-ctl watch sie ausführt</translation>
    </message>
    <message>
        <source>What it measured</source>
        <translation>Was er gemessen hat</translation>
    </message>
    <message>
        <source>drag the line; tested on what is known</source>
        <translation>Linie ziehen; am Verlauf geprüft</translation>
    </message>
    <message>
        <source>What the denials of the marked time, or else of the last time it fired, have in common</source>
        <translation>Was die Ablehnungen der markierten Zeit, sonst der letzten Auslösung, gemeinsam haben</translation>
    </message>
    <message>
        <source>Open alerts</source>
        <translation>Alarme öffnen</translation>
    </message>
    <message>
        <source>none: a file of alerts says what is watched, with a window or without</source>
        <translation>keine: Eine Datei mit Alarmen sagt, was überwacht wird, mit Fenster oder ohne</translation>
    </message>
    <message>
        <source>The file keeps no history: &quot;history&quot; in it says where, and ratewarden-ctl watch writes it. Until then nothing can be tested.</source>
        <translation>Die Datei führt keinen Verlauf: „history“ darin sagt, wo, und ratewarden-ctl watch schreibt ihn. Bis dahin kann nichts geprüft werden.</translation>
    </message>
    <message>
        <source>There is no round in %1 yet: ratewarden-ctl watch writes it.</source>
        <translation>In %1 ist noch keine Runde: ratewarden-ctl watch schreibt sie.</translation>
    </message>
    <message>
        <source>History of %1 to %2, %3 of %4 at most; kept for %5 (%6)</source>
        <translation>Verlauf von %1 bis %2, %3 von höchstens %4; aufbewahrt für %5 (%6)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s)</source>
        <translation>
            <numerusform>%Ln Tag</numerusform>
            <numerusform>%Ln Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>No round is known that this alert was measured in</source>
        <translation>Es ist keine Runde bekannt, in der dieser Alarm gemessen wurde</translation>
    </message>
    <message>
        <source>New alert…</source>
        <translation>Neuer Alarm…</translation>
    </message>
    <message>
        <source>Delete the alert from the file?</source>
        <translation>Den Alarm aus der Datei löschen?</translation>
    </message>
    <message>
        <source>Delete it</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>With a test on what is known, before it is saved</source>
        <translation>Mit einer Probe an dem, was bekannt ist, bevor gespeichert wird</translation>
    </message>
    <message>
        <source>Silence…</source>
        <translation>Stummschalten…</translation>
    </message>
    <message>
        <source>Nobody is told of it, for a reason and a time</source>
        <translation>Aus einem Grund und für eine Zeit wird er niemandem gemeldet</translation>
    </message>
    <message>
        <source>Tell again</source>
        <translation>Wieder melden</translation>
    </message>
    <message>
        <source>It is silenced no longer</source>
        <translation>Er ist nicht länger stumm</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Out of the file</source>
        <translation>Aus der Datei</translation>
    </message>
    <message>
        <source>Keep alerts in</source>
        <translation>Alarme speichern in</translation>
    </message>
    <message>
        <source>A file has at least one alert</source>
        <translation>Eine Datei hat mindestens einen Alarm</translation>
    </message>
    <message>
        <source>Alerts (*.json)</source>
        <translation>Alarme (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Keep what this window reads</source>
        <translation>Behalten, was dieses Fenster liest</translation>
    </message>
    <message>
        <source>In a file on this computer, for %1, up to %2: Overview, explanations and alerts read it where no watcher runs</source>
        <translation>In einer Datei auf diesem Rechner, %1 lang, bis zu %2: Übersicht, Erklärungen und Alarme lesen sie, wo kein Wächter läuft</translation>
    </message>
    <message>
        <source>The first round is kept as soon as all tokens have been read.</source>
        <translation>Die erste Runde wird behalten, sobald alle Tokens gelesen sind.</translation>
    </message>
    <message>
        <source>by this window</source>
        <translation>von diesem Fenster</translation>
    </message>
    <message>
        <source>as they were recorded</source>
        <translation>wie sie aufgezeichnet wurden</translation>
    </message>
    <message>
        <source>none were recorded</source>
        <translation>keine aufgezeichnet</translation>
    </message>
    <message>
        <source>History of %1 to %2</source>
        <translation>Verlauf von %1 bis %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AuditDesk</name>
    <message>
        <source>this is not in the investigation</source>
        <translation>das ist nicht in der Untersuchung</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AuditPage</name>
    <message>
        <source>Clear filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Undo…</source>
        <translation>Rückgängig…</translation>
    </message>
    <message>
        <source>Undo the selected change, regardless of who made it</source>
        <translation>Gewählte Änderung rückgängig machen, egal von wem</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Save what is listed as lines of JSON</source>
        <translation>Das Gelistete als JSON-Zeilen speichern</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>The selected change</source>
        <translation>Die gewählte Änderung</translation>
    </message>
    <message>
        <source>What was sent, and what was there before</source>
        <translation>Was gesendet wurde und was davor da war</translation>
    </message>
    <message>
        <source>Filter: a part of a name or reason, action:block, by:…, since:2h …</source>
        <translation>Filter: Teil von Name oder Grund, action:block, by:…, since:2h …</translation>
    </message>
    <message>
        <source>Filter changes</source>
        <translation>Änderungen filtern</translation>
    </message>
    <message>
        <source>The audit trail could not be read: %1</source>
        <translation>Das Audit-Protokoll war nicht lesbar: %1</translation>
    </message>
    <message>
        <source>Undo a change</source>
        <translation>Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Undoes the %1, made by %2 at %3. It is not undone where something else has happened since.</source>
        <translation>Macht rückgängig: %1, von %2 um %3. Wo seither etwas anderes geschah, geschieht nichts.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>This cannot be undone: %1</source>
        <translation>Nicht rückgängig zu machen: %1</translation>
    </message>
    <message>
        <source>Export changes</source>
        <translation>Änderungen exportieren</translation>
    </message>
    <message>
        <source>Select a change first</source>
        <translation>Erst eine Änderung wählen</translation>
    </message>
    <message>
        <source>This has been undone already</source>
        <translation>Schon rückgängig gemacht</translation>
    </message>
    <message>
        <source>An undo cannot be undone: make the change again</source>
        <translation>Rückgängig lässt sich nicht rückgängig machen: die Änderung erneut vornehmen</translation>
    </message>
    <message>
        <source>Its entry in the audit trail is damaged</source>
        <translation>Der Eintrag im Audit-Protokoll ist beschädigt</translation>
    </message>
    <message>
        <source>It is not known whether this was made</source>
        <translation>Ob dies erfolgt ist, ist nicht bekannt</translation>
    </message>
    <message>
        <source>It was too large to be recorded whole</source>
        <translation>Zu groß, um ganz aufgezeichnet zu werden</translation>
    </message>
    <message>
        <source>This has changed nothing</source>
        <translation>Dies hat nichts geändert</translation>
    </message>
    <message numerus="yes">
        <source>the newest %Ln change(s)</source>
        <translation>
            <numerusform>die neueste Änderung</numerusform>
            <numerusform>die neuesten %Ln Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln Änderung</numerusform>
            <numerusform>%Ln Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of many tokens, of which not all are named</source>
        <translation>%1 von vielen Tokens, nicht alle genannt</translation>
    </message>
    <message>
        <source>%1 unreadable</source>
        <translation>%1 nicht lesbar</translation>
    </message>
    <message>
        <source>you are recorded as %1</source>
        <translation>aufgezeichnet als %1</translation>
    </message>
    <message>
        <source>changes are not recorded: %1</source>
        <translation>Änderungen werden nicht aufgezeichnet: %1</translation>
    </message>
    <message>
        <source>Set RATEWARDEN_USER to be recorded under another name</source>
        <translation>RATEWARDEN_USER setzen, um unter anderem Namen aufgezeichnet zu werden</translation>
    </message>
    <message>
        <source>Looking through older changes</source>
        <translation>Ältere Änderungen werden durchsucht</translation>
    </message>
    <message>
        <source>Nothing matches the filter</source>
        <translation>Nichts passt zum Filter</translation>
    </message>
    <message>
        <source>Reading the audit trail</source>
        <translation>Das Audit-Protokoll wird gelesen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries cannot be read: damaged, or of another version. None of the others is listed here.</source>
        <translation>
            <numerusform>%Ln Eintrag ist nicht lesbar: beschädigt oder von anderer Version. Keiner der übrigen ist hier gelistet.</numerusform>
            <numerusform>%Ln Einträge sind nicht lesbar: beschädigt oder von anderer Version. Keiner der übrigen ist hier gelistet.</numerusform>
        </translation>
    </message>
    <message>
        <source>No change is recorded on this server yet.
What is blocked, reset, overridden or published from a window or a terminal is listed from now on.</source>
        <translation>Auf diesem Server ist noch keine Änderung aufgezeichnet.
Was aus einem Fenster oder Terminal gesperrt, zurückgesetzt, als Ausnahme gesetzt oder veröffentlicht wird, steht ab jetzt hier.</translation>
    </message>
    <message>
        <source>%1 at %2 with %3 · entry %4</source>
        <translation>%1 um %2 mit %3 · Eintrag %4</translation>
    </message>
    <message>
        <source>No reason was given.</source>
        <translation>Kein Grund angegeben.</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source># Before:</source>
        <translation># Davor:</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AuditTableModel</name>
    <message>
        <source>%1 policies</source>
        <translation>%1 Policies</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>By the server&apos;s clock</source>
        <translation>Nach der Uhr des Servers</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Betrifft</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::CandidateCard</name>
    <message>
        <source>All requests of the last ten minutes</source>
        <translation>Alle Anfragen der letzten zehn Minuten</translation>
    </message>
    <message>
        <source>Tokens of the candidate</source>
        <translation>Tokens des Kandidaten</translation>
    </message>
    <message>
        <source>What the candidate would have denied to each token</source>
        <translation>Was der Kandidat jedem Token abgelehnt hätte</translation>
    </message>
    <message>
        <source>Requests under the enforced rules</source>
        <translation>Anfragen unter den geltenden Regeln</translation>
    </message>
    <message>
        <source>Requests under the candidate</source>
        <translation>Anfragen unter dem Kandidaten</translation>
    </message>
    <message>
        <source>%1 · read %2 so far</source>
        <translation>%1 · bisher %2 gelesen</translation>
    </message>
    <message>
        <source>Enforced rules: %1 allowed, %2 would be denied (shadow)</source>
        <translation>Geltende Regeln: %1 zugelassen, %2 würden abgelehnt (Schatten)</translation>
    </message>
    <message>
        <source>Enforced rules: %1 allowed, %2 denied</source>
        <translation>Geltende Regeln: %1 zugelassen, %2 abgelehnt</translation>
    </message>
    <message>
        <source>Enforced rules: no requests</source>
        <translation>Geltende Regeln: keine Anfragen</translation>
    </message>
    <message>
        <source>Enforced rules: not counted; turn counting on in the editor</source>
        <translation>Geltende Regeln: nicht gezählt; das Zählen im Editor einschalten</translation>
    </message>
    <message>
        <source>Candidate: %1 would be allowed, %2 would be denied</source>
        <translation>Kandidat: %1 würden zugelassen, %2 würden abgelehnt</translation>
    </message>
    <message>
        <source>Candidate: no requests yet</source>
        <translation>Kandidat: noch keine Anfragen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::CandidateRow</name>
    <message>
        <source>Other rules: counted, not enforced</source>
        <translation>Andere Regeln: gezählt, nicht durchgesetzt</translation>
    </message>
    <message>
        <source>The candidate&apos;s rules</source>
        <translation>Die Regeln des Kandidaten</translation>
    </message>
    <message>
        <source>the same algorithm</source>
        <translation>derselbe Algorithmus</translation>
    </message>
    <message>
        <source>The candidate&apos;s algorithm</source>
        <translation>Der Algorithmus des Kandidaten</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::CaptureDialog</name>
    <message>
        <source>Capture</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>Capture live traffic</source>
        <translation>Live-Traffic aufzeichnen</translation>
    </message>
    <message>
        <source>Reads the states of the tokens once a second, and takes what was charged between two readings as requests: of logs with their exact times, of counters and buckets spread over the second. Nothing is changed in Redis.</source>
        <translation>Liest die Zustände der Tokens einmal pro Sekunde und nimmt, was zwischen zwei Ablesungen angerechnet wurde, als Anfragen: bei Logs mit exakten Zeiten, bei Zählern und Buckets über die Sekunde verteilt. In Redis ändert sich nichts.</translation>
    </message>
    <message>
        <source>Policy or format</source>
        <translation>Policy oder Format</translation>
    </message>
    <message>
        <source>Such as 30s or 5min; it can be finished early</source>
        <translation>Etwa 30s oder 5min; lässt sich früher beenden</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>from 1s to 1h, such as 30s or 5min</source>
        <translation>von 1s bis 1h, etwa 30s oder 5min</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ChangeDialogs</name>
    <message>
        <source>%1: reading…</source>
        <translation>%1: wird gelesen…</translation>
    </message>
    <message>
        <source>This was not done: %1</source>
        <translation>Dies ist nicht erfolgt: %1</translation>
    </message>
    <message>
        <source>not asked for (level Free)</source>
        <translation>nicht verlangt (Stufe Frei)</translation>
    </message>
    <message>
        <source>it was changed since; look at it again</source>
        <translation>seither geändert; noch einmal ansehen</translation>
    </message>
    <message>
        <source>It is not known whether this was done: %1</source>
        <translation>Ob dies erfolgt ist, ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>%1. Done for %2 of %3 tokens; of the others it is not known: %4</source>
        <translation>%1. Erledigt für %2 von %3 Tokens; von den übrigen ist es nicht bekannt: %4</translation>
    </message>
    <message>
        <source>%1. Done for %2 of %3 tokens; for the others not: %4</source>
        <translation>%1. Erledigt für %2 von %3 Tokens; für die übrigen nicht: %4</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::Changes</name>
    <message>
        <source>The audit trail does not say what became of this change: %1</source>
        <translation>Das Audit-Protokoll sagt nicht, was aus dieser Änderung wurde: %1</translation>
    </message>
    <message>
        <source>Done without an entry in the audit trail</source>
        <translation>Erfolgt ohne Eintrag im Audit-Protokoll</translation>
    </message>
    <message>
        <source>The audit trail&apos;s copy on this machine is not written: %1</source>
        <translation>Die Kopie des Audit-Protokolls auf diesem Rechner wird nicht geschrieben: %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ChartTableDialog</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all of them, for a spreadsheet</source>
        <translation>Gewählte Zeilen oder alle kopieren, für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Take the numbers from the chart again</source>
        <translation>Zahlen erneut aus dem Diagramm nehmen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The chart is empty</source>
        <translation>Das Diagramm ist leer</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1 als Tabelle</translation>
    </message>
    <message>
        <source>The same numbers as rows (T in the chart)</source>
        <translation>Dieselben Zahlen als Zeilen (T im Diagramm)</translation>
    </message>
    <message>
        <source>The same numbers as rows</source>
        <translation>Dieselben Zahlen als Zeilen</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ChosenFormatsDialog</name>
    <message>
        <source>Formats that you chose</source>
        <translation>Gewählte Formate</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>You have chosen no format yet. The window asks where keys fit a format only by what they hold, and before a change of keys that fit several which mean opposite things.</source>
        <translation>Noch ist kein Format gewählt. Das Fenster fragt, wo Keys nur dem Inhalt nach zu einem Format passen, und vor Änderungen an Keys, die zu mehreren Formaten mit gegenteiliger Bedeutung passen.</translation>
    </message>
    <message>
        <source>Keys that begin so are read as those of the format, on every server. What you take back is recognized automatically again.</source>
        <translation>Keys, die so beginnen, werden auf jedem Server als solche des Formats gelesen. Nach dem Zurücknehmen werden sie wieder automatisch erkannt.</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Take back %1</source>
        <translation>%1 zurücknehmen</translation>
    </message>
    <message>
        <source>no limiter</source>
        <translation>kein Limiter</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ComparePage</name>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Bild speichern…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Choose tokens</source>
        <translation>Tokens wählen</translation>
    </message>
    <message>
        <source>Nothing to compare yet. Choose tokens on the Tokens page, one or several, and open them here with Ctrl+Return.</source>
        <translation>Noch nichts zu vergleichen. Auf der Seite Tokens eines oder mehrere wählen und mit Strg+Eingabe hier öffnen.</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Only %1 tokens can be compared at once; close some of them to see others.</source>
        <translation>Nur %1 Tokens lassen sich zugleich vergleichen; einige schließen, um andere zu sehen.</translation>
    </message>
    <message>
        <source>The charts of this token are not in the investigation</source>
        <translation>Die Diagramme dieses Tokens sind nicht in der Untersuchung</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ConnectDialog</name>
    <message>
        <source>port 6379, database 0</source>
        <translation>Port 6379, Datenbank 0</translation>
    </message>
    <message>
        <source>port 6380, database 2</source>
        <translation>Port 6380, Datenbank 2</translation>
    </message>
    <message>
        <source>encrypted with TLS</source>
        <translation>mit TLS verschlüsselt</translation>
    </message>
    <message>
        <source>Sentinel&apos;s primary</source>
        <translation>Primary der Sentinels</translation>
    </message>
    <message>
        <source>some nodes of a cluster</source>
        <translation>einige Cluster-Knoten</translation>
    </message>
    <message>
        <source>a Unix socket</source>
        <translation>ein Unix-Socket</translation>
    </message>
    <message>
        <source>Open the demo</source>
        <translation>Demo öffnen</translation>
    </message>
    <message>
        <source>Connect to Redis</source>
        <translation>Mit Redis verbinden</translation>
    </message>
    <message>
        <source>Which Redis holds your rate limiters?</source>
        <translation>Welches Redis enthält die Rate-Limiter?</translation>
    </message>
    <message>
        <source>An address, or the name of a profile</source>
        <translation>Eine Adresse oder der Name eines Profils</translation>
    </message>
    <message>
        <source>Sign in to Redis</source>
        <translation>Bei Redis anmelden</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>default</source>
        <translation>default</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>none, or that of RATEWARDEN_REDIS_PASSWORD</source>
        <translation>keines oder das von RATEWARDEN_REDIS_PASSWORD</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>The password is not stored.</source>
        <translation>Das Passwort wird nicht gespeichert.</translation>
    </message>
    <message>
        <source>Remember the password in the system&apos;s keychain</source>
        <translation>Passwort im Schlüsselbund des Systems merken</translation>
    </message>
    <message>
        <source>A private server with live traffic, which leaves nothing behind</source>
        <translation>Ein privater Server mit Live-Traffic, der nichts hinterlässt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Connect once, and see which step fails; nothing is changed</source>
        <translation>Einmal verbinden und sehen, welcher Schritt scheitert; nichts wird geändert</translation>
    </message>
    <message>
        <source>Waiting for the system&apos;s keychain, which may be asking you to unlock it. Type the password to go on without it.</source>
        <translation>Wartet auf den Schlüsselbund des Systems, der vielleicht entsperrt werden will. Das Passwort eingeben, um ohne ihn fortzufahren.</translation>
    </message>
    <message>
        <source>Discard what you have changed?</source>
        <translation>Änderungen verwerfen?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Delete this profile, and its password in the keychain?</source>
        <translation>Dieses Profil und sein Passwort im Schlüsselbund löschen?</translation>
    </message>
    <message>
        <source>Delete it</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (Kopie)</translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation>Speichern und verbinden</translation>
    </message>
    <message>
        <source>This program was built without QtKeychain</source>
        <translation>Dieses Programm wurde ohne QtKeychain gebaut</translation>
    </message>
    <message>
        <source>Otherwise it is kept until the program ends</source>
        <translation>Sonst wird es behalten, bis das Programm endet</translation>
    </message>
    <message>
        <source>Give the server a name first: only profiles are remembered</source>
        <translation>Erst dem Server einen Namen geben: Nur Profile werden gemerkt</translation>
    </message>
    <message>
        <source>The system&apos;s keychain does not answer yet. Unlock it, or type the password.</source>
        <translation>Der Schlüsselbund des Systems antwortet noch nicht. Entsperren oder das Passwort eingeben.</translation>
    </message>
    <message>
        <source>Type the password: %1.</source>
        <translation>Passwort eingeben: %1.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ConnectionTest</name>
    <message>
        <source>ssh</source>
        <translation>ssh</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>login</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>right to read</source>
        <translation>Leserecht</translation>
    </message>
    <message>
        <source>Trying to connect…</source>
        <translation>Verbindung wird versucht…</translation>
    </message>
    <message>
        <source>All steps work</source>
        <translation>Alle Schritte gelingen</translation>
    </message>
    <message>
        <source>certificate until %1</source>
        <translation>Zertifikat bis %1</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>Primary</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>Cluster</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ControlDetails</name>
    <message>
        <source>The selected block</source>
        <translation>Die gewählte Sperre</translation>
    </message>
    <message>
        <source>The selected override</source>
        <translation>Die gewählte Ausnahme</translation>
    </message>
    <message>
        <source>Ends at %1.</source>
        <translation>Endet am %1.</translation>
    </message>
    <message>
        <source>Does not end by itself.</source>
        <translation>Endet nicht von selbst.</translation>
    </message>
    <message>
        <source>Under the policy %1 the rules of this token are %2. %3</source>
        <translation>Unter der Policy %1 sind die Regeln dieses Tokens %2. %3</translation>
    </message>
    <message>
        <source>Under the policy %1 the rules of this token are %2 instead of %3. %4</source>
        <translation>Unter der Policy %1 sind die Regeln dieses Tokens %2 statt %3. %4</translation>
    </message>
    <message>
        <source>%1 denies every request of this token under %2. %3</source>
        <translation>%1 lehnt jede Anfrage dieses Tokens unter %2 ab. %3</translation>
    </message>
    <message>
        <source>Every request of this token is denied, under every policy. %1</source>
        <translation>Jede Anfrage dieses Tokens wird abgelehnt, unter jeder Policy. %1</translation>
    </message>
    <message>
        <source>Denied requests: %1.</source>
        <translation>Abgelehnte Anfragen: %1.</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>Grund: %1</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>Von %1</translation>
    </message>
    <message>
        <source>By %1, %2</source>
        <translation>Von %1, %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ControlPage</name>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Change the reason, or the end, of the selected block</source>
        <translation>Grund oder Ende der gewählten Sperre ändern</translation>
    </message>
    <message>
        <source>Change the rules, the reason, or the end, of the selected override</source>
        <translation>Regeln, Grund oder Ende der gewählten Ausnahme ändern</translation>
    </message>
    <message>
        <source>Open token</source>
        <translation>Token öffnen</translation>
    </message>
    <message>
        <source>See the selected token on the Tokens page</source>
        <translation>Das gewählte Token auf der Seite Tokens ansehen</translation>
    </message>
    <message>
        <source>Unblock…</source>
        <translation>Entsperren…</translation>
    </message>
    <message>
        <source>Lift the blocks of the selected tokens</source>
        <translation>Die Sperren der gewählten Tokens aufheben</translation>
    </message>
    <message>
        <source>Lift…</source>
        <translation>Aufheben…</translation>
    </message>
    <message>
        <source>Lift the selected overrides: the rules of the policies apply again</source>
        <translation>Die gewählten Ausnahmen aufheben: Die Regeln der Policies gelten wieder</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Choose a token</source>
        <translation>Token wählen</translation>
    </message>
    <message>
        <source>Block a token…</source>
        <translation>Token sperren…</translation>
    </message>
    <message>
        <source>Deny every request of a token that you type</source>
        <translation>Jede Anfrage eines einzugebenden Tokens ablehnen</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Overrides</source>
        <translation>Ausnahmen</translation>
    </message>
    <message>
        <source>Filter: a part of a name or reason, by:…, policy:api, until&lt;1h …</source>
        <translation>Filter: Teil von Name oder Grund, by:…, policy:api, until&lt;1h …</translation>
    </message>
    <message>
        <source>Filter blocks</source>
        <translation>Sperren filtern</translation>
    </message>
    <message>
        <source>Filter overrides</source>
        <translation>Ausnahmen filtern</translation>
    </message>
    <message>
        <source>The policy %1 is not published here, so its algorithm is not known. Publish it first, or use ratewarden-ctl override.</source>
        <translation>Die Policy %1 ist hier nicht veröffentlicht, ihr Algorithmus also nicht bekannt. Erst veröffentlichen oder ratewarden-ctl override verwenden.</translation>
    </message>
    <message>
        <source>Select a block first</source>
        <translation>Erst eine Sperre wählen</translation>
    </message>
    <message>
        <source>Select an override first</source>
        <translation>Erst eine Ausnahme wählen</translation>
    </message>
    <message>
        <source>Select a single row</source>
        <translation>Eine einzelne Zeile wählen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) blocked</source>
        <translation>
            <numerusform>%Ln Token gesperrt</numerusform>
            <numerusform>%Ln Tokens gesperrt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln override(s)</source>
        <translation>
            <numerusform>%Ln Ausnahme</numerusform>
            <numerusform>%Ln Ausnahmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing matches the filter</source>
        <translation>Nichts passt zum Filter</translation>
    </message>
    <message>
        <source>Looking for blocks</source>
        <translation>Sperren werden gesucht</translation>
    </message>
    <message>
        <source>Looking for overrides</source>
        <translation>Ausnahmen werden gesucht</translation>
    </message>
    <message>
        <source>No token is blocked</source>
        <translation>Kein Token ist gesperrt</translation>
    </message>
    <message>
        <source>There are no overrides: every token is limited by its policy&apos;s rules.
Override a token&apos;s rules on the Tokens page.</source>
        <translation>Es gibt keine Ausnahmen: Jedes Token wird nach den Regeln seiner Policy begrenzt.
Ausnahmen werden auf der Seite Tokens gesetzt.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ControlTableModel</name>
    <message>
        <source>Denied requests a second over the last 10 to 20 s: whether the token keeps sending; only where its policies count requests</source>
        <translation>Abgelehnte Anfragen pro Sekunde über die letzten 10 bis 20 s: ob das Token weiter sendet; nur wo seine Policies Anfragen zählen</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>Endet</translation>
    </message>
    <message>
        <source>Denied/s</source>
        <translation>Abgel./s</translation>
    </message>
    <message>
        <source>every policy</source>
        <translation>jede Policy</translation>
    </message>
    <message>
        <source>ratewarden</source>
        <translation>ratewarden</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>The keys of %1 hold no reason, and this window did not set the block</source>
        <translation>Die Keys von %1 enthalten keinen Grund, und dieses Fenster hat nicht gesperrt</translation>
    </message>
    <message>
        <source>The keys of %1 do not say who set the block, and this window did not</source>
        <translation>Die Keys von %1 sagen nicht, wer gesperrt hat, und dieses Fenster war es nicht</translation>
    </message>
    <message>
        <source>The keys of %1 do not say when the block began, and this window did not set it</source>
        <translation>Die Keys von %1 sagen nicht, wann die Sperre begann, und dieses Fenster hat nicht gesperrt</translation>
    </message>
    <message>
        <source>%1 does not count denied requests</source>
        <translation>%1 zählt abgelehnte Anfragen nicht</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DecisionStrips</name>
    <message>
        <source>Time line of the token</source>
        <translation>Zeitleiste des Tokens</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>not decided yet</source>
        <translation>noch nicht entschieden</translation>
    </message>
    <message>
        <source>now denied</source>
        <translation>jetzt abgelehnt</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>now allowed</source>
        <translation>jetzt zugelassen</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>zugelassen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DescribeDialog</name>
    <message>
        <source>Describe a key</source>
        <translation>Key beschreiben</translation>
    </message>
    <message>
        <source>Discard what you have entered?</source>
        <translation>Eingaben verwerfen?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Save the format</source>
        <translation>Format speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>The key of one token, and Return</source>
        <translation>Der Key eines Tokens, dann Eingabe</translation>
    </message>
    <message>
        <source>Saved to your formats folder, with a sample of this key, including its name.</source>
        <translation>Im Ordner der eigenen Formate gespeichert, mit einer Probe dieses Keys samt seinem Namen.</translation>
    </message>
    <message>
        <source>There is no such key on the server</source>
        <translation>Diesen Key gibt es auf dem Server nicht</translation>
    </message>
    <message>
        <source>It is a key of %1 already. A format of your own under another name may take its place.</source>
        <translation>Er ist schon ein Key von %1. Ein eigenes Format mit anderem Namen kann an dessen Stelle treten.</translation>
    </message>
    <message>
        <source>Redis is unreachable: %1.</source>
        <translation>Redis ist nicht erreichbar: %1.</translation>
    </message>
    <message>
        <source>You have a format of that name: choose another</source>
        <translation>Ein eigenes Format dieses Namens gibt es schon: einen anderen wählen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DescribeFields</name>
    <message>
        <source>At character %1: %2</source>
        <translation>Bei Zeichen %1: %2</translation>
    </message>
    <message>
        <source>A date, &quot;2017-01-01&quot;, or seconds since 1970</source>
        <translation>Ein Datum, „2017-01-01“, oder Sekunden seit 1970</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Key pattern</source>
        <translation>Key-Muster</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>since</source>
        <translation>seit</translation>
    </message>
    <message>
        <source>Times in</source>
        <translation>Zeiten in</translation>
    </message>
    <message>
        <source>Unit of times</source>
        <translation>Einheit der Zeiten</translation>
    </message>
    <message>
        <source>Zero of times</source>
        <translation>Nullpunkt der Zeiten</translation>
    </message>
    <message>
        <source>Expiry</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>%1 (proposed)</source>
        <translation>%1 (vorgeschlagen)</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>20/%1 – the window is a suggestion; may stay empty</source>
        <translation>20/%1 – das Fenster ist ein Vorschlag; darf leer bleiben</translation>
    </message>
    <message>
        <source>20/min + 200/h – may stay empty</source>
        <translation>20/min + 200/h – darf leer bleiben</translation>
    </message>
    <message>
        <source>A character stands for one byte, and one is above U+00FF</source>
        <translation>Ein Zeichen steht für ein Byte, und eines liegt über U+00FF</translation>
    </message>
    <message>
        <source>Enter what the value looks like</source>
        <translation>Angeben, wie der Wert aussieht</translation>
    </message>
    <message>
        <source>A line is &quot;field = pattern&quot;</source>
        <translation>Eine Zeile lautet „Feld = Muster“</translation>
    </message>
    <message>
        <source>Enter a date, &quot;2017-01-01&quot;, or seconds since 1970</source>
        <translation>Ein Datum eingeben, „2017-01-01“, oder Sekunden seit 1970</translation>
    </message>
    <message>
        <source>The key does not match</source>
        <translation>Der Key passt nicht dazu</translation>
    </message>
    <message>
        <source>Enter a name</source>
        <translation>Namen eingeben</translation>
    </message>
    <message>
        <source>A format of that name comes with Ratewarden</source>
        <translation>Ein Format dieses Namens gehört zu Ratewarden</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DescribedState</name>
    <message>
        <source>%1 left</source>
        <translation>%1 übrig</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>limited</source>
        <translation>begrenzt</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>ruhig</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>What it says now</source>
        <translation>Was er jetzt besagt</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verbraucht</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Resets in</source>
        <translation>Wieder frei in</translation>
    </message>
    <message>
        <source>Newest time</source>
        <translation>Neueste Zeit</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>The key</source>
        <translation>Der Key</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>Läuft ab</translation>
    </message>
    <message>
        <source>Why this is proposed</source>
        <translation>Warum dies vorgeschlagen wird</translation>
    </message>
    <message>
        <source>It is gone by now; this is what it held</source>
        <translation>Inzwischen weg; dies war der Inhalt</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>unknown: enter its rules</source>
        <translation>unbekannt: Regeln eingeben</translation>
    </message>
    <message>
        <source>%1, %2 ago</source>
        <translation>%1, vor %2</translation>
    </message>
    <message>
        <source>%1, %2 from now</source>
        <translation>%1, in %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) match</source>
        <translation>
            <numerusform>%Ln Key passt</numerusform>
            <numerusform>%Ln Keys passen</numerusform>
        </translation>
    </message>
    <message>
        <source>Counting the keys that match: %1</source>
        <translation>Passende Keys werden gezählt: %1</translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln key(s) match</source>
        <translation>
            <numerusform>Mindestens %Ln Key passt</numerusform>
            <numerusform>Mindestens %Ln Keys passen</numerusform>
        </translation>
    </message>
    <message>
        <source>The keys that match could not be counted: %1</source>
        <translation>Die passenden Keys konnten nicht gezählt werden: %1</translation>
    </message>
    <message>
        <source>Nothing in the key looks like a limiter&apos;s state</source>
        <translation>Nichts im Key sieht nach dem Zustand eines Limiters aus</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DifferenceDesk</name>
    <message>
        <source>Of that time nothing is known, only from %1 to %2</source>
        <translation>Aus dieser Zeit ist nichts bekannt, nur von %1 bis %2</translation>
    </message>
    <message>
        <source>Nothing is known of the time before %1: compare with the time after, or mark less</source>
        <translation>Aus der Zeit vor %1 ist nichts bekannt: mit der Zeit danach vergleichen oder weniger markieren</translation>
    </message>
    <message>
        <source>Nothing is known of the time after %1 yet</source>
        <translation>Aus der Zeit nach %1 ist noch nichts bekannt</translation>
    </message>
    <message>
        <source>The policies of this server are not read yet</source>
        <translation>Die Policies dieses Servers sind noch nicht gelesen</translation>
    </message>
    <message>
        <source>The history is empty</source>
        <translation>Der Verlauf ist leer</translation>
    </message>
    <message>
        <source>What was denied just before and after %1 is not known: nobody watched, or rounds are more than 20 seconds apart</source>
        <translation>Was kurz vor und nach %1 abgelehnt wurde, ist nicht bekannt: Niemand hat beobachtet, oder Runden liegen mehr als 20 Sekunden auseinander</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DifferenceDialog</name>
    <message>
        <source>%1
%2 denied of %3, in the baseline %4 of %5</source>
        <translation>%1
%2 abgelehnt von %3, in der Vergleichszeit %4 von %5</translation>
    </message>
    <message>
        <source>Open a log…</source>
        <translation>Log öffnen…</translation>
    </message>
    <message>
        <source>What is different?</source>
        <translation>Was ist anders?</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>against the time before</source>
        <translation>gegen die Zeit davor</translation>
    </message>
    <message>
        <source>against the time after</source>
        <translation>gegen die Zeit danach</translation>
    </message>
    <message>
        <source>Compare the requests of a log with the status of each answer instead</source>
        <translation>Stattdessen die Anfragen eines Logs vergleichen, das den Status jeder Antwort hat</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Open a log</source>
        <translation>Log öffnen</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source>Without requests under %1, which are not counted: switch on &quot;Count allowed and denied&quot;, or open a log.</source>
        <translation>Ohne Anfragen unter %1, die nicht gezählt werden: „Zugelassene und abgelehnte Anfragen zählen“ einschalten oder ein Log öffnen.</translation>
    </message>
    <message>
        <source>By which rule and at which cost %1 denied is not known: have its denials remembered (&quot;denials&quot;: 100).</source>
        <translation>Durch welche Regel und bei welchen Kosten %1 abgelehnt hat, ist nicht bekannt: die Ablehnungen merken lassen (&quot;denials&quot;: 100).</translation>
    </message>
    <message>
        <source>Of what this server has counted in the last ten minutes; rules and costs are those of remembered denials, and estimates where these came fast.</source>
        <translation>Aus dem, was dieser Server in den letzten zehn Minuten gezählt hat; Regeln und Kosten sind die der gemerkten Ablehnungen, und Schätzungen, wo diese schnell kamen.</translation>
    </message>
    <message>
        <source>Of the rounds in %1, as estimates; it does not keep whose requests they were.</source>
        <translation>Aus den Runden in %1, als Schätzungen; von wem die Anfragen waren, steht nicht darin.</translation>
    </message>
    <message>
        <source>Of the log %1.</source>
        <translation>Aus dem Log %1.</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Wird verglichen</translation>
    </message>
    <message>
        <source>%1 selected, %2 in the baseline · sorted by difference · click to see the tokens</source>
        <translation>%1 ausgewählt, %2 in der Vergleichszeit · nach Unterschied sortiert · ein Klick zeigt die Tokens</translation>
    </message>
    <message numerus="yes">
        <source>%Ln denial(s)</source>
        <translation>
            <numerusform>%Ln Ablehnung</numerusform>
            <numerusform>%Ln Ablehnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weiterer</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Rules and costs are those from %1 on: of earlier denials not all are remembered any more.</source>
        <translation>Regeln und Kosten sind die ab %1: Von früheren Ablehnungen sind nicht mehr alle gemerkt.</translation>
    </message>
    <message>
        <source>Only some of the active tokens were read: there are too many.</source>
        <translation>Nur ein Teil der aktiven Tokens wurde gelesen: Es sind zu viele.</translation>
    </message>
    <message>
        <source>compared with all requests</source>
        <translation>verglichen mit allen Anfragen</translation>
    </message>
    <message>
        <source>%1: %2 of all requests selected, %3 of the denials in the baseline</source>
        <translation>%1: %2 aller ausgewählten Anfragen, %3 der Ablehnungen in der Vergleichszeit</translation>
    </message>
    <message>
        <source>%1: %2 of the denials selected, %3 of all requests in the baseline</source>
        <translation>%1: %2 der ausgewählten Ablehnungen, %3 aller Anfragen in der Vergleichszeit</translation>
    </message>
    <message>
        <source>%1: %2 of all requests in the baseline, %3 of its denials</source>
        <translation>%1: %2 aller Anfragen in der Vergleichszeit, %3 ihrer Ablehnungen</translation>
    </message>
    <message>
        <source>%1: %2 of the denials selected, %3 of all requests selected</source>
        <translation>%1: %2 der ausgewählten Ablehnungen, %3 aller ausgewählten Anfragen</translation>
    </message>
    <message>
        <source>%1: %2 of the denials selected, %3 of those in the baseline</source>
        <translation>%1: %2 der ausgewählten Ablehnungen, %3 derer in der Vergleichszeit</translation>
    </message>
    <message>
        <source>Not compared, as nothing is known of it: %1.</source>
        <translation>Nicht verglichen, da darüber nichts bekannt ist: %1.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DismissDialog</name>
    <message>
        <source>Dismiss</source>
        <translation>Quittieren</translation>
    </message>
    <message>
        <source>Dismiss a finding</source>
        <translation>Befund quittieren</translation>
    </message>
    <message>
        <source>It is not counted and told any more until then, in this console and on this machine alone. Nothing changes on the server.</source>
        <translation>Bis dahin wird er nicht mehr gezählt und gemeldet, nur in dieser Konsole und auf diesem Rechner. Auf dem Server ändert sich nichts.</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Enter a reason first</source>
        <translation>Erst einen Grund eingeben</translation>
    </message>
    <message>
        <source>Silence an alert</source>
        <translation>Alarm stummschalten</translation>
    </message>
    <message>
        <source>It is still measured and shown, but nobody is told of it until then: this is written into the file of alerts, which ratewarden-ctl watch obeys.</source>
        <translation>Er wird weiter gemessen und gezeigt, aber bis dahin niemandem gemeldet: Das steht in der Alarmdatei, der ratewarden-ctl watch folgt.</translation>
    </message>
    <message>
        <source>Silence</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Enter an end: nothing is silenced for good</source>
        <translation>Ein Ende eingeben: Nichts wird für immer stummgeschaltet</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::EffectPanel</name>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Effect on current tokens</source>
        <translation>Wirkung auf aktuelle Tokens</translation>
    </message>
    <message>
        <source>Stop checking tokens</source>
        <translation>Prüfen der Tokens stoppen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>No tokens use this policy now</source>
        <translation>Jetzt nutzt kein Token diese Policy</translation>
    </message>
    <message>
        <source>The scan for its tokens is still running</source>
        <translation>Der Scan nach ihren Tokens läuft noch</translation>
    </message>
    <message>
        <source>The scan for tokens is still running; the check starts again when it ends</source>
        <translation>Der Scan nach Tokens läuft noch; die Prüfung beginnt neu, wenn er endet</translation>
    </message>
    <message numerus="yes">
        <source>Checked %1 of %Ln token(s)…</source>
        <translation>
            <numerusform>%1 von %Ln Token geprüft…</numerusform>
            <numerusform>%1 von %Ln Tokens geprüft…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped after %1 of %Ln token(s)</source>
        <translation>
            <numerusform>Gestoppt nach %1 von %Ln Token</numerusform>
            <numerusform>Gestoppt nach %1 von %Ln Tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s): %1 limited now, %2 with these rules; %3 released</source>
        <translation>
            <numerusform>%Ln Token: %1 jetzt begrenzt, %2 mit diesen Regeln; %3 frei geworden</numerusform>
            <numerusform>%Ln Tokens: %1 jetzt begrenzt, %2 mit diesen Regeln; %3 frei geworden</numerusform>
        </translation>
    </message>
    <message>
        <source>The %1 of %2 that have used most are listed</source>
        <translation>Gelistet sind die %1 von %2 mit dem höchsten Verbrauch</translation>
    </message>
    <message>
        <source>%1 could not be read</source>
        <translation>%1 nicht lesbar</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::EndTimeEdit</name>
    <message>
        <source>15 min</source>
        <translation>15 min</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 h</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 h</translation>
    </message>
    <message>
        <source>7 days</source>
        <translation>7 Tage</translation>
    </message>
    <message>
        <source>For good</source>
        <translation>Auf Dauer</translation>
    </message>
    <message>
        <source>How long, or until when</source>
        <translation>Wie lange oder bis wann</translation>
    </message>
    <message>
        <source>2h, until 18:00, tomorrow 9:00</source>
        <translation>2h, until 18:00, tomorrow 9:00</translation>
    </message>
    <message>
        <source>2h, 30 min, 3 days, until 18:00, tomorrow 9:00, Friday, 2026-12-01 12:00 UTC, for good. Without UTC, times are those of %1.</source>
        <translation>2h, 30 min, 3 days, until 18:00, tomorrow 9:00, Friday, 2026-12-01 12:00 UTC, for good. Ohne UTC gelten die Zeiten von %1.</translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <translation>„%1“: %2</translation>
    </message>
    <message>
        <source>this has passed</source>
        <translation>dies ist vorbei</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ExplainDialog</name>
    <message>
        <source>as this window saw: %1</source>
        <translation>wie dieses Fenster sah: %1</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Why was it denied?</source>
        <translation>Warum abgelehnt?</translation>
    </message>
    <message>
        <source>Token and time, a line of a log, or a request&apos;s id</source>
        <translation>Token und Zeit, eine Log-Zeile oder die ID einer Anfrage</translation>
    </message>
    <message>
        <source>user:4711 14:57, a line of a log, or a request&apos;s id</source>
        <translation>user:4711 14:57, eine Log-Zeile oder die ID einer Anfrage</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Its rules are not known: publish them first, with “Publish its rules…” on Tokens</source>
        <translation>Die Regeln sind nicht bekannt: erst veröffentlichen, mit „Regeln veröffentlichen…“ auf Tokens</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>%1 wird untersucht</translation>
    </message>
    <message>
        <source>Looking for a denial that is remembered by “%1”</source>
        <translation>Eine von „%1“ gemerkte Ablehnung wird gesucht</translation>
    </message>
    <message>
        <source>%1 · read at %2</source>
        <translation>%1 · gelesen um %2</translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <translation>%1, Version %2</translation>
    </message>
    <message>
        <source>Open a log…</source>
        <translation>Log öffnen…</translation>
    </message>
    <message>
        <source>Denials of a log, and whose requests had filled the rules. Without one, the log that is open in the lab is read.</source>
        <translation>Ablehnungen eines Logs, und wessen Anfragen die Regeln gefüllt hatten. Ohne wird das Log gelesen, das im Labor geöffnet ist.</translation>
    </message>
    <message>
        <source>A time is 14:57, 14:57:40.218, or has a date in front. A line is read as the lab reads logs; it must be of a request that was answered with 429 or 503. An id is found if the policy has denials remembered, or in a log that is open here or in the lab. Nothing is charged or changed.</source>
        <translation>Eine Zeit ist 14:57, 14:57:40.218 oder hat ein Datum davor. Eine Zeile wird wie im Labor gelesen; sie muss von einer mit 429 oder 503 beantworteten Anfrage sein. Eine ID wird gefunden, wenn die Policy Ablehnungen merkt, oder in einem Log, das hier oder im Labor geöffnet ist. Nichts wird angerechnet oder geändert.</translation>
    </message>
    <message>
        <source>Open a log</source>
        <translation>Log öffnen</translation>
    </message>
    <message>
        <source>With the log %1</source>
        <translation>Mit dem Log %1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>%1; and %2 has no request with that id</source>
        <translation>%1; und %2 hat keine Anfrage mit dieser ID</translation>
    </message>
    <message>
        <source>No policy</source>
        <translation>Keine Policy</translation>
    </message>
    <message>
        <source>as this window saw at %1: %2 was full for another %3</source>
        <translation>wie dieses Fenster um %1 sah: %2 war noch %3 lang voll</translation>
    </message>
    <message>
        <source>as this window saw at %1: %2 was full</source>
        <translation>wie dieses Fenster um %1 sah: %2 war voll</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::FailureRow</name>
    <message>
        <source>report an error</source>
        <translation>Fehler melden</translation>
    </message>
    <message>
        <source>fail open: allow all</source>
        <translation>fail open: alles zulassen</translation>
    </message>
    <message>
        <source>fail closed: deny all</source>
        <translation>fail closed: alles ablehnen</translation>
    </message>
    <message>
        <source>local fallback</source>
        <translation>lokaler Fallback</translation>
    </message>
    <message>
        <source>When Redis is unreachable</source>
        <translation>Wenn Redis nicht erreichbar ist</translation>
    </message>
    <message>
        <source>What limiters do while Redis is unreachable. Fail open: everything is allowed. Fail closed: everything is denied. Local fallback: each process decides alone.</source>
        <translation>Was Limiter tun, solange Redis nicht erreichbar ist. Fail open: Alles wird zugelassen. Fail closed: Alles wird abgelehnt. Lokaler Fallback: Jeder Prozess entscheidet allein.</translation>
    </message>
    <message>
        <source>At this share of each limit</source>
        <translation>Mit diesem Anteil jedes Limits</translation>
    </message>
    <message>
        <source>at </source>
        <translation>mit </translation>
    </message>
    <message>
        <source> % of each limit</source>
        <translation> % jedes Limits</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::FilterLine</name>
    <message>
        <source>Return keeps the words in front of it as the filter “%1”</source>
        <translation>Eingabe behält die Wörter davor als Filter „%1“</translation>
    </message>
    <message>
        <source>Filter by this value</source>
        <translation>Nach diesem Wert filtern</translation>
    </message>
    <message>
        <source>Filter by %1</source>
        <translation>Nach %1 filtern</translation>
    </message>
    <message>
        <source>Leave this value out</source>
        <translation>Diesen Wert ausschließen</translation>
    </message>
    <message>
        <source>Leave %1 out</source>
        <translation>%1 ausschließen</translation>
    </message>
    <message>
        <source>“%1” is “%2”. Return once more replaces that by the words in front of it</source>
        <translation>„%1“ ist „%2“. Noch einmal Eingabe ersetzt das durch die Wörter davor</translation>
    </message>
    <message>
        <source>No filter is called “%1”. Behind other words, Return keeps those as “%1”</source>
        <translation>Kein Filter heißt „%1“. Hinter anderen Wörtern merkt sich Eingabe diese als „%1“</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::FilterPopup</name>
    <message>
        <source>What the word can become</source>
        <translation>Was aus dem Wort werden kann</translation>
    </message>
    <message>
        <source>Delete once more removes the filter “%1”, here and in the terminal</source>
        <translation>Noch einmal Entf entfernt den Filter „%1“, hier und im Terminal</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::FindingActions</name>
    <message>
        <source>Give them an end…</source>
        <translation>Ende setzen…</translation>
    </message>
    <message>
        <source>Remove the locks…</source>
        <translation>Locks entfernen…</translation>
    </message>
    <message>
        <source>Free slots…</source>
        <translation>Slots freigeben…</translation>
    </message>
    <message>
        <source>Reset them…</source>
        <translation>Zurücksetzen…</translation>
    </message>
    <message>
        <source>Block…</source>
        <translation>Sperren…</translation>
    </message>
    <message>
        <source>Edit the policy…</source>
        <translation>Policy bearbeiten…</translation>
    </message>
    <message>
        <source>Remove the policy…</source>
        <translation>Policy entfernen…</translation>
    </message>
    <message>
        <source>Give keys an end</source>
        <translation>Keys ein Ende geben</translation>
    </message>
    <message>
        <source>Redis deletes these keys at that time, and what they count is forgotten, as it would have been when their window ended. Keys that expire by now are left as they are. Ctrl+Z takes the end away again.</source>
        <translation>Redis löscht diese Keys zu dieser Zeit, und was sie zählen, ist vergessen, wie es zum Ende ihres Fensters gewesen wäre. Keys, die inzwischen ablaufen, bleiben unberührt. Strg+Z nimmt das Ende wieder weg.</translation>
    </message>
    <message>
        <source>Redis deletes these keys at that time instead of the one that they have, and what they count is forgotten. Ctrl+Z gives them back the end that they had.</source>
        <translation>Redis löscht diese Keys zu dieser Zeit statt zu der, die sie haben, und was sie zählen, ist vergessen. Strg+Z gibt ihnen ihr früheres Ende zurück.</translation>
    </message>
    <message>
        <source>Set the end</source>
        <translation>Ende setzen</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>The keys could not be read</source>
        <translation>Die Keys waren nicht lesbar</translation>
    </message>
    <message>
        <source>All these keys have an end by now, or are gone</source>
        <translation>Alle diese Keys haben inzwischen ein Ende oder sind weg</translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) expire in %1</source>
        <translation>
            <numerusform>%Ln Key läuft in %1 ab</numerusform>
            <numerusform>%Ln Keys laufen in %1 ab</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::FindingTableModel</name>
    <message>
        <source>the server</source>
        <translation>der Server</translation>
    </message>
    <message>
        <source>policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>other groups</source>
        <translation>andere Gruppen</translation>
    </message>
    <message>
        <source>gone, %1</source>
        <translation>weg, %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Dismissed %1 by %2: %3</source>
        <translation>Quittiert %1 von %2: %3</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Tokens that have it; of one address its share of all requests</source>
        <translation>Tokens mit diesem Befund; bei einer Adresse ihr Anteil an allen Anfragen</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>When this window first saw it, by the server&apos;s clock</source>
        <translation>Wann dieses Fenster ihn zuerst sah, nach der Uhr des Servers</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>When this window saw it last</source>
        <translation>Wann dieses Fenster ihn zuletzt sah</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::FollowDialog</name>
    <message>
        <source>Follow %1</source>
        <translation>%1 folgen</translation>
    </message>
    <message>
        <source>Which other tokens are the same client&apos;s? From then on Follow shows all of them on one time axis.</source>
        <translation>Welche anderen Tokens gehören demselben Client? Von da an zeigt „Folgen“ sie alle auf einer Zeitachse.</translation>
    </message>
    <message>
        <source>Name of the client</source>
        <translation>Name des Clients</translation>
    </message>
    <message>
        <source>These rise and fall with it, which may be chance:</source>
        <translation>Diese steigen und fallen mit ihm, was Zufall sein kann:</translation>
    </message>
    <message>
        <source>Other tokens</source>
        <translation>Andere Tokens</translation>
    </message>
    <message>
        <source>Other tokens, one on each line: an address, an API key, a hash</source>
        <translation>Andere Tokens, eines je Zeile: eine Adresse, ein API-Key, ein Hash</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>%1 · correlation %2</source>
        <translation>%1 · Korrelation %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::FormatMenu</name>
    <message>
        <source>Format of these keys</source>
        <translation>Format dieser Keys</translation>
    </message>
    <message>
        <source>Keys that begin with %1 are:</source>
        <translation>Keys, die mit %1 beginnen, sind von:</translation>
    </message>
    <message>
        <source>Take the choice back</source>
        <translation>Wahl zurücknehmen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::GenerateDialog</name>
    <message>
        <source>1 or more</source>
        <translation>1 oder mehr</translation>
    </message>
    <message>
        <source>above 0</source>
        <translation>über 0</translation>
    </message>
    <message>
        <source>100 years at most</source>
        <translation>höchstens 100 Jahre</translation>
    </message>
    <message>
        <source>from 0 to 10</source>
        <translation>von 0 bis 10</translation>
    </message>
    <message>
        <source>at least 1, and the lowest cost</source>
        <translation>mindestens 1 und die niedrigsten Kosten</translation>
    </message>
    <message>
        <source>from 1970 to 6969</source>
        <translation>von 1970 bis 6969</translation>
    </message>
    <message>
        <source>more than 200 million requests or tokens: lower the rate or the duration</source>
        <translation>mehr als 200 Millionen Anfragen oder Tokens: Rate oder Dauer senken</translation>
    </message>
    <message>
        <source>clients back off</source>
        <translation>Clients mit Back-off</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>Generate traffic</source>
        <translation>Traffic erzeugen</translation>
    </message>
    <message>
        <source>What it looks like</source>
        <translation>Wie er aussieht</translation>
    </message>
    <message>
        <source>steady: each token evenly</source>
        <translation>stetig: jedes Token gleichmäßig</translation>
    </message>
    <message>
        <source>random: independent requests (Poisson)</source>
        <translation>zufällig: unabhängige Anfragen (Poisson)</translation>
    </message>
    <message>
        <source>bursts: many within a second, then a pause</source>
        <translation>Bursts: viele in einer Sekunde, dann Pause</translation>
    </message>
    <message>
        <source>daily: most at 14:00 UTC, least at 2:00</source>
        <translation>täglich: am meisten um 14:00 UTC, am wenigsten um 2:00</translation>
    </message>
    <message>
        <source>retry storm: an outage, and every client tries again</source>
        <translation>Retry-Sturm: ein Ausfall, und jeder Client versucht es wieder</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>How many clients send requests</source>
        <translation>Wie viele Clients Anfragen senden</translation>
    </message>
    <message>
        <source>Share (Zipf)</source>
        <translation>Verteilung (Zipf)</translation>
    </message>
    <message>
        <source>0: every token sends as much; 1: a few send most</source>
        <translation>0: jedes Token sendet gleich viel; 1: wenige senden das meiste</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Of all tokens together, on average</source>
        <translation>Von allen Tokens zusammen, im Mittel</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Such as 10min, 24h or 7d</source>
        <translation>Etwa 10min, 24h oder 7d</translation>
    </message>
    <message>
        <source>Lowest cost</source>
        <translation>Niedrigste Kosten</translation>
    </message>
    <message>
        <source>Of a request</source>
        <translation>Einer Anfrage</translation>
    </message>
    <message>
        <source>Highest cost</source>
        <translation>Höchste Kosten</translation>
    </message>
    <message>
        <source>Above the lowest, most requests cost little and a few cost much</source>
        <translation>Über den niedrigsten: Die meisten Anfragen kosten wenig, wenige kosten viel</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Another one makes other traffic of the same kind</source>
        <translation>Ein anderer ergibt anderen Traffic derselben Art</translation>
    </message>
    <message>
        <source>Requests in a burst</source>
        <translation>Anfragen pro Burst</translation>
    </message>
    <message>
        <source>They wait twice as long before each next try, up to a minute; otherwise they try again after half a second to a second</source>
        <translation>Sie warten vor jedem Versuch doppelt so lange, bis zu einer Minute; sonst versuchen sie es nach einer halben bis ganzen Sekunde wieder</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Retries</translation>
    </message>
    <message>
        <source>a whole number, up to %1</source>
        <translation>eine ganze Zahl, bis %1</translation>
    </message>
    <message>
        <source>a number such as 0.5 or 100</source>
        <translation>eine Zahl wie 0.5 oder 100</translation>
    </message>
    <message>
        <source>a time such as 10min, 24h or 7d</source>
        <translation>eine Zeit wie 10min, 24h oder 7d</translation>
    </message>
    <message>
        <source>Correct the marked fields first</source>
        <translation>Erst die markierten Felder berichtigen</translation>
    </message>
    <message>
        <source>Correct the marked fields to see it.</source>
        <translation>Die markierten Felder berichtigen, um ihn zu sehen.</translation>
    </message>
    <message>
        <source>About %1 over %2 of %3.</source>
        <translation>Etwa %1 über %2 von %3.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln Anfrage</numerusform>
            <numerusform>%Ln Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>Retries come on top.</source>
        <translation>Retries kommen dazu.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::GuardText</name>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Type the name</source>
        <translation>Namen eingeben</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>what can be undone is changed at once</source>
        <translation>Umkehrbares wird sofort geändert</translation>
    </message>
    <message>
        <source>every change is shown before it is made</source>
        <translation>jede Änderung wird vorher gezeigt</translation>
    </message>
    <message>
        <source>every change is shown, and the server&apos;s name typed</source>
        <translation>jede Änderung wird gezeigt und der Name des Servers eingegeben</translation>
    </message>
    <message>
        <source>nothing can be changed</source>
        <translation>nichts kann geändert werden</translation>
    </message>
    <message>
        <source>A change of one token that can be undone, and for which nothing has to be entered, is made at once. All others are shown first</source>
        <translation>Eine Änderung eines Tokens, die umkehrbar ist und keine Eingabe braucht, erfolgt sofort. Alle anderen werden vorher gezeigt</translation>
    </message>
    <message>
        <source>Every change is shown before it is made</source>
        <translation>Jede Änderung wird gezeigt, bevor sie erfolgt</translation>
    </message>
    <message>
        <source>Every change is shown, and the name of the server has to be typed, before it is made</source>
        <translation>Jede Änderung wird gezeigt, und der Name des Servers ist einzugeben, bevor sie erfolgt</translation>
    </message>
    <message>
        <source>Nothing can be changed: every command that may write is refused and not sent</source>
        <translation>Nichts kann geändert werden: Jeder Befehl, der schreiben könnte, wird abgewiesen und nicht gesendet</translation>
    </message>
    <message>
        <source>This connection is read-only. Unlock it to change anything (%1)</source>
        <translation>Diese Verbindung ist schreibgeschützt. Entsperren, um etwas zu ändern (%1)</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ImportDialog</name>
    <message>
        <source>Import profiles</source>
        <translation>Profile importieren</translation>
    </message>
    <message>
        <source>Paste addresses or redis-cli command lines, one a line, or the JSON that RedisInsight exports; or open a file.</source>
        <translation>Adressen oder redis-cli-Befehlszeilen einfügen, eine pro Zeile, oder das JSON, das RedisInsight exportiert; oder eine Datei öffnen.</translation>
    </message>
    <message>
        <source>What to import</source>
        <translation>Was importiert werden soll</translation>
    </message>
    <message>
        <source>What will be imported</source>
        <translation>Was importiert wird</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>An export of RedisInsight, or a list of addresses</source>
        <translation>Ein Export von RedisInsight oder eine Liste von Adressen</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>%1 is too large for a list of servers</source>
        <translation>%1 ist zu groß für eine Liste von Servern</translation>
    </message>
    <message>
        <source>%1 is among your profiles already</source>
        <translation>%1 ist schon unter den Profilen</translation>
    </message>
    <message>
        <source>    ▲ not taken over: %1</source>
        <translation>    ▲ nicht übernommen: %1</translation>
    </message>
    <message numerus="yes">
        <source>Store %Ln password(s) in the keychain</source>
        <translation>
            <numerusform>%Ln Passwort im Schlüsselbund speichern</numerusform>
            <numerusform>%Ln Passwörter im Schlüsselbund speichern</numerusform>
        </translation>
    </message>
    <message>
        <source>Otherwise they are kept until the program ends. They are never written to a file.</source>
        <translation>Sonst werden sie behalten, bis das Programm endet. In eine Datei werden sie nie geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln profile(s)</source>
        <translation>
            <numerusform>%Ln Profil importieren</numerusform>
            <numerusform>%Ln Profile importieren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::InvestigationDialog</name>
    <message>
        <source>Hash the names of tokens</source>
        <translation>Namen von Tokens hashen</translation>
    </message>
    <message>
        <source>Save investigation</source>
        <translation>Untersuchung speichern</translation>
    </message>
    <message>
        <source>A note for whoever opens it</source>
        <translation>Eine Notiz für alle, die sie öffnen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>The file shows %1 of %2, and the charts of %3, as they are now. Anybody can open it, in Ratewarden or as a web page. It contains neither the server&apos;s address and password nor its profile.</source>
        <translation>Die Datei zeigt %1 von %2 und die Diagramme von %3, wie sie jetzt sind. Jeder kann sie öffnen, in Ratewarden oder als Webseite. Sie enthält weder Adresse und Passwort des Servers noch sein Profil.</translation>
    </message>
    <message>
        <source>It has the charts of marked tokens. If the keys were scanned, it also has those that match the filter of the Keys page, and the part of the selected key&apos;s value that is shown there.</source>
        <translation>Sie enthält die Diagramme markierter Tokens. Wurden die Keys durchsucht, enthält sie auch die, die zum Filter der Seite Keys passen, und den dort gezeigten Teil des Werts des ausgewählten Keys.</translation>
    </message>
    <message>
        <source>A token has the same hash everywhere in this file, and another one in the next file. The key is not stored. Names of listed keys are hashed, too; values and filters are left out</source>
        <translation>Ein Token hat überall in dieser Datei denselben Hash, in der nächsten einen anderen. Der Schlüssel wird nicht gespeichert. Auch Namen aufgelisteter Keys sind gehasht; Werte und Filter fehlen</translation>
    </message>
    <message>
        <source>What people have written may name tokens. A hashed file leaves it out: the note, reasons, notes of denials, named moments, descriptions of policies, and the names of rules, alerts and the Lab&apos;s candidates.</source>
        <translation>Was Menschen geschrieben haben, kann Tokens nennen. In einer gehashten Datei fehlt es: die Notiz, Gründe, Hinweise zu Ablehnungen, benannte Momente, Beschreibungen von Policies und die Namen von Regeln, Alarmen und Kandidaten des Labors.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeyActions</name>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>The key could not be read</source>
        <translation>Der Key war nicht lesbar</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Edit the TTL of a key</source>
        <translation>TTL eines Keys bearbeiten</translation>
    </message>
    <message>
        <source>Redis deletes the key at that time. Ctrl+Z restores the current TTL.</source>
        <translation>Redis löscht den Key zu dieser Zeit. Strg+Z stellt die jetzige TTL wieder her.</translation>
    </message>
    <message>
        <source>Set TTL</source>
        <translation>TTL setzen</translation>
    </message>
    <message>
        <source>%1 expires in %2</source>
        <translation>%1 läuft in %2 ab</translation>
    </message>
    <message>
        <source>%1 never expires</source>
        <translation>%1 läuft nie ab</translation>
    </message>
    <message>
        <source>Rename a key</source>
        <translation>Key umbenennen</translation>
    </message>
    <message>
        <source>Its value and TTL stay. Nothing is done if a key of the new name exists.</source>
        <translation>Wert und TTL bleiben. Gibt es einen Key des neuen Namens, geschieht nichts.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>%1 is renamed to %2</source>
        <translation>%1 heißt jetzt %2</translation>
    </message>
    <message>
        <source>Delete a key</source>
        <translation>Key löschen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Deletes the key and its value for good.</source>
        <translation>Löscht den Key und seinen Wert endgültig.</translation>
    </message>
    <message>
        <source>Deletes the key and its value. Ctrl+Z puts both back, with the TTL, if there is no other key of that name by then.</source>
        <translation>Löscht den Key und seinen Wert. Strg+Z bringt beide zurück, mit der TTL, wenn es dann keinen anderen Key dieses Namens gibt.</translation>
    </message>
    <message>
        <source>This cannot be undone: %1 are too many to be kept.</source>
        <translation>Nicht rückgängig zu machen: %1 sind zu viel zum Aufbewahren.</translation>
    </message>
    <message>
        <source>This cannot be undone: this user may not ask how large the key is.</source>
        <translation>Nicht rückgängig zu machen: Dieser Benutzer darf nicht fragen, wie groß der Key ist.</translation>
    </message>
    <message>
        <source>%1 is deleted</source>
        <translation>%1 ist gelöscht</translation>
    </message>
    <message>
        <source>Block…</source>
        <translation>Sperren…</translation>
    </message>
    <message>
        <source>Deny every request of this key&apos;s token</source>
        <translation>Jede Anfrage des Tokens dieses Keys ablehnen</translation>
    </message>
    <message>
        <source>Unblock…</source>
        <translation>Entsperren…</translation>
    </message>
    <message>
        <source>Lift the block of this key&apos;s token</source>
        <translation>Die Sperre des Tokens dieses Keys aufheben</translation>
    </message>
    <message>
        <source>Reset…</source>
        <translation>Zurücksetzen…</translation>
    </message>
    <message>
        <source>Forget what this key&apos;s token has used</source>
        <translation>Den Verbrauch des Tokens dieses Keys vergessen</translation>
    </message>
    <message>
        <source>Open in Tokens</source>
        <translation>In Tokens öffnen</translation>
    </message>
    <message>
        <source>See this key&apos;s token on the Tokens page</source>
        <translation>Das Token dieses Keys auf der Seite Tokens ansehen</translation>
    </message>
    <message>
        <source>Open its requests in the lab</source>
        <translation>Seine Anfragen im Labor öffnen</translation>
    </message>
    <message>
        <source>Try rules on the requests in this key&apos;s log</source>
        <translation>Regeln an den Anfragen im Log dieses Keys erproben</translation>
    </message>
    <message>
        <source>Edit TTL…</source>
        <translation>TTL bearbeiten…</translation>
    </message>
    <message>
        <source>Change when the key expires</source>
        <translation>Ändern, wann der Key abläuft</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Give the key another name</source>
        <translation>Dem Key einen anderen Namen geben</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Delete the key and its value; on Tokens the same key resets the token</source>
        <translation>Key und Wert löschen; auf Tokens setzt dieselbe Taste das Token zurück</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Copy the exact bytes of the key&apos;s name</source>
        <translation>Die exakten Bytes des Key-Namens kopieren</translation>
    </message>
    <message>
        <source>Describe this key…</source>
        <translation>Diesen Key beschreiben…</translation>
    </message>
    <message>
        <source>Describe what this key and similar keys mean</source>
        <translation>Beschreiben, was dieser und ähnliche Keys bedeuten</translation>
    </message>
    <message>
        <source>The keys are being filtered</source>
        <translation>Die Keys werden gefiltert</translation>
    </message>
    <message>
        <source>%1 is not listed</source>
        <translation>%1 ist nicht gelistet</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeyArrangement</name>
    <message>
        <source>Order of the prefixes</source>
        <translation>Reihenfolge der Präfixe</translation>
    </message>
    <message>
        <source>Where names are cut</source>
        <translation>Wo Namen getrennt werden</translation>
    </message>
    <message>
        <source>by memory</source>
        <translation>nach Speicher</translation>
    </message>
    <message>
        <source>by keys</source>
        <translation>nach Keys</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>nach Name</translation>
    </message>
    <message>
        <source>The separator behind which the names of keys are cut into prefixes</source>
        <translation>Der Trenner, hinter dem die Namen der Keys in Präfixe geteilt werden</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Find the separator of each name</source>
        <translation>Den Trenner jedes Namens finden</translation>
    </message>
    <message>
        <source>Cut names at %1</source>
        <translation>Namen bei %1 trennen</translation>
    </message>
    <message>
        <source>Cut names at any of : / . |</source>
        <translation>Namen bei jedem von : / . | trennen</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>ganz</translation>
    </message>
    <message>
        <source>Do not cut names</source>
        <translation>Namen nicht trennen</translation>
    </message>
    <message>
        <source>separator</source>
        <translation>Trenner</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeyDetails</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Copy the exact bytes of this row</source>
        <translation>Die exakten Bytes dieser Zeile kopieren</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>other keys</source>
        <translation>andere Keys</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>expires at</source>
        <translation>läuft ab am</translation>
    </message>
    <message>
        <source>Used of limit</source>
        <translation>Verbrauch vom Limit</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>This key no longer exists.</source>
        <translation>Diesen Key gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>No format recognizes this key.</source>
        <translation>Kein Format erkennt diesen Key.</translation>
    </message>
    <message>
        <source>none known for this format</source>
        <translation>keine für dieses Format bekannt</translation>
    </message>
    <message>
        <source>Mark where the value says: %1</source>
        <translation>Markieren, wo der Wert es sagt: %1</translation>
    </message>
    <message>
        <source>bytes %1–%2 of %3</source>
        <translation>Bytes %1–%2 von %3</translation>
    </message>
    <message>
        <source>%1–%2 of %3</source>
        <translation>%1–%2 von %3</translation>
    </message>
    <message>
        <source>page %1, %2 of %3</source>
        <translation>Seite %1, %2 von %3</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>Neuere</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Ältere</translation>
    </message>
    <message>
        <source>%1: %2 pending, last delivered %3</source>
        <translation>%1: %2 ausstehend, zuletzt zugestellt %3</translation>
    </message>
    <message>
        <source>, %1 behind</source>
        <translation>, %1 zurück</translation>
    </message>
    <message>
        <source>%1: %2 pending, idle for %3</source>
        <translation>%1: %2 ausstehend, untätig seit %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Its value is not in the investigation</source>
        <translation>Sein Wert ist nicht in der Untersuchung</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeyListModel</name>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>used</source>
        <translation>genutzt</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>resets in</source>
        <translation>frei in</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeyNote</name>
    <message>
        <source>Describe this key…</source>
        <translation>Diesen Key beschreiben…</translation>
    </message>
    <message>
        <source>Describe what these keys mean, starting with one of them</source>
        <translation>Beschreiben, was diese Keys bedeuten, ausgehend von einem davon</translation>
    </message>
    <message>
        <source>They look like a limiter&apos;s: %1, windows of %2</source>
        <translation>Sie sehen nach einem Limiter aus: %1, Fenster von %2</translation>
    </message>
    <message>
        <source>They look like a limiter&apos;s: %1</source>
        <translation>Sie sehen nach einem Limiter aus: %1</translation>
    </message>
    <message>
        <source>%1 under &quot;%2&quot; never expire, format unknown</source>
        <translation>%1 unter „%2“ laufen nie ab, Format unbekannt</translation>
    </message>
    <message>
        <source>%1 under &quot;%2&quot;, format unknown</source>
        <translation>%1 unter „%2“, Format unbekannt</translation>
    </message>
    <message>
        <source>Their values could be a limiter&apos;s.</source>
        <translation>Ihre Werte könnten von einem Limiter sein.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeyTreeModel</name>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>Keys whose names begin like no other key&apos;s</source>
        <translation>Keys, deren Namen wie die keines anderen beginnen</translation>
    </message>
    <message>
        <source>An estimate, from the sizes of some of the keys</source>
        <translation>Eine Schätzung aus den Größen einiger Keys</translation>
    </message>
    <message>
        <source>The share of keys that never expire</source>
        <translation>Der Anteil der Keys, die nie ablaufen</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>Präfix</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>no TTL</source>
        <translation>ewig</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeyValueModel</name>
    <message>
        <source>field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>Bedeutung</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeysDialog</name>
    <message>
        <source>Keys of this page</source>
        <translation>Tasten dieser Seite</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::KeysPage</name>
    <message>
        <source>Scan</source>
        <translation>Scan</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>List the keys that no format recognizes, though they could be a limiter&apos;s</source>
        <translation>Keys listen, die kein Format erkennt, die aber von einem Limiter sein könnten</translation>
    </message>
    <message>
        <source>Filter: user:*, type:zset, no-ttl, ttl&lt;1h …</source>
        <translation>Filter: user:*, type:zset, no-ttl, ttl&lt;1h …</translation>
    </message>
    <message>
        <source>Filter keys</source>
        <translation>Keys filtern</translation>
    </message>
    <message>
        <source>Prefixes of keys</source>
        <translation>Präfixe der Keys</translation>
    </message>
    <message>
        <source>Up to the prefix above</source>
        <translation>Zum Präfix darüber</translation>
    </message>
    <message>
        <source>Up to the prefix above (Backspace)</source>
        <translation>Zum Präfix darüber (Rücktaste)</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Scan all keys</source>
        <translation>Alle Keys scannen</translation>
    </message>
    <message>
        <source>Show the first key</source>
        <translation>Ersten Key zeigen</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 unbekannt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Go through all keys again (F5)</source>
        <translation>Alle Keys erneut durchgehen (F5)</translation>
    </message>
    <message>
        <source>all keys</source>
        <translation>alle Keys</translation>
    </message>
    <message>
        <source>No key matches the filter</source>
        <translation>Kein Key passt zum Filter</translation>
    </message>
    <message>
        <source>Choose a key to see its value</source>
        <translation>Einen Key wählen, um seinen Wert zu sehen</translation>
    </message>
    <message>
        <source>No key is listed</source>
        <translation>Kein Key ist gelistet</translation>
    </message>
    <message>
        <source>Not scanned yet</source>
        <translation>Noch nicht gescannt</translation>
    </message>
    <message>
        <source>Looking for keys</source>
        <translation>Keys werden gesucht</translation>
    </message>
    <message>
        <source>Database %1 has no keys</source>
        <translation>Datenbank %1 hat keine Keys</translation>
    </message>
    <message>
        <source>No prefixes. The keys are listed on the right.</source>
        <translation>Keine Präfixe. Die Keys sind rechts gelistet.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabAskCard</name>
    <message>
        <source>What would its next request get?</source>
        <translation>Was bekäme seine nächste Anfrage?</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>At the end of the traffic</source>
        <translation>Am Ende des Traffics</translation>
    </message>
    <message>
        <source>cursor</source>
        <translation>Zeiger</translation>
    </message>
    <message>
        <source>At the request under the cursor, after it</source>
        <translation>Bei der Anfrage unter dem Zeiger, nach ihr</translation>
    </message>
    <message>
        <source>nothing is charged</source>
        <translation>nichts wird angerechnet</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>at</source>
        <translation>am</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>Zeitpunkt</translation>
    </message>
    <message>
        <source>As 2026-11-21 14:59:59, or 14:59:59.250 on the same day; Enter asks</source>
        <translation>Als 2026-11-21 14:59:59 oder 14:59:59.250 am selben Tag; Eingabe fragt</translation>
    </message>
    <message>
        <source>Select a token, or type one and press Enter.</source>
        <translation>Ein Token wählen oder eingeben und Eingabe drücken.</translation>
    </message>
    <message>
        <source>The moment is not written as 2026-11-21 14:59:59 or 14:59:59.250.</source>
        <translation>Der Zeitpunkt ist nicht als 2026-11-21 14:59:59 oder 14:59:59.250 geschrieben.</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>zugelassen</translation>
    </message>
    <message>
        <source>denied, %1 to wait</source>
        <translation>abgelehnt, %1 Wartezeit</translation>
    </message>
    <message>
        <source>denied, and waiting does not help</source>
        <translation>abgelehnt, und Warten hilft nicht</translation>
    </message>
    <message>
        <source>it has no limit</source>
        <translation>es hat kein Limit</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: not known</source>
        <translation>%1: nicht bekannt</translation>
    </message>
    <message>
        <source>by these rules alone: %1</source>
        <translation>nach diesen Regeln allein: %1</translation>
    </message>
    <message>
        <source>block, override and mode in Redis could not be read: %1</source>
        <translation>Sperre, Ausnahme und Modus in Redis waren nicht lesbar: %1</translation>
    </message>
    <message>
        <source>override %1: these rules, by %2: %3</source>
        <translation>Ausnahme %1: diese Regeln, von %2: %3</translation>
    </message>
    <message>
        <source>%1: allowed</source>
        <translation>%1: zugelassen</translation>
    </message>
    <message>
        <source>shadow: would be denied; a policy in shadow mode denies nothing</source>
        <translation>Schatten: würde abgelehnt; eine Policy im Schattenmodus lehnt nichts ab</translation>
    </message>
    <message>
        <source>shadow: the policy denies nothing</source>
        <translation>Schatten: Die Policy lehnt nichts ab</translation>
    </message>
    <message>
        <source>the policy is off: every request is allowed, and nothing is charged</source>
        <translation>die Policy ist aus: Jede Anfrage wird zugelassen und nichts angerechnet</translation>
    </message>
    <message>
        <source>blocked %1, by %2: %3</source>
        <translation>gesperrt %1, von %2: %3</translation>
    </message>
    <message>
        <source>%1: denied</source>
        <translation>%1: abgelehnt</translation>
    </message>
    <message>
        <source>in Redis now: no block, no override, enforced</source>
        <translation>jetzt in Redis: keine Sperre, keine Ausnahme, durchgesetzt</translation>
    </message>
    <message>
        <source>Redis is unreachable</source>
        <translation>Redis ist nicht erreichbar</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabBoundsCard</name>
    <message>
        <source>What this rests on</source>
        <translation>Worauf dies beruht</translation>
    </message>
    <message>
        <source>Not known: %1.</source>
        <translation>Nicht bekannt: %1.</translation>
    </message>
    <message>
        <source>how many requests are in flight at once, so that these rules are not tried: %1</source>
        <translation>wie viele Anfragen gleichzeitig laufen, sodass diese Regeln nicht erprobt werden: %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabBurstLine</name>
    <message>
        <source>limit</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>burst</source>
        <translation>Burst</translation>
    </message>
    <message>
        <source>Burst of the limit %1</source>
        <translation>Burst des Limits %1</translation>
    </message>
    <message>
        <source>How many units may be used at once; after that the rate is the limit&apos;s. Empty: as many as the limit.</source>
        <translation>Wie viele Einheiten auf einmal verbraucht werden können; danach gilt die Rate des Limits. Leer: so viele wie das Limit.</translation>
    </message>
    <message>
        <source>Use the proposed burst</source>
        <translation>Vorgeschlagenen Burst verwenden</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>Use burst %1</source>
        <translation>Burst %1 verwenden</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabEditCard</name>
    <message>
        <source>Paste times…</source>
        <translation>Zeiten einfügen…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Add requests</source>
        <translation>Anfragen hinzufügen</translation>
    </message>
    <message>
        <source>Requests of</source>
        <translation>Anfragen von</translation>
    </message>
    <message>
        <source>Token whose requests are edited</source>
        <translation>Token, dessen Anfragen bearbeitet werden</translation>
    </message>
    <message>
        <source>Another token, or a new one: its requests are shown and added here</source>
        <translation>Ein anderes Token oder ein neues: Seine Anfragen werden hier gezeigt und ergänzt</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Cost of the requests that are added</source>
        <translation>Kosten der Anfragen, die hinzukommen</translation>
    </message>
    <message>
        <source>Undo the last edit (Ctrl+Z)</source>
        <translation>Letzte Bearbeitung rückgängig machen (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo it (Ctrl+Shift+Z)</source>
        <translation>Wiederholen (Strg+Umschalt+Z)</translation>
    </message>
    <message>
        <source>Times, one a line</source>
        <translation>Zeiten, eine pro Zeile</translation>
    </message>
    <message>
        <source>One request a line: a time, then if wanted a cost and a token
2026-11-22T12:34:31Z
12:34:31, 5, user:42
+5s
1795350871</source>
        <translation>Eine Anfrage pro Zeile: eine Zeit, dann bei Bedarf Kosten und ein Token
2026-11-22T12:34:31Z
12:34:31, 5, user:42
+5s
1795350871</translation>
    </message>
    <message>
        <source>Traffic of more than %1 requests is not edited by hand.</source>
        <translation>Traffic von mehr als %1 Anfragen wird nicht von Hand bearbeitet.</translation>
    </message>
    <message>
        <source>%1 has more than %2 requests: these are not edited by hand.</source>
        <translation>%1 hat mehr als %2 Anfragen: Diese werden nicht von Hand bearbeitet.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>At most %1 requests of a token are edited by hand.</source>
        <translation>Höchstens %1 Anfragen eines Tokens werden von Hand bearbeitet.</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln request(s)</source>
        <translation>
            <numerusform>%Ln Anfrage hinzufügen</numerusform>
            <numerusform>%Ln Anfragen hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Click adds a request · drag moves it, or marks an area · Delete removes it · Ctrl and the wheel zoom, Shift and the wheel scroll · W A S D, F, M</source>
        <translation>Klick fügt eine Anfrage hinzu · Ziehen verschiebt sie oder markiert einen Bereich · Entf entfernt · Strg und Mausrad zoomen, Umschalt und Mausrad scrollen · W A S D, F, M</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabExpectationsCard</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Expectations</source>
        <translation>Erwartungen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Save trial…</source>
        <translation>Versuch speichern…</translation>
    </message>
    <message>
        <source>Save traffic, candidates and expectations as a file that ratewarden-ctl lab test runs</source>
        <translation>Traffic, Kandidaten und Erwartungen als Datei speichern, die ratewarden-ctl lab test ausführt</translation>
    </message>
    <message>
        <source>Expectation</source>
        <translation>Erwartung</translation>
    </message>
    <message>
        <source>[candidate:] requests, allowed, denied, tokens or tokens_denied, of a group in parentheses: abuser (the marked tokens), others or all</source>
        <translation>[candidate:] requests, allowed, denied, tokens oder tokens_denied, von einer Gruppe in Klammern: abuser (die markierten Tokens), others oder all</translation>
    </message>
    <message>
        <source>there is no candidate %1</source>
        <translation>es gibt keinen Kandidaten %1</translation>
    </message>
    <message>
        <source>no token is marked</source>
        <translation>kein Token ist markiert</translation>
    </message>
    <message>
        <source>there is no group %1</source>
        <translation>es gibt keine Gruppe %1</translation>
    </message>
    <message>
        <source>what must come out, here and in a pipeline</source>
        <translation>was herauskommen muss, hier und in einer Pipeline</translation>
    </message>
    <message>
        <source>all met</source>
        <translation>alle erfüllt</translation>
    </message>
    <message>
        <source>%1 of %2 not met</source>
        <translation>%1 von %2 nicht erfüllt</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the expectation %1</source>
        <translation>Erwartung %1 entfernen</translation>
    </message>
    <message>
        <source>Add this expectation</source>
        <translation>Diese Erwartung hinzufügen</translation>
    </message>
    <message>
        <source>The traffic of this trial does not have %1, which it is about.</source>
        <translation>Der Traffic dieses Versuchs enthält %1 nicht, um das es geht.</translation>
    </message>
    <message>
        <source>There is no traffic to save.</source>
        <translation>Es gibt keinen Traffic zu speichern.</translation>
    </message>
    <message>
        <source>No candidate has a limit yet: there is nothing to save as a trial.</source>
        <translation>Noch hat kein Kandidat ein Limit: Als Versuch ist nichts zu speichern.</translation>
    </message>
    <message>
        <source>An expectation names a candidate or group that is not there: see the expectations.</source>
        <translation>Eine Erwartung nennt einen Kandidaten oder eine Gruppe, die es nicht gibt: siehe Erwartungen.</translation>
    </message>
    <message>
        <source>The token %1 is not UTF-8 and cannot be named in a trial file.</source>
        <translation>Das Token %1 ist kein UTF-8 und kann in einer Versuchsdatei nicht genannt werden.</translation>
    </message>
    <message>
        <source>Save trial</source>
        <translation>Versuch speichern</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>%1 wurde nicht gespeichert: %2</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Saved %1, and its traffic beside it as %2</source>
        <translation>%1 gespeichert, mit seinem Traffic daneben als %2</translation>
    </message>
    <message>
        <source>%1, without what cannot be tried: %2</source>
        <translation>%1, ohne was sich nicht erproben lässt: %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabPage</name>
    <message>
        <source>How it was read</source>
        <translation>Wie gelesen wurde</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Go to the next request on which the candidates differ</source>
        <translation>Zur nächsten Anfrage, bei der die Kandidaten sich unterscheiden</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Go to the one before</source>
        <translation>Zu der davor</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Paste times…</source>
        <translation>Zeiten einfügen…</translation>
    </message>
    <message>
        <source>No request yet: click on the strip above, or paste times.</source>
        <translation>Noch keine Anfrage: auf den Streifen oben klicken oder Zeiten einfügen.</translation>
    </message>
    <message>
        <source>Which fields are used, and which lines were rejected</source>
        <translation>Welche Felder verwendet und welche Zeilen abgewiesen wurden</translation>
    </message>
    <message>
        <source>Save what the candidate changes, with the bounds of what is known</source>
        <translation>Speichern, was der Kandidat ändert, mit den Grenzen des Bekannten</translation>
    </message>
    <message>
        <source>As a page (HTML)…</source>
        <translation>Als Seite (HTML)…</translation>
    </message>
    <message>
        <source>As a table (CSV)…</source>
        <translation>Als Tabelle (CSV)…</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>End the capture with what it has</source>
        <translation>Die Aufzeichnung mit dem Bisherigen beenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>both axes are logarithmic</source>
        <translation>beide Achsen sind logarithmisch</translation>
    </message>
    <message>
        <source>%1 allows it</source>
        <translation>%1 lässt es zu</translation>
    </message>
    <message>
        <source>everybody else, highest</source>
        <translation>alle übrigen, höchster Wert</translation>
    </message>
    <message>
        <source>Candidate %1 has no limit to report of.</source>
        <translation>Kandidat %1 hat kein Limit, über das zu berichten wäre.</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) rejected</source>
        <translation>
            <numerusform>%Ln Zeile abgewiesen</numerusform>
            <numerusform>%Ln Zeilen abgewiesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Save or open traffic, candidates and expectations as one file</source>
        <translation>Traffic, Kandidaten und Erwartungen als eine Datei speichern oder öffnen</translation>
    </message>
    <message>
        <source>Open trial…</source>
        <translation>Versuch öffnen…</translation>
    </message>
    <message>
        <source>Save trial…</source>
        <translation>Versuch speichern…</translation>
    </message>
    <message>
        <source>Expectations</source>
        <translation>Erwartungen</translation>
    </message>
    <message>
        <source>Choose a token to see its peaks</source>
        <translation>Ein Token wählen, um seine Spitzen zu sehen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabRecorded</name>
    <message>
        <source>What came of it</source>
        <translation>Was dabei herauskam</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>The requests are not in the investigation, as there are too many of them: what came of them can be seen, and nothing else be tried.</source>
        <translation>Die Anfragen sind nicht in der Untersuchung, da es zu viele sind: Zu sehen ist, was dabei herauskam; anderes lässt sich nicht probieren.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabRequestsCard</name>
    <message>
        <source>All requests</source>
        <translation>Alle Anfragen</translation>
    </message>
    <message>
        <source>only these are counted; states from before are kept</source>
        <translation>nur diese werden gezählt; Zustände von davor bleiben</translation>
    </message>
    <message>
        <source>Count all requests again</source>
        <translation>Wieder alle Anfragen zählen</translation>
    </message>
    <message>
        <source>Count all requests again (Esc in the chart)</source>
        <translation>Wieder alle Anfragen zählen (Esc im Diagramm)</translation>
    </message>
    <message>
        <source>%1  ✕</source>
        <translation>%1  ✕</translation>
    </message>
    <message>
        <source>drag to select a time range · W A S D</source>
        <translation>Ziehen wählt einen Zeitraum · W A S D</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabReservingTable</name>
    <message>
        <source>Ways of reserving</source>
        <translation>Arten zu reservieren</translation>
    </message>
    <message>
        <source>Costs of this traffic are known afterwards. With a limit, ways of reserving units for them are compared here.</source>
        <translation>Die Kosten dieses Traffics sind erst danach bekannt. Mit einem Limit werden hier Arten verglichen, Einheiten dafür zu reservieren.</translation>
    </message>
    <message>
        <source>Ways of reserving are compared under sliding logs: in some windows %1 allows more than its limit.</source>
        <translation>Verglichen wird unter gleitenden Logs: %1 lässt in manchen Fenstern mehr als das Limit zu.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabRetries</name>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>requests / denied, if clients…</source>
        <translation>Anfragen / abgelehnt, wenn Clients…</translation>
    </message>
    <message>
        <source>act as recorded</source>
        <translation>handeln wie erfasst</translation>
    </message>
    <message>
        <source>do not repeat early</source>
        <translation>abwarten</translation>
    </message>
    <message>
        <source>back off</source>
        <translation>Back-off nutzen</translation>
    </message>
    <message>
        <source>Requests that are sent, and how many of them are denied, under three assumptions about clients</source>
        <translation>Gesendete Anfragen und wie viele davon abgelehnt werden, unter drei Annahmen über Clients</translation>
    </message>
    <message>
        <source>Every request of the traffic is sent, whatever came before</source>
        <translation>Jede Anfrage des Traffics wird gesendet, was auch davor war</translation>
    </message>
    <message>
        <source>Denied requests within the Retry-After of an earlier denial are left out</source>
        <translation>Abgelehnte Anfragen innerhalb des Retry-After einer früheren Ablehnung entfallen</translation>
    </message>
    <message>
        <source>After a denial a client sends nothing until Retry-After is over, and then the denied request again</source>
        <translation>Nach einer Ablehnung sendet ein Client nichts, bis Retry-After vorbei ist, und dann die abgelehnte Anfrage erneut</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabRuleRow</name>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Limit %1</source>
        <translation>Limit %1</translation>
    </message>
    <message>
        <source>no limit per minute does</source>
        <translation>kein Limit pro Minute genügt</translation>
    </message>
    <message>
        <source>no limit %1 does</source>
        <translation>kein Limit %1 genügt</translation>
    </message>
    <message>
        <source>only a trial tells</source>
        <translation>nur ein Versuch zeigt es</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabRulesCard</name>
    <message>
        <source>Add rule</source>
        <translation>Neue Regel</translation>
    </message>
    <message>
        <source>Publish…</source>
        <translation>Veröffentlichen…</translation>
    </message>
    <message>
        <source>Set as candidate</source>
        <translation>Als Kandidat setzen</translation>
    </message>
    <message>
        <source>Add a rule with another window</source>
        <translation>Eine Regel mit einem anderen Fenster hinzufügen</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>stoppen</translation>
    </message>
    <message>
        <source>add a token</source>
        <translation>Token hinzufügen</translation>
    </message>
    <message>
        <source>Token to stop</source>
        <translation>Zu stoppendes Token</translation>
    </message>
    <message>
        <source>Open these rules in the editor of the Policies page, in place of the enforced ones, or as a new policy</source>
        <translation>Diese Regeln im Editor der Seite Policies öffnen, anstelle der geltenden oder als neue Policy</translation>
    </message>
    <message>
        <source>Enforced rules</source>
        <translation>Geltende Regeln</translation>
    </message>
    <message>
        <source>Rules of candidate %1</source>
        <translation>Kandidat %1</translation>
    </message>
    <message>
        <source>+ %1</source>
        <translation>+ %1</translation>
    </message>
    <message>
        <source>proposed for all requests only</source>
        <translation>nur für alle Anfragen vorgeschlagen</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>No policy is published on this server that could have a candidate</source>
        <translation>Auf diesem Server ist keine Policy veröffentlicht, die einen Kandidaten haben könnte</translation>
    </message>
    <message>
        <source>Open these rules on the Policies page as the candidate of a policy: evaluated and counted on the same requests, but nothing is denied</source>
        <translation>Diese Regeln auf der Seite Policies als Kandidat einer Policy öffnen: an denselben Anfragen ausgewertet und gezählt, aber nichts wird abgelehnt</translation>
    </message>
    <message>
        <source>Candidate of</source>
        <translation>Kandidat von</translation>
    </message>
    <message>
        <source>Mark the tokens to stop, and the lab proposes the limits.</source>
        <translation>Die zu stoppenden Tokens markieren, und das Labor schlägt Limits vor.</translation>
    </message>
    <message>
        <source>Select one below and press Space, or type it here.</source>
        <translation>Unten eines wählen und Leertaste drücken, oder hier eingeben.</translation>
    </message>
    <message>
        <source>A burst differs from its limit: only a trial tells who is denied.</source>
        <translation>Ein Burst weicht vom Limit ab: Nur ein Versuch zeigt, wer abgelehnt wird.</translation>
    </message>
    <message>
        <source>See the tokens below; each rule proposes bursts.</source>
        <translation>Siehe die Tokens unten; jede Regel schlägt Bursts vor.</translation>
    </message>
    <message>
        <source>Every limit that stops it also denies others, or none stops all of it.</source>
        <translation>Jedes Limit, das es stoppt, lehnt auch andere ab, oder keines stoppt es ganz.</translation>
    </message>
    <message>
        <source>Peaks of %1 in %2 windows, of this time alone.</source>
        <translation>Spitzen von %1 in %2 Fenstern, nur dieser Zeit.</translation>
    </message>
    <message>
        <source>Peaks of %1 in %2 windows, exact for this algorithm.</source>
        <translation>Spitzen von %1 in %2 Fenstern, exakt für diesen Algorithmus.</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>There is no token %1 in this traffic.</source>
        <translation>In diesem Traffic gibt es kein Token %1.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabSentence</name>
    <message>
        <source>Use the proposal</source>
        <translation>Vorschlag übernehmen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabSlotsRow</name>
    <message>
        <source>at once</source>
        <translation>zugleich</translation>
    </message>
    <message>
        <source>not tried</source>
        <translation>nicht erprobt</translation>
    </message>
    <message>
        <source>Traffic does not say how long each request takes: the lab tries the other rules, and keeps this one</source>
        <translation>Der Traffic sagt nicht, wie lange jede Anfrage dauert: Das Labor erprobt die anderen Regeln und behält diese</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>Anfragen zugleich</translation>
    </message>
    <message>
        <source>for</source>
        <translation>für</translation>
    </message>
    <message>
        <source>Life of a slot</source>
        <translation>Lebensdauer eines Slots</translation>
    </message>
    <message>
        <source>How long a slot is held unless it is renewed, such as 30s</source>
        <translation>Wie lange ein Slot belegt bleibt, wenn er nicht erneuert wird, etwa 30s</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabSourceCard</name>
    <message>
        <source>How it was read</source>
        <translation>Wie gelesen wurde</translation>
    </message>
    <message>
        <source>token from</source>
        <translation>Token aus</translation>
    </message>
    <message>
        <source>time from</source>
        <translation>Zeit aus</translation>
    </message>
    <message>
        <source>cost from</source>
        <translation>Kosten aus</translation>
    </message>
    <message>
        <source>none: every request costs 1</source>
        <translation>keine: jede Anfrage kostet 1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) earlier than the line before, and sorted</source>
        <translation>
            <numerusform>%Ln Anfrage früher als die Zeile davor, einsortiert</numerusform>
            <numerusform>%Ln Anfragen früher als die Zeile davor, einsortiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %Ln log(s) only the newest part was read, or nothing</source>
        <translation>
            <numerusform>von %Ln Log wurde nur der neueste Teil gelesen oder nichts</numerusform>
            <numerusform>von %Ln Logs wurde nur der neueste Teil gelesen oder nichts</numerusform>
        </translation>
    </message>
    <message>
        <source>times are whole seconds: the order within a second is not known</source>
        <translation>Zeiten sind ganze Sekunden: Die Reihenfolge innerhalb einer Sekunde ist nicht bekannt</translation>
    </message>
    <message>
        <source>Every log was read to its end.</source>
        <translation>Jedes Log wurde bis zum Ende gelesen.</translation>
    </message>
    <message>
        <source>Every line was read.</source>
        <translation>Jede Zeile wurde gelesen.</translation>
    </message>
    <message>
        <source>Rejected and noted: %1.</source>
        <translation>Abgewiesen und vermerkt: %1.</translation>
    </message>
    <message>
        <source>Of requests that were denied when they were recorded, clients may have sent some again, which limits that allow them would not have caused</source>
        <translation>Anfragen, die bei der Aufzeichnung abgelehnt wurden, haben Clients vielleicht wiederholt; Limits, die sie zulassen, hätten das nicht ausgelöst</translation>
    </message>
    <message numerus="yes">
        <source>Leave out the %Ln line(s) with the status %1</source>
        <translation>
            <numerusform>Die %Ln Zeile mit dem Status %1 auslassen</numerusform>
            <numerusform>Die %Ln Zeilen mit dem Status %1 auslassen</numerusform>
        </translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Leave out the lines with the status %1</source>
        <translation>Zeilen mit dem Status %1 auslassen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabStart</name>
    <message>
        <source>Open a log…</source>
        <translation>Log öffnen…</translation>
    </message>
    <message>
        <source>There is no traffic to try rules on yet</source>
        <translation>Noch kein Traffic, an dem Regeln zu erproben wären</translation>
    </message>
    <message>
        <source>Open an access log of yesterday (common, combined, JSON lines, CSV, logfmt, or of a proxy; gzip and zstd, too), or drop it here. Mark the token that abused you, and the lab says which limits stop it and nobody else. Nothing changes in Redis.</source>
        <translation>Ein Access-Log von gestern öffnen (common, combined, JSON-Zeilen, CSV, logfmt oder von einem Proxy; auch gzip und zstd) oder hier ablegen. Das missbräuchliche Token markieren, und das Labor sagt, welche Limits nur dieses stoppen. In Redis ändert sich nichts.</translation>
    </message>
    <message>
        <source>From Redis</source>
        <translation>Aus Redis</translation>
    </message>
    <message>
        <source>The requests in the logs that limiters keep</source>
        <translation>Die Anfragen in den Logs, die Limiter führen</translation>
    </message>
    <message>
        <source>Generate…</source>
        <translation>Erzeugen…</translation>
    </message>
    <message>
        <source>Enter by hand</source>
        <translation>Von Hand eingeben</translation>
    </message>
    <message>
        <source>Or begin with an example</source>
        <translation>Oder mit einem Beispiel beginnen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabSufferersCard</name>
    <message>
        <source>Who is denied under %1</source>
        <translation>Abgelehnt unter %1</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Mark the selected token as one to stop, or take the mark away (Space)</source>
        <translation>Gewähltes Token zum Stoppen markieren oder die Marke entfernen (Leertaste)</translation>
    </message>
    <message>
        <source>Who is denied</source>
        <translation>Wer abgelehnt wird</translation>
    </message>
    <message>
        <source>newly denied</source>
        <translation>neu abgelehnt</translation>
    </message>
    <message>
        <source>freed</source>
        <translation>frei geworden</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>zugelassen</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>Spare it</source>
        <translation>Verschonen</translation>
    </message>
    <message>
        <source>%1 to %2, as the order within a second is not known</source>
        <translation>%1 bis %2, da die Reihenfolge innerhalb einer Sekunde nicht bekannt ist</translation>
    </message>
    <message>
        <source>%1: %2. A click shows whose.</source>
        <translation>%1: %2. Ein Klick zeigt, wessen.</translation>
    </message>
    <message>
        <source>There is no request to count</source>
        <translation>Es gibt keine Anfrage zu zählen</translation>
    </message>
    <message>
        <source>Requests that are allowed now, and the candidate denies</source>
        <translation>Anfragen, die jetzt zugelassen werden und der Kandidat ablehnt</translation>
    </message>
    <message>
        <source>Requests that are denied now, and the candidate allows</source>
        <translation>Anfragen, die jetzt abgelehnt werden und der Kandidat zulässt</translation>
    </message>
    <message>
        <source>Requests on which both decide the same</source>
        <translation>Anfragen, bei denen beide gleich entscheiden</translation>
    </message>
    <message>
        <source>Requests that the candidate allows</source>
        <translation>Anfragen, die der Kandidat zulässt</translation>
    </message>
    <message>
        <source>Requests that the candidate denies</source>
        <translation>Anfragen, die der Kandidat ablehnt</translation>
    </message>
    <message>
        <source>No request is denied.</source>
        <translation>Keine Anfrage wird abgelehnt.</translation>
    </message>
    <message>
        <source>Show the first token</source>
        <translation>Erstes Token zeigen</translation>
    </message>
    <message>
        <source>Count all the time</source>
        <translation>Die ganze Zeit zählen</translation>
    </message>
    <message>
        <source>No request is in this time: nothing is known of it.</source>
        <translation>In dieser Zeit liegt keine Anfrage: Nichts ist davon bekannt.</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Filter the lab&apos;s tokens</source>
        <translation>Die Tokens des Labors filtern</translation>
    </message>
    <message>
        <source>No token matches the filter</source>
        <translation>Kein Token passt zum Filter</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabTimeCard</name>
    <message>
        <source>Ask…</source>
        <translation>Fragen…</translation>
    </message>
    <message>
        <source>What the next request of a token would get; nothing is charged</source>
        <translation>Was die nächste Anfrage eines Tokens bekäme; nichts wird angerechnet</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Previous difference (Shift+N)</source>
        <translation>Voriger Unterschied (Umschalt+N)</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Next difference (N)</source>
        <translation>Nächster Unterschied (N)</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>weicht ab</translation>
    </message>
    <message>
        <source>No difference after this.</source>
        <translation>Kein Unterschied danach.</translation>
    </message>
    <message>
        <source>No difference before this.</source>
        <translation>Kein Unterschied davor.</translation>
    </message>
    <message>
        <source>next difference: N · none left</source>
        <translation>nächster Unterschied: N · keiner mehr</translation>
    </message>
    <message>
        <source>next difference: N · %1 left</source>
        <translation>nächster Unterschied: N · noch %1</translation>
    </message>
    <message>
        <source>Press N for the next difference, or click a request, to see why.</source>
        <translation>N für den nächsten Unterschied drücken oder eine Anfrage anklicken, um den Grund zu sehen.</translation>
    </message>
    <message>
        <source>Choose a token to see its time line</source>
        <translation>Ein Token wählen, um seine Zeitleiste zu sehen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabTrafficButton</name>
    <message>
        <source>Traffic</source>
        <translation>Traffic</translation>
    </message>
    <message>
        <source>Open, read, generate or edit the requests that rules are tried on</source>
        <translation>Die Anfragen öffnen, lesen, erzeugen oder bearbeiten, an denen Regeln erprobt werden</translation>
    </message>
    <message>
        <source>Open a log or trace…</source>
        <translation>Log oder Trace öffnen…</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>From Redis</source>
        <translation>Aus Redis</translation>
    </message>
    <message>
        <source>Capture live…</source>
        <translation>Live aufzeichnen…</translation>
    </message>
    <message>
        <source>Generate…</source>
        <translation>Erzeugen…</translation>
    </message>
    <message>
        <source>Edit by hand</source>
        <translation>Von Hand bearbeiten</translation>
    </message>
    <message>
        <source>Show the token on the Tokens page</source>
        <translation>Das Token auf der Seite Tokens zeigen</translation>
    </message>
    <message>
        <source>Show %1 on the Tokens page</source>
        <translation>%1 auf der Seite Tokens zeigen</translation>
    </message>
    <message>
        <source>The requests in the logs of %1</source>
        <translation>Die Anfragen in den Logs von %1</translation>
    </message>
    <message>
        <source>%1 keeps no log of its requests: capture it live</source>
        <translation>%1 führt kein Log seiner Anfragen: live aufzeichnen</translation>
    </message>
    <message>
        <source>Redis is not connected</source>
        <translation>Redis ist nicht verbunden</translation>
    </message>
    <message>
        <source>No policy or format with a log was found</source>
        <translation>Keine Policy und kein Format mit einem Log gefunden</translation>
    </message>
    <message>
        <source>Open a log</source>
        <translation>Log öffnen</translation>
    </message>
    <message>
        <source>No policy is published on this server, and no limiter&apos;s token was found.</source>
        <translation>Auf diesem Server ist keine Policy veröffentlicht, und kein Token eines Limiters wurde gefunden.</translation>
    </message>
    <message>
        <source>Redis is not connected.</source>
        <translation>Redis ist nicht verbunden.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabTransport</name>
    <message>
        <source>fastest</source>
        <translation>schnellstens</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Previous request</source>
        <translation>Vorige Anfrage</translation>
    </message>
    <message>
        <source>Previous request (,)</source>
        <translation>Vorige Anfrage (,)</translation>
    </message>
    <message>
        <source>Next request</source>
        <translation>Nächste Anfrage</translation>
    </message>
    <message>
        <source>Next request (.)</source>
        <translation>Nächste Anfrage (.)</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Drag to go through the requests</source>
        <translation>Ziehen, um die Anfragen durchzugehen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>How fast the time of the requests goes by; the fastest is as fast as possible</source>
        <translation>Wie schnell die Zeit der Anfragen vergeht; schnellstens ist so schnell wie möglich</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Go through the token&apos;s requests in their own time</source>
        <translation>Die Anfragen des Tokens in ihrer eigenen Zeit durchgehen</translation>
    </message>
    <message>
        <source>Step back by one request</source>
        <translation>Eine Anfrage zurück</translation>
    </message>
    <message>
        <source>Step forward by one request</source>
        <translation>Eine Anfrage vor</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>%1 (Space)</source>
        <translation>%1 (Leertaste)</translation>
    </message>
    <message>
        <source>Play the requests in their own time</source>
        <translation>Die Anfragen in ihrer eigenen Zeit abspielen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabTrialsCard</name>
    <message>
        <source>Candidates on the same traffic</source>
        <translation>Kandidaten am selben Traffic</translation>
    </message>
    <message>
        <source>Enforced</source>
        <translation>Geltend</translation>
    </message>
    <message>
        <source>Add candidate</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Live trial…</source>
        <translation>Live-Versuch…</translation>
    </message>
    <message>
        <source>The policy whose rules are in force now</source>
        <translation>Die Policy, deren Regeln jetzt gelten</translation>
    </message>
    <message>
        <source>Add a candidate: empty, a copy, or with the published limits of a provider</source>
        <translation>Einen Kandidaten hinzufügen: leer, eine Kopie oder mit den veröffentlichten Limits eines Anbieters</translation>
    </message>
    <message>
        <source>Remove the selected candidate</source>
        <translation>Gewählten Kandidaten entfernen</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Published limits of providers</source>
        <translation>Veröffentlichte Limits von Anbietern</translation>
    </message>
    <message>
        <source>%1
%2
read %3</source>
        <translation>%1
%2
gelesen %3</translation>
    </message>
    <message>
        <source>Copy of %1</source>
        <translation>Kopie von %1</translation>
    </message>
    <message>
        <source>Try the selected candidate on the server, on scratch keys</source>
        <translation>Den gewählten Kandidaten auf dem Server erproben, an Versuchs-Keys</translation>
    </message>
    <message>
        <source>No policy is published</source>
        <translation>Keine Policy ist veröffentlicht</translation>
    </message>
    <message>
        <source>Nothing is enforced</source>
        <translation>Nichts gilt</translation>
    </message>
    <message>
        <source>No request is in this time: nothing is known of it.</source>
        <translation>In dieser Zeit liegt keine Anfrage: Nichts ist davon bekannt.</translation>
    </message>
    <message>
        <source>Open some traffic first</source>
        <translation>Erst Traffic öffnen</translation>
    </message>
    <message>
        <source>Candidate %1 has no limit</source>
        <translation>Kandidat %1 hat kein Limit</translation>
    </message>
    <message>
        <source>There is no connection to a server</source>
        <translation>Es gibt keine Verbindung zu einem Server</translation>
    </message>
    <message>
        <source>A live trial needs one server: a node of a cluster takes only the keys of its own slots</source>
        <translation>Ein Live-Versuch braucht einen einzelnen Server: Ein Knoten eines Clusters nimmt nur die Keys seiner Slots</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::Lane</name>
    <message>
        <source>an unknown error</source>
        <translation>ein unbekannter Fehler</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LatencyChart</name>
    <message>
        <source>longest</source>
        <translation>längste</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Latency over time</source>
        <translation>Latenz über die Zeit</translation>
    </message>
    <message>
        <source>At the end the median is %1, 99 % are within %2</source>
        <translation>Am Ende ist der Median %1, 99 % liegen unter %2</translation>
    </message>
    <message>
        <source>of %1 that are planned</source>
        <translation>von %1 geplanten</translation>
    </message>
    <message>
        <source>Up to (s)</source>
        <translation>Bis (s)</translation>
    </message>
    <message>
        <source>Median (ms)</source>
        <translation>Median (ms)</translation>
    </message>
    <message>
        <source>99 % (ms)</source>
        <translation>99 % (ms)</translation>
    </message>
    <message>
        <source>Longest (ms)</source>
        <translation>Längste (ms)</translation>
    </message>
    <message>
        <source>Sent (requests)</source>
        <translation>Gesendet (Anfragen)</translation>
    </message>
    <message>
        <source>Late (requests)</source>
        <translation>Spät (Anfragen)</translation>
    </message>
    <message>
        <source>Dropped (requests)</source>
        <translation>Verworfen (Anfragen)</translation>
    </message>
    <message>
        <source>Denied (requests)</source>
        <translation>Abgelehnt (Anfragen)</translation>
    </message>
    <message>
        <source>0 s</source>
        <translation>0 s</translation>
    </message>
    <message>
        <source>some dropped</source>
        <translation>einige verworfen</translation>
    </message>
    <message>
        <source>over 1 % sent late</source>
        <translation>über 1 % spät gesendet</translation>
    </message>
    <message>
        <source>Up to %1: median %2, 99 % within %3, longest %4
%5 sent, %6 late, %7 dropped, %8 denied</source>
        <translation>Bis %1: Median %2, 99 % unter %3, längste %4
%5 gesendet, %6 spät, %7 verworfen, %8 abgelehnt</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LevelButton</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Level of protection…</source>
        <translation>Schutzstufe…</translation>
    </message>
    <message>
        <source>Viewer</source>
        <translation>Betrachter</translation>
    </message>
    <message>
        <source>%1. Back to %2 by itself</source>
        <translation>%1. Von selbst zurück auf %2</translation>
    </message>
    <message>
        <source>%1 (%2 changes the level)</source>
        <translation>%1 (%2 ändert die Stufe)</translation>
    </message>
    <message>
        <source>Level: %1</source>
        <translation>Stufe: %1</translation>
    </message>
    <message>
        <source>This user may only look. %1</source>
        <translation>Dieser Benutzer darf nur zusehen. %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LevelDialog</name>
    <message>
        <source>Unlock %1</source>
        <translation>%1 entsperren</translation>
    </message>
    <message>
        <source>Fewer questions on %1</source>
        <translation>Weniger Fragen auf %1</translation>
    </message>
    <message>
        <source>%1 → %2. %3.</source>
        <translation>%1 → %2. %3.</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück auf %1</translation>
    </message>
    <message numerus="yes">
        <source>after %Ln minute(s)</source>
        <translation>
            <numerusform>nach %Ln Minute</numerusform>
            <numerusform>nach %Ln Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>when the window is closed</source>
        <translation>wenn das Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Set to %1</source>
        <translation>Auf %1 setzen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LimitSlider</name>
    <message>
        <source>no limit</source>
        <translation>kein Limit</translation>
    </message>
    <message>
        <source>%1: the most that a token sent</source>
        <translation>%1: das meiste, was ein Token sendete</translation>
    </message>
    <message>
        <source>%1: the most that %2 sent</source>
        <translation>%1: das meiste, was %2 sendete</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::Link</name>
    <message>
        <source>this is not in the investigation</source>
        <translation>das ist nicht in der Untersuchung</translation>
    </message>
    <message>
        <source>an investigation</source>
        <translation>eine Untersuchung</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LiveTrialDialog</name>
    <message>
        <source>Asking the server what this will cost…</source>
        <translation>Der Server wird gefragt, was dies kosten wird…</translation>
    </message>
    <message>
        <source>Run it all the same</source>
        <translation>Trotzdem ausführen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Live trial</source>
        <translation>Live-Versuch</translation>
    </message>
    <message>
        <source>Live trial of %1</source>
        <translation>Live-Versuch von %1</translation>
    </message>
    <message>
        <source>Sends this traffic to %1 and measures the answers. The candidate decides there by its real script, on scratch keys that no limiter uses and that are removed at the end. No request waits for another&apos;s answer, and latency counts from the moment a request was due.</source>
        <translation>Sendet diesen Traffic an %1 und misst die Antworten. Der Kandidat entscheidet dort mit seinem echten Skript, an Versuchs-Keys, die kein Limiter nutzt und die am Ende entfernt werden. Keine Anfrage wartet auf die Antwort einer anderen, und die Latenz zählt ab dem Zeitpunkt, zu dem eine Anfrage fällig war.</translation>
    </message>
    <message>
        <source>Latencies appear here while the trial runs.</source>
        <translation>Hier erscheinen Latenzen, während der Versuch läuft.</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source> requests/s</source>
        <translation> Anfragen/s</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>The mean; the rhythm is that of the traffic</source>
        <translation>Das Mittel; der Rhythmus ist der des Traffics</translation>
    </message>
    <message>
        <source>Traffic that is shorter is sent again</source>
        <translation>Kürzerer Traffic wird erneut gesendet</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>late</source>
        <translation>spät</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>längste</translation>
    </message>
    <message>
        <source>Latencies as a table</source>
        <translation>Latenzen als Tabelle</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Wird verbunden…</translation>
    </message>
    <message>
        <source>Removing the scratch keys…</source>
        <translation>Die Versuchs-Keys werden entfernt…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>Nichts wurde gemessen.</translation>
    </message>
    <message>
        <source>Live trial: %1</source>
        <translation>Live-Versuch: %1</translation>
    </message>
    <message>
        <source>There is no connection to the server</source>
        <translation>Es gibt keine Verbindung zum Server</translation>
    </message>
    <message>
        <source>What it costs is not known yet</source>
        <translation>Was es kostet, ist noch nicht bekannt</translation>
    </message>
    <message>
        <source>It could harm others who use the server: see above</source>
        <translation>Es könnte anderen schaden, die den Server nutzen: siehe oben</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Sends nothing more, and removes the scratch keys</source>
        <translation>Sendet nichts mehr und entfernt die Versuchs-Keys</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Stoppen und schließen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LiveWindow</name>
    <message>
        <source>Live window</source>
        <translation>Live-Fenster</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>gesperrt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) charged here</source>
        <translation>
            <numerusform>%Ln Anfrage hier angerechnet</numerusform>
            <numerusform>%Ln Anfragen hier angerechnet</numerusform>
        </translation>
    </message>
    <message>
        <source>what was charged is not known</source>
        <translation>was angerechnet wurde, ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1 denied in the ten seconds from %2</source>
        <translation>%1 abgelehnt in den zehn Sekunden ab %2</translation>
    </message>
    <message>
        <source>denied requests are not counted</source>
        <translation>abgelehnte Anfragen werden nicht gezählt</translation>
    </message>
    <message>
        <source>what was denied is not known</source>
        <translation>was abgelehnt wurde, ist nicht bekannt</translation>
    </message>
    <message>
        <source>the limits of that time are not known</source>
        <translation>die Limits dieser Zeit sind nicht bekannt</translation>
    </message>
    <message>
        <source>%1: not known</source>
        <translation>%1: nicht bekannt</translation>
    </message>
    <message>
        <source>%1: %2 used, no room</source>
        <translation>%1: %2 verbraucht, kein Platz</translation>
    </message>
    <message>
        <source>%1: %2 used</source>
        <translation>%1: %2 verbraucht</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>would deny</source>
        <translation>würde abl.</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>Without published rules there is no window to show</source>
        <translation>Ohne veröffentlichte Regeln gibt es kein Fenster zu zeigen</translation>
    </message>
    <message>
        <source>Drag to mark a time; F1 lists the keys</source>
        <translation>Ziehen markiert einen Zeitraum; F1 zeigt die Tasten</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>ends in</source>
        <translation>endet in</translation>
    </message>
    <message>
        <source>nothing in flight</source>
        <translation>keine Anfrage läuft</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weitere</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>in flight since %1: %2, %3</source>
        <translation>läuft seit %1: %2, %3</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::MainWindow</name>
    <message>
        <source>%1 – Ratewarden</source>
        <translation>%1 – Ratewarden</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Overrides</source>
        <translation>Ausnahmen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>The block of %1 has ended</source>
        <translation>Die Sperre von %1 ist zu Ende</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>Open the lab with an example</source>
        <translation>Labor mit einem Beispiel öffnen</translation>
    </message>
    <message>
        <source>Describe a key…</source>
        <translation>Key beschreiben…</translation>
    </message>
    <message>
        <source>Explain a denial…</source>
        <translation>Ablehnung erklären…</translation>
    </message>
    <message>
        <source>Switch to a server…</source>
        <translation>Zu einem Server wechseln…</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>Alles finden</translation>
    </message>
    <message>
        <source>Filter the list, or find anything</source>
        <translation>Liste filtern oder alles finden</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>%1 was added to your formats; looking for its tokens</source>
        <translation>%1 wurde den eigenen Formaten hinzugefügt; seine Tokens werden gesucht</translation>
    </message>
    <message>
        <source>%1 is no longer published: it cannot have a candidate</source>
        <translation>%1 ist nicht mehr veröffentlicht: Es kann keinen Kandidaten haben</translation>
    </message>
    <message>
        <source>connected since %1</source>
        <translation>verbunden seit %1</translation>
    </message>
    <message>
        <source>no connection since %1</source>
        <translation>keine Verbindung seit %1</translation>
    </message>
    <message>
        <source>Esc goes back</source>
        <translation>Esc geht zurück</translation>
    </message>
    <message>
        <source>scan complete %1</source>
        <translation>Scan fertig %1</translation>
    </message>
    <message>
        <source>Open investigation…</source>
        <translation>Untersuchung öffnen…</translation>
    </message>
    <message>
        <source>Save investigation…</source>
        <translation>Untersuchung speichern…</translation>
    </message>
    <message>
        <source>What is different?</source>
        <translation>Was ist anders?</translation>
    </message>
    <message>
        <source>Formats that you chose…</source>
        <translation>Gewählte Formate…</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::MarkBar</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Unmark all (Esc twice in the list)</source>
        <translation>Alle Marken entfernen (zweimal Esc in der Liste)</translation>
    </message>
    <message>
        <source>%1 marked</source>
        <translation>%1 markiert</translation>
    </message>
    <message>
        <source>%1 not listed here</source>
        <translation>%1 hier nicht gelistet</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 weg</translation>
    </message>
    <message>
        <source>Esc again clears</source>
        <translation>Noch einmal Esc leert</translation>
    </message>
    <message>
        <source>kept under any filter</source>
        <translation>unter jedem Filter</translation>
    </message>
    <message>
        <source>Gone from Redis: %1</source>
        <translation>Aus Redis verschwunden: %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::MassConfirmation</name>
    <message>
        <source>(none)</source>
        <translation>(keine)</translation>
    </message>
    <message>
        <source>%1 others %2</source>
        <translation>%1 andere %2</translation>
    </message>
    <message>
        <source>By policy</source>
        <translation>Nach Policy</translation>
    </message>
    <message>
        <source>By prefix</source>
        <translation>Nach Präfix</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>The first</source>
        <translation>Die ersten</translation>
    </message>
    <message>
        <source>The last</source>
        <translation>Die letzten</translation>
    </message>
    <message>
        <source>Type %1 to confirm</source>
        <translation>%1 eingeben, um zu bestätigen</translation>
    </message>
    <message>
        <source>(every policy)</source>
        <translation>(alle Policies)</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::NodesDialog</name>
    <message>
        <source>%1 slots, %2</source>
        <translation>%1 Slots, %2</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Nodes of %1</source>
        <translation>Knoten von %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>■ unreachable</source>
        <translation>■ nicht erreichbar</translation>
    </message>
    <message>
        <source>● up</source>
        <translation>● läuft</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>Primary</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>Replikat</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::OverviewFeed</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::OverviewFlowCard</name>
    <message>
        <source>other</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>Tokens of %1</source>
        <translation>Tokens von %1</translation>
    </message>
    <message>
        <source>%1
See its tokens</source>
        <translation>%1
Seine Tokens ansehen</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Tokens →</source>
        <translation>Tokens →</translation>
    </message>
    <message>
        <source>Audit →</source>
        <translation>Audit →</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show all tokens</source>
        <translation>Alle Tokens zeigen</translation>
    </message>
    <message>
        <source>Unmark this time (Esc)</source>
        <translation>Markierung dieser Zeit entfernen (Esc)</translation>
    </message>
    <message>
        <source>Unmark this time</source>
        <translation>Markierung dieser Zeit entfernen</translation>
    </message>
    <message>
        <source>The tokens in the marked time</source>
        <translation>Die Tokens in der markierten Zeit</translation>
    </message>
    <message>
        <source>Tokens in the marked time</source>
        <translation>Tokens in der markierten Zeit</translation>
    </message>
    <message>
        <source>What was changed in the marked time</source>
        <translation>Was in der markierten Zeit geändert wurde</translation>
    </message>
    <message>
        <source>Changes in the marked time</source>
        <translation>Änderungen in der markierten Zeit</translation>
    </message>
    <message>
        <source>The same numbers as a table, one row per ten seconds (T in the chart)</source>
        <translation>Dieselben Zahlen als Tabelle, eine Zeile pro zehn Sekunden (T im Diagramm)</translation>
    </message>
    <message>
        <source>Show as chart</source>
        <translation>Als Diagramm zeigen</translation>
    </message>
    <message>
        <source>%1 is marked: unmark it</source>
        <translation>%1 ist markiert: Marke entfernen</translation>
    </message>
    <message>
        <source>What is different?</source>
        <translation>Was ist anders?</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>Wie weit zurück</translation>
    </message>
    <message>
        <source>Beyond ten minutes as the history of the open alerts has it</source>
        <translation>Über zehn Minuten hinaus, wie es der Verlauf der geöffneten Alarme hat</translation>
    </message>
    <message>
        <source>last 10 minutes</source>
        <translation>letzte 10 Minuten</translation>
    </message>
    <message>
        <source>last hour</source>
        <translation>letzte Stunde</translation>
    </message>
    <message>
        <source>last 6 hours</source>
        <translation>letzte 6 Stunden</translation>
    </message>
    <message>
        <source>last day</source>
        <translation>letzter Tag</translation>
    </message>
    <message>
        <source>last 7 days</source>
        <translation>letzte 7 Tage</translation>
    </message>
    <message>
        <source>How its denials differ from those before</source>
        <translation>Wie sich ihre Ablehnungen von denen davor unterscheiden</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Allowed/s</source>
        <translation>Zugelassen/s</translation>
    </message>
    <message>
        <source>Requests allowed per second over the last 10 to 20 seconds, where they are counted. Opens the tokens, the largest consumer first.</source>
        <translation>Pro Sekunde zugelassene Anfragen über die letzten 10 bis 20 Sekunden, wo sie gezählt werden. Öffnet die Tokens, größter Verbraucher zuerst.</translation>
    </message>
    <message>
        <source>Denied/s</source>
        <translation>Abgelehnt/s</translation>
    </message>
    <message>
        <source>Requests denied per second over the last 10 to 20 seconds, where they are counted. Opens the tokens, most denied first.</source>
        <translation>Pro Sekunde abgelehnte Anfragen über die letzten 10 bis 20 Sekunden, wo sie gezählt werden. Öffnet die Tokens, am meisten abgelehnte zuerst.</translation>
    </message>
    <message>
        <source>Active tokens</source>
        <translation>Aktive Tokens</translation>
    </message>
    <message>
        <source>Tokens that have used part of a limit. Opens them.</source>
        <translation>Tokens, die einen Teil eines Limits verbraucht haben. Öffnet sie.</translation>
    </message>
    <message>
        <source>Limited now</source>
        <translation>Jetzt begrenzt</translation>
    </message>
    <message>
        <source>Tokens whose next request a rule refuses, and how long the last of them waits. Opens them.</source>
        <translation>Tokens, deren nächste Anfrage eine Regel ablehnt, und wie lange das letzte davon wartet. Öffnet sie.</translation>
    </message>
    <message>
        <source>Near limit</source>
        <translation>Nahe am Limit</translation>
    </message>
    <message>
        <source>Tokens that have used 80 % of a limit, or more. Opens them.</source>
        <translation>Tokens, die 80 % eines Limits oder mehr verbraucht haben. Öffnet sie.</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Blocks that were set by hand, and how many end soon. Opens them.</source>
        <translation>Von Hand gesetzte Sperren und wie viele bald enden. Öffnet sie.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Top denied</source>
        <translation>Am meisten abgelehnt</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Top consumers</source>
        <translation>Größte Verbraucher</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Zugelassen</translation>
    </message>
    <message>
        <source>share of allowed</source>
        <translation>Anteil am Zugelassenen</translation>
    </message>
    <message>
        <source>Newly limited</source>
        <translation>Neu begrenzt</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verbraucht</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>last 10 minutes</source>
        <translation>letzte 10 Minuten</translation>
    </message>
    <message>
        <source>Blocks about to end</source>
        <translation>Bald endende Sperren</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>Endet</translation>
    </message>
    <message>
        <source>within 1 h</source>
        <translation>innerhalb 1 h</translation>
    </message>
    <message>
        <source>Last changes</source>
        <translation>Letzte Änderungen</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Audit →</source>
        <translation>Audit →</translation>
    </message>
    <message>
        <source>All changes, on the Audit page</source>
        <translation>Alle Änderungen, auf der Seite Audit</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>10 min average %1</source>
        <translation>10-min-Mittel %1</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>of %1 known</source>
        <translation>von %1 bekannten</translation>
    </message>
    <message>
        <source>%1 longest</source>
        <translation>%1 am längsten</translation>
    </message>
    <message>
        <source>80 % used or more</source>
        <translation>80 % oder mehr</translation>
    </message>
    <message numerus="yes">
        <source>%Ln end(s) within 1 h</source>
        <translation>
            <numerusform>%Ln endet in 1 h</numerusform>
            <numerusform>%Ln enden in 1 h</numerusform>
        </translation>
    </message>
    <message>
        <source>none ends within 1 h</source>
        <translation>keine endet in 1 h</translation>
    </message>
    <message>
        <source>all policies</source>
        <translation>alle Policies</translation>
    </message>
    <message numerus="yes">
        <source>%Ln format(s)</source>
        <translation>
            <numerusform>%Ln Format</numerusform>
            <numerusform>%Ln Formate</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of ~%2 keys searched</source>
        <translation>%1 von ~%2 Keys durchsucht</translation>
    </message>
    <message>
        <source>all tokens read since %1</source>
        <translation>alle Tokens gelesen seit %1</translation>
    </message>
    <message>
        <source>Reading all tokens</source>
        <translation>Alle Tokens werden gelesen</translation>
    </message>
    <message>
        <source>No tokens here yet. %1</source>
        <translation>Hier noch keine Tokens. %1</translation>
    </message>
    <message>
        <source>No request was counted in the last ten minutes</source>
        <translation>In den letzten zehn Minuten wurde keine Anfrage gezählt</translation>
    </message>
    <message>
        <source>Show all tokens</source>
        <translation>Alle Tokens zeigen</translation>
    </message>
    <message>
        <source>Requests are not counted under %1: &quot;Count allowed and denied&quot; is off. What is used of the limits is shown all the same.</source>
        <translation>Unter %1 werden Anfragen nicht gezählt: „Zugelassene und abgelehnte Anfragen zählen“ ist aus. Der Verbrauch der Limits wird trotzdem gezeigt.</translation>
    </message>
    <message>
        <source>Open policy %1</source>
        <translation>Policy %1 öffnen</translation>
    </message>
    <message>
        <source>Requests are counted under published policies only. %1 is not published on this server.</source>
        <translation>Anfragen werden nur unter veröffentlichten Policies gezählt. %1 ist auf diesem Server nicht veröffentlicht.</translation>
    </message>
    <message>
        <source>Show the tokens of %1</source>
        <translation>Tokens von %1 zeigen</translation>
    </message>
    <message>
        <source>The programs that limit these tokens keep no counts of requests. What is used of the limits is shown all the same.</source>
        <translation>Die Programme, die diese Tokens begrenzen, zählen keine Anfragen. Der Verbrauch der Limits wird trotzdem gezeigt.</translation>
    </message>
    <message>
        <source>not counted under %1</source>
        <translation>unter %1 nicht gezählt</translation>
    </message>
    <message>
        <source>after %1 without new tokens</source>
        <translation>nach %1 ohne neue Tokens</translation>
    </message>
    <message numerus="yes">
        <source>without %Ln token(s) of other programs</source>
        <translation>
            <numerusform>ohne %Ln Token anderer Programme</numerusform>
            <numerusform>ohne %Ln Tokens anderer Programme</numerusform>
        </translation>
    </message>
    <message>
        <source>click a policy to see its tokens, drag to mark a time</source>
        <translation>Klick auf eine Policy zeigt ihre Tokens, Ziehen markiert eine Zeit</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>Nothing was read yet</source>
        <translation>Noch nichts gelesen</translation>
    </message>
    <message>
        <source>Requests are not counted</source>
        <translation>Anfragen werden nicht gezählt</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Noch nicht gelesen</translation>
    </message>
    <message>
        <source>Nothing was denied in the marked time</source>
        <translation>In der markierten Zeit wurde nichts abgelehnt</translation>
    </message>
    <message>
        <source>Nothing is denied</source>
        <translation>Nichts wird abgelehnt</translation>
    </message>
    <message>
        <source>No requests in the marked time</source>
        <translation>Keine Anfragen in der markierten Zeit</translation>
    </message>
    <message>
        <source>No requests</source>
        <translation>Keine Anfragen</translation>
    </message>
    <message>
        <source>None known in the marked time</source>
        <translation>In der markierten Zeit keine bekannt</translation>
    </message>
    <message>
        <source>None known in the last 10 minutes</source>
        <translation>In den letzten 10 Minuten keine bekannt</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>%1 of all that is denied, by this rule of %2. Opens the tokens of that policy, most denied first.</source>
        <translation>%1 von allem Abgelehnten, durch diese Regel von %2. Öffnet die Tokens dieser Policy, am meisten abgelehnte zuerst.</translation>
    </message>
    <message>
        <source>%1 of all that is denied, as the tokens are blocked. Opens these.</source>
        <translation>%1 von allem Abgelehnten, da die Tokens gesperrt sind. Öffnet diese.</translation>
    </message>
    <message>
        <source>not up to date: %1</source>
        <translation>nicht aktuell: %1</translation>
    </message>
    <message>
        <source>The audit trail could not be read: %1</source>
        <translation>Das Audit-Protokoll war nicht lesbar: %1</translation>
    </message>
    <message>
        <source>Reading is paused</source>
        <translation>Lesen ist angehalten</translation>
    </message>
    <message>
        <source>Reading the audit trail</source>
        <translation>Das Audit-Protokoll wird gelesen</translation>
    </message>
    <message>
        <source>Nothing was changed in the marked time</source>
        <translation>In der markierten Zeit wurde nichts geändert</translation>
    </message>
    <message>
        <source>No change is recorded on this server yet</source>
        <translation>Auf diesem Server ist noch keine Änderung aufgezeichnet</translation>
    </message>
    <message>
        <source>%1 · since %2</source>
        <translation>%1 · seit %2</translation>
    </message>
    <message>
        <source>%1 · so far (partly read)</source>
        <translation>%1 · bisher (teils gelesen)</translation>
    </message>
    <message>
        <source>The history has no requests of that time, or is being read</source>
        <translation>Der Verlauf hat aus dieser Zeit keine Anfragen, oder er wird gerade gelesen</translation>
    </message>
    <message>
        <source>on average, by the history</source>
        <translation>im Mittel, laut dem Verlauf</translation>
    </message>
    <message>
        <source>The history does not keep whose requests these were</source>
        <translation>Der Verlauf hält nicht fest, wessen Anfragen es waren</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>%1 · known for %2 of %3</source>
        <translation>%1 · bekannt für %2 von %3</translation>
    </message>
    <message>
        <source>%1 in flight</source>
        <translation>%1 laufend</translation>
    </message>
    <message>
        <source>%1 above 100 %</source>
        <translation>%1 über 100 %</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unit(s) reserved</source>
        <translation>
            <numerusform>%Ln Einheit reserviert</numerusform>
            <numerusform>%Ln Einheiten reserviert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>up to %Ln unit(s) in leases</source>
        <translation>
            <numerusform>bis zu %Ln Einheit in Leases</numerusform>
            <numerusform>bis zu %Ln Einheiten in Leases</numerusform>
        </translation>
    </message>
    <message>
        <source>The audit trail is not in the investigation</source>
        <translation>Das Audit-Protokoll ist nicht in der Untersuchung</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::OverviewTile</name>
    <message>
        <source>Known since %1, when this window began to look.</source>
        <translation>Bekannt seit %1, als dieses Fenster zu lesen begann.</translation>
    </message>
    <message>
        <source>no history yet</source>
        <translation>noch kein Verlauf</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PageBanner</name>
    <message>
        <source>This is one node of a cluster: only the tokens on this node are shown.</source>
        <translation>Dies ist ein Knoten eines Clusters: Nur die Tokens auf diesem Knoten werden gezeigt.</translation>
    </message>
    <message>
        <source>The server requires a valid user and password. Open it again with them (Ctrl+O). It says: %1.</source>
        <translation>Der Server verlangt einen gültigen Benutzer und ein Passwort. Damit erneut öffnen (Strg+O). Er sagt: %1.</translation>
    </message>
    <message>
        <source> Data shown is from %1.</source>
        <translation> Die gezeigten Daten sind von %1.</translation>
    </message>
    <message>
        <source> Trying again in %1.</source>
        <translation> Neuer Versuch in %1.</translation>
    </message>
    <message>
        <source> Trying again now.</source>
        <translation> Neuer Versuch läuft.</translation>
    </message>
    <message>
        <source>Redis is unreachable: %1.</source>
        <translation>Redis ist nicht erreichbar: %1.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::Palette</name>
    <message>
        <source>Find a token, policy, page or action</source>
        <translation>Token, Policy, Seite oder Aktion finden</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Gefundenes</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PeakChart</name>
    <message>
        <source>Largest number of requests in any span</source>
        <translation>Größte Zahl von Anfragen in jeder Zeitspanne</translation>
    </message>
    <message>
        <source>%1: %2 in %3</source>
        <translation>%1: %2 in %3</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>Zeitspanne</translation>
    </message>
    <message>
        <source>%1 (requests)</source>
        <translation>%1 (Anfragen)</translation>
    </message>
    <message>
        <source>%1: at most %2 in any %3</source>
        <translation>%1: höchstens %2 in jeder Spanne von %3</translation>
    </message>
    <message>
        <source>Largest number of units in any span</source>
        <translation>Größte Zahl von Einheiten in jeder Zeitspanne</translation>
    </message>
    <message>
        <source>%1 (units)</source>
        <translation>%1 (Einheiten)</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PluginDialog</name>
    <message>
        <source>Run a plugin</source>
        <translation>Plugin ausführen</translation>
    </message>
    <message>
        <source>The command runs on this machine under your account. Each line below is one argument; no shell interprets it. You are not asked again until Ratewarden is closed.</source>
        <translation>Der Befehl läuft auf diesem Rechner unter dem eigenen Konto. Jede Zeile unten ist ein Argument; keine Shell deutet sie. Gefragt wird erst wieder, wenn Ratewarden neu gestartet ist.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PoliciesPage</name>
    <message>
        <source>New policy…</source>
        <translation>Neue Policy…</translation>
    </message>
    <message>
        <source>Publish a policy with a new name</source>
        <translation>Eine Policy mit neuem Namen veröffentlichen</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Edit the selected policy, with a preview of the effect</source>
        <translation>Gewählte Policy bearbeiten, mit Vorschau der Wirkung</translation>
    </message>
    <message>
        <source>Promote candidate…</source>
        <translation>Kandidat übernehmen…</translation>
    </message>
    <message>
        <source>Make the candidate&apos;s rules the enforced ones</source>
        <translation>Die Regeln des Kandidaten zu den geltenden machen</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Remove the selected policy; its history stays</source>
        <translation>Gewählte Policy entfernen; ihr Verlauf bleibt</translation>
    </message>
    <message>
        <source>Copy rules</source>
        <translation>Regeln kopieren</translation>
    </message>
    <message>
        <source>Try in the lab</source>
        <translation>Ins Labor</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Policies</translation>
    </message>
    <message>
        <source>Copy the rules in this or another program&apos;s notation</source>
        <translation>Regeln in dieser Notation oder der eines anderen Programms kopieren</translation>
    </message>
    <message>
        <source>Try the rules and the candidate of the selected policy on the requests in its logs, or on other traffic</source>
        <translation>Regeln und Kandidat der gewählten Policy an den Anfragen in ihren Logs oder an anderem Traffic erproben</translation>
    </message>
    <message>
        <source>Its tokens →</source>
        <translation>Ihre Tokens →</translation>
    </message>
    <message>
        <source>The tokens that are limited under this policy</source>
        <translation>Die Tokens, die unter dieser Policy begrenzt werden</translation>
    </message>
    <message>
        <source>Most requests allowed in any span</source>
        <translation>Höchstens zugelassene Anfragen pro Zeitspanne</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln published</source>
        <translation>
            <numerusform>%Ln Policy</numerusform>
            <numerusform>%Ln Policies</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading policies</source>
        <translation>Policies werden gelesen</translation>
    </message>
    <message>
        <source>No policy is published on this server yet. Publish one here, or with
ratewarden-ctl policy publish api.json --reason &quot;…&quot;</source>
        <translation>Auf diesem Server ist noch keine Policy veröffentlicht. Hier eine veröffentlichen oder mit
ratewarden-ctl policy publish api.json --reason &quot;…&quot;</translation>
    </message>
    <message>
        <source>rules of another limiter, for keys of %1</source>
        <translation>Regeln eines anderen Limiters, für Keys von %1</translation>
    </message>
    <message>
        <source>requests counted</source>
        <translation>Anfragen gezählt</translation>
    </message>
    <message>
        <source>tokens hashed</source>
        <translation>Tokens gehasht</translation>
    </message>
    <message>
        <source>candidate %1</source>
        <translation>Kandidat %1</translation>
    </message>
    <message>
        <source>In the last ten minutes. %1</source>
        <translation>In den letzten zehn Minuten. %1</translation>
    </message>
    <message>
        <source>%1 · %2, removed by %3: %4</source>
        <translation>%1 · %2, entfernt von %3: %4</translation>
    </message>
    <message>
        <source>%1 · published by a program, written by hand, or older than the history</source>
        <translation>%1 · von einem Programm veröffentlicht, von Hand geschrieben oder älter als der Verlauf</translation>
    </message>
    <message>
        <source>%1 · %2, by %3: %4</source>
        <translation>%1 · %2, von %3: %4</translation>
    </message>
    <message>
        <source>Roll back…</source>
        <translation>Zurückrollen…</translation>
    </message>
    <message>
        <source>Roll back to version %1</source>
        <translation>Auf Version %1 zurückrollen</translation>
    </message>
    <message>
        <source>Select a policy first</source>
        <translation>Erst eine Policy wählen</translation>
    </message>
    <message>
        <source>Version %1 of %2 is published</source>
        <translation>Version %1 von %2 ist veröffentlicht</translation>
    </message>
    <message>
        <source>%1 was not published: another version was published meanwhile</source>
        <translation>%1 wurde nicht veröffentlicht: Inzwischen wurde eine andere Version veröffentlicht</translation>
    </message>
    <message>
        <source>%1 is no longer published</source>
        <translation>%1 ist nicht mehr veröffentlicht</translation>
    </message>
    <message>
        <source>Remove a policy</source>
        <translation>Policy entfernen</translation>
    </message>
    <message>
        <source>Limiters and consoles will no longer find this policy. Programs that follow it keep the last version in force until they are restarted; a program that brings rules of its own publishes those again when it starts. State, blocks and overrides of tokens stay. Undo publishes the policy again, as a new version; its history stays, too.</source>
        <translation>Limiter und Konsolen finden diese Policy nicht mehr. Programme, die ihr folgen, behalten die letzte Version bis zum Neustart; ein Programm mit eigenen Regeln veröffentlicht diese beim Start wieder. Zustand, Sperren und Ausnahmen der Tokens bleiben. Rückgängig veröffentlicht die Policy erneut, als neue Version; auch ihr Verlauf bleibt.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Why? Kept in the policy&apos;s history</source>
        <translation>Warum? Steht dann im Verlauf der Policy</translation>
    </message>
    <message>
        <source>%1 is removed</source>
        <translation>%1 ist entfernt</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PolicyDesk</name>
    <message>
        <source>This was not published: %1</source>
        <translation>Nicht veröffentlicht: %1</translation>
    </message>
    <message>
        <source>It is not known whether this was published: %1</source>
        <translation>Ob dies veröffentlicht wurde, ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>Not published: version %1 was published meanwhile and cannot be read</source>
        <translation>Nicht veröffentlicht: Version %1 wurde inzwischen veröffentlicht und ist nicht lesbar</translation>
    </message>
    <message>
        <source>Its versions are not in the investigation</source>
        <translation>Ihre Versionen sind nicht in der Untersuchung</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PolicyDialog</name>
    <message>
        <source>Count allowed and denied requests</source>
        <translation>Zugelassene und abgelehnte Anfragen zählen</translation>
    </message>
    <message>
        <source>Remember the last denials of each token:</source>
        <translation>Letzte Ablehnungen jedes Tokens merken:</translation>
    </message>
    <message>
        <source>Leases are exact, and end after:</source>
        <translation>Leases sind exakt und enden nach:</translation>
    </message>
    <message>
        <source>For how long units of a lease may be spent</source>
        <translation>Wie lange Einheiten einer Lease verbraucht werden dürfen</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>For services that decide in memory, from leases: the rules count a little longer, so that no limit is exceeded whatever these services do. Limiters of older versions of the library do not follow such a policy.</source>
        <translation>Für Dienste, die im Speicher entscheiden, aus Leases: Die Regeln zählen etwas länger, sodass kein Limit überschritten wird, was immer diese Dienste tun. Limiter älterer Versionen der Bibliothek folgen einer solchen Policy nicht.</translation>
    </message>
    <message>
        <source>Tokens reach Redis as SHA-256 only</source>
        <translation>Tokens erreichen Redis nur als SHA-256</translation>
    </message>
    <message>
        <source>Discard what you have entered?</source>
        <translation>Eingaben verwerfen?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Publish</source>
        <translation>Veröffentlichen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Set a candidate</source>
        <translation>Einen Kandidaten setzen</translation>
    </message>
    <message>
        <source>Limits of another program&apos;s keys</source>
        <translation>Limits für Keys eines anderen Programms</translation>
    </message>
    <message>
        <source>Edit a policy</source>
        <translation>Policy bearbeiten</translation>
    </message>
    <message>
        <source>New policy</source>
        <translation>Neue Policy</translation>
    </message>
    <message>
        <source>Evaluated and counted on the same requests; it denies nothing. What is enforced stays: %1</source>
        <translation>An denselben Anfragen ausgewertet und gezählt; lehnt nichts ab. Es gilt weiter: %1</translation>
    </message>
    <message>
        <source>Why? Kept with the version</source>
        <translation>Warum? Steht dann bei der Version</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>As limiters name it: api</source>
        <translation>Wie Limiter sie nennen: api</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>One * stands for the token; further ones for what else differs between keys, as in quota:*:*</source>
        <translation>Ein * steht für das Token; weitere für andere Unterschiede zwischen Keys, wie in quota:*:*</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>Enforced</source>
        <translation>Durchgesetzt</translation>
    </message>
    <message>
        <source>Shadow: counted, but nothing is denied</source>
        <translation>Schatten: gezählt, aber nichts wird abgelehnt</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>On failure</source>
        <translation>Bei Ausfall</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>How many denials of each token are remembered</source>
        <translation>Wie viele Ablehnungen jedes Tokens gemerkt werden</translation>
    </message>
    <message>
        <source>For three days: when, by which rule and at what cost, so that “Why was it denied?” can tell. Limiters of older versions of the library do not follow such a policy.</source>
        <translation>Drei Tage lang: wann, durch welche Regel und bei welchen Kosten, damit „Warum abgelehnt?“ es sagen kann. Limiter älterer Versionen der Bibliothek folgen einer solchen Policy nicht.</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>▲</source>
        <translation>▲</translation>
    </message>
    <message>
        <source>Move the rule up (Alt+Up)</source>
        <translation>Regel nach oben (Alt+Auf)</translation>
    </message>
    <message>
        <source>▼</source>
        <translation>▼</translation>
    </message>
    <message>
        <source>Move the rule down (Alt+Down)</source>
        <translation>Regel nach unten (Alt+Ab)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the selected rules (Del)</source>
        <translation>Gewählte Regeln entfernen (Entf)</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Replace the selected rules with rules in any notation (Ctrl+V): short form, python-limits, RateLimit-Policy, Envoy, Kong</source>
        <translation>Gewählte Regeln durch Regeln in beliebiger Notation ersetzen (Strg+V): Kurzform, python-limits, RateLimit-Policy, Envoy, Kong</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the rules in this or another program&apos;s notation</source>
        <translation>Regeln in dieser Notation oder der eines anderen Programms kopieren</translation>
    </message>
    <message>
        <source>a request costs up to</source>
        <translation>eine Anfrage kostet bis</translation>
    </message>
    <message>
        <source>Cost of the most expensive request</source>
        <translation>Kosten der teuersten Anfrage</translation>
    </message>
    <message>
        <source>Flags rules that can never allow such a request. Not published.</source>
        <translation>Kennzeichnet Regeln, die eine solche Anfrage nie zulassen können. Wird nicht veröffentlicht.</translation>
    </message>
    <message>
        <source>The most that is allowed in any time span; drag a limit</source>
        <translation>Was je Zeitspanne höchstens zugelassen wird; ein Limit ziehen</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Enter a name and a rule first</source>
        <translation>Erst einen Namen und eine Regel eingeben</translation>
    </message>
    <message>
        <source>Fix the policy first</source>
        <translation>Erst die Policy berichtigen</translation>
    </message>
    <message>
        <source>There are no changes</source>
        <translation>Es gibt keine Änderungen</translation>
    </message>
    <message>
        <source>Enter a reason first</source>
        <translation>Erst einen Grund eingeben</translation>
    </message>
    <message>
        <source>Limits that were not known</source>
        <translation>Limits, die nicht bekannt waren</translation>
    </message>
    <message>
        <source>A new policy</source>
        <translation>Eine neue Policy</translation>
    </message>
    <message>
        <source>No changes yet</source>
        <translation>Noch keine Änderungen</translation>
    </message>
    <message>
        <source>, until %1</source>
        <translation>, bis %1</translation>
    </message>
    <message>
        <source>; the highest known usage is %1 of %2</source>
        <translation>; der höchste bekannte Verbrauch ist %1 von %2</translation>
    </message>
    <message>
        <source>For %1 of the %2 tokens of %3 that were found. Ratewarden judges them by these rules; the program itself keeps to its own.</source>
        <translation>Für %1 der %2 gefundenen Tokens von %3. Ratewarden beurteilt sie nach diesen Regeln; das Programm selbst bleibt bei seinen eigenen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Not published: version %1 was published meanwhile. The changes are now shown against it; publish again to replace it.</source>
        <translation>Nicht veröffentlicht: Version %1 wurde inzwischen veröffentlicht. Die Änderungen werden nun dagegen gezeigt; erneut veröffentlichen, um sie zu ersetzen.</translation>
    </message>
    <message>
        <source>Limits that were not known, in this order: %1</source>
        <translation>Limits, die nicht bekannt waren, in dieser Reihenfolge: %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PolicyTableModel</name>
    <message>
        <source>? cannot be read</source>
        <translation>? nicht lesbar</translation>
    </message>
    <message>
        <source>keys of %1</source>
        <translation>Keys von %1</translation>
    </message>
    <message>
        <source> + candidate</source>
        <translation> + Kandidat</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PrefixQuestion</name>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Remember it in the file prefixes.json among your formats</source>
        <translation>In der Datei prefixes.json bei den eigenen Formaten merken</translation>
    </message>
    <message>
        <source>Another format…</source>
        <translation>Anderes Format…</translation>
    </message>
    <message>
        <source>Formats that fit these keys as well</source>
        <translation>Formate, die ebenfalls zu diesen Keys passen</translation>
    </message>
    <message>
        <source>No limiter</source>
        <translation>Kein Limiter</translation>
    </message>
    <message>
        <source>Do not list these keys as tokens any more</source>
        <translation>Diese Keys nicht mehr als Tokens listen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Ask again the next time a window is opened</source>
        <translation>Wieder fragen, wenn das nächste Mal ein Fenster geöffnet wird</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2, %3</translation>
    </message>
    <message>
        <source>Describe these keys…</source>
        <translation>Diese Keys beschreiben…</translation>
    </message>
    <message>
        <source>Keys that begin with %1 are no limiter&apos;s</source>
        <translation>Keys, die mit %1 beginnen, sind von keinem Limiter</translation>
    </message>
    <message>
        <source>Keys that begin with %1 are those of %2; looking for its tokens</source>
        <translation>Keys, die mit %1 beginnen, sind von %2; seine Tokens werden gesucht</translation>
    </message>
    <message>
        <source>Keys that begin with %1 are recognized automatically again</source>
        <translation>Keys, die mit %1 beginnen, werden wieder automatisch erkannt</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ProfileFields</name>
    <message>
        <source>Start read-only</source>
        <translation>Schreibgeschützt beginnen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>none: the server is not kept among the profiles</source>
        <translation>keiner: Der Server wird nicht unter den Profilen behalten</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>The color of its window&apos;s stripe, and of every dialog that changes something</source>
        <translation>Die Farbe des Streifens seines Fensters und jedes Dialogs, der etwas ändert</translation>
    </message>
    <message>
        <source>Nothing can be changed before it is unlocked; production servers always start so</source>
        <translation>Nichts kann vor dem Entsperren geändert werden; Produktionsserver beginnen immer so</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ProfileList</name>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Enter another server</source>
        <translation>Einen anderen Server eingeben</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Enter another server like the chosen one</source>
        <translation>Einen anderen Server wie den gewählten eingeben</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>From addresses, redis-cli command lines, or an export of RedisInsight</source>
        <translation>Aus Adressen, redis-cli-Befehlszeilen oder einem Export von RedisInsight</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the chosen profile, and its password in the keychain, or the chosen address</source>
        <translation>Das gewählte Profil mit seinem Passwort im Schlüsselbund oder die gewählte Adresse löschen</translation>
    </message>
    <message>
        <source>Opened without a profile</source>
        <translation>Ohne Profil geöffnet</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ProfileSecrets</name>
    <message>
        <source>The password of %1 is kept only until the program ends: %2.</source>
        <translation>Das Passwort von %1 wird nur behalten, bis das Programm endet: %2.</translation>
    </message>
    <message>
        <source>The password of %1 may still be in the keychain: %2.</source>
        <translation>Das Passwort von %1 ist vielleicht noch im Schlüsselbund: %2.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ProfileStore</name>
    <message>
        <source>The profiles in %1 cannot be read: %2</source>
        <translation>Die Profile in %1 sind nicht lesbar: %2</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>sie ist keine reguläre Datei</translation>
    </message>
    <message>
        <source>it has no list of profiles</source>
        <translation>eine Liste von Profilen fehlt</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>sie ist zu groß</translation>
    </message>
    <message>
        <source>%1 at byte %2</source>
        <translation>%1 bei Byte %2</translation>
    </message>
    <message>
        <source>Not shown, but kept in %1: %2</source>
        <translation>Nicht gezeigt, aber in %1 behalten: %2</translation>
    </message>
    <message>
        <source>%1 was written by a newer version of Ratewarden. It is read as far as possible and not changed: what you save here is gone when the program ends.</source>
        <translation>%1 wurde von einer neueren Version von Ratewarden geschrieben. Es wird so weit wie möglich gelesen und nicht geändert: Hier Gespeichertes ist weg, wenn das Programm endet.</translation>
    </message>
    <message>
        <source>The file of profiles was damaged: %1. It is kept as %2, and a new one begins.</source>
        <translation>Die Datei der Profile war beschädigt: %1. Sie bleibt als %2, und eine neue beginnt.</translation>
    </message>
    <message>
        <source>The file of profiles is damaged: %1. It cannot be renamed, so nothing is saved; look at %2.</source>
        <translation>Die Datei der Profile ist beschädigt: %1. Sie lässt sich nicht umbenennen, also wird nichts gespeichert; %2 ansehen.</translation>
    </message>
    <message>
        <source>The profiles are not saved: %1 is locked or cannot be written</source>
        <translation>Die Profile sind nicht gespeichert: %1 ist gesperrt oder nicht schreibbar</translation>
    </message>
    <message>
        <source>The profiles are not saved: %1: %2</source>
        <translation>Die Profile sind nicht gespeichert: %1: %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RequestBars</name>
    <message>
        <source>Requests of the last ten minutes</source>
        <translation>Anfragen der letzten zehn Minuten</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>Ten seconds from</source>
        <translation>Zehn Sekunden ab</translation>
    </message>
    <message>
        <source>Allowed (requests)</source>
        <translation>Zugelassen (Anfragen)</translation>
    </message>
    <message>
        <source>Denied (requests)</source>
        <translation>Abgelehnt (Anfragen)</translation>
    </message>
    <message>
        <source>req.</source>
        <translation>Anfr.</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>%1, ten seconds: %2 allowed, %3 denied</source>
        <translation>%1, zehn Sekunden: %2 zugelassen, %3 abgelehnt</translation>
    </message>
    <message>
        <source>%1, ten seconds: %2 would be allowed, %3 would be denied</source>
        <translation>%1, zehn Sekunden: %2 würden zugelassen, %3 würden abgelehnt</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RequestFlowChart</name>
    <message>
        <source>Left and Right move by ten seconds, Return marks them, Shift extends the mark, Esc removes it. &quot;Show as table&quot; lists the same numbers.</source>
        <translation>Links und Rechts gehen um zehn Sekunden, Eingabe markiert sie, Umschalt erweitert die Marke, Esc entfernt sie. „Als Tabelle zeigen“ listet dieselben Zahlen.</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>abgel.</translation>
    </message>
    <message>
        <source>%1, ten seconds</source>
        <translation>%1, zehn Sekunden</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>denied: %1/s</source>
        <translation>abgelehnt: %1/s</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Ten seconds from</source>
        <translation>Zehn Sekunden ab</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Allowed/s</source>
        <translation>Zugelassen/s</translation>
    </message>
    <message>
        <source>Denied/s</source>
        <translation>Abgelehnt/s</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RequestHistogram</name>
    <message>
        <source>All requests over time</source>
        <translation>Alle Anfragen über die Zeit</translation>
    </message>
    <message>
        <source>%1 to %2 is chosen</source>
        <translation>%1 bis %2 ist gewählt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Allowed (requests)</source>
        <translation>Zugelassen (Anfragen)</translation>
    </message>
    <message>
        <source>Denied (requests)</source>
        <translation>Abgelehnt (Anfragen)</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>%1, %2: %3 allowed, %4 denied</source>
        <translation>%1, %2: %3 zugelassen, %4 abgelehnt</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RequestStrip</name>
    <message>
        <source>Requests of the token</source>
        <translation>Anfragen des Tokens</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ReserveTableModel</name>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Requests, of all the traffic</source>
        <translation>Anfragen, vom ganzen Traffic</translation>
    </message>
    <message>
        <source>Falsely</source>
        <translation>Zu Unrecht</translation>
    </message>
    <message>
        <source>Of these, how many would have stayed within every limit, had each cost been known before</source>
        <translation>Wie viele davon jedes Limit eingehalten hätten, wären alle Kosten vorher bekannt gewesen</translation>
    </message>
    <message>
        <source>Above limit</source>
        <translation>Über Limit</translation>
    </message>
    <message>
        <source>The most units that one token used beyond a limit in any of its windows</source>
        <translation>So viele Einheiten hat ein Token in einem Fenster höchstens über ein Limit hinaus verbraucht</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>Ungenutzt</translation>
    </message>
    <message>
        <source>Units that would have been used within the limits, had each cost been known before, and were not</source>
        <translation>Einheiten, die bei vorher bekannten Kosten innerhalb der Limits verbraucht worden wären und ungenutzt blieben</translation>
    </message>
    <message>
        <source>Reserved per request</source>
        <translation>Reserviert je Anfrage</translation>
    </message>
    <message>
        <source>The cost is known when the request has ended. Until then so much is charged: the service decides it, not the policy</source>
        <translation>Die Kosten sind bekannt, wenn die Anfrage endet. Bis dahin ist so viel angerechnet: Das entscheidet der Dienst, nicht die Policy</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::Rights</name>
    <message>
        <source>This user may not: it needs %1</source>
        <translation>Dieser Benutzer darf das nicht: nötig ist %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RollBackDialog</name>
    <message>
        <source>Announced by a program, or written by hand</source>
        <translation>Von einem Programm gemeldet oder von Hand geschrieben</translation>
    </message>
    <message>
        <source>Published %1 by %2: %3</source>
        <translation>Veröffentlicht %1 von %2: %3</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>Zurückrollen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Roll back %1 to version %2</source>
        <translation>%1 auf Version %2 zurückrollen</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Why? Kept with the version</source>
        <translation>Warum? Steht dann bei der Version</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Nothing: what is published is the same as that version</source>
        <translation>Nichts: Veröffentlicht ist dasselbe wie in dieser Version</translation>
    </message>
    <message>
        <source>There are no changes</source>
        <translation>Es gibt keine Änderungen</translation>
    </message>
    <message>
        <source>Enter a reason first</source>
        <translation>Erst einen Grund eingeben</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Not rolled back: version %1 has been published since. What changes is shown against it now; roll back again to replace it.</source>
        <translation>Nicht zurückgerollt: Version %1 wurde seither veröffentlicht. Was sich ändert, wird nun dagegen gezeigt; erneut zurückrollen, um sie zu ersetzen.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RowPlugins</name>
    <message>
        <source>Run %1</source>
        <translation>%1 ausführen</translation>
    </message>
    <message>
        <source>Plugins do not run on a read-only connection</source>
        <translation>Plugins laufen nicht auf einer schreibgeschützten Verbindung</translation>
    </message>
    <message>
        <source>Select a row first</source>
        <translation>Erst eine Zeile wählen</translation>
    </message>
    <message>
        <source>This row cannot be passed to a program: it is not valid text</source>
        <translation>Diese Zeile kann keinem Programm übergeben werden: Sie ist kein gültiger Text</translation>
    </message>
    <message>
        <source>%1 is a key of the charts, not of the plugin &quot;%2&quot;</source>
        <translation>%1 ist eine Taste der Diagramme, nicht des Plugins „%2“</translation>
    </message>
    <message>
        <source>%1 is the key of &quot;%2&quot;, not of the plugin &quot;%3&quot;</source>
        <translation>%1 ist die Taste von „%2“, nicht des Plugins „%3“</translation>
    </message>
    <message>
        <source>%1 cannot be run: %2</source>
        <translation>%1 lässt sich nicht ausführen: %2</translation>
    </message>
    <message>
        <source>%1 has run</source>
        <translation>%1 ist gelaufen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 failed with %2: %3</source>
        <translation>%1 ist mit %2 fehlgeschlagen: %3</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RowTable</name>
    <message>
        <source>Reset columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RuleBars</name>
    <message>
        <source>Used of each rule</source>
        <translation>Verbrauch jeder Regel</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Used (units)</source>
        <translation>Verbraucht (Einheiten)</translation>
    </message>
    <message>
        <source>Limit (units)</source>
        <translation>Limit (Einheiten)</translation>
    </message>
    <message>
        <source>Used (% of limit)</source>
        <translation>Verbraucht (% vom Limit)</translation>
    </message>
    <message>
        <source>Free again</source>
        <translation>Wieder frei</translation>
    </message>
    <message>
        <source>Denies</source>
        <translation>Lehnt ab</translation>
    </message>
    <message>
        <source>The rules are not known</source>
        <translation>Die Regeln sind nicht bekannt</translation>
    </message>
    <message>
        <source>as it was at %1</source>
        <translation>Stand von %1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>≤ %1</source>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>when one ends, in %1 at the latest</source>
        <translation>wenn eine endet, spätestens in %1</translation>
    </message>
    <message>
        <source>next request in %1</source>
        <translation>nächste Anfrage in %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>free in %1 at the latest</source>
        <translation>frei spätestens in %1</translation>
    </message>
    <message>
        <source>next frees in %1</source>
        <translation>nächste frei in %1</translation>
    </message>
    <message>
        <source>free in %1</source>
        <translation>frei in %1</translation>
    </message>
    <message>
        <source>frees in %1</source>
        <translation>wird frei in %1</translation>
    </message>
    <message>
        <source>Held by leases (units, at most)</source>
        <translation>In Leases (Einheiten, höchstens)</translation>
    </message>
    <message>
        <source>Reserved (units)</source>
        <translation>Reserviert (Einheiten)</translation>
    </message>
    <message>
        <source>of %1: %2 spent, %3 reserved</source>
        <translation>von %1: %2 verbraucht, %3 reserviert</translation>
    </message>
    <message>
        <source>%1/%2, %3 reserved</source>
        <translation>%1/%2, %3 reserviert</translation>
    </message>
    <message>
        <source>of %1: %2 spent, up to %3 held by leases</source>
        <translation>von %1: %2 verbraucht, bis zu %3 in Leases</translation>
    </message>
    <message>
        <source>%1/%2, up to %3 in leases</source>
        <translation>%1/%2, bis zu %3 in Leases</translation>
    </message>
    <message>
        <source>of %1: %2 spent, %3 reserved, up to %4 held by leases</source>
        <translation>von %1: %2 verbraucht, %3 reserviert, bis zu %4 in Leases</translation>
    </message>
    <message>
        <source>%1/%2, %3 reserved, up to %4 in leases</source>
        <translation>%1/%2, %3 reserviert, bis zu %4 in Leases</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RuleEnvelope</name>
    <message>
        <source>The most requests that are allowed in any time span</source>
        <translation>Wie viele Anfragen je Zeitspanne höchstens zugelassen werden</translation>
    </message>
    <message>
        <source>Time span</source>
        <translation>Zeitspanne</translation>
    </message>
    <message>
        <source>All rules together (requests)</source>
        <translation>Alle Regeln zusammen (Anfragen)</translation>
    </message>
    <message>
        <source>%1 (requests)</source>
        <translation>%1 (Anfragen)</translation>
    </message>
    <message>
        <source>No rules to show</source>
        <translation>Keine Regeln zu zeigen</translation>
    </message>
    <message>
        <source>No rule limits a time span</source>
        <translation>Keine Regel begrenzt eine Zeitspanne</translation>
    </message>
    <message>
        <source>Without %1</source>
        <translation>Ohne %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RuleLegend</name>
    <message>
        <source>%1 earlier</source>
        <translation>%1 früher</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::RuleTable</name>
    <message>
        <source>20/min</source>
        <translation>20/min</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Add a rule, or paste rules</source>
        <translation>Regel hinzufügen oder Regeln einfügen</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Read as %1</source>
        <translation>Gelesen als %1</translation>
    </message>
    <message>
        <source>Not pasted: %1</source>
        <translation>Nicht eingefügt: %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::SecretStore</name>
    <message>
        <source>the system&apos;s keychain does not have it, or was not unlocked</source>
        <translation>der Schlüsselbund des Systems hat es nicht oder wurde nicht entsperrt</translation>
    </message>
    <message>
        <source>the system&apos;s keychain does not answer</source>
        <translation>der Schlüsselbund des Systems antwortet nicht</translation>
    </message>
    <message>
        <source>the system&apos;s keychain is locked</source>
        <translation>der Schlüsselbund des Systems ist gesperrt</translation>
    </message>
    <message>
        <source>there is no keychain</source>
        <translation>es gibt keinen Schlüsselbund</translation>
    </message>
    <message>
        <source>the system&apos;s keychain failed</source>
        <translation>der Zugriff auf den Schlüsselbund des Systems schlug fehl</translation>
    </message>
    <message>
        <source>this program was built without QtKeychain</source>
        <translation>dieses Programm wurde ohne QtKeychain gebaut</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::SecurityFields</name>
    <message>
        <source>Encrypt with TLS</source>
        <translation>Mit TLS verschlüsseln</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA-Datei</translation>
    </message>
    <message>
        <source>the system&apos;s certificate authorities</source>
        <translation>die Zertifizierungsstellen des Systems</translation>
    </message>
    <message>
        <source>Certificate authorities to trust</source>
        <translation>Zertifizierungsstellen, denen zu vertrauen ist</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>none; the server may want one of the client</source>
        <translation>keines; der Server kann eines vom Client verlangen</translation>
    </message>
    <message>
        <source>The client&apos;s certificate</source>
        <translation>Das Zertifikat des Clients</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>Privater Schlüssel</translation>
    </message>
    <message>
        <source>in the certificate&apos;s file</source>
        <translation>in der Datei des Zertifikats</translation>
    </message>
    <message>
        <source>The key of the client&apos;s certificate</source>
        <translation>Der Schlüssel zum Zertifikat des Clients</translation>
    </message>
    <message>
        <source>Server name</source>
        <translation>Servername</translation>
    </message>
    <message>
        <source>the host; the certificate must have it</source>
        <translation>der Host; das Zertifikat muss ihn enthalten</translation>
    </message>
    <message>
        <source>Through ssh</source>
        <translation>Über ssh</translation>
    </message>
    <message>
        <source>not; user@bastion, or a Host of your ssh configuration</source>
        <translation>nicht; user@bastion oder ein Host der ssh-Konfiguration</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Wählen: %1</translation>
    </message>
    <message>
        <source>PEM files (*.pem *.crt *.cer *.key)</source>
        <translation>PEM-Dateien (*.pem *.crt *.cer *.key)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::SelectionActions</name>
    <message>
        <source>Block…</source>
        <translation>Sperren…</translation>
    </message>
    <message>
        <source>Deny every request of this token</source>
        <translation>Jede Anfrage dieses Tokens ablehnen</translation>
    </message>
    <message>
        <source>Unblock…</source>
        <translation>Entsperren…</translation>
    </message>
    <message>
        <source>Lift the block of this token</source>
        <translation>Die Sperre dieses Tokens aufheben</translation>
    </message>
    <message>
        <source>Reset…</source>
        <translation>Zurücksetzen…</translation>
    </message>
    <message>
        <source>Forget what this token has used; on Keys the same key deletes the key</source>
        <translation>Den Verbrauch dieses Tokens vergessen; auf Keys löscht dieselbe Taste den Key</translation>
    </message>
    <message>
        <source>Remove the lock…</source>
        <translation>Lock entfernen…</translation>
    </message>
    <message>
        <source>Remove the lock that never expires; what was used stays</source>
        <translation>Das Lock entfernen, das nie abläuft; der Verbrauch bleibt</translation>
    </message>
    <message>
        <source>Charge…</source>
        <translation>Anrechnen…</translation>
    </message>
    <message>
        <source>Charge units, as if requests had come</source>
        <translation>Einheiten anrechnen, als wären Anfragen gekommen</translation>
    </message>
    <message>
        <source>Give back…</source>
        <translation>Gutschreiben…</translation>
    </message>
    <message>
        <source>Refund the units that were charged last</source>
        <translation>Die zuletzt angerechneten Einheiten gutschreiben</translation>
    </message>
    <message>
        <source>Override…</source>
        <translation>Ausnahme…</translation>
    </message>
    <message>
        <source>Override the policy&apos;s rules for this token, for a time</source>
        <translation>Für dieses Token eine Zeit lang andere Regeln als die der Policy setzen</translation>
    </message>
    <message>
        <source>Lift override…</source>
        <translation>Ausnahme aufheben…</translation>
    </message>
    <message>
        <source>Apply the policy&apos;s rules to this token again</source>
        <translation>Wieder die Regeln der Policy auf dieses Token anwenden</translation>
    </message>
    <message>
        <source>Publish its rules…</source>
        <translation>Regeln veröffentlichen…</translation>
    </message>
    <message>
        <source>Say by which rules this token is limited, where its keys do not tell</source>
        <translation>Angeben, durch welche Regeln dieses Token begrenzt ist, wo seine Keys es nicht sagen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>See the windows side by side on one time axis</source>
        <translation>Die Fenster nebeneinander auf einer Zeitachse ansehen</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Try rules on the requests in their logs</source>
        <translation>Regeln an den Anfragen in ihren Logs erproben</translation>
    </message>
    <message>
        <source>Why was it denied?…</source>
        <translation>Warum abgelehnt?…</translation>
    </message>
    <message>
        <source>Explain a denial of this token: which rule, who had filled it, when it was free</source>
        <translation>Eine Ablehnung dieses Tokens erklären: welche Regel, wer sie gefüllt hatte, wann frei war</translation>
    </message>
    <message>
        <source>What happened to this token</source>
        <translation>Was mit diesem Token geschah</translation>
    </message>
    <message>
        <source>See who has changed this token, when and why</source>
        <translation>Sehen, wer dieses Token wann und warum geändert hat</translation>
    </message>
    <message>
        <source>Copy token</source>
        <translation>Token kopieren</translation>
    </message>
    <message>
        <source>Copy the exact bytes of the token</source>
        <translation>Die exakten Bytes des Tokens kopieren</translation>
    </message>
    <message>
        <source>None of the marked tokens exists any more</source>
        <translation>Keines der markierten Tokens gibt es mehr</translation>
    </message>
    <message>
        <source>%1 is not listed</source>
        <translation>%1 ist nicht gelistet</translation>
    </message>
    <message>
        <source>Select a token first</source>
        <translation>Erst ein Token wählen</translation>
    </message>
    <message>
        <source>%1 %2…</source>
        <translation>%2: %1…</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Unblock</source>
        <translation>Entsperren</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln lock(s)…</source>
        <translation>
            <numerusform>%Ln Lock entfernen…</numerusform>
            <numerusform>%Ln Locks entfernen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Charge</source>
        <translation>Anrechnen</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>Gutschreiben</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Ausnahme</translation>
    </message>
    <message>
        <source>Lift override</source>
        <translation>Ausnahme aufheben</translation>
    </message>
    <message>
        <source>Compare %1</source>
        <translation>%1 vergleichen</translation>
    </message>
    <message>
        <source>Lab of %1</source>
        <translation>Labor mit %1</translation>
    </message>
    <message>
        <source>None of them keeps a log of its requests</source>
        <translation>Keines davon führt ein Log seiner Anfragen</translation>
    </message>
    <message>
        <source>Copy %1 tokens</source>
        <translation>%1 Tokens kopieren</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Compare all tokens of this client: a user, his address, his API key</source>
        <translation>Alle Tokens dieses Clients vergleichen: ein Benutzer, seine Adresse, sein API-Key</translation>
    </message>
    <message>
        <source>Free slots…</source>
        <translation>Slots freigeben…</translation>
    </message>
    <message>
        <source>Free slots</source>
        <translation>Slots freigeben</translation>
    </message>
    <message>
        <source>Free the slots of requests that have been in flight for too long</source>
        <translation>Die Slots von Anfragen freigeben, die zu lange laufen</translation>
    </message>
    <message>
        <source>Tokens are hashed here: no list of clients has them</source>
        <translation>Tokens sind hier gehasht: Keine Liste von Clients enthält sie</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ServerDialog</name>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>What is known of the server</source>
        <translation>Was über den Server bekannt ist</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Redis is unreachable: this is what was known</source>
        <translation>Redis ist nicht erreichbar: Dies war bekannt</translation>
    </message>
    <message>
        <source>this user may not run INFO, and needs the right +info</source>
        <translation>dieser Benutzer darf INFO nicht ausführen und braucht das Recht +info</translation>
    </message>
    <message>
        <source>INFO is of one node</source>
        <translation>INFO gilt für einen Knoten</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ServerSwitcher</name>
    <message>
        <source>Go to a server</source>
        <translation>Zu einem Server gehen</translation>
    </message>
    <message>
        <source>A digit, or letters of its name</source>
        <translation>Eine Ziffer oder Buchstaben seines Namens</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ServerWindows</name>
    <message>
        <source>The password was not read: %1.</source>
        <translation>Das Passwort wurde nicht gelesen: %1.</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>dieser</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Investigation</source>
        <translation>Untersuchung</translation>
    </message>
    <message>
        <source>Open investigation</source>
        <translation>Untersuchung öffnen</translation>
    </message>
    <message>
        <source>Investigations (*.ratewarden)</source>
        <translation>Untersuchungen (*.ratewarden)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::Session</name>
    <message>
        <source>removed by %1, %2</source>
        <translation>entfernt von %1, %2</translation>
    </message>
    <message>
        <source>by %1, %2</source>
        <translation>von %1, %2</translation>
    </message>
    <message>
        <source>This is an investigation: it shows what was recorded, and nothing can be changed</source>
        <translation>Dies ist eine Untersuchung: Sie zeigt, was aufgezeichnet wurde, und nichts lässt sich ändern</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::SuffererTableModel</name>
    <message>
        <source>■ stopped</source>
        <translation>■ gestoppt</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>kommt durch</translation>
    </message>
    <message>
        <source>▲ hurt</source>
        <translation>▲ getroffen</translation>
    </message>
    <message>
        <source>▲ denied</source>
        <translation>▲ abgelehnt</translation>
    </message>
    <message>
        <source>▽ freed</source>
        <translation>▽ frei</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>closest</source>
        <translation>nächste</translation>
    </message>
    <message>
        <source>The smallest limit under which the token is never denied</source>
        <translation>Das kleinste Limit, unter dem das Token nie abgelehnt wird</translation>
    </message>
    <message>
        <source>Requests that the enforced rules deny</source>
        <translation>Anfragen, die die geltenden Regeln ablehnen</translation>
    </message>
    <message>
        <source>Requests that the enforced rules allow and the candidate denies</source>
        <translation>Anfragen, die die geltenden Regeln zulassen und der Kandidat ablehnt</translation>
    </message>
    <message>
        <source>Requests that the enforced rules deny and the candidate allows</source>
        <translation>Anfragen, die die geltenden Regeln ablehnen und der Kandidat zulässt</translation>
    </message>
    <message>
        <source>Requests on which both decide the same</source>
        <translation>Anfragen, bei denen beide gleich entscheiden</translation>
    </message>
    <message>
        <source>Requests that the candidate denies</source>
        <translation>Anfragen, die der Kandidat ablehnt</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Newly</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>Unverändert</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Under %1</source>
        <translation>Unter %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>— nobody else —</source>
        <translation>— sonst niemand —</translation>
    </message>
    <message>
        <source>— not denied —</source>
        <translation>— nicht abgelehnt —</translation>
    </message>
    <message>
        <source>Peak/%1</source>
        <translation>Spitze/%1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TimeChart</name>
    <message>
        <source>Name of the moment</source>
        <translation>Name des Moments</translation>
    </message>
    <message>
        <source>Name of %1</source>
        <translation>Name von %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokenActions</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>After this %1 are used. %2</source>
        <translation>Danach sind %1 verbraucht. %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 marked, %2 gone and not changed: %3</source>
        <translation>%1 markiert, %2 weg und nicht geändert: %3</translation>
    </message>
    <message>
        <source>%1 selected, %2 no longer listed and not changed: %3</source>
        <translation>%1 gewählt, %2 nicht mehr gelistet und nicht geändert: %3</translation>
    </message>
    <message>
        <source>The token&apos;s state could not be read</source>
        <translation>Der Zustand des Tokens war nicht lesbar</translation>
    </message>
    <message>
        <source>Edit a block</source>
        <translation>Sperre bearbeiten</translation>
    </message>
    <message>
        <source>Block tokens</source>
        <translation>Tokens sperren</translation>
    </message>
    <message>
        <source>Block a token</source>
        <translation>Token sperren</translation>
    </message>
    <message>
        <source>Writes the state under which the limiter that owns these keys denies every request until then. Ctrl+Z puts back what was there.</source>
        <translation>Schreibt den Zustand, bei dem der Limiter, dem diese Keys gehören, bis dahin jede Anfrage ablehnt. Strg+Z stellt her, was davor da war.</translation>
    </message>
    <message>
        <source>Denies every request of these tokens, under every policy, from the next decision on. One key is written for each. They can be unblocked at any time.</source>
        <translation>Lehnt ab der nächsten Entscheidung jede Anfrage dieser Tokens ab, unter jeder Policy. Für jedes wird ein Key geschrieben. Entsperren ist jederzeit möglich.</translation>
    </message>
    <message>
        <source>Denies every request of this token, under every policy, from the next decision on. One key is written. It can be unblocked at any time.</source>
        <translation>Lehnt ab der nächsten Entscheidung jede Anfrage dieses Tokens ab, unter jeder Policy. Ein Key wird geschrieben. Entsperren ist jederzeit möglich.</translation>
    </message>
    <message>
        <source> With “former” Redis also replies what is removed, so that it can be undone.</source>
        <translation> Mit „former“ antwortet Redis auch, was entfernt wird, damit es rückgängig gemacht werden kann.</translation>
    </message>
    <message>
        <source> Where a policy hashes tokens, type the hash, as it is shown.</source>
        <translation> Wo eine Policy Tokens hasht, den Hash eingeben, wie er gezeigt wird.</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>%1 is blocked</source>
        <translation>%1 ist gesperrt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) blocked</source>
        <translation>
            <numerusform>%Ln Token gesperrt</numerusform>
            <numerusform>%Ln Tokens gesperrt</numerusform>
        </translation>
    </message>
    <message>
        <source>Unblock a token</source>
        <translation>Token entsperren</translation>
    </message>
    <message>
        <source>Unblock tokens</source>
        <translation>Tokens entsperren</translation>
    </message>
    <message>
        <source>Writes the state under which the limiter that owns these keys allows requests again. Where its layout has no mark for a block, what was used is forgotten too.</source>
        <translation>Schreibt den Zustand, bei dem der Limiter, dem diese Keys gehören, wieder Anfragen zulässt. Wo sein Layout keine Angabe für eine Sperre hat, wird auch der Verbrauch vergessen.</translation>
    </message>
    <message>
        <source>Lifts the block of this token. Its rules apply as before, with what it has used.</source>
        <translation>Hebt die Sperre dieses Tokens auf. Seine Regeln gelten wie zuvor, mit seinem Verbrauch.</translation>
    </message>
    <message>
        <source>Lifts the blocks of these tokens. Their rules apply as before, with what they have used.</source>
        <translation>Hebt die Sperren dieser Tokens auf. Ihre Regeln gelten wie zuvor, mit ihrem Verbrauch.</translation>
    </message>
    <message>
        <source>Unblock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>%1 is no longer blocked</source>
        <translation>%1 ist nicht mehr gesperrt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) unblocked</source>
        <translation>
            <numerusform>%Ln Token entsperrt</numerusform>
            <numerusform>%Ln Tokens entsperrt</numerusform>
        </translation>
    </message>
    <message>
        <source>Charge units</source>
        <translation>Einheiten anrechnen</translation>
    </message>
    <message>
        <source>Give units back</source>
        <translation>Einheiten gutschreiben</translation>
    </message>
    <message>
        <source>Charges as a request of that cost would be: under every rule, and only if all of them have room. It is not counted as a request. Ctrl+Z gives it back.</source>
        <translation>Rechnet an wie eine Anfrage mit diesen Kosten: unter jeder Regel, und nur, wenn alle Platz haben. Es zählt nicht als Anfrage. Strg+Z schreibt es gut.</translation>
    </message>
    <message>
        <source>Takes out what was charged last, up to what was charged: under every rule, and whether or not the token is blocked. It may be used again at once.</source>
        <translation>Nimmt heraus, was zuletzt angerechnet wurde, höchstens das Angerechnete: unter jeder Regel, ob das Token gesperrt ist oder nicht. Es kann sofort wieder verbraucht werden.</translation>
    </message>
    <message>
        <source>Charge</source>
        <translation>Anrechnen</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>Gutschreiben</translation>
    </message>
    <message>
        <source>%1 was charged</source>
        <translation>%1 wurde angerechnet</translation>
    </message>
    <message>
        <source>%1 was refunded</source>
        <translation>%1 wurde gutgeschrieben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) charged</source>
        <translation>
            <numerusform>%Ln Token angerechnet</numerusform>
            <numerusform>%Ln Tokens angerechnet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) refunded</source>
        <translation>
            <numerusform>%Ln Token gutgeschrieben</numerusform>
            <numerusform>%Ln Tokens gutgeschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Override a token</source>
        <translation>Ausnahme für ein Token</translation>
    </message>
    <message>
        <source>Override tokens</source>
        <translation>Ausnahme für Tokens</translation>
    </message>
    <message>
        <source>This token is limited by these rules instead of those of the policy %1, from the next decision on. What it has used stays.</source>
        <translation>Dieses Token wird ab der nächsten Entscheidung durch diese Regeln statt die der Policy %1 begrenzt. Sein Verbrauch bleibt.</translation>
    </message>
    <message>
        <source>These tokens are limited by these rules instead of those of their policies, from the next decision on. What they have used stays.</source>
        <translation>Diese Tokens werden ab der nächsten Entscheidung durch diese Regeln statt die ihrer Policies begrenzt. Ihr Verbrauch bleibt.</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Ausnahme</translation>
    </message>
    <message>
        <source>%1 has an override</source>
        <translation>%1 hat eine Ausnahme</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) overridden</source>
        <translation>
            <numerusform>%Ln Token mit Ausnahme</numerusform>
            <numerusform>%Ln Tokens mit Ausnahme</numerusform>
        </translation>
    </message>
    <message>
        <source>Lift an override</source>
        <translation>Ausnahme aufheben</translation>
    </message>
    <message>
        <source>The rules of the policy apply again, from the next decision on. What was used stays.</source>
        <translation>Ab der nächsten Entscheidung gelten wieder die Regeln der Policy. Der Verbrauch bleibt.</translation>
    </message>
    <message>
        <source>Lift</source>
        <translation>Aufheben</translation>
    </message>
    <message>
        <source>The override of %1 is lifted</source>
        <translation>Die Ausnahme von %1 ist aufgehoben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln override(s) lifted</source>
        <translation>
            <numerusform>%Ln Ausnahme aufgehoben</numerusform>
            <numerusform>%Ln Ausnahmen aufgehoben</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove a lock</source>
        <translation>Lock entfernen</translation>
    </message>
    <message>
        <source>Remove locks</source>
        <translation>Locks entfernen</translation>
    </message>
    <message>
        <source>Requests wait for this lock, which never expires. It is removed only if it is still the one that was seen; what was used stays. Ctrl+Z puts it back.</source>
        <translation>Anfragen warten auf dieses Lock, das nie abläuft. Es wird nur entfernt, wenn es noch das gesehene ist; der Verbrauch bleibt. Strg+Z stellt es wieder her.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>The lock of %1 is removed</source>
        <translation>Das Lock von %1 ist entfernt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) removed</source>
        <translation>
            <numerusform>%Ln Lock entfernt</numerusform>
            <numerusform>%Ln Locks entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>Reset a token</source>
        <translation>Token zurücksetzen</translation>
    </message>
    <message>
        <source>Reset tokens</source>
        <translation>Tokens zurücksetzen</translation>
    </message>
    <message>
        <source>%1 under %2</source>
        <translation>%1 unter %2</translation>
    </message>
    <message>
        <source>Forgets what this token has used under the policy %1, as if it had never sent a request. A block stays. One key is removed; Ctrl+Z undoes it.</source>
        <translation>Vergisst den Verbrauch dieses Tokens unter der Policy %1, als hätte es nie eine Anfrage gesendet. Eine Sperre bleibt. Ein Key wird entfernt; Strg+Z macht es rückgängig.</translation>
    </message>
    <message>
        <source>Forgets what these tokens have used, as if they had never sent a request. Blocks stay. One key of each is removed; Ctrl+Z undoes it.</source>
        <translation>Vergisst den Verbrauch dieser Tokens, als hätten sie nie eine Anfrage gesendet. Sperren bleiben. Von jedem wird ein Key entfernt; Strg+Z macht es rückgängig.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>%1 had nothing to reset</source>
        <translation>%1 hatte nichts zurückzusetzen</translation>
    </message>
    <message>
        <source>%1 is reset</source>
        <translation>%1 ist zurückgesetzt</translation>
    </message>
    <message>
        <source>%1 are reset</source>
        <translation>%1 sind zurückgesetzt</translation>
    </message>
    <message>
        <source>Free slots</source>
        <translation>Slots freigeben</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>No slot has been held for so long</source>
        <translation>Kein Slot ist so lange belegt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln slot(s) freed</source>
        <translation>
            <numerusform>%Ln Slot freigegeben</numerusform>
            <numerusform>%Ln Slots freigegeben</numerusform>
        </translation>
    </message>
    <message>
        <source>Requests that have been in flight for so long count no longer: their holders have probably died. One that still runs goes on, and learns at its next renewal that its slot is lost. Ctrl+Z puts the slots back.</source>
        <translation>Anfragen, die so lange laufen, zählen nicht mehr mit: Wer sie gestellt hat, ist wahrscheinlich abgestürzt. Eine, die noch läuft, läuft weiter und erfährt beim nächsten Erneuern, dass ihr Slot verloren ist. Strg+Z setzt die Slots zurück.</translation>
    </message>
    <message>
        <source>For keys of other limiters: %1</source>
        <translation>Bei Keys anderer Limiter: %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokenChip</name>
    <message>
        <source>Do not stop %1</source>
        <translation>%1 nicht stoppen</translation>
    </message>
    <message>
        <source>%1: click to remove the mark</source>
        <translation>%1: Klick entfernt die Marke</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokenDetails</name>
    <message>
        <source>or %1</source>
        <translation>oder %1</translation>
    </message>
    <message>
        <source>by %1: %2</source>
        <translation>von %1: %2</translation>
    </message>
    <message>
        <source>%1 by rule %2</source>
        <translation>%1 wegen Regel %2</translation>
    </message>
    <message>
        <source>%1 by a block</source>
        <translation>%1 wegen einer Sperre</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Open its requests in the lab</source>
        <translation>Seine Anfragen im Labor öffnen</translation>
    </message>
    <message>
        <source>Try the lab&apos;s candidate on its requests</source>
        <translation>Den Kandidaten des Labors an seinen Anfragen erproben</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Bild speichern…</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Save requests as CSV…</source>
        <translation>Anfragen als CSV speichern…</translation>
    </message>
    <message>
        <source>Save requests</source>
        <translation>Anfragen speichern</translation>
    </message>
    <message>
        <source>Save usage as CSV…</source>
        <translation>Verbrauch als CSV speichern…</translation>
    </message>
    <message>
        <source>Save usage</source>
        <translation>Verbrauch speichern</translation>
    </message>
    <message>
        <source>Live window</source>
        <translation>Live-Fenster</translation>
    </message>
    <message>
        <source>Used of limit</source>
        <translation>Verbrauch vom Limit</translation>
    </message>
    <message>
        <source>Requests table</source>
        <translation>Tabelle der Anfragen</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>In Redis</source>
        <translation>In Redis</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>expires</source>
        <translation>läuft ab</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>override</source>
        <translation>Ausnahme</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>Key kopieren</translation>
    </message>
    <message>
        <source>Open in Keys</source>
        <translation>In Keys öffnen</translation>
    </message>
    <message>
        <source>Open in Keys: see the key&apos;s value on the Keys page</source>
        <translation>In Keys öffnen: den Wert des Keys auf der Seite Keys ansehen</translation>
    </message>
    <message>
        <source>Not read before the connection was lost</source>
        <translation>Nicht gelesen, bevor die Verbindung abbrach</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>no state</source>
        <translation>kein Zustand</translation>
    </message>
    <message>
        <source>%1 marked</source>
        <translation>%1 markiert</translation>
    </message>
    <message>
        <source>Shown below: %1</source>
        <translation>Unten gezeigt: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln overriding rule(s)</source>
        <translation>
            <numerusform>%Ln Regel der Ausnahme</numerusform>
            <numerusform>%Ln Regeln der Ausnahme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rule(s)</source>
        <translation>
            <numerusform>%Ln Regel</numerusform>
            <numerusform>%Ln Regeln</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 would be allowed, %2 would be denied in 10 min</source>
        <translation>%1 würden zugelassen, %2 abgelehnt in 10 min</translation>
    </message>
    <message>
        <source>%1 allowed, %2 denied in 10 min</source>
        <translation>%1 zugelassen, %2 abgelehnt in 10 min</translation>
    </message>
    <message>
        <source>The rules of this token are not known: its policy is not published on this server. Without them there is no window to show.</source>
        <translation>Die Regeln dieses Tokens sind nicht bekannt: Seine Policy ist auf diesem Server nicht veröffentlicht. Ohne sie gibt es kein Fenster zu zeigen.</translation>
    </message>
    <message>
        <source>Nothing was decided for this token under a published policy: there is no window to show.</source>
        <translation>Für dieses Token wurde nichts unter einer veröffentlichten Policy entschieden: Es gibt kein Fenster zu zeigen.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>nicht da</translation>
    </message>
    <message>
        <source>sorted set</source>
        <translation>sortierte Menge</translation>
    </message>
    <message numerus="yes">
        <source>%Ln charge(s)</source>
        <translation>
            <numerusform>%Ln Anrechnung</numerusform>
            <numerusform>%Ln Anrechnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>no log: arrival times</source>
        <translation>kein Log: Ankunftszeiten</translation>
    </message>
    <message>
        <source>no log: counts</source>
        <translation>kein Log: Zähler</translation>
    </message>
    <message>
        <source>not in three days</source>
        <translation>nicht in drei Tagen</translation>
    </message>
    <message>
        <source>not remembered</source>
        <translation>nicht gemerkt</translation>
    </message>
    <message>
        <source>Without published rules there is no limit to compare with</source>
        <translation>Ohne veröffentlichte Regeln gibt es kein Limit zum Vergleich</translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) charged</source>
        <translation>
            <numerusform>%Ln Anfrage angerechnet</numerusform>
            <numerusform>%Ln Anfragen angerechnet</numerusform>
        </translation>
    </message>
    <message>
        <source>as it was read</source>
        <translation>wie gelesen</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) in flight</source>
        <translation>
            <numerusform>%Ln laufende Anfrage</numerusform>
            <numerusform>%Ln laufende Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>The charts of this token are not in the investigation</source>
        <translation>Die Diagramme dieses Tokens sind nicht in der Untersuchung</translation>
    </message>
    <message>
        <source>%1 (chosen for keys that begin with %2)</source>
        <translation>%1 (gewählt für Keys, die mit %2 beginnen)</translation>
    </message>
    <message>
        <source>Choose the format…</source>
        <translation>Format wählen…</translation>
    </message>
    <message>
        <source>The policy %1 decides by %2 now. This is what %3 left behind; it expires.</source>
        <translation>Die Policy %1 entscheidet jetzt mit %2. Das hier ist von %3 übrig; es läuft ab.</translation>
    </message>
    <message>
        <source>The policy %1 is for %2, but these keys were chosen to be those of %3: its rules are not applied to them.</source>
        <translation>Die Policy %1 gilt für %2, für diese Keys wurde aber %3 gewählt: Ihre Regeln werden nicht auf sie angewendet.</translation>
    </message>
    <message>
        <source>The policy %1 is for %2, but these keys are read as those of %3: its rules are not applied to them.</source>
        <translation>Die Policy %1 gilt für %2, diese Keys werden aber als solche von %3 gelesen: Ihre Regeln werden nicht auf sie angewendet.</translation>
    </message>
    <message>
        <source>If they are those of %1, choose that format. If not, remove the policy and publish their rules for %2.</source>
        <translation>Sind es Keys von %1, dann dieses Format wählen. Sonst die Policy entfernen und die Regeln der Keys für %2 veröffentlichen.</translation>
    </message>
    <message>
        <source>Remove the policy and publish their rules for %1.</source>
        <translation>Die Policy entfernen und die Regeln der Keys für %1 veröffentlichen.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokenFollowing</name>
    <message>
        <source>%1: %2 of %3 have a state</source>
        <translation>%1: %2 von %3 haben einen Zustand</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokenMarking</name>
    <message>
        <source>Mark</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Mark the selected tokens, or unmark them; marks stay under every filter</source>
        <translation>Gewählte Tokens markieren oder Marken entfernen; Marken bleiben unter jedem Filter</translation>
    </message>
    <message>
        <source>Mark up to here</source>
        <translation>Bis hier markieren</translation>
    </message>
    <message>
        <source>Mark the rows from the last mark to this one</source>
        <translation>Die Zeilen von der letzten Marke bis zu dieser markieren</translation>
    </message>
    <message>
        <source>Mark all listed</source>
        <translation>Alle gelisteten markieren</translation>
    </message>
    <message>
        <source>Mark every row that matches the filter</source>
        <translation>Jede Zeile markieren, die zum Filter passt</translation>
    </message>
    <message>
        <source>Mark pasted names</source>
        <translation>Eingefügte Namen markieren</translation>
    </message>
    <message>
        <source>Mark the tokens whose names are on the clipboard, one on each line</source>
        <translation>Die Tokens markieren, deren Namen in der Zwischenablage stehen, einer pro Zeile</translation>
    </message>
    <message>
        <source>%1 of %2 names marked</source>
        <translation>%1 von %2 Namen markiert</translation>
    </message>
    <message>
        <source>; not listed: %1</source>
        <translation>; nicht gelistet: %1</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokenTableModel</name>
    <message>
        <source>Blocked by %1: %2</source>
        <translation>Gesperrt von %1: %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokensPage</name>
    <message>
        <source>Clear filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Show the first token</source>
        <translation>Erstes Token zeigen</translation>
    </message>
    <message>
        <source>Sort again</source>
        <translation>Neu sortieren</translation>
    </message>
    <message>
        <source>Put the rows that have moved where they belong. The list stands still while the pointer or the focus is in it</source>
        <translation>Die verschobenen Zeilen einordnen. Die Liste steht still, solange Zeiger oder Fokus darin ist</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to where you came from</source>
        <translation>Zurück zum Ausgangspunkt</translation>
    </message>
    <message>
        <source>Filter: a part of a name, limited, policy:api, used&gt;90% …</source>
        <translation>Filter: Teil eines Namens, limited, policy:api, used&gt;90% …</translation>
    </message>
    <message>
        <source>Filter tokens</source>
        <translation>Tokens filtern</translation>
    </message>
    <message>
        <source>Block the token that was typed into the filter</source>
        <translation>Das in den Filter eingegebene Token sperren</translation>
    </message>
    <message>
        <source>%1 so far, %2 of ~%3 keys searched</source>
        <translation>bisher %1, %2 von ~%3 Keys durchsucht</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 marked</source>
        <translation>%1 markiert</translation>
    </message>
    <message>
        <source>%1 selected, %2 no longer listed</source>
        <translation>%1 gewählt, %2 nicht mehr gelistet</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 gewählt</translation>
    </message>
    <message>
        <source>nobody is denied by a candidate</source>
        <translation>niemand wird von einem Kandidaten abgelehnt</translation>
    </message>
    <message>
        <source>Choose a token to see its window</source>
        <translation>Ein Token wählen, um sein Fenster zu sehen</translation>
    </message>
    <message>
        <source>No token is listed</source>
        <translation>Kein Token ist gelistet</translation>
    </message>
    <message>
        <source>No token matches the filter</source>
        <translation>Kein Token passt zum Filter</translation>
    </message>
    <message>
        <source>Looking for tokens</source>
        <translation>Tokens werden gesucht</translation>
    </message>
    <message>
        <source>Database %1 has no keys, and so no tokens.</source>
        <translation>Datenbank %1 hat keine Keys und damit keine Tokens.</translation>
    </message>
    <message>
        <source>No tokens here yet.</source>
        <translation>Hier noch keine Tokens.</translation>
    </message>
    <message>
        <source>

Keys of a limiter that Ratewarden does not know can be described.</source>
        <translation>

Keys eines Limiters, den Ratewarden nicht kennt, lassen sich beschreiben.</translation>
    </message>
    <message>
        <source>No longer listed: it does not match the filter. Actions need a listed token.</source>
        <translation>Nicht mehr gelistet: passt nicht zum Filter. Aktionen brauchen ein gelistetes Token.</translation>
    </message>
    <message>
        <source>Not listed: Redis has no state of it, or it is not found yet. Actions need a listed token.</source>
        <translation>Nicht gelistet: Redis hat keinen Zustand davon, oder es ist noch nicht gefunden. Aktionen brauchen ein gelistetes Token.</translation>
    </message>
    <message>
        <source>Block &quot;%1&quot;…</source>
        <translation>„%1“ sperren…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) have moved · R sorts again</source>
        <translation>
            <numerusform>%Ln Zeile ist verschoben · R sortiert neu</numerusform>
            <numerusform>%Ln Zeilen sind verschoben · R sortiert neu</numerusform>
        </translation>
    </message>
    <message>
        <source>There were no tokens when this was recorded</source>
        <translation>Als dies aufgezeichnet wurde, gab es keine Tokens</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TrafficDesk</name>
    <message>
        <source>The logs of %1 hold no request now.</source>
        <translation>Die Logs von %1 enthalten jetzt keine Anfrage.</translation>
    </message>
    <message>
        <source>%1 is empty: there is no request in it.</source>
        <translation>%1 ist leer: Es enthält keine Anfrage.</translation>
    </message>
    <message>
        <source>The first one: %1.</source>
        <translation>Die erste: %1.</translation>
    </message>
    <message>
        <source>No line of %1 could be read as a request.</source>
        <translation>Keine Zeile von %1 war als Anfrage lesbar.</translation>
    </message>
    <message>
        <source>%1 has no request that could be shown.</source>
        <translation>%1 hat keine Anfrage, die gezeigt werden könnte.</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>%1 lässt sich nicht öffnen: %2</translation>
    </message>
    <message>
        <source>No request could be read from %1, the traffic of this trial.</source>
        <translation>Aus %1, dem Traffic dieses Versuchs, war keine Anfrage lesbar.</translation>
    </message>
    <message>
        <source>Opened the trial %1</source>
        <translation>Versuch %1 geöffnet</translation>
    </message>
    <message>
        <source>The requests that were charged, as the logs in Redis have them: what was denied is not in them, nor what was trimmed.</source>
        <translation>Die angerechneten Anfragen, wie die Logs in Redis sie haben: Abgelehntes ist nicht darin, auch nicht das daraus Entfernte.</translation>
    </message>
    <message>
        <source>The requests of %1 cannot be read: %2</source>
        <translation>Die Anfragen von %1 sind nicht lesbar: %2</translation>
    </message>
    <message>
        <source>There was no request of %1 to be read.</source>
        <translation>Von %1 war keine Anfrage zu lesen.</translation>
    </message>
    <message>
        <source>What was charged while it was captured. Denied requests are in it only where something counts them.</source>
        <translation>Was während der Aufzeichnung angerechnet wurde. Abgelehnte Anfragen sind nur darin, wo etwas sie zählt.</translation>
    </message>
    <message>
        <source>%1 keeps no log of its requests: it is tried on the traffic shown</source>
        <translation>%1 führt kein Log seiner Anfragen: Erprobt wird es am gezeigten Traffic</translation>
    </message>
    <message>
        <source>%1 keeps no log of its requests: open traffic to try it on</source>
        <translation>%1 führt kein Log seiner Anfragen: Traffic öffnen, um es daran zu erproben</translation>
    </message>
    <message>
        <source>The requests that were charged, as the log in Redis has them: what was denied is not in it, nor what was trimmed.</source>
        <translation>Die angerechneten Anfragen, wie das Log in Redis sie hat: Abgelehntes ist nicht darin, auch nicht das daraus Entfernte.</translation>
    </message>
    <message>
        <source>Generated traffic</source>
        <translation>Erzeugter Traffic</translation>
    </message>
    <message>
        <source>This plan makes no request: take a higher rate or a longer time.</source>
        <translation>Dieser Plan ergibt keine Anfrage: höhere Rate oder längere Dauer wählen.</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>Von Hand</translation>
    </message>
    <message numerus="yes">
        <source>Capturing %1: %Ln request(s) so far</source>
        <translation>
            <numerusform>%1 wird aufgezeichnet: bisher %Ln Anfrage</numerusform>
            <numerusform>%1 wird aufgezeichnet: bisher %Ln Anfragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %1: %Ln key(s) looked at</source>
        <translation>
            <numerusform>%1 wird gelesen: %Ln Key durchsucht</numerusform>
            <numerusform>%1 wird gelesen: %Ln Keys durchsucht</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>Reading %1: %2</source>
        <translation>%1 wird gelesen: %2</translation>
    </message>
    <message>
        <source>Recorded requests</source>
        <translation>Aufgezeichnete Anfragen</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TrialTableModel</name>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>The selected one&apos;s rules are edited</source>
        <translation>Die Regeln des gewählten werden bearbeitet</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Zugelassen</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Requests; a click shows whose</source>
        <translation>Anfragen; ein Klick zeigt, wessen</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>How many tokens are denied at least once; a click shows which</source>
        <translation>Wie viele Tokens mindestens einmal abgelehnt werden; ein Klick zeigt, welche</translation>
    </message>
    <message>
        <source>Hurt</source>
        <translation>Getroffen</translation>
    </message>
    <message>
        <source>Of these, how many are not marked to be stopped; a click shows which</source>
        <translation>Wie viele davon nicht als zu stoppen markiert sind; ein Klick zeigt, welche</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <source>The longest that a denied request was told to wait</source>
        <translation>Die längste einer abgelehnten Anfrage genannte Wartezeit</translation>
    </message>
    <message>
        <source>Most allowed</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>The most that one token was allowed in any window of a rule</source>
        <translation>Das meiste, was einem Token in einem Fenster einer Regel zugelassen wurde</translation>
    </message>
    <message>
        <source>B/token</source>
        <translation>B/Token</translation>
    </message>
    <message>
        <source>Bytes that Redis keeps for a token, on average, without the key</source>
        <translation>Bytes, die Redis im Mittel für ein Token hält, ohne den Key</translation>
    </message>
    <message>
        <source>not tried</source>
        <translation>nicht erprobt</translation>
    </message>
    <message>
        <source>%1
not tried: %2</source>
        <translation>%1
nicht erprobt: %2</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TypedName</name>
    <message>
        <source>Type &quot;%1&quot; to confirm</source>
        <translation>„%1“ eingeben, um zu bestätigen</translation>
    </message>
    <message>
        <source>Type the name of the server first</source>
        <translation>Erst den Namen des Servers eingeben</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::UndoButton</name>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Undo: %1. Something else has happened since. Close the open dialog, then undo again.</source>
        <translation>Rückgängig: %1. Seither geschah etwas anderes. Den offenen Dialog schließen, dann erneut rückgängig machen.</translation>
    </message>
    <message>
        <source>Undo: %1. It is not known whether something else has happened since. Close the open dialog, then undo again.</source>
        <translation>Rückgängig: %1. Ob seither etwas anderes geschah, ist nicht bekannt. Den offenen Dialog schließen, dann erneut rückgängig machen.</translation>
    </message>
    <message>
        <source>Undo reset</source>
        <translation>Zurücksetzen rückgängig machen</translation>
    </message>
    <message>
        <source>Undo a change</source>
        <translation>Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Undoes the %1. It is not undone where something else has happened since.</source>
        <translation>Macht rückgängig: %1. Wo seither etwas anderes geschah, geschieht nichts.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::UsageChart</name>
    <message>
        <source>Used of limit over time</source>
        <translation>Verbrauch vom Limit über die Zeit</translation>
    </message>
    <message>
        <source>Nothing sampled yet</source>
        <translation>Noch keine Stichproben</translation>
    </message>
    <message>
        <source>%1 up to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>%1 (% of limit)</source>
        <translation>%1 (% vom Limit)</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich änderte</translation>
    </message>
    <message>
        <source>nothing known before %1</source>
        <translation>nichts bekannt vor %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WatchPage</name>
    <message numerus="yes">
        <source>%Ln critical</source>
        <translation>
            <numerusform>%Ln kritisch</numerusform>
            <numerusform>%Ln kritisch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln Warnung</numerusform>
            <numerusform>%Ln Warnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln Hinweis</numerusform>
            <numerusform>%Ln Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>Show tokens</source>
        <translation>Tokens zeigen</translation>
    </message>
    <message>
        <source>Show blocks</source>
        <translation>Sperren zeigen</translation>
    </message>
    <message>
        <source>Show policy</source>
        <translation>Policy zeigen</translation>
    </message>
    <message>
        <source>Show token</source>
        <translation>Token zeigen</translation>
    </message>
    <message>
        <source>See what the selected finding is about: tokens, blocks or a policy</source>
        <translation>Ansehen, worum es im gewählten Befund geht: Tokens, Sperren oder eine Policy</translation>
    </message>
    <message>
        <source>For all of its tokens, or their policy, after it was shown; Ctrl+Z undoes it</source>
        <translation>Für alle seine Tokens oder ihre Policy, nachdem es gezeigt wurde; Strg+Z macht es rückgängig</translation>
    </message>
    <message>
        <source>Dismiss…</source>
        <translation>Quittieren…</translation>
    </message>
    <message>
        <source>It is not told any more, for a reason and a time</source>
        <translation>Wird nicht mehr gemeldet, mit einem Grund und für eine Zeit</translation>
    </message>
    <message>
        <source>Tell again</source>
        <translation>Wieder melden</translation>
    </message>
    <message>
        <source>It is dismissed no longer</source>
        <translation>Ist nicht mehr quittiert</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>What somebody has dismissed, and what is gone since an hour or less</source>
        <translation>Was jemand quittiert hat und was seit höchstens einer Stunde weg ist</translation>
    </message>
    <message>
        <source>What it means, and what to do</source>
        <translation>Was es bedeutet und was zu tun ist</translation>
    </message>
    <message>
        <source>This user may not read the server&apos;s memory settings: whether it evicts keys is not known</source>
        <translation>Dieser Benutzer darf die Speichereinstellungen des Servers nicht lesen: Ob er Keys verdrängt, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Not all could be checked: %1</source>
        <translation>Nicht alles war prüfbar: %1</translation>
    </message>
    <message>
        <source>Select a finding first</source>
        <translation>Erst einen Befund wählen</translation>
    </message>
    <message>
        <source>There is nothing to be shown</source>
        <translation>Es gibt nichts zu zeigen</translation>
    </message>
    <message>
        <source>Show the tokens, and change them there</source>
        <translation>Tokens zeigen und dort ändern</translation>
    </message>
    <message>
        <source>No policy is published for these keys</source>
        <translation>Für diese Keys ist keine Policy veröffentlicht</translation>
    </message>
    <message numerus="yes">
        <source>%Ln dismissed</source>
        <translation>
            <numerusform>%Ln quittiert</numerusform>
            <numerusform>%Ln quittiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gone</source>
        <translation>
            <numerusform>%Ln weg</numerusform>
            <numerusform>%Ln weg</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>%1 ausblenden</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Looking at all tokens</source>
        <translation>Alle Tokens werden geprüft</translation>
    </message>
    <message>
        <source>Not checked since the connection was lost</source>
        <translation>Nicht geprüft, seit die Verbindung abbrach</translation>
    </message>
    <message>
        <source>Nothing is wrong</source>
        <translation>Alles ist in Ordnung</translation>
    </message>
    <message>
        <source>Nothing is wrong but for what is dismissed or gone</source>
        <translation>Alles in Ordnung, außer Quittiertem und Erledigtem</translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s) firing</source>
        <translation>
            <numerusform>%Ln Alarm ausgelöst</numerusform>
            <numerusform>%Ln Alarme ausgelöst</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s) pending</source>
        <translation>
            <numerusform>%Ln Alarm bevorstehend</numerusform>
            <numerusform>%Ln Alarme bevorstehend</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was found, but not all could be checked</source>
        <translation>Nichts wurde gefunden, aber nicht alles konnte geprüft werden</translation>
    </message>
    <message>
        <source>What was found to be wrong is not in the investigation</source>
        <translation>Befunde sind in der Untersuchung nicht enthalten</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WindowFinder</name>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Block &quot;%1&quot;…</source>
        <translation>„%1“ sperren…</translation>
    </message>
    <message>
        <source>a token that is not listed</source>
        <translation>ein nicht gelistetes Token</translation>
    </message>
    <message>
        <source>Why was %1 denied?</source>
        <translation>Warum wurde %1 abgelehnt?</translation>
    </message>
    <message>
        <source>Why was the request “%1” denied?</source>
        <translation>Warum wurde die Anfrage „%1“ abgelehnt?</translation>
    </message>
    <message>
        <source>if its denial is remembered</source>
        <translation>wenn ihre Ablehnung gemerkt ist</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Looking for &quot;%1&quot; in Redis</source>
        <translation>„%1“ wird in Redis gesucht</translation>
    </message>
    <message>
        <source>Not looked up: %1</source>
        <translation>Nicht nachgesehen: %1</translation>
    </message>
    <message>
        <source>in Redis, not listed yet</source>
        <translation>in Redis, noch nicht gelistet</translation>
    </message>
    <message>
        <source>in Redis under %1, not listed yet</source>
        <translation>in Redis unter %1, noch nicht gelistet</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>in Redis</source>
        <translation>in Redis</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in Redis: no state under a published policy, no block, no key</source>
        <translation>„%1“ ist nicht in Redis: kein Zustand unter einer veröffentlichten Policy, keine Sperre, kein Key</translation>
    </message>
    <message>
        <source>there is no connection</source>
        <translation>es gibt keine Verbindung</translation>
    </message>
    <message>
        <source>if its denial is remembered, or in the lab&apos;s log</source>
        <translation>wenn ihre Ablehnung gemerkt ist oder im Log des Labors steht</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WindowHeader</name>
    <message>
        <source>○ connecting</source>
        <translation>○ verbindet</translation>
    </message>
    <message>
        <source>● live</source>
        <translation>● live</translation>
    </message>
    <message>
        <source>❚❚ paused</source>
        <translation>❚❚ angehalten</translation>
    </message>
    <message>
        <source>■ unreachable</source>
        <translation>■ nicht erreichbar</translation>
    </message>
    <message>
        <source>■ no access</source>
        <translation>■ kein Zugriff</translation>
    </message>
    <message>
        <source>every %L1 s</source>
        <translation>alle %L1 s</translation>
    </message>
    <message>
        <source>Encrypted with %1 (%2).
The server&apos;s certificate, %3, is signed by %4 and ends at %5.</source>
        <translation>Verschlüsselt mit %1 (%2).
Das Zertifikat des Servers, %3, ist von %4 signiert und endet am %5.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Find a token, policy or action</source>
        <translation>Token, Policy oder Aktion finden</translation>
    </message>
    <message>
        <source>Find a token, policy, page or action (Ctrl+K)</source>
        <translation>Token, Policy, Seite oder Aktion finden (Strg+K)</translation>
    </message>
    <message>
        <source>What this window alone costs the server, in parts of one core: the commands that it sends, times what each takes there by the server&apos;s own account (INFO commandstats and cpu)</source>
        <translation>Was dieses Fenster allein den Server kostet, in Teilen eines Kerns: seine Befehle, mal dem, was jeder dort nach eigener Rechnung des Servers braucht (INFO commandstats und cpu)</translation>
    </message>
    <message>
        <source>The servers behind this address, and which are down</source>
        <translation>Die Server hinter dieser Adresse, und welche ausgefallen sind</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>What is wrong with limiter keys or the server, and what to do</source>
        <translation>Was mit Limiter-Keys oder dem Server nicht stimmt, und was zu tun ist</translation>
    </message>
    <message>
        <source>How often what is on screen is read, and what the rest may cost the server</source>
        <translation>Wie oft gelesen wird, was zu sehen ist, und was der Rest den Server kosten darf</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open another server (Ctrl+O), or go to one that is open (Ctrl+Shift+O)</source>
        <translation>Einen anderen Server öffnen (Strg+O) oder zu einem offenen gehen (Strg+Umschalt+O)</translation>
    </message>
    <message>
        <source>Open another server…</source>
        <translation>Anderen Server öffnen…</translation>
    </message>
    <message>
        <source>Light or dark (Ctrl+T)</source>
        <translation>Hell oder dunkel (Strg+T)</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>How often to read</source>
        <translation>Wie oft gelesen wird</translation>
    </message>
    <message>
        <source>What is on screen</source>
        <translation>Was zu sehen ist</translation>
    </message>
    <message>
        <source>All other tokens, in the background</source>
        <translation>Alle übrigen Tokens, im Hintergrund</translation>
    </message>
    <message>
        <source>at most %L1 % of a core of the server</source>
        <translation>höchstens %L1 % eines Kerns des Servers</translation>
    </message>
    <message>
        <source>without a limit</source>
        <translation>ohne Grenze</translation>
    </message>
    <message>
        <source>costs the server %1</source>
        <translation>kostet den Server %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln Befund</numerusform>
            <numerusform>%Ln Befunde</numerusform>
        </translation>
    </message>
    <message>
        <source>clock %1</source>
        <translation>Uhr %1</translation>
    </message>
    <message>
        <source>clock unknown</source>
        <translation>Uhr unbekannt</translation>
    </message>
    <message>
        <source>clock went back %1</source>
        <translation>Uhr ging %1 zurück</translation>
    </message>
    <message>
        <source>At %1 the server&apos;s clock went back by %2, as after a failover to a host that is behind. Usage is kept; no token waits longer than its longest window.</source>
        <translation>Um %1 ging die Uhr des Servers um %2 zurück, wie nach einem Failover auf einen nachgehenden Host. Der Verbrauch bleibt; kein Token wartet länger als sein längstes Fenster.</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Find a token, policy or action   Ctrl K</source>
        <translation>Token, Policy oder Aktion finden   Strg K</translation>
    </message>
    <message>
        <source>Find…   Ctrl K</source>
        <translation>Finden…   Strg K</translation>
    </message>
    <message>
        <source>Pause or resume what is shown; its charts go on collecting (Ctrl+P)</source>
        <translation>Anzeige anhalten oder fortsetzen; ihre Diagramme sammeln weiter (Strg+P)</translation>
    </message>
    <message>
        <source>▣ recorded</source>
        <translation>▣ Aufnahme</translation>
    </message>
    <message>
        <source>clock went forward %1</source>
        <translation>Uhr sprang um %1 vor</translation>
    </message>
    <message>
        <source>At %1 the server&apos;s clock went forward by %2, as after a failover to a host that is ahead. What was used is free again, and blocks end, sooner by that much.</source>
        <translation>Um %1 sprang die Uhr des Servers um %2 vor, wie nach einem Failover auf einen Host mit vorgehender Uhr. Verbrauchtes wird um so viel früher frei, und Sperren enden um so viel früher.</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WindowInvestigation</name>
    <message>
        <source>Recorded at %1 by %2</source>
        <translation>Aufgezeichnet um %1 von %2</translation>
    </message>
    <message>
        <source>tokens are hashed</source>
        <translation>Tokens sind gehasht</translation>
    </message>
    <message>
        <source>%1 of %2 are in it</source>
        <translation>%1 von %2 sind darin</translation>
    </message>
    <message>
        <source>Investigations (*.ratewarden)</source>
        <translation>Untersuchungen (*.ratewarden)</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Save investigation</source>
        <translation>Untersuchung speichern</translation>
    </message>
    <message>
        <source>nothing is read while the window is paused</source>
        <translation>solange das Fenster angehalten ist, wird nichts gelesen</translation>
    </message>
    <message>
        <source>there is no server to read them from</source>
        <translation>es gibt keinen Server, von dem sie gelesen werden könnten</translation>
    </message>
    <message>
        <source>Without the charts of %1</source>
        <translation>Ohne die Diagramme von %1</translation>
    </message>
    <message>
        <source>Without the charts of %1: %2</source>
        <translation>Ohne die Diagramme von %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>what %Ln alert(s) measured</source>
        <translation>
            <numerusform>was %Ln Alarm gemessen hat</numerusform>
            <numerusform>was %Ln Alarme gemessen haben</numerusform>
        </translation>
    </message>
    <message>
        <source>what alerts measured before %1</source>
        <translation>was Alarme vor %1 gemessen haben</translation>
    </message>
    <message>
        <source>the tokens of formats that are not known here: %1</source>
        <translation>die Tokens von Formaten, die hier nicht bekannt sind: %1</translation>
    </message>
    <message>
        <source>the charts of %1</source>
        <translation>die Diagramme von %1</translation>
    </message>
    <message>
        <source>what was found to be wrong</source>
        <translation>die Befunde</translation>
    </message>
    <message>
        <source>the requests of the Lab</source>
        <translation>die Anfragen des Labors</translation>
    </message>
    <message>
        <source>without: %1</source>
        <translation>ohne: %1</translation>
    </message>
    <message>
        <source>the audit trail</source>
        <translation>das Audit-Protokoll</translation>
    </message>
    <message>
        <source>the changes before %1</source>
        <translation>die Änderungen vor %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WindowLegend</name>
    <message>
        <source>Legend: %1</source>
        <translation>Legende: %1</translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WindowMenus</name>
    <message>
        <source>&amp;Policy</source>
        <translation>&amp;Policy</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>&amp;Key</translation>
    </message>
    <message>
        <source>&amp;Lab</source>
        <translation>&amp;Labor</translation>
    </message>
    <message>
        <source>&amp;Change</source>
        <translation>Ä&amp;nderung</translation>
    </message>
    <message>
        <source>&amp;Token</source>
        <translation>&amp;Token</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>&amp;Server</source>
        <translation>&amp;Server</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;Language from the next start</source>
        <translation>S&amp;prache ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>Spalten…</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
    <message>
        <source>Keys of this page</source>
        <translation>Tasten dieser Seite</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
</context>
</TS>
