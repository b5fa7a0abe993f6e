import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestAddress, type TestAddress } from "@wordloom/testing/databases/test-database";
import { migrations } from "./migrations/index.ts";

let address: TestAddress;
beforeEach(async () => {
  address = await createTestAddress();
});
afterEach(() => address.remove());

describe("migrate", () => {
  it("applies each step once if several processes start together", async () => {
    const applied = await Promise.all([migrateInProcess(), migrateInProcess(), migrateInProcess()]);
    expect(applied.flat().toSorted()).toEqual(migrations.map(({ name }) => name));
  });
});

async function migrateInProcess(): Promise<string[]> {
  const program = `
    const { openDatabase } = await import(${moduleUrl("./connection.ts")});
    const { migrate } = await import(${moduleUrl("./migrate.ts")});
    const { systemClock } = await import(${moduleUrl("../time/clock.ts")});
    const options = { busyTimeoutMs: 9000, poolSize: 1 };
    const db = await openDatabase(${JSON.stringify(address.url)}, options);
    console.log(JSON.stringify(await migrate(db, systemClock)));
    await db.destroy();`;
  const node = [process.execPath, ["--input-type=module", "--eval", program]] as const;
  const { stdout } = await promisify(execFile)(...node);
  return (JSON.parse(stdout) as { applied: string[] }).applied;
}

function moduleUrl(relative: string): string {
  return JSON.stringify(new URL(relative, import.meta.url).href);
}
