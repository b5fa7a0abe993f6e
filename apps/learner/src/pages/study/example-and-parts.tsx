import { Text } from "@wordloom/ui";
import { Fragment } from "react";
import { languageOfText } from "../../features/question/text-language.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import styles from "./study.module.css";

/** A sentence with the word highlighted. */
export function Example({ entry }: { readonly entry: StudyWord }) {
  const sentence = entry.content.contexts[0]?.sentence ?? entry.word.examples[0];
  if (sentence === undefined) return null;
  const at = sentence.toLowerCase().indexOf(entry.word.text.toLowerCase());
  const end = at + entry.word.text.length;
  return (
    <Text size="small" tone="soft" lang={languageOfText(sentence)}>
      {at < 0 ? (
        sentence
      ) : (
        <>
          {sentence.slice(0, at)}
          <span className={styles.inSentence}>{sentence.slice(at, end)}</span>
          {sentence.slice(end)}
        </>
      )}
    </Text>
  );
}

/** The parts of the word and its origin. */
export function Parts({ entry: { content } }: { readonly entry: StudyWord }) {
  if (content.morphemes.length === 0 && content.etymology === null) return null;
  return (
    <div>
      {content.morphemes.length > 0 && (
        <Text size="small" tone="soft">
          {content.morphemes.map(({ text, meaning }, index) => (
            <Fragment key={index}>
              {index > 0 && " · "}
              <span lang={languageOfText(text)}>{text}</span>{" "}
              <span className={styles.partMeaning} lang={languageOfText(meaning)}>
                {meaning}
              </span>
            </Fragment>
          ))}
        </Text>
      )}
      {content.etymology !== null && (
        <Text size="small" tone="soft" lang={languageOfText(content.etymology)}>
          {content.etymology}
        </Text>
      )}
    </div>
  );
}
