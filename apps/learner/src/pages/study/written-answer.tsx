import { Text } from "@wordloom/ui";
import type { Judgment, TextAttributes } from "@wordloom/language";
import type { TextKey } from "../../text/keys.ts";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { judgeWritten } from "../../features/judge/judge-written.ts";
import type { Question } from "../../features/question/question.ts";
import { wordAttributes, wordLanguage } from "../../features/question/word-language.ts";
import type { Answered, SessionState } from "../../features/study-session/session-state.ts";
import { WordIn } from "../../features/word-in/word-in.tsx";
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

/** What was typed, where it deserves a look. */
export function WrittenAnswer({
  session,
  question,
  answer,
}: {
  readonly session: SessionState;
  readonly question: Question;
  readonly answer: Answered;
}) {
  const { tolerance } = useAppSettings();
  const given = answer.given ?? "";
  const { word } = question.word;
  const judgment = judgeWritten(given, question, session.words, tolerance);
  if (judgment.synonym !== undefined) {
    return (
      <Text size="small" tone="soft" className={styles.written}>
        <WordIn text="study.same_meaning" word={judgment.synonym} language={wordLanguage(word)} />
      </Text>
    );
  }
  const isClean = judgment.isRight && judgment.note === null && judgment.isWhole !== false;
  return isClean ? null : (
    <SpellingShown given={given} judgment={judgment} attributes={wordAttributes(word)} />
  );
}

/** The typed text, with superfluous letters struck out and missing ones underlined. */
function SpellingShown({
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
