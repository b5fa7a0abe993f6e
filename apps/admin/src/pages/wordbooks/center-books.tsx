import { Empty, List, ListRow, Pager, SearchField, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { CenterBookEntry } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { browseAdminCenter } from "virtual:endpoints";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { booksWith, stateOf } from "./center-filter.ts";
import { CenterPreview } from "./center-preview.tsx";

const PER_PAGE = 25;

/** The books of the center; pressing one shows its words and how to import it. */
export function CenterBooks() {
  const { t } = useText();
  const books = useRead(browseAdminCenter);
  return (
    <Reading query={books} heading={t("wordbooks.center_failed")} skeleton={<SkeletonRows />}>
      {(all) => <Found books={all} />}
    </Reading>
  );
}

function Found({ books }: { readonly books: readonly CenterBookEntry[] }) {
  const { t } = useText();
  const [{ search, page: asked }, change] = useAddress({ search: "", page: "1" });
  const [openId, setOpenId] = useState<string>();
  const found = booksWith(books, search);
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(asked)) || 1));
  const open = books.find(({ id }) => id === openId);
  return (
    <Stack space={2}>
      <Text>{summaryOf(books, t)}</Text>
      <SearchField
        label={t("wordbooks.search_center")}
        placeholder={t("wordbooks.search_center")}
        value={search}
        onChange={(next) => change({ search: next, page: "1" })}
      />
      {found.length === 0 && <Empty heading={t("wordbooks.none")} />}
      <List keyboard>
        {found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((book) => (
          <BookRow key={book.id} book={book} onOpen={() => setOpenId(book.id)} />
        ))}
      </List>
      <Pager
        label={t("wordbooks.part_center")}
        page={page}
        pages={pages}
        text={t("wordbooks.page", { page, pages })}
        onPage={(next) => change({ page: String(next) })}
      />
      {open !== undefined && <CenterPreview book={open} onClose={() => setOpenId(undefined)} />}
    </Stack>
  );
}

function summaryOf(books: readonly CenterBookEntry[], t: ReturnType<typeof useText>["t"]): string {
  const count = (state: ReturnType<typeof stateOf>) =>
    books.filter((book) => stateOf(book) === state).length;
  const outdated = count("outdated");
  return t("wordbooks.center_state", {
    all: books.length,
    here: count("here") + outdated,
    outdated,
  });
}

interface RowProps {
  readonly book: CenterBookEntry;
  readonly onOpen: () => void;
}

function BookRow({ book, onOpen }: RowProps) {
  const { t, number } = useText();
  const { name, description, wordCount, tags } = book;
  const state = stateOf(book);
  return (
    <ListRow
      onPress={onOpen}
      tone={state === "here" ? "firm" : state === "outdated" ? "slip" : "soft"}
      end={t(`wordbooks.center_${state}`)}
      detail={[
        t("wordbooks.word_count", { count: wordCount, words: number(wordCount) }),
        ...tags,
        description,
      ]
        .filter(Boolean)
        .join(" · ")}
    >
      {name}
    </ListRow>
  );
}
