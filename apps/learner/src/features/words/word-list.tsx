import {
  Badge,
  BulkBar,
  Button,
  ConfirmDialog,
  Headword,
  List,
  ListRow,
  useSelection,
} from "@wordloom/ui";
import { useState, type ReactNode } from "react";
import { isLeech } from "../study-session/leech.ts";
import { useDeletedWords, useWaitingEdits } from "../own-words/use-waiting-edits.ts";
import { AddToBook } from "./add-to-book.tsx";
import { meaningAttributes, wordAttributes } from "../question/word-language.ts";
import { useWordActs } from "./use-list-acts.ts";
import type { ListedWord } from "./use-word-list.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./word-list.module.css";

/** Rows of words, each linking to its page; selected words can be acted on together. */
export function WordList({
  words: listed,
  suspended = false,
  slipping = false,
  bookId,
  endOf,
}: {
  readonly words: readonly ListedWord[];
  /** The words are suspended: the act offered is to bring them back. */
  readonly suspended?: boolean;
  /** The words are slipping: they can be removed from that list. */
  readonly slipping?: boolean;
  /** The learner's own book that contains the words: they can be removed from it. */
  readonly bookId?: string;
  /** Content at the end of a row. */
  readonly endOf?: (word: ListedWord) => ReactNode;
}) {
  const { t } = useText();
  const deleted = useDeletedWords();
  const words = listed.filter(({ word }) => !deleted.has(word.id));
  const selection = useSelection(words.map(({ word }) => word.id));
  const acts = useWordActs();
  const withEdits = useWaitingEdits();
  const [asks, setAsks] = useState<"reset" | "add">();
  const ids = [...selection.ids];
  const act = async (run: (ids: string[]) => Promise<boolean>) => {
    if (await run(ids)) selection.clear();
    setAsks(undefined);
  };
  return (
    <>
      <List keyboard>
        {words.map((entry) => (
          <WordRow
            key={entry.word.id}
            {...{ selection }}
            entry={{ ...entry, word: withEdits(entry.word) }}
            end={endOf?.(entry)}
          />
        ))}
      </List>
      <BulkBar
        count={ids.length}
        text={t("words.chosen", { count: ids.length })}
        onClear={selection.clear}
      >
        <BulkButtons {...{ acts, act, suspended, slipping, bookId }} onAsk={setAsks} />
      </BulkBar>
      <ResetDialog
        open={asks === "reset"}
        count={ids.length}
        busy={acts.busy}
        onClose={() => setAsks(undefined)}
        onConfirm={() => void act(acts.reset)}
      />
      {asks === "add" && (
        <AddToBook
          ids={ids}
          acts={acts}
          onClose={(done) => {
            setAsks(undefined);
            if (done) selection.clear();
          }}
        />
      )}
    </>
  );
}

function BulkButtons({
  acts,
  act,
  suspended,
  slipping,
  bookId,
  onAsk,
}: {
  readonly acts: ReturnType<typeof useWordActs>;
  /** Runs an act on the selected words. */
  readonly act: (run: (ids: string[]) => Promise<boolean>) => Promise<void>;
  readonly suspended: boolean;
  readonly slipping: boolean;
  readonly bookId: string | undefined;
  readonly onAsk: (about: "reset" | "add") => void;
}) {
  const { t } = useText();
  return (
    <>
      <Button size="small" busy={acts.busy} onClick={() => void act(acts.known)}>
        {t("words.known")}
      </Button>
      <Button
        size="small"
        busy={acts.busy}
        onClick={() => void act(suspended ? acts.resume : acts.suspend)}
      >
        {suspended ? t("words.resume") : t("words.suspend")}
      </Button>
      <Button size="small" onClick={() => onAsk("add")}>
        {t("word.add")}
      </Button>
      {slipping && (
        <Button size="small" busy={acts.busy} onClick={() => void act(acts.takeOff)}>
          {t("words.take_off")}
        </Button>
      )}
      {bookId !== undefined && (
        <Button
          size="small"
          busy={acts.busy}
          onClick={() => void act((chosen) => acts.takeOut(bookId, chosen))}
        >
          {t("words.take_out")}
        </Button>
      )}
      <Button size="small" onClick={() => onAsk("reset")}>
        {t("words.reset")}
      </Button>
    </>
  );
}

function WordRow({
  entry: { word, lapses = 0 },
  selection,
  end,
}: {
  readonly entry: ListedWord;
  readonly selection: ReturnType<typeof useSelection<string>>;
  readonly end: ReactNode;
}) {
  const { t } = useText();
  return (
    <ListRow
      href={`/words/${word.id}`}
      select={{
        label: t("words.choose", { word: word.text }),
        checked: selection.has(word.id),
        onChange: (checked, range) => selection.change(word.id, checked, range),
      }}
      detail={
        <span className={styles.meaning} {...meaningAttributes(word)}>
          {word.meaning}
        </span>
      }
      {...(end !== undefined && { end: <span className={styles.end}>{end}</span> })}
    >
      <Headword {...wordAttributes(word)}>{word.text}</Headword>
      {isLeech(lapses) && (
        <>
          {" "}
          <Badge tone="slip">{t("words.leech")}</Badge>
        </>
      )}
    </ListRow>
  );
}

/** Asks for confirmation, because a reset discards what was learned for good. */
export function ResetDialog({
  count,
  ...rest
}: {
  readonly open: boolean;
  readonly count: number;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  const { t } = useText();
  return (
    <ConfirmDialog
      {...rest}
      title={t("words.reset_title", { count })}
      confirmLabel={t("words.reset")}
      cancelLabel={t("common.cancel")}
      danger
    >
      {t("words.reset_text")}
    </ConfirmDialog>
  );
}
