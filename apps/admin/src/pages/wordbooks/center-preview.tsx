import { Button, Dialog, Notice, Pager, Row, Stack, Text } from "@wordloom/ui";
import type { CenterBookEntry } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { importSystemBook, previewAdminCenterBook, syncSystemBook } from "virtual:endpoints";
import { useState } from "react";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { stateOf } from "./center-filter.ts";
import { CenterWords } from "./center-words.tsx";
import { importedText } from "./imported-text.ts";
import { IMPORT_TIMEOUT_MS } from "./import-timeout.ts";

interface PreviewProps {
  readonly book: CenterBookEntry;
  readonly onClose: () => void;
}

const PER_PAGE = 10;

/** A book of the center with its words, and the import button. */
export function CenterPreview({ book, onClose }: PreviewProps) {
  const { t, number } = useText();
  const { id, name, description, author, version, localVersion } = book;
  const [page, setPage] = useState(1);
  const words = useRead(
    previewAdminCenterBook,
    { params: { id }, query: { page, perPage: PER_PAGE } },
    { keepPrevious: true },
  );
  return (
    <Dialog open wide onClose={onClose} title={name}>
      <Stack space={2}>
        {description !== "" && <p dir="auto">{description}</p>}
        <Text tone="soft" size="small">
          {[
            author,
            t("wordbooks.version", { version }),
            localVersion !== null && localVersion !== version
              ? t("wordbooks.version_here", { version: localVersion })
              : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        <Loaded of={words} failed={t("wordbooks.words_failed")}>
          {({ words: { data, total, totalPages } }) => (
            <Stack space={2}>
              <Acts book={book} total={total} onClose={onClose} />
              <CenterWords words={data} />
              <Pager
                label={t("wordbooks.words")}
                page={page}
                pages={totalPages}
                text={t("wordbooks.page", { page: number(page), pages: number(totalPages) })}
                onPage={setPage}
              />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Dialog>
  );
}

function Acts({ book, total, onClose }: PreviewProps & { readonly total: number }) {
  const { t, number } = useText();
  const [, navigate] = useLocation();
  const { id, localWordbookId } = book;
  const params = { id };
  const shared = { showsRefusals: true, timeoutMs: IMPORT_TIMEOUT_MS } as const;
  const bring = useAct(importSystemBook, {
    ...shared,
    done: (result) => importedText(result, t),
    onDone: onClose,
  });
  const sync = useAct(syncSystemBook, {
    ...shared,
    done: ({ wordsAdded: added, wordsUpdated: updated, wordsRemoved: removed }) =>
      t("wordbooks.synced", { added, updated, removed }),
    onDone: onClose,
  });
  const state = stateOf(book);
  const refusal = bring.refusal ?? sync.refusal;
  return (
    <Stack space={2}>
      <p>{t(`wordbooks.reach_${state}`, { count: total, words: number(total) })}</p>
      {refusal !== undefined && (
        <Notice tone="slip" announce>
          {refusal}
        </Notice>
      )}
      <Row>
        {state === "new" && (
          <Button kind="primary" busy={bring.busy} onClick={() => bring.run({ params })}>
            {t("wordbooks.import")}
          </Button>
        )}
        {state === "outdated" && (
          <Button kind="primary" busy={sync.busy} onClick={() => sync.run({ params })}>
            {t("wordbooks.sync")}
          </Button>
        )}
        {localWordbookId !== null && (
          <Button onClick={() => navigate(`/books/${localWordbookId}`)}>
            {t("wordbooks.look")}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
