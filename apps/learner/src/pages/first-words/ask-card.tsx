import { Button, Headword, LiveRegion, Text } from "@wordloom/ui";
import type { SampleWord } from "@wordloom/contract";
import { useLayoutEffect, useRef } from "react";
import { useKeys } from "@wordloom/web";
import { Choices, type Choice } from "../../features/choices/choices.tsx";
import { Verdict } from "../../features/choices/verdict.tsx";
import { choicesOf } from "../../features/first-words/first-answer.ts";
import type { FirstChoiceKind } from "../../features/first-words/first-words.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { meaningAttributes, wordAttributes } from "../../features/question/word-language.ts";
import type { Measured } from "../../features/study-session/measure.ts";
import { useStopWatch } from "../../features/study-session/use-stop-watch.ts";
import { Example } from "./meet-card.tsx";
import { WordSound } from "./word-sound-button.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./first-words-page.module.css";

const tasks = {
  "word-to-meaning": "study.task_word_to_meaning",
  "meaning-to-word": "study.task_meaning_to_word",
} as const;

/** Asks for the meaning of a word or for the word itself; then shows both, with an example. */
export function AskCard({
  entry,
  kind,
  asked,
  chosen,
  onChoose,
  onNext,
}: {
  readonly entry: SampleWord;
  readonly kind: FirstChoiceKind;
  /** How often it was asked before. */
  readonly asked: number;
  readonly chosen: Choice | undefined;
  readonly onChoose: (choice: Choice, measured: Measured) => void;
  readonly onNext: () => void;
}) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { word } = entry;
  const watch = useStopWatch(`${word.id} ${kind}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isAnswered = chosen !== undefined;
  const isWordShown = kind === "word-to-meaning" || isAnswered;
  useKeys(isAnswered ? { " ": onNext, Enter: onNext } : {});
  const outcome = isAnswered ? t(chosen.isRight ? "first.was_right" : "first.was_wrong") : "";
  return (
    <section className={styles.card}>
      <div className={styles.face}>
        <Text tone="soft" size="small">
          {t(tasks[kind])}
        </Text>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {isWordShown ? (
            <Headword size="question" {...wordAttributes(word)} className={styles.word}>
              {word.text}
            </Headword>
          ) : (
            <span {...meaningAttributes(word)} className={styles.meaning}>
              {word.meaning}
            </span>
          )}
        </h1>
        {isWordShown && <WordSound word={word} isSaid={!isAnswered} />}
        {isAnswered && <Example word={word} />}
      </div>
      <div className={styles.below}>
        <Choices
          choices={choicesOf(entry, kind, asked)}
          chosen={chosen?.key}
          onChoose={(choice) => onChoose(choice, watch.read())}
        />
        <LiveRegion text={outcome} />
        {isAnswered && (
          <div className={styles.after}>
            <div aria-hidden="true">
              <Verdict isRight={chosen.isRight}>{outcome}</Verdict>
            </div>
            <Button kind="primary" size="large" keys={printedKey(" ")} autoFocus onClick={onNext}>
              {t("study.next")}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
