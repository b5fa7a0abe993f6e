import { Section, Skeleton } from "@wordloom/ui";
import { addDays, Heatmap } from "@wordloom/ui/charts";
import type { EnhancedStatistics } from "@wordloom/contract";
import { readStudyToday } from "virtual:endpoints";
import { Reading } from "@wordloom/web";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Whole weeks of the calendar; its sentence is about a year. */
const DAYS = 371;
const YEAR_DAYS = 365;

type Daily = EnhancedStatistics["daily"];

/**
 * A year of days, or as many of the latest weeks as fit, in the learner's zone and with her start
 * of day.
 */
export function ActivityCalendar({ daily }: { readonly daily: Daily }) {
  const { t } = useText();
  // The service knows which day it is for the learner.
  const query = useRead(readStudyToday);
  return (
    <Reading query={query} heading={t("progress.failed")} skeleton={<Skeleton height="10rem" />}>
      {({ date: today }) => <Calendar daily={daily} today={today} />}
    </Reading>
  );
}

function Calendar({ daily, today }: { readonly daily: Daily; readonly today: string }) {
  const { t, number, date, locale } = useText();
  const from = addDays(today, 1 - DAYS);
  const days = daily.filter((day) => day.date >= from);
  const ofYear = days.filter((day) => day.date > addDays(today, -YEAR_DAYS));
  const textOf = (day: string, count: number) =>
    t("progress.calendar_day", { day: date(`${day}T12:00:00`, { dateStyle: "long" }), count });
  return (
    <Section ruled heading={t("progress.calendar")}>
      <Heatmap
        label={t("progress.calendar")}
        sentence={t("progress.calendar_sentence", { days: ofYear.length })}
        days={days.map(({ date: day, total: value }) => ({ day, value }))}
        from={from}
        to={today}
        locale={locale}
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
