import type { AuditTargetType } from "@wordloom/contract";
import type { Tables } from "./platform/database/tables.ts";

/** A table of things that audit entries are about, by which the log names them. */
export interface AuditTarget {
  readonly type: AuditTargetType;
  readonly table: keyof Tables;
  /** The column with the name; the beginning of a long text will do. */
  readonly name: string;
  /** The values of a column for rows that are shown; absent: all rows are. */
  readonly shown?: { readonly column: string; readonly values: readonly string[] };
}
