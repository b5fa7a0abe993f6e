import { Button, cx, Headword, Text } from "@wordloom/ui";
import { useRef } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { meaningAttributes, wordAttributes } from "../../features/question/word-language.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { PartSound } from "../../features/sound/part-sound.tsx";
import { Pronunciation } from "./question-face.tsx";
import { Example, Parts } from "./example-and-parts.tsx";
import { KnownButton } from "./act-buttons.tsx";
import { useFirstFocus } from "./use-first-focus.ts";
import type { Acting } from "./use-study-acts.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** Shows a new word before it is asked. */
export function Introduction({
  entry,
  acts,
  isWide,
  onNext,
}: {
  readonly entry: StudyWord;
  readonly acts: Acting["acts"];
  /** The acts stand beside the card. */
  readonly isWide: boolean;
  readonly onNext: () => void;
}) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { keys } = useAppSettings();
  const heading = useRef<HTMLHeadingElement>(null);
  useFirstFocus(heading);
  const { word } = entry;
  return (
    <section className={styles.card}>
      <div className={styles.face}>
        <Text tone="firm" size="small">
          {t("study.new_word")}
        </Text>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          <Headword {...wordAttributes(word)} size="question" className={styles.word}>
            {word.text}
          </Headword>
        </h1>
        <Pronunciation entry={entry} isTold />
        <p {...meaningAttributes(word)} className={styles.gloss}>
          {word.meaning} <PartSound word={word} part="meaning" />
        </p>
        <div className={styles.narrowOnly}>
          <Example entry={entry} />
          <Parts entry={entry} />
        </div>
      </div>
      <div className={cx(styles.below, styles.introduced)}>
        {!isWide && <KnownButton acts={acts} />}
        <Button kind="primary" size="large" wide keys={printedKey(keys.reveal)} onClick={onNext}>
          {t("study.next")}
        </Button>
      </div>
    </section>
  );
}
