import { describe, expect } from "vitest";
import { mp3, wavTone } from "@wordloom/testing/content/sounds";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { createOutbound, OutboundError } from "../../../platform/outside/outbound.ts";
import { DAY_MS, HOUR_MS } from "../../../platform/time/durations.ts";
import { mediaRoutes } from "../media/media.routes.ts";
import { ownWordsRoutes } from "../own-words/own-words.routes.ts";
import { wordsRoutes } from "../words/words.routes.ts";
import { fetchRecordings } from "./fetch-recordings.service.ts";
import { recordingsRoutes } from "./recordings.routes.ts";
import { removeUnusedMedia } from "./recordings.service.ts";

const routes = [mediaRoutes, recordingsRoutes, ownWordsRoutes, wordsRoutes];
const never = new AbortController().signal;
const FAR = "https://sounds.example/haus.mp3";
const tone = wavTone();
const learner = { as: "learner" } as const;

/** The web: bytes by address. Notes what is asked for. */
function web(pages: Readonly<Record<string, Uint8Array | OutboundError>>) {
  const asked: [url: string, allowPrivate: boolean][] = [];
  const outbound = {
    ...createOutbound(),
    async fetch(url: string, { allowPrivate = false }) {
      asked.push([url, allowPrivate]);
      const page = pages[url] ?? new OutboundError("failed", "the server answered 404");
      if (page instanceof OutboundError) throw page;
      return page;
    },
  };
  return { outbound, asked };
}

const run = ({ deps }: ScenarioApp, outbound: ScenarioApp["deps"]["outbound"]) =>
  fetchRecordings({ ...deps, outbound }, never, () => {});

const inLibrary = (app: ScenarioApp, ...urls: string[]) =>
  app.words(urls.map((audioUrl, at) => ({ text: `word ${at}`, meaning: "m", audioUrl })));

async function inOwnWord(app: ScenarioApp, audioUrl: string, { headers } = app.u1) {
  const body = { text: "Haus", meaning: "house", audioUrl };
  return (await app.send("POST", "/api/own-words", { body, headers })).body.data.id as string;
}

const recordingOf = async (app: ScenarioApp, id: string, { headers } = app.u1) =>
  (await app.send("GET", `/api/words/${id}`, { headers })).body.data.audioUrl as string | null;

const countOf = async ({ deps: { database } }: ScenarioApp) =>
  (await database.selectFrom("media").select("id").execute()).length;

/** The request only opens the row; what matters comes after. */
const row = (after: NonNullable<Scenario["after"]>, settings = {}): Scenario => ({
  ...learner,
  settings,
  send: ["GET", "/api/own-words"],
  status: 200,
  after,
});

describe("recordings that are elsewhere", () => {
  scenarios(routes, {
    "are fetched once for the library, and played to every learner": row(async (app) => {
      await inLibrary(app, FAR, FAR);
      const { outbound, asked } = web({ [FAR]: mp3() });
      await run(app, outbound);
      await run(app, outbound);
      expect(asked).toEqual([[FAR, false]]);
      const url = await recordingOf(app, "w1");
      expect(url).toMatch(/^\/api\/media\//);
      expect(await recordingOf(app, "w2")).toBe(url);
      const { headers } = await app.learner();
      const heard = await app.send("GET", url ?? "", { headers });
      expect(heard.bytes.equals(mp3())).toBe(true);
    }),
    "are not fetched again for a word that comes later": row(async (app) => {
      const { outbound, asked } = web({ [FAR]: mp3() });
      await inLibrary(app, FAR);
      await run(app, outbound);
      await app.words([{ id: "later", text: "later", meaning: "m", audioUrl: FAR }]);
      await run(app, outbound);
      expect(asked).toHaveLength(1);
      expect(await recordingOf(app, "later")).toBe(await recordingOf(app, "w1"));
    }),
    "become the learner's for own words and own versions, within the limit": row(
      async (app) => {
        await inLibrary(app, "");
        const own = await inOwnWord(app, FAR);
        const body = { audioUrl: `${FAR}?2` };
        await app.send("PATCH", "/api/own-words/w1", { body, headers: app.u1.headers });
        await run(app, web({ [FAR]: mp3(), [`${FAR}?2`]: tone }).outbound);
        expect(await recordingOf(app, own)).toMatch(/^\/api\/media\//);
        // No room is left for the second one, which stays as it is.
        expect(await recordingOf(app, "w1")).toBe(`${FAR}?2`);
        const { headers } = await app.learner();
        const url = (await recordingOf(app, own)) ?? "";
        expect((await app.send("GET", url, { headers })).status).toBe(404);
      },
      { LIMITS_MAX_MEDIA_BYTES: String(mp3().length + 10) },
    ),
    "become those of own versions": row(async (app) => {
      await inLibrary(app, "");
      const body = { audioUrl: FAR };
      await app.send("PATCH", "/api/own-words/w1", { body, headers: app.u1.headers });
      await run(app, web({ [FAR]: mp3() }).outbound);
      expect(await recordingOf(app, "w1")).toMatch(/^\/api\/media\//);
      expect(await recordingOf(app, "w1", await app.learner())).toBeNull();
    }),
    "stay as they are after a failure, and are tried again later": row(async (app) => {
      await inLibrary(app, FAR);
      const failing = web({});
      await run(app, failing.outbound);
      await run(app, failing.outbound);
      expect(failing.asked).toHaveLength(1);
      expect(await recordingOf(app, "w1")).toBe(FAR);
      app.clock.advance(HOUR_MS + 1);
      await run(app, web({ [FAR]: mp3() }).outbound);
      expect(await recordingOf(app, "w1")).toMatch(/^\/api\/media\//);
    }),
    "are tried again after a failure noted while the clock was far ahead": row(async (app) => {
      await inLibrary(app, FAR);
      await run(app, web({}).outbound);
      await app.deps.database
        .updateTable("media_sources")
        .set({ next_at_ms: app.clock.nowMs() + 300 * DAY_MS })
        .execute();
      await run(app, web({ [FAR]: mp3() }).outbound);
      expect(await recordingOf(app, "w1")).toMatch(/^\/api\/media\//);
    }),
    "are sounds, and nothing that claims to be one": row(async (app) => {
      await inLibrary(app, FAR);
      const lying = web({ [FAR]: Buffer.from("<html><script>alert(1)</script>") });
      await run(app, lying.outbound);
      app.clock.advance(2 * DAY_MS);
      await run(app, lying.outbound);
      expect(lying.asked).toHaveLength(1);
      expect(await recordingOf(app, "w1")).toBe(FAR);
      expect(await countOf(app)).toBe(0);
    }),
    "are sought in the local network only for the library, and only if the operator says so": row(
      async (app) => {
        const own = "https://192.168.0.7/own.mp3";
        await inLibrary(app, "https://192.168.0.7/a.mp3");
        await inOwnWord(app, own);
        const { outbound, asked } = web({});
        await run(app, outbound);
        expect(asked.toSorted()).toEqual([
          ["https://192.168.0.7/a.mp3", true],
          [own, false],
        ]);
      },
      { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" },
    ),
    "do not lead into the operator's network": row(async (app) => {
      const named = createOutbound(async () => [{ address: "10.0.0.7", family: 4 }]);
      const inside = [
        ...["127.0.0.1", "localhost", "169.254.169.254", "[::1]", "[::ffff:10.0.0.1]", "0x7f.1"],
        ...["2130706433", "intranet.local", "harmless.example", "harmless.example:5432"],
      ].map((host) => `https://${host}/a.mp3`);
      await inLibrary(app, ...inside);
      await run(app, named);
      for (const [at, url] of inside.entries())
        expect(await recordingOf(app, `w${at + 1}`)).toBe(url);
      expect(await countOf(app)).toBe(0);
    }),
    "of one learner do not keep those of others waiting": row(async (app) => {
      const many = Array.from({ length: 100 }, (_, n) => ({
        ...{ text: `many ${n}`, meaning: "m" },
        audioUrl: `https://many.example/${n}.mp3`,
      }));
      const sent = { body: { words: many }, headers: app.u1.headers };
      await app.send("POST", "/api/own-words/batch", sent);
      const other = await app.learner();
      const theirs = await inOwnWord(app, FAR, other);
      const { outbound, asked } = web({ [FAR]: mp3() });
      await run(app, outbound);
      expect(await recordingOf(app, theirs, other)).toMatch(/^\/api\/media\//);
      // A host that fails is left alone for the rest of the run.
      expect(asked.length).toBeLessThan(10);
    }),
  });
});

describe("files that no word plays", () => {
  scenarios(routes, {
    "are removed after a week, the others never": row(async (app) => {
      const octets = { ...app.u1.headers, "content-type": "application/octet-stream" };
      const add = async (body: Buffer) =>
        (await app.send("POST", "/api/media?name=a", { body, headers: octets })).body.data.url;
      await inLibrary(app, "", FAR);
      await inOwnWord(app, await add(tone));
      const body = { audioUrl: await add(wavTone(0.2)) };
      await app.send("PATCH", "/api/own-words/w1", { body, headers: app.u1.headers });
      await run(app, web({ [FAR]: mp3() }).outbound);
      await add(wavTone(0.3));
      expect(await countOf(app)).toBe(4);
      await removeUnusedMedia(app.deps, never);
      expect(await countOf(app)).toBe(4);
      app.clock.advance(8 * DAY_MS);
      await removeUnusedMedia(app.deps, never);
      expect(await countOf(app)).toBe(3);
    }),
    "go with their word": row(async (app) => {
      const id = await inOwnWord(app, FAR);
      await run(app, web({ [FAR]: mp3() }).outbound);
      await app.send("DELETE", `/api/own-words/${id}`, { headers: app.u1.headers });
      app.clock.advance(8 * DAY_MS);
      await removeUnusedMedia(app.deps, never);
      expect(await countOf(app)).toBe(0);
      const blobs = await app.deps.database.selectFrom("media_blobs").select("sha256").execute();
      expect(blobs).toEqual([]);
    }),
  });
});
