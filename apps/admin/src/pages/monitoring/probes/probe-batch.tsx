import { Button, Section, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { listProbes } from "virtual:endpoints";
import { useRead } from "../../../server-state/use-read.ts";
import { useText } from "../../../text/use-text.ts";
import { ProbeRows } from "./probe-rows.tsx";
import { useBatch } from "./use-batch.ts";

/** The service's limit for the list. */
const LIMIT = 200;

/** The probes of one batch, and their results as they arrive. */
export function ProbeBatch({
  batchId,
  onClose,
}: {
  readonly batchId: string;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const sent = useRead(listProbes, { query: { batchId, limit: LIMIT } });
  const { results, isOver } = useBatch(batchId);
  return (
    <Section
      heading={t("probes.batch")}
      action={
        <Button kind="plain" size="small" onClick={onClose}>
          {t("common.close")}
        </Button>
      }
    >
      <Loaded of={sent} failed={t("probes.failed")}>
        {(data) => {
          const rows = data.rows.map((row) => results.get(row.id) ?? row);
          const came = rows.filter(({ durationMs }) => durationMs !== null).length;
          const count = rows.filter(({ status }) => status !== "offline").length;
          return (
            <Stack space={2}>
              <Text role="status">
                {t(isOver ? "probes.all_came" : "probes.came", { count, came })}
              </Text>
              <ProbeRows label={t("probes.batch")} rows={rows} />
            </Stack>
          );
        }}
      </Loaded>
    </Section>
  );
}
