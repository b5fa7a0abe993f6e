import { Text } from "@wordloom/ui";
import type { ImportCounts } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import { becomingOf } from "./import-counts.ts";

/** How many lines a file has, and what becomes of them; once done, what became of them. */
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
  const { t } = useText();
  const parts = becomingOf(counts).map(({ becoming, count }) =>
    t(`imports.becoming_${becoming}`, { count }),
  );
  return (
    <Text tone={isDone ? "soft" : "ink"}>
      {parts.length === 0
        ? t("imports.lines_none")
        : t(isDeck ? "imports.notes" : "imports.lines", {
            count: rows,
            parts: parts.join(t("imports.between")),
          })}
    </Text>
  );
}
