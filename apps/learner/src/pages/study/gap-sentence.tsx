import { VisuallyHidden } from "@wordloom/ui";
import type { StudyWord } from "../../features/kit/study-word.ts";
import type { AskedSentence } from "../../features/question/asked-by-ear.ts";
import { wordAttributes } from "../../features/question/word-language.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./sentence.module.css";

/** A sentence with a gap for the word. The gap has one width, which tells nothing of the word's. */
export function GapSentence({
  word,
  sentence: { before, word: missing, after },
}: {
  readonly word: StudyWord["word"];
  readonly sentence: AskedSentence;
}) {
  const { t } = useText();
  return (
    <p {...wordAttributes(word, before + missing + after)} className={styles.sentence}>
      {before}
      <span className={styles.gap}>
        <VisuallyHidden>{t("study.gap")}</VisuallyHidden>
      </span>
      {after}
    </p>
  );
}
