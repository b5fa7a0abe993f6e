import { Button, cx, isComposing } from "@wordloom/ui";
import { useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from "react";
import { wordAttributes } from "../../features/question/word-language.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { useText } from "../../text/use-text.ts";
import sentence from "./sentence.module.css";
import styles from "./study.module.css";

/**
 * The field for typing the word, or the sentence that was heard. During composition, Enter belongs
 * to the input method.
 */
export function SpellingField({
  entry,
  isSentence,
  onBegun,
  onWritten,
}: {
  readonly entry: StudyWord;
  readonly isSentence: boolean;
  /** Called at the first letter. */
  readonly onBegun: () => void;
  readonly onWritten: (text: string) => void;
}) {
  const { t } = useText();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const Field = isSentence ? "textarea" : "input";
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      className={styles.spelling}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onWritten(text);
      }}
    >
      <Field
        ref={field}
        className={cx(styles.field, isSentence && sentence.field)}
        aria-label={t(isSentence ? "study.write_sentence" : "study.write")}
        value={text}
        {...(isSentence && { rows: 2 })}
        onChange={({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
          if (text === "") onBegun();
          setText(target.value);
        }}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
          const isOfInputMethod = isComposing(event.nativeEvent);
          if (event.key !== "Enter" || (!isOfInputMethod && !isSentence)) return;
          event.preventDefault();
          if (!isOfInputMethod) field.current?.form?.requestSubmit();
        }}
        {...wordAttributes(entry.word)}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
      />
      <div className={styles.actions}>
        <Button onClick={() => onWritten("")}>{t("study.do_not_know")}</Button>
        <Button kind="primary" type="submit" keys="↵">
          {t("study.check")}
        </Button>
      </div>
    </form>
  );
}
