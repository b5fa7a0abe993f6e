import { DatabaseSync } from "node:sqlite";
import { CITY } from "./city-size.ts";
import { hashed, learnerId, uuidOf } from "./city-names.ts";

const DAY_MS = 86_400_000;
const DAYS = 90;
/** One in this many learners has an app that reports on a day. */
const ACTIVE_ONE_IN = 3;

const ERROR_SIGNATURES = 300;

export const deviceId = (n: number) => uuidOf("device", n);

/** A registered device for each of the first learners. */
export function registerDevices(file: string, count: number): void {
  const db = new DatabaseSync(file);
  const device = db.prepare(
    `insert into devices (id, user_id, platform, app_version, first_seen_at_ms, last_seen_at_ms)
     values (?, ?, 'ios', '1.2.3', 0, 0)`,
  );
  db.exec("begin");
  for (let n = 0; n < count; n += 1) device.run(deviceId(n), learnerId(n));
  db.exec("commit");
  db.close();
}

/**
 * Inserts events for the last ninety days, from a third of all learners on each day. Deterministic
 * except for the times, which end now.
 */
export function fillAppEvents(file: string, events: number, nowMs: number): void {
  const db = new DatabaseSync(file);
  const indexes = db
    .prepare("select sql from sqlite_schema where tbl_name = 'app_events' and type = 'index'")
    .all();
  db.exec(`drop index app_events_once; drop index app_events_time; drop index app_events_user;
    pragma synchronous = off; begin`);
  const row = db.prepare(
    `insert into app_events (device_id, client_event_id, user_id, name, category, at_ms,
       received_at_ms, platform, app_version, props_json) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const ids = Array.from({ length: CITY.learners }, (_, n) => [learnerId(n), deviceId(n)] as const);
  const firstMs = nowMs - DAYS * DAY_MS;
  for (let n = 0; n < events; n += 1) {
    const atMs = firstMs + Math.floor((n * DAYS * DAY_MS) / events);
    const learner = activeLearner(n, Math.floor((n * DAYS) / events));
    const [userId, device] = ids[learner] ?? ["", ""];
    const { name, category, props } = eventOf(n);
    const propsJson = props === undefined ? null : JSON.stringify(props);
    const platform = hashed(learner, 5) % 3 === 0 ? "android" : "ios";
    const id = uuidOf("app-event", n);
    row.run(...[device, id, userId, name, category, atMs, atMs, platform, "1.2.3", propsJson]);
  }
  db.exec("commit");
  for (const { sql: text } of indexes) db.exec(String(text));
  db.exec("analyze app_events");
  db.close();
}

/** One of the learners active on that day. */
function activeLearner(n: number, day: number): number {
  const share = Math.floor(CITY.learners / ACTIVE_ONE_IN);
  const place = hashed(n, 1) % share;
  return (place * ACTIVE_ONE_IN + (hashed(place, day) % ACTIVE_ONE_IN)) % CITY.learners;
}

const BEHAVIOR = [
  "session_start",
  "session_end",
  "study_start",
  "study_complete",
  "study_quit",
  "word_lookup",
  "word_favorite",
  "word_note",
  "wordbook_switch",
];
const SCREENS = ["home", "study", "review", "wordbook", "profile", "stats"];

interface MadeEvent {
  readonly name: string;
  readonly category: string;
  readonly props?: Readonly<Record<string, string | number>>;
}

/** 70 % behavior, 5 % errors, the rest performance. */
export function eventOf(n: number): MadeEvent {
  const percentile = hashed(n, 11) % 100;
  const ms = 20 + (hashed(n, 12) % 1_000) ** 2 / 1_000;
  const screen = SCREENS[hashed(n, 13) % SCREENS.length] ?? "home";
  if (percentile < 30) return { name: "screen_view", category: "behavior", props: { screen } };
  if (percentile < 70) {
    return { name: BEHAVIOR[hashed(n, 14) % BEHAVIOR.length] ?? "", category: "behavior" };
  }
  if (percentile < 75) {
    const signature = `signature-${hashed(n, 15) % ERROR_SIGNATURES}`;
    const name = percentile === 70 ? "crash" : "app_error";
    return { name, category: "error", props: { signature, kind: "TypeError" } };
  }
  if (percentile < 85) return { name: "page_load", category: "perf", props: { screen, ms } };
  const props = { endpoint: "/api/records", ms, status: 202 };
  return { name: "api_rtt", category: "perf", props };
}
