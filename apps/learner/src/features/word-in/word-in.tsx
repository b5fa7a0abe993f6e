import { Fragment, type ReactNode } from "react";
import { textAttributes } from "@wordloom/language";
import type { TextValues } from "@wordloom/web";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./word-in.module.css";

/** A placeholder for the word while the sentence is built; no text contains it. */
const MARK = "\uE000";

/** A sentence that contains a word of another language, at `{word}` in the text. */
export function WordIn({
  text,
  word,
  language,
  values = {},
}: {
  readonly text: TextKey;
  readonly word: string;
  /** Of the word, where it is known. */
  readonly language?: string | undefined;
  readonly values?: TextValues;
}): ReactNode {
  const { t } = useText();
  const pieces = t(text, { ...values, word: MARK }).split(MARK);
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <span {...textAttributes(word, language)} className={styles.word}>
          {word}
        </span>
      )}
      {piece}
    </Fragment>
  ));
}
