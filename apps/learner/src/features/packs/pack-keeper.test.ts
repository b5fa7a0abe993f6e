import { beforeEach, describe, expect, it } from "vitest";
import {
  createPackKeeper,
  type KeeperNeeds,
  type KeptPack,
  type PackManifest,
} from "./pack-keeper.ts";

const bytesOf = (payload: unknown) => new Uint8Array(Buffer.from(JSON.stringify(payload)));

/**
 * A service with one pack, a browser with its store, and a record of what was shown and reported.
 */
function world() {
  const state = {
    manifest: undefined as PackManifest | undefined | "app_version_too_low",
    payloads: new Map<string, Uint8Array<ArrayBuffer>>(),
    kept: new Map<string, KeptPack>(),
    isReachable: true,
    forged: new Set<string>(),
    downloads: 0,
    shown: [] as unknown[],
    reports: [] as string[],
  };
  const needs: KeeperNeeds = {
    async manifest() {
      if (!state.isReachable) throw new Error("unreachable");
      return state.manifest;
    },
    async download({ version }) {
      state.downloads += 1;
      const bytes = state.payloads.get(version);
      if (bytes === undefined) throw new Error("cut");
      return bytes;
    },
    verify: async ({ version }) => !state.forged.has(version),
    suitsApp: (minAppVersion) => minAppVersion <= "1.3.0",
    read: async (packId) => state.kept.get(packId) ?? {},
    write: async (packId, kept) => void state.kept.set(packId, kept),
    report: (_packId, version, outcome) => void state.reports.push(`${version} ${outcome}`),
    consumers: new Map([
      [
        "slots",
        {
          fits: (payload: unknown) => typeof payload === "number",
          apply: (payload: unknown) => void state.shown.push(payload),
        },
      ],
    ]),
  };
  return { state, needs };
}

let state: ReturnType<typeof world>["state"];
let needs: KeeperNeeds;
let keeper: ReturnType<typeof createPackKeeper>;
beforeEach(() => {
  ({ state, needs } = world());
  keeper = createPackKeeper(needs);
});

/** Puts this version into force on the service. */
function publish(version: string, payload: unknown, more: Partial<PackManifest> = {}): void {
  state.payloads.set(version, bytesOf(payload));
  state.manifest = {
    packId: "slots",
    version,
    sha256: `hash ${version}`,
    sizeBytes: 1,
    minAppVersion: null,
    signature: "signature",
    ...more,
  };
}

async function install(version: string, payload: unknown): Promise<void> {
  publish(version, payload);
  await keeper.update("slots");
}

const keptVersions = () => {
  const { current, previous } = state.kept.get("slots") ?? {};
  return [current?.manifest.version, previous?.manifest.version];
};

describe("update", () => {
  it("downloads, verifies, applies, stores and reports a version, once", async () => {
    await install("1.0.0", 1);
    await keeper.update("slots");
    expect(state).toMatchObject({ downloads: 1, shown: [1], reports: ["1.0.0 installed"] });
    expect(keptVersions()).toEqual(["1.0.0", undefined]);
  });

  it("keeps the previous version", async () => {
    await install("1.0.0", 1);
    await install("1.1.0", 2);
    expect(state.shown).toEqual([1, 2]);
    expect(keptVersions()).toEqual(["1.1.0", "1.0.0"]);
  });

  it("returns to the previous version without a download when the service does", async () => {
    await install("1.0.0", 1);
    await install("1.1.0", 2);
    await install("1.0.0", 1);
    expect(state).toMatchObject({ downloads: 2, shown: [1, 2, 1] });
    expect(state.reports.at(-1)).toBe("1.0.0 installed");
    expect(keptVersions()).toEqual(["1.0.0", "1.1.0"]);
  });

  it("refuses a forged payload, reports it once, and keeps the old content", async () => {
    await install("1.0.0", 1);
    state.forged.add("1.1.0");
    await install("1.1.0", 2);
    await keeper.update("slots");
    await createPackKeeper(needs).update("slots");
    expect(state).toMatchObject({ downloads: 2, shown: [1] });
    expect(state.reports).toEqual(["1.0.0 installed", "1.1.0 verify_failed"]);
    expect(keptVersions()).toEqual(["1.0.0", undefined]);
    await install("1.2.0", 3);
    expect(state.shown).toEqual([1, 3]);
  });

  it.each([
    ["of another pack", () => bytesOf("text")],
    ["no JSON", () => new Uint8Array(Buffer.from("{"))],
    ["no UTF-8", () => new Uint8Array([0x22, 0xff, 0x22])],
  ])("reports a genuine payload that is %s", async (_what, bytes) => {
    await install("1.0.0", 1);
    publish("1.1.0", 2);
    state.payloads.set("1.1.0", bytes());
    await keeper.update("slots");
    expect(state.shown).toEqual([1]);
    expect(state.reports.at(-1)).toBe("1.1.0 apply_failed");
  });

  it("reports a failing download once a visit, and retries", async () => {
    publish("1.0.0", 1);
    state.payloads.clear();
    await keeper.update("slots");
    await keeper.update("slots");
    expect(state).toMatchObject({ downloads: 2, reports: ["1.0.0 download_failed"] });
    await install("1.0.0", 1);
    expect(state.shown).toEqual([1]);
  });

  it("leaves alone a pack that requires a newer app", async () => {
    await install("1.0.0", 1);
    publish("2.0.0", 2, { minAppVersion: "9.0.0" });
    await keeper.update("slots");
    state.manifest = "app_version_too_low";
    await keeper.update("slots");
    expect(state).toMatchObject({ downloads: 1, shown: [1], reports: ["1.0.0 installed"] });
  });

  it("shows nothing once no version is in force", async () => {
    await install("1.0.0", 1);
    state.manifest = undefined;
    await keeper.update("slots");
    expect(state.shown).toEqual([1, undefined]);
    expect(keptVersions()).toEqual([undefined, undefined]);
  });

  it("shows the stored content while the service cannot be asked", async () => {
    await install("1.0.0", 1);
    state.isReachable = false;
    await expect(keeper.update("slots")).rejects.toThrow("unreachable");
    expect(state.shown).toEqual([1]);
    expect(keptVersions()).toEqual(["1.0.0", undefined]);
  });

  it("applies what another tab has installed, without a download or a report", async () => {
    const other = createPackKeeper(needs);
    await install("1.0.0", 1);
    await other.update("slots");
    expect(state).toMatchObject({ downloads: 1, shown: [1, 1], reports: ["1.0.0 installed"] });
  });

  it("verifies a pack that the app does not use, and reports no installation", async () => {
    publish("1.0.0", 1, { packId: "later" });
    await keeper.update("later");
    expect(state).toMatchObject({ downloads: 1, shown: [], reports: [] });
    state.forged.add("1.1.0");
    publish("1.1.0", 1, { packId: "later" });
    await keeper.update("later");
    expect(state.reports).toEqual(["1.1.0 verify_failed"]);
  });
});

describe("restore", () => {
  const nextVisit = () => createPackKeeper(needs).restore("slots");

  it("applies the stored content without asking the service", async () => {
    await install("1.0.0", 1);
    state.isReachable = false;
    await nextVisit();
    expect(state).toMatchObject({ downloads: 1, shown: [1, 1], reports: ["1.0.0 installed"] });
  });

  it("returns to the previous version when the stored one is altered, and reports it", async () => {
    await install("1.0.0", 1);
    await install("1.1.0", 2);
    state.forged.add("1.1.0");
    await nextVisit();
    expect(state.shown).toEqual([1, 2, 1]);
    expect(state.reports.at(-1)).toBe("1.1.0 rollback");
    expect(keptVersions()).toEqual(["1.0.0", undefined]);
  });

  it("shows nothing when both are altered", async () => {
    await install("1.0.0", 1);
    await install("1.1.0", 2);
    state.forged.add("1.1.0").add("1.0.0");
    await nextVisit();
    expect(state.shown).toEqual([1, 2]);
    expect(keptVersions()).toEqual([undefined, undefined]);
  });

  it("does nothing in a new browser", async () => {
    await nextVisit();
    expect(state).toMatchObject({ shown: [], reports: [], downloads: 0 });
  });
});
