import { wordPlace } from "@wordloom/language";
import { Text } from "@wordloom/ui";
import { Fragment } from "react";
import {
  meaningAttributes,
  textAttributesOf,
  wordAttributes,
  wordLanguage,
} from "../../features/question/word-language.ts";
import type { AskedSentence } from "../../features/question/asked-by-ear.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { PartSound } from "../../features/sound/part-sound.tsx";
import { examplePart } from "../../features/sound/word-sound.ts";
import styles from "./study.module.css";

/**
 * A sentence with the word highlighted, and its translation if the word brings one. Library
 * examples are translated at the same position of `exampleMeanings`.
 */
export function Example({
  entry,
  sentence: asked,
  at: place = 0,
}: {
  readonly entry: StudyWord;
  /** The one that was asked, in place of those that the word brings. */
  readonly sentence?: AskedSentence | undefined;
  /** Which of its sentences, from 0; nothing is shown if it has fewer. */
  readonly at?: number;
}) {
  const word: Translated = entry.word;
  const brought = entry.content.contexts[place]?.sentence ?? word.examples[place];
  const sentence = asked === undefined ? brought : word.examples[asked.at];
  if (sentence === undefined) return null;
  const marked =
    asked === undefined
      ? wordPlace(sentence, { text: word.text, language: wordLanguage(word) })
      : askedPlace(sentence, asked);
  const meaning = word.exampleMeanings?.[word.examples.indexOf(sentence)];
  return (
    <div className={styles.example}>
      <p {...wordAttributes(entry.word, sentence)} className={styles.sentence}>
        {marked === undefined ? (
          sentence
        ) : (
          <>
            {sentence.slice(0, marked.from)}
            <b className={styles.inSentence}>{sentence.slice(marked.from, marked.to)}</b>
            {sentence.slice(marked.to)}
          </>
        )}{" "}
        <PartSound word={word} part={examplePart(word, sentence)} />
      </p>
      {meaning !== undefined && meaning !== "" && (
        <p {...meaningAttributes(entry.word, meaning)} className={styles.translation}>
          {meaning}
        </p>
      )}
    </div>
  );
}

/** What was asked is the sentence without space around it. */
function askedPlace(sentence: string, { before, word }: AskedSentence) {
  const from = sentence.length - sentence.trimStart().length + before.length;
  return { from, to: from + word.length };
}

/** Kits that an earlier service made have no translations. */
type Translated = Omit<StudyWord["word"], "exampleMeanings"> &
  Partial<Pick<StudyWord["word"], "exampleMeanings">>;

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
              <span {...textAttributesOf(text)}>{text}</span>{" "}
              <span className={styles.partMeaning} {...textAttributesOf(meaning)}>
                {meaning}
              </span>
            </Fragment>
          ))}
        </Text>
      )}
      {content.etymology !== null && (
        <Text size="small" tone="soft" lang="en" dir="ltr">
          {content.etymology}
        </Text>
      )}
    </div>
  );
}
