import type { App } from "@wordloom/server/app";
import type { TestAccount } from "./accounts.ts";
import { addPlainLearners } from "./plain-learners.ts";
import { createRecordingSink, type RecordingSink } from "../service/recording-sink.ts";
import type { TestClock } from "../service/test-clock.ts";

/** Registers a device as the headers of a request do; its owner gets an account. */
export async function addDevice(
  { deps, clock }: Pick<App, "deps"> & { readonly clock: TestClock },
  id: string,
  { owner = null, platform = "web" }: { owner?: string | null; platform?: string } = {},
): Promise<void> {
  const atMs = clock.nowMs();
  if (owner !== null) await addPlainLearners(deps.database, [owner]);
  await deps.database
    .insertInto("devices")
    .values({
      id,
      user_id: owner,
      platform,
      first_seen_at_ms: atMs,
      last_seen_at_ms: atMs,
      app_version: null,
      model: null,
      time_zone: null,
      language: null,
      profile_json: null,
      fingerprint: null,
      fingerprint_coarse: null,
      ip: null,
      banned_at_ms: null,
      ban_reason: null,
      risk_reason: null,
      risk_flagged_at_ms: null,
      risk_related_device: null,
    })
    .execute();
}

/** Opens a stream that names the device; its client reads everything at once. */
export function connectDevice(
  { deps }: Pick<App, "deps">,
  account: TestAccount,
  id: string,
): RecordingSink {
  const sink = createRecordingSink();
  const { id: accountId, sessionId } = account;
  const listener = { kind: "learner", accountId, sessionId, device: { id } } as const;
  deps.events.open({ listener, maintenanceActive: false }).start(sink);
  return sink;
}
