import type { FaultEffect, PayloadFault } from "@wordloom/contract/packs";
import { Badge, List, ListRow, Notice, Stack } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";

const tones = { refused: "slip", left_out: "slip", ignored: "plain" } as const satisfies Record<
  FaultEffect,
  string
>;

/** The parts of a payload that apps would not read, and the consequences. */
export function FaultList({ faults }: { readonly faults: readonly PayloadFault[] }) {
  const { t } = useText();
  if (faults.length === 0) return <Notice tone="firm">{t("resource-packs.faultless")}</Notice>;
  return (
    <Stack space={1}>
      <Notice tone="slip">{t("resource-packs.faults", { count: faults.length })}</Notice>
      <List>
        {faults.map(({ path, rule, effect }) => (
          <ListRow
            key={`${path} ${rule}`}
            detail={<code>{path}</code>}
            end={<Badge tone={tones[effect]}>{t(`resource-packs.effect_${effect}`)}</Badge>}
          >
            {t(`resource-packs.rule_${rule}`)}
          </ListRow>
        ))}
      </List>
    </Stack>
  );
}
