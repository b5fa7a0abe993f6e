import { ChevronDownIcon, ChevronUpIcon, cx, type Sort } from "@wordloom/ui";
import type { ReactNode } from "react";
import type { PagedColumn } from "./paged-column.ts";
import styles from "./paged-table.module.css";

interface HeadProps {
  readonly columns: readonly Omit<PagedColumn<never>, "cell">[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  /** Before the columns. */
  readonly tick?: ReactNode;
}

/** The head of a paged table. */
export function HeadCells({ columns, sort, onSort, tick }: HeadProps) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {tick}
        {columns.map(({ key, header, align, wideOnly, sortable }) => (
          <div
            key={key}
            role="columnheader"
            aria-sort={sort?.key === key ? sort.direction : undefined}
            className={cx(styles.cell, align && styles.end, wideOnly && styles.wideOnly)}
          >
            {sortable === true && onSort !== undefined ? (
              <SortButton {...{ header, sort, onSort }} name={key} />
            ) : (
              header
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function SortButton({
  name,
  header,
  sort,
  onSort,
}: {
  readonly name: string;
  readonly header: string;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
}) {
  const direction = sort?.key === name ? sort.direction : undefined;
  const next = direction === "descending" ? "ascending" : "descending";
  const Icon = direction === "ascending" ? ChevronUpIcon : ChevronDownIcon;
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => onSort({ key: name, direction: next })}
    >
      {header}
      {direction !== undefined && <Icon size={14} />}
    </button>
  );
}
