import { Table, type Column } from "@wordloom/ui";
import type { CenterWord } from "@wordloom/contract";
import { useText, type Translator } from "../../text/use-text.ts";

/** Words of a file or a wordbook center, before they become words of the library. */
export function CenterWords({ words }: { readonly words: readonly CenterWord[] }) {
  const text = useText();
  const rows = words.map((word, at) => ({ word, at }));
  return (
    <Table
      dense
      captionHidden
      caption={text.t("wordbooks.words")}
      rows={rows}
      rowKey={({ at }) => String(at)}
      columns={columnsIn(text)}
    />
  );
}

type WordAt = { readonly word: CenterWord; readonly at: number };

function columnsIn({ t }: Translator): Column<WordAt>[] {
  return [
    {
      key: "text",
      header: t("wordbooks.word"),
      rowHeader: true,
      cell: ({ word: { spelling, phonetic } }) => [spelling, phonetic].filter(Boolean).join(" "),
    },
    {
      key: "meaning",
      header: t("wordbooks.meaning"),
      cell: ({ word: { meanings } }) => meanings.join("; "),
    },
  ];
}
