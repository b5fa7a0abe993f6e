import { describe, expect } from "vitest";
import { mp3, png, wavTone } from "@wordloom/testing/content/sounds";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { ownWordsRoutes } from "../own-words/own-words.routes.ts";
import { recordingsRoutes } from "../recordings/recordings.routes.ts";
import { wordsRoutes } from "../words/words.routes.ts";
import { mediaRoutes } from "./media.routes.ts";
import { storeMedia } from "./media.service.ts";

const routes = [mediaRoutes, recordingsRoutes, ownWordsRoutes, wordsRoutes];
const PATH = "/api/media";
const refused = (code: string) => ({ success: false, code });
const octets = { "content-type": "application/octet-stream" };
const tone = wavTone();

const adding = (bytes: Buffer, name = "haus.wav"): Scenario["send"] => [
  "POST",
  `${PATH}?name=${encodeURIComponent(name)}`,
  bytes,
  octets,
];

async function add(app: ScenarioApp, bytes = tone, headers: object = app.u1.headers) {
  const sent = { body: bytes, headers: { ...headers, ...octets } };
  const reply = await app.send("POST", `${PATH}?name=a.wav`, sent);
  return reply.body.data as { id: string; url: string; sha256: string };
}

const reading =
  (headers: Record<string, string> = {}, bytes?: Buffer): Scenario["send"] =>
  async (app) => ["GET", (await add(app, bytes)).url, undefined, headers];

const countOf = async ({ deps: { database } }: ScenarioApp, table: "media" | "media_blobs") =>
  Number(
    (
      await database
        .selectFrom(table)
        .select((of) => of.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

const learner = { as: "learner" } as const;

describe("POST /api/media", () => {
  scenarios(routes, {
    "stores a recording and says what it is": {
      ...learner,
      send: adding(tone),
      status: 201,
      body: { data: { name: "haus.wav", mime: "audio/wav", bytes: tone.length } },
      after: async (app, { body }) => {
        const { id, url, sha256 } = body.data;
        expect(url).toBe(`/api/media/${id}`);
        expect(sha256).toMatch(/^[0-9a-f]{64}$/);
        const shown = await app.send("GET", url, { headers: app.u1.headers });
        expect(shown.bytes.equals(tone)).toBe(true);
      },
    },
    "goes by the bytes, whatever name and header claim": {
      ...learner,
      send: ["POST", `${PATH}?name=a.png`, mp3(), { "content-type": "image/png" }],
      status: 201,
      body: { data: { mime: "audio/mpeg" } },
    },
    "gives the first file for the same bytes": {
      ...learner,
      send: adding(tone, "other.wav"),
      twice: true,
      status: 200,
      body: { data: { name: "other.wav" } },
      after: async (app) => expect(await countOf(app, "media")).toBe(1),
    },
    "keeps the bytes of two learners once, and tells neither": {
      ...learner,
      given: async (app) => add(app, tone, (await app.learner()).headers),
      send: adding(tone),
      status: 201,
      after: async (app) => {
        expect(await countOf(app, "media")).toBe(2);
        expect(await countOf(app, "media_blobs")).toBe(1);
      },
    },
    "refuses an SVG that is called a sound": {
      ...learner,
      send: ["POST", `${PATH}?name=a.mp3`, Buffer.from("<svg/>"), { "content-type": "audio/mpeg" }],
      status: 400,
      body: refused("MEDIA_INVALID"),
      after: async (app) => expect(await countOf(app, "media_blobs")).toBe(0),
    },
    "refuses an empty file": {
      ...learner,
      send: adding(Buffer.alloc(0)),
      status: 400,
      body: refused("MEDIA_INVALID"),
    },
    "takes 5 MB": { ...learner, send: adding(png(5 * 1024 ** 2)), status: 201 },
    "refuses a byte more": {
      ...learner,
      send: adding(png(5 * 1024 ** 2 + 1)),
      status: 413,
      body: refused("PAYLOAD_TOO_LARGE"),
    },
    "refuses what exceeds the learner's limit, and stores nothing": {
      ...learner,
      settings: { LIMITS_MAX_MEDIA_BYTES: String(tone.length + mp3().length - 1) },
      given: (app) => add(app),
      send: adding(mp3()),
      status: 409,
      body: refused("MEDIA_LIMIT"),
      after: async (app) => expect(await countOf(app, "media_blobs")).toBe(1),
    },
    "does not count the limit of others, nor the same bytes again": {
      ...learner,
      settings: { LIMITS_MAX_MEDIA_BYTES: String(tone.length) },
      given: async (app) => {
        await add(app, mp3(), (await app.learner()).headers);
        await add(app);
      },
      send: adding(tone),
      status: 200,
    },
    "needs a name": { ...learner, send: ["POST", PATH, tone, octets], status: 400 },
  });
});

describe("GET /api/media/{id}", () => {
  scenarios(routes, {
    "sends a recording that plays, is kept for good and does nothing else": {
      ...learner,
      send: reading(),
      status: 200,
      headers: {
        "content-type": "audio/wav",
        "content-length": String(tone.length),
        "cache-control": "private, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-disposition": "inline; filename*=UTF-8''a.wav",
        "accept-ranges": "bytes",
      },
    },
    "names a file by its content, with nothing in the header that ends it": {
      ...learner,
      send: async (app) => {
        const name = encodeURIComponent('ä"\r\nset-cookie: a=b.html');
        const sent = { body: mp3(), headers: { ...app.u1.headers, ...octets } };
        const { url } = (await app.send("POST", `${PATH}?name=${name}`, sent)).body.data;
        return ["GET", url];
      },
      status: 200,
      headers: {
        "content-disposition": "inline; filename*=UTF-8''%C3%A4%22%0D%0Aset-cookie%3A%20a%3Db.mp3",
        "set-cookie": null,
      },
    },
    "sends a part": {
      ...learner,
      send: reading({ range: "bytes=4-7" }),
      status: 206,
      headers: { "content-range": `bytes 4-7/${tone.length}`, "content-length": "4" },
      after: (_, { bytes }) => expect(bytes.equals(tone.subarray(4, 8))).toBe(true),
    },
    "sends the rest": {
      ...learner,
      send: reading({ range: "bytes=8-" }),
      status: 206,
      headers: { "content-range": `bytes 8-${tone.length - 1}/${tone.length}` },
    },
    "sends the end": {
      ...learner,
      send: reading({ range: "bytes=-3" }),
      status: 206,
      after: (_, { bytes }) => expect(bytes.equals(tone.subarray(-3))).toBe(true),
    },
    "cuts a part that goes too far": {
      ...learner,
      send: reading({ range: "bytes=0-99999999" }),
      status: 206,
      headers: { "content-length": String(tone.length) },
    },
    "refuses a part beyond the end": {
      ...learner,
      send: reading({ range: `bytes=${tone.length}-` }),
      status: 416,
      headers: { "content-range": `bytes */${tone.length}` },
    },
    "sends all for several parts": {
      ...learner,
      send: reading({ range: "bytes=0-1,3-4" }),
      status: 200,
    },
    "sends all for a part that is none": {
      ...learner,
      send: reading({ range: "bytes=7-4" }),
      status: 200,
    },
    "sends nothing to who has it": {
      ...learner,
      send: async (app) => {
        const { url, sha256 } = await add(app);
        return ["GET", url, undefined, { "if-none-match": `"${sha256.slice(0, 32)}"` }];
      },
      status: 304,
      text: /^$/,
    },
    "is absent for other learners": {
      ...learner,
      send: async (app) => ["GET", (await add(app, tone, (await app.learner()).headers)).url],
      status: 404,
      body: refused("NOT_FOUND"),
    },
    "sends recordings of the library to every learner": {
      ...learner,
      given: ({ deps }) => {
        const file = { id: "m1", name: "a", mime: "audio/wav", sha256: "0a", bytes: tone } as const;
        return deps.database
          .transaction()
          .execute(async (tx) => storeMedia(deps, tx, null, [file]));
      },
      send: ["GET", `${PATH}/m1`],
      status: 200,
    },
  });
});

describe("DELETE /api/media/{id}", () => {
  const deleting =
    (given?: (app: ScenarioApp, url: string) => unknown): Scenario["send"] =>
    async (app) => {
      const { url } = await add(app);
      await given?.(app, url);
      return ["DELETE", url];
    };
  const own = async (app: ScenarioApp, url: string) => {
    const body = { text: "Haus", meaning: "house", audioUrl: url };
    return app.send("POST", "/api/own-words", { body, headers: app.u1.headers });
  };

  scenarios(routes, {
    "removes the file with its bytes": {
      ...learner,
      send: deleting(),
      status: 200,
      body: { data: { deleted: true } },
      after: async (app) => expect(await countOf(app, "media_blobs")).toBe(0),
    },
    "leaves the bytes to others who have them": {
      ...learner,
      send: deleting(async (app) => add(app, tone, (await app.learner()).headers)),
      status: 200,
      after: async (app) => expect(await countOf(app, "media_blobs")).toBe(1),
    },
    "leaves words without a recording": {
      ...learner,
      given: (app) => app.words([{ text: "loom", meaning: "a frame" }]),
      send: deleting(async (app, url) => {
        await own(app, url);
        const sent = { body: { audioUrl: url }, headers: app.u1.headers };
        await app.send("PATCH", "/api/own-words/w1", sent);
      }),
      status: 200,
      after: async (app) => {
        const { body } = await app.send("GET", "/api/own-words", { headers: app.u1.headers });
        expect(body.data.data).toMatchObject([{ text: "Haus", audioUrl: null }]);
        const word = await app.send("GET", "/api/words/w1", { headers: app.u1.headers });
        expect(word.body.data).toMatchObject({ audioUrl: null, ownFields: [] });
      },
    },
    "removes nothing of others": {
      ...learner,
      send: async (app) => {
        return ["DELETE", (await add(app, tone, (await app.learner()).headers)).url];
      },
      status: 404,
      body: refused("NOT_FOUND"),
      after: async (app) => expect(await countOf(app, "media")).toBe(1),
    },
    "removes nothing twice": {
      ...learner,
      send: deleting(async (app, url) => app.send("DELETE", url, { headers: app.u1.headers })),
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});

describe("the recording of an own word", () => {
  const word = { text: "Haus", meaning: "house" };

  scenarios(routes, {
    "is a file of the learner's": {
      ...learner,
      send: async (app) => ["POST", "/api/own-words", { ...word, audioUrl: (await add(app)).url }],
      status: 201,
      body: { data: { audioUrl: expect.stringMatching(/^\/api\/media\//) } },
    },
    "is never one of somebody else": {
      ...learner,
      send: async (app) => {
        const { url } = await add(app, tone, (await app.learner()).headers);
        return ["POST", "/api/own-words/batch", { words: [word, { ...word, audioUrl: url }] }];
      },
      status: 400,
      body: refused("WORDS_INVALID_PAYLOAD"),
      after: async (app) => {
        const { body } = await app.send("GET", "/api/own-words", { headers: app.u1.headers });
        expect(body.data.total).toBe(0);
      },
    },
    "cannot become one of somebody else": {
      ...learner,
      given: (app) => app.words([{ text: "loom", meaning: "a frame" }]),
      send: async (app) => {
        const { url } = await add(app, tone, (await app.learner()).headers);
        return ["PATCH", "/api/own-words/w1", { audioUrl: url }];
      },
      status: 400,
      body: refused("WORDS_INVALID_PAYLOAD"),
    },
    "may be an https address": {
      ...learner,
      send: ["POST", "/api/own-words", { ...word, audioUrl: "https://example.org/a.mp3" }],
      status: 201,
      body: { data: { audioUrl: "https://example.org/a.mp3" } },
    },
    "is removed with null": {
      ...learner,
      send: async (app) => {
        const body = { ...word, audioUrl: (await add(app)).url };
        const made = await app.send("POST", "/api/own-words", { body, headers: app.u1.headers });
        return ["PATCH", `/api/own-words/${made.body.data.id}`, { audioUrl: null }];
      },
      status: 200,
      body: { data: { audioUrl: null } },
    },
  });
});
