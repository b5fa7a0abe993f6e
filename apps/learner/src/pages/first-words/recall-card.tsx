import { Button, Headword, Text } from "@wordloom/ui";
import type { SampleWord } from "@wordloom/contract";
import { useLayoutEffect, useRef, useState } from "react";
import { useKeys } from "@wordloom/web";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { meaningAttributes, wordAttributes } from "../../features/question/word-language.ts";
import type { Measured } from "../../features/study-session/measure.ts";
import { useStopWatch } from "../../features/study-session/use-stop-watch.ts";
import { Example } from "./meet-card.tsx";
import { WordSound } from "./word-sound-button.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./first-words-page.module.css";

/** Forgotten, or recalled. */
type Rating = 0 | 2;

/** Shows a word, then its meaning, and lets the visitor judge herself. */
export function RecallCard({
  entry: { word },
  onRated,
}: {
  readonly entry: SampleWord;
  readonly onRated: (rating: Rating, measured: Measured) => void;
}) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const watch = useStopWatch(`${word.id} recall`);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const [recalled, setRecalled] = useState<Measured>();
  const reveal = () => setRecalled(watch.read());
  const rate = (rating: Rating) => recalled && onRated(rating, recalled);
  const isRevealed = recalled !== undefined;
  useKeys(isRevealed ? { "1": () => rate(0), "2": () => rate(2) } : { " ": reveal, Enter: reveal });
  return (
    <section className={styles.card}>
      <div className={styles.face}>
        <Text tone="soft" size="small">
          {t("study.task_recall")}
        </Text>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          <Headword size="question" {...wordAttributes(word)} className={styles.word}>
            {word.text}
          </Headword>
        </h1>
        <WordSound word={word} isSaid={!isRevealed} />
        {isRevealed && (
          <>
            <p {...meaningAttributes(word)} className={styles.meaning} role="status">
              {word.meaning}
            </p>
            <Example word={word} />
          </>
        )}
      </div>
      <div className={styles.below}>
        {isRevealed ? (
          <div className={styles.grades} role="group" aria-label={t("study.how_was_it")}>
            <Button size="large" wide keys="1" onClick={() => rate(0)}>
              {t("study.grade_no")}
            </Button>
            <Button kind="primary" size="large" wide keys="2" onClick={() => rate(2)}>
              {t("study.grade_yes")}
            </Button>
          </div>
        ) : (
          <Button kind="primary" size="large" wide keys={printedKey(" ")} onClick={reveal}>
            {t("study.reveal")}
          </Button>
        )}
      </div>
    </section>
  );
}
