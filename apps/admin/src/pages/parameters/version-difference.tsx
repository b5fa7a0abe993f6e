import { Row, Section, SelectField, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readEngineVersion } from "virtual:endpoints";
import { ChangeList } from "../../features/engine-config/change-list.tsx";
import { changesBetween } from "../../features/engine-config/drafts.ts";
import { useParameters } from "../../features/engine-config/use-engine-config.ts";
import { shortHash, type EngineVersion } from "../../features/engine-config/version-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

interface DifferenceProps {
  readonly rows: readonly EngineVersion[];
  /** Hashes; "" for none. */
  readonly from: string;
  readonly to: string;
  readonly onChoose: (change: { from?: string; to?: string }) => void;
}

/** The values in which two versions differ. */
export function VersionDifference({ rows, from, to, onChoose }: DifferenceProps) {
  const { t } = useText();
  const optionsWith = (chosen: string) => {
    const hashes = rows.map(({ version_hash: hash }) => hash);
    const all = chosen === "" || hashes.includes(chosen) ? hashes : [chosen, ...hashes];
    return all.map((value) => ({ value, label: shortHash(value) }));
  };
  return (
    <Section heading={t("parameters.compare")}>
      <Stack space={2}>
        <Row align="end">
          <SelectField
            label={t("parameters.from_version")}
            placeholder="–"
            value={from}
            options={optionsWith(from)}
            onChange={(next) => onChoose({ from: next })}
          />
          <SelectField
            label={t("parameters.to_version")}
            placeholder="–"
            value={to}
            options={optionsWith(to)}
            onChange={(next) => onChoose({ to: next })}
          />
        </Row>
        {from !== "" && to !== "" && <Difference {...{ from, to }} />}
      </Stack>
    </Section>
  );
}

function Difference({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useText();
  const parameters = useParameters();
  const before = useRead(readEngineVersion, { params: { hash: from } });
  const after = useRead(readEngineVersion, { params: { hash: to } });
  return (
    <Loaded of={parameters} failed={t("parameters.failed")}>
      {(list) => (
        <Loaded of={before} failed={t("parameters.versions_failed")}>
          {({ snapshot_json: one }) => (
            <Loaded of={after} failed={t("parameters.versions_failed")}>
              {({ snapshot_json: other }) => <Changes changes={changesBetween(list, one, other)} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Changes({ changes }: { readonly changes: ReturnType<typeof changesBetween> }) {
  const { t } = useText();
  if (changes.length === 0) return <Text tone="soft">{t("parameters.no_difference")}</Text>;
  return (
    <Stack space={1}>
      <Text tone="soft" size="small" role="status">
        {t("parameters.difference", { count: changes.length })}
      </Text>
      <ChangeList changes={changes} />
    </Stack>
  );
}
