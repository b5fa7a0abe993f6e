import { Button } from "@wordloom/ui";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** Again, hard, good, easy: 0 to 3; with two buttons the first and the third. */
export const gradesOf = (count: 2 | 4): readonly (0 | 1 | 2 | 3)[] =>
  count === 2 ? [0, 2] : [0, 1, 2, 3];

const names = ["grade_again", "grade_hard", "grade_good", "grade_easy"] as const;

/** Shows the meaning, or the word, first, then asks the learner how well she recalled it. */
export function RecallGrades({
  isOfWord,
  isRevealed,
  onReveal,
  onGrade,
}: {
  readonly isOfWord: boolean;
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
  readonly onGrade: (rating: 0 | 1 | 2 | 3) => void;
}) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { grades, keys } = useAppSettings();
  if (!isRevealed) {
    return (
      <Button kind="primary" size="large" wide keys={printedKey(keys.reveal)} onClick={onReveal}>
        {t(isOfWord ? "study.reveal_word" : "study.reveal")}
      </Button>
    );
  }
  return (
    <div className={styles.grades} role="group" aria-label={t("study.how_was_it")}>
      {gradesOf(grades).map((rating, index) => (
        <Button
          key={rating}
          size="large"
          wide
          kind={rating === 2 ? "primary" : "quiet"}
          keys={String(index + 1)}
          onClick={() => onGrade(rating)}
        >
          {grades === 2
            ? t(rating === 0 ? "study.grade_no" : "study.grade_yes")
            : t(`study.${names[rating]}`)}
        </Button>
      ))}
    </div>
  );
}
