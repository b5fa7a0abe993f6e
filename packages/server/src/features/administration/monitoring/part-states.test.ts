import { partSentences } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { sampleSentences } from "../../../testing/sample-sentences.ts";
import { unwell, well } from "./part-states.ts";

describe("the state of a part", () => {
  it.each(sampleSentences(partSentences))(
    "says $code in English, with its arguments",
    (sentence) => {
      const state = well(sentence as Parameters<typeof well>[0]);
      expect(state).toMatchObject({ healthy: true, ...sentence });
      for (const value of Object.values(sentence.args).flat()) {
        expect(state.detail).toContain(String(value));
      }
      expect(unwell(sentence as Parameters<typeof well>[0])).toEqual({ ...state, healthy: false });
    },
  );

  it.each([
    [0, "The last good backup is less than an hour old."],
    [1, "The last good backup is 1 hour old."],
    [2, "The last good backup is 2 hours old."],
  ])("says how old a backup of %s hours is", (ageHours, detail) => {
    expect(well({ code: "backup_age", args: { ageHours } }).detail).toBe(detail);
  });
});
