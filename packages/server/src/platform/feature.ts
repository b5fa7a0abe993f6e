import type { Tables } from "./database/tables.ts";
import type { GateModule } from "./http/gates.ts";
import type { RouteModule } from "./http/route.ts";
import type { Fallback } from "./http/unknown-routes.ts";
import type { Worker } from "./jobs/worker.ts";

/** One line of the table of contents: what a feature brings into the app. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly RouteModule[];
  /** What stands in front of endpoints, whichever feature they belong to. */
  readonly gates?: readonly GateModule[];
  /** Answers for paths that are no endpoints. */
  readonly fallbacks?: readonly Fallback[];
  readonly workers?: readonly Worker[];
  /** Where personal data lies, so that export and account deletion find it. */
  readonly personalTables?: readonly PersonalTable[];
}

export interface PersonalTable {
  readonly table: keyof Tables;
  /** Holds the learner's id, or with `of` the id of a row that is the learner's. */
  readonly column: string;
  /** The table whose rows these belong to, and its column with the learner's id. */
  readonly of?: { readonly table: keyof Tables; readonly column: string };
  /** Rows that outlive the account: those where this column is set, without the columns named. */
  readonly outlive?: { readonly where: string; readonly without: readonly string[] };
}
