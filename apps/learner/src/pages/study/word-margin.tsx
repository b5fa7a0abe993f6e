import { cx } from "@wordloom/ui";
import { memo, useDeferredValue } from "react";
import type { AskedSentence } from "../../features/question/asked-by-ear.ts";
import type { SessionState } from "../../features/study-session/session-state.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { ActList } from "./act-buttons.tsx";
import { LastAnswer } from "./last-answer.tsx";
import { AnswerOutcome, MemoryLine } from "./memory-line.tsx";
import type { Acting } from "./use-study-acts.ts";
import { Example, Parts } from "./example-and-parts.tsx";
import styles from "./study.module.css";

/**
 * The margins beside the card on wide screens: on its left what can be done, on its right what is
 * known about the word. They reveal nothing while a question is open.
 */
export function Margins({
  session,
  entry,
  acting,
  acts,
  sentence,
  isOpen,
}: {
  readonly session: SessionState;
  readonly entry: StudyWord;
  readonly acting: Acting;
  readonly acts: Acting["acts"];
  /** The one that was asked. */
  readonly sentence: AskedSentence | undefined;
  /** The question is not answered yet, and its answer not shown. */
  readonly isOpen: boolean;
}) {
  // Drawn after the card, which the learner looks at first.
  const later = useDeferredValue({ session, entry });
  const laterActs = useDeferredValue({ acts, said: acting.said, session });
  return (
    <>
      <aside className={styles.margin}>
        {!isOpen && <Example entry={entry} sentence={sentence} />}
        {!isOpen && <Parts entry={entry} />}
        <Memory {...later} />
      </aside>
      <div className={styles.actMargin}>
        <Acts {...laterActs} />
      </div>
    </>
  );
}

const Memory = memo(function Memory({
  session,
  entry,
}: {
  readonly session: SessionState;
  readonly entry: StudyWord;
}) {
  return (
    <>
      <MemoryLine entry={entry} />
      <AnswerOutcome session={session} />
    </>
  );
});

const Acts = memo(function Acts({
  acts,
  said,
  session,
}: Pick<Acting, "acts" | "said"> & { readonly session: SessionState }) {
  return (
    <>
      <ActList acts={acts} />
      <p role="status" className={cx(said !== undefined && styles.saidLine)}>
        {said}
      </p>
      {said === undefined && <LastAnswer session={session} />}
    </>
  );
});
