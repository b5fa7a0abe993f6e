import { Anchor, Badge, Table } from "@wordloom/ui";
import type { Experiment } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";

/** All experiments, newest first, in the service's order. */
export function ExperimentTable({ rows }: { readonly rows: readonly Experiment[] }) {
  const { t, date } = useText();
  return (
    <Table
      dense
      caption={t("experiments.all")}
      captionHidden
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "name",
          header: t("experiments.name"),
          rowHeader: true,
          cell: ({ id, name }) => <Anchor href={`/engine/experiments/${id}`}>{name}</Anchor>,
        },
        {
          key: "status",
          header: t("experiments.status"),
          cell: ({ status }) => <StatusBadge status={status} />,
        },
        {
          key: "metric",
          header: t("experiments.metric"),
          cell: ({ primaryMetric }) => t(`experiments.metric_${primaryMetric}`),
        },
        {
          key: "started",
          oneLine: true,
          header: t("experiments.started"),
          cell: ({ startedAt }) => date(startedAt),
        },
        {
          key: "ended",
          oneLine: true,
          header: t("experiments.ended"),
          cell: ({ concludedAt }) => (concludedAt === null ? "–" : date(concludedAt)),
        },
      ]}
    />
  );
}

const tones = { running: "plain", concluded_adopt: "firm", concluded_reject: "slip" } as const;

/** The status or outcome of an experiment. */
export function StatusBadge({ status }: Pick<Experiment, "status">) {
  const { t } = useText();
  return <Badge tone={tones[status]}>{t(`experiments.status_${status}`)}</Badge>;
}
