import { Headword, Text } from "@wordloom/ui";
import { meaningAttributes, wordAttributes } from "../../features/question/word-language.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { Example, Parts } from "./example-and-parts.tsx";
import type { Pair } from "./taken-word.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/**
 * Help for a word missed twice: another sentence, its parts and origin, and the word it is confused
 * with alongside.
 */
export function WordHelp({
  entry,
  other,
}: {
  readonly entry: StudyWord;
  readonly other: Pair | undefined;
}) {
  const { t } = useText();
  const both = other === undefined ? [entry.word] : [entry.word, other];
  return (
    <section className={styles.help} aria-label={t("study.help")}>
      <Text size="small" tone="soft">
        {t("study.help")}
      </Text>
      <Example entry={entry} at={1} />
      <Parts entry={entry} />
      {other !== undefined && (
        <dl className={styles.pair}>
          {both.map(({ text, meaning }) => (
            <div key={text}>
              <Headword as="dt" {...wordAttributes(entry.word, text)}>
                {text}
              </Headword>
              <Text as="dd" size="small" {...meaningAttributes(entry.word, meaning)}>
                {meaning}
              </Text>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
