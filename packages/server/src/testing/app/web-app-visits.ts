import { rmSync } from "node:fs";
import { request, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, expect } from "vitest";
import type { WebAppFolders, WebAppName } from "../../platform/settings/web-app-folders.ts";
import {
  buildTestApp,
  type TestApp,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { makeBuiltWebApp } from "./built-web-app.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";

/** The headers of a browser that opens an address. */
export const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
} as const;

/** The script of the test's web app. */
export const SCRIPT = "/assets/main-B1x_9-aZ.js";

type Headers = Readonly<Record<string, string>>;

export interface WebAppVisits {
  readonly app: TestApp;
  /** The built apps. */
  readonly folders: WebAppFolders;
  get(path: string, headers?: Headers): Promise<TestReply>;
  /** Sends over the network, which changes neither the path nor the bytes. */
  raw(path: string, headers: Headers): Promise<{ bytes: Buffer; headers: IncomingHttpHeaders }>;
}

/**
 * An app that serves these web apps to the tests of a suite. They share it: files are read once,
 * and the database is not touched.
 */
export function visitWebApps(
  names: readonly WebAppName[],
  settings: Record<string, string> = {},
): WebAppVisits {
  const around: string[] = [];
  let folders: WebAppFolders = {};
  let app: TestApp | undefined;
  let listening: Promise<{ port: number }> | undefined;
  const current = () => app ?? fail();
  beforeAll(async () => {
    const built = names.map((name) => [name, makeBuiltWebApp(name)] as const);
    around.push(...built.map(([, made]) => made.around));
    folders = Object.fromEntries(built.map(([name, { folder }]) => [name, folder]));
    app = await buildTestApp({ webApps: folders, settings });
  });
  afterAll(async () => {
    await app?.close();
    for (const folder of around) rmSync(folder, { recursive: true });
    await closeCleanDatabase();
  });
  return {
    get folders() {
      return folders;
    },
    get app() {
      return current();
    },
    get: (path, headers = {}) => current().send("GET", path, { headers }),
    async raw(path, headers) {
      listening ??= current().listen();
      return readRaw((await listening).port, path, headers);
    },
  };
}

function fail(): never {
  throw new Error("the app is there only while tests run");
}

function readRaw(port: number, path: string, headers: Headers): ReturnType<WebAppVisits["raw"]> {
  type Raw = Awaited<ReturnType<WebAppVisits["raw"]>>;
  const { promise, resolve, reject } = Promise.withResolvers<Raw>();
  const asking = { host: "127.0.0.1", port, path, headers: { ...headers, connection: "close" } };
  request(asking, (reply) => {
    const chunks: Buffer[] = [];
    reply.on("data", (chunk: Buffer) => chunks.push(chunk));
    reply.on("end", () => resolve({ bytes: Buffer.concat(chunks), headers: reply.headers }));
  })
    .on("error", reject)
    .end();
  return promise;
}

/** Expects the reply to a path that is neither a file nor a screen. */
export function expectNotFound({ status, headers, body }: TestReply): void {
  expect({ status, body }).toMatchObject({ status: 404, body: { success: false } });
  expect(body.code).toBe("NOT_FOUND");
  expect(headers["cache-control"]).toBe("no-store");
}
