import {
  Button,
  Empty,
  List,
  ListRow,
  Progress,
  Row,
  Section,
  SkeletonRows,
  Stack,
  Text,
} from "@wordloom/ui";
import type { CenterBookEntry as Entry } from "@wordloom/contract";
import { browseCenter, readCenterSettings } from "virtual:endpoints";
import { useState } from "react";
import { Loaded, Reading } from "@wordloom/web";
import { BookText } from "../../features/books/book-text.tsx";
import { CenterPreview } from "../../features/books/center-preview.tsx";
import { useImport } from "../../features/books/use-import.ts";
import { useRead } from "../../server-state/use-read.ts";
import { CenterAddress } from "./center-address.tsx";
import { useText } from "../../text/use-text.ts";

/** Books of the wordbook center, whose address can be set here. */
export function CenterSection() {
  const { t } = useText();
  const settings = useRead(readCenterSettings);
  return (
    <Loaded of={settings} failed={t("shell.part_failed", { part: t("books.center") })}>
      {({ wordbookCenterUrl }) => <Center address={wordbookCenterUrl} />}
    </Loaded>
  );
}

function Center({ address }: { readonly address: string | null }) {
  const { t } = useText();
  const [changes, setChanges] = useState(false);
  return (
    <Section
      heading={t("books.center")}
      action={
        <Button kind="plain" size="small" onClick={() => setChanges(true)}>
          {t("books.center_change")}
        </Button>
      }
    >
      {address === null ? (
        <Empty heading={t("books.center_none")} level={3} text={t("books.center_none_text")} />
      ) : (
        <CenterBooks />
      )}
      {changes && <CenterAddress address={address} onClose={() => setChanges(false)} />}
    </Section>
  );
}

function CenterBooks() {
  const { t } = useText();
  const books = useRead(browseCenter);
  const { bring, update } = useImport();
  const [open, setOpen] = useState<Entry>();
  const busyId = bring.isPending
    ? bring.variables
    : update.isPending
      ? update.variables
      : undefined;
  const start = (book: Entry) => {
    setOpen(undefined);
    (book.imported ? update : bring).mutate(book.id);
  };
  return (
    <Reading
      query={books}
      level={3}
      heading={t("books.center_failed")}
      skeleton={<SkeletonRows rows={4} />}
    >
      {(entries) =>
        entries.length === 0 ? (
          <Empty heading={t("books.center_empty")} level={3} />
        ) : (
          <>
            <List>
              {entries.map((book) => (
                <CenterRow
                  key={book.id}
                  book={book}
                  busy={busyId === book.id}
                  locked={busyId !== undefined}
                  onOpen={() => setOpen(book)}
                  onStart={() => (book.imported ? setOpen(book) : start(book))}
                />
              ))}
            </List>
            {open !== undefined && (
              <CenterPreview
                book={open}
                isUpdate={open.hasUpdate}
                onClose={() => setOpen(undefined)}
                actions={
                  (!open.imported || open.hasUpdate) && (
                    <Button kind="primary" onClick={() => start(open)}>
                      {open.imported ? t("books.update") : t("books.import")}
                    </Button>
                  )
                }
              />
            )}
          </>
        )
      }
    </Reading>
  );
}

function CenterRow({
  book,
  busy,
  locked,
  onOpen,
  onStart,
}: {
  readonly book: Entry;
  readonly busy: boolean;
  readonly locked: boolean;
  readonly onOpen: () => void;
  readonly onStart: () => void;
}) {
  const { t } = useText();
  return (
    <ListRow
      {...(book.localWordbookId !== null && !book.hasUpdate
        ? { href: `/books/${book.localWordbookId}` }
        : { onPress: onOpen })}
      detail={
        <Stack space={0.5}>
          {book.description !== "" && (
            <span>
              <BookText text={book.description} />
            </span>
          )}
          {book.hasUpdate && (
            <Text as="span" size="small">
              {t("books.has_update", { from: book.localVersion ?? "", to: book.version })}
            </Text>
          )}
          {busy && <Progress label={t("books.importing", { book: book.name })} size="thin" />}
        </Stack>
      }
      end={
        <Row space={1}>
          <span>{t("books.word_count", { count: book.wordCount })}</span>
          {book.imported && !book.hasUpdate ? (
            <span>{t("books.is_here")}</span>
          ) : (
            <Button size="small" busy={busy} disabled={locked && !busy} onClick={onStart}>
              {book.imported ? t("books.update") : t("books.import")}
            </Button>
          )}
        </Row>
      }
    >
      <BookText text={book.name} />
    </ListRow>
  );
}
