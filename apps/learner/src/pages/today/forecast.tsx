import { Section, Text } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import type { StudyForecast } from "@wordloom/contract";
import { readStudyForecast } from "virtual:endpoints";
import { Loaded } from "@wordloom/web";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { useRead } from "../../server-state/use-read.ts";
import { reviewsByDay } from "./gentle-portion.ts";
import { useText } from "../../text/use-text.ts";

/** Reviews of the next seven days; today's include the backlog. */
export function Forecast({ reviewed }: { readonly reviewed: number }) {
  const { t } = useText();
  const forecast = useRead(readStudyForecast, { query: { days: 7 } });
  return (
    <Loaded of={forecast} failed={t("shell.part_failed", { part: t("today.forecast") })}>
      {(data) => data.reviews > 0 && <Week data={data} reviewed={reviewed} />}
    </Loaded>
  );
}

function Week({ data, reviewed }: { readonly data: StudyForecast; readonly reviewed: number }) {
  const { t, date, number } = useText();
  const { gentleCap } = useAppSettings();
  const reviews = reviewsByDay(data, gentleCap, reviewed);
  const [today = 0, ...others] = reviews;
  const overdue = Math.min(today, data.backlog);
  const later = others.reduce((sum, due) => sum + due, 0);
  const days = data.days.map(({ date: day }, index) => ({
    name: index === 0 ? t("today.forecast_today") : date(`${day}T12:00:00`, { weekday: "short" }),
    due: reviews[index] ?? 0,
  }));
  return (
    <Section
      ruled
      heading={t("today.forecast")}
      action={
        <Text as="span" size="small" tone="soft" figures>
          {t("today.forecast_reviews", { count: data.reviews })}
        </Text>
      }
    >
      <Bars
        label={t("today.forecast")}
        sentence={t("today.forecast_sentence", { today, overdue, later: number(later) })}
        bars={days.map(({ name, due }, index) => ({
          label: name,
          value: due,
          valueText: number(due),
          text: `${name}: ${t("today.forecast_reviews", { count: due })}`,
          now: index === 0,
          backlog: index === 0 ? overdue : 0,
        }))}
        table={{
          caption: t("today.forecast"),
          columns: [t("today.forecast_day"), t("today.forecast_due")],
          rows: days.map(({ name, due }) => [name, number(due)]),
        }}
      />
    </Section>
  );
}
