import { Button, Notice, Section, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readVersionGate } from "virtual:endpoints";
import { useState } from "react";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { VersionGateDialog, type VersionGate } from "./version-gate-dialog.tsx";

/** The version below which the service refuses all requests of native apps. */
export function VersionGateSection() {
  const text = useText();
  const { t } = text;
  const gate = useRead(readVersionGate);
  const [isOpen, setOpen] = useState(false);
  return (
    <Section heading={t("clients.gate")}>
      <Loaded of={gate} failed={t("clients.rules_failed")}>
        {(data) => (
          <Stack space={2}>
            <Text>{gateText(data, text)}</Text>
            {data.strictModeEnabled && <Notice>{t("clients.strict")}</Notice>}
            <div>
              <Button onClick={() => setOpen(true)}>{t("clients.change_gate")}</Button>
            </div>
            {isOpen && <VersionGateDialog gate={data} onClose={() => setOpen(false)} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function gateText(gate: VersionGate, { t, sentences }: Translator): string {
  const { effectiveMinClientVersion: version, minClientVersion, enabled } = gate;
  if (version === null) return t("clients.gate_open");
  const isStored = enabled && minClientVersion === version;
  return sentences([
    t("clients.gate_closed", { version }),
    ...(isStored ? [] : [t("clients.gate_of_machine")]),
  ]);
}
