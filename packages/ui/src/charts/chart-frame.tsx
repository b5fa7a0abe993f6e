import { use, useState, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { Table } from "../lists/table.tsx";
import { useUi } from "../ui-provider.tsx";
import { TableToolContext, type ChartTable } from "./chart-tools.tsx";
import styles from "./chart.module.css";

export interface ChartProps {
  /** Describes the chart; read out in its place. */
  label: string;
  /** The conclusion to draw from it, shown above. */
  sentence?: ReactNode;
  /** How to read it, shown below. */
  note?: ReactNode;
  table: ChartTable;
  className?: string | undefined;
}

/** A sentence above the chart, and its table behind it. */
export function ChartFrame({
  sentence,
  legend,
  note,
  read,
  table,
  className,
  children,
}: Omit<ChartProps, "label"> & {
  /** Explains the symbols. */
  legend?: ReactNode;
  /** The focused point in words; "" reserves the space, so that nothing jumps. */
  read?: string | undefined;
  children: ReactNode;
}) {
  const { labels } = useUi();
  const drawTool = use(TableToolContext);
  // Without other lines it shares the chart's line.
  const isBeside = legend === undefined && note === undefined && drawTool === undefined;
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
        {drawTool?.(table)}
      </div>
    </figure>
  );
}

/**
 * Creates the table when it is opened: the tables of all charts would be most of a page's elements,
 * and hardly anybody opens them.
 */
function TableBehind({ table, summary }: { table: ChartTable; summary: string }) {
  const [isAsked, setAsked] = useState(false);
  const ask = () => setAsked(true);
  // A press shows it immediately; any other way of opening shows it a moment later.
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
