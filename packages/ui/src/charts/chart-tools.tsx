import { createContext, type ComponentType, type ReactNode } from "react";

/** The figures behind a chart, as text. The first column names the row. */
export interface ChartTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The same rows for programs: numbers without units, days as yyyy-MM-dd; null means no value. */
  readonly data?: readonly (readonly (string | number | null)[])[] | undefined;
}

/** A control next to a chart's table. */
export const TableTool = createContext<ComponentType<{ table: ChartTable }> | undefined>(undefined);

/** Gives all charts inside it a control next to their tables, such as one that saves them. */
export function ChartTools({
  tool,
  children,
}: {
  tool: ComponentType<{ table: ChartTable }>;
  children: ReactNode;
}) {
  return <TableTool value={tool}>{children}</TableTool>;
}
