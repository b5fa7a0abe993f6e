import { Figure, Figures } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readFeedbackStats } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** How many messages there are, and how fast they are answered. */
export function FeedbackNumbers() {
  const { t, number, percent, duration } = useText();
  const numbers = useRead(readFeedbackStats);
  return (
    <Loaded of={numbers} failed={t("feedback.numbers_failed")}>
      {({ total, assignedCount, medianResponseMinutes: minutes, resolveRate7d: rate }) => (
        <Figures>
          <Figure value={number(total)} label={t("feedback.total")} />
          <Figure value={number(assignedCount)} label={t("feedback.assigned_count")} />
          <Figure
            value={minutes === null ? "–" : duration(Math.max(60, minutes * 60))}
            label={t("feedback.response")}
          />
          <Figure value={rate === null ? "–" : percent(rate)} label={t("feedback.rate")} />
        </Figures>
      )}
    </Loaded>
  );
}
