import { Button, Checkbox, Progress, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { CenterBookEntry, Wordbook } from "@wordloom/contract";
import { browseCenter, listWordbookWords, readCenterSettings } from "virtual:endpoints";
import { useState } from "react";
import { Link } from "wouter";
import { Reading } from "@wordloom/web";
import { BookText } from "../../features/books/book-text.tsx";
import { CenterPreview } from "../../features/books/center-preview.tsx";
import { useImport } from "../../features/books/use-import.ts";
import { wordAttributes } from "../../features/question/word-language.ts";
import { suits } from "../../features/books/book-languages.ts";
import { useRead } from "../../server-state/use-read.ts";
import styles from "./start-page.module.css";
import type { Start } from "./use-start.ts";
import { useText } from "../../text/use-text.ts";

const PREVIEW_WORDS = 10;

/** Books to start with: the service's first, then the center's, or the learner's own list. */
export function BookChoice({ start }: { readonly start: Start }) {
  const { t } = useText();
  return (
    <Reading query={start.system} heading={t("books.failed")} skeleton={<SkeletonRows rows={4} />}>
      {(system) => (
        <ul className={styles.books} role="list">
          {[...start.own, ...system.filter((book) => suits(book, start.spoken))].map((book) => (
            <Choice key={book.id} book={book} start={start} />
          ))}
          <CenterChoices start={start} />
          <li className={styles.book}>
            <Link href="/books?new">{t("start.own_list")}</Link>
            <Text tone="soft" size="small">
              {t("start.own_list_text")}
            </Text>
          </li>
        </ul>
      )}
    </Reading>
  );
}

function Choice({ book, start }: { readonly book: Wordbook; readonly start: Start }) {
  const { t, number } = useText();
  const [isOpen, setOpen] = useState(false);
  const isChosen = start.has(book.id);
  return (
    <li className={styles.book}>
      <Checkbox
        label={<BookText text={book.name} />}
        hint={<BookText text={book.description} />}
        checked={isChosen}
        onChange={(checked) => start.choose(book.id, checked)}
        end={
          <Text as="span" tone="soft" size="small" figures>
            {number(book.wordCount)}
          </Text>
        }
      />
      <div className={styles.more}>
        {isChosen || isOpen ? (
          <Preview bookId={book.id} />
        ) : (
          <Button kind="plain" size="small" onClick={() => setOpen(true)}>
            {t("start.look_inside")}
          </Button>
        )}
      </div>
    </li>
  );
}

function Preview({ bookId }: { readonly bookId: string }) {
  const { data } = useRead(listWordbookWords, {
    params: { id: bookId },
    query: { perPage: PREVIEW_WORDS },
  });
  if (data === undefined) return null;
  const texts = data.data.map(({ text }) => text);
  return (
    <p className={styles.preview} {...wordAttributes(data.data[0] ?? {})}>
      {texts.join(", ")} …
    </p>
  );
}

function CenterChoices({ start }: { readonly start: Start }) {
  const { t, number } = useText();
  const settings = useRead(readCenterSettings);
  const center = useRead(browseCenter, undefined, {
    enabled: settings.data != null && settings.data.wordbookCenterUrl !== null,
  });
  const { bring } = useImport();
  const [open, setOpen] = useState<CenterBookEntry>();
  const take = (id: string) =>
    bring.mutate(id, { onSuccess: ({ wordbook }) => start.choose(wordbook.id, true) });
  const books = (center.data ?? []).filter(({ imported }) => !imported);
  return (
    <>
      {books.map((book) => (
        <li key={book.id} className={styles.book}>
          <Checkbox
            label={<BookText text={book.name} />}
            hint={t("start.from_center")}
            checked={bring.isPending && bring.variables === book.id}
            disabled={bring.isPending}
            onChange={() => take(book.id)}
            end={
              <Text as="span" tone="soft" size="small" figures>
                {number(book.wordCount)}
              </Text>
            }
          />
          <Stack space={1} className={styles.more}>
            <div>
              <Button kind="plain" size="small" onClick={() => setOpen(book)}>
                {t("start.look_inside")}
              </Button>
            </div>
            {bring.isPending && bring.variables === book.id && (
              <Progress label={t("books.importing", { book: book.name })} size="thin" />
            )}
          </Stack>
        </li>
      ))}
      {open !== undefined && <CenterPreview book={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
