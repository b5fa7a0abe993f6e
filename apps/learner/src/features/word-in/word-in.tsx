import { Fragment, type ReactNode } from "react";
import type { TextValues } from "@wordloom/web";
import { languageOfText } from "../question/text-language.ts";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./word-in.module.css";

/** A placeholder for the word while the sentence is built; no text contains it. */
const MARK = "\uE000";

/** A sentence that contains a word of another language, at `{word}` in the text. */
export function WordIn({
  text,
  word,
  values = {},
}: {
  readonly text: TextKey;
  readonly word: string;
  readonly values?: TextValues;
}): ReactNode {
  const { t } = useText();
  const pieces = t(text, { ...values, word: MARK }).split(MARK);
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <span lang={languageOfText(word)} className={styles.word}>
          {word}
        </span>
      )}
      {piece}
    </Fragment>
  ));
}
