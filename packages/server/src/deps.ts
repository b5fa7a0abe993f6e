import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/database/tables.ts";
import type { EventHub } from "./platform/events/hub.ts";
import type { PersonalTable } from "./platform/feature.ts";
import type { Ids } from "./platform/ids.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { Maintenance } from "./platform/maintenance.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Outbound } from "./platform/outbound/outbound.ts";
import type { Passwords } from "./platform/passwords.ts";
import type { Peers } from "./platform/peers.ts";
import type { Sessions } from "./platform/sessions/sessions.ts";
import type { Settings } from "./platform/settings.ts";
import type { Tokens } from "./platform/tokens.ts";

/** Everything a service may ask for. A service names its share: `type Needs = Pick<Deps, …>`. */
export interface Deps {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly events: EventHub;
  /** The other processes of this installation, if there are any. */
  readonly peers: Peers;
  readonly jobs: Jobs;
  /** Fetches from addresses that users name, safely. */
  readonly outbound: Outbound;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  /** Live sign-ins; the truth behind every token. */
  readonly sessions: Sessions;
  readonly maintenance: Maintenance;
  /** Where the features in service keep what belongs to a learner. */
  readonly personalTables: readonly PersonalTable[];
}
