import { DatabaseSync } from "node:sqlite";
import * as contract from "@wordloom/contract";
import { createClient } from "@wordloom/contract";
import { learnerId } from "./city-names.ts";
import { CITY, CITY_NOW_MS } from "./city-size.ts";

const MINUTE_MS = 60_000;

/** Rows that the city lacks in each list, as in a large installation after some years. */
export const CONTENT = {
  auditEntries: 100_000,
  devices: 20_000,
  messages: 20_000,
  broadcasts: 2_000,
  backups: 60,
  configVersions: 60,
  packs: 20,
} as const;

/** Adds what only the database can get, before the service starts. */
export function fillConsole(file: string): void {
  const db = new DatabaseSync(file);
  db.exec("begin");
  fillAudit(db);
  fillDevices(db);
  fillFeedback(db);
  fillBroadcasts(db);
  fillBackups(db);
  db.exec("commit");
  db.close();
}

/** Adds what the service creates itself: versions of the engine's parameters, and packs. */
export async function makeConsoleContent(baseUrl: string, token: string): Promise<void> {
  const client = createClient({ baseUrl, token: () => token });
  const config = await client.call(contract.readEngineConfig);
  for (let n = 0; n < CONTENT.configVersions; n += 1) {
    const memoryModel = { ...(config["memoryModel"] as object), baseDesiredRetention: 0.86 };
    const body = n % 2 === 0 ? { ...config, memoryModel } : config;
    await client.call(contract.replaceEngineConfig, { query: { note: `Try ${n}` }, body });
  }
  for (let n = 0; n < CONTENT.packs; n += 1) {
    const path = `/api/admin/resource-packs/pack-${n}/versions?version=1.0.0&channel=internal`;
    const reply = await fetch(baseUrl + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
      body: JSON.stringify({ schema: 1, n }),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  }
}

function fillAudit(db: DatabaseSync): void {
  const insert = db.prepare(
    `insert into audit_log
       (action, target_type, target_id, metadata_json, outcome, started_at_ms, completed_at_ms)
       values (?, 'user', ?, '{}', ?, ?, ?)`,
  );
  for (let n = 0; n < CONTENT.auditEntries; n += 1) {
    const atMs = CITY_NOW_MS - (CONTENT.auditEntries - n) * MINUTE_MS;
    const action = n % 3 === 0 ? "user.ban" : "user.unban";
    const outcome: contract.AuditOutcome = n % 50 === 0 ? "failed" : "success";
    insert.run(action, `learner-${n % 1_000}`, outcome, atMs, atMs);
  }
}

function fillDevices(db: DatabaseSync): void {
  const insert = db.prepare(
    `insert into devices (id, user_id, platform, app_version, first_seen_at_ms, last_seen_at_ms)
       values (?, ?, ?, ?, ?, ?)`,
  );
  for (let n = 0; n < CONTENT.devices; n += 1) {
    const seenMs = CITY_NOW_MS - n * MINUTE_MS;
    const platform = n % 2 === 0 ? "android" : "ios";
    insert.run(
      ...[`device-${n}`, learnerId(n % CITY.learners), platform, `1.${n % 9}.0`],
      ...[seenMs - 90 * 24 * 60 * MINUTE_MS, seenMs],
    );
  }
}

function fillFeedback(db: DatabaseSync): void {
  const insert = db.prepare(
    `insert into feedback (id, user_id, category, content, priority, status, created_at_ms,
       updated_at_ms) values (?, ?, ?, ?, 'normal', ?, ?, ?)`,
  );
  const categories = ["bug", "idea", "general"] as const;
  for (let n = 0; n < CONTENT.messages; n += 1) {
    const atMs = CITY_NOW_MS - n * MINUTE_MS;
    const status = n % 20 === 0 ? "open" : "closed";
    const text = `The recording of word ${n} plays twice when I press it quickly.`;
    const category = categories[n % categories.length] ?? "general";
    insert.run(
      ...[`feedback-${n}`, learnerId(n % CITY.learners), category, text, status, atMs, atMs],
    );
  }
}

function fillBroadcasts(db: DatabaseSync): void {
  const insert = db.prepare(
    `insert into broadcasts (id, title, message, audience_json, status, created_by, started_at_ms,
       touched_at_ms, finished_at_ms, cursor, attempts, sent_count, read_count, created_at_ms)
       values (?, ?, 'Two books of idioms have come.', '{}', 'sent', 'somebody', ?, ?, ?, '', 0, ?,
       ?, ?)`,
  );
  for (let n = 0; n < CONTENT.broadcasts; n += 1) {
    const atMs = CITY_NOW_MS - n * 60 * MINUTE_MS;
    insert.run(
      ...[`broadcast-${n}`, `News ${n}`, atMs, atMs, atMs, CITY.learners, n % CITY.learners, atMs],
    );
  }
}

/** Backups on another machine, because the service looks for its own ones on its disk. */
function fillBackups(db: DatabaseSync): void {
  const insert = db.prepare(
    `insert into backups (host, name, kind, size_bytes, sha256, version, verified, created_at_ms)
       values ('another', ?, 'daily', 900000000, '', '1.0.0', 1, ?)`,
  );
  for (let n = 0; n < CONTENT.backups; n += 1) {
    insert.run(`backup-${n}.db`, CITY_NOW_MS - n * 24 * 60 * MINUTE_MS);
  }
}
