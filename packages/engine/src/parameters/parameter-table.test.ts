import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ParameterRow, parameterTable } from "./parameter-table.ts";
import { defaultParameters, parameterAt, withParameters } from "./parameters.ts";
import { rowFault } from "./validate.ts";

// What we check: that the rows are complete and valid, that every path of the table leads to its
// default, and that each row agrees with the specification: by its fingerprint, and where the
// specification is available, row by row.
const rows = parameterTable();
const SPECIFIED_TABLES = new URL(
  "../../../../../shared/spec/engine-parameters.md",
  import.meta.url,
);

const openToAdvisor = [
  "memoryModel.baseDesiredRetention",
  "memoryModel.w[0]",
  "memoryModel.w[1]",
  "memoryModel.w[2]",
  "memoryModel.w[3]",
  "memoryModel.w[8]",
  "memoryModel.w[9]",
  "memoryModel.w[10]",
  "memoryModel.w[15]",
  "memoryModel.w[16]",
  "memoryModel.maxIntervalDays",
];

describe("parameterTable", () => {
  it("has 295 leaves with unique paths", () => {
    expect(rows).toHaveLength(295);
    expect(new Set(rows.map((row) => row.path)).size).toBe(295);
  });

  it("opens exactly eleven numbers to the advisor", () => {
    const open = rows.filter((row) => row.advisorBounds !== null).map((row) => row.path);
    expect(open).toEqual(openToAdvisor);
  });

  it("keeps every default and every advisor range inside the valid range", () => {
    const invalid = rows.filter((row) => !isValid(row)).map((row) => row.path);
    expect(invalid).toEqual([]);
  });

  it("has a unique note and a unit for every row", () => {
    const incomplete = rows.filter((row) => row.unit === "" || !/^[A-Z].*\.$/.test(row.note));
    expect(incomplete.map((row) => row.path)).toEqual([]);
    expect(new Set(rows.map((row) => row.note)).size).toBe(rows.length);
  });

  it("finds every default under its path", () => {
    const parameters = defaultParameters();
    const wrong = rows.filter((row) => parameterAt(parameters, row.path) !== row.default);
    expect(wrong.map((row) => row.path)).toEqual([]);
  });
});

describe("defaultParameters", () => {
  it("is one frozen object", () => {
    expect(defaultParameters()).toBe(defaultParameters());
    expect(Object.isFrozen(defaultParameters().ssp.costParams)).toBe(true);
    expect(Object.isFrozen(defaultParameters().memoryModel.w)).toBe(true);
  });

  it("survives JSON unchanged", () => {
    expect(JSON.parse(JSON.stringify(defaultParameters()))).toEqual(defaultParameters());
  });
});

describe("withParameters", () => {
  it("changes leaves and shares the rest", () => {
    const before = defaultParameters();
    const changes = { "memoryModel.w[3]": 9, "ssp.costParams.recallSCoeff": 1 };
    const after = withParameters(before, changes);
    expect(after.memoryModel.w.slice(2, 5)).toEqual([2.3065, 9, 6.4133]);
    expect(after.ssp.costParams.recallSCoeff).toBe(1);
    expect(after.elo).toBe(before.elo);
    expect(before.memoryModel.w[3]).toBe(8.2956);
  });

  it.each(["nothing", "memoryModel.w[21]", "memoryModel.toString", "elo.kFactor.x"])(
    "refuses the path %s",
    (path) => {
      expect(() => withParameters(defaultParameters(), { [path]: 1 })).toThrow(RangeError);
    },
  );
});

/** SHA-256 of the specified rows as JSON, so that they are compared without the specification. */
const SPECIFIED_ROWS = "9f39687c6741a70587f4afb304ed7975404b294cecd152959ebf6cdc2934de03";
const hasSpec = existsSync(SPECIFIED_TABLES);
if (!hasSpec) console.info("the specified parameter tables: only their fingerprint is compared");

describe("the specified tables", () => {
  it("agree with every row", () => {
    const specified = hasSpec ? readTables(readFileSync(SPECIFIED_TABLES, "utf8")) : null;
    if (specified !== null) expect(rows.map(withoutNote)).toEqual(specified);
    const json = JSON.stringify(rows.map(withoutNote), sortedKeys);
    expect(createHash("sha256").update(json).digest("hex")).toBe(SPECIFIED_ROWS);
  });
});

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Defaults changed after measurements: [specified, current]. The reasons are in
 * docs/decisions/0008, 0011 and 0012.
 */
const TUNED: Readonly<Record<string, readonly [number, number]>> = {
  "shortTerm.bufferTauMinutes": [45, 10],
  "shortTerm.bufferLevelSuccess": [0.99, 0.97],
  "shortTerm.bufferLevelFailure": [0.9, 0.3],
  "shortTerm.encodeFirstSuccess": [0.95, 0.6],
  "shortTerm.encodeFirstFailure": [0.4, 0.1],
  "shortTerm.encodeLapse": [0.5, 0.1],
  "shortTerm.tauGrowth": [1.5, 1.2],
  "shortTerm.encodeGain": [0.6, 0.5],
  "correction.priorSd": [0.25, 0.1],
  "correction.biasPriorSd": [0.6, 1.5],
  "correction.memoryFactor": [0.999, 0.9998],
  "correction.weightRecentTime": [-0.1, 0.1],
  "correction.weightTodayAccuracy": [0.05, 0.1],
  "correction.weightRecentAccuracy": [0.15, 0],
  "fit.recencyFloor": [0.25, 0.5],
  "fit.minReviews": [16, 128],
  "fit.fullFitReviews": [64, 256],
};

function isValid({ kind, default: start, bounds, advisorBounds: open }: ParameterRow): boolean {
  if (bounds === null) return kind === "boolean" && typeof start === "boolean";
  if (typeof start !== "number" || bounds.min >= bounds.max) return false;
  const row = { default: start, ...bounds, unit: "", note: "" };
  if (rowFault(kind === "integer" ? { ...row, kind } : row, start) !== null) return false;
  if (open === null) return true;
  return open.min >= bounds.min && open.max <= bounds.max && open.min <= start && start <= open.max;
}

function withoutNote({ note: _note, ...row }: ParameterRow): Omit<ParameterRow, "note"> {
  return row;
}

/** The leaves of the section tables, with the advisor's bounds from the table of its paths. */
function readTables(text: string): Omit<ParameterRow, "note">[] {
  const kinds = { b: "boolean", n: "number", i: "integer" } as const;
  const leaf = /^\| `([^`]+)` \| ([bni]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|/gm;
  const open = /^\| (memoryModel\.\S+) \| [\d.]+ \| ([\d.]+) \| ([\d.]+) \|$/gm;
  const advisor = new Map(
    [...text.matchAll(open)].map((row) => [row[1]!, { min: Number(row[2]), max: Number(row[3]) }]),
  );
  return [...text.matchAll(leaf)].map((row) => {
    const [path, kind, start, range, unit, flags] = row.slice(1).map((cell) => cell.trim());
    const [min, max] = range!.split("..").map(Number);
    const isSwitch = kind === "b";
    expect(advisor.has(path!)).toBe(flags!.includes("**A**"));
    return {
      path: path!,
      kind: kinds[kind as keyof typeof kinds],
      default: isSwitch ? start === "true" : tunedDefault(path!, Number(start)),
      bounds: isSwitch ? null : { min: min!, max: max! },
      unit: unit === "-" ? "none" : unit!,
      advisorBounds: advisor.get(path!) ?? null,
    };
  });
}

/** The current default; a changed one must be recorded with the specified value. */
function tunedDefault(path: string, specified: number): number {
  const change = TUNED[path];
  if (change === undefined) return specified;
  expect(specified, path).toBe(change[0]);
  return change[1];
}

describe("the defaults", () => {
  it("are those documented in the interface", () => {
    expect(defaultParameters()).toMatchObject({
      memoryModel: {
        masteryCompositeThreshold: 0.3,
        masteryAccuracyThreshold: 0.65,
        masteryStreakThreshold: 1,
        reviewingThreshold: 0.4,
        forgettingThreshold: 0.2,
        streakMinGapMs: 1_800_000,
        gspRetireAfterReviews: 0,
        gspRetireIntervalDays: 365,
        gspRetireMinStability: 0,
        gspRetireMinStreak: 6,
      },
      coldStart: {
        classifyToExploreEvents: 20,
        classifyToExploreConfidence: 0.6,
        exploreToExploitEvents: 80,
      },
    });
  });
});
