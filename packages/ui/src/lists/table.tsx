import type { ReactNode } from "react";
import { Checkbox } from "../controls/checkbox.tsx";
import { cx } from "../cx.ts";
import { ChevronDownIcon, ChevronUpIcon } from "../icons/icons.tsx";
import { useUi } from "../ui-provider.tsx";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned at the end, so that their digits line up. */
  readonly align?: "start" | "end" | undefined;
  /** Never wraps: a date would become a column of its own words on a phone. */
  readonly oneLine?: boolean | undefined;
  /** Can be sorted by. */
  readonly sortable?: boolean | undefined;
  /** The cell that names the row. */
  readonly rowHeader?: boolean | undefined;
}

export interface Sort {
  readonly key: string;
  readonly direction: "ascending" | "descending";
}

interface Selecting<Row> {
  readonly has: (id: string) => boolean;
  readonly change: (id: string, chosen: boolean) => void;
  readonly changeAll: (chosen: boolean) => void;
  readonly size: number;
  /** Names the checkbox of a row. */
  readonly label: (row: Row) => string;
}

export interface TableProps<Row> {
  caption: string;
  /** Only read out, if a heading above says the same. */
  captionHidden?: boolean | undefined;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  select?: Selecting<Row> | undefined;
  dense?: boolean | undefined;
  className?: string | undefined;
}

/** Facts in rows and columns. Scrolls on its own if it is wider than its container. */
export function Table<Row>({
  caption,
  captionHidden = false,
  dense = false,
  className,
  ...rest
}: TableProps<Row>) {
  const { columns, rows, rowKey, select } = rest;
  return (
    <div className={cx(styles.scroll, className)} role="region" aria-label={caption} tabIndex={0}>
      <table className={cx(styles.table, dense && styles.dense)}>
        <caption className={cx(styles.caption, captionHidden && styles.hidden)}>{caption}</caption>
        <Head {...rest} />
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-row>
              {select !== undefined && (
                <td className={styles.tick}>
                  <Checkbox
                    label={select.label(row)}
                    labelHidden
                    checked={select.has(rowKey(row))}
                    onChange={(chosen) => select.change(rowKey(row), chosen)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className =
    cx(column.align === "end" && styles.figure, column.oneLine && styles.oneLine) || undefined;
  return column.rowHeader === true ? (
    <th scope="row" className={cx(styles.rowHeader, className)}>
      {column.cell(row)}
    </th>
  ) : (
    <td className={className}>{column.cell(row)}</td>
  );
}

function Head<Row>({
  columns,
  rows,
  select,
  sort,
  onSort,
}: Pick<TableProps<Row>, "columns" | "rows" | "select" | "sort" | "onSort">) {
  const { labels } = useUi();
  const all = select !== undefined && rows.length > 0 && select.size >= rows.length;
  return (
    <thead>
      <tr>
        {select !== undefined && (
          <th className={styles.tick}>
            <Checkbox
              label={labels.selectAll}
              labelHidden
              checked={all}
              indeterminate={select.size > 0 && !all}
              onChange={select.changeAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            aria-sort={sort?.key === column.key ? sort.direction : undefined}
            className={column.align === "end" ? styles.figure : undefined}
          >
            {column.sortable === true && onSort !== undefined ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              column.header
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function SortButton({
  column: { key, header },
  sort,
  onSort,
}: {
  column: Pick<Column<never>, "key" | "header">;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  const direction = sort?.key === key ? sort.direction : undefined;
  const next = direction === "ascending" ? "descending" : "ascending";
  const Icon = direction === "descending" ? ChevronDownIcon : ChevronUpIcon;
  return (
    <button type="button" className={styles.sort} onClick={() => onSort({ key, direction: next })}>
      {header}
      <Icon size={14} className={direction === undefined ? styles.unsorted : undefined} />
    </button>
  );
}
