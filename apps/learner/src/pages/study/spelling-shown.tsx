import { Text } from "@wordloom/ui";
import type { Judgment, TextAttributes } from "@wordloom/language";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** What to watch in an answer that is right all the same. */
const notes = {
  accent: "study.note_accent",
  article: "study.note_article",
  slip: "study.note_slip",
} as const;

function labelOf({ note, isRight, isWhole }: Judgment & { readonly isWhole?: boolean }): TextKey {
  if (note !== null) return notes[note];
  return isRight && isWhole === false ? "study.note_sentence" : "study.you_wrote";
}

/** The typed text, with superfluous letters struck out and missing ones underlined. */
export function SpellingShown({
  given,
  judgment,
  attributes,
}: {
  readonly given: string;
  readonly judgment: Judgment & { readonly isWhole?: boolean };
  readonly attributes: TextAttributes;
}) {
  const { t } = useText();
  return (
    <div className={styles.written}>
      <Text as="span" size="small" tone="soft">
        {t(labelOf(judgment))}
      </Text>
      <span {...attributes} className={styles.pieces}>
        {given.trim() === ""
          ? t("study.nothing_written")
          : judgment.pieces.map(({ text, kind }, index) => {
              if (kind === "extra") return <del key={index}>{text}</del>;
              if (kind === "missing") return <ins key={index}>{text}</ins>;
              return <span key={index}>{text}</span>;
            })}
      </span>
    </div>
  );
}
