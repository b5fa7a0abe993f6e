import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { killedAt } from "../../../testing/faults/dying-disk.ts";
import { inWorkingFolder, sweepWorkingFolders } from "./working-folder.ts";

let root: string;
let dataDir: string;
let elsewhere: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "wordloom-working-"));
  dataDir = join(root, "data");
  elsewhere = join(root, "elsewhere");
  for (const folder of [dataDir, elsewhere]) mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Works in a folder, and is killed before removing it. */
async function beKilled(beside: string): Promise<string> {
  let made = "";
  const work = () =>
    inWorkingFolder({ what: "backup", beside, dataDir }, async (folder) => {
      made = folder;
      writeFileSync(join(folder, "key"), "secret", { mode: 0o600 });
    });
  expect(await killedAt(0, (path) => path === made, work)).toBe(true);
  expect(existsSync(join(made, "key"))).toBe(true);
  return made;
}

describe("A working folder", () => {
  it("is accessible only to its owner, and leaves nothing behind", async () => {
    await inWorkingFolder({ what: "bundle", beside: elsewhere, dataDir }, async (folder) => {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      const [note = ""] = readdirSync(dataDir);
      expect(statSync(join(dataDir, note)).mode & 0o777).toBe(0o600);
    });
    expect([...readdirSync(dataDir), ...readdirSync(elsewhere)]).toEqual([]);
  });

  it("is removed when its process is gone, wherever it was", async () => {
    const left = [await beKilled(dataDir), await beKilled(elsewhere)];
    expect((await sweepWorkingFolders([dataDir])).toSorted()).toEqual(left.toSorted());
    expect([...readdirSync(dataDir), ...readdirSync(elsewhere)]).toEqual([]);
  });

  it("is removed by the next process at the same place, if no note mentions it", async () => {
    const left = await beKilled(elsewhere);
    rmSync(dataDir, { recursive: true });
    expect(await sweepWorkingFolders([dataDir, elsewhere])).toEqual([left]);
  });

  it("remains while its process works, which then removes it", async () => {
    const place = { what: "backup", beside: elsewhere, dataDir } as const;
    await inWorkingFolder(place, async (folder) => {
      expect(await sweepWorkingFolders([dataDir, elsewhere])).toEqual([]);
      expect(existsSync(folder)).toBe(true);
    });
    expect([...readdirSync(dataDir), ...readdirSync(elsewhere)]).toEqual([]);
  });

  it("is distinguished from other folders", async () => {
    const other = join(elsewhere, ".wordloom-backup-of-mine");
    mkdirSync(other);
    mkdirSync(join(root, ".wordloom-backup-aaaaaa"));
    // A note that mentions a different folder from its name.
    writeFileSync(join(dataDir, ".wordloom-backup-bbbbbb.at"), join(root, "elsewhere"));
    expect(await sweepWorkingFolders([dataDir, elsewhere])).toEqual([]);
    expect(existsSync(other)).toBe(true);
    expect(existsSync(join(root, ".wordloom-backup-aaaaaa"))).toBe(true);
  });
});
