import type { AuditTarget } from "./audit-target.ts";
import type { DeckKeeper, DeckReviews } from "./deck-keeper.ts";
import type { Importer } from "./importer.ts";
import type { ApiKeys } from "./platform/identity/api-keys.ts";
import type { AdminRoleOf } from "./platform/identity/actor.ts";
import type { Clock } from "./platform/time/clock.ts";
import type { Database } from "./platform/database/tables.ts";
import type { EventHub } from "./platform/events/hub.ts";
import type { PersonalTable } from "./platform/database/personal-table.ts";
import type { Ids } from "./platform/basics/ids.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Installation } from "./platform/release/installation.ts";
import type { Instance } from "./platform/observability/instance.ts";
import type { LogRing } from "./platform/observability/log-ring.ts";
import type { Log } from "./platform/observability/log.ts";
import type { Maintenance } from "./platform/events/maintenance.ts";
import type { Metrics } from "./platform/observability/metrics.ts";
import type { Outbound } from "./platform/outside/outbound.ts";
import type { Passwords } from "./platform/identity/passwords.ts";
import type { Peers } from "./platform/peers/peers.ts";
import type { Sessions } from "./platform/identity/sessions.ts";
import type { Settings } from "./platform/settings/settings.ts";
import type { Tokens } from "./platform/identity/tokens.ts";
import type { WordTable } from "./platform/database/word-table.ts";
import type { WebAppFolders } from "./platform/settings/web-app-folders.ts";

/** Everything a service can use. A service declares its part: `type Needs = Pick<Deps, …>`. */
export interface Deps {
  readonly settings: Settings;
  readonly database: Database;
  /** For heavy reads by administrators, off the event loop; see `openReports`. */
  readonly reports: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** The last lines of the log. */
  readonly logLines: LogRing;
  /** This process. */
  readonly instance: Instance;
  /** The running program, and what it may change about itself. */
  readonly installation: Installation;
  readonly metrics: Metrics;
  readonly events: EventHub;
  /** The other processes of this installation, if any. */
  readonly peers: Peers;
  readonly jobs: Jobs;
  /** Makes safe requests to URLs given by users. */
  readonly outbound: Outbound;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  /** Active sign-ins; a token is valid only while its session is. */
  readonly sessions: Sessions;
  readonly adminRoleOf: AdminRoleOf;
  /** Signs programs in. */
  readonly apiKeys: ApiKeys;
  readonly maintenance: Maintenance;
  /** The tables of all features that hold personal data. */
  readonly personalTables: readonly PersonalTable[];
  /** The tables of all features with rows about words, lower floors first. */
  readonly wordTables: readonly WordTable[];
  /** The tables of things that audit entries name. */
  readonly auditTargets: readonly AuditTarget[];
  /** What keeps the parts of imported decks, lower floors first. */
  readonly deckKeepers: readonly DeckKeeper[];
  /** What takes over the reviews of imported decks. */
  readonly deckReviews: DeckReviews;
  /** What imports files that are more than lists of words. */
  readonly importers: readonly Importer[];
  /** The web apps to serve. */
  readonly webApps: WebAppFolders;
}
