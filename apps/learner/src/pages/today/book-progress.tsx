import { Progress, Section, Stack, Text } from "@wordloom/ui";
import {
  listSystemWordbooks,
  listUserWordbooks,
  readStudyConfig,
  readWordbookProgress,
} from "virtual:endpoints";
import { Link } from "wouter";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./book-progress.module.css";

const SHOWN = 2;

/** The selected books: how far, and when through at this pace. */
export function BookProgress() {
  const { t, gap } = useText();
  const config = useRead(readStudyConfig).data;
  const own = useRead(listUserWordbooks).data;
  const system = useRead(listSystemWordbooks).data;
  const progress = useRead(readWordbookProgress).data;
  if (config === undefined || progress === undefined) return null;
  const books = [...(own ?? []), ...(system ?? [])];
  return config.selectedWordbookIds.slice(0, SHOWN).map((id) => {
    const book = books.find((entry) => entry.id === id);
    const entry = progress.find((one) => one.wordbookId === id);
    if (book === undefined || entry === undefined) return null;
    return (
      <Section
        key={id}
        heading={<Link href={`/books/${id}`}>{book.name}</Link>}
        action={
          <Text as="span" size="small" tone="soft" figures>
            {t("today.book_of", { done: entry.studiedWords, all: entry.wordCount })}
          </Text>
        }
      >
        <Stack space={1}>
          <Progress
            label={book.name}
            value={entry.studiedWords}
            max={Math.max(1, entry.wordCount)}
          />
          <Text size="small" tone="soft">
            <Pace left={entry.wordCount - entry.studiedWords} perDay={config.dailyWordCount} />
            {gap}
            <Link href="/settings/study" className={styles.pace}>
              {t("today.change_pace")}
            </Link>
          </Text>
        </Stack>
      </Section>
    );
  });
}

function Pace({ left, perDay }: { readonly left: number; readonly perDay: number }) {
  const { t, date } = useText();
  if (left <= 0) return t("today.book_done");
  const days = Math.ceil(left / perDay);
  const end = serviceTime.nowMs() + days * 86_400_000;
  return t("today.book_finish", { perDay, date: date(end, { dateStyle: "long" }) });
}
