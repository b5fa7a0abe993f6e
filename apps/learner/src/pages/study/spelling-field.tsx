import { Button, isComposing } from "@wordloom/ui";
import { useLayoutEffect, useRef, useState } from "react";
import { wordAttributes } from "../../features/question/word-language.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** The field for typing the word. During composition, Enter belongs to the input method. */
export function SpellingField({
  entry,
  onWritten,
}: {
  readonly entry: StudyWord;
  readonly onWritten: (text: string) => void;
}) {
  const { t } = useText();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      className={styles.spelling}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onWritten(text);
      }}
    >
      <input
        ref={field}
        className={styles.field}
        aria-label={t("study.write")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && isComposing(event.nativeEvent)) event.preventDefault();
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
