import { advisorWhitelist } from "@wordloom/engine/advisor";
import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { suggestionsFeature } from "./suggestions.feature.ts";

const LIST = "/api/admin/amas/advisor/whitelist";
const added = { path: "elo.kFactor", minSafe: 20, maxSafe: 60 };
const narrowed = { path: "memoryModel.w[2]", minSafe: 1, maxSafe: 3 };

const given =
  (...entries: readonly object[]) =>
  async (app: ScenarioApp) => {
    for (const body of entries) await app.send("POST", LIST, { headers: app.a1.headers, body });
  };

async function entries(app: ScenarioApp) {
  const { body } = await app.send("GET", LIST, { headers: app.a1.headers });
  return body.data.entries as { path: string }[];
}

describe("GET /api/admin/amas/advisor/whitelist", () => {
  scenarios(suggestionsFeature, {
    "has the eleven built-in parameters": {
      as: "admin",
      send: ["GET", LIST],
      status: 200,
      body: { data: { entries: advisorWhitelist().map((entry) => ({ ...entry, builtin: true })) } },
    },
  });
});

describe("POST /api/admin/amas/advisor/whitelist", () => {
  const takes = (entry: typeof added, builtin: boolean): Scenario => ({
    as: "admin",
    send: ["POST", LIST, entry],
    status: 201,
    body: { data: { ...entry, builtin } },
    headers: { "x-audit-id": /^\d+$/ },
    after: async (app) => {
      const shown = (await entries(app)).filter(({ path }) => path === entry.path);
      expect(shown).toEqual([{ ...entry, builtin }]);
      const audit = app.deps.database.selectFrom("audit_log").selectAll();
      expect(await audit.execute()).toMatchObject([
        { action: "amas.whitelist.set", target_type: "whitelist", target_id: entry.path },
      ]);
    },
  });
  const refuses = (entry: object, code: string): Scenario => ({
    as: "admin",
    send: ["POST", LIST, entry],
    status: 400,
    body: { code },
    after: async (app) => expect(await entries(app)).toHaveLength(11),
  });
  const range = (minSafe: number, maxSafe: number, path = narrowed.path) =>
    refuses({ path, minSafe, maxSafe }, "INVALID_RANGE");

  scenarios(suggestionsFeature, {
    "adds a numeric parameter": takes(added, false),
    "narrows a built-in one": takes(narrowed, true),
    "pins a built-in one": takes({ ...narrowed, minSafe: 2, maxSafe: 2 }, true),
    "replaces existing bounds": {
      ...takes({ ...added, maxSafe: 50 }, false),
      given: given(added),
      after: async (app) =>
        expect((await entries(app)).at(-1)).toEqual({ ...added, maxSafe: 50, builtin: false }),
    },
    "refuses a built-in one below its own bounds": range(0.49, 3),
    "refuses a built-in one above its own bounds": range(1, 15.1),
    "refuses bounds in the wrong order": range(3, 2.9),
    "refuses bounds outside the parameter's": range(-1e9, 60, added.path),
    "refuses an unknown parameter": refuses({ ...added, path: "elo.none" }, "INVALID_PATH"),
    "refuses a group": refuses({ ...added, path: "elo" }, "INVALID_PATH"),
    "refuses a switch": refuses(
      { ...added, path: "featureFlags.sspEnabled", minSafe: 0, maxSafe: 1 },
      "INVALID_PATH",
    ),
    "refuses an opt-in parameter": refuses(
      { path: "memoryModel.alphaRampTau", minSafe: 0, maxSafe: 1 },
      "INVALID_PATH",
    ),
    "refuses text as bound": refuses({ ...added, minSafe: "20" }, "INVALID_REQUEST_BODY"),
  });
});

describe("DELETE /api/admin/amas/advisor/whitelist", () => {
  const remove = (path: string): Scenario["send"] => [
    "DELETE",
    `${LIST}?path=${encodeURIComponent(path)}`,
  ];

  scenarios(suggestionsFeature, {
    "removes an added one": {
      as: "admin",
      given: given(added),
      send: remove(added.path),
      status: 200,
      body: { data: { deleted: true } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => expect(await entries(app)).toHaveLength(11),
    },
    "restores the bounds of a built-in one": {
      as: "admin",
      given: given(narrowed),
      send: remove(narrowed.path),
      status: 200,
      after: async (app) => {
        const own = advisorWhitelist().find(({ path }) => path === narrowed.path);
        expect(await entries(app)).toContainEqual({ ...own, builtin: true });
      },
    },
    "refuses a built-in one that has its own bounds": {
      as: "admin",
      send: remove(narrowed.path),
      status: 409,
      body: { code: "CONFLICT" },
    },
    "does not find another": {
      as: "admin",
      send: remove(added.path),
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    "refuses a missing path": {
      as: "admin",
      send: ["DELETE", LIST],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});
