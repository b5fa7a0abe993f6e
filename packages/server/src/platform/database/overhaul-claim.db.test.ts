import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestAddress, type TestAddress } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { claimOverhaul, endOverhaul } from "./overhaul-claim.ts";

let address: TestAddress;
beforeEach(async () => void (address = await createTestAddress()));
afterEach(async () => {
  await endOverhaul(address.url);
  await address.remove();
});

const claim = () => claimOverhaul(address.url);
const refusal = { code: "UPDATE_IN_PROGRESS" };

/** Claims the database in another process. */
async function claimElsewhere() {
  const module = pathToFileURL(join(import.meta.dirname, "overhaul-claim.ts")).href;
  const program = `
    const { claimOverhaul } = await import(${JSON.stringify(module)});
    await claimOverhaul(${JSON.stringify(address.url)});
    console.log("claimed");
    setInterval(() => {}, 1_000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  await once(holder.stdout, "data");
  return holder;
}

describe("claimOverhaul", () => {
  it("admits one holder until it is released", async () => {
    const claims = await Promise.allSettled([claim(), claim(), claim()]);
    expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(claim()).rejects.toMatchObject(refusal);
    await endOverhaul(address.url);
    await claim();
  });

  it("respects another process, and is free again when that was killed", async () => {
    const holder = await claimElsewhere();
    await expect(claim()).rejects.toMatchObject(refusal);
    // This process does not hold the claim, so it cannot release it.
    await endOverhaul(address.url);
    await expect(claim()).rejects.toMatchObject(refusal);
    holder.kill("SIGKILL");
    await once(holder, "close");
    // The server has to notice.
    await until(() =>
      claim().then(
        () => true,
        () => false,
      ),
    );
  });

  it("never conflicts for in-memory databases, which belong to one process", async () => {
    await claimOverhaul("sqlite::memory:");
    await claimOverhaul("sqlite::memory:");
  });
});
