import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { apkgOf } from "@wordloom/imports/deck-for-tests";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { createStallMeter } from "@wordloom/testing/heavy/stall-meter";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  withLastLines,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { wavTone } from "@wordloom/testing/content/sounds";
import { until } from "@wordloom/testing/service/until";
import { expect, it, onTestFinished } from "vitest";
import { mountSmallDisk } from "../faults/small-disk.ts";

// Decks whose recordings are much larger than the memory that an import may take.
const MIB = 1024 ** 2;
const SOUND_BYTES = 4 * MIB;
/** 300 MB; PostgreSQL, which keeps everything twice, gets fewer. */
const SOUNDS = testDialect === "sqlite" ? 75 : 20;
/** Of a deck that a small disk has no room for. */
const SMALL = 10;
/** The thread and its parts take up to 200; the file, held whole, would add 286 to them. */
const GROWTH_MAX_MIB = 250;
const END_MAX_MS = 240_000;
const RUN_MAX_MS = 500_000;
const FULL_MAX_MS = 20_000;

/** A recording that no packing makes smaller. */
function sound(): Buffer {
  const head = wavTone(0).subarray(0, 44);
  head.writeUInt32LE(SOUND_BYTES - 8, 4);
  head.writeUInt32LE(SOUND_BYTES - 44, 40);
  return Buffer.concat([head, randomBytes(SOUND_BYTES - 44)]);
}

function deckWith(sounds: number): Uint8Array {
  const ids = Array.from({ length: sounds }, (_, at) => at + 1);
  return apkgOf({
    notes: ids.map((id) => ({ id, fields: [`das Wort ${id} [sound:${id}.wav]`, `word ${id}`] })),
    cards: ids.map((id) => ({ id, nid: id })),
    media: Object.fromEntries(ids.map((id) => [`${id}.wav`, sound()])),
  });
}

interface Running {
  readonly fixture: ServerFixture;
  readonly server: ServerProcess;
  call(method: string, path: string, body?: Uint8Array): Promise<any>;
  /** Waits until an import is in one of these states. */
  ends(id: string, ...states: string[]): Promise<any>;
}

async function start(
  directory: string,
  more: Readonly<Record<string, string>> = {},
  url?: string,
): Promise<Running> {
  const fixture = await createServerFixture({ learners: 1, words: 1, ...(url && { url }) });
  onTestFinished(() => fixture.close());
  const server = await startServerProcess({ ...fixture.settings, DATA_DIR: directory, ...more });
  onTestFinished(() => server.kill());
  const authorization = `Bearer ${fixture.learners[0]?.token ?? ""}`;
  const call: Running["call"] = async (method, path, body) => {
    const type = body === undefined ? "application/json" : "application/octet-stream";
    const headers = { authorization, "content-type": type };
    const sent = (body ?? (method === "POST" ? "{}" : null)) as NonNullable<RequestInit["body"]>;
    const reply = await fetch(`${server.url}${path}`, { method, headers, body: sent });
    const { data, ...envelope } = (await reply.json()) as { data: unknown };
    if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(envelope)}`);
    return data;
  };
  const ends: Running["ends"] = async (id, ...states) => {
    const isThere = async () => states.includes((await call("GET", `/api/imports/${id}`)).state);
    await until(isThere, END_MAX_MS).catch(withLastLines(server));
    return call("GET", `/api/imports/${id}`);
  };
  return { fixture, server, call, ends };
}

async function kept({ database }: ServerFixture) {
  const media = await database
    .selectFrom("media")
    .select((eb) => [
      eb.fn.countAll<number>().as("rows"),
      eb.fn.sum<number>("size_bytes").as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  const blobs = await database
    .selectFrom("media_blobs")
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  const words = await database
    .selectFrom("words")
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .where("owner_id", "is not", null)
    .executeTakeFirstOrThrow();
  return {
    media: Number(media.rows),
    bytes: Number(media.bytes ?? 0),
    blobs: Number(blobs.rows),
    words: Number(words.rows),
  };
}

it(
  "imports 300 MB of recordings within the quota, to the byte, without holding them in memory",
  async ({ annotate }) => {
    const directory = await createDataDirectory();
    onTestFinished(() => directory.remove());
    // A byte less than there is: the last recording has no room.
    const service = await start(directory.path, {
      LIMITS_MAX_IMPORT_BYTES: String(400 * MIB),
      LIMITS_MAX_MEDIA_BYTES: String(SOUNDS * SOUND_BYTES - 1),
    });
    const { call, ends, fixture, server } = service;
    const deck = deckWith(SOUNDS);
    const meter = createStallMeter(server.url, server.pid);
    onTestFinished(() => meter.close());
    const grown: string[] = [];
    let growthMiB = 0;
    const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const taken = await meter.during(work);
      growthMiB = Math.max(growthMiB, taken.peakMiB - beforeMiB);
      grown.push(`${name} ${taken.peakMiB.toFixed(0)} MiB`);
      return taken.result;
    };
    const beforeMiB = (await meter.during(async () => {})).peakMiB;
    const { id } = await step("read", async () => {
      const sent = await call("POST", "/api/imports?name=Laut.apkg", deck);
      return ends(sent.id, "ready");
    });
    const plan = await step("plan", () => call("POST", `/api/imports/${id}/plan`));
    const done = await step("run", async () => {
      await call("POST", `/api/imports/${id}/run`);
      return ends(id, "done");
    });
    await annotate(`${beforeMiB.toFixed(0)} MiB at first; ${grown.join(", ")}`);

    const [media, bytes] = [SOUNDS - 1, (SOUNDS - 1) * SOUND_BYTES];
    expect(done.counts).toMatchObject({ own: SOUNDS, media, mediaBytes: bytes });
    expect(plan.counts).toEqual(done.counts);
    expect(done.problems).toEqual([
      {
        where: `note ${SOUNDS}`,
        code: "no_room",
        message: `There is no room for the file ${SOUNDS}.wav.`,
      },
    ]);
    expect(await kept(fixture)).toEqual({ media, bytes, blobs: media, words: SOUNDS });
    expect(growthMiB).toBeLessThan(GROWTH_MAX_MIB);

    await call("POST", `/api/imports/${id}/undo`);
    await ends(id, "undone");
    expect(await kept(fixture)).toEqual({ media: 0, bytes: 0, blobs: 0, words: 0 });
  },
  RUN_MAX_MS,
);

it.runIf(testDialect === "sqlite")(
  "is there whole or not at all where the disk was full half-way",
  async ({ skip }) => {
    const disk = await mountSmallDisk(160 * MIB);
    if (disk === undefined) return skip();
    onTestFinished(() => disk.remove());
    const url = `sqlite:${join(disk.path, "learning.db")}`;
    const { call, ends, fixture, server } = await start(disk.path, {}, url);
    const { id } = await call("POST", "/api/imports?name=Laut.apkg", deckWith(SMALL));
    await ends(id, "ready");
    await call("POST", `/api/imports/${id}/plan`);
    await disk.fill(20 * MIB);
    await call("POST", `/api/imports/${id}/run`);
    const isFull = async () => {
      const { state } = await call("GET", `/api/imports/${id}`);
      return state === "failed" || /full|UNAVAILABLE|disk/i.test(server.lastLines());
    };
    await until(isFull, FULL_MAX_MS).catch(withLastLines(server));
    await disk.free();
    const ended = await ends(id, "failed", "done");
    if (ended.state === "failed") {
      expect(ended.error).toMatchObject({ code: "UNAVAILABLE" });
      expect(await kept(fixture)).toEqual({ media: 0, bytes: 0, blobs: 0, words: 0 });
      return;
    }
    // There was no room to take it back, either; it went on when there was room again.
    const bytes = SMALL * SOUND_BYTES;
    expect(await kept(fixture)).toEqual({ media: SMALL, bytes, blobs: SMALL, words: SMALL });
  },
  RUN_MAX_MS,
);
