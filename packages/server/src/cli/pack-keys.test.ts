import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keysCommand } from "./pack-keys.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "wordloom-keys-"));
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

async function keys(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await keysCommand(args, { print, complain: print });
  return lines;
}

describe("keysCommand", () => {
  it("shows the same key each time, which is that of the file", async () => {
    const [, first] = await keys("show");
    expect(Buffer.from(first ?? "", "base64")).toHaveLength(32);
    expect((await keys("show"))[1]).toBe(first);
    const file = readFileSync(join(dataDir, "keys/ed25519_resource_pack.pub"), "utf8");
    expect(file.trim()).toBe(first);
  });

  it("makes another pair on demand, keeps the former one, and says what that means", async () => {
    const [, before] = await keys("show");
    const [, after, ...warning] = await keys("rotate", "--confirm");
    expect(after).not.toBe(before);
    expect(warning.join(" ")).toMatch(/Clients accept new packs only once they know this key/);
    expect((await keys("show"))[1]).toBe(after);
    const files = readdirSync(join(dataDir, "keys")).toSorted();
    expect(files).toEqual([
      "ed25519_resource_pack.key",
      expect.stringMatching(/^ed25519_resource_pack\.key\.until-\d+$/),
      "ed25519_resource_pack.pub",
      expect.stringMatching(/^ed25519_resource_pack\.pub\.until-\d+$/),
    ]);
    expect(statSync(join(dataDir, "keys/ed25519_resource_pack.key")).mode & 0o777).toBe(0o600);
  });

  it.each([
    [["rotate"], /say --confirm/],
    [["rotate", "--now"], /no such option/],
    [["show", "all"], /takes no all/],
    [[], /no such command: keys/],
  ])("changes nothing when called as %o", async (args, message) => {
    const [, before] = await keys("show");
    await expect(keys(...args)).rejects.toThrow(message);
    expect((await keys("show"))[1]).toBe(before);
  });
});
