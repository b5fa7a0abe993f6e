import { Section, Stack, Table, Text } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { readEngineAnomalies } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Decisions that looked wrong, and the rules that they broke. */
export function Anomalies({ days }: { readonly days: number }) {
  const { t } = useText();
  const anomalies = useRead(readEngineAnomalies, { query: { days } }, { keepPrevious: true });
  return (
    <Section heading={t("engine-metrics.anomalies")}>
      <Loaded of={anomalies} failed={t("engine-metrics.failed")}>
        {(data) =>
          data.anomalyCount === 0 ? (
            <Text tone="soft">{t("engine-metrics.no_anomalies")}</Text>
          ) : (
            <Found {...data} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Found(data: CallOutput<typeof readEngineAnomalies>) {
  const { t, number, date } = useText();
  const { byDay, anomalyCount, totalEvents, topViolationFields } = data;
  const dayOf = (day: string) =>
    date(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" });
  const counts = (["total", "anomalies", "violations"] as const).map((name) => ({
    header: t(name === "total" ? "engine-metrics.decisions" : `engine-metrics.${name}`),
    text: (row: (typeof byDay)[number]) => number(row[name]),
    value: (row: (typeof byDay)[number]) => row[name],
  }));
  return (
    <Stack space={3}>
      <Bars
        label={t("engine-metrics.anomalies")}
        sentence={t("engine-metrics.anomalies_sentence", {
          count: anomalyCount,
          total: number(totalEvents),
        })}
        bars={byDay.map(({ date: day, anomalies }) => ({
          label: byDay.length > 10 ? "" : dayOf(day),
          value: anomalies,
          valueText: number(anomalies),
          text: `${dayOf(day)}: ${number(anomalies)}`,
        }))}
        table={chartTable(t("engine-metrics.anomalies"), byDay, [
          {
            header: t("engine-metrics.day"),
            text: ({ date: day }) => dayOf(day),
            value: ({ date: day }) => day,
          },
          ...counts,
        ])}
      />
      {topViolationFields.length > 0 && (
        <Table
          dense
          caption={t("engine-metrics.violated")}
          rows={topViolationFields}
          rowKey={({ field }) => field}
          columns={[
            {
              key: "field",
              header: t("engine-metrics.value"),
              rowHeader: true,
              cell: ({ field }) => <code>{field}</code>,
            },
            {
              key: "count",
              header: t("engine-metrics.violations"),
              align: "end",
              cell: ({ count }) => number(count),
            },
          ]}
        />
      )}
    </Stack>
  );
}
