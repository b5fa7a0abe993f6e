import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { claimSqlite } from "./claim-sqlite.ts";

let directory: string;
let url: string;
let waits: number;
beforeEach(() => {
  directory = mkdtempSync(join(memoryFolder(), "wordloom-claim-"));
  url = `sqlite:${join(directory, "learning.db")}`;
  waits = 0;
});
afterEach(() => rmSync(directory, { recursive: true }));

const claim = (waitMs: number) => claimSqlite(url, { waitMs, onWait: () => (waits += 1) });

describe("claimSqlite", () => {
  it("refuses a second server, and says what to do", async () => {
    const release = await claim(0);
    await expect(claim(0)).rejects.toThrow(/Another process serves .*learning\.db: stop it first/);
    release();
  });

  it("waits for a predecessor that is about to end, and says so once", async () => {
    const release = await claim(0);
    const second = claim(60_000);
    expect(waits).toBe(1);
    release();
    (await second)();
    expect(waits).toBe(1);
  });

  it("is free again when its holder was killed", async () => {
    const module = pathToFileURL(join(import.meta.dirname, "claim-sqlite.ts")).href;
    const program = `
      const { claimSqlite } = await import(${JSON.stringify(module)});
      await claimSqlite(${JSON.stringify(url)}, { waitMs: 0, onWait() {} });
      console.log("claimed");
      setInterval(() => {}, 1_000);`;
    const holder = spawn(process.execPath, ["--input-type=module", "--eval", program]);
    await once(holder.stdout, "data");
    await expect(claim(0)).rejects.toThrow("Another process serves");
    holder.kill("SIGKILL");
    await once(holder, "close");
    (await claim(0))();
  });

  it.each(["sqlite::memory:", "postgres://localhost/wordloom"])(
    "lets several processes share %s",
    async (each) => {
      const options = { waitMs: 0, onWait: () => (waits += 1) };
      const releases = [await claimSqlite(each, options), await claimSqlite(each, options)];
      for (const release of releases) release();
      expect(waits).toBe(0);
    },
  );
});
