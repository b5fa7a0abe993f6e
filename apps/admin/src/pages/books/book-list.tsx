import { Badge, Button, Empty, Row, SearchField, SelectField, Stack } from "@wordloom/ui";
import type { WordbookDeskEntry } from "@wordloom/contract";
import { listWordbookDesk } from "virtual:endpoints";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { Filters } from "../../features/filters/filters.tsx";
import type { PagedColumn } from "../../features/paged-table/paged-column.ts";
import { PagedTable } from "../../features/paged-table/paged-table.tsx";
import { useText, type Translator } from "../../text/use-text.ts";
import { NewBook } from "./new-book.tsx";

const none = { search: "", type: "system", sort: "" } as const;
/** In place of a type: all books. */
const ANY = "all";

/** System books, and those of learners if they are asked for. */
export function BookList() {
  const text = useText();
  const { t } = text;
  const [{ search, type, sort }, change] = useAddress(none);
  const [isNew, setNew] = useState(false);
  const query = {
    ...(search !== "" && { search }),
    ...(type !== ANY && { type }),
    ...(sort !== "" && { sort }),
  };
  return (
    <Stack space={3}>
      <Row spread align="end">
        <Filters>
          <SearchField
            label={t("books.search")}
            placeholder={t("books.search")}
            value={search}
            onChange={(next) => change({ search: next })}
          />
          <SelectField
            label={t("books.type")}
            value={type}
            options={["system", "user", ANY].map((value) => ({
              value,
              label: t(`books.type_${value}` as "books.type_all"),
            }))}
            onChange={(next) => change({ type: next })}
          />
          <SelectField
            label={t("books.sort")}
            value={sort}
            options={[
              { value: "", label: t("books.sort_newest") },
              { value: "hottest", label: t("books.sort_hottest") },
            ]}
            onChange={(next) => change({ sort: next })}
          />
        </Filters>
        <Button kind="primary" onClick={() => setNew(true)}>
          {t("books.create")}
        </Button>
      </Row>
      <PagedTable
        caption={t("shell.books")}
        failed={t("books.failed")}
        endpoint={listWordbookDesk}
        query={query}
        columns={columnsIn(text)}
        hrefOf={({ id }) => `/books/${id}`}
        empty={<Empty heading={t("books.none")} text={t("books.none_text")} />}
      />
      {isNew && <NewBook onClose={() => setNew(false)} />}
    </Stack>
  );
}

function columnsIn({ t, number, date }: Translator): PagedColumn<WordbookDeskEntry>[] {
  return [
    { key: "name", header: t("books.name"), width: "3fr", cell: ({ name }) => name },
    {
      key: "owner",
      header: t("books.owner"),
      width: "2fr",
      wideOnly: true,
      cell: ({ ownerEmail }) => ownerEmail ?? t("books.everyone"),
    },
    {
      key: "tags",
      header: t("books.tags"),
      width: "2fr",
      wideOnly: true,
      cell: ({ tags }) => (
        <Row space={1}>
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </Row>
      ),
    },
    {
      key: "created",
      header: t("books.created"),
      width: "8rem",
      wideOnly: true,
      cell: ({ createdAt }) => date(createdAt),
    },
    {
      key: "words",
      header: t("books.words"),
      width: "5rem",
      align: "end",
      cell: ({ wordCount }) => number(wordCount),
    },
    {
      key: "learners",
      header: t("books.learners"),
      width: "6rem",
      align: "end",
      cell: ({ activeUsers }) => number(activeUsers),
    },
  ];
}
