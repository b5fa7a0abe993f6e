import { defaultParameters, withParameters } from "@wordloom/engine";
import { afterAll, describe, expect } from "vitest";
import {
  GOOD_PATCH,
  changeSettings,
  presentParameters,
  suggestionId,
} from "../../../testing/rows/advice.ts";
import {
  badModels,
  openLocalModel,
  type ModelBehavior,
} from "@wordloom/testing/neighbors/local-model";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  listVersions,
  parametersInForce,
} from "../../adaptation/engine-config/engine-config.service.ts";
import { advisorFeature } from "./advisor.feature.ts";
import { suggestionsFeature } from "../suggestions/suggestions.feature.ts";

// A real HTTP server speaks the protocol of language models, well and badly.
const model = await openLocalModel();
afterAll(() => model.close());

const RUN = "/api/admin/amas/advisor/run";
const both = [...(advisorFeature.routes ?? []), ...(suggestionsFeature.routes ?? [])];
const enabled = model.settings as Record<string, string>;

const says = (answer: object, around = ["", ""]) =>
  `${around[0]}${JSON.stringify(answer)}${around[1]}`;
const good = { patch: GOOD_PATCH, rationale: "too short", confidence: 0.85 };

/** A scenario in which the model answers like this. */
function run(behavior: ModelBehavior, row: Partial<Scenario> = {}): Scenario {
  return {
    as: "admin",
    settings: enabled,
    send: ["POST", RUN],
    status: 200,
    ...row,
    given: async (app) => {
      model.asked.length = 0;
      model.behave(behavior);
      await row.given?.(app);
    },
  };
}

async function stored({ send, a1 }: ScenarioApp) {
  const { body } = await send("GET", "/api/admin/amas/suggestions", { headers: a1.headers });
  return body.data as Record<string, unknown>[];
}

async function calls({ deps }: ScenarioApp) {
  const rows = await deps.database.selectFrom("llm_usage").selectAll().execute();
  return rows.map(({ calls: count, tokens_output }) => [count, tokens_output]);
}

const rejected = (patch: object, reason: RegExp): Scenario =>
  run(says({ ...good, patch }), {
    after: async (app, { body }) => {
      const id = await suggestionId(app);
      expect(body.data).toMatchObject({ produced: true, suggestionId: id });
      expect(body.data.reason).toMatch(reason);
      expect(await stored(app)).toMatchObject([
        {
          id,
          status: "rejected",
          decided_by: "worker:llm_advisor",
          decision_note: body.data.reason,
        },
      ]);
      expect(app.hub.recorded()).toEqual([]);
      expect(presentParameters(app)).toEqual(defaultParameters());
    },
  });

const nothing = (behavior: ModelBehavior, reason: string): Scenario =>
  run(behavior, {
    body: { data: { produced: false, suggestionId: null, reason } },
    headers: { "x-audit-id": /^\d+$/ },
    after: async (app) => {
      expect(await stored(app)).toEqual([]);
      expect(await calls(app)).toEqual([[1, 50]]);
    },
  });

describe("POST /api/admin/amas/advisor/run", () => {
  scenarios(both, {
    "refuses learners": {
      as: "learner",
      settings: enabled,
      send: ["POST", RUN],
      status: 401,
      body: { code: "AUTH_UNAUTHORIZED" },
    },
    "stores a good answer as pending, with its input, and notifies administrators": run(
      says(good),
      {
        publishes: ["admins:new_llm_suggestion"],
        headers: { "x-audit-id": /^\d+$/ },
        after: async (app, { body }) => {
          const id = await suggestionId(app);
          expect(body.data).toEqual({ produced: true, suggestionId: id, reason: null });
          const [sent] = model.asked.map((text) => JSON.parse(text));
          expect(sent).toMatchObject({ model: "small", temperature: 0, max_tokens: 1000 });
          expect(Object.keys(sent).toSorted()).toEqual([
            ...["max_tokens", "messages", "model", "temperature"],
          ]);
          const [row] = await stored(app);
          expect(row).toMatchObject({
            status: "pending",
            patch_json: GOOD_PATCH,
            rationale: "too short",
            confidence: 0.85,
            tokens_input: 100,
            tokens_output: 50,
            based_on_version_hash: parametersInForce(app.deps).versionHash,
          });
          expect(row?.["evidence_json"]).toEqual(JSON.parse(sent.messages.at(-1).content));
          expect(row?.["cost_usd"]).toBeCloseTo((100 * 0.55 + 50 * 2.19) / 1e6, 12);
          expect(app.hub.recordedEvents()).toEqual([
            { type: "new_llm_suggestion", suggestionId: id },
          ]);
          expect(presentParameters(app)).toEqual(defaultParameters());
        },
      },
    ),
    "finds the object in prose, and counts a missing confidence as 0": run(
      says({ patch: GOOD_PATCH }, ["Sure! {here} you go:\n```json\n", "\n```\n{}"]),
      { after: async (app) => expect(await stored(app)).toMatchObject([{ confidence: 0 }]) },
    ),
    "counts an unbelievable confidence as 0": run(says({ ...good, confidence: 99 }), {
      after: async (app) => expect(await stored(app)).toMatchObject([{ confidence: 0 }]),
    }),
    "cuts the rationale to 2000 storable characters": run(
      says({ ...good, rationale: `\0${"r".repeat(1999)}😀` }),
      {
        after: async (app) => {
          const [row] = await stored(app);
          expect(row?.["rationale"]).toBe(`${"r".repeat(1999)}\uFFFD`);
        },
      },
    ),
    "keeps only the effective changes of a patch": run(
      says({ ...good, patch: { ...GOOD_PATCH, "memoryModel.maxIntervalDays": 365 } }),
      {
        after: async (app) => expect(await stored(app)).toMatchObject([{ patch_json: GOOD_PATCH }]),
      },
    ),
    "rejects a path outside the whitelist": rejected({ "elo.kFactor": 40 }, /elo\.kFactor must be/),
    "rejects an unknown path": rejected({ nonsense: 1 }, /nonsense must be a known parameter/),
    "rejects a value out of bounds, with all reasons": rejected(
      { "memoryModel.w[2]": 99, "memoryModel.w[8]": "2", "elo.kFactor": 1 },
      /w\[2\].*w\[8\].*elo/,
    ),
    "rejects four paths": rejected(
      { ...GOOD_PATCH, "memoryModel.w[8]": 2, "memoryModel.w[9]": 0.2, "memoryModel.w[10]": 1 },
      /at most 3 paths/,
    ),
    "rejects values that together break a rule": rejected(
      { "memoryModel.w[1]": 2.9 },
      /w\[0\] <= w\[1\]/,
    ),
    "rejects inherited property names": rejected(
      JSON.parse('{"__proto__":1,"constructor":2}'),
      /__proto__.*constructor/,
    ),
    "keeps little of a huge patch": run(
      says({
        patch: Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`p${n}`, "x".repeat(300)])),
      }),
      {
        after: async (app) => {
          const [row] = await stored(app);
          expect(Object.keys(row?.["patch_json"] as object)).toHaveLength(10);
          expect(JSON.stringify({ ...row, evidence_json: null }).length).toBeLessThan(5_000);
        },
      },
    ),
    "stores nothing without an object, but counts the cost": nothing("I would not.", "unparsable"),
    "stores nothing for an object without a patch": nothing('{"path": 1}', "unparsable"),
    "stores nothing for a patch that is a list": nothing('{"patch": [1]}', "unparsable"),
    "stores nothing for an empty patch": nothing('{"patch": {}}', "no_change"),
    "stores nothing for the active values": nothing(
      '{"patch": {"memoryModel.maxIntervalDays": 365}}',
      "no_change",
    ),
    ...Object.fromEntries(
      Object.entries(badModels).map(([what, behavior]) => [
        `answers with a fault when the model ${what}`,
        run(behavior, {
          settings: { ...enabled, LLM_TIMEOUT_SECS: "0.2" },
          status: 502,
          body: { code: "LLM_FAILED" },
          headers: { "x-audit-id": null },
          publishes: [],
          after: async (app) => {
            expect(await stored(app)).toEqual([]);
            expect(
              await app.deps.database.selectFrom("advisor_runs").selectAll().execute(),
            ).toEqual([]);
            expect(
              await app.deps.database.selectFrom("llm_reservations").selectAll().execute(),
            ).toEqual([]);
          },
        }),
      ]),
    ),
    "does not follow a redirect, here or elsewhere": run(
      (response) =>
        void response
          .writeHead(302, { location: `${enabled["LLM_API_URL"]}/chat/completions` })
          .end(),
      {
        status: 502,
        body: { code: "LLM_FAILED" },
        after: () => expect(model.asked).toHaveLength(1),
      },
    ),
    "estimates by bytes when the model reports no usage": run(
      (response) => {
        const content = says(good);
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      },
      {
        after: async (app) => {
          const [row] = await stored(app);
          expect(row?.["tokens_output"]).toBe(Math.ceil(says(good).length / 4));
          const [{ messages }] = model.asked.map((text) => JSON.parse(text));
          const bytes = Buffer.byteLength(`${messages[0].content}${messages[1].content}`);
          expect(row?.["tokens_input"]).toBe(Math.ceil(bytes / 4));
        },
      },
    ),
    "refuses without a language model": {
      as: "admin",
      send: ["POST", RUN],
      status: 400,
      body: { code: "LLM_DISABLED" },
    },
    "works with worker and schedule disabled": run(says(good), {
      given: (app) => changeSettings(app, { llm_advisor_enabled: false }),
    }),
    "calls the configured model": run(says(good), {
      given: (app) => changeSettings(app, { llm_advisor_model: "large" }),
      after: () => expect(JSON.parse(model.asked[0] ?? "")).toMatchObject({ model: "large" }),
    }),
    "refuses without a call when the daily budget is exhausted": run(says(good), {
      settings: { ...enabled, LLM_DAILY_COST_CAP_USD: "0.001" },
      status: 400,
      body: { code: "BUDGET_EXCEEDED" },
      publishes: [],
      after: () => expect(model.asked).toEqual([]),
    }),
    "notifies administrators once a month when the monthly budget is exhausted": run(says(good), {
      settings: {
        ...enabled,
        LLM_DAILY_COST_CAP_USD: "1000",
        LLM_OUTPUT_PRICE_PER_MTOK_USD: "10000",
        LLM_INPUT_PRICE_PER_MTOK_USD: "0",
        LLM_MAX_COST_PER_MONTH_YUAN: "50",
      },
      status: 400,
      body: { code: "BUDGET_EXCEEDED" },
      publishes: ["admins:llm_budget_exceeded", "admins:admin_notice"],
      after: async (app) => {
        expect(app.hub.recordedEvents()[0]).toEqual({
          type: "llm_budget_exceeded",
          spentYuan: 0,
          capYuan: 50,
          resumeMonth: "2026-06",
        });
        const notice = await app.deps.database
          .selectFrom("admin_notices")
          .select("args_json")
          .executeTakeFirstOrThrow();
        expect(JSON.parse(notice.args_json ?? "")).toMatchObject({
          spentDollars: 0,
          capDollars: 6.85,
          spentYuan: 0,
          capYuan: 50,
        });
        app.hub.forgetRecorded();
        await app.send("POST", RUN, { headers: app.a1.headers });
        expect(app.hub.recorded()).toEqual([]);
      },
    }),
    "uses the stored monthly limit": run(says(good), {
      settings: { ...enabled, LLM_OUTPUT_PRICE_PER_MTOK_USD: "200" },
      given: (app) => changeSettings(app, { llm_advisor_max_cost_per_month_yuan: 1 }),
      status: 400,
      body: { code: "BUDGET_EXCEEDED" },
    }),
    "refuses while another run is in progress, on any process": run(says(good), {
      given: async ({ deps, clock }) => {
        const run = { name: "run", holder: "other", expires_at_ms: clock.nowMs() + 1 } as const;
        await deps.database.insertInto("advisor_runs").values(run).execute();
      },
      status: 409,
      body: { code: "WORKER_RUNNING" },
      after: async (app) => {
        expect(model.asked).toEqual([]);
        app.clock.advance(1);
        const { status } = await app.send("POST", RUN, { headers: app.a1.headers });
        expect(status).toBe(200);
      },
    }),
    "runs although a run that was killed says, from a clock that was ahead, to end tomorrow": run(
      says(good),
      {
        given: async ({ deps, clock }) => {
          const expires_at_ms = clock.nowMs() + 24 * 3_600_000;
          const killed = { name: "run", holder: "other", expires_at_ms } as const;
          await deps.database.insertInto("advisor_runs").values(killed).execute();
        },
      },
    ),
    "answers without a model with LLM_MOCK, always the same": {
      as: "admin",
      settings: { LLM_ENABLED: "true", LLM_MOCK: "true" },
      twice: true,
      send: ["POST", RUN],
      status: 200,
      body: { data: { produced: true, reason: null } },
      after: async (app) => {
        const [second, first] = await stored(app);
        expect(first).toMatchObject({ patch_json: second?.["patch_json"], cost_usd: 0 });
      },
    },
  });
});

describe("automatic application", () => {
  const on = { amas_auto_apply_enabled: 1, amas_auto_apply_min_confidence: 0.85 } as const;
  const pending = (answer: object, settings = {}, more: Partial<Scenario> = {}): Scenario =>
    run(says(answer), {
      ...more,
      given: async (app) => {
        await changeSettings(app, { ...on, ...settings });
        await more.given?.(app);
      },
      publishes: ["admins:new_llm_suggestion"],
      after: async (app) => {
        expect((await stored(app))[0]).toMatchObject({ status: "pending" });
        expect((await listVersions(app.deps, { limit: 9, offset: 0 }))[0]?.source).not.toBe(
          "llm_auto",
        );
      },
    });
  const added = { path: "elo.kFactor", minSafe: 20, maxSafe: 60 };

  scenarios(both, {
    "of one sure field writes a version": run(says(good), {
      given: (app) => changeSettings(app, on),
      publishes: [],
      after: async (app, { body }) => {
        const id = await suggestionId(app);
        expect(body.data).toEqual({ produced: true, suggestionId: id, reason: null });
        expect(await stored(app)).toMatchObject([
          { id, status: "auto_applied", decided_by: "worker:llm_advisor" },
        ]);
        expect(presentParameters(app)).toEqual(withParameters(defaultParameters(), GOOD_PATCH));
        expect((await listVersions(app.deps, { limit: 1, offset: 0 }))[0]).toMatchObject({
          source: "llm_auto",
          author_admin_id: "worker:llm_advisor",
        });
        const rows = await app.deps.database
          .selectFrom("audit_log")
          .selectAll()
          .orderBy("id")
          .execute();
        expect(rows.map(({ action, admin_id }) => [action, admin_id])).toEqual([
          ["amas.suggestion.auto_apply", null],
          ["amas.advisor.run", "a1"],
        ]);
        const path = `/api/admin/amas/suggestions/${id}/rollback`;
        expect((await app.send("POST", path, { headers: app.a1.headers })).status).toBe(200);
        expect(presentParameters(app)).toEqual(defaultParameters());
      },
    }),
    "is disabled by default": pending(good, { amas_auto_apply_enabled: 0 }),
    "waits for a decision on two fields": pending({
      ...good,
      patch: { ...GOOD_PATCH, "memoryModel.w[8]": 2 },
    }),
    "waits for a decision below the minimum confidence": pending({ ...good, confidence: 0.849 }),
    "waits for a decision with a daily limit of 0": pending(good, {
      amas_auto_apply_max_per_day: 0,
    }),
    "waits for a decision on a path added by an administrator": pending(
      { ...good, patch: { "elo.kFactor": 40 }, confidence: 1 },
      {},
      {
        given: async (app) => {
          const path = "/api/admin/amas/advisor/whitelist";
          await app.send("POST", path, { headers: app.a1.headers, body: added });
        },
      },
    ),
    "stops at the daily limit, also after a rollback": pending(
      { ...good, patch: { "memoryModel.w[8]": 2 } },
      {},
      {
        given: async (app) => {
          model.behave(says(good));
          await app.send("POST", RUN, { headers: app.a1.headers });
          const path = `/api/admin/amas/suggestions/${await suggestionId(app)}/rollback`;
          await app.send("POST", path, { headers: app.a1.headers });
          model.behave(says({ ...good, patch: { "memoryModel.w[8]": 2 } }));
          app.clock.advance(3_600_000);
          app.hub.forgetRecorded();
        },
      },
    ),
    "starts over the next day": run(says({ ...good, patch: { "memoryModel.w[8]": 2 } }), {
      given: async (app) => {
        await changeSettings(app, on);
        model.behave(says(good));
        await app.send("POST", RUN, { headers: app.a1.headers });
        model.behave(says({ ...good, patch: { "memoryModel.w[8]": 2 } }));
        app.clock.advance(12 * 3_600_000);
      },
      after: async (app) =>
        expect((await stored(app))[0]).toMatchObject({ status: "auto_applied" }),
    }),
  });
});
