import { Slider, Stack, Text } from "@wordloom/ui";
import { serviceTime } from "../../platform/service-time.ts";
import type { Start } from "./use-start.ts";
import { useText } from "../../text/use-text.ts";

/** Daily time per new word, including the reviews of earlier ones. */
const SECS_PER_WORD = 36;
const DAY_MS = 86_400_000;

/** New words per day, the minutes they take, and the day on which all are learned. */
export function HowMuch({ start }: { readonly start: Start }) {
  const { t, date } = useText();
  const { perDay, setPerDay, words } = start;
  const minutes = Math.max(1, Math.round((perDay * SECS_PER_WORD) / 60));
  const days = Math.ceil(words / perDay);
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
        end={t("start.minutes", { count: minutes })}
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
