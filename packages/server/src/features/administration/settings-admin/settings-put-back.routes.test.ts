import { describe, expect } from "vitest";
import { rangeOf } from "../../../platform/settings/setting-types.ts";
import { settingsTable } from "../../../platform/settings/settings-table.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { defaultSettings, storeSetting } from "../../accounts/settings/settings.service.ts";
import { settingsAdminRoutes } from "./settings-admin.routes.ts";
import { readSettings } from "./settings-admin.service.ts";

const path = "/api/admin/settings";
const CENTER = "http://192.168.1.2/index";
const routes = { routes: [settingsAdminRoutes] };

/** The current settings, with a change. */
const putBack = (settings: Record<string, string>, change: object = {}): Scenario => {
  let shown: object;
  return {
    as: "admin",
    settings,
    send: async ({ a1, clock, deps }) => {
      shown = await readSettings(deps);
      clock.advance(MINUTE_MS);
      return ["PUT", path, { ...shown, ...change }, a1.headers];
    },
    status: 200,
    after: async ({ deps }, { body }) => {
      expect(body.data).toEqual({ ...shown, ...change });
      expect(await readSettings(deps)).toEqual({ ...shown, ...change });
      const rows = await deps.database.selectFrom("system_settings").select("key").execute();
      expect(rows.map(({ key }) => key)).toEqual(Object.keys(change));
    },
  };
};

const usual = testSettings();

/** Both ends of each numeric variable that is shown among the settings. */
const extremes = Object.entries(settingsTable).flatMap(([name, { type }]) => {
  const range = rangeOf(type);
  if (range === undefined) return [];
  const { min, max } = range;
  const shown = (value: number) => JSON.stringify(defaultSettings({ ...usual, [name]: value }));
  return shown(min) === shown(max) ? [] : [`${name}=${min}`, `${name}=${max}`];
});

describe("PUT /api/admin/settings of what GET shows", () => {
  scenarios(
    routes,
    Object.fromEntries(
      extremes.map((extreme) => {
        const [name = "", value = ""] = extreme.split("=");
        return [`changes nothing with ${extreme}`, putBack({ [name]: value })];
      }),
    ),
  );
});

describe("PUT /api/admin/settings of a value that is in force", () => {
  const stored = async ({ deps }: ScenarioApp) => {
    const rows = await deps.database.selectFrom("system_settings").selectAll().execute();
    return rows.map(({ key, value_json }) => `${key} ${value_json}`);
  };

  scenarios(routes, {
    "stores nothing while it is a default or a variable's": {
      as: "admin",
      settings: { RATE_LIMIT_EXEMPT: "198.51.100.0/24", JWT_EXPIRES_IN_HOURS: "3" },
      send: [
        "PUT",
        path,
        {
          max_users: 10_000,
          access_token_hours: 3,
          rate_limit_exempt: "198.51.100.0/24",
          rate_limits: { auth: { window_secs: 60, max: 10 } },
        },
      ],
      status: 200,
      after: async (app) => expect(await stored(app)).toEqual([]),
    },
    "stores the limits that differ, and no others": {
      as: "admin",
      send: async ({ a1, deps }) => {
        const { rate_limits } = await readSettings(deps);
        const probe = { window_secs: 60, max: 3 };
        return ["PUT", path, { rate_limits: { ...rate_limits, probe } }, a1.headers];
      },
      status: 200,
      after: async (app) => {
        expect(await stored(app)).toEqual(['rate_limits {"probe":{"window_secs":60,"max":3}}']);
      },
    },
    "keeps a stored value, also if it is the default": {
      as: "admin",
      given: ({ deps }) => storeSetting(deps.database, "max_users", 10_000, 0),
      send: ["PUT", path, { max_users: 10_000 }],
      status: 200,
      after: async (app) => expect(await stored(app)).toEqual(["max_users 10000"]),
    },
  });
});

describe("PUT /api/admin/settings with out-of-range values already effective", () => {
  const tooMany = { RATE_LIMIT_ANONYMOUS_MAX: "1000000000" };
  const limits = { anonymous: { max: 1_000_000_000, window_secs: 60 } };
  const put = (rate_limits: object, given?: Scenario["given"]): Scenario => ({
    as: "admin",
    settings: tooMany,
    send: ["PUT", path, { rate_limits }],
    status: 200,
    ...(given && { given }),
  });
  const outOfRange = { status: 400, body: { code: "FIELD_OUT_OF_RANGE" } } as const;

  scenarios(routes, {
    "changes other settings": putBack(tooMany, { max_users: 5 }),
    "changes other limits, and keeps the variable effective": {
      ...put({ ...limits, auth: { window_secs: 60, max: 7 } }),
      body: {
        data: {
          rate_limits: {
            anonymous: { window_secs: 60, max: 1_000_000_000 },
            auth: { window_secs: 60, max: 7 },
          },
        },
      },
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("system_settings").selectAll().execute();
        expect(rows.map((row) => [row.key, JSON.parse(row.value_json)])).toEqual([
          ["rate_limits", { auth: { window_secs: 60, max: 7 } }],
        ]);
      },
    },
    "refuses another value out of range": {
      ...put({ anonymous: { window_secs: 60, max: 999_999_999 } }),
      ...outOfRange,
    },
    "refuses the effective value in another place": {
      ...put({ auth: limits.anonymous }),
      ...outOfRange,
    },
    "accepts its own center although the local network is no longer allowed": {
      as: "admin",
      send: ["PUT", path, { wordbook_center_url: CENTER, max_users: 4 }],
      given: ({ deps }) => storeSetting(deps.database, "wordbook_center_url", CENTER, 0),
      status: 200,
      body: { data: { wordbook_center_url: CENTER, max_users: 4 } },
    },
  });
});
