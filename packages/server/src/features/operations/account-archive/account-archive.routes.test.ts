import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { archivedMedia } from "@wordloom/contract";
import { openAccountZip, sourceOfBytes } from "@wordloom/imports";
import { openAccount } from "@wordloom/imports/accounts";
import { usableLearner, usableMemory } from "@wordloom/engine/stored";
import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { fillAccount, fillingRoutes, fillLibrary } from "../../../testing/rows/filled-account.ts";
import { accountArchiveRoutes } from "./account-archive.routes.ts";
import { writeArchive } from "./write-archive.service.ts";

const path = "/api/users/me/archive";
const send: Scenario["send"] = ["GET", path];
const HOUR_MS = 3_600_000;
const checks = {
  isMemory: (value: unknown, wordId: string) => usableMemory(value, wordId) !== undefined,
  isLearner: (value: unknown) => usableLearner(value) !== undefined,
};

const chargedAt = (fromNowMs: number) => (app: ScenarioApp) =>
  app.deps.database
    .insertInto("archive_charges")
    .values({ user_id: "u1", charged_at_ms: app.clock.nowMs() + fromNowMs })
    .execute();

const charges = ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("archive_charges").selectAll().execute();

/** The caller's archive, as another service reads it. */
async function archiveOf({ deps, clock }: ScenarioApp, id: string) {
  const learner = { kind: "learner", id, sessionId: "s1" } as const;
  const bytes = await buffer(await writeArchive(deps, learner));
  const archive = openAccountZip(sourceOfBytes(bytes));
  if (archive === undefined) throw new Error("this is no archive of an account");
  return openAccount(archive, clock.nowMs(), checks);
}

describe("GET /api/users/me/archive", () => {
  scenarios([accountArchiveRoutes, ...fillingRoutes], {
    "is a download of a ZIP archive": {
      as: "learner",
      send,
      status: 200,
      headers: {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="wordloom-account.zip"',
        "content-length": null,
        "cache-control": "no-store",
      },
      text: /^PK/,
    },
    "has every table of the learner, and nothing of anyone else": {
      as: "learner",
      given: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        await fillAccount(app, await app.learner());
      },
      send,
      status: 200,
      after: async (app) => {
        await app.deps.database.deleteFrom("archive_charges").execute();
        const account = await archiveOf(app, "u1");
        expect(account.manifest.counts).toEqual({
          profile: 1,
          preferences: 1,
          app_settings: 1,
          reward: 1,
          study_config: 1,
          goal: 1,
          selected_wordbooks: 1,
          own_words: 2,
          word_versions: 1,
          wordbooks: 1,
          wordbook_words: 2,
          deck_note_types: 1,
          deck_notes: 1,
          word_states: 3,
          sessions: 1,
          records: 4,
          favorites: 1,
          notes: 1,
          suspended_words: 1,
          dismissed_slips: 1,
          badges: 1,
          daily_activity: 1,
          engine_state: 1,
          media: 2,
          word_media: 1,
          library_words: 2,
        });
        const files = await Readable.from(account.lines("media")).toArray();
        expect(files.map(({ name }) => name).toSorted()).toEqual(["haus.png", "haus.wav"]);
        for (const { id, sha256 } of files) {
          const bytes = await account.media.bytes(archivedMedia(id), 1_000_000);
          expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
        }
        const lines = await Readable.from(account.lines("own_words")).toArray();
        expect(lines.map(({ text }) => text)).toEqual(["own u1 one", "own u1 two"]);
        for (const table of ["records", "word_states", "library_words", "sessions"] as const)
          expect(JSON.stringify(await Readable.from(account.lines(table)).toArray())).not.toContain(
            "u2",
          );
      },
    },
    "has no files for empty tables": {
      as: "learner",
      send,
      status: 200,
      after: async (app) => {
        await app.deps.database.deleteFrom("archive_charges").execute();
        const account = await archiveOf(app, "u1");
        expect(account.manifest).toMatchObject({ format: 1, counts: { profile: 1 } });
        expect(Object.keys(account.manifest.hashes)).toEqual(["profile.ndjson"]);
      },
    },
    "is refused within an hour, with the remaining seconds": {
      as: "learner",
      given: chargedAt(-60_000),
      send,
      status: 429,
      headers: { "retry-after": "3540" },
      body: { success: false, code: "ARCHIVE_RATE_LIMITED", message: /\w/ },
    },
    "is allowed again after an hour, and counted again": {
      as: "learner",
      given: chargedAt(-HOUR_MS),
      send,
      status: 200,
      after: async (app) =>
        expect(await charges(app)).toEqual([{ user_id: "u1", charged_at_ms: app.clock.nowMs() }]),
    },
    "is counted once for requests at the same time": {
      as: "learner",
      send: async (app) => {
        const { headers } = app.u1;
        const replies = await Promise.all(
          Array.from({ length: 4 }, () => app.send("GET", path, { headers })),
        );
        expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
        return ["GET", path];
      },
      status: 429,
    },
    "is not counted if only its headers are asked for": {
      as: "learner",
      send: ["HEAD", path],
      status: 200,
      after: async (app) => expect(await charges(app)).toEqual([]),
    },
    "is not counted when a page of another site links to it": {
      send: ({ u1 }) => {
        const headers = { cookie: `token=${u1.token}`, "sec-fetch-site": "cross-site" };
        return ["GET", path, undefined, headers];
      },
      status: 403,
      body: { code: "CSRF_ORIGIN" },
      after: async (app) => expect(await charges(app)).toEqual([]),
    },
  });
});
