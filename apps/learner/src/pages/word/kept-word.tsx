import { Columns, Notice, Section, Stack, Text } from "@wordloom/ui";
import type { ReactNode } from "react";
import { useWaitingEdits } from "../../features/own-words/use-waiting-edits.ts";
import { useKeptWord } from "../../features/study-session/kept-word.ts";
import { useText } from "../../text/use-text.ts";
import { BuiltOf, ConfusedWith, Sentences } from "./word-details.tsx";
import { WordHead } from "./word-head.tsx";
import styles from "./word-page.module.css";

/** A word as stored in this browser, shown when the service cannot be asked. */
export function KeptWord({
  wordId,
  failed,
  skeleton,
}: {
  readonly wordId: string;
  /** Shown if the word is not stored. */
  readonly failed: ReactNode;
  readonly skeleton: ReactNode;
}) {
  const { t } = useText();
  const kept = useKeptWord(wordId);
  const withEdits = useWaitingEdits();
  if (kept === undefined) return skeleton;
  if (kept === "none") return failed;
  const { content, note } = kept;
  const word = withEdits(kept.word);
  const sentences = [...word.examples, ...content.contexts.map(({ sentence }) => sentence)];
  return (
    <Columns>
      <Stack space={5}>
        <WordHead word={word} />
        <Sentences word={word} sentences={sentences} />
        <BuiltOf
          word={word}
          morphemes={content.morphemes}
          etymology={content.etymology ?? undefined}
        />
      </Stack>
      <Stack space={5}>
        <Notice>{t("word.kept")}</Notice>
        <ConfusedWith word={word} pairs={content.confusables} />
        {note !== null && (
          <Section heading={t("word.notes")} ruled>
            <Text dir="auto" className={styles.note}>
              {note.content}
            </Text>
          </Section>
        )}
      </Stack>
    </Columns>
  );
}
