import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultParameters, parametersHash, withParameters } from "@wordloom/engine";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../../platform/observability/log.ts";
import { testSettings } from "../../../testing/test-settings.ts";
import type { AppError } from "../../../platform/basics/app-error.ts";
import { createTestClock } from "../../../testing/test-clock.ts";
import { closeCleanDatabase, openCleanDatabase } from "../../../testing/database-cleaner.ts";
import { followEngineConfiguration, startEngineConfiguration } from "./config-follow.service.ts";
import {
  appendVersion,
  listVersions,
  parametersInForce,
  readVersion,
  restoreConfiguration,
  storeConfiguration,
} from "./engine-config.service.ts";
import { engineConfigurationWorker } from "./engine-config.worker.ts";
import { toToml } from "./toml-text.ts";

// What we check: the version in force is stored, complete and linked to its parent; file and
// database follow each other. How: a real file; a second database handle acts as another process.
const directory = mkdtempSync(join(tmpdir(), "wordloom-config-"));
const file = join(directory, "amas_config.toml");
const admin = { source: "manual", authorAdminId: "a1" } as const;
const defaults = defaultParameters();
const calmer = withParameters(defaults, { "monitoring.eceAlert": 0.25 });
const bolder = withParameters(defaults, { "memoryModel.w[3]": 9.5 });

type Needs = Awaited<ReturnType<typeof openNeeds>>;
let needs: Needs;
let errors: object[] = [];

async function openNeeds(overrides: Record<string, string> = {}) {
  return {
    clock: createTestClock(),
    database: await openCleanDatabase(),
    log: { ...silentLog, error: (fields: object) => void errors.push(fields) },
    settings: testSettings({ AMAS_CONFIG_FILE: file, ...overrides }),
  };
}

/** Another process on the same database and file. */
function otherProcess(): Needs {
  return { ...needs, database: needs.database.withoutPlugins() };
}

/** Runs the check twice: an edit is applied only once the file is unchanged. */
async function lookTwice(): Promise<void> {
  await followEngineConfiguration(needs);
  await followEngineConfiguration(needs);
}

/** The file as the service writes it. */
const copyOf = (parameters: typeof defaults, on = needs) =>
  toToml(parameters, parametersInForce(on).versionHash);

/** Changes the file below the line that names the version in force. */
function edit(text: string, target = file): void {
  writeFileSync(target, `# version ${parametersInForce(needs).versionHash}\n${text}`);
}

/** What was kept of refused changes, oldest first. */
function refused(): string[] {
  const names = readdirSync(directory).filter((name) => name.includes(".toml.refused-"));
  return names.toSorted().map((name) => readFileSync(join(directory, name), "utf8"));
}

const window = { limit: 50, offset: 0 };

beforeEach(async () => {
  errors = [];
  for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true });
  needs = await openNeeds();
  await startEngineConfiguration(needs);
});
afterEach(() => rmSync(file, { force: true }));
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await closeCleanDatabase();
});

describe("starting the engine's configuration", () => {
  it("stores the defaults as first version and writes the file for the owner only", async () => {
    expect(await listVersions(needs, window)).toMatchObject([
      { version_hash: parametersHash(defaults, null), parent_version_hash: null, source: "manual" },
    ]);
    expect(parametersInForce(needs).parameters).toEqual(defaults);
    expect(readFileSync(file, "utf8")).toBe(copyOf(defaults));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("creates no version without a change", async () => {
    await startEngineConfiguration(otherProcess());
    expect(await listVersions(needs, window)).toHaveLength(1);
  });

  it("applies an edit made while the service was down", async () => {
    const { versionHash } = parametersInForce(needs);
    edit("[monitoring]\neceAlert = 0.25\n");
    const next = otherProcess();
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(calmer);
    const [added] = await listVersions(needs, window);
    expect(added).toMatchObject({ source: "manual", author_admin_id: null, note: "file" });
    expect(added?.parent_version_hash).toBe(versionHash);
    expect(readFileSync(file, "utf8")).toBe(copyOf(calmer, next));
    expect(refused()).toEqual([]);
  });

  it("rewrites an unchanged copy of an older version", async () => {
    const old = readFileSync(file, "utf8");
    await storeConfiguration(needs, bolder, admin);
    writeFileSync(file, old);
    const next = otherProcess();
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(bolder);
    expect(readFileSync(file, "utf8")).toBe(copyOf(bolder));
    expect(refused()).toEqual([]);
  });

  it("keeps, reports and rewrites an edit of a version that is no longer in force", async () => {
    const old = readFileSync(file, "utf8").replace("eceAlert = 0.1", "eceAlert = 0.25");
    await storeConfiguration(needs, bolder, admin);
    writeFileSync(file, old);
    const next = otherProcess();
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(bolder);
    expect(readFileSync(file, "utf8")).toBe(copyOf(bolder));
    expect(refused()).toEqual([old]);
    expect(JSON.stringify(errors)).toContain(parametersInForce(needs).versionHash);
  });

  it("starts with the defaults, whatever file there is", async () => {
    await needs.database.deleteFrom("engine_config_versions").execute();
    writeFileSync(file, toToml(bolder, "0123456789abcdef"));
    const next = otherProcess();
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(defaults);
    expect(refused()).toHaveLength(1);
  });

  it.each([
    ["no TOML", "what = = ever", "line 2"],
    ["a value out of bounds", "[monitoring]\nsampleRate = 7", "a number from 0 to 1"],
    ["an unknown name", "[monitoring]\nsampelRate = 0.5", "a known parameter"],
    ["no version", "", "which is in force"],
  ])("refuses %s: keeps it beside the file, which is rewritten", async (what, text, rule) => {
    if (what === "no version") writeFileSync(file, "[monitoring]\neceAlert = 0.25\n");
    else edit(text);
    const written = readFileSync(file, "utf8");
    const next = otherProcess();
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(defaults);
    expect(JSON.stringify(errors)).toContain(rule);
    expect(readFileSync(file, "utf8")).toBe(copyOf(defaults));
    expect(refused()).toEqual([written]);
    expect(await listVersions(needs, window)).toHaveLength(1);
  });

  it("continues when the file cannot be read, and does not overwrite it", async () => {
    rmSync(file);
    symlinkSync(file, file);
    const next = otherProcess();
    await startEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(defaults);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(errors).toMatchObject([{ file }]);
  });

  it("continues when the file cannot be written", async () => {
    const next = { ...otherProcess(), settings: testSettings({ AMAS_CONFIG_FILE: "/proc/no" }) };
    await startEngineConfiguration(next);
    await storeConfiguration(next, calmer, admin);
    expect(parametersInForce(next).parameters).toEqual(calmer);
  });

  it("logs a stored version that is not valid in this release and keeps the old one", async () => {
    await storeConfiguration(needs, calmer, admin);
    const snapshot_json = JSON.stringify({ monitoring: { sampleRate: 9 } });
    await needs.database
      .updateTable("engine_config_versions")
      .set({ snapshot_json })
      .where("version_hash", "=", parametersInForce(needs).versionHash)
      .execute();
    const next = otherProcess();
    await followEngineConfiguration(next);
    await followEngineConfiguration(next);
    expect(parametersInForce(next).parameters).toEqual(defaults);
    expect(errors).toHaveLength(1);
  });

  it("serves the newest usable version, not the defaults", async () => {
    const usable = await storeConfiguration(needs, calmer, admin);
    for (const sampleRate of [8, 9]) {
      const { versionHash } = await storeConfiguration(needs, bolder, admin);
      await needs.database
        .updateTable("engine_config_versions")
        .set({ snapshot_json: JSON.stringify({ monitoring: { sampleRate } }) })
        .where("version_hash", "=", versionHash)
        .execute();
    }
    const next = otherProcess();
    await startEngineConfiguration(next);
    expect(parametersInForce(next)).toMatchObject({ ...usable, snapshot: calmer });
    const stored = await storeConfiguration(needs, bolder, admin);
    await followEngineConfiguration(next);
    expect(parametersInForce(next)).toMatchObject({ ...stored, snapshot: bolder });
  });
});

describe("storeConfiguration", () => {
  it("puts the complete new version into force, linked to its parent", async () => {
    const first = parametersInForce(needs);
    const stored = await storeConfiguration(needs, calmer, { ...admin, note: "calmer" });
    expect(stored.versionHash).toBe(parametersHash(calmer, first.versionHash));
    expect(parametersInForce(needs)).toMatchObject({ ...stored, snapshot: calmer });
    expect(Object.isFrozen(parametersInForce(needs).parameters)).toBe(true);
    expect(first.parameters).toEqual(defaults);
    expect(await readVersion(needs, stored.versionHash)).toMatchObject({
      parent_version_hash: first.versionHash,
      author_admin_id: "a1",
      note: "calmer",
      snapshot_json: JSON.stringify(calmer),
    });
    expect(readFileSync(file, "utf8")).toBe(copyOf(calmer));
  });

  it("creates a version for unchanged content", async () => {
    const [a, b] = [await storeConfiguration(needs, defaults, admin), parametersInForce(needs)];
    expect(b.versionHash).toBe(a.versionHash);
    expect(await listVersions(needs, window)).toHaveLength(2);
  });

  it("lists all faults and changes nothing", async () => {
    const { swd: _missing, ...others } = defaults;
    const monitoring = { ...defaults.monitoring, sampleRate: 9, eceAlert: "much" };
    const wrong = { ...others, monitoring, nonsense: 1 };
    const error = await storeConfiguration(needs, wrong, admin).catch((caught: Error) => caught);
    expect(error).toMatchObject({ code: "AMAS_INVALID_CONFIG" });
    const paths = ["monitoring.sampleRate", "monitoring.eceAlert", "nonsense", "swd.bandwidth"];
    for (const path of paths) expect((error as Error).message).toContain(path);
    const { faults = [] } = (error as AppError).extras;
    expect(faults).toHaveLength(3 + Object.keys(defaults.swd).length);
    expect(faults).toContainEqual({ path: "nonsense", value: 1, rule: "a known parameter" });
    expect(await listVersions(needs, window)).toHaveLength(1);
    expect(parametersInForce(needs).parameters).toEqual(defaults);
  });

  it("compares an If-Match with the newest version", async () => {
    const { versionHash } = parametersInForce(needs);
    const stale = { ...admin, ifMatch: '"0000000000000000"' };
    await expect(storeConfiguration(needs, calmer, stale)).rejects.toMatchObject({
      code: "VERSION_CONFLICT",
    });
    await storeConfiguration(needs, calmer, { ...admin, ifMatch: `"${versionHash}"` });
    await storeConfiguration(needs, bolder, { ...admin, ifMatch: "*" });
    expect(parametersInForce(needs).parameters).toEqual(bolder);
  });

  it("stores nothing when the additional work fails", async () => {
    const boom = () => Promise.reject(new Error("boom"));
    await expect(storeConfiguration(needs, calmer, admin, boom)).rejects.toThrow("boom");
    expect(parametersInForce(needs).parameters).toEqual(defaults);
    expect(await listVersions(needs, window)).toHaveLength(1);
  });

  it("takes the same change of two processes once, and refuses another one", async () => {
    const { versionHash: ifMatch } = parametersInForce(needs);
    const edit = { ...admin, ifMatch, unlessInForce: true };
    const first = await appendVersion(needs, calmer, edit);
    expect(await appendVersion(needs, calmer, edit)).toEqual(first);
    const late = appendVersion(needs, bolder, edit);
    await expect(late).rejects.toMatchObject({ code: "VERSION_CONFLICT" });
  });

  it("keeps a single chain of versions under concurrent writes", async () => {
    const all = Array.from({ length: 6 }, () => storeConfiguration(needs, calmer, admin));
    await Promise.all(all);
    const rows = await listVersions(needs, window);
    expect(rows).toHaveLength(7);
    rows.slice(0, -1).forEach((row, n) => {
      expect(row.parent_version_hash).toBe(rows[n + 1]?.version_hash);
    });
    expect(parametersInForce(needs).versionHash).toBe(rows[0]?.version_hash);
  });

  it("lets an operator's sample rate override the configuration's", async () => {
    const own = await openNeeds({ AMAS_MONITOR_SAMPLE_RATE: "0.5" });
    await storeConfiguration(own, calmer, admin);
    expect(parametersInForce(own).parameters.monitoring.sampleRate).toBe(0.5);
    expect(parametersInForce(own).snapshot.monitoring.sampleRate).toBe(0.05);
  });

  it("uses an operator's rate even if it equals the default", async () => {
    const own = await openNeeds({ AMAS_MONITOR_SAMPLE_RATE: "0.05" });
    const all = withParameters(defaults, { "monitoring.sampleRate": 1 });
    await storeConfiguration(own, all, admin);
    expect(parametersInForce(own).parameters.monitoring.sampleRate).toBe(0.05);
    expect(parametersInForce(own).snapshot.monitoring.sampleRate).toBe(1);
  });
});

describe("restoreConfiguration", () => {
  it("stores the old content as a new version", async () => {
    const old = parametersInForce(needs).versionHash;
    await storeConfiguration(needs, calmer, admin);
    const restored = await restoreConfiguration(needs, old, admin);
    expect(restored.versionHash).not.toBe(old);
    expect(parametersInForce(needs).parameters).toEqual(defaults);
    expect((await readVersion(needs, restored.versionHash)).note).toContain(old);
  });

  it("takes defaults for what an old version does not have, and drops what is gone", async () => {
    const { versionHash } = await storeConfiguration(needs, calmer, admin);
    await storeConfiguration(needs, defaults, admin);
    const old = { monitoring: { eceAlert: 0.25, gone: 1 }, removed: { a: 1 } };
    await needs.database
      .updateTable("engine_config_versions")
      .set({ snapshot_json: JSON.stringify(old) })
      .where("version_hash", "=", versionHash)
      .execute();
    const restored = await restoreConfiguration(needs, versionHash, admin);
    expect(parametersInForce(needs)).toMatchObject({ ...restored, snapshot: calmer });
  });

  it("refuses an unknown hash", async () => {
    const unknown = restoreConfiguration(needs, "0123456789abcdef", admin);
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("followEngineConfiguration", () => {
  it("runs every second on every process", () => {
    const { schedule, everywhere } = engineConfigurationWorker;
    expect({ schedule, everywhere }).toEqual({ schedule: { everyMs: 1_000 }, everywhere: true });
  });

  it("follows a version stored by another process", async () => {
    const other = otherProcess();
    await followEngineConfiguration(other);
    await storeConfiguration(needs, bolder, admin);
    expect(parametersInForce(other).parameters).toEqual(defaults);
    await followEngineConfiguration(other);
    expect(parametersInForce(other)).toMatchObject(parametersInForce(needs));
  });

  it("writes another process's version to its own file, without reverting it", async () => {
    const ownFile = join(directory, "other.toml");
    const slow = { ...needs.clock, nowMs: () => 0 };
    const settings = testSettings({ AMAS_CONFIG_FILE: ownFile });
    const other = { ...otherProcess(), settings };
    await startEngineConfiguration(other);
    await storeConfiguration(other, calmer, admin);
    // With a slow clock, so that the other process's file looks newer than this version.
    await storeConfiguration({ ...needs, clock: slow }, bolder, admin);
    for (let look = 0; look < 4; look += 1) await followEngineConfiguration(other);
    expect(readFileSync(ownFile, "utf8")).toBe(copyOf(bolder));
    expect(parametersInForce(other).parameters).toEqual(bolder);
    expect(await listVersions(needs, window)).toHaveLength(3);
    await startEngineConfiguration({ ...otherProcess(), settings });
    expect(await listVersions(needs, window)).toHaveLength(3);
  });

  it("tries only once to write a file that cannot be written", async () => {
    const [folder, ownFile] = [join(directory, "kept"), join(directory, "kept", "own.toml")];
    const warnings: unknown[] = [];
    const log = { ...needs.log, warn: (fields: unknown) => void warnings.push(fields) };
    mkdirSync(`${ownFile}.new`, { recursive: true });
    writeFileSync(ownFile, toToml(defaults));
    const settings = testSettings({ AMAS_CONFIG_FILE: ownFile });
    const other = { ...otherProcess(), settings, log };
    for (let look = 0; look < 2; look += 1) await followEngineConfiguration(other);
    await storeConfiguration(needs, bolder, admin);
    for (let look = 0; look < 3; look += 1) await followEngineConfiguration(other);
    expect(warnings).toHaveLength(1);
    expect(parametersInForce(other).parameters).toEqual(bolder);
    rmSync(folder, { recursive: true });
  });

  it("keeps an edit that a version of another process overtakes", async () => {
    const text = readFileSync(file, "utf8").replace("eceAlert = 0.1", "eceAlert = 0.25");
    writeFileSync(file, text);
    await storeConfiguration(needs, bolder, admin);
    expect(readFileSync(file, "utf8")).toBe(copyOf(bolder));
    expect(refused()).toEqual([text]);
    await lookTwice();
    expect(parametersInForce(needs).parameters).toEqual(bolder);
  });

  it("creates one version for an edit that two processes see", async () => {
    const other = otherProcess();
    await followEngineConfiguration(other);
    writeFileSync(file, copyOf(bolder));
    await lookTwice();
    await followEngineConfiguration(other);
    await followEngineConfiguration(other);
    expect(parametersInForce(needs).parameters).toEqual(bolder);
    expect(parametersInForce(other).parameters).toEqual(bolder);
    expect(await listVersions(needs, window)).toHaveLength(2);
  });

  it("waits until the file no longer changes", async () => {
    await lookTwice();
    edit("[monitoring]\neceAlert = 0.25\n");
    await followEngineConfiguration(needs);
    edit("[monitoring]\neceAlert = 0.25\nsampleRate = 0.5\n");
    await followEngineConfiguration(needs);
    expect(await listVersions(needs, window)).toHaveLength(1);
    await followEngineConfiguration(needs);
    expect(parametersInForce(needs).snapshot.monitoring).toMatchObject({
      eceAlert: 0.25,
      sampleRate: 0.5,
    });
  });

  it("applies an earlier content that someone restores by hand", async () => {
    await storeConfiguration(needs, calmer, admin);
    await lookTwice();
    writeFileSync(file, copyOf(defaults));
    await lookTwice();
    expect(parametersInForce(needs).parameters).toEqual(defaults);
    expect(await listVersions(needs, window)).toHaveLength(3);
  });

  it("logs an invalid edit once and keeps the version in force", async () => {
    edit("[monitoring]\nsampleRate = 7\n");
    await lookTwice();
    await lookTwice();
    expect(errors).toHaveLength(1);
    expect(parametersInForce(needs).parameters).toEqual(defaults);
  });

  it("applies an edit later when it cannot be stored at once", async () => {
    await lookTwice();
    writeFileSync(file, copyOf(bolder));
    await followEngineConfiguration(needs);
    const clock = { ...needs.clock, nowMs: () => null as never };
    await expect(followEngineConfiguration({ ...needs, clock })).rejects.toThrow();
    await lookTwice();
    expect(parametersInForce(needs).parameters).toEqual(bolder);
  });

  it("tolerates a temporarily missing file", async () => {
    rmSync(file);
    await lookTwice();
    expect(parametersInForce(needs).parameters).toEqual(defaults);
  });
});
