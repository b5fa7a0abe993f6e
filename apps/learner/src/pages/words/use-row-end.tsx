import type { ReactNode } from "react";
import type { DayRules } from "../../features/clock/study-day.ts";
import { useDayRules } from "../../features/clock/use-day-rules.ts";
import { dueDay } from "../../features/clock/due-day.ts";
import type { ListedWord } from "../../features/words/use-word-list.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { type Translator, useText } from "../../text/use-text.ts";
import styles from "./words-page.module.css";

/** What stands at the end of a word's row: its state and next date, or what is hard about it. */
export function useRowEnd(): (entry: ListedWord) => ReactNode {
  const text = useText();
  const rules = useDayRules();
  return (entry) => endOf(entry, rules, text);
}

function endOf(entry: ListedWord, rules: DayRules, text: Translator): ReactNode {
  const { t, relative } = text;
  const { misses, lastMissedAt, dueAt, difficulty, lapses = 0, state } = entry;
  if (difficulty !== undefined) return t("words.hard_line", { count: lapses });
  if (misses !== undefined && lastMissedAt !== undefined) {
    const when = relative(lastMissedAt, serviceTime.nowMs());
    return t("words.missed_when", { missed: t("today.missed", { count: misses }), when });
  }
  const when = dueAt == null ? undefined : dueDay(dueAt, serviceTime.nowMs(), rules, text);
  if (state === undefined || state === "new") return when;
  const name = t(`progress.state_${state}`);
  if (when === undefined) return name;
  return (
    <>
      <span className={styles.whole}>{name}</span>
      <span className={styles.dot}> · </span>
      <span className={styles.whole}>{when}</span>
    </>
  );
}
