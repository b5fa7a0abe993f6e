import { Badge, Button, Checkbox, List, ListRow, Notice, Row, Section, Stack } from "@wordloom/ui";
import { SelectField, Text } from "@wordloom/ui";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useText } from "../../text/use-text.ts";
import { channelsOf, type DeskPack, type DeskVersion } from "./board.ts";
import { smokeChecksOf, type CheckState, type SmokeCheck } from "./smoke-checks.ts";
import { useSmokeFacts } from "./use-smoke-facts.ts";

/** What to see before a version is for everyone; what the console can tell, it tells. */
export function SmokeChecklist({ pack }: { readonly pack: DeskPack }) {
  const { t } = useText();
  const [{ checked }, change] = useAddress({ checked: "" });
  const live = pack.versions.filter(({ deactivatedAt }) => deactivatedAt === null);
  const version = live.find((one) => one.version === checked) ?? live[0];
  if (version === undefined) return null;
  return (
    <Section heading={t("packs.smoke")}>
      <Stack space={2}>
        <Text tone="soft">{t("packs.smoke_text")}</Text>
        <Row align="end">
          <SelectField
            label={t("packs.version")}
            value={version.version}
            options={live.map(({ version: name }) => ({ value: name, label: name }))}
            onChange={(name) => change({ checked: name })}
          />
        </Row>
        <Checks key={version.version} pack={pack} version={version} />
      </Stack>
    </Section>
  );
}

function Checks({ pack, version }: { readonly pack: DeskPack; readonly version: DeskVersion }) {
  const { t } = useText();
  const [channel] = channelsOf(pack, version);
  const { facts, busy, look } = useSmokeFacts(version, channel);
  if (facts === undefined) {
    return (
      <div>
        <Button busy={busy} onClick={look}>
          {t("packs.smoke_run")}
        </Button>
      </div>
    );
  }
  const checks = smokeChecksOf(facts);
  const bad = checks.filter(({ state }) => state === "bad").length;
  return (
    <Stack space={2}>
      <Notice tone={bad > 0 ? "slip" : "firm"} announce>
        {t(bad > 0 ? "packs.smoke_bad" : "packs.smoke_good", { count: bad })}
      </Notice>
      <List ordered>
        {checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </List>
      <div>
        <Button busy={busy} onClick={look}>
          {t("packs.smoke_again")}
        </Button>
      </div>
    </Stack>
  );
}

const tones = { good: "firm", bad: "slip", open: "plain" } as const satisfies Record<
  CheckState,
  string
>;

function Check({ check: { name, state } }: { readonly check: SmokeCheck }) {
  const { t } = useText();
  // Only a person can see what a learner sees.
  const isForEyes = name === "read" && state === "open";
  return (
    <ListRow
      detail={t(`packs.check_${name}_hint`)}
      end={isForEyes ? <Seen /> : <Badge tone={tones[state]}>{t(`packs.check_${state}`)}</Badge>}
    >
      {t(`packs.check_${name}`)}
    </ListRow>
  );
}

function Seen() {
  const { t } = useText();
  const [isSeen, setSeen] = useState(false);
  return <Checkbox label={t("packs.seen")} checked={isSeen} onChange={setSeen} />;
}
