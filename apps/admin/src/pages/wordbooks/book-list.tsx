import { Badge, Button, Empty, Row, SearchField, SelectField, Stack } from "@wordloom/ui";
import type { AdminWordbook } from "@wordloom/contract";
import { listAdminWordbooks } from "virtual:endpoints";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { Filters } from "../../features/filters/filters.tsx";
import type { PagedColumn } from "../../features/paged-table/paged-column.ts";
import { PagedTable } from "../../features/paged-table/paged-table.tsx";
import { useText, type Translator } from "../../text/use-text.ts";
import { NewBook } from "./new-book.tsx";

const none = { search: "", type: "system", sort: "" } as const;
/** Instead of a type: all books. */
const ANY = "all";

/** System books, and those of learners on request. */
export function BookList() {
  const text = useText();
  const { t } = text;
  const [{ search, type, sort }, change] = useAddress(none);
  const [isNew, setNew] = useState(false);
  const reason = search !== "" ? "none" : "none_yet";
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
            label={t("wordbooks.search")}
            placeholder={t("wordbooks.search")}
            value={search}
            onChange={(next) => change({ search: next })}
          />
          <SelectField
            label={t("wordbooks.type")}
            value={type}
            options={["system", "user", ANY].map((value) => ({
              value,
              label: t(`wordbooks.type_${value}` as "wordbooks.type_all"),
            }))}
            onChange={(next) => change({ type: next })}
          />
          <SelectField
            label={t("wordbooks.sort")}
            value={sort}
            options={[
              { value: "", label: t("wordbooks.sort_newest") },
              { value: "hottest", label: t("wordbooks.sort_hottest") },
            ]}
            onChange={(next) => change({ sort: next })}
          />
        </Filters>
        <Button kind="primary" onClick={() => setNew(true)}>
          {t("wordbooks.create")}
        </Button>
      </Row>
      <PagedTable
        caption={t("shell.books")}
        failed={t("wordbooks.failed")}
        endpoint={listAdminWordbooks}
        query={query}
        columns={columnsIn(text)}
        hrefOf={({ id }) => `/books/${id}`}
        empty={<Empty heading={t(`wordbooks.${reason}`)} text={t(`wordbooks.${reason}_text`)} />}
      />
      {isNew && <NewBook onClose={() => setNew(false)} />}
    </Stack>
  );
}

function columnsIn({ t, number, date }: Translator): PagedColumn<AdminWordbook>[] {
  return [
    { key: "name", header: t("wordbooks.name"), width: "3fr", cell: ({ name }) => name },
    {
      key: "owner",
      header: t("wordbooks.owner"),
      width: "2fr",
      wideOnly: true,
      cell: ({ ownerEmail }) => ownerEmail ?? t("wordbooks.everyone"),
    },
    {
      key: "tags",
      header: t("wordbooks.tags"),
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
      header: t("wordbooks.created"),
      width: "8rem",
      wideOnly: true,
      cell: ({ createdAt }) => date(createdAt),
    },
    {
      key: "words",
      header: t("wordbooks.words"),
      width: "5rem",
      align: "end",
      cell: ({ wordCount }) => number(wordCount),
    },
    {
      key: "learners",
      header: t("wordbooks.learners"),
      width: "6rem",
      align: "end",
      cell: ({ activeUsers }) => number(activeUsers),
    },
  ];
}
