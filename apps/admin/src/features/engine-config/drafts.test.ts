import { describe, expect, it } from "vitest";
import { parametersSchema } from "@wordloom/engine/parameters";
import { defaultParameters } from "@wordloom/engine";
import {
  basedOn,
  conflictsIn,
  changesBetween,
  jsonTaken,
  noDrafts,
  patchOf,
  typedInto,
  typedOfJson,
} from "./drafts.ts";
import { nameOf, parametersOf, searched, valueAt, withValues } from "./parameter-list.ts";

const parameters = parametersOf(parametersSchema());
const config = defaultParameters() as unknown as Record<string, unknown>;
const first = { hash: "1", config };
const RETENTION = "memoryModel.baseDesiredRetention";
const SECOND = "memoryModel.w[1]";

describe("the list of parameters", () => {
  it("contains all of them, with the default values", () => {
    expect(parameters).toHaveLength(295);
    for (const { path, standard } of parameters) expect(valueAt(config, path)).toBe(standard);
  });

  it("names them in words and finds them by words", () => {
    expect(nameOf(RETENTION)).toBe("Base desired retention");
    expect(nameOf(SECOND)).toBe("W 2");
    const found = searched(parameters, { group: "", text: "DESIRED  reviews" });
    expect(found.map(({ path }) => path)).toContain(RETENTION);
    expect(searched(parameters, { group: "elo", text: "desired" })).toEqual([]);
  });

  it("sets values in a copy, also in lists", () => {
    const other = withValues(config, { [SECOND]: 2, [RETENTION]: 0.8 });
    expect(changesBetween(parameters, config, other)).toEqual([
      { path: RETENTION, before: 0.9, after: 0.8 },
      { path: SECOND, before: valueAt(config, SECOND), after: 2 },
    ]);
  });
});

describe("unsaved changes", () => {
  it("are collected, and dropped when the original value is typed", () => {
    const one = typedInto(noDrafts, first, RETENTION, "0.92");
    expect(one).toMatchObject({ base: first, typed: { [RETENTION]: "0.92" } });
    expect(typedInto(one, first, RETENTION, "0.9 ")).toEqual(noDrafts);
  });

  it("are sent as numbers, and invalid ones stay typed", () => {
    const typed = { [RETENTION]: " 0.92", [SECOND]: "two", a: "", b: true };
    const { patch, unreadable } = patchOf(typed);
    expect(patch).toEqual({ [RETENTION]: 0.92, b: true });
    expect(unreadable).toEqual([SECOND, "a"]);
  });

  it("are shown next to others' saved changes, and then rebased on them", () => {
    const mine = typedInto(typedInto(noDrafts, first, RETENTION, "0.92"), first, SECOND, "2");
    const theirs = withValues(config, { [RETENTION]: 0.95, [SECOND]: 2, "mastery.stableDays": 30 });
    const now = { hash: "2", config: theirs };
    expect(conflictsIn(parameters, mine, first)).toEqual([]);
    const sides = conflictsIn(parameters, mine, now);
    expect(sides.find(({ path }) => path === RETENTION)).toEqual({
      path: RETENTION,
      before: 0.9,
      theirs: 0.95,
      mine: "0.92",
    });
    expect(basedOn(mine, now)).toMatchObject({ base: now, typed: { [RETENTION]: "0.92" } });
  });

  it("can come from JSON, which must be complete", () => {
    const text = JSON.stringify(withValues(config, { [RETENTION]: 0.8 }));
    expect(typedOfJson(parameters, text, first)).toEqual({ typed: { [RETENTION]: "0.8" } });
    expect(typedOfJson(parameters, "{", first)).toMatchObject({ fault: "no_json" });
    expect(typedOfJson(parameters, "{}", first)).toMatchObject({ fault: "missing" });
  });

  it("take from JSON only the differences from the version that it was based on", () => {
    const json = JSON.stringify(withValues(config, { [SECOND]: 2 }));
    const later = { hash: "2", config: withValues(config, { [RETENTION]: 0.8 }) };
    const taken = jsonTaken(parameters, { ...noDrafts, base: first, json });
    if ("fault" in taken) throw new Error(taken.about);
    expect(taken).toMatchObject({ typed: { [SECOND]: "2" }, json: undefined });
    expect(conflictsIn(parameters, taken, later)).toMatchObject([
      { path: RETENTION, theirs: 0.8, mine: undefined },
      { path: SECOND, theirs: undefined, mine: "2" },
    ]);
    expect(jsonTaken(parameters, { ...noDrafts, base: first, json: "{" })).toMatchObject({
      fault: "no_json",
    });
  });
});
