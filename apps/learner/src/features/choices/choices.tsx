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
            keys={isOpen ? String(at + 1) : undefined}
            disabled={!isOpen}
            icon={iconOf(outcome)}
            className={cx(outcome !== undefined && styles[outcome])}
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

function iconOf(outcome: Outcome | undefined): ReactNode {
  if (outcome === "right") return <CheckIcon size={18} />;
  return outcome === "wrong" ? <CrossIcon size={18} /> : undefined;
}
