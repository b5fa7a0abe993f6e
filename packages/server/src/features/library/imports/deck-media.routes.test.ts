import { createHash, randomBytes } from "node:crypto";
import { apkgOf, type TestDeck } from "@wordloom/imports/deck-for-tests";
import { mp3, png, wavTone } from "@wordloom/testing/content/sounds";
import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { mediaRoutes } from "../media/media.routes.ts";
import { ownWordsRoutes } from "../own-words/own-words.routes.ts";
import { removeUnusedMedia } from "../recordings/recordings.service.ts";
import { importsRoutes } from "./imports.routes.ts";
import { importsWorker } from "./imports.worker.ts";

const routes = [importsRoutes, mediaRoutes, ownWordsRoutes];
const learner = { as: "learner" } as const;
const never = new AbortController().signal;
const tone = wavTone();

const DECK: TestDeck = {
  notes: [
    { id: 10, fields: ["das Haus [sound:haus.wav]", 'the house<img src="haus%201.png">'] },
    { id: 11, fields: ["der Baum [sound:baum.mp3]", "the tree [sound:haus.wav]"] },
    { id: 12, fields: ["die Tür [sound:same.wav]", "the door"] },
    { id: 13, fields: ["der Weg [sound:lies.mp3]", "the way <img src='evil.svg'>"] },
    { id: 14, fields: ["das Tor [sound:absent.mp3]", "the gate"] },
  ],
  cards: [10, 11, 12, 13, 14].map((nid) => ({ id: nid * 10, nid })),
  media: {
    "haus.wav": tone,
    "haus 1.png": png(),
    "baum.mp3": mp3(),
    "same.wav": tone,
    "lies.mp3": "<html><script>alert(1)</script></html>",
    "evil.svg": "<svg onload='alert(1)'/>",
    "unused.mp3": mp3(5),
  },
};
const COUNTS = { media: 3, mediaBytes: tone.length + 100 + mp3().length };

const post = (app: ScenarioApp, path: string, body: object = {}) =>
  app.send("POST", path, { body, headers: app.u1.headers });

async function ready(app: ScenarioApp, deck: Uint8Array = apkgOf(DECK)): Promise<string> {
  const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
  const sent = { body: Buffer.from(deck), headers };
  const reply = await app.send("POST", "/api/imports?name=Deutsch.apkg", sent);
  await importsWorker.run(app.deps, never);
  return reply.body.data.id as string;
}

async function run(app: ScenarioApp, options: object = {}, deck?: Uint8Array) {
  const id = await ready(app, deck);
  const started = await post(app, `/api/imports/${id}/run`, options);
  expect(started.text).toContain('"state":"importing"');
  await importsWorker.run(app.deps, never);
  return { id, ...(await shown(app, id)) };
}

const shown = async (app: ScenarioApp, id: string) =>
  (await app.send("GET", `/api/imports/${id}`, { headers: app.u1.headers })).body.data;

async function undo(app: ScenarioApp, id: string) {
  await post(app, `/api/imports/${id}/undo`);
  await importsWorker.run(app.deps, never);
  expect((await shown(app, id)).state).toBe("undone");
}

async function recordings(app: ScenarioApp): Promise<Record<string, string | null>> {
  const { body } = await app.send("GET", "/api/own-words?perPage=100", { headers: app.u1.headers });
  const words = body.data.data as { text: string; audioUrl: string | null }[];
  return Object.fromEntries(words.map(({ text, audioUrl }) => [text, audioUrl]));
}

const rowsOf = async ({ deps: { database } }: ScenarioApp) => ({
  media: (await database.selectFrom("media").select("name").orderBy("name").execute()).map(
    ({ name }) => name,
  ),
  blobs: (await database.selectFrom("media_blobs").select("sha256").execute()).length,
  words: (await database.selectFrom("word_media").select("name").execute()).length,
});
const NOTHING = { media: [], blobs: 0, words: 0 };

const row = (after: NonNullable<Scenario["after"]>, settings = {}): Scenario => ({
  ...learner,
  settings,
  send: ["GET", "/api/own-words"],
  status: 200,
  after,
});

describe("the recordings and pictures of a deck", () => {
  scenarios(routes, {
    "are counted by a plan, which stores none": row(async (app) => {
      const id = await ready(app);
      const { body } = await post(app, `/api/imports/${id}/plan`);
      expect(body.data.counts).toMatchObject(COUNTS);
      expect(await rowsOf(app)).toEqual(NOTHING);
    }),
    "become the learner's, and the recordings of their words": row(async (app) => {
      const { counts, state } = await run(app);
      expect([state, counts]).toMatchObject(["done", COUNTS]);
      const found = await recordings(app);
      expect(Object.keys(found)).toHaveLength(5);
      for (const text of ["das Haus", "der Baum", "die Tür"])
        expect(found[text]).toMatch(/^\/api\/media\//);
      expect(found["der Weg"]).toBeNull();
      expect(found["das Tor"]).toBeNull();
      // One content is one file, whatever its names.
      expect(found["die Tür"]).toBe(found["das Haus"]);
      const heard = await app.send("GET", found["das Haus"] ?? "", { headers: app.u1.headers });
      expect(heard.bytes.equals(tone)).toBe(true);
      const { media, blobs, words } = await rowsOf(app);
      expect([media, blobs, words]).toEqual([["baum.mp3", "haus 1.png", "haus.wav"], 3, 5]);
      // Pictures stay, because the notes name them.
      app.clock.advance(8 * DAY_MS);
      await removeUnusedMedia(app.deps, never);
      expect((await rowsOf(app)).blobs).toBe(3);
    }),
    "are the same in the newest format": row(async (app) => {
      const { counts } = await run(app, {}, apkgOf(DECK, "anki21b"));
      expect(counts).toMatchObject(COUNTS);
      expect((await recordings(app))["der Baum"]).toMatch(/^\/api\/media\//);
    }),
    "are stored no second time": row(async (app) => {
      await run(app);
      const before = [await recordings(app), await rowsOf(app)];
      const { counts } = await run(app, { onDuplicate: "replace" });
      expect(counts).toMatchObject({ media: 0, mediaBytes: 0, replaced: 0, own: 0 });
      expect([await recordings(app), await rowsOf(app)]).toEqual(before);
    }),
    "are left out where the learner says so": row(async (app) => {
      const { counts } = await run(app, { media: "ignore" });
      expect(counts).toMatchObject({ own: 5, media: 0, mediaBytes: 0 });
      expect(await rowsOf(app)).toEqual(NOTHING);
      expect((await recordings(app))["das Haus"]).toBeNull();
    }),
    "go with an undo": row(async (app) => {
      const { id } = await run(app);
      await undo(app, id);
      expect(await rowsOf(app)).toEqual(NOTHING);
    }),
    "that were there before stay after an undo": row(async (app) => {
      const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
      await app.send("POST", "/api/media?name=mine.wav", { body: tone, headers });
      const { id, counts } = await run(app);
      expect(counts.media).toBe(2);
      await undo(app, id);
      expect((await rowsOf(app)).media).toEqual(["mine.wav"]);
    }),
    "that a word outside plays stay after an undo": row(async (app) => {
      const { id } = await run(app);
      const audioUrl = (await recordings(app))["der Baum"];
      await post(app, "/api/own-words", { text: "Wald", meaning: "forest", audioUrl });
      await undo(app, id);
      expect((await rowsOf(app)).media).toEqual(["baum.mp3"]);
    }),
    "of many megabytes are read one after another": row(async (app) => {
      const sounds = Array.from({ length: 20 }, () =>
        Buffer.concat([mp3(), randomBytes(1_000_000)]),
      );
      const ids = sounds.map((_, at) => at + 1);
      const deck: TestDeck = {
        notes: ids.map((id) => ({ id, fields: [`Wort ${id} [sound:${id}.mp3]`, `word ${id}`] })),
        cards: ids.map((id) => ({ id, nid: id })),
        media: Object.fromEntries(sounds.map((sound, at) => [`${at + 1}.mp3`, sound])),
      };
      const { counts } = await run(app, {}, apkgOf(deck));
      expect(counts).toMatchObject({ own: 20, media: 20 });
      const url = (await recordings(app))["Wort 20"] ?? "";
      const heard = await app.send("GET", url, { headers: app.u1.headers });
      const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
      expect(hash(heard.bytes)).toBe(hash(sounds[19] ?? Buffer.alloc(0)));
    }),
  });
});

describe("a deck whose recordings do not all fit", () => {
  const all = apkgOf(DECK);
  const sizes = { haus: tone.length, picture: 100, baum: mp3().length };
  const leftOut = (where: string, name: string) => ({
    where,
    code: "no_room",
    message: `There is no room for the file ${name}.`,
  });
  const fits = (bytes: number) => ({ LIMITS_MAX_MEDIA_BYTES: String(bytes) });
  scenarios(routes, {
    "comes in without the files that are too much, each of which is a problem of its note": row(
      async (app) => {
        const id = await ready(app);
        const { body } = await post(app, `/api/imports/${id}/plan`);
        expect(body.data.counts).toMatchObject({
          own: 5,
          media: 2,
          mediaBytes: sizes.haus + sizes.picture,
        });
        expect(body.data.problems).toEqual([leftOut("note 2", "baum.mp3")]);
        expect(body.data.problemCount).toBe(1);
        await post(app, `/api/imports/${id}/run`);
        await importsWorker.run(app.deps, never);
        const done = await shown(app, id);
        expect(done.state).toBe("done");
        expect(done.counts).toEqual(body.data.counts);
        expect((await rowsOf(app)).media).toEqual(["haus 1.png", "haus.wav"]);
        const found = await recordings(app);
        expect(found["das Haus"]).toMatch(/^\/api\/media\//);
        expect(found["der Baum"]).toBeNull();
      },
      fits(sizes.haus + sizes.picture),
    ),
    "has room to the byte": row(async (app) => {
      const { counts } = await run(app, {}, all);
      expect(counts).toMatchObject(COUNTS);
      expect((await rowsOf(app)).blobs).toBe(3);
    }, fits(COUNTS.mediaBytes)),
    "lacks one file where a byte is missing": row(
      async (app) => {
        const { counts } = await run(app, {}, all);
        expect(counts).toMatchObject({ own: 5, media: 2 });
      },
      fits(COUNTS.mediaBytes - 1),
    ),
    "is planned anew where the learner has used the room since": row(
      async (app) => {
        const id = await ready(app);
        await post(app, `/api/imports/${id}/plan`);
        const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
        await app.send("POST", "/api/media?name=mine.mp3", { body: mp3(4), headers });
        const { body } = await post(app, `/api/imports/${id}/run`);
        expect(body.data.counts).toMatchObject({ own: 5, media: 2 });
        // The tone has two names, and two notes are without it.
        expect(body.data.problemCount).toBe(2);
        await importsWorker.run(app.deps, never);
        expect(await shown(app, id)).toMatchObject({ state: "done", counts: body.data.counts });
      },
      fits(COUNTS.mediaBytes + 100),
    ),
    "changes nothing else a second time": row(
      async (app) => {
        await run(app, {}, all);
        const before = await rowsOf(app);
        const { counts } = await run(app, {}, all);
        expect(counts).toMatchObject({ own: 0, media: 0, mediaBytes: 0 });
        expect(await rowsOf(app)).toEqual(before);
      },
      fits(sizes.haus + sizes.picture),
    ),
  });
});

describe("the recording that a row of a list names", () => {
  scenarios(routes, {
    "is a file of the learner's or an https address": row(async (app) => {
      const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
      const add = async (by: object) =>
        (
          await app.send("POST", "/api/media?name=a", {
            body: tone,
            headers: { ...headers, ...by },
          })
        ).body.data.url as string;
      const own = await add({});
      const foreign = await add((await app.learner()).headers);
      const lines = [
        "text,meaning,audioUrl",
        `eins,one,${own}`,
        `zwei,two,${foreign}`,
        "drei,three,https://sounds.example/drei.mp3",
        "vier,four,http://sounds.example/vier.mp3",
      ];
      const list = { body: Buffer.from(lines.join("\n")), headers };
      const { body } = await app.send("POST", "/api/imports?name=a.csv", list);
      await importsWorker.run(app.deps, never);
      await post(app, `/api/imports/${body.data.id}/run`);
      await importsWorker.run(app.deps, never);
      expect(await recordings(app)).toEqual({
        eins: own,
        zwei: null,
        drei: "https://sounds.example/drei.mp3",
        vier: null,
      });
    }),
  });
});
