import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { realDisk } from "./release-disk.ts";
import { isUpdateLocked, releaseUpdateLock, takeUpdateLock } from "./update-lock.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(memoryFolder(), "wordloom-lock-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, "update.lock");
const take = () => takeUpdateLock(realDisk, folder);

/** Fields of `/proc/<pid>/stat` after the name: the state first, the start time as the 20th. */
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");

function giveTo(pid: number): void {
  const lock = JSON.parse(readFileSync(file(), "utf8"));
  writeFileSync(file(), JSON.stringify({ ...lock, pid, startTime: statOf(pid)[19] }));
}

describe("takeUpdateLock", () => {
  it("admits one holder until it is released", async () => {
    expect(await isUpdateLocked(folder)).toBe(false);
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await isUpdateLocked(folder)).toBe(true);
    await releaseUpdateLock(realDisk, folder);
    expect(existsSync(file())).toBe(false);
    expect(await take()).toBe(true);
  });

  it("respects another process until it is gone, and does not release its lock", async () => {
    expect(await take()).toBe(true);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    giveTo(Number(child.pid));
    expect(await take()).toBe(false);
    await releaseUpdateLock(realDisk, folder);
    expect(existsSync(file())).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await isUpdateLocked(folder)).toBe(false);
    expect(await take()).toBe(true);
  });

  it("takes over the lock of a process that has ended but was never reaped", async () => {
    expect(await take()).toBe(true);
    // `sleep` replaces the shell, and never reaps its children.
    const parent = spawn("sh", ["-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 60"]);
    const [line] = await once(parent.stdout, "data");
    const pid = Number(String(line));
    const command = () => readFileSync(`/proc/${parent.pid}/cmdline`, "utf8");
    await expect.poll(command).toBe("sleep\x0060\0");
    parent.stdin.end();
    await expect.poll(() => statOf(pid)[0]).toBe("Z");
    giveTo(pid);
    expect(await isUpdateLocked(folder)).toBe(false);
    expect(await take()).toBe(true);
    parent.kill("SIGKILL");
    await once(parent, "exit");
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

  it.each(["", "{", '{"pid":-1}', "null"])(
    "takes over a lock with the content %j",
    async (text) => {
      writeFileSync(file(), text);
      expect(await take()).toBe(true);
    },
  );
});
