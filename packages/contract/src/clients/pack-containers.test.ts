import { describe, expect, it } from "vitest";
import { packContainers } from "./pack-containers.ts";
import { judgeAppConfig } from "./app-config.ts";
import { linkTarget } from "../core/link-targets.ts";

describe("linkTarget", () => {
  it.each([
    ["wordloom://review/flashcard", "review/flashcard"],
    ["other+app://practice/quick-practice/", "practice/quick-practice"],
    ["wordloom://word/0198-a_b", "word/0198-a_b"],
  ])("resolves %s to %s", (link, target) => expect(linkTarget(link)).toBe(target));

  it.each([
    "https://evil.example/study",
    "javascript:alert(1)",
    "wordloom://word/../../admin",
    "wordloom://word/a/b",
    "wordloom://tab/constructor",
    "wordloom://tab/home?from=x",
    "wordloom://word/",
    "/study",
    "",
  ])("resolves %j to no target", (link) => expect(linkTarget(link)).toBeUndefined());
});

describe("judgeAppConfig", () => {
  const judge = (flags: unknown) => judgeAppConfig({ schema: 1, flags });

  it("reads flags that clients know, and leaves others for later clients", () => {
    const flags = { announcements_enabled: "false", telemetry_sampling_rate: 0.5, later: "on" };
    expect(judge(flags)).toEqual({
      content: { announcements_enabled: false, telemetry_sampling_rate: 0.5 },
      faults: [],
    });
  });

  it.each([
    ["announcements_enabled", "off", "boolean"],
    ["llm_advisor_enabled", null, "boolean"],
    ["telemetry_sampling_rate", 1.5, "share"],
    ["telemetry_sampling_rate", "1", "share"],
    ["later", {}, "flag_value"],
    ["constructor", null, "flag_value"],
  ])("ignores %s = %j", (name, value, rule) => {
    expect(judge({ [name]: value })).toEqual({
      content: {},
      faults: [{ path: `flags.${name}`, rule, effect: "ignored" }],
    });
  });

  it.each([null, {}, { schema: 1 }, { schema: 2, flags: {} }, { schema: 1, flags: [] }])(
    "refuses %j",
    (payload) => {
      const { content, faults } = judgeAppConfig(payload);
      expect(content).toBeUndefined();
      expect(faults.map(({ effect }) => effect)).toEqual(["refused"]);
    },
  );
});

describe("packContainers", () => {
  it("rejects a payload of one pack in the other", () => {
    const [slots, flags] = [
      { schema: 1, slots: {} },
      { schema: 1, flags: {} },
    ];
    expect(packContainers["content-slots"](flags).content).toBeUndefined();
    expect(packContainers["app-config"](slots).content).toBeUndefined();
  });
});
