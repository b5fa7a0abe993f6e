import { describe, expect, it } from "vitest";
import { isOptIn, optInPaths } from "./opt-in.ts";
import { parameterTable } from "./parameter-table.ts";
import { defaultParameters, withParameters } from "./parameters.ts";
import { advisorWhitelist, checkPatch } from "./patch.ts";

const defaults = defaultParameters();
const whitelist = advisorWhitelist();

function check(patch: unknown, list = whitelist) {
  return checkPatch(patch, defaults, list);
}

describe("advisorWhitelist", () => {
  it("has the eleven open rows with their bounds", () => {
    expect(whitelist).toHaveLength(11);
    expect(whitelist).toContainEqual({ path: "memoryModel.w[3]", minSafe: 1, maxSafe: 25 });
  });
});

describe("checkPatch accepts", () => {
  it("a number inside its bounds, and shows the patched configuration", () => {
    expect(check({ "memoryModel.w[2]": 3 })).toEqual({
      verdict: "accepted",
      value: withParameters(defaults, { "memoryModel.w[2]": 3 }),
      paths: ["memoryModel.w[2]"],
    });
  });

  it("both bounds of every open row, as far as the other weights allow", () => {
    for (const { path, minSafe, maxSafe } of whitelist) {
      for (const value of [minSafe, maxSafe]) {
        const checked = check({ [path]: value });
        const faults = checked.verdict === "rejected" ? checked.faults : [];
        expect(faults.filter((fault) => !fault.rule.includes("w[0] <= w[1]"))).toEqual([]);
      }
    }
  });

  it("weights that are valid only together", () => {
    const patch = { "memoryModel.w[0]": 2, "memoryModel.w[1]": 2.2 };
    expect(check(patch).verdict).toBe("accepted");
  });

  it.each([{}, { "memoryModel.maxIntervalDays": 365 }])("%j as no change", (patch) => {
    expect(check(patch)).toEqual({ verdict: "no_change" });
  });
});

describe("optInPaths", () => {
  it("are parameters", () => {
    const paths = parameterTable().map(({ path }) => path);
    expect(optInPaths().filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("include every switch that is off by default, and no row open to the advisor", () => {
    const off = parameterTable().filter((row) => row.default === false && !isOptIn(row.path));
    expect(off.map(({ path }) => path)).toEqual([]);
    expect(whitelist.filter(({ path }) => isOptIn(path))).toEqual([]);
  });
});

describe("checkPatch rejects", () => {
  it("every row that is not in the whitelist", () => {
    for (const { path, advisorBounds, default: value } of parameterTable()) {
      if (advisorBounds === null) expect(check({ [path]: value }).verdict).toBe("rejected");
    }
  });

  it("switches and opt-in parameters, even if the whitelist contains them", () => {
    for (const { path, kind, default: value } of parameterTable()) {
      if (kind !== "boolean" && !isOptIn(path)) continue;
      const list = [...whitelist, { path, minSafe: -10_000, maxSafe: 10_000 }];
      expect(check({ [path]: value }, list).verdict).toBe("rejected");
      expect(check({ [path]: 1 }, list).verdict).toBe("rejected");
    }
  });

  it.each([
    ["an unknown path", { "memoryModel.w[21]": 1 }, "a known parameter"],
    ["a whole group", { memoryModel: {} }, "a known parameter"],
    ["below the bounds", { "memoryModel.w[16]": 0.99 }, "a number from 1 to 6"],
    ["above the bounds", { "memoryModel.w[15]": 1.01 }, "a number from 0.05 to 1"],
    ["text", { "memoryModel.w[8]": "1" }, "a number from 0.5 to 3"],
    ["not a number", { "memoryModel.w[8]": Number.NaN }, "a number from 0.5 to 3"],
    ["null", { "memoryModel.w[8]": null }, "a number from 0.5 to 3"],
  ])("%s", (_name, patch, rule) => {
    const [path] = Object.keys(patch);
    const value = Object.values(patch)[0];
    expect(check(patch)).toEqual({ verdict: "rejected", faults: [{ path, value, rule }] });
  });

  it.each([null, undefined, 3, "{}", []])("%s instead of an object", (patch) => {
    expect(check(patch).verdict).toBe("rejected");
  });

  it("a patch with several faults, naming all of them", () => {
    const checked = check({ "elo.kFactor": 40, "memoryModel.w[8]": 9, "memoryModel.w[9]": 0.2 });
    const paths = checked.verdict === "rejected" && checked.faults.map((fault) => fault.path);
    expect(paths).toEqual(["elo.kFactor", "memoryModel.w[8]"]);
  });

  it("a violated cross-field rule", () => {
    const checked = check({ "memoryModel.w[1]": 2.5 });
    const rules = checked.verdict === "rejected" && checked.faults.map((fault) => fault.rule);
    expect(rules).toEqual(["w has 21 numbers and w[0] <= w[1] <= w[2] <= w[3]"]);
  });

  it("values outside a narrowed whitelist", () => {
    const list = [{ path: "memoryModel.w[2]", minSafe: 2, maxSafe: 3 }];
    expect(check({ "memoryModel.w[2]": 2.5 }, list).verdict).toBe("accepted");
    expect(check({ "memoryModel.w[2]": 3.1 }, list).verdict).toBe("rejected");
    expect(check({ "memoryModel.w[8]": 2 }, list).verdict).toBe("rejected");
  });

  it("values outside the valid range, however wide the whitelist", () => {
    const list = [{ path: "elo.kFactor", minSafe: -1e9, maxSafe: 1e9 }];
    expect(check({ "elo.kFactor": 1e8 }, list).verdict).toBe("rejected");
    expect(check({ "elo.kFactor": 30 }, list).verdict).toBe("accepted");
  });

  it("values outside the bounds of the default whitelist, however wide another", () => {
    const list = [{ path: "memoryModel.w[2]", minSafe: 0.001, maxSafe: 100 }];
    expect(check({ "memoryModel.w[2]": 0.4 }, list).verdict).toBe("rejected");
    expect(check({ "memoryModel.w[2]": 1.5 }, list).verdict).toBe("accepted");
  });
});
