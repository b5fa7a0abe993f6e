import { use, useState, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { Table } from "../lists/table.tsx";
import { useUi } from "../ui-provider.tsx";
import { TableTool, type ChartTable } from "./chart-tools.tsx";
import styles from "./chart.module.css";

export interface ChartProps {
  /** What the chart shows, read out in its place. */
  label: string;
  /** What one should see in it, above. */
  sentence?: ReactNode;
  /** How it is read, below. */
  note?: ReactNode;
  table: ChartTable;
  className?: string | undefined;
}

/** A sentence above, the chart, and its table behind. */
export function ChartFrame({
  sentence,
  legend,
  note,
  read,
  table,
  className,
  children,
}: Omit<ChartProps, "label"> & {
  /** What its signs mean. */
  legend?: ReactNode;
  /** The point one is on, in words; "" keeps its place, so that nothing jumps. */
  read?: string | undefined;
  children: ReactNode;
}) {
  const { labels } = useUi();
  const Tool = use(TableTool);
  // Alone it needs no line of its own.
  const isBeside = legend === undefined && note === undefined && Tool === undefined;
  return (
    <figure className={cx(styles.figure, className)}>
      {sentence !== undefined && <figcaption className={styles.sentence}>{sentence}</figcaption>}
      {children}
      {(legend !== undefined || read !== undefined) && !isBeside && (
        <div className={styles.below}>
          {legend ?? (note !== undefined && <div className={styles.beside}>{note}</div>)}
          {read !== undefined && <p className={styles.read}>{read}</p>}
        </div>
      )}
      {note !== undefined && (legend !== undefined || read === undefined) && (
        <div className={styles.note}>{note}</div>
      )}
      <div className={styles.behind}>
        <TableBehind table={table} summary={labels.showTable} />
        {isBeside && read !== undefined && <p className={styles.read}>{read}</p>}
        {Tool !== undefined && <Tool table={table} />}
      </div>
    </figure>
  );
}

/**
 * The table is made when it is asked for: those of all charts of a page would be most of its
 * elements, and next to nobody opens them.
 */
function TableBehind({ table, summary }: { table: ChartTable; summary: string }) {
  const [isAsked, setAsked] = useState(false);
  const ask = () => setAsked(true);
  // By a press it is there as soon as it opens; however else that comes about, a moment later.
  return (
    <details className={styles.details} onToggle={ask}>
      <summary className={styles.summary} onClick={ask}>
        {summary}
      </summary>
      {isAsked && <FiguresTable table={table} />}
    </details>
  );
}

function FiguresTable({ table }: { table: ChartTable }) {
  const rows = table.rows.map((cells, at) => ({ cells, at }));
  const columns = table.columns.map((header, at) => ({
    key: String(at),
    header,
    cell: (row: (typeof rows)[number]) => row.cells[at] ?? "",
    align: at === 0 ? ("start" as const) : ("end" as const),
    rowHeader: at === 0,
  }));
  return (
    <div className={styles.table}>
      <Table
        dense
        caption={table.caption}
        columns={columns}
        rows={rows}
        rowKey={({ at }) => String(at)}
      />
    </div>
  );
}
