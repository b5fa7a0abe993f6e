import { describe, expect } from "vitest";
import { scenarios, type Scenario } from "../../testing/scenarios.ts";
import { preferencesRoutes } from "./preferences.routes.ts";

const PATH = "/api/notifications/preferences";
const stranger = { status: 401, body: { success: false, code: "AUTH_UNAUTHORIZED" } } as const;
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

/** Sends the change after another one; `CHOSEN` with what is expected on top must come out. */
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
    "refuses a stranger": { send: ["GET", PATH], ...stranger },
    "refuses an administrator": { as: "admin", send: ["GET", PATH], ...stranger },
    "gives the defaults at first": {
      as: "learner",
      send: ["GET", PATH],
      status: 200,
      after: (_, { body }) => expect(body).toEqual({ success: true, data: DEFAULTS }),
    },
    "gives nobody else's choice": {
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
    "refuses a stranger": { send: ["PUT", PATH, CHOSEN], ...stranger },
    "refuses an administrator": { as: "admin", send: ["PUT", PATH, CHOSEN], ...stranger },
    "keeps every choice": after(CHOSEN, {}),
    "keeps what is left out": after({ theme: "light" }, { theme: "light" }),
    "changes nothing by an empty body": after(undefined, {}),
    "ignores unknown fields": after({ colour: "red", soundEnabled: true }, { soundEnabled: true }),
    "takes null as left out": after(
      { theme: null, language: null, notificationEnabled: null, soundEnabled: null },
      {},
    ),
    "takes null as hour of the day's start as left out": after({ dayStartHour: null }, {}),
    "clears the time zone by null": after({ timeZone: null }, { timeZone: null }),
    "takes the first hour": after({ dayStartHour: 0 }, { dayStartHour: 0 }),
    "takes the last hour": after({ dayStartHour: 23 }, { dayStartHour: 23 }),
    "takes UTC as a zone": after({ timeZone: "UTC" }, { timeZone: "UTC" }),
    "makes defaults of an empty body when nothing was chosen": {
      as: "learner",
      send: ["PUT", PATH, {}],
      status: 200,
      body: { data: DEFAULTS },
    },
    "refuses an unknown theme": refuses({ theme: "pink" }, "INVALID_THEME"),
    "refuses an unknown language": refuses({ language: "it" }, "INVALID_LANGUAGE"),
    "refuses a language in capitals": refuses({ language: "EN" }, "INVALID_LANGUAGE"),
    "refuses an unknown zone": refuses({ timeZone: "Mars/Olympus" }, "INVALID_TIMEZONE"),
    "refuses an empty zone": refuses({ timeZone: "" }, "INVALID_TIMEZONE"),
    "refuses a bare offset": refuses({ timeZone: "+01:00" }, "INVALID_TIMEZONE"),
    "refuses hour 24": refuses({ dayStartHour: 24 }, "INVALID_DAY_START"),
    "refuses hour -1": refuses({ dayStartHour: -1 }, "INVALID_DAY_START"),
    "refuses half hours": refuses({ dayStartHour: 4.5 }, "INVALID_DAY_START"),
    "refuses an hour as text": refuses({ dayStartHour: "4" }, "INVALID_REQUEST_BODY"),
    "refuses a theme that is a number": refuses({ theme: 1 }, "INVALID_REQUEST_BODY"),
    "refuses a switch that is text": refuses({ soundEnabled: "on" }, "INVALID_REQUEST_BODY"),
    "keeps nothing of a change with one fault": refuses(
      { theme: "dark", timeZone: "Nowhere" },
      "INVALID_TIMEZONE",
    ),
  });
});
