import type { WordPublic } from "@wordloom/contract";
import { CheckIcon, CrossIcon, cx } from "@wordloom/ui";
import type { Option } from "../../features/question/question.ts";
import { meaningAttributes, wordAttributes } from "../../features/question/word-language.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** Four options to choose from; after the answer, which was right and which was chosen. */
export function OptionList({
  options,
  chosen,
  isAnswered,
  hidden,
  word,
  showMeanings,
  onChoose,
}: {
  readonly options: readonly Option[];
  /** Text of the chosen option. */
  readonly chosen: string | null;
  readonly isAnswered: boolean;
  /** The option that a hint removed. */
  readonly hidden: Option | undefined;
  /** The word asked for; its options are in the same languages. */
  readonly word: WordPublic;
  readonly showMeanings: boolean;
  readonly onChoose: (option: Option) => void;
}) {
  const { t } = useText();
  const attributesOf = showMeanings ? meaningAttributes : wordAttributes;
  const outcomeOf = (option: Option) => {
    if (!isAnswered) return option === hidden ? "gone" : undefined;
    if (option.isRight) return "right";
    return option.text === chosen ? "wrong" : "gone";
  };
  return (
    <ol className={styles.options} aria-label={t("study.options")}>
      {options.map((option, index) => {
        const outcome = outcomeOf(option);
        const said = { right: t("study.right"), wrong: t("study.your_answer"), gone: "" };
        return (
          <li key={option.text}>
            <button
              type="button"
              className={cx(styles.option, outcome !== undefined && styles[outcome])}
              disabled={isAnswered || outcome === "gone"}
              onClick={() => onChoose(option)}
            >
              <span aria-hidden="true" className={styles.place}>
                {index + 1}
              </span>
              <span {...attributesOf(word, option.text)} className={styles.optionText}>
                {option.text}
              </span>
              {isAnswered && outcome !== undefined && outcome !== "gone" && (
                <span className={styles.outcome}>
                  {said[outcome]}
                  {outcome === "right" ? <CheckIcon /> : <CrossIcon />}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
