import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listenTo } from "@wordloom/testing/stream/event-stream";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";

// A complete restore over HTTP in real processes: each opens its app again, in the same process and
// at the same address. Learners stay signed in, even with tokens younger than the backup; learners
// erased since then stay erased (docs/decisions/0032).
const PASSWORD = "Lovelace1815";
const AGAIN_MAX_MS = 60_000;
const at = "/api/admin/updates/backups";
vi.setConfig({ testTimeout: 240_000 });

let fixture: ServerFixture;
let directories: Awaited<ReturnType<typeof createDataDirectory>>[];
let servers: ServerProcess[];
beforeEach(async () => {
  fixture = await createServerFixture({ learners: 1, words: 5 });
  [directories, servers] = [[], []];
});
afterEach(async () => {
  for (const server of servers) await server.kill();
  await fixture.close();
  for (const directory of directories) await directory.remove();
});

async function start(): Promise<ServerProcess> {
  const directory = await createDataDirectory();
  directories.push(directory);
  const server = await startServerProcess({ ...fixture.settings, DATA_DIR: directory.path });
  servers.push(server);
  return server;
}

interface Reply {
  readonly status: number;
  // `any`, because each test knows which fields to expect.
  readonly body: any;
  /** The token of the cookie. */
  readonly refreshToken: string;
}

async function send(
  { url }: ServerProcess,
  method: string,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: object } = {},
): Promise<Reply> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(`${url}${path}`, { method, headers, ...text });
  const [, refreshToken = ""] =
    /refresh_token=([^;]+)/.exec(reply.headers.getSetCookie().join("; ")) ?? [];
  return { status: reply.status, body: await reply.json(), refreshToken };
}

async function register(server: ServerProcess, name: string): Promise<Reply> {
  const body = { email: `${name}@example.org`, username: name, password: PASSWORD };
  const reply = await send(server, "POST", "/api/auth/register", { body });
  expect(reply).toMatchObject({ status: 201 });
  return reply;
}

async function signIn(server: ServerProcess, name: string): Promise<number> {
  const body = { email: `${name}@example.org`, password: PASSWORD };
  return (await send(server, "POST", "/api/auth/login", { body })).status;
}

/** @returns the reply with the next tokens */
async function renew(server: ServerProcess, token: string): Promise<Reply> {
  const reply = await send(server, "POST", "/api/auth/refresh", { token });
  expect(reply).toMatchObject({ status: 200 });
  return reply;
}

const asAdmin = (server: ServerProcess, method: string, path: string, body?: object) =>
  send(server, method, path, { token: fixture.admin.token, ...(body && { body }) });

async function restore(server: ServerProcess, name: string): Promise<Reply> {
  return asAdmin(server, "POST", `${at}/${name}/restore`, { confirmName: name, force: true });
}

/** Resolves when the process has opened its app for the second time. */
async function again(server: ServerProcess): Promise<void> {
  const starts = () => server.lastLines().split("listening on").length - 1;
  await until(() => starts() === 2, AGAIN_MAX_MS).catch((cause: unknown) => {
    throw new Error(`it does not listen again:\n${server.lastLines()}`, { cause });
  });
  expect(server.lastLines()).toContain(`listening on ${server.url}`);
}

it("opens the app again on the backup, with everybody still signed in", async () => {
  const server = await start();
  const early = await register(server, "early");
  const erased = await register(server, "erased");
  const { body: made } = await asAdmin(server, "POST", at);
  await register(server, "late");
  const younger = await renew(server, early.refreshToken);
  const erasing = { token: erased.body.data.accessToken };
  expect((await send(server, "DELETE", "/api/users/me", erasing)).status).toBe(200);

  const [learner = fixture.admin] = fixture.learners;
  const stream = await listenTo(server.url, learner);
  const { status, body } = await restore(server, made.data.name);
  expect({ status, ...body.data }).toMatchObject({ status: 200, restored: true });
  await again(server);
  await until(() => stream.ended);

  const next = await renew(server, younger.refreshToken);
  await renew(server, next.refreshToken);
  expect(await signIn(server, "early")).toBe(200);
  expect(await signIn(server, "late")).toBe(401);
  expect(await signIn(server, "erased")).toBe(401);
  // Also learners who did nothing in between; and maintenance is over.
  const answer = { wordId: fixture.wordIds[0], isCorrect: true, responseTimeMs: 900 };
  const record = { token: learner.token, body: { ...answer, clientRecordId: "after" } };
  expect((await send(server, "POST", "/api/records", record)).status).toBe(202);
  const log = await asAdmin(server, "GET", "/api/admin/audit-log?action=db_restore");
  expect(log.body.data.data).toMatchObject([{ outcome: "success", adminId: fixture.admin.id }]);
  const { backups } = (await asAdmin(server, "GET", at)).body.data;
  const names = backups.map((backup: { name: string }) => backup.name);
  expect(names).toEqual(expect.arrayContaining([made.data.name, body.data.preRestoreBackup]));
  expect((await server.terminate()).code).toBe(0);
});

it.runIf(testDialect === "postgres")("is noticed by the other processes", async () => {
  const [server, other] = [await start(), await start()];
  await until(async () => (await instances(server)) === 2, AGAIN_MAX_MS);
  const { body: made } = await asAdmin(server, "POST", at);
  await register(other, "late");
  expect((await restore(server, made.data.name)).body.data).toMatchObject({
    restartRecommended: true,
  });
  await Promise.all([again(server), again(other)]);
  expect(other.lastLines()).toContain("another process has restored the database");
  expect(await signIn(other, "late")).toBe(401);
});

async function instances(server: ServerProcess): Promise<number> {
  const { body } = await asAdmin(server, "GET", "/api/admin/monitoring/instances");
  return body.data.instances.length;
}
