import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { archiveTableNames, type ArchiveTable } from "@wordloom/contract";
import { openAccountZip, sourceOfBytes } from "@wordloom/imports";
import { openAccount } from "@wordloom/imports/accounts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import type { TestApp } from "@wordloom/testing/service/build-test-app";
import { importsWorker } from "../../features/library/imports/imports.worker.ts";
import { writeArchive } from "../../features/operations/account-archive/write-archive.service.ts";

const never = new AbortController().signal;
const all = { isMemory: () => true, isLearner: () => true };

/** The account's archive. */
export async function archiveOf({ deps }: TestApp, { id }: Pick<TestAccount, "id">) {
  await deps.database.deleteFrom("archive_charges").execute();
  return buffer(await writeArchive(deps, { kind: "learner", id, sessionId: "s1" }));
}

/** A running session has ended when it arrives, and a file has arrived just now. */
const notCompared = (table: ArchiveTable) =>
  table === "media"
    ? { createdAt: undefined }
    : { status: undefined, completedAt: undefined, originId: undefined };

/** Everything of an account, with texts instead of ids. */
export async function pictureOf(app: TestApp, of: Pick<TestAccount, "id">) {
  const bytes = await archiveOf(app, of);
  const archive = openAccountZip(sourceOfBytes(bytes));
  if (archive === undefined) throw new Error("this is no archive of an account");
  const account = await openAccount(archive, app.clock.nowMs(), all);
  const names = new Map<string, string>();
  const lines = new Map<ArchiveTable, Record<string, unknown>[]>();
  for (const table of archiveTableNames) {
    const found = (await Readable.from(account.lines(table)).toArray()) as Record<string, any>[];
    lines.set(table, found);
    for (const line of found)
      if (line["id"] !== undefined)
        names.set(line["id"], `${table} ${line["text"] ?? line["name"] ?? line["createdAt"]}`);
  }
  for (const { id } of lines.get("media") ?? [])
    names.set(`/api/media/${id}`, names.get(id as string) ?? "");
  const named = (_: string, value: unknown) =>
    typeof value === "string" ? (names.get(value) ?? value) : value;
  return Object.fromEntries(
    [...lines].map(([table, found]) => [
      table,
      table === "profile"
        ? found.length
        : found.map((line) => JSON.stringify({ ...line, ...notCompared(table) }, named)).toSorted(),
    ]),
  );
}

/** A file of the learner's as it is played; undefined if there is none of this name. */
export async function playedBy(app: TestApp, of: TestAccount, name: string) {
  const row = await app.deps.database
    .selectFrom("media")
    .select("id")
    .where("user_id", "=", of.id)
    .where("name", "=", name)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const reply = await app.send("GET", `/api/media/${row.id}`, { headers: of.headers });
  return reply.bytes;
}

/** Sends an archive and has it read. @returns the id of the import */
export async function sent(app: TestApp, to: TestAccount, bytes: Uint8Array): Promise<string> {
  const headers = { ...to.headers, "content-type": "application/octet-stream" };
  const path = "/api/imports?name=wordloom-account.zip";
  const reply = await app.send("POST", path, { body: Buffer.from(bytes), headers });
  await importsWorker.run(app.deps, never);
  return reply.body.data.id as string;
}

export const post = (app: TestApp, { headers }: TestAccount, path: string, body: object = {}) =>
  app.send("POST", path, { body, headers });

export const shown = async (app: TestApp, { headers }: TestAccount, id: string) =>
  (await app.send("GET", `/api/imports/${id}`, { headers })).body.data;

/** Sends an archive and brings it. @returns the import */
export async function imported(app: TestApp, to: TestAccount, bytes: Uint8Array) {
  const id = await sent(app, to, bytes);
  await post(app, to, `/api/imports/${id}/run`);
  await importsWorker.run(app.deps, never);
  return shown(app, to, id);
}
