import {
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  readFileSync,
} from "node:fs";
import { join } from "node:path";
import { parametersHash } from "@wordloom/engine/parameters";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  bolder,
  byHand,
  calmer,
  configFolder,
  copyOf,
  editOf,
  lookTwice,
  otherProcess,
  standard,
  type ConfigNeeds,
} from "../../../testing/app/config-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { followEngineConfiguration, startEngineConfiguration } from "./config-follow.service.ts";
import { listVersions, parametersInForce, storeConfiguration } from "./engine-config.service.ts";
import { engineConfigurationWorker } from "./engine-config.worker.ts";
import { toToml } from "./toml-text.ts";

// Checks that file and database follow each other and that no edit is lost. The tests use a real
// file, and a second database handle acts as another process.
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

describe("starting the engine's configuration", () => {
  it("stores the standard as first version and writes an owner-only file", async () => {
    expect(await listVersions(needs, window)).toMatchObject([
      { version_hash: parametersHash(standard, null), parent_version_hash: null, source: "manual" },
    ]);
    expect(parametersInForce(needs).parameters).toEqual(standard);
    expect(folder.read()).toBe(copyOf(needs, standard));
    expect(statSync(folder.file).mode & 0o777).toBe(0o600);
  });

  it("creates no version without a change", async () => {
    await startEngineConfiguration(otherProcess(needs));
    expect(await listVersions(needs, window)).toHaveLength(1);
  });

  it("applies an edit made while the service was down", async () => {
    const { versionHash } = parametersInForce(needs);
    folder.write(editOf(needs, "[monitoring]\neceAlert = 0.25\n"));
    const next = otherProcess(needs);
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(calmer);
    const [added] = await listVersions(needs, window);
    expect(added).toMatchObject({ source: "manual", author_admin_id: null, note: "file" });
    expect(added?.parent_version_hash).toBe(versionHash);
    expect(folder.read()).toBe(copyOf(next, calmer));
    expect(folder.refused()).toEqual([]);
  });

  it("rewrites an unchanged copy of an older version", async () => {
    const old = folder.read();
    await storeConfiguration(needs, bolder, byHand);
    folder.write(old);
    const next = otherProcess(needs);
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(bolder);
    expect(folder.read()).toBe(copyOf(needs, bolder));
    expect(folder.refused()).toEqual([]);
  });

  it("keeps, reports and rewrites an edit of a version that is no longer active", async () => {
    const old = folder.read().replace("eceAlert = 0.1", "eceAlert = 0.25");
    await storeConfiguration(needs, bolder, byHand);
    folder.write(old);
    const next = otherProcess(needs);
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(bolder);
    expect(folder.read()).toBe(copyOf(needs, bolder));
    expect(folder.refused()).toEqual([old]);
    expect(JSON.stringify(needs.errors)).toContain(parametersInForce(needs).versionHash);
  });

  it("starts with the standard, whatever the file contains", async () => {
    await needs.database.deleteFrom("engine_config_versions").execute();
    folder.write(toToml(bolder, "0123456789abcdef"));
    const next = otherProcess(needs);
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(standard);
    expect(folder.refused()).toHaveLength(1);
  });

  it.each([
    ["no TOML", "what = = ever", "line 2"],
    ["a value out of bounds", "[monitoring]\nsampleRate = 7", "a number from 0 to 1"],
    ["an unknown name", "[monitoring]\nsampelRate = 0.5", "a known parameter"],
    ["no version", "", "which is in force"],
  ])(
    "refuses %s: keeps it beside the folder.file, which is rewritten",
    async (what, text, rule) => {
      if (what === "no version") folder.write("[monitoring]\neceAlert = 0.25\n");
      else folder.write(editOf(needs, text));
      const written = folder.read();
      const next = otherProcess(needs);
      await startEngineConfiguration(next);
      expect(parametersInForce(next).parameters).toEqual(standard);
      expect(JSON.stringify(needs.errors)).toContain(rule);
      expect(folder.read()).toBe(copyOf(needs, standard));
      expect(folder.refused()).toEqual([written]);
      expect(await listVersions(needs, window)).toHaveLength(1);
    },
  );

  it("continues when the file cannot be read, and does not overwrite it", async () => {
    rmSync(folder.file);
    symlinkSync(folder.file, folder.file);
    const next = otherProcess(needs);
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(standard);
    expect(lstatSync(folder.file).isSymbolicLink()).toBe(true);
    expect(needs.errors).toMatchObject([{ file: folder.file }]);
  });

  it("continues when the file cannot be written", async () => {
    const next = {
      ...otherProcess(needs),
      settings: testSettings({ AMAS_CONFIG_FILE: "/proc/no" }),
    };
    await startEngineConfiguration(next);
    await storeConfiguration(next, calmer, byHand);
    expect(parametersInForce(next).parameters).toEqual(calmer);
  });

  it("logs a stored version that is not valid in this release and keeps the old one", async () => {
    await storeConfiguration(needs, calmer, byHand);
    const snapshot_json = JSON.stringify({ monitoring: { sampleRate: 9 } });
    await needs.database
      .updateTable("engine_config_versions")
      .set({ snapshot_json })
      .where("version_hash", "=", parametersInForce(needs).versionHash)
      .execute();
    const next = otherProcess(needs);
    await followEngineConfiguration(next);
    await followEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(standard);
    expect(needs.errors).toHaveLength(1);
  });

  it("serves the newest usable version, not the standard", async () => {
    const usable = await storeConfiguration(needs, calmer, byHand);
    for (const sampleRate of [8, 9]) {
      const { versionHash } = await storeConfiguration(needs, bolder, byHand);
      await needs.database
        .updateTable("engine_config_versions")
        .set({ snapshot_json: JSON.stringify({ monitoring: { sampleRate } }) })
        .where("version_hash", "=", versionHash)
        .execute();
    }
    const next = otherProcess(needs);
    await startEngineConfiguration(next);
    expect(parametersInForce(next)).toMatchObject({ ...usable, snapshot: calmer });
    const stored = await storeConfiguration(needs, bolder, byHand);
    await followEngineConfiguration(next);
    expect(parametersInForce(next)).toMatchObject({ ...stored, snapshot: bolder });
  });
});

describe("followEngineConfiguration", () => {
  it("runs every second on every process", () => {
    const { schedule, everywhere } = engineConfigurationWorker;
    expect({ schedule, everywhere }).toEqual({ schedule: { everyMs: 1_000 }, everywhere: true });
  });

  it("follows a version stored by another process", async () => {
    const other = otherProcess(needs);
    await followEngineConfiguration(other);
    await storeConfiguration(needs, bolder, byHand);
    expect(parametersInForce(other).parameters).toEqual(standard);
    await followEngineConfiguration(other);
    expect(parametersInForce(other)).toMatchObject(parametersInForce(needs));
  });

  it("writes another process's version to its own folder.file, without reverting it", async () => {
    const ownFile = join(folder.directory, "other.toml");
    const slow = { ...needs.clock, nowMs: () => 0 };
    const settings = testSettings({ AMAS_CONFIG_FILE: ownFile });
    const other = { ...otherProcess(needs), settings };
    await startEngineConfiguration(other);
    await storeConfiguration(other, calmer, byHand);
    // With a slow clock, so that the other process's file looks newer than this version.
    await storeConfiguration({ ...needs, clock: slow }, bolder, byHand);
    for (let look = 0; look < 4; look += 1) await followEngineConfiguration(other);
    expect(readFileSync(ownFile, "utf8")).toBe(copyOf(needs, bolder));
    expect(parametersInForce(other).parameters).toEqual(bolder);
    expect(await listVersions(needs, window)).toHaveLength(3);
    await startEngineConfiguration({ ...otherProcess(needs), settings });
    expect(await listVersions(needs, window)).toHaveLength(3);
  });

  it("tries only once to write a file that cannot be written", async () => {
    const ownFile = join(folder.directory, "kept", "own.toml");
    const warnings: unknown[] = [];
    const log = { ...needs.log, warn: (fields: unknown) => void warnings.push(fields) };
    mkdirSync(`${ownFile}.new`, { recursive: true });
    writeFileSync(ownFile, copyOf(needs, standard));
    const settings = testSettings({ AMAS_CONFIG_FILE: ownFile });
    const other = { ...otherProcess(needs), settings, log };
    for (let look = 0; look < 2; look += 1) await followEngineConfiguration(other);
    await storeConfiguration(needs, bolder, byHand);
    for (let look = 0; look < 3; look += 1) await followEngineConfiguration(other);
    expect(warnings).toHaveLength(1);
    expect(parametersInForce(other).parameters).toEqual(bolder);
  });

  it("keeps an edit that a version of another process overtakes", async () => {
    const text = folder.read().replace("eceAlert = 0.1", "eceAlert = 0.25");
    folder.write(text);
    await storeConfiguration(needs, bolder, byHand);
    expect(folder.read()).toBe(copyOf(needs, bolder));
    expect(folder.refused()).toEqual([text]);
    await lookTwice(needs);
    expect(parametersInForce(needs).parameters).toEqual(bolder);
  });

  it("creates one version for an edit that two processes see", async () => {
    const other = otherProcess(needs);
    await followEngineConfiguration(other);
    folder.write(copyOf(needs, bolder));
    await lookTwice(needs);
    await followEngineConfiguration(other);
    await followEngineConfiguration(other);
    expect(parametersInForce(needs).parameters).toEqual(bolder);
    expect(parametersInForce(other).parameters).toEqual(bolder);
    expect(await listVersions(needs, window)).toHaveLength(2);
  });

  it("waits until the file no longer changes", async () => {
    await lookTwice(needs);
    folder.write(editOf(needs, "[monitoring]\neceAlert = 0.25\n"));
    await followEngineConfiguration(needs);
    folder.write(editOf(needs, "[monitoring]\neceAlert = 0.25\nsampleRate = 0.5\n"));
    await followEngineConfiguration(needs);
    expect(await listVersions(needs, window)).toHaveLength(1);
    await followEngineConfiguration(needs);
    expect(parametersInForce(needs).snapshot.monitoring).toMatchObject({
      eceAlert: 0.25,
      sampleRate: 0.5,
    });
  });

  it("applies an earlier content that someone restores by hand", async () => {
    await storeConfiguration(needs, calmer, byHand);
    await lookTwice(needs);
    folder.write(copyOf(needs, standard));
    await lookTwice(needs);
    expect(parametersInForce(needs).parameters).toEqual(standard);
    expect(await listVersions(needs, window)).toHaveLength(3);
  });

  it("logs an invalid edit once and keeps the active version", async () => {
    folder.write(editOf(needs, "[monitoring]\nsampleRate = 7\n"));
    await lookTwice(needs);
    await lookTwice(needs);
    expect(needs.errors).toHaveLength(1);
    expect(parametersInForce(needs).parameters).toEqual(standard);
  });

  it("applies an edit later when it cannot be stored at once", async () => {
    await lookTwice(needs);
    folder.write(copyOf(needs, bolder));
    await followEngineConfiguration(needs);
    const clock = { ...needs.clock, nowMs: () => null as never };
    await expect(followEngineConfiguration({ ...needs, clock })).rejects.toThrow();
    await lookTwice(needs);
    expect(parametersInForce(needs).parameters).toEqual(bolder);
  });

  it("tolerates a temporarily missing file", async () => {
    rmSync(folder.file);
    await lookTwice(needs);
    expect(parametersInForce(needs).parameters).toEqual(standard);
  });
});
