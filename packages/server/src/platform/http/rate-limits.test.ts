import { endpoint, enveloped, type Bucket } from "@wordloom/contract";
import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { until } from "@wordloom/testing/service/until";
import { silentLog } from "../observability/log.ts";
import { NoAnswerError } from "../database/dialect/postgres-client.ts";
import { rateLimitsOf } from "../settings/rate-limit-values.ts";
import { setRateLimits } from "./rate-limits-in-force.ts";
import type { RouteModule } from "./route.ts";

const reply = enveloped(z.looseObject({}));
const base = { summary: "", method: "GET", replies: { 200: reply }, errors: [] } as const;
const named = (path: string, access: "none" | "learner" | "admin", bucket?: Bucket) =>
  endpoint({ ...base, path, access, ...(bucket !== undefined && { bucket }) });

const endpoints = [
  named("/api/open", "none"),
  named("/api/mine", "learner"),
  named("/api/auth/login", "none", "auth"),
  named("/api/admin/auth/verify", "admin", "admin_auth"),
  named("/api/telemetry", "learner", "telemetry"),
  named("/api/telemetry/app-events", "learner", "app_events"),
  named("/api/telemetry/error", "none", "error_reports"),
  named("/api/admin/probe", "admin", "probe"),
  named("/api/status", "none", "unlimited"),
  named("/health", "none"),
];

const routes: RouteModule = (mount) => {
  for (const one of endpoints) mount(one, ({ answer }) => answer(200, {}));
};

const few = {
  RATE_LIMIT_ANONYMOUS_MAX: "3",
  RATE_LIMIT_AUTHENTICATED_MAX: "4",
  RATE_LIMIT_TELEMETRY_MAX: "8",
};

async function withApp(settings: Record<string, string>, play: (app: TestApp) => Promise<void>) {
  const app = await buildTestApp({ settings, features: onlyFeature({ routes: [routes] }) });
  try {
    await play(app);
  } finally {
    await app.close();
  }
}

/** The statuses of a request sent `times` times. */
async function statuses(app: TestApp, count: number, path: string, headers = {}) {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await app.send("GET", path, { headers })).status);
  return seen;
}

afterAll(closeCleanDatabase);

describe("calls without a token", () => {
  it("are counted per address, with their status in the headers", () =>
    withApp(few, async (app) => {
      const first = await app.send("GET", "/api/open");
      expect(first.headers).toMatchObject({
        "ratelimit-limit": "3",
        "ratelimit-remaining": "2",
        "ratelimit-reset": "60",
      });
      app.clock.advance(15_500);
      expect(await statuses(app, 2, "/api/open")).toEqual([200, 200]);
      const refused = await app.send("GET", "/api/open");
      expect(refused).toMatchObject({
        status: 429,
        body: { success: false, code: "RATE_LIMITED" },
        headers: { "ratelimit-remaining": "0", "ratelimit-reset": "45", "retry-after": "45" },
      });
      expect((await app.send("GET", "/api/open", { from: "203.0.113.9" })).status).toBe(200);
      app.clock.advance(44_500);
      expect(await statuses(app, 1, "/api/open")).toEqual([200]);
    }));

  it("are counted if they are refused or the path is unknown", () =>
    withApp(few, async (app) => {
      const headers = { authorization: "Bearer made.up.token" };
      expect(await statuses(app, 1, "/api/mine", headers)).toEqual([401]);
      expect(await statuses(app, 1, "/api/nothing")).toEqual([404]);
      expect((await app.send("DELETE", "/api/open")).status).toBe(405);
      expect(await statuses(app, 1, "/api/mine", headers)).toEqual([429]);
    }));

  it("share a limit within an IPv6 network, and with the mapped form of an IPv4 address", () =>
    withApp({ RATE_LIMIT_ANONYMOUS_MAX: "1" }, async (app) => {
      const from = async (address: string) =>
        (await app.send("GET", "/api/open", { from: address })).status;
      expect(await from("2001:db8:1:2::1")).toBe(200);
      expect(await from("2001:db8:1:2:ffff::9")).toBe(429);
      expect(await from("2001:db8:1:3::1")).toBe(200);
      expect(await from("203.0.113.9")).toBe(200);
      expect(await from("::ffff:203.0.113.9")).toBe(429);
    }));
});

describe("calls with a token", () => {
  it("are counted per account, for all addresses and endpoints", () =>
    withApp(few, async (app) => {
      const { headers } = await app.learner();
      expect(await statuses(app, 3, "/api/mine", headers)).toEqual([200, 200, 200]);
      const last = await app.send("GET", "/api/open", { headers, from: "203.0.113.9" });
      expect(last.headers).toMatchObject({ "ratelimit-limit": "4", "ratelimit-remaining": "0" });
      expect(await statuses(app, 1, "/api/open", headers)).toEqual([429]);
      const other = await app.learner();
      expect(await statuses(app, 1, "/api/mine", other.headers)).toEqual([200]);
    }));

  it("are not counted for their address while the database is down", () =>
    withApp(few, async (app) => {
      const { headers } = await app.learner();
      const find = vi.spyOn(app.deps.sessions, "find");
      find.mockRejectedValue(new NoAnswerError("no answer"));
      expect(await statuses(app, 5, "/api/mine", headers)).toEqual([503, 503, 503, 503, 503]);
      find.mockRestore();
      expect(await statuses(app, 1, "/api/open")).toEqual([200]);
    }));

  it("are counted for the account even if its kind is not admitted", () =>
    withApp(few, async (app) => {
      const { headers } = await app.admin();
      expect(await statuses(app, 5, "/api/mine", headers)).toEqual([401, 401, 401, 401, 429]);
    }));
});

describe("the default limits per minute", () => {
  const countOf = (bodies: unknown[], throttled: boolean) =>
    bodies.filter((body) => JSON.stringify(body).includes("throttled") === throttled).length;

  it("are 120 calls per address without a token", () =>
    withApp({}, async (app) => {
      const seen = await statuses(app, 121, "/api/open");
      expect(seen).toEqual([...Array<number>(120).fill(200), 429]);
    }));

  it("are 600 calls per account", () =>
    withApp({}, async (app) => {
      const seen = await statuses(app, 601, "/api/mine", (await app.learner()).headers);
      expect(seen).toEqual([...Array<number>(600).fill(200), 429]);
    }));

  it.each(["/api/telemetry", "/api/telemetry/app-events"])("are 120 calls of %s", (path) =>
    withApp({}, async (app) => {
      const { headers } = await app.learner();
      const bodies: unknown[] = [];
      for (let n = 0; n < 121; n += 1) bodies.push((await app.send("GET", path, { headers })).body);
      expect([countOf(bodies, false), countOf(bodies, true)]).toEqual([120, 1]);
    }),
  );
});

describe("separate buckets", () => {
  it.each([
    ["/api/auth/login", 200],
    ["/api/admin/auth/verify", 401],
  ])("limit %s to ten a minute per address", (path, status) =>
    withApp(few, async (app) => {
      expect(await statuses(app, 10, path)).toEqual(Array(10).fill(status));
      const refused = await app.send("GET", path);
      expect(refused).toMatchObject({ status: 429, body: { code: "AUTH_RATE_LIMITED" } });
      // Counted in this bucket only.
      expect(await statuses(app, 1, "/api/open")).toEqual([200]);
    }),
  );

  it.each([
    ["/api/telemetry", { received: true, throttled: true }],
    [
      "/api/telemetry/app-events",
      { accepted: 0, duplicates: 0, sampledOut: 0, failed: 0, errors: [], throttled: true },
    ],
  ])("discard the excess of %s with a normal reply", (path, data) =>
    withApp(few, async (app) => {
      const { headers } = await app.learner();
      expect(await statuses(app, 8, path, headers)).toEqual(Array(8).fill(200));
      const droppedReply = await app.send("GET", path, { headers });
      expect(droppedReply).toMatchObject({ status: 200, body: { success: true, data } });
      expect(await statuses(app, 1, "/api/mine", headers)).toEqual([200]);
    }),
  );

  it("drop error reports beyond thirty a minute", () =>
    withApp({}, async (app) => {
      for (let n = 0; n < 30; n += 1) await app.send("GET", "/api/telemetry/error");
      const droppedReply = await app.send("GET", "/api/telemetry/error");
      expect(droppedReply.body).toEqual({ success: true, data: { received: true } });
    }));

  it("limit probes per administrator", () =>
    withApp({}, async (app) => {
      const { headers } = await app.admin();
      expect(await statuses(app, 11, "/api/admin/probe", headers)).toEqual([
        ...Array<number>(10).fill(200),
        429,
      ]);
    }));
});

it("does not limit status, health and preflights", () =>
  withApp({ RATE_LIMIT_ANONYMOUS_MAX: "1" }, async (app) => {
    expect(await statuses(app, 3, "/api/status")).toEqual([200, 200, 200]);
    expect(await statuses(app, 3, "/health")).toEqual([200, 200, 200]);
    expect(await statuses(app, 2, "/nowhere")).toEqual([404, 404]);
    for (let n = 0; n < 3; n += 1) await app.send("OPTIONS", "/api/open");
    const first = await app.send("GET", "/api/open");
    expect(first.headers["ratelimit-remaining"]).toBe("0");
    expect((await app.send("GET", "/api/status")).headers["ratelimit-limit"]).toBeUndefined();
  }));

it("counts callers behind a trusted proxy separately", () =>
  withApp({ RATE_LIMIT_ANONYMOUS_MAX: "1", TRUST_PROXY: "true" }, async (app) => {
    const from = (list: string) => statuses(app, 1, "/api/open", { "x-forwarded-for": list });
    expect(await from("1.1.1.1")).toEqual([200]);
    expect(await from("2.2.2.2")).toEqual([200]);
    expect(await from("9.9.9.9, 1.1.1.1")).toEqual([429]);
  }));

it("ignores a forged X-Forwarded-For", () =>
  withApp({ RATE_LIMIT_ANONYMOUS_MAX: "1" }, async (app) => {
    expect(await statuses(app, 1, "/api/open", { "x-forwarded-for": "1.1.1.1" })).toEqual([200]);
    expect(await statuses(app, 1, "/api/open", { "x-forwarded-for": "2.2.2.2" })).toEqual([429]);
  }));

describe("the notes for the operator", () => {
  const lines: unknown[][] = [];
  const log = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line) } as never;
  const noted = async (app: TestApp) => {
    const rows = await app.deps.database.selectFrom("traffic_notes").selectAll().execute();
    return rows.map(({ kind }) => kind).toSorted();
  };
  const forwarded = { "x-forwarded-for": "203.0.113.9" };

  async function withLog(settings: Record<string, string>, play: (app: TestApp) => Promise<void>) {
    lines.length = 0;
    const features = onlyFeature({ routes: [routes] });
    const app = await buildTestApp({ settings, features, log });
    try {
      await play(app);
    } finally {
      await app.close();
    }
  }

  it("say once an hour, without addresses, that an address was refused", () =>
    withLog(few, async (app) => {
      expect(await statuses(app, 9, "/api/open")).toContain(429);
      await until(async () => (await noted(app)).length > 0);
      expect(await noted(app)).toEqual(["address_refused_anonymous"]);
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(lines)).toContain("Networks that share an address");
      expect(JSON.stringify(lines)).not.toContain("127.0.0.1");
      app.clock.advance(3_600_000);
      await statuses(app, 9, "/api/open");
      expect(lines).toHaveLength(2);
    }));

  it("do not ask to name a network that is named already", () =>
    withLog({ ...few, RATE_LIMIT_EXEMPT: "127.0.0.0/8" }, async (app) => {
      expect(await statuses(app, 200, "/api/open")).toContain(429);
      await until(async () => (await noted(app)).length > 0);
      expect(await noted(app)).toEqual(["shared_address_refused"]);
      expect(JSON.stringify(lines)).not.toContain("Networks that share an address");
    }));

  it("are given again when the list of networks changes", () =>
    withLog(few, async (app) => {
      await statuses(app, 9, "/api/open");
      setRateLimits(app.deps, rateLimitsOf(app.deps.settings), "198.51.100.0/24");
      await statuses(app, 1, "/api/open");
      expect(lines).toHaveLength(2);
    }));

  it("do not mention a refused account or a dropped error report", () =>
    withLog(few, async (app) => {
      await statuses(app, 9, "/api/mine", (await app.learner()).headers);
      await statuses(app, 9, "/api/telemetry/error");
      expect(lines).toEqual([]);
    }));

  it("say once that a proxy passes requests on while TRUST_PROXY is off", () =>
    withLog({}, async (app) => {
      await statuses(app, 3, "/api/open", forwarded);
      await until(async () => (await noted(app)).length > 0);
      expect(await noted(app)).toEqual(["forwarded_untrusted"]);
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(lines)).toContain("Set TRUST_PROXY");
    }));

  it("do not mention trusted proxies, or headers from outside the network", () =>
    withLog({ TRUST_PROXY: "true" }, async (trusting) => {
      await statuses(trusting, 1, "/api/open", forwarded);
      expect(lines).toEqual([]);
    }).then(() =>
      withLog({}, async (app) => {
        await app.send("GET", "/api/open", { headers: forwarded, from: "198.51.100.7" });
        expect(lines).toEqual([]);
      }),
    ));
});
