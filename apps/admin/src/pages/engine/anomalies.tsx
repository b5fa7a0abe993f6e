import { Section, Stack, Table, Text } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { readEngineAnomalies } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Decisions that looked wrong, and the rules that they broke. */
export function Anomalies({ days }: { readonly days: number }) {
  const { t } = useText();
  const anomalies = useRead(readEngineAnomalies, { query: { days } }, { keepPrevious: true });
  return (
    <Section heading={t("engine.anomalies")}>
      <Loaded of={anomalies} failed={t("engine.failed")}>
        {(data) =>
          data.anomalyCount === 0 ? (
            <Text tone="soft">{t("engine.no_anomalies")}</Text>
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
  const rows = byDay.map(({ date: day, total, anomalies, violations }) => ({
    day: date(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" }),
    anomalies,
    texts: [total, anomalies, violations].map((count) => number(count)),
  }));
  return (
    <Stack space={3}>
      <Bars
        label={t("engine.anomalies")}
        sentence={t("engine.anomalies_sentence", {
          count: anomalyCount,
          total: number(totalEvents),
        })}
        bars={rows.map(({ day, anomalies, texts }) => ({
          ...{ label: rows.length > 10 ? "" : day, value: anomalies, valueText: texts[1] ?? "" },
          text: `${day}: ${texts[1]}`,
        }))}
        table={{
          caption: t("engine.anomalies"),
          columns: [
            ...[t("engine.day"), t("engine.decisions")],
            ...[t("engine.anomalies"), t("engine.violations")],
          ],
          rows: rows.map(({ day, texts }) => [day, ...texts]),
        }}
      />
      {topViolationFields.length > 0 && (
        <Table
          dense
          caption={t("engine.violated")}
          rows={topViolationFields}
          rowKey={({ field }) => field}
          columns={[
            {
              ...{ key: "field", header: t("engine.value"), rowHeader: true },
              cell: ({ field }) => <code>{field}</code>,
            },
            {
              ...{ key: "count", header: t("engine.violations"), align: "end" },
              cell: ({ count }) => number(count),
            },
          ]}
        />
      )}
    </Stack>
  );
}
