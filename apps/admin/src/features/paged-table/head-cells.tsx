import { ChevronDownIcon, ChevronUpIcon, cx } from "@wordloom/ui";
import type { ReactNode } from "react";
import type { PagedColumn } from "./paged-column.ts";
import styles from "./paged-table.module.css";
import { fieldOf, type Order } from "./use-order.ts";

interface HeadProps {
  readonly columns: readonly Omit<PagedColumn<never>, "cell">[];
  readonly order: Order | undefined;
  /** Shown before the columns. */
  readonly tick?: ReactNode;
}

/** The head of a paged table. */
export function HeadCells({ columns, order, tick }: HeadProps) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {tick}
        {columns.map(({ key, header, align, wideOnly, sortField }) => (
          <div
            key={key}
            role="columnheader"
            aria-sort={directionOf(order, sortField)}
            className={cx(styles.cell, align && styles.end, wideOnly && styles.wideOnly)}
          >
            {sortField !== undefined && order !== undefined ? (
              <SortButton {...{ header, order }} field={sortField} />
            ) : (
              header
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

interface SortButtonProps {
  readonly field: string;
  readonly header: string;
  readonly order: Order;
}

function SortButton({ field, header, order }: SortButtonProps) {
  const direction = directionOf(order, field);
  const Icon = direction === "ascending" ? ChevronUpIcon : ChevronDownIcon;
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => order.change(direction === "descending" ? field : `-${field}`)}
    >
      {header}
      {direction !== undefined && <Icon size={14} />}
    </button>
  );
}

function directionOf(order: Order | undefined, field: string | undefined) {
  if (order === undefined || field === undefined || fieldOf(order.sort) !== field) return undefined;
  return order.sort === field ? "ascending" : "descending";
}
