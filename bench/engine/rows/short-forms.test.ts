import { describe, expect, it } from "vitest";
import type { Figure } from "../../lib/row.ts";
import { ablate } from "./ablation.ts";
import { compareDrawn } from "./drawn-learners.ts";
import { evaluateUnseenLearners } from "./carry-over.ts";
import { compareGoals } from "./goal.ts";
import { compareIntervals } from "./intervals.ts";
import { studyLearners } from "./learner.ts";
import type { Report } from "../report/report.ts";
import { compareWithFrontier } from "./second.ts";
import { measureSpeed } from "./speed.ts";
import { compareStudents } from "./student.ts";

// Short versions of the long measurements run and give finite numbers; targets and times are not
// checked.
const LONGEST_MS = 120_000;
/** A coarse grid, because the solver would take most of the time. */
const COARSE = { "ssp.rStep": 0.1, "ssp.base": 1.3, "ssp.linearStepDays": 60 };
const NOT_FINITE = /NaN|Infinity|undefined/;

function expectSound(measured: {
  readonly report: Omit<Report, "name">;
  readonly figures: readonly Figure[];
}): void {
  const { report, figures } = measured;
  expect(figures.length).toBeGreaterThan(0);
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  const cells = report.tables.flatMap(({ head, rows }) => [head, ...rows].flat());
  expect(cells.filter((cell) => NOT_FINITE.test(cell))).toEqual([]);
  expect(
    report.tables.every(({ head, rows }) => rows.every((row) => row.length === head.length)),
  ).toBe(true);
  expect(report.plot ?? "").not.toMatch(NOT_FINITE);
}

describe("a short form of the measurement", { timeout: LONGEST_MS }, () => {
  it("of learners not used for tuning runs through", async () => {
    expectSound(await evaluateUnseenLearners(1, 4, [12]));
  });

  it("of learners of decision 12 runs through", () => {
    expectSound(compareDrawn({ learners: 1, days: 5, sizes: [15] }));
  });

  it("of drawn students runs through", async () => {
    expectSound(await compareStudents(1, 30, COARSE));
  });

  it("of words per minute runs through", async () => {
    expectSound(await compareWithFrontier(1, 2, { grid: COARSE }));
  });

  it("of goals runs through", async () => {
    expectSound(await compareGoals({ students: 1, days: { dhp: 7, fsrs: 4 } }));
  });

  it("of limited intervals runs through", async () => {
    const students = {
      DHP: [1, 1],
      "FSRS-6, 10 a day": [1, 1],
      "FSRS-6, as many as fit": [2, 1],
    };
    expectSound(await compareIntervals(students, [8, 12]));
  });

  it("of learners who tire runs through", () => {
    expectSound(studyLearners({ learners: 1, days: 2, words: 300 }));
  });

  it("of voters and signals runs through", async () => {
    expectSound(await ablate({ learners: 1, days: 2, words: 100 }, {}));
  });

  it("of speed runs through", () => {
    const few = { reviews: 500, fitReviews: 400, candidates: 300, predictions: 2_000 };
    expectSound(measureSpeed({ ...few, grid: COARSE, warmUps: 0, bestOf: 1 }, undefined));
  });
});
