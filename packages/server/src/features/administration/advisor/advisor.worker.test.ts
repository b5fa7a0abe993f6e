import { afterEach, describe, expect, it } from "vitest";
import { randomIds } from "../../../platform/basics/ids.ts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { changeSettings, giveAdvice, presentParameters } from "../../../testing/rows/advice.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import {
  badModels,
  openLocalModel,
  type LocalModel,
} from "@wordloom/testing/neighbors/local-model";
import {
  createMigratedAddress,
  openAtAddress,
  testDialect,
} from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { listVersions } from "../../adaptation/engine-config/engine-config.service.ts";
import { runAdvisor } from "./advisor-run.service.ts";
import { advisorCron } from "./advisor-schedule.service.ts";
import { llmAdvisor, llmAdvisorFollow } from "./advisor.worker.ts";

const never = new AbortController().signal;
const good = { patch: { "memoryModel.w[2]": 3 }, rationale: "why", confidence: 0.9 };
/** An answer reserves up to ten dollars and then costs half a dollar. The question is free. */
const DEAR = { LLM_INPUT_PRICE_PER_MTOK_USD: "0", LLM_OUTPUT_PRICE_PER_MTOK_USD: "10000" };
const WIDE = { LLM_DAILY_COST_CAP_USD: "1000", LLM_MAX_COST_PER_MONTH_YUAN: "10000" };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openModel(behavior = JSON.stringify(good)): Promise<LocalModel> {
  const model = await openLocalModel(behavior);
  closing.push(() => model.close());
  return model;
}

async function openApp(model: LocalModel, settings: Record<string, string> = {}) {
  const app = await buildTestApp({ settings: { ...model.settings, ...settings } });
  closing.push(() => app.close(), closeCleanDatabase);
  return app;
}

/** Two services on one database, like two processes. On SQLite there is only ever one. */
async function openTwo(model: LocalModel, settings: Record<string, string> = {}) {
  const address = await createMigratedAddress();
  closing.push(() => address.remove());
  const open = async (): Promise<TestApp> => {
    const database = await openAtAddress(address.url);
    closing.push(() => database.destroy());
    const app = await buildTestApp({
      database,
      ids: randomIds,
      settings: { ...model.settings, ...settings },
    });
    closing.push(() => app.close());
    return app;
  };
  const one = await open();
  return testDialect === "sqlite" ? [one, one] : [one, await open()];
}

const suggestions = ({ deps }: TestApp) =>
  deps.database.selectFrom("amas_suggestions").selectAll().orderBy("id").execute();

describe("the worker llm_advisor", () => {
  it("stores a suggestion", async () => {
    const app = await openApp(await openModel());
    await llmAdvisor.run(app.deps, never);
    expect(await suggestions(app)).toMatchObject([{ status: "pending", decided_by: null }]);
    expect(app.hub.recorded()).toEqual(["admins:new_llm_suggestion"]);
    expect(await app.deps.database.selectFrom("audit_log").selectAll().execute()).toEqual([]);
  });

  it("fails when the model fails, and works again afterwards", async () => {
    const model = await openModel();
    const app = await openApp(model);
    model.behave(badModels["answers 500"] ?? "");
    await expect(llmAdvisor.run(app.deps, never)).rejects.toMatchObject({ code: "LLM_FAILED" });
    model.behave(JSON.stringify(good));
    await llmAdvisor.run(app.deps, never);
    expect(await suggestions(app)).toHaveLength(1);
  });

  it("skips the rest of the day when its budget is exhausted", async () => {
    const model = await openModel();
    const app = await openApp(model, { ...DEAR, ...WIDE, LLM_DAILY_COST_CAP_USD: "10.2" });
    for (let run = 0; run < 3; run += 1) await llmAdvisor.run(app.deps, never);
    expect(model.asked).toHaveLength(1);
    app.clock.advance(12 * 3_600_000);
    await llmAdvisor.run(app.deps, never);
    expect(model.asked).toHaveLength(2);
  });

  it("follows the stored schedule, and does not run while it is disabled", async () => {
    const app = await openApp(await openModel());
    const follow = async () => {
      await llmAdvisorFollow.run(app.deps, never);
      return [advisorCron(app.deps), llmAdvisor.cronInForce?.(app.deps)];
    };
    expect(await follow()).toEqual([undefined, undefined]);
    await changeSettings(app, { llm_advisor_enabled: true });
    expect(await follow()).toEqual(["*/20 * * * *", "*/20 * * * *"]);
    await changeSettings(app, { llm_advisor_cron: "0 3 * * *" });
    expect(await follow()).toEqual(["0 3 * * *", "0 3 * * *"]);
  });

  it("does not run without a language model, whatever is stored", async () => {
    const app = await openApp(await openModel(), { LLM_ENABLED: "false" });
    await changeSettings(app, { llm_advisor_enabled: true });
    await llmAdvisorFollow.run(app.deps, never);
    expect(advisorCron(app.deps)).toBeUndefined();
    expect(llmAdvisorFollow.enabled?.(app.deps)).toBe(false);
  });
});

describe("two processes", () => {
  it("do not run the advisor at the same time", async () => {
    const model = await openModel();
    const held: (() => void)[] = [];
    model.behave((response) => held.push(() => response.end("{}")));
    const [one, other] = await openTwo(model);
    if (one === undefined || other === undefined) throw new Error("there are two");
    const first = runAdvisor(one.deps).catch((error: unknown) => error);
    await until(() => held.length === 1);
    await expect(runAdvisor(other.deps)).rejects.toMatchObject({ code: "WORKER_RUNNING" });
    await llmAdvisor.run(other.deps, never);
    for (const end of held) end();
    expect(await first).toMatchObject({ code: "LLM_FAILED" });
    expect(model.asked).toHaveLength(1);
  });

  it.each([
    ["day", { ...DEAR, ...WIDE, LLM_DAILY_COST_CAP_USD: "10.6" }],
    ["month", { ...DEAR, ...WIDE, LLM_MAX_COST_PER_MONTH_YUAN: "77.5" }],
  ])("keep the limit of the %s together", async (period, limits) => {
    const model = await openModel("a sentence");
    const apps = await openTwo(model, limits);
    const { headers } = await (apps[0] as TestApp).admin();
    const body = { path: "memoryModel.w[2]", currentValue: 2 };
    const ask = (n: number) =>
      (apps[n % 2] as TestApp).send("POST", "/api/admin/amas/suggestions/explain", {
        headers,
        body,
      });
    const replies = [];
    for (let round = 0; round < 3; round += 1) {
      replies.push(...(await Promise.all([0, 1, 2, 3, 4, 5].map(ask))));
    }
    const codes = replies.map(({ status, body: { code } }) => (status === 200 ? 200 : code));
    expect(codes.filter((code) => code === 200)).toHaveLength(2);
    expect(codes.filter((code) => code === "BUDGET_EXCEEDED")).toHaveLength(16);
    expect(model.asked).toHaveLength(2);
    const told = apps
      .filter((app, n) => apps.indexOf(app) === n)
      .flatMap((app) => app.hub.recorded());
    const alerts = told.filter((event) => event === "admins:llm_budget_exceeded");
    expect(alerts).toHaveLength(period === "month" ? 1 : 0);
  });

  it("automatically apply no more suggestions a day than allowed", async () => {
    const apps = await openTwo(await openModel());
    const [one] = apps as [TestApp];
    for (const app of apps) {
      await changeSettings(app, { amas_auto_apply_enabled: 1, amas_auto_apply_max_per_day: 2 });
    }
    const patches = [0, 8, 9, 10, 15, 16].map((n, at) => ({
      [`memoryModel.w[${n}]`]: [0.3, 1.5, 0.2, 0.7, 0.5, 2][at],
    }));
    const stored = await Promise.all(
      patches.map((patch, n) => giveAdvice(apps[n % 2] as TestApp, patch)),
    );
    const statuses = stored.map((advice) => advice?.status);
    expect(statuses.filter((status) => status === "auto_applied")).toHaveLength(2);
    expect(statuses.filter((status) => status === "pending")).toHaveLength(4);
    const versions = await listVersions(one.deps, { limit: 20, offset: 0 });
    expect(versions.filter(({ source }) => source === "llm_auto")).toHaveLength(2);
    expect(presentParameters(one)).toBeDefined();
  });
});
