import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { importsRoutes } from "../../library/imports/imports.routes.ts";
import { importsWorker } from "../../library/imports/imports.worker.ts";

/** Decks that Anki itself wrote, with what Anki says of them, kept beside the repository. */
const DECKS = join(import.meta.dirname, "../../../../../../../shared/data/decks");
const DECK = join(DECKS, "wl-sched-anki21b.apkg");

interface Expected {
  readonly answers_per_day: Readonly<Record<string, number>>;
  readonly totals: { readonly first_review: number };
}
const expected = (): Expected => JSON.parse(readFileSync(join(DECKS, "expected.json"), "utf8"));

/** Reviews of the one note that is too long for a word. */
const LEFT_OUT = 16;

const never = new AbortController().signal;

const ask = async (app: ScenarioApp, method: string, path: string, body?: object) =>
  (await app.send(method, path, { ...(body && { body }), headers: app.u1.headers })).body.data;

/** Sends the deck and has it read. */
async function ready(app: ScenarioApp): Promise<string> {
  const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
  const body = readFileSync(DECK);
  const sent = await app.send("POST", "/api/imports?name=wl.apkg", { body, headers });
  await importsWorker.run(app.deps, never);
  return sent.body.data.id as string;
}

/** The collection's days are those of Phoenix, from four o'clock on. */
async function liveInPhoenix({ deps }: ScenarioApp): Promise<void> {
  const row = { user_id: "u1", time_zone: "America/Phoenix", day_start_hour: 4 };
  await deps.database.insertInto("preferences").values(row).execute();
}

describe.skipIf(!existsSync(DECK))("a deck that Anki wrote, where ../shared/data/decks is", () => {
  scenarios(importsRoutes, {
    "has its answers on Anki's days, and none twice": {
      as: "learner",
      given: liveInPhoenix,
      send: async (app) => {
        const id = await ready(app);
        await ask(app, "POST", `/api/imports/${id}/run`, {});
        await importsWorker.run(app.deps, never);
        return ["POST", `/api/imports/${await ready(app)}/plan`, {}];
      },
      status: 200,
      body: { data: { counts: { words: 0, reviews: 0, reviewsKnown: 12_014 } } },
      after: async (app) => {
        const { answers_per_day: perDay, totals } = expected();
        const days = await app.deps.database
          .selectFrom("imported_activity")
          .select(["day", ({ fn }) => fn.sum<number | string>("answers").as("answers")])
          .groupBy("day")
          .having(({ fn }) => fn.sum("answers"), ">", 0)
          .execute();
        const here = Object.fromEntries(days.map(({ day, answers }) => [day, Number(answers)]));
        expect(Object.keys(here).toSorted()).toEqual(Object.keys(perDay).toSorted());
        const missing = Object.entries(perDay).map(([day, count]) => count - (here[day] ?? 0));
        expect(Math.min(...missing)).toBe(0);
        expect(missing.reduce((sum, count) => sum + count, 0)).toBe(LEFT_OUT);
        const { imports } = await ask(app, "GET", "/api/imports");
        const { result } = imports.find((one: { state: string }) => one.state === "done");
        expect(Date.parse(result.firstReviewAt)).toBe(totals.first_review);
        expect(result.days).toBe(days.length);
        expect(result.words).toBe(result.known30d + result.learning + result.fresh);
        expect(result.fit).toMatchObject({ accepted: true });
        expect(result.fit.logLoss).toBeLessThan(result.fit.baseline);
      },
    },
  });
});
