import { Button, ConfirmDialog, Row, Stack, Text, toast } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { listUserWordbooks, undoImport } from "virtual:endpoints";
import { useState } from "react";
import { useLocation } from "wouter";
import { refusalText } from "@wordloom/web";
import { useChosenBooks } from "../../features/books/use-chosen-books.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";
import { Becomings } from "./becomings.tsx";
import { DeckWorth, useIsMuch } from "./deck-worth.tsx";
import { DeleteImport } from "./delete-import.tsx";
import { becomingOf } from "./import-counts.ts";
import { ProblemList } from "./problem-list.tsx";
import { useKeepImport } from "./use-followed-import.ts";

/** An import that is done or was taken back: the result, and what to do with it. */
export function FinishedImport({ file }: { readonly file: Import }) {
  const { t } = useText();
  const isMuch = useIsMuch(file.result?.dueToday ?? 0);
  if (file.state === "undone") {
    return (
      <Stack space={2}>
        <Text size="large">{t("imports.undone")}</Text>
        <Text tone="soft">{t("imports.undone_text")}</Text>
        <Row space={1}>
          <Button href="/books?bring">{t("imports.bring_other")}</Button>
          <DeleteImport file={file} />
        </Row>
      </Stack>
    );
  }
  return (
    <Stack space={4}>
      {file.result !== null && <DeckWorth worth={file.result} isMuch={isMuch} />}
      <Result file={file} />
      <Row space={1}>
        <WhatNext file={file} isMuch={isMuch} />
        <TakeBack file={file} />
        <DeleteImport file={file} />
      </Row>
      <ProblemList file={file} />
    </Stack>
  );
}

function Result({ file: { counts, bookIds, preview } }: { readonly file: Import }) {
  const { t, list } = useText();
  const own = useRead(listUserWordbooks);
  const names = (own.data ?? []).filter(({ id }) => bookIds.includes(id)).map(({ name }) => name);
  const count = counts?.words ?? 0;
  return (
    <Stack space={1}>
      <Text size="large">
        {count > 0 && names.length > 0
          ? t("imports.done_into", { count, books: list(names) })
          : t("imports.state_done", { count })}
      </Text>
      {counts !== null && (becomingOf(counts).length > 1 || counts.withoutMeaning > 0) && (
        <Becomings counts={counts} rows={preview?.rowCount ?? 0} isDone />
      )}
    </Stack>
  );
}

/** Studying the words, and their books. Today is where much that is due can be spread. */
function WhatNext({
  file: { bookIds },
  isMuch,
}: {
  readonly file: Import;
  readonly isMuch: boolean;
}) {
  const { t } = useText();
  const [, goTo] = useLocation();
  const chosen = useChosenBooks();
  const [first] = bookIds;
  if (first === undefined) return null;
  return (
    <>
      <Button
        kind="primary"
        disabled={!chosen.ready}
        onClick={() => chosen.chooseAll(bookIds, () => goTo(isMuch ? "/" : "/study"))}
      >
        {t("imports.study")}
      </Button>
      <Button href={bookIds.length === 1 ? `/books/${first}` : "/books"}>
        {t("imports.open_books", { count: bookIds.length })}
      </Button>
    </>
  );
}

function TakeBack({ file: { id, name } }: { readonly file: Import }) {
  const text = useText();
  const { t } = text;
  const [asks, setAsks] = useState(false);
  const keep = useKeepImport();
  const undo = useWrite(undoImport, { onDone: keep });
  return (
    <>
      <Button onClick={() => setAsks(true)}>{t("imports.undo")}</Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t("imports.undo_title", { file: name })}
        confirmLabel={t("imports.undo")}
        cancelLabel={t("common.cancel")}
        danger
        busy={undo.isPending}
        onConfirm={() =>
          undo.mutate(
            { params: { id } },
            { onError: (error) => toast({ text: refusalText(error, text), tone: "slip" }) },
          )
        }
      >
        {t("imports.undo_text")}
      </ConfirmDialog>
    </>
  );
}
