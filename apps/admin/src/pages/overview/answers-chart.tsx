import { Section } from "@wordloom/ui";
import { Curve, roundUp } from "@wordloom/ui/charts";
import type { AnswersByHour, OverviewDashboard } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readAnswersByHour } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRefreshMs } from "../../features/overview/use-refresh-ms.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { answersLines } from "./answers-lines.ts";

type Day = OverviewDashboard["today"];

/** Hours named below the chart. */
const NAMED_HOURS = [0, 6, 12, 18];

interface AnswersChartProps {
  readonly today: Day;
  /** The same time span a week ago. */
  readonly before: Day;
}

/** Answers per hour today, and on the same day a week ago. */
export function AnswersChart({ today, before }: AnswersChartProps) {
  const { t, number } = useText();
  const hours = useRead(readAnswersByHour, {}, { refetchInterval: useRefreshMs() });
  return (
    <Section heading={t("overview.answers")}>
      <Loaded of={hours} failed={t("overview.answers_failed")}>
        {(data) => (
          <Hours
            hours={data}
            sentence={t("overview.answers_sentence", {
              count: today.answers,
              shown: number(today.answers),
              before: before.answers,
              then: number(before.answers),
            })}
          />
        )}
      </Loaded>
    </Section>
  );
}

interface HoursProps {
  readonly hours: AnswersByHour;
  readonly sentence: string;
}

function Hours({ hours, sentence }: HoursProps) {
  const { t, number } = useText();
  const { today, sameDayLastWeek: then } = hours;
  const top = roundUp(Math.max(2, ...today, ...then));
  const rows = then.map((answers, hour) => ({ hour, now: today[hour] ?? null, then: answers }));
  const nameOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const said = (count: number | null) => (count === null ? "–" : number(count));
  return (
    <Curve
      label={t("overview.answers")}
      sentence={sentence}
      note={today.length > 1 ? t("overview.answers_running") : undefined}
      lines={answersLines(hours, t("overview.answers_today"), t("overview.answers_then"))}
      points={rows.map((row) => ({
        x: row.hour,
        y: today[row.hour] ?? row.then,
        kind: "unseen" as const,
        text: t("overview.answers_point", {
          hour: nameOf(row.hour),
          today: said(row.now),
          then: said(row.then),
        }),
      }))}
      xRange={[0, Math.max(23, then.length - 1)]}
      xTicks={NAMED_HOURS.map((at) => ({ at, label: nameOf(at) }))}
      yRange={[0, top]}
      yTicks={[0, top / 2, top].map((at) => ({ at, label: number(at) }))}
      height={220}
      table={chartTable(t("overview.answers"), rows, [
        { header: t("overview.hour"), text: ({ hour }) => nameOf(hour), value: ({ hour }) => hour },
        {
          header: t("overview.answers_today"),
          text: ({ now }) => said(now),
          value: ({ now }) => now,
        },
        {
          header: t("overview.answers_then"),
          text: (row) => said(row.then),
          value: (row) => row.then,
        },
      ])}
    />
  );
}
