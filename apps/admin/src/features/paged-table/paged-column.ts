import type { ReactNode } from "react";

export interface PagedColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** A track of a CSS grid: `2fr`, `8rem`. */
  readonly width: string;
  /** Numbers are aligned at the end. */
  readonly align?: "end" | undefined;
  /** Hidden on phones. */
  readonly wideOnly?: boolean | undefined;
  /** Hidden until chosen. */
  readonly extra?: boolean | undefined;
  /** The service's name for it in `sort`; without it, the column cannot be sorted by. */
  readonly sortField?: string | undefined;
}
