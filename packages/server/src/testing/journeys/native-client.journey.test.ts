import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { connectDevice } from "@wordloom/testing/content/devices";
import type { RecordingSink } from "@wordloom/testing/service/recording-sink";

// The protocol between a phone and the service, from the app's first start to a ban and its end:
// the conversation below, with a test clock. The watchdog runs every five seconds, as in
// production.
const PHONE = "6f1c7f0e-phone";
const headersOfPhone = {
  "user-agent": "Wordloom-iOS/1.6.0",
  "x-device-id": PHONE,
  "x-device-platform": "ios",
  "x-app-version": "1.6.0",
  "x-device-fingerprint": "fp-1",
};
const iPhone = {
  timezone: "Asia/Shanghai",
  model: "iPhone17,1",
  language: "zh-CN",
  osName: "iOS 26",
  screenWidth: 1206,
  screenHeight: 2622,
  pixelRatio: 3,
  cpuCores: 6,
  memoryGb: 8,
};

let app: TestApp;
let learner: TestAccount;
let admin: TestAccount;
let stream: RecordingSink;
let second = 0;

/** One step of the conversation, and the expected results. */
interface Line {
  /** Seconds since the app was started. */
  readonly at: number;
  /** The caller; default: the phone with its learner. */
  readonly by?: "administrator" | "phone alone";
  readonly send?: readonly [method: string, path: string, body?: unknown];
  /** Opens or closes the stream. */
  readonly stream?: "open" | "close";
  readonly status?: number;
  readonly data?: unknown;
  readonly code?: string;
  /** Events the phone has received since the previous line, in order. */
  readonly hears?: readonly string[];
}

const telemetry = (eventType: string, payload: object, further: object = {}) =>
  ["POST", "/api/telemetry", { eventType, clientTs: stamp(), payload, ...further }] as const;
const stamp = () => new Date(app.clock.nowMs()).toISOString();
const session = (secs: number) => ({
  sessionDurationSecs: secs,
  actionsPerMin: 22.5,
  errorCount: 0,
  avgResponseTimeMs: 1830,
  behavior: { currentRoute: "/study", clickCount: secs, clickTargets: [{ label: "A", tag: "b" }] },
});
const appEvent = (id: string, category: string, name: string, props: object) => ({
  clientEventId: id,
  name,
  category,
  clientTsMs: app.clock.nowMs(),
  props,
});
const requestId = () => {
  const asked = app.hub.recordedEvents().find(({ type }) => type === "telemetry_request");
  return (asked as { requestId: string } | undefined)?.requestId ?? "not asked yet";
};

const conversation: Readonly<Record<string, () => readonly Line[]>> = {
  "starts before anybody has signed in": () => [
    {
      at: 0,
      by: "phone alone",
      data: { banned: false },
      send: ["GET", `/api/status/device-ban?deviceId=${PHONE}`],
    },
    { at: 0, send: telemetry("session_start", { device: iPhone }), code: "DEVICE_NOT_REGISTERED" },
  ],
  "signs in and is registered by its first request": () => [
    { at: 1, send: ["GET", "/api/users/me"], status: 200 },
    { at: 2, send: telemetry("session_start", { device: iPhone }), status: 200 },
    { at: 2, stream: "open", hears: ["maintenance"] },
  ],
  "studies, and reports every eight seconds without naming itself again": () => [
    { at: 10, send: telemetry("periodic", session(8)), status: 200 },
    { at: 18, send: telemetry("periodic", session(16)), status: 200 },
    { at: 26, send: telemetry("periodic", session(24)), status: 200, hears: [] },
  ],
  "is asked by an administrator and answers at once, with the request id": () => [
    {
      at: 30,
      by: "administrator",
      status: 200,
      send: ["POST", `/api/admin/clients/${PHONE}/request-telemetry`],
    },
    { at: 30, hears: ["telemetry_request"] },
    {
      at: 31,
      send: telemetry("on_demand", session(29), { requestId: requestId() }),
      status: 200,
    },
    { at: 31, send: telemetry("on_demand", session(29)), code: "INVALID_TELEMETRY" },
  ],
  "reports app events and gets an error for each invalid one": () => [
    {
      at: 34,
      send: [
        "POST",
        "/api/telemetry/app-events",
        {
          events: [
            appEvent("e1", "behavior", "study_start", { wordCount: 20 }),
            appEvent("e2", "perf", "api_rtt", { endpoint: "/api/records", ms: 41, status: 202 }),
            appEvent("e3", "error", "crash", { stack: ["not", "a", "scalar"] }),
          ],
        },
      ],
      data: {
        accepted: 2,
        duplicates: 0,
        sampledOut: 0,
        failed: 1,
        errors: [{ index: 2, clientEventId: "e3", code: "APP_EVENT_INVALID_PROPS" }],
      },
    },
    {
      at: 35,
      send: [
        "POST",
        "/api/telemetry/app-events",
        { events: [appEvent("e1", "behavior", "study_start", { wordCount: 20 })] },
      ],
      data: { accepted: 0, duplicates: 1 },
    },
  ],
  "is silent for a while and is told that its data is stale": () => [
    { at: 75, hears: ["data_corrupted"] },
    { at: 76, send: telemetry("session_start", { device: iPhone }), status: 200 },
    { at: 82, send: telemetry("periodic", session(6)), status: 200, hears: [] },
  ],
  "goes into the background: no stream, no telemetry, no alarm": () => [
    { at: 84, stream: "close" },
    { at: 400, by: "administrator", send: ["GET", `/api/admin/clients/${PHONE}`] },
  ],
  returns: () => [
    { at: 401, stream: "open", hears: ["maintenance"] },
    { at: 401, send: telemetry("session_start", { device: iPhone }), status: 200 },
    { at: 409, send: telemetry("periodic", session(8)), status: 200, hears: [] },
  ],
  "is banned: informed, locked out, and limited to ban and maintenance events": () => [
    {
      at: 410,
      by: "administrator",
      send: ["POST", `/api/admin/clients/${PHONE}/ban`, { reason: "shared account" }],
      data: { banned: true, deviceId: PHONE },
    },
    { at: 410, hears: ["banned"] },
    { at: 411, send: ["GET", "/api/users/me"], status: 403, code: "CLIENT_BANNED" },
    { at: 411, send: telemetry("periodic", session(10)), status: 403, code: "CLIENT_BANNED" },
    { at: 412, send: ["GET", `/api/status/device-ban?deviceId=${PHONE}`], data: { banned: true } },
    { at: 470, hears: [] },
  ],
  "is unbanned and continues": () => [
    {
      at: 471,
      by: "administrator",
      data: { banned: false, deviceId: PHONE },
      send: ["POST", `/api/admin/clients/${PHONE}/unban`],
    },
    { at: 471, hears: ["unbanned"] },
    { at: 472, send: telemetry("session_start", { device: iPhone }), status: 200 },
    { at: 473, send: ["GET", "/api/users/me"], status: 200 },
  ],
  "is visible to an administrator": () => [
    {
      at: 480,
      by: "administrator",
      send: ["GET", `/api/admin/telemetry/${PHONE}/summary`],
      data: { total: 10, session_count: 4, total_errors: 0 },
    },
  ],
};

beforeAll(async () => {
  app = await buildTestApp();
  learner = await app.learner();
  admin = await app.admin("super_admin");
});
afterAll(() => app.close());
afterAll(closeCleanDatabase);

/** Advances the clock and runs the watchdog. */
async function passUntil(at: number): Promise<void> {
  for (; second < at; second += 1) {
    app.clock.advance(1_000);
    if (second % 5 === 0) await app.jobs.runNow("heartbeat_watchdog");
  }
}

async function hold(line: Line): Promise<void> {
  if (line.stream === "open") stream = connectDevice(app, learner, PHONE);
  if (line.stream === "close") stream.hangUp();
  if (line.send !== undefined) await speak(line);
  if (line.hears !== undefined) expect(heardSince()).toEqual(line.hears);
}

async function speak({ by, send, status, data, code }: Line): Promise<void> {
  const [method, path, body] = send as NonNullable<Line["send"]>;
  const reply = await app.send(method, path, { headers: headersOf(by), body });
  if (status !== undefined) expect([reply.status, reply.body]).toEqual([status, expect.anything()]);
  if (data !== undefined) expect(reply.body).toMatchObject({ success: true, data });
  if (code !== undefined) expect(reply.body).toMatchObject({ success: false, code });
}

function headersOf(speaker: Line["by"]) {
  if (speaker === "administrator") return admin.headers;
  return speaker === "phone alone" ? headersOfPhone : { ...learner.headers, ...headersOfPhone };
}

let heard = 0;
let heardOn: RecordingSink | undefined;
function heardSince(): string[] {
  if (heardOn !== stream) heard = 0;
  heardOn = stream;
  const types = stream.types();
  const news = types.slice(heard);
  heard = types.length;
  return news;
}

describe("a phone", () => {
  it.each(Object.entries(conversation))("%s", async (_name, lines) => {
    const [first] = lines();
    await passUntil(first?.at ?? 0);
    for (const [place, { at }] of lines().entries()) {
      await passUntil(at);
      // Evaluated for each line, because a line may depend on the results of the previous one.
      await hold(lines()[place] as Line);
    }
    expect(app.faults).toEqual([]);
  });
});
