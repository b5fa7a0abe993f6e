import { withParameters } from "@wordloom/engine";
import { parametersHash } from "@wordloom/engine/parameters";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../../platform/basics/app-error.ts";
import {
  bolder,
  byHand,
  calmer,
  configFolder,
  copyOf,
  standard,
  type ConfigNeeds,
} from "../../../testing/app/config-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { startEngineConfiguration } from "./config-follow.service.ts";
import {
  appendVersion,
  listVersions,
  parametersInForce,
  readVersion,
  restoreConfiguration,
  storeConfiguration,
} from "./engine-config.service.ts";

// Checks that the active version is stored, complete and linked to its parent.
const folder = configFolder();
const window = { limit: 50, offset: 0 };
let needs: ConfigNeeds;

beforeEach(async () => {
  folder.clear();
  needs = await folder.open();
  await startEngineConfiguration(needs);
});
afterAll(async () => {
  folder.remove();
  await closeCleanDatabase();
});

describe("storeConfiguration", () => {
  it("activates the complete new version, linked to its parent", async () => {
    const first = parametersInForce(needs);
    const stored = await storeConfiguration(needs, calmer, { ...byHand, note: "calmer" });
    expect(stored.versionHash).toBe(parametersHash(calmer, first.versionHash));
    expect(parametersInForce(needs)).toMatchObject({ ...stored, snapshot: calmer });
    expect(Object.isFrozen(parametersInForce(needs).parameters)).toBe(true);
    expect(first.parameters).toEqual(standard);
    expect(await readVersion(needs, stored.versionHash)).toMatchObject({
      parent_version_hash: first.versionHash,
      author_admin_id: "a1",
      note: "calmer",
      snapshot_json: JSON.stringify(calmer),
    });
    expect(folder.read()).toBe(copyOf(needs, calmer));
  });

  it("creates a version for unchanged content", async () => {
    const [a, b] = [await storeConfiguration(needs, standard, byHand), parametersInForce(needs)];
    expect(b.versionHash).toBe(a.versionHash);
    expect(await listVersions(needs, window)).toHaveLength(2);
  });

  it("lists all faults and changes nothing", async () => {
    const { swd: _missing, ...others } = standard;
    const monitoring = { ...standard.monitoring, sampleRate: 9, eceAlert: "much" };
    const wrong = { ...others, monitoring, nonsense: 1 };
    const error = await storeConfiguration(needs, wrong, byHand).catch((caught: Error) => caught);
    expect(error).toMatchObject({ code: "AMAS_INVALID_CONFIG" });
    const paths = ["monitoring.sampleRate", "monitoring.eceAlert", "nonsense", "swd.bandwidth"];
    for (const path of paths) expect((error as Error).message).toContain(path);
    const { faults = [] } = (error as AppError).extras;
    expect(faults).toHaveLength(3 + Object.keys(standard.swd).length);
    expect(faults).toContainEqual({ path: "nonsense", value: 1, rule: "a known parameter" });
    expect(await listVersions(needs, window)).toHaveLength(1);
    expect(parametersInForce(needs).parameters).toEqual(standard);
  });

  it("compares an If-Match with the newest version", async () => {
    const { versionHash } = parametersInForce(needs);
    const stale = { ...byHand, ifMatch: '"0000000000000000"' };
    await expect(storeConfiguration(needs, calmer, stale)).rejects.toMatchObject({
      code: "VERSION_CONFLICT",
    });
    await storeConfiguration(needs, calmer, { ...byHand, ifMatch: `"${versionHash}"` });
    await storeConfiguration(needs, bolder, { ...byHand, ifMatch: "*" });
    expect(parametersInForce(needs).parameters).toEqual(bolder);
  });

  it("stores nothing when the additional work fails", async () => {
    const boom = () => Promise.reject(new Error("boom"));
    await expect(storeConfiguration(needs, calmer, byHand, boom)).rejects.toThrow("boom");
    expect(parametersInForce(needs).parameters).toEqual(standard);
    expect(await listVersions(needs, window)).toHaveLength(1);
  });

  it("takes the same change of two processes once, and refuses another one", async () => {
    const { versionHash: ifMatch } = parametersInForce(needs);
    const edit = { ...byHand, ifMatch, unlessInForce: true };
    const first = await appendVersion(needs, calmer, edit);
    expect(await appendVersion(needs, calmer, edit)).toEqual(first);
    const late = appendVersion(needs, bolder, edit);
    await expect(late).rejects.toMatchObject({ code: "VERSION_CONFLICT" });
  });

  it("keeps a single chain of versions under concurrent writes", async () => {
    const all = Array.from({ length: 6 }, () => storeConfiguration(needs, calmer, byHand));
    await Promise.all(all);
    const rows = await listVersions(needs, window);
    expect(rows).toHaveLength(7);
    rows.slice(0, -1).forEach((row, n) => {
      expect(row.parent_version_hash).toBe(rows[n + 1]?.version_hash);
    });
    expect(parametersInForce(needs).versionHash).toBe(rows[0]?.version_hash);
  });

  it("lets an operator's sample rate override the configuration's", async () => {
    const own = await folder.open({ AMAS_MONITOR_SAMPLE_RATE: "0.5" });
    await storeConfiguration(own, calmer, byHand);
    expect(parametersInForce(own).parameters.monitoring.sampleRate).toBe(0.5);
    expect(parametersInForce(own).snapshot.monitoring.sampleRate).toBe(0.05);
  });

  it("uses an operator's rate even if it equals the default", async () => {
    const own = await folder.open({ AMAS_MONITOR_SAMPLE_RATE: "0.05" });
    const all = withParameters(standard, { "monitoring.sampleRate": 1 });
    await storeConfiguration(own, all, byHand);
    expect(parametersInForce(own).parameters.monitoring.sampleRate).toBe(0.05);
    expect(parametersInForce(own).snapshot.monitoring.sampleRate).toBe(1);
  });
});

describe("restoreConfiguration", () => {
  it("stores the old content as a new version", async () => {
    const old = parametersInForce(needs).versionHash;
    await storeConfiguration(needs, calmer, byHand);
    const restored = await restoreConfiguration(needs, old, byHand);
    expect(restored.versionHash).not.toBe(old);
    expect(parametersInForce(needs).parameters).toEqual(standard);
    expect((await readVersion(needs, restored.versionHash)).note).toContain(old);
  });

  it("uses defaults for what an old version lacks, and drops removed parameters", async () => {
    const { versionHash } = await storeConfiguration(needs, calmer, byHand);
    await storeConfiguration(needs, standard, byHand);
    const old = { monitoring: { eceAlert: 0.25, gone: 1 }, removed: { a: 1 } };
    await needs.database
      .updateTable("engine_config_versions")
      .set({ snapshot_json: JSON.stringify(old) })
      .where("version_hash", "=", versionHash)
      .execute();
    const restored = await restoreConfiguration(needs, versionHash, byHand);
    expect(parametersInForce(needs)).toMatchObject({ ...restored, snapshot: calmer });
  });

  it("refuses an unknown hash", async () => {
    const unknown = restoreConfiguration(needs, "0123456789abcdef", byHand);
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
