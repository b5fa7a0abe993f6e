import type { Translator } from "../../text/use-text.ts";
import { amountOf, type TodayPortion } from "./gentle-portion.ts";

/**
 * Why today's plan is as it is; at most one sentence. Nothing is said of what the plan does not
 * show: of a usual amount after an absence, or of new words where there are none.
 */
export function reasonsOf(today: TodayPortion, { t }: Pick<Translator, "t">): string[] {
  const { reason } = today.engine;
  switch (reason.code) {
    case "cold_start": {
      const left = Math.max(1, reason.params.answersNeeded - reason.params.answers);
      return [t("today.reason_cold_start", { left })];
    }
    case "long_break": {
      const { days } = reason.params;
      const amount = amountOf(today);
      if (amount === "usual") return [];
      const isGentle = amount === "gentle";
      return [t(isGentle ? "today.reason_long_break" : "today.reason_long_break_full", { days })];
    }
    case "many_slips":
    case "quick_and_sure":
      return today.new === 0 ? [] : [t(`today.reason_${reason.code}`)];
    default:
      return [t(`today.reason_${reason.code}`)];
  }
}
