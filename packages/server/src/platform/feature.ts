import type { Tables } from "./database/tables.ts";
import type { GateModule } from "./http/gates.ts";
import type { RouteModule } from "./http/route.ts";
import type { Fallback } from "./http/unknown-routes.ts";
import type { Worker } from "./jobs/worker.ts";

/** One line of the registry (`features.ts`): what a feature adds to the app. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly RouteModule[];
  /** Checks that run before endpoints of any feature. */
  readonly gates?: readonly GateModule[];
  /** Answers requests to paths that are not endpoints. */
  readonly fallbacks?: readonly Fallback[];
  readonly workers?: readonly Worker[];
  /** Tables with personal data, for export and account deletion. */
  readonly personalTables?: readonly PersonalTable[];
}

export interface PersonalTable {
  readonly table: keyof Tables;
  /** Holds the learner's id or, with `of`, the id of a row that belongs to the learner. */
  readonly column: string;
  /** The table whose rows these belong to, and its column with the learner's id. */
  readonly of?: { readonly table: keyof Tables; readonly column: string };
  /**
   * Rows that are kept after account deletion: those where column `where` is set; the columns in
   * `without` are cleared.
   */
  readonly outlive?: { readonly where: string; readonly without: readonly string[] };
}
