import { Button, Headword, Text } from "@wordloom/ui";
import type { SampleWord } from "@wordloom/contract";
import { useKeys } from "@wordloom/web";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { pronunciationText } from "../../features/question/word-facts.ts";
import {
  meaningAttributes,
  soundAttributes,
  wordAttributes,
} from "../../features/question/word-language.ts";
import { useText } from "../../text/use-text.ts";
import { WordSound } from "./word-sound-button.tsx";
import styles from "./first-words-page.module.css";

/** Shows a word before it is asked. */
export function MeetCard({
  entry: { word },
  onNext,
}: {
  readonly entry: SampleWord;
  readonly onNext: () => void;
}) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const sound = word.pronunciation ?? word.reading;
  useKeys({ " ": onNext, Enter: onNext });
  return (
    <section className={styles.card}>
      <div className={styles.face}>
        <Text tone="firm" size="small">
          {t("study.new_word")}
        </Text>
        <Headword as="h1" size="question" {...wordAttributes(word)} className={styles.word}>
          {word.text}
        </Headword>
        <div className={styles.said}>
          {sound !== null && (
            <Text as="span" tone="soft" {...soundAttributes(word, sound)}>
              {pronunciationText(sound, t)}
            </Text>
          )}
          <WordSound word={word} isSaid />
        </div>
        <p {...meaningAttributes(word)} className={styles.meaning}>
          {word.meaning}
        </p>
        <Example word={word} />
      </div>
      <div className={styles.below}>
        <Button kind="primary" size="large" wide keys={printedKey(" ")} autoFocus onClick={onNext}>
          {t("study.next")}
        </Button>
      </div>
    </section>
  );
}

/** The first sentence with the word, and its translation if there is one. */
export function Example({ word }: { readonly word: SampleWord["word"] }) {
  const [sentence] = word.examples;
  if (sentence === undefined) return null;
  const meaning = word.exampleMeanings?.[0] ?? "";
  return (
    <div>
      <Text tone="soft" {...wordAttributes(word, sentence)}>
        {sentence}
      </Text>
      {meaning !== "" && (
        <Text tone="faint" size="small" {...meaningAttributes(word, meaning)}>
          {meaning}
        </Text>
      )}
    </div>
  );
}
