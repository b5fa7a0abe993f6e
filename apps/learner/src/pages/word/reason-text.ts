import type { ReviewReason } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

const DAY_SECS = 86_400;

/** The reason for the date of the next review, in one sentence. */
export function reasonText(reason: ReviewReason, { t, date, duration }: Translator): string {
  const days = (count: number) => duration(Math.max(count * DAY_SECS, 60));
  switch (reason.code) {
    case "not_studied":
      return t("word.why_not_studied");
    case "marked_known":
      return t("word.why_marked_known", { date: date(reason.params.at) });
    case "set_by_hand":
      return t("word.why_set_by_hand", { date: date(reason.params.at) });
    case "first_seen":
      return t(reason.params.isCorrect ? "word.why_first_right" : "word.why_first_missed");
    case "recalled_after":
      return t("word.why_recalled", { time: days(reason.params.elapsedDays) });
    case "slipped_after":
      return t("word.why_slipped", { time: days(reason.params.elapsedDays) });
  }
}
