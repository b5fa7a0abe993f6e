import { Section } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readAppEventTrend } from "virtual:endpoints";
import { DayCurve, dayText } from "../../features/day-curve/day-curve.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./report-days.ts";

/** How many events the apps reported, by day and kind. */
export function Trend({ days }: PartProps) {
  const text = useText();
  const { t, number } = text;
  const trend = useRead(readAppEventTrend, { query: { days } }, { keepPrevious: true });
  return (
    <Section heading={t("app-events.trend")}>
      <Loaded of={trend} failed={t("app-events.failed")}>
        {({ rows }) => {
          const sumOf = (row: (typeof rows)[number]) => row.behavior + row.error + row.perf;
          const total = rows.reduce((sum, row) => sum + sumOf(row), 0);
          const most = rows.toSorted((one, other) => sumOf(other) - sumOf(one))[0];
          return (
            <DayCurve
              endsToday
              label={t("app-events.trend")}
              sentence={t("app-events.trend_sentence", {
                total: number(total),
                days: rows.length,
                day: dayText(most?.day ?? "", text),
                most: number(most === undefined ? 0 : sumOf(most)),
              })}
              rows={rows}
              valueText={(value) => number(value)}
              lines={[
                { name: t("app-events.category_behavior"), value: ({ behavior }) => behavior },
                {
                  name: t("app-events.category_perf"),
                  tone: "soft",
                  value: ({ perf }) => perf,
                },
                {
                  name: t("app-events.category_error"),
                  tone: "slip",
                  value: ({ error }) => error,
                },
              ]}
              more={[
                {
                  header: t("app-events.dau"),
                  value: ({ dau }) => dau,
                  text: ({ dau }) => number(dau),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
