import { Section } from "@wordloom/ui";
import { Curve, roundUp, type CurveLine } from "@wordloom/ui/charts";
import type { RequestPoint, RequestStats } from "@wordloom/contract";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { labeled } from "../../features/units/labeled.ts";
import { msText } from "../../features/units/ms-text.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { runsOf, slowestOf, sumsOf } from "./request-figures.ts";

interface ChartProps {
  readonly stats: RequestStats;
}

/** Number of labels below that also fits on a phone. */
const LABELS = 4;
const HEIGHT = 200;

/** The number of requests, and how many of them were refused or failed. */
export function Rates({ stats: { points, window } }: ChartProps) {
  const text = useText();
  const { t, number } = text;
  const { total, refused, failed } = sumsOf(points);
  const time = timeIn(window, text);
  const line = (valueOf: (point: RequestPoint) => number) =>
    points.map((point) => [point.ts, valueOf(point)] as const);
  const top = topOf(points.map((point) => point.total));
  return (
    <Section heading={t("monitoring.rates")}>
      <Curve
        label={t("monitoring.rates")}
        sentence={t("monitoring.rates_sentence", {
          count: total,
          total: number(total),
          window: t(`monitoring.in_${window}`),
          failed,
          refused: number(refused),
          share: shareText(total === 0 ? 0 : failed / total, text),
        })}
        lines={[
          { name: t("monitoring.all"), points: line((point) => point.total) },
          { name: t("monitoring.refused"), tone: "soft", points: line((one) => one.errors4xx) },
          // A red line at zero would cause alarm.
          ...(failed === 0
            ? []
            : [
                {
                  name: t("monitoring.failed"),
                  tone: "slip" as const,
                  points: line((one) => one.errors5xx),
                },
              ]),
        ]}
        points={points.map((point) => ({
          x: point.ts,
          y: point.total,
          kind: "unseen" as const,
          text: t("monitoring.rates_at", {
            time: time(point.ts),
            total: number(point.total),
            refused: number(point.errors4xx),
            failed: number(point.errors5xx),
          }),
        }))}
        xTicks={labeled(points, LABELS).map(({ ts }) => ({ at: ts, label: time(ts) }))}
        yTicks={[0, top / 2, top].map((at) => ({ at, label: number(at) }))}
        yRange={[0, top]}
        height={HEIGHT}
        table={chartTable(t("monitoring.rates"), points, [
          timeColumn(text),
          countColumn(t("monitoring.all"), (point) => point.total, text),
          countColumn(t("monitoring.refused"), (point) => point.errors4xx, text),
          countColumn(t("monitoring.failed"), (point) => point.errors5xx, text),
        ])}
      />
    </Section>
  );
}

/** How long requests took. */
export function Latencies({ stats: { points, window } }: ChartProps) {
  const text = useText();
  const { t, number } = text;
  const time = timeIn(window, text);
  const slowest = slowestOf(points);
  const latest = points.findLast(({ p95Ms }) => p95Ms !== null);
  const top = topOf(points.map(({ p99Ms }) => p99Ms ?? 0));
  const ms = (value: number | null) => msText(value, number);
  if (slowest === undefined || latest === undefined) return null;
  const answered = points.filter(({ p95Ms }) => p95Ms !== null);
  return (
    <Section heading={t("monitoring.latencies")}>
      <Curve
        label={t("monitoring.latencies")}
        sentence={t("monitoring.latencies_sentence", {
          now: ms(latest.p95Ms),
          worst: ms(slowest.p95Ms),
          time: time(slowest.ts),
        })}
        lines={[
          ...linesOf(points, ({ p50Ms }) => p50Ms, { tone: "soft", name: "p50" }),
          ...linesOf(points, ({ p95Ms }) => p95Ms, { tone: "firm", name: "p95" }),
          ...linesOf(points, ({ p99Ms }) => p99Ms, { tone: "soft", future: true, name: "p99" }),
        ]}
        points={answered.map((point) => ({
          x: point.ts,
          y: point.p95Ms ?? 0,
          kind: "unseen" as const,
          text: t("monitoring.latencies_at", {
            time: time(point.ts),
            p50: ms(point.p50Ms),
            p95: ms(point.p95Ms),
            p99: ms(point.p99Ms),
          }),
        }))}
        xTicks={labeled(points, LABELS).map(({ ts }) => ({ at: ts, label: time(ts) }))}
        xRange={[points[0]?.ts ?? 0, points.at(-1)?.ts ?? 1]}
        yTicks={[0, top / 2, top].map((at) => ({ at, label: ms(at) }))}
        yRange={[0, top]}
        height={HEIGHT}
        table={chartTable(t("monitoring.latencies"), answered, [
          timeColumn(text),
          msColumn("p50", ({ p50Ms }) => p50Ms, text),
          msColumn("p95", ({ p95Ms }) => p95Ms, text),
          msColumn("p99", ({ p99Ms }) => p99Ms, text),
        ])}
      />
    </Section>
  );
}

/** One line per uninterrupted run; only one of them is named in the legend. */
function linesOf(
  points: readonly RequestPoint[],
  valueOf: (point: RequestPoint) => number | null,
  { name, ...look }: Pick<CurveLine, "future" | "name" | "tone">,
): CurveLine[] {
  return runsOf(points, valueOf).map((run, at) => ({
    points: run,
    ...look,
    name: at === 0 ? name : undefined,
  }));
}

const topOf = (values: readonly number[]) => roundUp(Math.max(2, ...values));

/** Small shares have one decimal: one request in two hundred is not "0 %". */
export function shareText(share: number, { number }: Translator): string {
  const maximumFractionDigits = share > 0 && share < 0.01 ? 2 : 1;
  return number(share, { style: "percent", maximumFractionDigits });
}

function timeIn(window: RequestStats["window"], { date }: Translator) {
  const options: Intl.DateTimeFormatOptions =
    window === "7d" ? { weekday: "short", hour: "numeric" } : { timeStyle: "short" };
  return (ts: number) => date(ts, options);
}

function timeColumn({ t, date }: Translator) {
  const options = { dateStyle: "medium", timeStyle: "medium" } as const;
  return {
    header: t("monitoring.from"),
    text: ({ ts }: RequestPoint) => date(ts, options),
    value: ({ ts }: RequestPoint) => new Date(ts).toISOString(),
  };
}

function countColumn(
  header: string,
  valueOf: (point: RequestPoint) => number,
  { number }: Translator,
) {
  return { header, value: valueOf, text: (point: RequestPoint) => number(valueOf(point)) };
}

function msColumn(
  name: string,
  valueOf: (point: RequestPoint) => number | null,
  { number, t }: Translator,
) {
  return {
    header: t("monitoring.in_ms", { name }),
    value: valueOf,
    text: (point: RequestPoint) => msText(valueOf(point), number),
  };
}
