import type { ReactNode } from "react";
import { textAttributes } from "@wordloom/language";
import type { TextValues } from "@wordloom/web";
import type { TextKey } from "../../text/keys.ts";
import { SentenceWith } from "./sentence-with.tsx";
import styles from "./word-in.module.css";

/** A sentence that contains a text of another language, at `{word}` or another mark. */
export function WordIn({
  text,
  word,
  language,
  mark = "word",
  values = {},
}: {
  readonly text: TextKey;
  readonly word: string;
  /** Of the word, where it is known. */
  readonly language?: string | undefined;
  readonly mark?: string;
  readonly values?: TextValues;
}): ReactNode {
  return (
    <SentenceWith text={text} mark={mark} values={values}>
      <span {...textAttributes(word, language)} className={styles.word}>
        {word}
      </span>
    </SentenceWith>
  );
}
