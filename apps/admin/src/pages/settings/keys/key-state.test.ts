import { describe, expect, it } from "vitest";
import { keyState } from "./key-state.ts";

const END = "2026-05-01T08:00:00.000Z";
const endMs = Date.parse(END);

describe("the state of an API key", () => {
  it.each([
    { expiresAt: null, revokedAt: null, nowMs: endMs, state: "live" },
    { expiresAt: END, revokedAt: null, nowMs: endMs - 1, state: "live" },
    { expiresAt: END, revokedAt: null, nowMs: endMs, state: "ended" },
    { expiresAt: END, revokedAt: END, nowMs: endMs - 1, state: "revoked" },
    { expiresAt: null, revokedAt: END, nowMs: endMs, state: "revoked" },
  ])("is $state with $expiresAt and $revokedAt", ({ nowMs, state, ...key }) => {
    expect(keyState(key, nowMs)).toBe(state);
  });
});
