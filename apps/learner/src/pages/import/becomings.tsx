import { Text } from "@wordloom/ui";
import type { ImportCounts } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import { becomingOf } from "./import-counts.ts";

/**
 * How many lines a file has, and what becomes of them; once done, what became of them. Also how
 * many of the words cannot be asked by their meaning.
 */
export function Becomings({
  counts,
  rows,
  isDone = false,
  isDeck = false,
}: {
  readonly counts: ImportCounts;
  /** Lines of the file, without the header. */
  readonly rows: number;
  readonly isDone?: boolean;
  /** The lines are notes of a deck. */
  readonly isDeck?: boolean;
}) {
  const { t, sentences } = useText();
  const parts = becomingOf(counts).map(({ becoming, count }) =>
    t(`imports.becoming_${becoming}`, { count }),
  );
  const sum = t(isDeck ? "imports.notes" : "imports.lines", {
    count: rows,
    parts: parts.join(t("imports.between")),
  });
  const silent = counts.withoutMeaning;
  return (
    <Text tone={isDone ? "soft" : "ink"}>
      {sentences([
        parts.length === 0 ? t("imports.lines_none") : sum,
        ...(silent > 0 ? [t("books.without_meaning", { count: silent })] : []),
      ])}
    </Text>
  );
}
