import { Section, Text } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { readStudyForecast } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Reviews of the next seven days, those waiting since before today included. */
export function Forecast() {
  const { t, date, number, sentences } = useText();
  const { data } = useRead(readStudyForecast, { query: { days: 7 } });
  if (data === undefined || data.reviews === 0) return null;
  const [first, ...others] = data.days;
  const today = (first?.due ?? 0) + data.backlog;
  const later = others.reduce((sum, { due }) => sum + due, 0);
  const days = data.days.map(({ date: day, due }, index) => ({
    name: index === 0 ? t("today.forecast_today") : date(`${day}T12:00:00`, { weekday: "short" }),
    due: index === 0 ? today : due,
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
        sentence={sentences([
          t("today.forecast_sentence", { today, later: number(later) }),
          ...(data.backlog > 0 ? [t("today.forecast_backlog", { count: data.backlog })] : []),
        ])}
        bars={days.map(({ name, due }, index) => ({
          label: name,
          value: due,
          valueText: number(due),
          text: `${name}: ${t("today.forecast_reviews", { count: due })}`,
          now: index === 0,
          backlog: index === 0 ? data.backlog : 0,
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
