import { createContext, type ComponentType, type ReactNode } from "react";

/** The figures behind a chart, as texts. The first column names the row. */
export interface ChartTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The same rows for programs: numbers without units, days as yyyy-MM-dd; null: nothing. */
  readonly data?: readonly (readonly (string | number | null)[])[] | undefined;
}

/** What stands beside the table of a chart. */
export const TableTool = createContext<ComponentType<{ table: ChartTable }> | undefined>(undefined);

/** Gives all charts inside of it a control beside their tables, such as one that saves them. */
export function ChartTools({
  tool,
  children,
}: {
  tool: ComponentType<{ table: ChartTable }>;
  children: ReactNode;
}) {
  return <TableTool value={tool}>{children}</TableTool>;
}
