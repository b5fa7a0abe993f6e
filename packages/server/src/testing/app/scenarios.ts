import { afterAll, expect, it } from "vitest";
import type { Feature } from "../../feature.ts";
import type { RouteModule } from "../../platform/http/route.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { expectAudited } from "./audited-writes.ts";
import {
  buildTestApp,
  onlyFeature,
  type TestApp,
  type TestAppParts,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { recordExample } from "./recorded-examples.ts";

/** Method, path, body, further headers. A string or buffer as body is sent unchanged. */
export type Sending = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>> | undefined,
];

/** One promise of the contract: a request and the expected result. */
export interface Scenario {
  /** The caller: learner u1, administrator a1 or super administrator a1; default: anonymous. */
  readonly as?: "learner" | "admin" | "super";
  readonly settings?: Record<string, string>;
  /** Further parts of the app, made when the test runs; their settings take precedence. */
  readonly parts?: () => TestAppParts;
  /** Prepares the app. Learner u1 always exists. */
  readonly given?: (app: ScenarioApp) => unknown;
  readonly send: Sending | ((app: ScenarioApp) => Sending | Promise<Sending>);
  /** For a row that works for long: the machine may be busy. */
  readonly timeoutMs?: number;
  /** Sends the request twice; the expectations apply to the second reply. */
  readonly twice?: boolean;
  /** Address of the caller. */
  readonly from?: string;
  readonly status: number;
  /** Must be contained in the reply. */
  readonly body?: object;
  /** A pattern that the reply as text must match. */
  readonly text?: RegExp;
  /** Exact values or patterns; null: must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** Exactly what is pushed to clients, as `audience:type`. */
  readonly publishes?: readonly string[];
  /** Further assertions, after the reply. */
  readonly after?: (app: ScenarioApp, reply: TestReply) => unknown;
}

export interface ScenarioApp extends TestApp {
  /** Learner u1. */
  readonly u1: TestAccount;
  /** The administrator, if the row has one. */
  readonly a1: TestAccount;
}

/**
 * Runs each row as a test, through the real HTTP stack, on an empty database.
 *
 * @param about  the routes under test, or a whole feature; nothing else is mounted
 */
export function scenarios(
  about: RouteModule | readonly RouteModule[] | Partial<Feature>,
  rows: Readonly<Record<string, Scenario>>,
): void {
  afterAll(closeCleanDatabase);
  const features = onlyFeature(featureOf(about));
  for (const [name, row] of Object.entries(rows)) {
    it(name, () => play(features, row), row.timeoutMs);
  }
}

function featureOf(about: Parameters<typeof scenarios>[0]): Partial<Feature> {
  if (typeof about === "function") return { routes: [about] };
  return isList(about) ? { routes: about } : about;
}

function isList(value: object): value is readonly RouteModule[] {
  return Array.isArray(value);
}

async function play(features: readonly Feature[], row: Scenario): Promise<void> {
  const parts = row.parts?.() ?? {};
  const settings = { ...parts.settings, ...row.settings };
  const app = await buildTestApp({ ...parts, features, settings });
  try {
    const cast = await gather(app, row);
    await row.given?.(cast);
    app.hub.forgetRecorded();
    const [method, path, body, headers] =
      typeof row.send === "function" ? await row.send(cast) : row.send;
    const signed = { ...signatureOf(cast, row), ...headers };
    const request = { body, headers: signed, ...(row.from !== undefined && { from: row.from }) };
    if (row.twice === true) await app.send(method, path, request);
    if (row.twice === true) app.hub.forgetRecorded();
    const requireEntry = await expectAudited(app, method, path);
    const reply = await app.send(method, path, request);
    compare(app, row, reply);
    recordExample({ method, path, body, status: reply.status, reply: reply.body });
    await requireEntry(reply);
    await row.after?.(cast, reply);
  } finally {
    await app.close();
  }
}

async function gather(app: TestApp, row: Scenario): Promise<ScenarioApp> {
  const u1 = await app.learner();
  if (row.as !== "admin" && row.as !== "super") {
    return Object.defineProperty({ ...app, u1 } as ScenarioApp, "a1", { get: noAdmin });
  }
  return { ...app, u1, a1: await app.admin(row.as === "super" ? "super_admin" : "admin") };
}

function noAdmin(): never {
  throw new Error('a1 is there in rows with as: "admin" or "super"; else make one: app.admin()');
}

function signatureOf(cast: ScenarioApp, { as }: Scenario): Readonly<Record<string, string>> {
  if (as === undefined) return {};
  return as === "learner" ? cast.u1.headers : cast.a1.headers;
}

function compare(app: TestApp, row: Scenario, reply: TestReply): void {
  const inside = app.faults.map((fault) => (fault instanceof Error ? fault.stack : String(fault)));
  expect(reply.status, [reply.text, ...inside].join("\n")).toBe(row.status);
  if (row.body !== undefined) expect(reply.body).toMatchObject(row.body);
  if (row.text !== undefined) expect(reply.text).toMatch(row.text);
  for (const [name, expected] of Object.entries(row.headers ?? {})) {
    const value = reply.headers[name.toLowerCase()];
    if (expected === null) expect(value, name).toBeUndefined();
    else if (typeof expected === "string") expect(String(value), name).toBe(expected);
    else expect(String(value), name).toMatch(expected);
  }
  if (row.publishes !== undefined) expect(app.hub.recorded()).toEqual(row.publishes);
}
