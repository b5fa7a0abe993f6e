import { Section, Text } from "@wordloom/ui";
import { addDays, Curve } from "@wordloom/ui/charts";
import type { EnhancedStatistics } from "@wordloom/contract";
import { readStudyToday } from "virtual:endpoints";
import { daysBetween } from "../../features/clock/study-day.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

type Daily = EnhancedStatistics["daily"];

/** Share of right answers by day. Days without answers have no point. */
export function LearningCurve({ daily, days }: { readonly daily: Daily; readonly days: number }) {
  const { t } = useText();
  const today = useRead(readStudyToday).data?.date;
  if (today === undefined) return null;
  const from = addDays(today, 1 - days);
  const shown = daily.filter(({ date, total }) => date >= from && total > 0);
  return (
    <Section heading={t("progress.curve")}>
      {shown.length < 2 ? (
        <Text tone="soft">{t("progress.curve_few")}</Text>
      ) : (
        <Line daily={shown.toSorted((left, right) => (left.date < right.date ? -1 : 1))} />
      )}
    </Section>
  );
}

function Line({ daily }: { readonly daily: Daily }) {
  const { t, percent, number, date } = useText();
  const first = daily[0]?.date ?? "";
  const most = Math.max(...daily.map(({ total }) => total));
  const middle = Math.ceil(daily.length / 2);
  const nameOf = (day: string) => date(`${day}T12:00:00`, { day: "numeric", month: "short" });
  const points = daily.map((day) => ({
    x: daysBetween(first, day.date),
    y: shareOf([day]),
    name: nameOf(day.date),
    share: percent(shareOf([day])),
    total: day.total,
  }));
  return (
    <Curve
      label={t("progress.curve")}
      sentence={t("progress.curve_sentence", {
        before: percent(shareOf(daily.slice(0, middle))),
        after: percent(shareOf(daily.slice(middle))),
      })}
      lines={[{ points: points.map(({ x, y }) => [x, y] as const) }]}
      points={points.map(({ x, y, name, share, total }) => ({
        x,
        y,
        kind: "plain" as const,
        weight: total / most,
        text: t("progress.hour_text", { hour: name, share, count: total }),
      }))}
      xTicks={[points[0], points.at(-1)].flatMap((point) =>
        point === undefined ? [] : [{ at: point.x, label: point.name }],
      )}
      yTicks={[0, 0.5, 1].map((at) => ({ at, label: percent(at) }))}
      table={{
        caption: t("progress.curve"),
        columns: [
          t("progress.column_day"),
          t("progress.column_right"),
          t("progress.column_answers"),
        ],
        rows: points.map(({ name, share, total }) => [name, share, number(total)]),
      }}
    />
  );
}

/** Right answers divided by all answers, so that each day counts by its answers. */
function shareOf(daily: Daily): number {
  const total = daily.reduce((sum, day) => sum + day.total, 0);
  return total === 0 ? 0 : daily.reduce((sum, day) => sum + day.correct, 0) / total;
}
