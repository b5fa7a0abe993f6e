import { Stack, Text } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { readStudyConfig } from "virtual:endpoints";
import { usualReviews } from "../../features/kit/planned-words.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

type Worth = NonNullable<Import["result"]>;

/** Whether more is due than a usual day has, so that Today may offer to spread it. */
export function useIsMuch(dueToday: number): boolean {
  const plan = useRead(readStudyConfig).data;
  return plan !== undefined && dueToday > usualReviews({ dailyTarget: plan.dailyWordCount });
}

/** What a deck with its reviews is worth, and what nobody can tell from it. */
export function DeckWorth({
  worth,
  isMuch,
}: {
  readonly worth: Worth;
  /** More is due than a usual day has. */
  readonly isMuch: boolean;
}) {
  const text = useText();
  const { t, date } = text;
  const { words, known30d, learning, fresh, reviews, days, firstReviewAt } = worth;
  const { dueToday, minutesToday } = worth;
  if (reviews === 0 || firstReviewAt === null) return null;
  const rest = [
    ...(learning > 0 ? [t("imports.worth_learning", { count: learning })] : []),
    ...(fresh > 0 ? [t("imports.worth_fresh", { count: fresh })] : []),
  ];
  return (
    <Stack space={1}>
      <Text size="large">{t("imports.worth_known", { count: known30d, words })}</Text>
      {rest.length > 0 && <Text>{text.sentences(rest)}</Text>}
      <Text>{t("imports.worth_reviews", { reviews, days, date: date(firstReviewAt) })}</Text>
      <Text>
        {text.sentences([
          dueToday === 0
            ? t("imports.worth_nothing_due")
            : t("imports.worth_today", { count: dueToday, minutes: minutesToday }),
          ...(isMuch ? [t("imports.worth_spread")] : []),
        ])}
      </Text>
      <Text tone="soft">
        {text.sentences([
          t(worth.fit?.accepted ? "imports.worth_fitted" : "imports.worth_unfitted"),
          t("imports.worth_estimate"),
        ])}
      </Text>
    </Stack>
  );
}
