import { Badge, Button, Checkbox, List, ListRow, Notice, Row, Section, Stack } from "@wordloom/ui";
import { SelectField, Text } from "@wordloom/ui";
import { keep, readKept } from "@wordloom/web/state";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useText } from "../../text/use-text.ts";
import { channelsOf, type AdminPack, type AdminPackVersion } from "./board.ts";
import { smokeChecksOf, type CheckState, type SmokeCheck } from "./smoke-checks.ts";
import { useSmokeFacts } from "./use-smoke-facts.ts";

/** The checks before a version is released to everyone, with the results that the console knows. */
export function SmokeChecklist({ pack }: { readonly pack: AdminPack }) {
  const { t } = useText();
  const [{ checked }, change] = useAddress({ checked: "" });
  const live = pack.versions.filter(({ deactivatedAt }) => deactivatedAt === null);
  const version = live.find((one) => one.version === checked) ?? live[0];
  if (version === undefined) return null;
  return (
    <Section heading={t("resource-packs.smoke")}>
      <Stack space={2}>
        <Text tone="soft">{t("resource-packs.smoke_text")}</Text>
        <Row align="end">
          <SelectField
            label={t("resource-packs.version")}
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

function Checks({
  pack,
  version,
}: {
  readonly pack: AdminPack;
  readonly version: AdminPackVersion;
}) {
  const { t } = useText();
  const [channel] = channelsOf(pack, version);
  const { facts, busy, look } = useSmokeFacts(version, channel);
  if (facts === undefined) {
    return (
      <div>
        <Button busy={busy} onClick={look}>
          {t("resource-packs.smoke_run")}
        </Button>
      </div>
    );
  }
  const checks = smokeChecksOf(facts);
  const bad = checks.filter(({ state }) => state === "bad").length;
  return (
    <Stack space={2}>
      <Notice tone={bad > 0 ? "slip" : "firm"} announce>
        {t(bad > 0 ? "resource-packs.smoke_bad" : "resource-packs.smoke_good", { count: bad })}
      </Notice>
      <List ordered>
        {checks.map((check) => (
          <Check key={check.name} {...{ check, pack, version }} />
        ))}
      </List>
      <div>
        <Button busy={busy} onClick={look}>
          {t("resource-packs.smoke_again")}
        </Button>
      </div>
    </Stack>
  );
}

const tones = { good: "firm", bad: "slip", open: "plain" } as const satisfies Record<
  CheckState,
  string
>;

interface CheckProps {
  readonly check: SmokeCheck;
  readonly pack: AdminPack;
  readonly version: AdminPackVersion;
}

function Check({ check: { name, state }, pack, version }: CheckProps) {
  const { t } = useText();
  // Only a person can confirm what a learner sees.
  const isForEyes = name === "read" && state === "open";
  return (
    <ListRow
      detail={t(`resource-packs.check_${name}_hint`)}
      end={
        isForEyes ? (
          <Seen of={`${pack.packId} ${version.version} ${name}`} />
        ) : (
          <Badge tone={tones[state]}>{t(`resource-packs.check_${state}`)}</Badge>
        )
      }
    >
      {t(`resource-packs.check_${name}`)}
    </ListRow>
  );
}

const KEPT = "admin-smoke-seen";
/** Number of ticks kept in the browser, for the latest versions. */
const KEPT_MOST = 100;

/** @param of  key of the tick: one per version; it survives visits to other pages */
function Seen({ of }: { readonly of: string }) {
  const { t } = useText();
  const [isSeen, setSeen] = useState(() => readKept<readonly string[]>(KEPT, []).includes(of));
  const tick = (isTicked: boolean) => {
    setSeen(isTicked);
    const others = readKept<readonly string[]>(KEPT, []).filter((one) => one !== of);
    keep(KEPT, isTicked ? [...others, of].slice(-KEPT_MOST) : others);
  };
  return <Checkbox label={t("resource-packs.seen")} checked={isSeen} onChange={tick} />;
}
