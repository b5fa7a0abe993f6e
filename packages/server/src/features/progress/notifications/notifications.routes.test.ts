import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { notificationsRoutes } from "./notifications.routes.ts";
import { preferencesRoutes } from "../../accounts/preferences/preferences.routes.ts";
import type { NotificationContent } from "./notification-texts.ts";
import { notify, type NotificationDraft } from "./notify.service.ts";

const routes = [notificationsRoutes, preferencesRoutes];
const PATH = "/api/notifications";
const NOON = "2026-05-01T12:00:00.000Z";
const stranger = { status: 401, body: { success: false, code: "AUTH_UNAUTHORIZED" } } as const;
const unreadable = { status: 400, body: { success: false, code: "INVALID_REQUEST_BODY" } } as const;
const absent = { status: 404, body: { success: false, code: "NOT_FOUND" } } as const;

/** Sends notifications with these titles, a second apart. */
async function sendTitles(app: ScenarioApp, titles: readonly string[], userId = app.u1.id) {
  for (const title of titles) {
    const draft = { userId, type: "info", title, message: `about ${title}` } as const;
    await notify(app.deps, app.deps.database, [draft]);
    app.clock.advance(1000);
  }
}

async function sendMany(app: ScenarioApp, count: number) {
  const drafts = Array.from({ length: count }, (_, n): NotificationDraft => {
    return { userId: app.u1.id, type: "broadcast", title: `t${n}`, message: "m" };
  });
  await notify(app.deps, app.deps.database, drafts);
}

async function idOf(app: ScenarioApp, title: string): Promise<string> {
  const query = app.deps.database.selectFrom("notifications").select("id");
  return (await query.where("title", "=", title).executeTakeFirstOrThrow()).id;
}

const readOne = (title: string) => async (app: ScenarioApp) =>
  ["PUT", `${PATH}/${await idOf(app, title)}/read`] as const;

async function read(app: ScenarioApp, title: string) {
  const [method, path] = await readOne(title)(app);
  await app.send(method, path, { headers: app.u1.headers });
}

/** Sends a due-word reminder, a weekly report and a badge. */
async function sendContents({ deps, clock }: ScenarioApp) {
  const contents: NotificationContent[] = [
    { kind: "reminder", word: "<b>{x}</b> 'l", overdueHours: 60 },
    { kind: "badge", badge: "streak_7" },
    { kind: "week", answers: 1200, days: 2, accuracy: 0.8, newWords: 1, mastered: 0, streak: 3 },
  ];
  for (const content of contents) {
    await notify(deps, deps.database, [{ userId: "u1", type: "info", content }]);
    clock.advance(1000);
  }
}

async function chooseLanguage({ send, u1 }: ScenarioApp, language: string) {
  const body = { language };
  await send("PUT", `${PATH}/preferences`, { body, headers: u1.headers });
}

const texts = ({ body }: { body: { data: { title: string; message: string }[] } }) =>
  body.data.map(({ title, message }) => [title, message]);

const titles = ({ body }: { body: { data: { title: string }[] } }) =>
  body.data.map(({ title }) => title);

const unreadNow = async (app: ScenarioApp) =>
  (await app.send("GET", `${PATH}/unread-count`, { headers: app.u1.headers })).body.data;

describe("GET /api/notifications", () => {
  scenarios(routes, {
    "is empty at first": {
      as: "learner",
      send: ["GET", PATH],
      status: 200,
      after: (_, { body }) => expect(body).toEqual({ success: true, data: [] }),
    },
    "lists the learner's notifications, newest first": {
      as: "learner",
      given: async (app) => {
        await sendTitles(app, ["one", "two"]);
        await sendTitles(app, ["foreign"], (await app.learner()).id);
      },
      send: ["GET", PATH],
      status: 200,
      after: (_, reply) => expect(titles(reply)).toEqual(["two", "one"]),
    },
    "shows all fields of a notification except empty ones": {
      as: "learner",
      given: (app) => sendTitles(app, ["one"]),
      send: ["GET", PATH],
      status: 200,
      after: (_, { body }) => {
        const [{ id, ...rest }] = body.data;
        expect(id).toMatch(/^[\w-]+$/);
        expect(rest).toEqual({
          userId: "u1",
          type: "info",
          title: "one",
          message: "about one",
          read: false,
          createdAt: NOON,
        });
      },
    },
    "shows word and hours of a reminder": {
      as: "learner",
      given: ({ deps }) =>
        notify(deps, deps.database, [
          {
            userId: "u1",
            type: "reminder",
            title: "t",
            message: "m",
            wordId: "w1",
            overdueHours: 0,
          },
        ]),
      send: ["GET", PATH],
      status: 200,
      body: { data: [{ type: "reminder", wordId: "w1", overdueHours: 0 }] },
    },
    "uses English for a learner who chose no language, even if the client asks for another": {
      as: "learner",
      given: sendContents,
      send: ["GET", PATH, undefined, { "accept-language": "de" }],
      status: 200,
      after: (_, reply) =>
        expect(texts(reply)).toEqual([
          [
            "Your week",
            "1,200 answers on 2 days, 80% correct. 1 new word, 0 mastered. " +
              "You’ve studied 3 days in a row.",
          ],
          ["Badge earned: A full week", "7 days of study in a row."],
          [
            "Time to review “<b>{x}</b> 'l”",
            "“<b>{x}</b> 'l” has been due for 2 days. Review it before you forget it.",
          ],
        ]),
    },
    "uses the learner's current language, also for earlier notifications": {
      as: "learner",
      given: async (app) => {
        await chooseLanguage(app, "zh");
        await sendContents(app);
        await chooseLanguage(app, "fr");
      },
      send: ["GET", PATH],
      status: 200,
      after: (_, reply) =>
        expect(texts(reply).map(([title]) => title)).toEqual([
          "Ta semaine",
          "Badge obtenu\u00a0: Une semaine entière",
          "Il est temps de réviser «\u00a0<b>{x}</b> 'l\u00a0»",
        ]),
    },
    "shows the stored words of notifications without content, or with content of a later version": {
      as: "learner",
      given: async (app) => {
        await sendTitles(app, ["one", "two", "three", "four"]);
        for (const [title, content] of [
          ["two", '{"kind":"of a later version"}'],
          ["three", '{"kind":"badge","badge":"of a later version"}'],
          ["four", '{"kind":"reminder"}'],
        ] as const) {
          const change = app.deps.database.updateTable("notifications");
          await change.set({ content_json: content }).where("title", "=", title).execute();
        }
        await chooseLanguage(app, "ja");
      },
      send: ["GET", PATH],
      status: 200,
      after: (_, reply) => expect(titles(reply)).toEqual(["four", "three", "two", "one"]),
    },
    "includes read ones": {
      as: "learner",
      given: async (app) => {
        await sendTitles(app, ["one", "two"]);
        await read(app, "one");
      },
      send: ["GET", `${PATH}?unreadOnly=false`],
      status: 200,
      body: {
        data: [
          { title: "two", read: false },
          { title: "one", read: true },
        ],
      },
    },
    "omits read ones on request": {
      as: "learner",
      given: async (app) => {
        await sendTitles(app, ["one", "two"]);
        await read(app, "two");
      },
      send: ["GET", `${PATH}?unreadOnly=true`],
      status: 200,
      after: (_, reply) => expect(titles(reply)).toEqual(["one"]),
    },
    "lists 50 by default": {
      as: "learner",
      given: (app) => sendMany(app, 60),
      send: ["GET", PATH],
      status: 200,
      after: (_, { body }) => expect(body.data).toHaveLength(50),
    },
    "lists at most 200": {
      as: "learner",
      given: (app) => sendMany(app, 210),
      send: ["GET", `${PATH}?limit=201`],
      status: 200,
      after: (_, { body }) => expect(body.data).toHaveLength(200),
    },
    "lists at least one": {
      as: "learner",
      given: (app) => sendTitles(app, ["one", "two"]),
      send: ["GET", `${PATH}?limit=0`],
      status: 200,
      after: (_, reply) => expect(titles(reply)).toEqual(["two"]),
    },
    "refuses a limit that is not a number": {
      as: "learner",
      send: ["GET", `${PATH}?limit=many`],
      ...unreadable,
    },
    "refuses an invalid flag": {
      as: "learner",
      send: ["GET", `${PATH}?unreadOnly=maybe`],
      ...unreadable,
    },
  });
});

describe("GET /api/notifications/badges", () => {
  scenarios(routes, {
    "lists the badges": {
      as: "learner",
      send: ["GET", "/api/notifications/badges"],
      status: 200,
      after: (_, { body }) => {
        const ids = body.data.map(({ id }: { id: string }) => id);
        expect(ids).toEqual(expect.arrayContaining(["first_word", "streak_7", "mastered_100"]));
      },
    },
    "names them in the learner's language": {
      as: "learner",
      given: (app) => chooseLanguage(app, "es"),
      send: ["GET", "/api/notifications/badges"],
      status: 200,
      body: { data: expect.arrayContaining([expect.objectContaining({ name: "Un mes entero" })]) },
    },
  });
});

describe("GET /api/notifications/unread-count", () => {
  scenarios(routes, {
    "is zero at first": {
      as: "learner",
      send: ["GET", `${PATH}/unread-count`],
      status: 200,
      body: { success: true, data: { unreadCount: 0 } },
    },
    "counts all unread notifications of the learner": {
      as: "learner",
      given: async (app) => {
        await sendMany(app, 250);
        await sendTitles(app, ["one", "two"]);
        await read(app, "one");
        await sendTitles(app, ["foreign"], (await app.learner()).id);
      },
      send: ["GET", `${PATH}/unread-count`],
      status: 200,
      body: { data: { unreadCount: 251 } },
    },
  });
});

describe("PUT /api/notifications/:id/read", () => {
  const given = (app: ScenarioApp) => sendTitles(app, ["one", "two"]);
  scenarios(routes, {
    "refuses a stranger": {
      given,
      send: readOne("one"),
      ...stranger,
      after: async (app) => expect(await unreadNow(app)).toEqual({ unreadCount: 2 }),
    },
    "marks and returns the notification": {
      as: "learner",
      given,
      send: readOne("one"),
      status: 200,
      body: { success: true, data: { title: "one", read: true, createdAt: NOON } },
      after: async (app) => expect(await unreadNow(app)).toEqual({ unreadCount: 1 }),
    },
    "returns it in the learner's language": {
      as: "learner",
      given: async (app) => {
        await sendContents(app);
        await chooseLanguage(app, "ko");
      },
      send: readOne("Your week"),
      status: 200,
      body: { data: { title: "지난 한 주", read: true } },
    },
    "keeps the time of the first reading when repeated": {
      as: "learner",
      given: async (app) => {
        await given(app);
        await read(app, "one");
        app.clock.advance(60_000);
      },
      send: readOne("one"),
      status: 200,
      body: { data: { read: true } },
      after: async ({ deps }) => {
        const query = deps.database.selectFrom("notifications").select("read_at_ms");
        const row = await query.where("title", "=", "one").executeTakeFirstOrThrow();
        expect(row.read_at_ms).toBe(Date.parse(NOON) + 2000);
      },
    },
    "refuses another learner's notification": {
      as: "learner",
      given: async (app) => sendTitles(app, ["foreign"], (await app.learner()).id),
      send: readOne("foreign"),
      ...absent,
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("notifications").select("read_at_ms").execute();
        expect(rows).toEqual([{ read_at_ms: null }]);
      },
    },
    "refuses an unknown notification": {
      as: "learner",
      send: ["PUT", `${PATH}/none/read`],
      ...absent,
    },
  });
});

describe("POST /api/notifications/read-all", () => {
  scenarios(routes, {
    "marks all of the learner's notifications and returns how many were unread": {
      as: "learner",
      given: async (app) => {
        await sendTitles(app, ["one", "two", "three"]);
        await read(app, "two");
        await sendTitles(app, ["foreign"], (await app.learner()).id);
      },
      send: ["POST", `${PATH}/read-all`],
      status: 200,
      body: { success: true, data: { markedRead: 2 } },
      after: async (app) => {
        expect(await unreadNow(app)).toEqual({ unreadCount: 0 });
        const query = app.deps.database.selectFrom("notifications").select("title");
        const unread = await query.where("read_at_ms", "is", null).execute();
        expect(unread).toEqual([{ title: "foreign" }]);
      },
    },
    "marks none the second time": {
      as: "learner",
      given: (app) => sendTitles(app, ["one"]),
      twice: true,
      send: ["POST", `${PATH}/read-all`],
      status: 200,
      body: { data: { markedRead: 0 } },
    },
  });
});
