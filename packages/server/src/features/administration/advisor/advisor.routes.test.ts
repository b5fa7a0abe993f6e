import { afterAll, describe, expect } from "vitest";
import { changeSettings } from "../../../testing/rows/advice.ts";
import {
  badModels,
  openLocalModel,
  type ModelBehavior,
} from "@wordloom/testing/neighbors/local-model";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import { advisorFeature } from "./advisor.feature.ts";
import { advisorCron } from "./advisor-schedule.service.ts";

const model = await openLocalModel();
afterAll(() => model.close());

const ROOT = "/api/admin/amas";
const enabled = model.settings as Record<string, string>;
const poor = { ...enabled, LLM_DAILY_COST_CAP_USD: "0" };

/** A request that calls the model. */
function asking(behavior: ModelBehavior, row: Partial<Scenario> & Pick<Scenario, "send">) {
  return {
    as: "admin",
    settings: enabled,
    status: 200,
    ...row,
    given: async (app) => {
      model.asked.length = 0;
      model.behave(behavior);
      await row.given?.(app);
    },
  } satisfies Scenario;
}

describe("POST /api/admin/amas/suggestions/explain", () => {
  const question = { path: "memoryModel.w[2]", currentValue: 2.3 };
  const explain: Scenario["send"] = ["POST", `${ROOT}/suggestions/explain`, question];
  const refuses = (body: object, code: string): Scenario =>
    asking("", {
      send: ["POST", `${ROOT}/suggestions/explain`, body],
      status: 400,
      body: { code },
      after: () => expect(model.asked).toEqual([]),
    });

  scenarios(advisorFeature, {
    "replies with the model's text, folded and cut at 80 characters": asking(
      ` How\n long  ${"😀".repeat(90)}`,
      {
        send: explain,
        status: 200,
        headers: { "x-audit-id": null },
        after: (_, { body }) => {
          expect(body.data).toMatchObject({ model: "small", tokensInput: 100, tokensOutput: 50 });
          expect(body.data.explanation).toBe(`How long ${"😀".repeat(71)}`);
          expect(body.data.costUsd).toBeGreaterThan(0);
          const [, { content }] = JSON.parse(model.asked[0] ?? "").messages;
          expect(JSON.parse(content)).toMatchObject(question);
        },
      },
    ),
    "accepts a boolean parameter": asking("Yes.", {
      send: [
        ...["POST", `${ROOT}/suggestions/explain`],
        { path: "featureFlags.sspEnabled", currentValue: false },
      ] as unknown as Scenario["send"],
      body: { data: { explanation: "Yes." } },
    }),
    "refuses an unknown path": refuses({ ...question, path: "elo" }, "INVALID_PATH"),
    "refuses text as value": refuses({ ...question, currentValue: "2" }, "INVALID_REQUEST_BODY"),
    "refuses without a language model": {
      as: "admin",
      send: explain,
      status: 400,
      body: { code: "LLM_DISABLED" },
    },
    "refuses without a budget": asking("", {
      send: explain,
      settings: poor,
      status: 400,
      body: { code: "BUDGET_EXCEEDED" },
      after: () => expect(model.asked).toEqual([]),
    }),
    "reports a fault when the model fails": asking(badModels["answers 500"] ?? "", {
      send: explain,
      status: 502,
      body: { code: "LLM_FAILED" },
    }),
  });
});

describe("GET /api/admin/amas/suggestions/spend", () => {
  const spend = (costUsd: number) =>
    asking("", {
      send: ["GET", `${ROOT}/suggestions/spend`],
      given: ({ deps }) =>
        deps.database
          .insertInto("llm_usage")
          .values({
            day: "2026-05-01",
            calls: 2,
            tokens_input: 300,
            tokens_output: 20,
            cost_usd: costUsd,
            reserved_usd: 0,
          })
          .execute(),
    });

  scenarios(advisorFeature, {
    "is zero at first": {
      as: "admin",
      send: ["GET", `${ROOT}/suggestions/spend`],
      status: 200,
      body: {
        data: {
          todayCostUsd: 0,
          todayTokensInput: 0,
          todayTokensOutput: 0,
          dailyCapUsd: 1,
          remainingUsd: 1,
        },
      },
    },
    "reports today's spending": {
      ...spend(0.25),
      body: {
        data: {
          todayCostUsd: 0.25,
          todayTokensInput: 300,
          todayTokensOutput: 20,
          dailyCapUsd: 1,
          remainingUsd: 0.75,
        },
      },
    },
    "reports nothing left beyond the limit": { ...spend(1.5), body: { data: { remainingUsd: 0 } } },
  });
});

describe("POST /api/admin/amas/advisor/test", () => {
  const test: Scenario["send"] = ["POST", `${ROOT}/advisor/test`];

  scenarios(advisorFeature, {
    "reports that the model answers, and counts the cost": asking("ok", {
      send: test,
      status: 200,
      body: { data: { ok: true, model: "small", latencyMs: 0, error: null } },
      after: async ({ deps }) =>
        expect(await deps.database.selectFrom("llm_usage").selectAll().execute()).toMatchObject([
          { calls: 1, tokens_input: 100 },
        ]),
    }),
    "reports why the model does not answer": asking(badModels["answers 500"] ?? "", {
      send: test,
      body: { data: { ok: false, error: "The language model failed: the service answered 500." } },
    }),
    "refuses without a language model": {
      as: "admin",
      send: test,
      status: 400,
      body: { code: "LLM_DISABLED" },
    },
    "refuses without a budget": asking("", {
      send: test,
      settings: poor,
      status: 400,
      body: { code: "BUDGET_EXCEEDED" },
    }),
  });
});

const CONFIG = `${ROOT}/advisor/config`;
const defaults = {
  model: "small",
  pollCron: "*/20 * * * *",
  apiKeyTail: null,
  monthCapYuan: 100,
  autoApplyEnabled: false,
  autoApplyMaxPerDay: 1,
  autoApplyMinConfidence: 0.8,
  advisorEnabled: false,
};

describe("GET /api/admin/amas/advisor/config", () => {
  const shows = (settings: Record<string, string>, data: object): Scenario => ({
    as: "admin",
    settings: { ...enabled, ...settings },
    send: ["GET", CONFIG],
    status: 200,
    body: { data },
  });

  scenarios(advisorFeature, {
    "shows the environment's values": shows({}, defaults),
    "shows the end of the key": shows({ LLM_API_KEY: "sk-1234567" }, { apiKeyTail: "4567" }),
    "does not show the end of a short key": shows({ LLM_API_KEY: "1234567" }, { apiKeyTail: null }),
    "reads the schedule's switch from the environment": shows(
      { ENABLE_LLM_ADVISOR_WORKER: "true", LLM_MAX_COST_PER_MONTH_YUAN: "7" },
      { advisorEnabled: true, monthCapYuan: 7 },
    ),
  });
});

describe("PUT /api/admin/amas/advisor/config", () => {
  const all = {
    model: "large",
    pollCron: "0 3 * * *",
    monthCapYuan: 2.5,
    autoApplyEnabled: true,
    autoApplyMaxPerDay: 20,
    autoApplyMinConfidence: 1,
    advisorEnabled: true,
  };
  const put = (body: object): Pick<Scenario, "as" | "settings" | "send"> => ({
    as: "admin",
    settings: enabled,
    send: ["PUT", CONFIG, body],
  });
  const refuses = (body: object, code: string): Scenario => ({
    ...put({ model: "large", ...body }),
    status: 400,
    body: { code },
    after: async ({ deps }) => {
      expect(await deps.database.selectFrom("system_settings").selectAll().execute()).toEqual([]);
      expect(await deps.database.selectFrom("audit_log").selectAll().execute()).toEqual([]);
    },
  });

  scenarios(advisorFeature, {
    "stores everything, at once": {
      ...put({ ...all, apiKeyTail: "ignored" }),
      status: 200,
      body: { data: { ...all, apiKeyTail: null } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async ({ deps }) => {
        expect(await readSystemSettings(deps)).toMatchObject({
          llm_advisor_model: "large",
          llm_advisor_cron: "0 3 * * *",
          llm_advisor_max_cost_per_month_yuan: 2.5,
          llm_advisor_enabled: true,
          amas_auto_apply_enabled: 1,
          amas_auto_apply_max_per_day: 20,
          amas_auto_apply_min_confidence: 1,
        });
        expect(advisorCron(deps)).toBe("0 3 * * *");
        const rows = await deps.database.selectFrom("audit_log").selectAll().execute();
        expect(rows).toMatchObject([{ action: "amas.advisor.config", admin_id: "a1" }]);
        expect(JSON.parse(rows[0]?.metadata_json ?? "")).toMatchObject({
          changes: { llm_advisor_model: "large" },
        });
      },
    },
    "keeps omitted values": {
      ...put({ autoApplyMinConfidence: 0, model: null }),
      given: (app) => changeSettings(app, { llm_advisor_model: "other" }),

      status: 200,
      body: { data: { ...defaults, model: "other", autoApplyMinConfidence: 0 } },
    },
    "accepts its own output without a model": {
      as: "admin",
      settings: { LLM_ENABLED: "false" },
      send: async ({ a1, send }) => {
        const shown = await send("GET", CONFIG, { headers: a1.headers });
        return ["PUT", CONFIG, shown.body.data];
      },
      status: 200,
      body: { data: { ...defaults, model: "" } },
    },
    "accepts its own output with a model of 201 characters": {
      as: "admin",
      settings: { LLM_MODEL: "m".repeat(201) },
      send: async ({ a1, send }) => {
        const shown = await send("GET", CONFIG, { headers: a1.headers });
        return ["PUT", CONFIG, shown.body.data];
      },
      status: 200,
      body: { data: { ...defaults, model: "m".repeat(201) } },
    },
    "refuses an empty model": refuses({ model: "" }, "VALIDATION_ERROR"),
    "refuses a model of 201 characters": refuses({ model: "m".repeat(201) }, "VALIDATION_ERROR"),
    "refuses a schedule of six fields": refuses({ pollCron: "0 0 3 * * *" }, "VALIDATION_ERROR"),
    "refuses a schedule that never comes": refuses({ pollCron: "0 0 30 2 *" }, "VALIDATION_ERROR"),
    "refuses a schedule of every four minutes": refuses(
      { pollCron: "*/4 * * * *" },
      "VALIDATION_ERROR",
    ),
    "accepts a schedule of every five minutes": {
      ...put({ pollCron: "*/5 * * * *" }),
      status: 200,
      body: { data: { pollCron: "*/5 * * * *" } },
    },
    "refuses a limit below 1 yuan": refuses({ monthCapYuan: 0.9 }, "INVALID_LLM_BUDGET"),
    "refuses a limit above 10000 yuan": refuses({ monthCapYuan: 10_001 }, "INVALID_LLM_BUDGET"),
    "refuses 21 a day": refuses({ autoApplyMaxPerDay: 21 }, "INVALID_AUTO_APPLY_LIMIT"),
    "refuses half a one a day": refuses({ autoApplyMaxPerDay: 0.5 }, "INVALID_AUTO_APPLY_LIMIT"),
    "refuses a confidence above 1": refuses({ autoApplyMinConfidence: 1.01 }, "INVALID_CONFIDENCE"),
    "refuses a confidence below 0": refuses({ autoApplyMinConfidence: -0.1 }, "INVALID_CONFIDENCE"),
    "refuses text as switch": refuses({ advisorEnabled: "yes" }, "INVALID_REQUEST_BODY"),
  });
});
