import { Pager, Stack } from "@wordloom/ui";
import type { ReactNode } from "react";
import { useText } from "../../text/use-text.ts";
import { useAddress } from "../address/use-address.ts";

const ROWS = 20;

/** A page of a list that does not report its length. */
export interface OffsetPage {
  /** From 1. */
  readonly page: number;
  /** Requests one extra row, which shows whether there is another page. */
  readonly query: { readonly limit: number; readonly offset: number };
  readonly turn: (page: number) => void;
}

/** The page that the address names. @param name  of the list in the address */
export function useOffsetPage(name: string): OffsetPage {
  const [values, change] = useAddress({ [name]: "1" });
  const page = Math.max(1, Math.trunc(Number(values[name])) || 1);
  return {
    page,
    query: { limit: ROWS + 1, offset: (page - 1) * ROWS },
    turn: (next) => change({ [name]: String(next) }),
  };
}

interface OffsetPagesProps<Row> {
  /** What the pages list. */
  readonly label: string;
  readonly paging: OffsetPage;
  /** The rows as requested, including the extra one. */
  readonly rows: readonly Row[];
  /** Shown if there are no rows at all. */
  readonly empty: ReactNode;
  readonly children: (shown: readonly Row[]) => ReactNode;
}

/** The rows of one page, with links to the previous and the next one. */
export function OffsetPages<Row>({ label, paging, rows, empty, children }: OffsetPagesProps<Row>) {
  const { t } = useText();
  const { page, turn } = paging;
  if (rows.length === 0 && page === 1) return empty;
  return (
    <Stack space={2}>
      {children(rows.slice(0, ROWS))}
      <Pager
        label={label}
        page={page}
        pages={rows.length > ROWS ? page + 1 : page}
        text={t("shell.page", { page })}
        onPage={turn}
      />
    </Stack>
  );
}
