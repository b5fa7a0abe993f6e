import { CheckIcon, CrossIcon, cx, Text, VisuallyHidden } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { isRecalled } from "../../features/question/asked-kind.ts";
import { wordAttributes } from "../../features/question/word-language.ts";
import { wordOutcomes } from "../../features/study-session/word-outcomes.ts";
import type { Answered, SessionState } from "../../features/study-session/session-state.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./last-answer.module.css";
import { WhenBack } from "./memory-line.tsx";

/**
 * Under the next card: the answer that the learner judged herself, which had no feedback of its
 * own, and when its word returns. Who goes on at once reads there of the word before, because the
 * service has an answer only when undo is over.
 */
export function LastAnswer({ session }: { readonly session: SessionState }) {
  const outcomes = useObservable(wordOutcomes);
  const [last, previous] = judgedLast(session);
  if (last === undefined) return null;
  const told = [last, previous].find(
    (one) => one !== undefined && outcomes.get(one.wordId)?.answerId === one.id,
  );
  const outcome = told && outcomes.get(told.wordId);
  return (
    <div className={styles.last}>
      <Judged key={last.id} session={session} answer={last} />
      {outcome !== undefined && (
        <Text size="small" tone="soft" className={styles.outcome}>
          <WhenBack session={session} outcome={outcome} isShort />
        </Text>
      )}
    </div>
  );
}

/** The latest answers if the learner judged them herself and went on. */
function judgedLast({ step, history }: SessionState): readonly (Answered | undefined)[] {
  if (step.current?.phase === "feedback") return [];
  const [last, previous] = history.slice(-2).toReversed();
  return last !== undefined && isRecalled(last.kind) ? [last, previous] : [];
}

function Judged({
  session,
  answer: { wordId, isCorrect },
}: {
  readonly session: SessionState;
  readonly answer: Answered;
}) {
  const { t } = useText();
  const word = session.words[wordId]?.word;
  if (word === undefined) return null;
  const Sign = isCorrect ? CheckIcon : CrossIcon;
  return (
    <p className={styles.judged}>
      <span className={cx(styles.mark, isCorrect ? styles.right : styles.wrong)}>
        <Sign size={12} />
      </span>
      <span {...wordAttributes(word)} className={styles.word}>
        {word.text}
      </span>
      <VisuallyHidden>{t(isCorrect ? "study.grade_yes" : "study.grade_no")}</VisuallyHidden>
    </p>
  );
}
