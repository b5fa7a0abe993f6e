import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  buildTestApp,
  onlyFeature,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { errors } from "@wordloom/contract";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import {
  badVoices,
  openLocalVoice,
  toneOf,
  type LocalVoice,
} from "@wordloom/testing/neighbors/local-voice";
import type { AppError } from "../../../platform/basics/app-error.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { accountErasureRoutes } from "../../operations/account-erasure/account-erasure.routes.ts";
import { ownWordsRoutes } from "../own-words/own-words.routes.ts";
import { speechRoutes } from "./speech.routes.ts";
import { speakWord } from "./speech.service.ts";

let voice: LocalVoice;
beforeEach(async () => void (voice = await openLocalVoice()));
afterEach(() => voice.close());
afterAll(closeCleanDatabase);

const WORD = {
  id: "w1",
  text: "house",
  meaning: "ein Haus",
  language: "en",
  meaningLanguage: "de",
  reading: "haus",
  examples: ["A house.", "<speak>Two &amp; [[phonemes]]</speak>\nEnd"],
};

const routes = [speechRoutes, ownWordsRoutes];
const withVoice = { parts: () => ({ settings: { ...voice.settings } }) } as const;
const given = (app: ScenarioApp) => app.word(WORD);
const learner = { as: "learner", given, ...withVoice } as const;
const speech = (query = "") => `/api/speech?wordId=w1${query}`;
const says = (input: string, name: string, speed = 1): Partial<Scenario> => ({
  status: 200,
  headers: {
    "content-type": "audio/wav",
    "cache-control": "private, max-age=31536000, immutable",
  },
  after: () => expect(voice.asked).toMatchObject([{ input, voice: name, speed }]),
});
const refused = (reason: string) => ({ code: "SPEECH_UNAVAILABLE", faults: [{ reason }] });

describe("GET /api/speech", () => {
  const spoken = (query: string, expected: Partial<Scenario>): Scenario => ({
    ...learner,
    send: ["GET", speech(query)],
    status: 200,
    ...expected,
  });

  scenarios(routes, {
    "speaks the word": spoken("", says("house", "amy")),
    "speaks the meaning in its language": spoken("&part=meaning", says("ein Haus", "anna")),
    "speaks the reading": spoken("&part=reading", says("haus", "amy")),
    "speaks an example": spoken("&part=example:0", says("A house.", "amy")),
    "speaks slowly": spoken("&speed=slow", says("house", "amy", 0.7)),
    "speaks with an accent that there is": spoken("&region=gb", says("house", "alan")),
    "speaks as usual where there is no such accent": spoken("&region=AU", says("house", "amy")),
    "sends no markup to the voice": spoken(
      "&part=example:1",
      says("speak Two amp phonemes, speak End", "amy"),
    ),
    "makes a sound once": {
      ...learner,
      send: ["GET", speech()],
      twice: true,
      ...says("house", "amy"),
      status: 200,
    },
    "says that the word has no such example": spoken("&part=example:7", {
      status: 404,
      body: refused("no_text"),
    }),
    "says that there is no voice for the language": {
      ...withVoice,
      as: "learner",
      given: (app) => app.word({ ...WORD, text: "いえ", language: "ja" }),
      send: ["GET", speech()],
      status: 404,
      body: refused("no_voice"),
    },
    "says a Japanese word by its kana": {
      as: "learner",
      parts: () => ({ settings: { ...voice.settings, TTS_VOICES: '{"ja":"mai"}' } }),
      given: (app) => app.word({ ...WORD, text: "家", reading: "いえ", language: "ja" }),
      send: ["GET", speech()],
      ...says("いえ", "mai"),
      status: 200,
    },
    "says that the voice lacks the letters": {
      as: "learner",
      parts: () => ({ settings: { TTS_COMMAND: "/no/such/espeak-ng" } }),
      given: (app) => app.word({ ...WORD, text: "家", language: "ja" }),
      send: ["GET", speech()],
      status: 404,
      body: refused("unreadable"),
    },
    "says so without any voice": {
      as: "learner",
      given,
      send: ["GET", speech()],
      status: 404,
      body: refused("no_voice"),
    },
    "refuses a part that words do not have": spoken("&part=tags", {
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    }),
    "knows no absent word": {
      ...withVoice,
      as: "learner",
      send: ["GET", speech()],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    "knows no other learner's own word": {
      ...withVoice,
      as: "learner",
      given: async (app) => {
        const other = await app.learner();
        const body = { ...WORD, id: undefined };
        const sent = await app.send("POST", "/api/own-words", { body, headers: other.headers });
        others = sent.body.data.id;
      },
      send: () => ["GET", `/api/speech?wordId=${others}`],
      status: 404,
      body: { code: "NOT_FOUND" },
      after: () => expect(voice.asked).toEqual([]),
    },
    "makes no more than the limit of a day": {
      ...withVoice,
      as: "learner",
      settings: { SPEECH_PER_LEARNER_PER_DAY: "1" },
      given: async (app) => {
        await app.word(WORD);
        await app.send("GET", speech(), { headers: app.u1.headers });
      },
      send: ["GET", speech("&part=meaning")],
      status: 429,
      body: { code: "SPEECH_LIMIT" },
      headers: { "retry-after": /^\d+$/ },
      after: async ({ send, u1, clock }) => {
        // What is kept does not count, and the next day has a limit of its own.
        expect((await send("GET", speech(), { headers: u1.headers })).status).toBe(200);
        clock.advance(24 * 60 * 60 * 1000);
        const next = await send("GET", speech("&part=meaning"), { headers: u1.headers });
        expect(next.status).toBe(200);
      },
    },
  });

  let others = "";
});

describe("GET /api/speech/languages", () => {
  scenarios(routes, {
    "lists the languages with a voice": {
      ...withVoice,
      as: "learner",
      send: ["GET", "/api/speech/languages"],
      status: 200,
      body: { data: { languages: ["de", "en", "en-GB"], others: false } },
    },
    "is empty without a voice": {
      as: "learner",
      send: ["GET", "/api/speech/languages"],
      status: 200,
      body: { data: { languages: [], others: false } },
    },
    "tells that a program may speak others": {
      as: "learner",
      settings: { TTS_COMMAND: "true" },
      send: ["GET", "/api/speech/languages"],
      status: 200,
      body: { data: { languages: [], others: true } },
    },
  });
});

describe("POST /api/admin/speech/test", () => {
  const test = (body: object, expected: object, more: Partial<Scenario> = {}): Scenario => ({
    ...withVoice,
    as: "admin",
    send: ["POST", "/api/admin/speech/test", body],
    status: 200,
    body: expected,
    ...more,
  });
  const audio = toneOf().toString("base64");

  scenarios(routes, {
    "sends the recording": test(
      { language: "de", text: "Hallo" },
      { data: { ok: true, engine: "api", voice: "anna", type: "audio/wav", audio, error: null } },
    ),
    "says that no engine has the language": test(
      { language: "ja" },
      { data: { ok: false, engine: null, audio: null } },
    ),
    "says why the engine failed": test(
      { language: "en" },
      { data: { ok: false, engine: "api", error: "the service answered 500: {}" } },
      { given: () => voice.behave(badVoices["answers 500"]!) },
    ),
    "refuses a text that no word or example has": test(
      { language: "en", text: "a".repeat(201) },
      { code: "VALIDATION_ERROR" },
      { status: 400 },
    ),
    "refuses what is no language": test(
      { language: "no language" },
      { code: "INVALID_LANGUAGE" },
      {
        status: 400,
      },
    ),
  });
});

describe("GET /api/admin/speech", () => {
  scenarios(routes, {
    "shows the engines and what is kept": {
      ...withVoice,
      as: "admin",
      given: async (app) => {
        await app.word(WORD);
        await app.send("GET", speech(), { headers: app.u1.headers });
      },
      send: ["GET", "/api/admin/speech"],
      status: 200,
      body: {
        data: {
          engines: [
            { engine: "api", languages: ["en", "en-GB", "de"], others: false, resting: false },
          ],
          keptBytes: toneOf().length,
        },
      },
    },
  });
});

describe("the service's voice", () => {
  const open = async (settings: Record<string, string> = {}) => {
    const features = onlyFeature({ routes: [...routes, accountErasureRoutes] });
    const app = await buildTestApp({ features, settings: { ...voice.settings, ...settings } });
    const { headers, id } = await app.learner();
    await app.word(WORD);
    const hear = (query = "") => app.send("GET", speech(query), { headers });
    return { ...app, headers, id, hear, folder: join(app.deps.settings.DATA_DIR, "speech") };
  };
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it("is asked once for a sound that many want at the same time", async () => {
    const app = await open();
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.hear()));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(voice.asked).toHaveLength(1);
    await app.close();
  });

  it("speaks to a learner with room for a sound that another one without asked for", async () => {
    const app = await open({ SPEECH_PER_LEARNER_PER_DAY: "1" });
    const other = await app.learner();
    await app.hear();
    // The learner without room begins the sound at the second look at the clock.
    const begun = Promise.withResolvers<void>();
    let looks = 0;
    const nowMs = () => {
      looks += 1;
      if (looks === 2) begun.resolve();
      return app.clock.nowMs();
    };
    const needs = { ...app.deps, clock: { ...app.deps.clock, nowMs } };
    const wanted = { wordId: "w1", part: "meaning", isSlow: false, region: undefined };
    const over = speakWord(needs, { kind: "learner", id: app.id, sessionId: "s1" }, wanted).then(
      () => 200,
      (fault: AppError) => errors[fault.code].status,
    );
    await begun.promise;
    const within = await app.send("GET", speech("&part=meaning"), { headers: other.headers });
    expect([await over, within.status]).toEqual([429, 200]);
    await app.close();
  });

  it("is left alone for a minute when it fails, and costs the learner nothing", async () => {
    const app = await open({ SPEECH_PER_LEARNER_PER_DAY: "1" });
    voice.behave(badVoices["answers 500"]!);
    const failed = await app.hear();
    expect(failed.body).toMatchObject({
      code: "SPEECH_UNAVAILABLE",
      faults: [{ reason: "failed" }],
    });
    voice.behave(toneOf());
    expect((await app.hear("&part=meaning")).status).toBe(404);
    expect(voice.asked).toHaveLength(1);
    app.clock.advance(60_001);
    expect((await app.hear()).status).toBe(200);
    await app.close();
  });

  it("is not left alone because one text fails", async () => {
    const app = await open();
    voice.behave((response) => void response.writeHead(400).end());
    expect((await app.hear()).status).toBe(404);
    voice.behave(toneOf());
    expect((await app.hear("&part=meaning")).status).toBe(200);
    await app.close();
  });

  it("has a substitute while it fails, whose sounds pass", async () => {
    const programs = mkdtempSync(join(tmpdir(), "wordloom-voice-"));
    writeFileSync(join(programs, "tone.wav"), toneOf());
    const app = await open({ TTS_COMMAND: `cat ${join(programs, "tone.wav")}` });
    voice.behave(badVoices["answers 500"]!);
    const passing = await app.hear();
    expect(passing.status).toBe(200);
    expect(passing.headers["cache-control"]).toBe("private, max-age=300");
    rmSync(programs, { recursive: true });
    await app.close();
  });

  it("refuses more sounds than can wait, without forgetting those that do", async () => {
    const app = await open();
    const examples = Array.from({ length: 50 }, (_, at) => `Sentence ${at}.`);
    await app.words(
      [1, 2, 3].map((at) => ({ ...WORD, id: `x${at}`, examples: examples.map((one) => one + at) })),
    );
    const held: (() => void)[] = [];
    voice.behave((response) => void held.push(() => response.end(toneOf())));
    const asking = [1, 2, 3].flatMap((at) =>
      examples.map((_, n) =>
        app.send("GET", `/api/speech?wordId=x${at}&part=example:${n}`, { headers: app.headers }),
      ),
    );
    const refusals: TestReply[] = [];
    for (const one of asking) void one.then((reply) => void refusals.push(reply));
    // Nothing is answered yet, except that there is no room.
    await expect.poll(() => refusals.length).toBe(46);
    expect(refusals[0]).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(refusals[0]?.headers["retry-after"]).toBe("5");
    voice.behave(toneOf());
    for (const answer of held) answer();
    const statuses = (await Promise.all(asking)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(104);
    expect(statuses.filter((status) => status === 503)).toHaveLength(46);
    await app.close();
  });

  it("keeps the sounds used last within the limit", async () => {
    voice.behave(toneOf(25_000));
    const app = await open({ SPEECH_CACHE_MB: "1" });
    await app.hear();
    const [oldest] = filesIn(app.folder);
    utimesSync(oldest!, 1, 1);
    await app.hear("&part=meaning");
    await app.hear("&part=example:0");
    await expect.poll(() => filesIn(app.folder).length).toBe(2);
    expect(filesIn(app.folder)).not.toContain(oldest);
    await app.close();
  });

  it("keeps the sounds of own words apart, and forgets them with the account", async () => {
    const app = await open();
    const own = { text: "secret", meaning: "geheim", language: "en" };
    const { body } = await app.send("POST", "/api/own-words", { body: own, headers: app.headers });
    const heard = await app.send("GET", `/api/speech?wordId=${body.data.id}`, {
      headers: app.headers,
    });
    expect(heard.status).toBe(200);
    await app.hear();
    expect(filesIn(app.folder)).toHaveLength(2);
    expect(filesIn(join(app.folder, "own"))).toHaveLength(1);
    const gone = await app.send("DELETE", "/api/users/me", { headers: app.headers });
    expect(gone.status).toBe(200);
    expect(filesIn(app.folder)).toHaveLength(1);
    await app.close();
  });
});
