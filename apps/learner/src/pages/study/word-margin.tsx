import type { SessionState } from "../../features/study-session/session-state.ts";
import type { StudyWord } from "../../features/study-session/study-word.ts";
import { ActButtons } from "./act-buttons.tsx";
import { LatestFate, MemoryLine } from "./memory-line.tsx";
import type { WordAct } from "./use-study-acts.ts";
import { Example, Parts } from "./example-and-parts.tsx";
import styles from "./study.module.css";

/** Beside the card on wide screens; while a question is open it tells nothing of the answer. */
export function WordMargin({
  session,
  entry,
  isOpen,
  acts,
}: {
  readonly session: SessionState;
  readonly entry: StudyWord;
  /** The question is not answered yet. */
  readonly isOpen: boolean;
  readonly acts: readonly WordAct[];
}) {
  return (
    <aside className={styles.margin}>
      {!isOpen && <Example entry={entry} />}
      {!isOpen && <Parts entry={entry} />}
      <MemoryLine entry={entry} />
      <LatestFate session={session} />
      <ActButtons acts={acts} />
    </aside>
  );
}
