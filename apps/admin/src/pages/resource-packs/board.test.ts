import { describe, expect, it } from "vitest";
import { boardOf, channelsOf, isNewer, nextVersion, type AdminPackVersion } from "./board.ts";

const version = (name: string, changes: Partial<AdminPackVersion> = {}) =>
  ({ version: name, channel: "internal", deactivatedAt: null, ...changes }) as AdminPackVersion;
const gone = { deactivatedAt: "2026-01-01T00:00:00.000Z" };

const versions = [
  version("1.2.0"),
  version("1.1.0"),
  version("1.0.1", gone),
  version("1.0.0", { channel: "stable" }),
];
const active = { internal: "1.1.0", beta: null, stable: "1.0.0" };
const names = (list: readonly AdminPackVersion[]) => list.map(({ version: name }) => name);

describe("boardOf", () => {
  it("orders channels from internal to stable, with current versions and candidates", () => {
    const board = boardOf({ versions, active });
    expect(board.map(({ channel, inForce }) => [channel, inForce?.version])).toEqual([
      ["internal", "1.1.0"],
      ["beta", undefined],
      ["stable", "1.0.0"],
    ]);
    expect(board.map(({ waiting }) => names(waiting))).toEqual([["1.2.0"], ["1.1.0"], []]);
  });

  it("offers nothing that is withdrawn or older than the version in force", () => {
    const [internal] = boardOf({ versions, active: { ...active, internal: "1.2.0" } });
    expect(internal?.waiting).toEqual([]);
    const [empty] = boardOf({ versions, active: { ...active, internal: null } });
    expect(names(empty?.waiting ?? [])).toEqual(["1.2.0", "1.1.0"]);
  });
});

describe("channelsOf", () => {
  it("names the channels in which a version is in force", () => {
    const both = { active: { internal: "1.0.0", beta: null, stable: "1.0.0" } };
    expect(channelsOf(both, { version: "1.0.0" })).toEqual(["internal", "stable"]);
    expect(channelsOf(both, { version: "1.1.0" })).toEqual([]);
  });
});

describe("isNewer", () => {
  it("agrees with the order of semver", () => {
    const order = ["1.0.0-1", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2"];
    const all = [...order, "1.0.0-beta.11", "1.0.0", "1.0.2", "1.0.10", "2.0.0-rc", "2.0.0"];
    for (const [at, one] of all.entries()) {
      for (const [otherAt, other] of all.entries()) {
        expect(isNewer(one, other), `${one} above ${other}`).toBe(at > otherAt);
      }
    }
  });
});

describe("nextVersion", () => {
  it("is higher than all existing ones, including withdrawn ones", () => {
    expect(nextVersion([])).toBe("1.0.0");
    expect(nextVersion([version("1.0.9", gone), version("1.0.10"), version("1.0.2")])).toBe(
      "1.0.11",
    );
    expect(nextVersion([version("2.0.0-beta.1"), version("1.9.0")])).toBe("2.0.0");
    expect(nextVersion([version("1.0.0+build-5")])).toBe("1.0.1");
  });
});
