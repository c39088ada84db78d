<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AlertTexts</name>
    <message numerus="yes">
        <source>Would have fired %Ln time(s)</source>
        <translation>
            <numerusform>Would have fired %Ln time</numerusform>
            <numerusform>Would have fired %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>would have fired %Ln time(s)</source>
        <translation>
            <numerusform>would have fired %Ln time</numerusform>
            <numerusform>would have fired %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln time(s)</source>
        <translation>
            <numerusform>%Ln time</numerusform>
            <numerusform>%Ln times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AreaText</name>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln request</numerusform>
            <numerusform>%Ln requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DisplayText</name>
    <message numerus="yes">
        <source>%Ln byte(s)</source>
        <translation>
            <numerusform>%Ln byte</numerusform>
            <numerusform>%Ln bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyFactsText</name>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln element</numerusform>
            <numerusform>%Ln elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyKinds</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyScanText</name>
    <message numerus="yes">
        <source>%Ln format(s)</source>
        <translation>
            <numerusform>%Ln format</numerusform>
            <numerusform>%Ln formats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) could not be read: %1</source>
        <translation>
            <numerusform>%Ln key could not be read: %1</numerusform>
            <numerusform>%Ln keys could not be read: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyText</name>
    <message numerus="yes">
        <source>%Ln key(s)</source>
        <translation>
            <numerusform>%Ln key</numerusform>
            <numerusform>%Ln keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LabText</name>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln request</numerusform>
            <numerusform>%Ln requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) read</source>
        <translation>
            <numerusform>%Ln line read</numerusform>
            <numerusform>%Ln lines read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LiveTrialText</name>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln request</numerusform>
            <numerusform>%Ln requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln scratch key(s) removed.</source>
        <translation>
            <numerusform>The scratch key was removed.</numerusform>
            <numerusform>All %Ln scratch keys removed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NodesText</name>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PolicyText</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProposalText</name>
    <message numerus="yes">
        <source>Its %Ln element(s) are counted</source>
        <translation>
            <numerusform>Its %Ln element is counted</numerusform>
            <numerusform>Its %Ln elements are counted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other key(s) have the same pattern</source>
        <translation>
            <numerusform>%Ln other key has the same pattern</numerusform>
            <numerusform>%Ln other keys have the same pattern</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerFactText</name>
    <message numerus="yes">
        <source>and %Ln other command(s)</source>
        <translation>
            <numerusform>and %Ln other command</numerusform>
            <numerusform>and %Ln other commands</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AlertNotices</name>
    <message numerus="yes">
        <source>%Ln alert(s) firing</source>
        <translation>
            <numerusform>%Ln alert firing</numerusform>
            <numerusform>%Ln alerts firing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AlertsPanel</name>
    <message numerus="yes">
        <source>%Ln day(s)</source>
        <translation>
            <numerusform>%Ln day</numerusform>
            <numerusform>%Ln days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::AuditPage</name>
    <message numerus="yes">
        <source>the newest %Ln change(s)</source>
        <translation>
            <numerusform>the newest change</numerusform>
            <numerusform>the newest %Ln changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln change</numerusform>
            <numerusform>%Ln changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries cannot be read: damaged, or of another version. None of the others is listed here.</source>
        <translation>
            <numerusform>%Ln entry cannot be read: damaged, or of another version. None of the others is listed here.</numerusform>
            <numerusform>%Ln entries cannot be read: damaged, or of another version. None of the others is listed here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ControlPage</name>
    <message numerus="yes">
        <source>%Ln token(s) blocked</source>
        <translation>
            <numerusform>%Ln token blocked</numerusform>
            <numerusform>%Ln tokens blocked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln override(s)</source>
        <translation>
            <numerusform>%Ln override</numerusform>
            <numerusform>%Ln overrides</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DescribedState</name>
    <message numerus="yes">
        <source>%Ln key(s) match</source>
        <translation>
            <numerusform>%Ln key matches</numerusform>
            <numerusform>%Ln keys match</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln key(s) match</source>
        <translation>
            <numerusform>At least %Ln key matches</numerusform>
            <numerusform>At least %Ln keys match</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::DifferenceDialog</name>
    <message numerus="yes">
        <source>%Ln denial(s)</source>
        <translation>
            <numerusform>%Ln denial</numerusform>
            <numerusform>%Ln denials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::EffectPanel</name>
    <message numerus="yes">
        <source>Checked %1 of %Ln token(s)…</source>
        <translation>
            <numerusform>Checked %1 of %Ln token…</numerusform>
            <numerusform>Checked %1 of %Ln tokens…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped after %1 of %Ln token(s)</source>
        <translation>
            <numerusform>Stopped after %1 of %Ln token</numerusform>
            <numerusform>Stopped after %1 of %Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s): %1 limited now, %2 with these rules; %3 released</source>
        <translation>
            <numerusform>%Ln token: %1 limited now, %2 with these rules; %3 released</numerusform>
            <numerusform>%Ln tokens: %1 limited now, %2 with these rules; %3 released</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::FindingActions</name>
    <message numerus="yes">
        <source>%Ln key(s) expire in %1</source>
        <translation>
            <numerusform>%Ln key expires in %1</numerusform>
            <numerusform>%Ln keys expire in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::GenerateDialog</name>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln request</numerusform>
            <numerusform>%Ln requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::ImportDialog</name>
    <message numerus="yes">
        <source>Store %Ln password(s) in the keychain</source>
        <translation>
            <numerusform>Store %Ln password in the keychain</numerusform>
            <numerusform>Store %Ln passwords in the keychain</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln profile(s)</source>
        <translation>
            <numerusform>Import %Ln profile</numerusform>
            <numerusform>Import %Ln profiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabEditCard</name>
    <message numerus="yes">
        <source>Add %Ln request(s)</source>
        <translation>
            <numerusform>Add %Ln request</numerusform>
            <numerusform>Add %Ln requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabPage</name>
    <message numerus="yes">
        <source>%Ln line(s) rejected</source>
        <translation>
            <numerusform>%Ln line rejected</numerusform>
            <numerusform>%Ln lines rejected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LabSourceCard</name>
    <message numerus="yes">
        <source>of %Ln log(s) only the newest part was read, or nothing</source>
        <translation>
            <numerusform>of %Ln log only the newest part was read, or nothing</numerusform>
            <numerusform>of %Ln logs only the newest part was read, or nothing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) earlier than the line before, and sorted</source>
        <translation>
            <numerusform>%Ln request earlier than the line before, and sorted</numerusform>
            <numerusform>%Ln requests earlier than the line before, and sorted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Leave out the %Ln line(s) with the status %1</source>
        <translation>
            <numerusform>Leave out the %Ln line with the status %1</numerusform>
            <numerusform>Leave out the %Ln lines with the status %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LevelDialog</name>
    <message numerus="yes">
        <source>after %Ln minute(s)</source>
        <translation>
            <numerusform>after %Ln minute</numerusform>
            <numerusform>after %Ln minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::LiveWindow</name>
    <message numerus="yes">
        <source>%Ln request(s) charged here</source>
        <translation>
            <numerusform>%Ln request charged here</numerusform>
            <numerusform>%Ln requests charged here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::OverviewPage</name>
    <message numerus="yes">
        <source>%Ln end(s) within 1 h</source>
        <translation>
            <numerusform>%Ln ends within 1 h</numerusform>
            <numerusform>%Ln end within 1 h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln format(s)</source>
        <translation>
            <numerusform>%Ln format</numerusform>
            <numerusform>%Ln formats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>without %Ln token(s) of other programs</source>
        <translation>
            <numerusform>without %Ln token of other programs</numerusform>
            <numerusform>without %Ln tokens of other programs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unit(s) reserved</source>
        <translation>
            <numerusform>%Ln unit reserved</numerusform>
            <numerusform>%Ln units reserved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>up to %Ln unit(s) in leases</source>
        <translation>
            <numerusform>up to %Ln unit in leases</numerusform>
            <numerusform>up to %Ln units in leases</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::PoliciesPage</name>
    <message numerus="yes">
        <source>%Ln published</source>
        <translation>
            <numerusform>%Ln published</numerusform>
            <numerusform>%Ln published</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::SelectionActions</name>
    <message numerus="yes">
        <source>Remove %Ln lock(s)…</source>
        <translation>
            <numerusform>Remove %Ln lock…</numerusform>
            <numerusform>Remove %Ln locks…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokenActions</name>
    <message numerus="yes">
        <source>%Ln lock(s) removed</source>
        <translation>
            <numerusform>%Ln lock removed</numerusform>
            <numerusform>%Ln locks removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) blocked</source>
        <translation>
            <numerusform>%Ln token blocked</numerusform>
            <numerusform>%Ln tokens blocked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) unblocked</source>
        <translation>
            <numerusform>%Ln token unblocked</numerusform>
            <numerusform>%Ln tokens unblocked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) charged</source>
        <translation>
            <numerusform>%Ln token charged</numerusform>
            <numerusform>%Ln tokens charged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) refunded</source>
        <translation>
            <numerusform>%Ln token refunded</numerusform>
            <numerusform>%Ln tokens refunded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) overridden</source>
        <translation>
            <numerusform>%Ln token overridden</numerusform>
            <numerusform>%Ln tokens overridden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln override(s) lifted</source>
        <translation>
            <numerusform>%Ln override lifted</numerusform>
            <numerusform>%Ln overrides lifted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln slot(s) freed</source>
        <translation>
            <numerusform>%Ln slot freed</numerusform>
            <numerusform>%Ln slots freed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokenDetails</name>
    <message numerus="yes">
        <source>%Ln overriding rule(s)</source>
        <translation>
            <numerusform>%Ln overriding rule</numerusform>
            <numerusform>%Ln overriding rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rule(s)</source>
        <translation>
            <numerusform>%Ln rule</numerusform>
            <numerusform>%Ln rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln charge(s)</source>
        <translation>
            <numerusform>%Ln charge</numerusform>
            <numerusform>%Ln charges</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) charged</source>
        <translation>
            <numerusform>%Ln request charged</numerusform>
            <numerusform>%Ln requests charged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) in flight</source>
        <translation>
            <numerusform>%Ln request in flight</numerusform>
            <numerusform>%Ln requests in flight</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TokensPage</name>
    <message numerus="yes">
        <source>%Ln row(s) have moved · R sorts again</source>
        <translation>
            <numerusform>%Ln row has moved · R sorts again</numerusform>
            <numerusform>%Ln rows have moved · R sorts again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::TrafficDesk</name>
    <message numerus="yes">
        <source>Capturing %1: %Ln request(s) so far</source>
        <translation>
            <numerusform>Capturing %1: %Ln request so far</numerusform>
            <numerusform>Capturing %1: %Ln requests so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %1: %Ln key(s) looked at</source>
        <translation>
            <numerusform>Reading %1: %Ln key looked at</numerusform>
            <numerusform>Reading %1: %Ln keys looked at</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WatchPage</name>
    <message numerus="yes">
        <source>%Ln critical</source>
        <translation>
            <numerusform>%Ln critical</numerusform>
            <numerusform>%Ln critical</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln note</numerusform>
            <numerusform>%Ln notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dismissed</source>
        <translation>
            <numerusform>%Ln dismissed</numerusform>
            <numerusform>%Ln dismissed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gone</source>
        <translation>
            <numerusform>%Ln gone</numerusform>
            <numerusform>%Ln gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s) firing</source>
        <translation>
            <numerusform>%Ln alert firing</numerusform>
            <numerusform>%Ln alerts firing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s) pending</source>
        <translation>
            <numerusform>%Ln alert pending</numerusform>
            <numerusform>%Ln alerts pending</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WindowHeader</name>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln finding</numerusform>
            <numerusform>%Ln findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ratewarden::ui::WindowInvestigation</name>
    <message numerus="yes">
        <source>what %Ln alert(s) measured</source>
        <translation>
            <numerusform>what %Ln alert measured</numerusform>
            <numerusform>what %Ln alerts measured</numerusform>
        </translation>
    </message>
</context>
</TS>
