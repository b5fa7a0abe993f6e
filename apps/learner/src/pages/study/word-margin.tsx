import { memo, useDeferredValue } from "react";
import type { SessionState } from "../../features/study-session/session-state.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { ActButtons } from "./act-buttons.tsx";
import { LatestOutcome, MemoryLine } from "./memory-line.tsx";
import type { WordAct } from "./use-study-acts.ts";
import { Example, Parts } from "./example-and-parts.tsx";
import styles from "./study.module.css";

interface About {
  readonly session: SessionState;
  readonly entry: StudyWord;
  readonly acts: readonly WordAct[];
}

/** The margin beside the card on wide screens; reveals nothing while a question is open. */
export function WordMargin({
  isOpen,
  ...about
}: About & {
  /** The question is not answered yet, and its answer not shown. */
  readonly isOpen: boolean;
}) {
  const later = useDeferredValue(about);
  return (
    <aside className={styles.margin}>
      {!isOpen && <Example entry={about.entry} />}
      {!isOpen && <Parts entry={about.entry} />}
      <Beside {...later} />
    </aside>
  );
}

/** Drawn after the card, which the learner looks at first. */
const Beside = memo(function Beside({ session, entry, acts }: About) {
  return (
    <>
      <MemoryLine entry={entry} />
      <LatestOutcome session={session} />
      <ActButtons acts={acts} />
    </>
  );
});
