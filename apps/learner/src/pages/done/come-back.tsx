import { Headword, List, ListRow, Section, Text } from "@wordloom/ui";
import { Timeline } from "@wordloom/ui/charts";
import { readWordStateBatch } from "virtual:endpoints";
import { useEffect } from "react";
import { useObservable } from "@wordloom/web/state";
import { connection } from "@wordloom/web";
import { useDayRules } from "../../features/clock/use-day-rules.ts";
import { whenDue } from "../../features/clock/when-due.ts";
import { wordAttributes } from "../../features/question/word-language.ts";
import { wordOutcomes } from "../../features/study-session/word-outcomes.ts";
import type { SessionState } from "../../features/study-session/session-state.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { comeBackStops } from "./come-back-stops.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./done.module.css";

/** When the words of the session come back, once the service has scheduled them. */
export function ComeBack({
  session,
  waiting,
}: {
  readonly session: SessionState;
  /** Unsent answers. */
  readonly waiting: number;
}) {
  const { t, number } = useText();
  const rules = useDayRules();
  const outcomes = useObservable(wordOutcomes);
  const isOffline = useObservable(connection) !== "online";
  const wordIds = [...new Set(session.history.map(({ wordId }) => wordId))];
  // After the only answer was taken back there is nothing to ask.
  const enabled = wordIds.length > 0;
  const { data, refetch } = useRead(readWordStateBatch, { body: { wordIds } }, { enabled });
  useEffect(() => {
    if (waiting === 0 && enabled) void refetch();
  }, [waiting, enabled, refetch]);
  const dates = new Map(data?.map((state) => [state.wordId, state.nextReviewDate]));
  for (const [wordId, { nextReviewDate }] of outcomes) dates.set(wordId, nextReviewDate);
  // Answers are sent in order. Of a word with an unsent one, only a date from before is known.
  for (const { wordId } of session.history.toReversed().slice(0, waiting)) dates.delete(wordId);
  const known = wordIds.flatMap((wordId) => dates.get(wordId) ?? []);
  const stops = comeBackStops(known, serviceTime.nowMs(), rules).map(({ span, count }) => ({
    label: t(`done.${span}`),
    valueText: number(count),
    tone: span === "later_today" ? ("slip" as const) : undefined,
  }));
  const remark = isOffline ? "done.dates_offline" : "done.dates_wait";
  return (
    <Section heading={t("done.come_back")}>
      {stops.length > 0 && <Timeline label={t("done.come_back")} stops={stops} />}
      {known.length > 0 && <EachWord session={session} dates={dates} />}
      {(waiting > 0 || stops.length === 0) && (
        <Text size="small" tone="soft" className={styles.remark}>
          {t(remark)}
        </Text>
      )}
    </Section>
  );
}

/**
 * The date of each word. Who goes on within the five seconds of undo has not read it on the card:
 * the service does not have the answer by then.
 */
function EachWord({
  session,
  dates,
}: {
  readonly session: SessionState;
  /** ISO 8601, by word. */
  readonly dates: ReadonlyMap<string, string | null>;
}) {
  const text = useText();
  const rules = useDayRules();
  const words = [...dates].flatMap(([wordId, at]) => {
    const word = session.words[wordId]?.word;
    return at === null || word === undefined ? [] : [{ at, word }];
  });
  const bySoon = words.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <details>
      <summary>{text.t("done.each_word")}</summary>
      <List>
        {bySoon.map(({ at, word }) => (
          <ListRow
            key={word.id}
            href={`/words/${word.id}`}
            end={whenDue(at, serviceTime.nowMs(), rules, text)}
          >
            <Headword {...wordAttributes(word)}>{word.text}</Headword>
          </ListRow>
        ))}
      </List>
    </details>
  );
}
