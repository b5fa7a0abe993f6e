import { describe, expect, it } from "vitest";
import type { AdminPackVersion } from "./board.ts";
import { smokeChecksOf, type CheckName, type SmokeFacts } from "./smoke-checks.ts";

const bytes = new TextEncoder().encode('{"schema":1,"slots":{}}');
const version = {
  packId: "content-slots",
  version: "1.0.0",
  minAppVersion: "1.2.0",
  sha256: "a".repeat(64),
  signature: "b".repeat(88),
  sizeBytes: bytes.length,
} as AdminPackVersion;
const well: SmokeFacts = {
  version,
  bytes,
  manifestSha256: version.sha256,
  isSigned: true,
  outcomes: { installed: 3 },
  oldAppCode: "app_version_too_low",
};

const statesOf = (changes: Partial<SmokeFacts>) =>
  Object.fromEntries(
    smokeChecksOf({ ...well, ...changes }).map(({ name, state }) => [name, state]),
  );

describe("the smoke checklist", () => {
  it("has seven checks, of which one needs a person's eyes", () => {
    const { read, ...others } = statesOf({});
    expect(read).toBe("open");
    expect(new Set(Object.values(others))).toEqual(new Set(["good"]));
    expect(Object.keys(others)).toHaveLength(6);
  });

  it.each<[CheckName, Partial<SmokeFacts>]>([
    ["uploaded", { version: { ...version, signature: "" } }],
    ["manifest", { manifestSha256: "c".repeat(64) }],
    ["size", { bytes: bytes.slice(1) }],
    ["size", { bytes: undefined }],
    ["signature", { isSigned: false }],
    ["read", { bytes: new TextEncoder().encode("{}") }],
    ["installed", { outcomes: { installed: 3, rollback: 1 } }],
    ["gate", { oldAppCode: null }],
  ])("finds %s wrong", (name, changes) => expect(statesOf(changes)[name]).toBe("bad"));

  it.each<[CheckName, Partial<SmokeFacts>]>([
    ["manifest", { manifestSha256: null }],
    ["signature", { isSigned: undefined }],
    ["installed", { outcomes: {} }],
    ["gate", { oldAppCode: undefined }],
    ["gate", { version: { ...version, minAppVersion: null }, oldAppCode: null }],
    ["read", { version: { ...version, packId: "other" }, bytes: new Uint8Array() }],
  ])("leaves %s open where it cannot be told", (name, changes) =>
    expect(statesOf(changes)[name]).toBe("open"),
  );
});
