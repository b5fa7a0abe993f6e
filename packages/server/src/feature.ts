import type { AuditTarget } from "./audit-target.ts";
import type { DeckKeeper, DeckReviews } from "./deck-keeper.ts";
import type { Importer } from "./importer.ts";
import type { PersonalTable } from "./platform/database/personal-table.ts";
import type { Tables } from "./platform/database/tables.ts";
import type { WordTable } from "./platform/database/word-table.ts";
import type { GateModule } from "./platform/http/gates.ts";
import type { RouteModule } from "./platform/http/route.ts";
import type { FallbackModule } from "./platform/http/unknown-routes.ts";
import type { Worker } from "./platform/jobs/worker.ts";

/** The manifest of a feature (`x.feature.ts`): what it adds to the app, and the tables it uses. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly RouteModule[];
  /** Checks that run before endpoints of any feature. */
  readonly gates?: readonly GateModule[];
  /** Answers requests to paths that are not endpoints. */
  readonly fallbacks?: readonly FallbackModule[];
  readonly workers?: readonly Worker[];
  /** Tables that only this feature writes to. */
  readonly owns?: readonly (keyof Tables)[];
  /** Tables of other features, of the same group or one below, that its statements read. */
  readonly reads?: readonly (keyof Tables)[];
  /** Its own tables that hold personal data, for export and account deletion. */
  readonly personalTables?: readonly PersonalTable[];
  /** Its own tables with rows about words that are deleted with the word. */
  readonly wordTables?: readonly WordTable[];
  /** Keep what imported decks say of words besides the words themselves. */
  readonly deckKeepers?: readonly DeckKeeper[];
  /** Takes over their reviews; one feature does. */
  readonly deckReviews?: DeckReviews;
  /** Its own tables of things that audit entries name. */
  readonly auditTargets?: readonly AuditTarget[];
  /** Import files that are more than lists of words. */
  readonly importers?: readonly Importer[];
}

/** The tables with personal data of these features. */
export function personalTablesOf(features: readonly Feature[]): PersonalTable[] {
  return features.flatMap(({ personalTables = [] }) => [...personalTables]);
}
