import { Text } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { useDayRules } from "../../features/clock/use-day-rules.ts";
import { whenDueInSentence } from "../../features/clock/when-due.ts";
import { type WordOutcome, wordOutcomes } from "../../features/study-session/word-outcomes.ts";
import {
  gapOf,
  outcomeOfFeedback,
  type SessionState,
} from "../../features/study-session/session-state.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { WordIn } from "../../features/word-in/word-in.tsx";
import { serviceTime } from "../../platform/service-time.ts";
import { useText } from "../../text/use-text.ts";

/** Shorter times read "soon". */
const SOON_MS = 60_000;

/** The known facts about the memory of a word, in one or two sentences. */
export function MemoryLine({ entry }: { readonly entry: StudyWord }) {
  const { t, relative, percent, gap } = useText();
  const isSettled = useObservable(wordOutcomes).has(entry.word.id);
  const { state, recall } = entry;
  if (isSettled) return null;
  return (
    <Text size="small" tone="soft">
      {state === null
        ? t("study.memory_new")
        : t("study.memory_last", { when: relative(state.updatedAt, serviceTime.nowMs()) })}
      {gap}
      {state !== null && recall !== null && t("study.memory_chance", { chance: percent(recall) })}
    </Text>
  );
}

/** When and why the word returns that was just answered; part of the feedback on that answer. */
export function AnswerOutcome({ session }: { readonly session: SessionState }) {
  const outcomes = useObservable(wordOutcomes);
  const outcome = outcomeOfFeedback(session, outcomes);
  if (outcome === undefined) return null;
  return (
    <Text size="small" tone="soft">
      <WhenBack session={session} outcome={outcome} />
    </Text>
  );
}

/**
 * The sentence about the return of a word.
 * @param props.isShort without the reason
 */
export function WhenBack({
  session,
  outcome,
  isShort = false,
}: {
  readonly session: SessionState;
  readonly outcome: WordOutcome;
  readonly isShort?: boolean;
}) {
  const text = useText();
  const rules = useDayRules();
  const word = session.words[outcome.wordId]?.word.text;
  if (word === undefined || outcome.nextReviewDate === null) return null;
  const nowMs = serviceTime.nowMs();
  if (Date.parse(outcome.nextReviewDate) - nowMs < SOON_MS) {
    return <WordIn text="study.comes_back_soon" word={word} />;
  }
  const when = whenDueInSentence(outcome.nextReviewDate, nowMs, rules, text);
  const since = isShort ? undefined : gapOf(session, outcome.wordId);
  if (since === undefined) return <WordIn text="study.comes_back" word={word} values={{ when }} />;
  return (
    <WordIn
      text={since.isRecalled ? "study.comes_back_recalled" : "study.comes_back_slipped"}
      word={word}
      values={{ when, gap: text.duration(since.ms / 1_000), state: outcome.state }}
    />
  );
}
