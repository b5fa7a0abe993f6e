import type { TextAttributes } from "@wordloom/language";
import { Button, CheckIcon, CrossIcon, cx, VisuallyHidden } from "@wordloom/ui";
import type { ReactNode } from "react";
import { useKeys } from "@wordloom/web";
import { useText } from "../../text/use-text.ts";
import styles from "./choices.module.css";

/** One of the answers to choose from. */
export interface Choice {
  readonly key: string;
  readonly text: string;
  readonly attributes: TextAttributes;
  readonly isRight: boolean;
}

/** Answers to choose from by finger, mouse or digit; once chosen, which one was right. */
export function Choices({
  choices,
  chosen,
  autoFocus = false,
  onChoose,
  children,
}: {
  readonly choices: readonly Choice[];
  /** Key of the chosen one. */
  readonly chosen?: string | undefined;
  /** Focuses the first answer. */
  readonly autoFocus?: boolean;
  readonly onChoose: (choice: Choice) => void;
  /** A further answer, such as "I don't know". */
  readonly children?: ReactNode;
}) {
  const { t } = useText();
  const isOpen = chosen === undefined;
  const digits = choices.map((choice, at) => [String(at + 1), () => onChoose(choice)] as const);
  useKeys(isOpen ? Object.fromEntries(digits) : {});
  return (
    <div role="group" aria-label={t("study.options")} className={styles.choices}>
      {choices.map((choice, at) => {
        const outcome = isOpen ? undefined : outcomeOf(choice, chosen);
        return (
          <Button
            key={choice.key}
            autoFocus={autoFocus && at === 0}
            disabled={!isOpen}
            icon={<Place at={at} outcome={outcome} />}
            className={cx(styles.choice, outcome !== undefined && styles[outcome])}
            onClick={() => onChoose(choice)}
          >
            <span {...choice.attributes}>{choice.text}</span>
            {outcome === "right" && <VisuallyHidden> {t("study.right")}</VisuallyHidden>}
            {outcome === "wrong" && <VisuallyHidden> {t("study.your_answer")}</VisuallyHidden>}
          </Button>
        );
      })}
      {children}
    </div>
  );
}

type Outcome = "right" | "wrong" | "other";

function outcomeOf({ key, isRight }: Choice, chosen: string): Outcome {
  if (isRight) return "right";
  return key === chosen ? "wrong" : "other";
}

/** The digit that chooses an answer, in a column as in study; then whether it was right. */
function Place({ at, outcome }: { readonly at: number; readonly outcome: Outcome | undefined }) {
  return (
    <span className={styles.place} aria-hidden="true">
      {outcome === "right" && <CheckIcon size={18} />}
      {outcome === "wrong" && <CrossIcon size={18} />}
      {(outcome === undefined || outcome === "other") && at + 1}
    </span>
  );
}
