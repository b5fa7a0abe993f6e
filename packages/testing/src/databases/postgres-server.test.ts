import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { findPostgres } from "./postgres-binaries.ts";

const source = findPostgres({});

describe("findPostgres", () => {
  it("prefers the server configured by the developer", () => {
    const url = "postgres://localhost/mine";
    expect(findPostgres({ TEST_DATABASE_URL: url })).toEqual({ kind: "server", url });
  });
});

describe.runIf(source !== undefined)("startPostgres", () => {
  it("leaves no server and no files behind when the tests are killed", async () => {
    const program = `
      const { startPostgres } = await import(${moduleUrl("./postgres-server.ts")});
      console.log((await startPostgres(${JSON.stringify(source)})).url);
      setInterval(() => {}, 1000);`;
    const killed = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = (await once(killed.stdout, "data")) as [Buffer];
    const folder = new URL(said.toString().trim()).searchParams.get("host") ?? "";
    expect(existsSync(folder)).toBe(true);
    killed.kill("SIGKILL");
    await gone(folder);
    expect(existsSync(folder)).toBe(false);
  });

  function moduleUrl(relative: string): string {
    return JSON.stringify(new URL(relative, import.meta.url).href);
  }

  async function gone(folder: string): Promise<void> {
    for (let turn = 0; turn < 500 && existsSync(folder); turn += 1) await pause(20);
  }
});
