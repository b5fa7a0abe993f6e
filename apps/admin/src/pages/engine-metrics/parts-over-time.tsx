import { Empty, Section, SelectField, Stack } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { Loaded } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { readEngineTimeseries } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

type Day = CallOutput<typeof readEngineTimeseries>[number];

/** Calls, time and errors of one part of the engine, by day. */
export function PartsOverTime({ days }: { readonly days: number }) {
  const { t } = useText();
  const series = useRead(readEngineTimeseries, { query: { days } }, { keepPrevious: true });
  return (
    <Section heading={t("engine-metrics.over_time")}>
      <Loaded of={series} failed={t("engine-metrics.failed")}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty level={3} heading={t("engine-metrics.no_calls")} />
          ) : (
            <Part rows={rows} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Part({ rows }: { readonly rows: readonly Day[] }) {
  const { t, number, date } = useText();
  const [{ part }, change] = useAddress({ part: "" });
  const names = [...new Set(rows.map(({ algorithm }) => algorithm))];
  const shown = names.includes(part) ? part : (names[0] ?? "");
  const own = rows.filter(({ algorithm }) => algorithm === shown);
  const sum = own.reduce((calls, { callCount }) => calls + callCount, 0);
  const faults = own.reduce((errors, { errorCount }) => errors + errorCount, 0);
  const micros = (value: number) => number(value, { maximumFractionDigits: 1 });
  const texts = own.map(({ date: day, callCount, avgLatencyUs, errorCount }) => ({
    day: date(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" }),
    calls: number(callCount),
    time: micros(avgLatencyUs),
    errors: number(errorCount),
    date: day,
    callCount,
    avgLatencyUs,
    errorCount,
  }));
  return (
    <Stack space={2}>
      <SelectField
        label={t("engine-metrics.part")}
        value={shown}
        options={names.map((value) => ({ value, label: value }))}
        onChange={(next) => change({ part: next })}
      />
      <Bars
        label={t("engine-metrics.over_time")}
        sentence={t("engine-metrics.over_time_sentence", { calls: number(sum), faults })}
        bars={texts.map(({ day, calls, time, errors, callCount }) => ({
          label: texts.length > 10 ? "" : day,
          value: callCount,
          valueText: calls,
          text: t("engine-metrics.day_of_part", { day, calls, time, errors }),
        }))}
        table={chartTable(`${t("engine-metrics.over_time")}: ${shown}`, texts, [
          { header: t("engine-metrics.day"), text: ({ day }) => day, value: (row) => row.date },
          {
            header: t("engine-metrics.calls"),
            text: ({ calls }) => calls,
            value: ({ callCount }) => callCount,
          },
          {
            header: t("engine-metrics.micros"),
            text: ({ time }) => time,
            value: ({ avgLatencyUs }) => avgLatencyUs,
          },
          {
            header: t("engine-metrics.errors"),
            text: ({ errors }) => errors,
            value: ({ errorCount }) => errorCount,
          },
        ])}
      />
    </Stack>
  );
}
