import { Section } from "@wordloom/ui";
import { addDays, Heatmap } from "@wordloom/ui/charts";
import type { EnhancedStatistics } from "@wordloom/contract";
import { readStudyToday } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/text-provider.tsx";

const DAYS = 182;

/** Half a year of days, in the learner's zone and with her start of day. */
export function ActivityCalendar({ daily }: { readonly daily: EnhancedStatistics["daily"] }) {
  const { t, number, date, language } = useText();
  // The service says which day it is for the learner.
  const today = useRead(readStudyToday).data?.date;
  if (today === undefined) return null;
  const from = addDays(today, 1 - DAYS);
  const days = daily.filter((day) => day.date >= from);
  const textOf = (day: string, count: number) =>
    t("progress.calendar_day", { day: date(`${day}T12:00:00`, { dateStyle: "long" }), count });
  return (
    <Section ruled heading={t("progress.calendar")}>
      <Heatmap
        label={t("progress.calendar")}
        sentence={t("progress.calendar_sentence", { days: days.length })}
        days={days.map(({ date: day, total: value }) => ({ day, value }))}
        from={from}
        to={today}
        locale={language}
        textOf={textOf}
        valueText={(value) => number(value)}
        labels={{
          less: t("progress.less"),
          more: t("progress.more"),
          tableCaption: t("progress.calendar"),
          day: t("progress.column_day"),
          value: t("progress.column_answers"),
        }}
      />
    </Section>
  );
}
