import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";

// The permissions of all files that the service writes to its data directory: a real process in an
// empty folder performs every action that creates files. An unlisted file fails the test, so that
// new files get deliberate permissions.
const OWNER = { directory: "700", file: "600" };
const EVERYBODY = { directory: "755", file: "644" };

/**
 * Everybody may read directories that a web server in front serves, and their parents.
 */
const DIRECTORIES: Readonly<Record<string, typeof OWNER>> = {
  ".": { directory: "755", file: "600" },
  avatars: EVERYBODY,
  packs: EVERYBODY,
  backups: OWNER,
  keys: OWNER,
  logs: OWNER,
  secrets: OWNER,
  speech: OWNER,
  update: OWNER,
};

const PUBLIC_KEY = "keys/ed25519_resource_pack.pub";

const FILES = [
  "keys/ed25519_resource_pack.key",
  PUBLIC_KEY,
  "learning.db",
  "learning.db.lock",
  "learning.db-shm",
  "learning.db-wal",
  "secrets/admin-jwt-secret",
  "secrets/jwt-secret",
  "secrets/refresh-jwt-secret",
  "setup-token",
  "reset-tokens.log",
  "amas_config.toml",
  "avatars/<id>.png",
  "logs/wordloom-<day>.log",
];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const EMAIL = "ada@example.org";

let directory: Awaited<ReturnType<typeof createDataDirectory>>;
let place: string;
let server: ServerProcess;

beforeEach(async () => {
  directory = await createDataDirectory();
  place = join(directory.path, "not/there/yet");
  server = await startServerProcess({ DATA_DIR: place, ENABLE_FILE_LOGS: "true" });
});
afterEach(async () => {
  await server.kill();
  await directory.remove();
});

async function send(path: string, body: object | Buffer, headers = {}): Promise<Response> {
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
  const reply = await fetch(`${server.url}${path}`, { method: "POST", body: sent, headers });
  expect(reply.ok, `${path}: ${reply.status}`).toBe(true);
  return reply;
}

/** Performs all actions that create files. */
async function createAllFiles(): Promise<void> {
  const account = { email: EMAIL, username: "Ada", password: "Lovelace1815" };
  const { headers: registered } = await send("/api/auth/register", account);
  const [cookie = ""] = registered.getSetCookie();
  const token = /^token=([^;]+)/.exec(cookie)?.[1];
  const headers = { authorization: `Bearer ${token}`, "content-type": "image/png" };
  await send("/api/user-profile/avatar", PNG, headers);
  await send("/api/auth/forgot-password", { email: EMAIL });
  for (const name of ["amas_config.toml", "reset-tokens.log"]) {
    await until(() => existsSync(join(place, name)));
  }
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

function modeFor(file: string): string | undefined {
  if (file === PUBLIC_KEY) return EVERYBODY.file;
  const [first = ""] = file.split("/");
  return DIRECTORIES[first === file ? "." : first]?.file;
}

/** A file name as in `FILES`, without the parts that vary. */
function normalizedName(path: string): string {
  return path.replace(/[0-9a-f-]{36}/, "<id>").replace(/\d{4}-\d\d-\d\d/, "<day>");
}

describe.runIf(testDialect === "sqlite")("the data directory", () => {
  it("has only pictures, packs and the public key that other users can read", async () => {
    await createAllFiles();
    const directories: Record<string, string> = { ".": modeOf(place) };
    const files: Record<string, string> = {};
    for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const kind = entry.isDirectory() ? directories : files;
      kind[normalizedName(path.slice(place.length + 1))] = modeOf(path);
    }
    const expected = Object.entries(DIRECTORIES).map(([name, mode]) => [name, mode.directory]);
    expect(directories).toEqual(Object.fromEntries(expected));
    expect(files).toEqual(Object.fromEntries(FILES.map((file) => [file, modeFor(file)])));
  });
});
