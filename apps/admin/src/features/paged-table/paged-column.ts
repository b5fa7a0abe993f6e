import type { ReactNode } from "react";

export interface PagedColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** A track of a CSS grid: `2fr`, `8rem`. */
  readonly width: string;
  /** Figures stand at the end. */
  readonly align?: "end" | undefined;
  /** Left out on phones. */
  readonly wideOnly?: boolean | undefined;
  /** Only shown when it is chosen. */
  readonly extra?: boolean | undefined;
  /** What the service calls it in `sort`; a column without it cannot be ordered by. */
  readonly sortField?: string | undefined;
}
