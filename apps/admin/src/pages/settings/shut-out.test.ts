import { describe, expect, it } from "vitest";
import { changesWithout, shutOutBy } from "./shut-out.ts";

const text = {
  t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(" "),
} as Parameters<typeof shutOutBy>[2];

const limits = (bucket: string, max: number, window_secs: number) => ({
  rate_limits: { [bucket]: { max, window_secs } },
});

describe("shutOutBy", () => {
  it.each([
    ["authenticated", 1, 3_600],
    ["authenticated", 59, 60],
    ["authenticated", 600, 3_600],
    ["anonymous", 29, 60],
    ["auth", 4, 60],
    ["admin_auth", 1, 1],
  ])("names whom a limit shuts out: %s, %d in %d s", (bucket, max, secs) => {
    expect(shutOutBy(limits(bucket, max, secs), {}, text)).toEqual([
      `settings.shuts_out_limit settings.shuts_out_${bucket} ${max} ${secs}`,
    ]);
  });

  it.each([
    ["authenticated", 60, 60],
    ["authenticated", 3_600, 3_600],
    ["auth", 10, 60],
    ["telemetry", 1, 3_600],
  ])("says nothing of %s, %d in %d s", (bucket, max, secs) => {
    expect(shutOutBy(limits(bucket, max, secs), {}, text)).toEqual([]);
    expect(shutOutBy({ rate_limits: null, max_users: 1 }, {}, text)).toEqual([]);
  });

  it("names apps that a closed gate shuts out, if the gate or its version changes", () => {
    const gate = { version_gate_enabled: true, min_client_version: "2.0.0" };
    const told = ["settings.shuts_out_versions 2.0.0"];
    expect(shutOutBy({ version_gate_enabled: true }, gate, text)).toEqual(told);
    expect(shutOutBy({ min_client_version: "2.0.0" }, gate, text)).toEqual(told);
    expect(shutOutBy({ version_gate_enabled: false }, gate, text)).toEqual([]);
    expect(shutOutBy({ min_client_version: "" }, gate, text)).toEqual([]);
    expect(shutOutBy({ max_users: 5 }, gate, text)).toEqual([]);
  });
});

describe("the value that a setting has without the stored one", () => {
  const [wide, tight] = [
    { max: 600, window_secs: 60 },
    { max: 2, window_secs: 60 },
  ];
  const limitsOf = (auth: object, anonymous: object = tight) => ({ auth, anonymous });
  const without = (inherited: unknown, value: unknown, type = "object") =>
    changesWithout({ key: "rate_limits", type, value, inherited });

  it("shuts out whom a tight limit of the environment shuts out that comes into force", () => {
    const changes = without(limitsOf(tight), limitsOf(wide));
    expect(shutOutBy(changes, {}, text)).toEqual([
      "settings.shuts_out_limit settings.shuts_out_auth 2 60",
    ]);
    expect(shutOutBy(without(limitsOf(wide), limitsOf(tight)), {}, text)).toEqual([]);
  });

  it("closes the gate to versions that it let in", () => {
    const about = { key: "min_client_version", type: "string", value: "", inherited: "3.0.0" };
    const before = { version_gate_enabled: true, min_client_version: "" };
    expect(shutOutBy(changesWithout(about), before, text)).toEqual([
      "settings.shuts_out_versions 3.0.0",
    ]);
  });
});
