import { ListRow, Progress } from "@wordloom/ui";
import type { Wordbook, WordbookProgress } from "@wordloom/contract";
import { BookText } from "./book-text.tsx";
import type { useChosenBooks } from "./use-chosen-books.ts";
import { useText } from "../../text/use-text.ts";

/** A book: whether it is studied, and how much of it the learner has learned. */
export function BookRow({
  book,
  progress,
  chosen,
}: {
  readonly book: Wordbook;
  readonly progress: WordbookProgress | undefined;
  readonly chosen: ReturnType<typeof useChosenBooks>;
}) {
  const { t } = useText();
  const isMet = progress !== undefined && progress.studiedWords > 0;
  return (
    <ListRow
      href={`/books/${book.id}`}
      select={{
        label: t("books.study_book", { book: book.name }),
        checked: chosen.has(book.id),
        onChange: (checked) => chosen.choose(book.id, checked),
      }}
      // The progress line already shows the number of words.
      {...(!isMet && { end: t("books.word_count", { count: book.wordCount }) })}
      detail={
        isMet ? (
          <BookProgress name={book.name} progress={progress} />
        ) : (
          <BookText text={book.description} />
        )
      }
    >
      <BookText text={book.name} />
    </ListRow>
  );
}

export function BookProgress({
  name,
  progress: { studiedWords, masteredWords, wordCount },
}: {
  readonly name: string;
  readonly progress: WordbookProgress;
}) {
  const { t } = useText();
  return (
    <Progress
      label={name}
      size="thin"
      value={studiedWords}
      max={Math.max(wordCount, 1)}
      text={t("books.progress", { met: studiedWords, firm: masteredWords, all: wordCount })}
      showText
    />
  );
}
