import { createContext, type ReactNode } from "react";

/** The figures behind a chart, as text. The first column names the row. */
export interface ChartTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The same rows for programs: numbers without units, days as yyyy-MM-dd; null means no value. */
  readonly data?: readonly (readonly (string | number | null)[])[] | undefined;
}

type TableTool = (table: ChartTable) => ReactNode;

/** Draws a control next to a chart's table. */
export const TableToolContext = createContext<TableTool | undefined>(undefined);

/** Gives all charts inside it a control next to their tables, such as one that saves them. */
export function ChartTools({
  tool,
  children,
}: {
  /** Keep it outside the component: a new function redraws all charts. */
  tool: TableTool;
  children: ReactNode;
}) {
  return <TableToolContext value={tool}>{children}</TableToolContext>;
}
