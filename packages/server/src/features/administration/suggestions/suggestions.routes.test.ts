import { defaultParameters, withParameters } from "@wordloom/engine";
import { afterAll, describe, expect, it } from "vitest";
import {
  GOOD_PATCH,
  giveAdvice,
  presentParameters,
  suggestionId,
} from "../../../testing/rows/advice.ts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  changeConfiguration,
  listVersions,
  parametersInForce,
} from "../../adaptation/engine-config/engine-config.service.ts";
import { suggestionsFeature } from "./suggestions.feature.ts";
import { suggestionExpiry, suggestionFollow } from "./suggestions.worker.ts";

const ROOT = "/api/admin/amas/suggestions";
const DAY_MS = 86_400_000;
const never = new AbortController().signal;

type Told = Pick<ScenarioApp, "send" | "a1" | "deps">;

async function read(app: Told, nth = 1) {
  const path = `${ROOT}/${await suggestionId(app, nth)}`;
  const { body } = await app.send("GET", path, { headers: app.a1.headers });
  return body.data as Record<string, unknown>;
}

/** Changes the configuration by hand. */
async function tune({ deps }: Pick<TestApp, "deps">, changes: Record<string, number>) {
  const origin = { source: "manual", authorAdminId: "a9" } as const;
  return changeConfiguration(deps, (snapshot) => withParameters(snapshot, changes), origin);
}

async function audit({ deps }: TestApp) {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map((row) => [row.action, row.admin_id, row.target_type, row.target_id]);
}

const onFirst =
  (verb: string, body: object): Scenario["send"] =>
  async (app) => ["POST", `${ROOT}/${await suggestionId(app)}/${verb}`, body];

describe("GET /api/admin/amas/suggestions", () => {
  const three = async (app: ScenarioApp) => {
    await giveAdvice(app);
    await giveAdvice(app, { "memoryModel.w[8]": 1.5 }, { rationale: "100% of Überhang" });
    await giveAdvice(app, { "elo.kFactor": 40 });
  };
  const lists = (query: string, ids: readonly number[]): Scenario => ({
    as: "admin",
    given: three,
    send: ["GET", `${ROOT}${query}`],
    status: 200,
    after: async (app, { body }) => {
      const expected = await Promise.all(ids.map((nth) => suggestionId(app, nth)));
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual(expected);
    },
  });

  scenarios(suggestionsFeature, {
    "is empty at first": {
      as: "admin",
      send: ["GET", ROOT],
      status: 200,
      body: { data: [] },
    },
    "lists the newest first": lists("", [3, 2, 1]),
    "filters by status": lists("?status=pending", [2, 1]),
    "finds text in the patch": lists("?q=W%5B8", [2]),
    "finds text in the rationale, taken literally": lists("?q=100%25%20of", [2]),
    "finds text in the decision note": lists("?q=open%20to%20the%20advisor", [3]),
    "ignores case in every script": lists("?q=of%20%C3%BCBERHANG", [2]),
    "finds text beyond ASCII as written": lists("?q=%C3%9Cberhang", [2]),
    "treats an empty text as absent": lists("?q=", [3, 2, 1]),
    "returns a page": lists("?limit=1&offset=1", [2]),
    "clamps the limit": lists("?limit=0", [3]),
    "refuses another status": {
      as: "admin",
      send: ["GET", `${ROOT}?status=open`],
      status: 400,
      body: { code: "BAD_STATUS" },
    },
  });
});

describe("GET /api/admin/amas/suggestions/{id}", () => {
  scenarios(suggestionsFeature, {
    "shows every field": {
      as: "admin",
      given: (app) => giveAdvice(app),
      status: 200,
      send: async (app) => ["GET", `${ROOT}/${await suggestionId(app)}`],
      after: async (app, { body }) =>
        expect(body.data).toEqual({
          id: await suggestionId(app),
          created_at: "2026-05-01T12:00:00.000Z",
          based_on_version_hash: parametersInForce(app.deps).versionHash,
          patch_json: GOOD_PATCH,
          rationale: "The tail is long.",
          evidence_json: { windowDays: 7 },
          status: "pending",
          decided_by: null,
          decided_at: null,
          decision_note: null,
          cost_usd: 0.01,
          tokens_input: 100,
          tokens_output: 50,
          confidence: 0.9,
        }),
    },
    "does not find another": {
      as: "admin",
      given: (app) => giveAdvice(app),
      send: ["GET", `${ROOT}/999999999`],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    ...Object.fromEntries(
      ["0", "-1", "1.5", "one", "1e0", "99999999999999999999"].map((id) => [
        `does not find ${id}`,
        {
          as: "admin",
          given: (app) => giveAdvice(app),
          send: ["GET", `${ROOT}/${id}`],
          status: 404,
          body: { code: "NOT_FOUND" },
        } satisfies Scenario,
      ]),
    ),
  });
});

describe("POST /api/admin/amas/suggestions/{id}/approve", () => {
  const approve = onFirst("approve", { note: " go " });

  scenarios(suggestionsFeature, {
    "applies the patch to the active configuration": {
      as: "admin",
      given: async (app) => {
        await giveAdvice(app);
        await tune(app, { "elo.kFactor": 40 });
      },
      send: approve,
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app, { body }) => {
        const { versionHash, versionId } = parametersInForce(app.deps);
        expect(body.data).toEqual({ updated: true, versionHash, versionId });
        expect(presentParameters(app)).toEqual(
          withParameters(defaultParameters(), { ...GOOD_PATCH, "elo.kFactor": 40 }),
        );
        const [version] = await listVersions(app.deps, { limit: 1, offset: 0 });
        expect(version).toMatchObject({
          source: "llm_suggested",
          author_admin_id: "a1",
          note: "go",
        });
        expect(await read(app)).toMatchObject({
          status: "approved",
          decided_by: "a1",
          decision_note: "go",
          decided_at: "2026-05-01T12:00:00.000Z",
        });
        expect(await audit(app)).toEqual([
          ["amas.suggestion.approve", "a1", "suggestion", String(await suggestionId(app))],
        ]);
      },
    },
    "supersedes other pending ones with one of its paths": {
      as: "admin",
      given: async (app) => {
        await giveAdvice(app);
        await giveAdvice(app, { "memoryModel.w[2]": 4, "memoryModel.w[8]": 2 });
        await giveAdvice(app, { "memoryModel.w[8]": 2 });
      },
      send: approve,
      status: 200,
      after: async (app) => {
        const { versionHash } = parametersInForce(app.deps);
        expect(await read(app, 2)).toMatchObject({
          status: "superseded",
          decided_by: null,
          decision_note: `Superseded by version ${versionHash}.`,
        });
        expect(await read(app, 3)).toMatchObject({ status: "pending", decided_at: null });
      },
    },
    "refuses one superseded by a newer version, even after a revert": {
      as: "admin",
      given: async (app) => {
        await giveAdvice(app);
        await tune(app, { "memoryModel.w[2]": 4 });
        await tune(app, { "memoryModel.w[2]": 2.3065 });
      },
      send: approve,
      status: 409,
      body: { code: "SUGGESTION_NOT_PENDING" },
      after: async (app) => expect(await read(app)).toMatchObject({ status: "superseded" }),
    },
    "refuses a patch that the whitelist no longer allows; it stays pending": {
      as: "admin",
      given: async (app) => {
        await giveAdvice(app);
        const entry = { path: "memoryModel.w[2]", minSafe: 1, maxSafe: 2.5 };
        const path = "/api/admin/amas/advisor/whitelist";
        await app.send("POST", path, { headers: app.a1.headers, body: entry });
      },
      send: approve,
      status: 400,
      body: { code: "PATCH_INVALID" },
      text: /from 1 to 2\.5/,
      after: async (app) => {
        expect(await read(app)).toMatchObject({ status: "pending", decision_note: null });
        expect(presentParameters(app)).toEqual(defaultParameters());
      },
    },
    "refuses a patch that breaks a rule of the present configuration": {
      as: "admin",
      given: async (app) => {
        await giveAdvice(app);
        await tune(app, { "memoryModel.w[3]": 2.5 });
      },
      send: approve,
      status: 400,
      body: { code: "PATCH_INVALID" },
    },
    "refuses a second time": {
      as: "admin",
      given: (app) => giveAdvice(app),
      twice: true,
      send: approve,
      status: 409,
      body: { code: "SUGGESTION_NOT_PENDING" },
      after: async (app) => {
        expect(await listVersions(app.deps, { limit: 9, offset: 0 })).toHaveLength(2);
        expect(await audit(app)).toHaveLength(1);
      },
    },
    "does not find another": {
      as: "admin",
      send: approve,
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    "refuses a note of 1001 characters": {
      as: "admin",
      given: (app) => giveAdvice(app),
      send: onFirst("approve", { note: "n".repeat(1001) }),
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    },
  });
});

describe("POST /api/admin/amas/suggestions/{id}/reject", () => {
  const reject = onFirst("reject", { note: "no" });

  scenarios(suggestionsFeature, {
    "changes nothing but the suggestion": {
      as: "admin",
      given: (app) => giveAdvice(app),
      send: reject,
      status: 200,
      body: { data: { rejected: true } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        const decided = { status: "rejected", decided_by: "a1", decision_note: "no" };
        expect(await read(app)).toMatchObject(decided);
        expect(presentParameters(app)).toEqual(defaultParameters());
        expect(await audit(app)).toEqual([
          ["amas.suggestion.reject", "a1", "suggestion", String(await suggestionId(app))],
        ]);
      },
    },
    "refuses a second time": {
      as: "admin",
      given: (app) => giveAdvice(app),
      twice: true,
      send: reject,
      status: 409,
      body: { code: "SUGGESTION_NOT_PENDING" },
    },
    "does not find another": {
      as: "admin",
      send: reject,
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    "refuses a note of 1001 characters": {
      as: "admin",
      given: (app) => giveAdvice(app),
      send: onFirst("reject", { note: "n".repeat(1001) }),
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    },
  });
});

describe("POST /api/admin/amas/suggestions/{id}/rollback", () => {
  const rollBack = onFirst("rollback", {});
  const applied = async (app: ScenarioApp) => {
    await giveAdvice(app, { "memoryModel.w[2]": 3, "memoryModel.w[8]": 2 });
    const path = `${ROOT}/${await suggestionId(app)}/approve`;
    await app.send("POST", path, { headers: app.a1.headers, body: {} });
  };

  scenarios(suggestionsFeature, {
    "resets the patched paths in a new version, and keeps the others": {
      as: "admin",
      given: async (app) => {
        await applied(app);
        await tune(app, { "elo.kFactor": 40, "memoryModel.w[8]": 2.5 });
      },
      send: rollBack,
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app, { body }) => {
        const { versionHash } = parametersInForce(app.deps);
        expect(body.data).toEqual({ rolledBack: true, versionHash });
        const expected = withParameters(defaultParameters(), { "elo.kFactor": 40 });
        expect(presentParameters(app)).toEqual(expected);
        const [version] = await listVersions(app.deps, { limit: 1, offset: 0 });
        expect(version).toMatchObject({ source: "manual", author_admin_id: "a1" });
        expect(await read(app)).toMatchObject({ status: "superseded", decided_by: "a1" });
        expect((await audit(app)).at(-1)?.[0]).toBe("amas.suggestion.rollback");
      },
    },
    "refuses a second time": {
      as: "admin",
      given: applied,
      send: rollBack,
      twice: true,
      status: 409,
      body: { code: "SUGGESTION_NOT_APPLIED" },
    },
    "refuses a pending one": {
      as: "admin",
      given: (app) => giveAdvice(app),
      send: rollBack,
      status: 409,
      body: { code: "SUGGESTION_NOT_APPLIED" },
    },
    "refuses former values that break a rule of the current configuration": {
      as: "admin",
      given: async (app) => {
        await applied(app);
        await tune(app, { "memoryModel.w[1]": 2.9 });
      },
      send: rollBack,
      status: 400,
      body: { code: "PATCH_INVALID" },
      after: async (app) => expect(await read(app)).toMatchObject({ status: "approved" }),
    },
    "does not find another": {
      as: "admin",
      send: rollBack,
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    "refuses a note of 1001 characters": {
      as: "admin",
      given: applied,
      send: onFirst("rollback", { note: "n".repeat(1001) }),
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    },
  });
});

describe("concurrent decisions", () => {
  afterAll(closeCleanDatabase);

  it("apply a suggestion once, on top of a concurrent change", async () => {
    const app = await buildTestApp();
    const a1 = await app.admin();
    await giveAdvice(app);
    const id = await suggestionId(app);
    const decide = (verb: string) =>
      app.send("POST", `${ROOT}/${id}/${verb}`, { headers: a1.headers, body: {} });
    const replies = await Promise.all([
      ...["approve", "approve", "approve", "reject"].map(decide),
      tune(app, { "elo.kFactor": 40 }),
    ]);
    const statuses = replies.flatMap((reply) => ("status" in reply ? [reply.status] : []));
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    const isApproved = (await read({ ...app, a1 }))["status"] === "approved";
    const patch = isApproved ? GOOD_PATCH : {};
    const expected = withParameters(defaultParameters(), { ...patch, "elo.kFactor": 40 });
    expect(presentParameters(app)).toEqual(expected);
    await app.close();
  });
});

describe("the workers of suggestions", () => {
  it("end suggestions after 14 days, and those overtaken by a version", async () => {
    const app = await buildTestApp();
    const told = { ...app, a1: await app.admin() };
    await giveAdvice(app);
    await giveAdvice(app, { "memoryModel.w[8]": 2 });
    await tune(app, { "memoryModel.w[8]": 2.5 });
    app.clock.advance(DAY_MS);
    await giveAdvice(app, { "memoryModel.w[9]": 0.2 });
    app.clock.advance(13 * DAY_MS - 1);
    await suggestionExpiry.run(app.deps, never);
    expect(await read(told)).toMatchObject({ status: "pending" });
    app.clock.advance(1);
    await suggestionExpiry.run(app.deps, never);
    const a1 = await app.admin();
    const expired = { status: "expired", decided_by: "worker:suggestion_expiry" };
    expect(await read({ ...app, a1 })).toMatchObject(expired);
    expect(await read({ ...app, a1 }, 2)).toMatchObject({ status: "superseded" });
    expect(await read({ ...app, a1 }, 3)).toMatchObject({ status: "pending" });
    await tune(app, { "memoryModel.w[9]": 0.3 });
    await suggestionFollow.run(app.deps, never);
    const stored = app.deps.database.selectFrom("amas_suggestions").select("status");
    expect(await stored.where("id", "=", await suggestionId(app, 3)).execute()).toEqual([
      { status: "superseded" },
    ]);
    await app.close();
  });

  it("remove undecided suggestions that were never applied after a year", async () => {
    const app = await buildTestApp();
    const { headers } = await app.admin();
    await giveAdvice(app, { "elo.kFactor": 40 });
    await giveAdvice(app);
    await giveAdvice(app);
    const ids = [await suggestionId(app, 2), await suggestionId(app, 3)];
    const [applied, rejected] = ids;
    await app.send("POST", `${ROOT}/${rejected}/reject`, { headers, body: {} });
    await app.send("POST", `${ROOT}/${applied}/approve`, { headers, body: {} });
    app.clock.advance(365 * DAY_MS);
    await suggestionExpiry.run(app.deps, never);
    const left = app.deps.database.selectFrom("amas_suggestions").select("id").orderBy("id");
    expect(await left.execute()).toHaveLength(3);
    app.clock.advance(1);
    await suggestionExpiry.run(app.deps, never);
    expect((await left.execute()).map(({ id }) => id)).toEqual(ids);
    await app.close();
  });
});
