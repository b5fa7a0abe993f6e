import { readBackupAge } from "../backups/backup-age.service.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { recognize } from "../../../platform/http/sign-in.ts";
import { isSameSecret } from "../../../platform/basics/same-secret.ts";
import type { Deps } from "../../../deps.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";

const LAST_BACKUP = "backup_last_success_timestamp_seconds";

type Needs = Pick<
  Deps,
  | "adminRoleOf"
  | "apiKeys"
  | "clock"
  | "database"
  | "log"
  | "metrics"
  | "sessions"
  | "settings"
  | "tokens"
>;
type Caller = Pick<RequestFacts, "cookie" | "header" | "ip" | "local" | "secure">;

/**
 * The metrics in Prometheus text format, for callers on this machine, holders of the metrics token,
 * and administrators.
 *
 * @throws AppError AUTH_UNAUTHORIZED
 */
export async function metricsFor(needs: Needs, caller: Caller): Promise<string> {
  const admitted = caller.local || hasMetricsToken(needs, caller) || (await isAdmin(needs, caller));
  if (!admitted) refuse("AUTH_UNAUTHORIZED");
  await measureBackups(needs);
  return needs.metrics.text();
}

/** Without the database all other metrics are still there. */
async function measureBackups(needs: Needs): Promise<void> {
  try {
    const { atMs = 0 } = await readBackupAge(needs);
    needs.metrics.gauge(LAST_BACKUP, "When the last good backup was made.").set(atMs / 1_000);
  } catch (cause) {
    needs.log.warn({ cause }, "the age of the newest backup could not be determined");
  }
}

function hasMetricsToken({ settings }: Needs, caller: Caller): boolean {
  const [, token] = /^bearer +(\S+) *$/i.exec(caller.header("authorization") ?? "") ?? [];
  if (token === undefined || settings.METRICS_TOKEN === undefined) return false;
  return isSameSecret(token, settings.METRICS_TOKEN);
}

async function isAdmin(needs: Needs, caller: Caller): Promise<boolean> {
  return (await recognize(needs, caller))?.kind === "admin";
}
