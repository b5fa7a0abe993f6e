import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "../../testing/memory-folder.ts";
import { realDisk } from "./release-disk.ts";
import { isUpdateLocked, releaseUpdateLock, takeUpdateLock } from "./update-lock.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(memoryFolder(), "wordloom-lock-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, "update.lock");
const take = () => takeUpdateLock(realDisk, folder);

describe("takeUpdateLock", () => {
  it("lets one in, until it is given back", async () => {
    expect(await isUpdateLocked(folder)).toBe(false);
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await isUpdateLocked(folder)).toBe(true);
    await releaseUpdateLock(realDisk, folder);
    expect(existsSync(file())).toBe(false);
    expect(await take()).toBe(true);
  });

  it("respects another process until that is gone, and does not give its lock back", async () => {
    expect(await take()).toBe(true);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const lock = JSON.parse(readFileSync(file(), "utf8"));
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ").at(-1)!;
    writeFileSync(
      file(),
      JSON.stringify({ ...lock, pid: child.pid, startTime: stat.split(" ")[19] }),
    );
    expect(await take()).toBe(false);
    await releaseUpdateLock(realDisk, folder);
    expect(existsSync(file())).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await isUpdateLocked(folder)).toBe(false);
    expect(await take()).toBe(true);
  });

  it.each([
    ["another process that has this number now", { startTime: "1" }],
    ["an earlier start of the machine", { bootId: "other" }],
  ])("takes over the lock of %s", async (_name, change) => {
    expect(await take()).toBe(true);
    const lock = JSON.parse(readFileSync(file(), "utf8"));
    writeFileSync(file(), JSON.stringify({ ...lock, ...change }));
    expect(await take()).toBe(true);
  });

  it.each(["", "{", '{"pid":-1}', "null"])("takes over a lock that says %j", async (text) => {
    writeFileSync(file(), text);
    expect(await take()).toBe(true);
  });
});
