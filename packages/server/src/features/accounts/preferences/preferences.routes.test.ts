import { describe, expect } from "vitest";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import { preferencesRoutes } from "./preferences.routes.ts";

const PATH = "/api/notifications/preferences";
const DEFAULTS = {
  theme: "system",
  language: "en",
  notificationEnabled: true,
  soundEnabled: true,
  timeZone: null,
  dayStartHour: 0,
};
const CHOSEN = {
  theme: "dark",
  language: "ja",
  notificationEnabled: false,
  soundEnabled: false,
  timeZone: "Asia/Tokyo",
  dayStartHour: 4,
};

/** Stores `CHOSEN`, sends the change and expects `CHOSEN` with these differences. */
const after = (change: unknown, expected: object): Scenario => ({
  as: "learner",
  given: (app) => app.send("PUT", PATH, { body: CHOSEN, headers: app.u1.headers }),
  send: ["PUT", PATH, change],
  status: 200,
  after: async (app, { body }) => {
    expect(body).toEqual({ success: true, data: { ...CHOSEN, ...expected } });
    const stored = await app.send("GET", PATH, { headers: app.u1.headers });
    expect(stored.body.data).toEqual(body.data);
  },
});

const refuses = (change: unknown, code: string): Scenario => ({
  as: "learner",
  send: ["PUT", PATH, change],
  status: 400,
  body: { success: false, code },
  after: async (app) => {
    const stored = await app.send("GET", PATH, { headers: app.u1.headers });
    expect(stored.body.data).toEqual(DEFAULTS);
  },
});

describe("GET /api/notifications/preferences", () => {
  scenarios(preferencesRoutes, {
    "returns the defaults at first": {
      as: "learner",
      send: ["GET", PATH],
      status: 200,
      after: (_, { body }) => expect(body).toEqual({ success: true, data: DEFAULTS }),
    },
    "ignores other learners' preferences": {
      as: "learner",
      given: async (app) => {
        const other = await app.learner();
        await app.send("PUT", PATH, { body: CHOSEN, headers: other.headers });
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: DEFAULTS },
    },
  });
});

describe("PUT /api/notifications/preferences", () => {
  scenarios(preferencesRoutes, {
    "stores every field": after(CHOSEN, {}),
    "leaves omitted fields unchanged": after({ theme: "light" }, { theme: "light" }),
    "changes nothing with an empty body": after(undefined, {}),
    "ignores unknown fields": after({ color: "red", soundEnabled: true }, { soundEnabled: true }),
    "treats null as omitted": after(
      { theme: null, language: null, notificationEnabled: null, soundEnabled: null },
      {},
    ),
    "treats null for dayStartHour as omitted": after({ dayStartHour: null }, {}),
    "clears the time zone with null": after({ timeZone: null }, { timeZone: null }),
    "accepts the first hour": after({ dayStartHour: 0 }, { dayStartHour: 0 }),
    "accepts the last hour": after({ dayStartHour: 23 }, { dayStartHour: 23 }),
    "accepts UTC as a time zone": after({ timeZone: "UTC" }, { timeZone: "UTC" }),
    "returns the defaults for an empty body when nothing was stored": {
      as: "learner",
      send: ["PUT", PATH, {}],
      status: 200,
      body: { data: DEFAULTS },
    },
    "refuses an unknown theme": refuses({ theme: "pink" }, "INVALID_THEME"),
    "refuses an unknown language": refuses({ language: "it" }, "INVALID_LANGUAGE"),
    "refuses a language in upper case": refuses({ language: "EN" }, "INVALID_LANGUAGE"),
    "refuses an unknown zone": refuses({ timeZone: "Mars/Olympus" }, "INVALID_TIMEZONE"),
    "refuses an empty zone": refuses({ timeZone: "" }, "INVALID_TIMEZONE"),
    "refuses a UTC offset as time zone": refuses({ timeZone: "+01:00" }, "INVALID_TIMEZONE"),
    "refuses hour 24": refuses({ dayStartHour: 24 }, "INVALID_DAY_START"),
    "refuses hour -1": refuses({ dayStartHour: -1 }, "INVALID_DAY_START"),
    "refuses a fraction of an hour": refuses({ dayStartHour: 4.5 }, "INVALID_DAY_START"),
    "refuses an hour as text": refuses({ dayStartHour: "4" }, "INVALID_REQUEST_BODY"),
    "refuses a theme that is a number": refuses({ theme: 1 }, "INVALID_REQUEST_BODY"),
    "refuses a flag that is text": refuses({ soundEnabled: "on" }, "INVALID_REQUEST_BODY"),
    "stores nothing if one field is invalid": refuses(
      { theme: "dark", timeZone: "Nowhere" },
      "INVALID_TIMEZONE",
    ),
  });
});
