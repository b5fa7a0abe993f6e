import { Button } from "@wordloom/ui";
import { useRef } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { Verdict } from "../../features/choices/verdict.tsx";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { writtenKinds } from "../../features/question/question-kind.ts";
import type { Answered } from "../../features/study-session/session-state.ts";
import { WordIn } from "../../features/word-in/word-in.tsx";
import { useFirstFocus } from "./use-first-focus.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/**
 * The line below an answered question: what happens to the word next, and the button to continue.
 */
export function FeedbackLine({
  answer,
  takenFor,
  language,
  canOverrule,
  onOverrule,
  onNext,
}: {
  readonly answer: Answered;
  /** The word that the learner confused it with. */
  readonly takenFor: string | undefined;
  /** Of the word asked for. */
  readonly language: string | undefined;
  readonly canOverrule: boolean;
  readonly onOverrule: () => void;
  readonly onNext: () => void;
}) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { keys } = useAppSettings();
  const next = useRef<HTMLButtonElement>(null);
  useFirstFocus(next);
  const took = writtenKinds.has(answer.kind) ? "study.typed_for" : "study.took_for";
  return (
    <div className={styles.after}>
      <Verdict isRight={answer.isCorrect}>
        {answer.isCorrect ? (
          t(answer.isLenient ? "study.right_lenient" : "study.was_right")
        ) : (
          <>
            {takenFor === undefined ? (
              t("study.was_wrong")
            ) : (
              <WordIn text={took} word={takenFor} language={language} />
            )}
            <p>{t("study.again_soon")}</p>
          </>
        )}
      </Verdict>
      <div className={styles.actions}>
        {canOverrule && <Button onClick={onOverrule}>{t("study.i_was_right")}</Button>}
        <Button ref={next} kind="primary" keys={printedKey(keys.reveal)} onClick={onNext}>
          {t("study.next")}
        </Button>
      </div>
    </div>
  );
}
