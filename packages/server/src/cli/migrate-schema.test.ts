import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { migrateCommand } from "./migrate-schema.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(memoryFolder(), "wordloom-migrate-"));
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await migrateCommand(args, { print, complain: print })).toBe(0);
  return lines;
}

describe("migrateCommand", () => {
  it("lists pending migrations, applies them once, and lists none afterwards", async () => {
    expect(await run("status")).toContain("pending 0001-accounts");
    expect(await run()).toContain("applied 0001-accounts");
    expect(await run()).toEqual(["The schema is up to date."]);
    const status = await run("status");
    expect(status).toContain("applied 0001-accounts");
    expect(status.every((line) => line.startsWith("applied "))).toBe(true);
  });

  it("has no down migration", async () => {
    await expect(migrateCommand(["down"], { print() {}, complain() {} })).rejects.toThrow("down");
  });
});
