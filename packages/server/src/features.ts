import { accounts } from "./features/accounts/accounts.group.ts";
import { adaptation } from "./features/adaptation/adaptation.group.ts";
import { administration } from "./features/administration/administration.group.ts";
import { clients } from "./features/clients/clients.group.ts";
import { library } from "./features/library/library.group.ts";
import { operations } from "./features/operations/operations.group.ts";
import { progress } from "./features/progress/progress.group.ts";
import { study } from "./features/study/study.group.ts";
import type { AuditTarget } from "./audit-target.ts";
import type { DeckKeeper, DeckReviews } from "./deck-keeper.ts";
import type { Feature } from "./feature.ts";
import type { Importer } from "./importer.ts";
import type { WordTable } from "./platform/database/word-table.ts";

/** The groups of features. Each uses only itself and those before it. */
const floors = [
  accounts,
  library,
  clients,
  progress,
  adaptation,
  study,
  operations,
  administration,
].flat();

/** Every feature of the service, by name, so that lists by feature have a stable order. */
export const features: readonly Feature[] = floors.toSorted((one, other) =>
  one.name < other.name ? -1 : 1,
);

/**
 * The tables with rows about words, lower floors first: an answer and the removal of its word lock
 * them in the same order.
 */
export const wordTables: readonly WordTable[] = floors.flatMap(({ wordTables = [] }) => wordTables);

/** The tables of things that audit entries name. */
export const auditTargets: readonly AuditTarget[] = floors.flatMap(
  ({ auditTargets: targets = [] }) => targets,
);

/** What keeps the parts of imported decks, lower floors first. */
export const deckKeepers: readonly DeckKeeper[] = floors.flatMap(
  ({ deckKeepers: keepers = [] }) => keepers,
);

/** What imports files that are more than lists of words. */
export const importers: readonly Importer[] = floors.flatMap(({ importers: own = [] }) => own);

/** What takes over the reviews of imported decks. */
export const deckReviews: DeckReviews = theOne(
  floors.flatMap(({ deckReviews: reviews }) => reviews ?? []),
);

function theOne<T>(found: readonly T[]): T {
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error("one feature takes over reviews");
  return one;
}
