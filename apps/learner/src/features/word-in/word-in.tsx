import { Fragment, type ReactNode } from "react";
import { textAttributes } from "@wordloom/language";
import type { TextValues } from "@wordloom/web";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./word-in.module.css";

/** A placeholder for the word while the sentence is built; no text contains it. */
const MARK = "\uE000";

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
  const { t } = useText();
  const pieces = t(text, { ...values, [mark]: MARK }).split(MARK);
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
