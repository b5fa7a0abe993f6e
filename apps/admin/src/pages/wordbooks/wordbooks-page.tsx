import { Headline, Stack, Tabs } from "@wordloom/ui";
import { listAdminWordbooks } from "virtual:endpoints";
import type { ComponentType } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { BookList } from "./book-list.tsx";
import { BookUpload } from "./book-upload.tsx";
import { Center } from "./center.tsx";

const parts = {
  list: BookList,
  center: Center,
  upload: BookUpload,
} as const satisfies Record<string, ComponentType>;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];
const hrefOf = (name: Part) => `/books${name === "list" ? "" : `?part=${name}`}`;

/** The wordbooks on this service, and the sources of more. */
export function WordbooksPage() {
  const { t } = useText();
  const [{ part }] = useAddress({ part: "list" });
  const shown = names.find((name) => name === part) ?? "list";
  const Shown = parts[shown];
  return (
    <Stack space={3}>
      <Summary />
      <Tabs
        label={t("shell.books")}
        items={names.map((name) => ({ href: hrefOf(name), label: t(`wordbooks.part_${name}`) }))}
        current={hrefOf(shown)}
      />
      <Shown />
    </Stack>
  );
}

/** How many books there are, in one sentence. */
function Summary() {
  const { t, number } = useText();
  const { data } = useRead(listAdminWordbooks, { query: { perPage: 1 } });
  if (data === undefined) return <Headline>{t("shell.books")}</Headline>;
  const { system, user, totalEntries } = data.counts;
  return (
    <Headline>{t("wordbooks.head", { system, user, entries: number(totalEntries) })}</Headline>
  );
}
