import { Progress, Section, Stack, Text } from "@wordloom/ui";
import type { WordbookProgress } from "@wordloom/contract";
import {
  listSystemWordbooks,
  listUserWordbooks,
  readStudyConfig,
  readWordbookProgress,
} from "virtual:endpoints";
import { Loaded, together } from "@wordloom/web";
import { Link } from "wouter";
import { BookText } from "../../features/books/book-text.tsx";
import { daysToFinish } from "../../features/books/days-to-finish.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { EVERY_BOOK } from "../../features/books/use-system-books.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./book-progress.module.css";

const SHOWN = 2;

/** The chosen books: the progress, and the completion date at this pace. */
export function BookProgress({ newToday }: { readonly newToday: number }) {
  const { t } = useText();
  const all = together(
    useRead(readStudyConfig),
    useRead(readWordbookProgress),
    useRead(listUserWordbooks),
    useRead(listSystemWordbooks, EVERY_BOOK),
  );
  return (
    <Loaded of={all} failed={t("shell.part_failed", { part: t("shell.books") })}>
      {([config, progress, own, system]) =>
        config.selectedWordbookIds.slice(0, SHOWN).map((id) => {
          const book = [...own, ...system].find((entry) => entry.id === id);
          const entry = progress.find((one) => one.wordbookId === id);
          if (book === undefined || entry === undefined) return null;
          const pace = { newToday, perDay: config.dailyWordCount };
          return <Book key={id} name={book.name} entry={entry} pace={pace} />;
        })
      }
    </Loaded>
  );
}

function Book({
  name,
  entry: { wordbookId, studiedWords, wordCount },
  pace,
}: {
  readonly name: string;
  readonly entry: WordbookProgress;
  readonly pace: NewWords;
}) {
  const { t, gap } = useText();
  return (
    <Section
      heading={
        <Link href={`/books/${wordbookId}`}>
          <BookText text={name} />
        </Link>
      }
      action={
        <Text as="span" size="small" tone="soft" figures>
          {t("today.book_of", { done: studiedWords, all: wordCount })}
        </Text>
      }
    >
      <Stack space={1}>
        <Progress label={name} value={studiedWords} max={Math.max(1, wordCount)} />
        <Text size="small" tone="soft">
          <Pace left={wordCount - studiedWords} {...pace} />
          {gap}
          <Link href="/settings/study" className={styles.pace}>
            {t("today.change_pace")}
          </Link>
        </Text>
      </Stack>
    </Section>
  );
}

interface NewWords {
  /** Those that today still has. */
  readonly newToday: number;
  readonly perDay: number;
}

function Pace({ left, newToday, perDay }: NewWords & { readonly left: number }) {
  const { t, date } = useText();
  if (left <= 0) return t("today.book_done");
  const end = serviceTime.nowMs() + daysToFinish(left, newToday, perDay) * 86_400_000;
  return t("today.book_finish", { perDay, date: date(end, { dateStyle: "long" }) });
}
