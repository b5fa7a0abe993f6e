import { Headword, ListRow } from "@wordloom/ui";
import type { LearningRecord, WordPublic } from "@wordloom/contract";
import { readWordBatch } from "virtual:endpoints";
import type { ReactNode } from "react";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { wordAttributes } from "../question/word-language.ts";

/** The word of an answer; null for one that was deleted, undefined until it is known. */
type AnsweredWord = WordPublic | null | undefined;

/** Answers hold no words, so one more call reads them. @returns the word with an id */
export function useAnsweredWords(
  records: readonly LearningRecord[],
): (wordId: string) => AnsweredWord {
  const ids = [...new Set(records.map(({ wordId }) => wordId))];
  const { data } = useRead(readWordBatch, { body: { ids } }, { enabled: ids.length > 0 });
  const wordOf = new Map(data?.map((word) => [word.id, word]));
  return (id) => wordOf.get(id) ?? (data === undefined ? undefined : null);
}

/** An answer in a list. It outlives its word, and then leads nowhere. */
export function AnswerRow({
  record,
  word,
  detail,
  end,
}: {
  readonly record: LearningRecord;
  readonly word: AnsweredWord;
  readonly detail?: ReactNode;
  readonly end: ReactNode;
}) {
  const { t } = useText();
  return (
    <ListRow
      tone={record.isCorrect ? "firm" : "slip"}
      {...(word !== null && { href: `/words/${record.wordId}` })}
      {...{ detail, end }}
    >
      {word === null ? (
        t("answers.deleted_word")
      ) : (
        <Headword {...wordAttributes(word ?? {})}>{word?.text ?? "…"}</Headword>
      )}
    </ListRow>
  );
}
