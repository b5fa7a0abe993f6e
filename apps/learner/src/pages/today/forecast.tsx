import { Section, Text } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import { readStudyForecast } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/text-provider.tsx";

/** Reviews of the next seven days, those waiting since before today included. */
export function Forecast() {
  const { t, date, number } = useText();
  const { data } = useRead(readStudyForecast, { query: { days: 7 } });
  if (data === undefined || data.reviews === 0) return null;
  const [first, ...others] = data.days;
  const today = (first?.due ?? 0) + data.backlog;
  const later = others.reduce((sum, { due }) => sum + due, 0);
  const nameOf = (day: string) => date(`${day}T12:00:00`, { weekday: "short" });
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
        sentence={[
          t("today.forecast_sentence", { today, later: number(later) }),
          ...(data.backlog > 0 ? [t("today.forecast_backlog", { count: data.backlog })] : []),
        ].join(" ")}
        items={data.days.map(({ date: day, due }, index) => ({
          label: index === 0 ? t("today.forecast_today") : nameOf(day),
          value: index === 0 ? today : due,
          text: number(index === 0 ? today : due),
          isNow: index === 0,
        }))}
        labels={{ item: t("today.forecast_day"), value: t("today.forecast_due") }}
      />
    </Section>
  );
}
