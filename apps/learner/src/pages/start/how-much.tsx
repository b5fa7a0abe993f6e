import { Slider, Stack, Text } from "@wordloom/ui";
import { readGoalForecast, readStudyConfig } from "virtual:endpoints";
import { daysToFinish } from "../../features/books/days-to-finish.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { minutesPerDay } from "../../server-state/goal-minutes.ts";
import { useRead } from "../../server-state/use-read.ts";
import type { Start } from "./use-start.ts";
import { useText } from "../../text/use-text.ts";

const DAY_MS = 86_400_000;

/** New words per day, their minutes as in the settings, and the day on which all are learned. */
export function HowMuch({ start }: { readonly start: Start }) {
  const { t, date } = useText();
  const { perDay, setPerDay, words } = start;
  const { data: config } = useRead(readStudyConfig);
  const { data: forecast } = useRead(readGoalForecast);
  const minutes = forecast && config && minutesPerDay(forecast, config.goal, perDay);
  // Today is the first day, as on Today.
  const days = daysToFinish(words, perDay, perDay);
  return (
    <Stack space={1}>
      <Slider
        label={t("start.how_much")}
        min={5}
        max={50}
        step={5}
        value={perDay}
        onChange={setPerDay}
        valueText={t("start.per_day", { count: perDay })}
        end={minutes === undefined ? "" : t("start.minutes", { count: minutes })}
      />
      {words > 0 && (
        <Text tone="soft" size="small" figures>
          {t("start.met_by", {
            count: words,
            date: date(serviceTime.nowMs() + days * DAY_MS, { dateStyle: "long" }),
          })}
        </Text>
      )}
    </Stack>
  );
}
