import { spawn, type ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testDialect } from "@wordloom/testing/databases/test-database";

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "wordloom-serve-"))));
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true });
});

/** Starts a separate process, as an operator does. */
function start(environment: Record<string, string>) {
  const main = join(import.meta.dirname, "../main.ts");
  const usual = { DATA_DIR: dataDir, STARTER_WORDBOOKS: "false", API_ONLY: "true" };
  const env = { ...usual, ...environment };
  const child = spawn(process.execPath, [main, "serve"], { env });
  children.push(child);
  let errors = "";
  child.stderr.on("data", (chunk) => void (errors += chunk));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    pid: child.pid,
    line: async () => JSON.parse(String((await lines.next()).value)) as Record<string, string>,
    stop: () => child.kill("SIGTERM"),
    ended: async () => ({ status: await ended, errors }),
  };
}

/** Makes the process that loads it receive a stop signal while it logs that it listens. */
const stoppedAtOnce = (signal: string) => `
  import fs from "node:fs";
  const { writeSync } = fs;
  fs.writeSync = (...all) => {
    const written = writeSync(...all);
    if (String(all[1]).includes("listening on")) process.kill(process.pid, "${signal}");
    return written;
  };`;

/** Makes one flush of the log fail in the process that loads it, once the file `order` exists. */
const failsToFlush = (order: string) => `
  import { existsSync, rmSync } from "node:fs";
  import promises from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  const { open } = promises;
  promises.open = async (path, ...rest) => {
    const file = await open(path, ...rest);
    const datasync = file.datasync.bind(file);
    file.datasync = async () => {
      if (!String(path).endsWith("-wal") || !existsSync("${order}")) return datasync();
      rmSync("${order}");
      throw Object.assign(new Error("EIO"), { code: "EIO", syscall: "fdatasync" });
    };
    return file;
  };
  syncBuiltinESMExports();`;

// Each test starts a process with its own database in its own data directory.

describe.runIf(testDialect === "sqlite")("serve", () => {
  it("logs its URL and the setup link, answers requests, and closes on a signal", async () => {
    const first = start({ PORT: "0" });
    const { msg: listening = "", version } = await first.line();
    const address = listening.replace("listening on ", "");
    expect(version).toMatch(/^v\d/);
    expect((await first.line())["msg"]).toContain(`${address}admin/setup?token=`);
    expect((await fetch(`${address}health`)).status).toBe(200);
    expect((await fetch(address)).status, "API_ONLY").toBe(404);

    const { port } = new URL(address);
    const second = start({ PORT: port, DATA_DIR: join(dataDir, "second") });
    const refused = await second.ended();
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.errors).toBe(
      `Cannot listen: port ${port} is in use: stop the other program or set PORT.\n`,
    );

    first.stop();
    expect((await first.line())["msg"]).toBe("closing");
    expect(await first.ended()).toEqual({ status: 0, errors: "" });
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"])("closes on a %s as soon as it listens", async (name) => {
    const preload = join(dataDir, "stopped.mjs");
    writeFileSync(preload, stoppedAtOnce(name));
    const server = start({ PORT: "0", NODE_OPTIONS: `--import=${preload}` });
    expect((await server.line())["msg"]).toContain("listening on");
    expect(await server.ended()).toEqual({ status: 0, errors: "" });
  });

  it("restarts in the same process when a flush fails", async () => {
    const [preload, order] = [join(dataDir, "fails.mjs"), join(dataDir, "order")];
    writeFileSync(preload, failsToFlush(order));
    const server = start({ PORT: "0", NODE_OPTIONS: `--import=${preload}` });
    const next = async (begin: string) => {
      for (;;) {
        const { msg = "" } = await server.line();
        if (msg.startsWith(begin)) return msg.slice(begin.length);
      }
    };
    const register = async (address: string) => {
      const { status } = await fetch(`${address}api/auth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "a@example.com", username: "hanna", password: "Passw0rdX" }),
      });
      return status;
    };
    const first = await next("listening on ");
    writeFileSync(order, "");
    expect(await register(first)).toBe(503);
    await next("the database could not be flushed to disk");
    const second = await next("listening on ");
    // The refused account may have been stored.
    expect([201, 409]).toContain(await register(second));
    server.stop();
    expect(await server.ended()).toEqual({ status: 0, errors: "" });
  });

  it.runIf(process.platform === "linux")("sets up its memory within the same process", async () => {
    const server = start({ PORT: "0", NODE_OPTIONS: "--max-old-space-size=256" });
    await server.line();
    const listOf = (name: string) =>
      readFileSync(`/proc/${server.pid}/${name}`, "utf8").split("\0");
    expect(listOf("cmdline")).toContain("--max-semi-space-size=8");
    const variables = ["MALLOC_ARENA_MAX=1", "NODE_OPTIONS=--max-old-space-size=256"];
    expect(listOf("environ")).toEqual(expect.arrayContaining(variables));
  });

  it("takes over a SQLite database only after the process that serves it has ended", async () => {
    const first = start({ PORT: "0" });
    expect((await first.line())["msg"]).toContain("listening on");
    const second = start({ PORT: "0" });
    expect((await second.line())["msg"]).toContain("another process is using this database");
    first.stop();
    expect((await second.line())["msg"]).toContain("listening on");
    expect((await first.ended()).status).toBe(0);
  });

  it("finishes a restore that was cut off, and uses the secrets that it has restored", async () => {
    const secrets = join(dataDir, "secrets");
    mkdirSync(secrets, { mode: 0o700 });
    writeFileSync(join(secrets, "admin-jwt-secret"), "of-the-backup".repeat(4));
    writeFileSync(join(secrets, "admin-jwt-secret.former"), "of-before".repeat(4));
    const names = ["secrets/admin-jwt-secret"];
    const note = { format: 1, epoch: "never committed", names, former: names };
    writeFileSync(join(dataDir, "restore.json"), JSON.stringify(note));

    const account = { email: "ada@example.org", password: "Lovelace1815" };
    const server = start({
      PORT: "0",
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
    });
    expect((await server.line())["msg"]).toContain("a restore was interrupted");
    const { msg: listening = "" } = await server.line();
    const login = await fetch(`${listening.replace("listening on ", "")}api/admin/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(account),
    });
    const { data } = (await login.json()) as { data: { token: string } };
    const [head, body, signature] = data.token.split(".");
    const signed = createHmac("sha256", "of-before".repeat(4)).update(`${head}.${body}`);
    expect(signature).toBe(signed.digest("base64url"));
    expect(readdirSync(secrets)).toContain("admin-jwt-secret");
    expect(readdirSync(secrets)).not.toContain("admin-jwt-secret.former");
  });

  it("lists all faulty settings and does not start", async () => {
    const { status, errors } = await start({ PORT: "x", LOG_LEVEL: "loud" }).ended();
    expect(status).toBe(1);
    expect(errors).toMatch(/^Settings are not usable:\n {2}PORT .*\n {2}LOG_LEVEL .*\n$/);
  });
});
