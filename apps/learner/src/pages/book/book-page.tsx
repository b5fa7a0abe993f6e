import {
  Button,
  Empty,
  Headline,
  Skeleton,
  SkeletonRows,
  Stack,
  Switch,
  Text,
  Row,
} from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { listWordbookWords, readWordbook, readWordbookProgress } from "virtual:endpoints";
import { Link, useParams, useSearch } from "wouter";
import { Reading } from "@wordloom/web";
import { BookProgress } from "../../features/books/book-row.tsx";
import { BookText, useOwnLanguage } from "../../features/books/book-text.tsx";
import { useChosenBooks } from "../../features/books/use-chosen-books.ts";
import { useBringWords } from "../../features/imports/use-bring-words.tsx";
import { AddWordButton } from "../../features/own-words/add-word-button.tsx";
import { WordList } from "../../features/words/word-list.tsx";
import { useRead, useReadPages } from "../../server-state/use-read.ts";
import { BookMenu } from "./book-menu.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./book-page.module.css";

const PER_PAGE = 50;

/** A book: its words, the learner's progress, and its actions. */
export function BookPage() {
  const { id = "" } = useParams();
  const { t } = useText();
  const book = useRead(readWordbook, { params: { id } });
  return (
    <Reading
      query={book}
      level={1}
      heading={t("books.book_failed")}
      skeleton={
        <Stack space={3}>
          <Skeleton height="3rem" width="50%" />
          <SkeletonRows rows={8} />
        </Stack>
      }
    >
      {(read) => <Book key={read.id} book={read} />}
    </Reading>
  );
}

function Book({ book }: { readonly book: Wordbook }) {
  const { t } = useText();
  const chosen = useChosenBooks();
  const isOwn = book.type === "user";
  const opensAtOnce = useSearch() === "fill" && isOwn;
  const progress = useRead(readWordbookProgress, { query: { wordbookIds: book.id } as never });
  const [own] = progress.data ?? [];
  const language = useOwnLanguage(book.name);
  /** A learner who fills an empty book wants to learn it. */
  const begin = () => {
    if (book.wordCount === 0 && chosen.ready) chosen.choose(book.id, true);
  };
  const bring = useBringWords({ opensAtOnce, book, onAdded: begin });
  return (
    <Stack space={4}>
      <Text size="small">
        <Link href="/books">{t("books.title")}</Link>
      </Text>
      <Stack space={2}>
        <Row spread align="start" className={styles.head} data-flush="">
          <Headline lang={language}>{book.name}</Headline>
          <BookMenu book={book} />
        </Row>
        {book.description !== "" && (
          <Text tone="soft">
            <BookText text={book.description} />
          </Text>
        )}
        {own !== undefined && <BookProgress name={book.name} progress={own} />}
        <Row spread>
          <Switch
            label={t("books.study_this")}
            checked={chosen.has(book.id)}
            disabled={!chosen.ready}
            onChange={(isChosen) => chosen.choose(book.id, isChosen)}
          />
          {isOwn && (
            <Row space={1}>
              <AddWordButton book={book} onAdded={begin} />
              <Button onClick={bring.open}>{t("imports.bring")}</Button>
            </Row>
          )}
        </Row>
      </Stack>
      {isOwn && bring.sheet}
      <BookWords book={book} />
    </Stack>
  );
}

function BookWords({ book }: { readonly book: Wordbook }) {
  const { t } = useText();
  const words = useReadPages(listWordbookWords, {
    params: { id: book.id },
    query: { perPage: PER_PAGE },
  });
  return (
    <Reading query={words} heading={t("words.failed")} skeleton={<SkeletonRows rows={8} />}>
      {({ pages }) => {
        const all = pages.flatMap(({ data }) => data.map((word) => ({ word })));
        if (all.length === 0) {
          return <Empty heading={t("books.book_empty")} text={t("books.book_empty_text")} />;
        }
        return (
          <Stack space={2}>
            <WordList words={all} {...(book.type === "user" && { bookId: book.id })} />
            {words.hasNextPage && (
              <Button busy={words.isFetchingNextPage} onClick={() => void words.fetchNextPage()}>
                {t("words.more")}
              </Button>
            )}
          </Stack>
        );
      }}
    </Reading>
  );
}
