import { Button, CloseIcon, Empty, IconButton, Row, SearchField, Stack } from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { listAdminWordbookWords } from "virtual:endpoints";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import type { PagedColumn } from "../../features/paged-table/paged-column.ts";
import { PagedTable } from "../../features/paged-table/paged-table.tsx";
import { useText, type Translator } from "../../text/use-text.ts";
import { AddWords } from "./add-words.tsx";
import type { OfBook } from "./of-book.ts";
import { TakeOut } from "./take-out.tsx";

/** The words of a wordbook: searched, added and removed; each links to its own page. */
export function BookWords({ book }: OfBook) {
  const text = useText();
  const { t } = text;
  const { id, type } = book;
  const [{ search }, change] = useAddress({ search: "" });
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<WordPublic>();
  const columns = columnsIn(text, type === "system" ? setLeaving : undefined);
  return (
    <Stack space={2}>
      <Row spread>
        <SearchField
          label={t("wordbooks.search_words")}
          placeholder={t("wordbooks.search_words")}
          value={search}
          onChange={(next) => change({ search: next })}
        />
        <Button
          disabled={type !== "system"}
          title={type === "system" ? undefined : t("wordbooks.only_owner")}
          onClick={() => setAdding(true)}
        >
          {t("wordbooks.add_words")}
        </Button>
      </Row>
      <PagedTable
        caption={t("wordbooks.words")}
        failed={t("wordbooks.words_failed")}
        endpoint={wordsOf(id)}
        query={search === "" ? {} : { search }}
        columns={columns}
        hrefOf={(word) => `/words/${encodeURIComponent(word.id)}`}
        empty={<Empty heading={t("wordbooks.no_words")} text={t("wordbooks.no_words_text")} />}
      />
      {leaving !== undefined && (
        <TakeOut book={book} word={leaving} onClose={() => setLeaving(undefined)} />
      )}
      {isAdding && <AddWords book={book} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

/** A paged table knows no parts of a path: the list of one book is an endpoint of its own. */
function wordsOf(id: string): typeof listAdminWordbookWords {
  const path = listAdminWordbookWords.path.replace(":id", encodeURIComponent(id));
  return { ...listAdminWordbookWords, path: path as typeof listAdminWordbookWords.path };
}

function columnsIn(
  { t }: Translator,
  onRemove: ((word: WordPublic) => void) | undefined,
): PagedColumn<WordPublic>[] {
  const columns: PagedColumn<WordPublic>[] = [
    { key: "word", header: t("wordbooks.word"), width: "2fr", cell: ({ text }) => text },
    {
      key: "meaning",
      header: t("wordbooks.meaning"),
      width: "4fr",
      cell: ({ meaning }) => meaning,
    },
    {
      key: "sound",
      header: t("wordbooks.sound"),
      width: "2fr",
      wideOnly: true,
      cell: ({ pronunciation }) => pronunciation ?? "",
    },
  ];
  if (onRemove === undefined) return columns;
  const acts: PagedColumn<WordPublic> = {
    key: "acts",
    header: t("wordbooks.take_out"),
    width: "4.5rem",
    align: "end",
    cell: (word) => (
      <IconButton
        label={t("wordbooks.remove_word", { word: word.text })}
        size="small"
        onClick={() => onRemove(word)}
      >
        <CloseIcon />
      </IconButton>
    ),
  };
  return [...columns, acts];
}
