import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addLearner,
  commonSet,
  countLearners,
  hasLearner,
  uniteSets,
  learnerSet,
  trimmedBytes,
} from "./learner-set.ts";

const someLearners = fc.uniqueArray(fc.nat({ max: 5_000 }), { maxLength: 60 });

function setOf(learners: readonly number[]) {
  const set = learnerSet();
  for (const learner of learners) addLearner(set, learner);
  return set;
}

describe("learner set", () => {
  it("contains exactly the added learners, each once", () => {
    fc.assert(
      fc.property(someLearners, fc.nat({ max: 6_000 }), (learners, other) => {
        const set = setOf([...learners, ...learners]);
        expect(countLearners(set)).toBe(learners.length);
        expect(hasLearner(set, other)).toBe(learners.includes(other));
      }),
    );
  });

  it("reports whether a learner is new", () => {
    const set = learnerSet();
    expect([3, 3, 800, 800].map((learner) => addLearner(set, learner))).toEqual([
      ...[true, false, true, false],
    ]);
  });

  it("intersects with a set of any length", () => {
    fc.assert(
      fc.property(someLearners, someLearners, (one, other) => {
        const common = one.filter((learner) => other.includes(learner));
        const found = commonSet(setOf(one), setOf(other));
        expect(countLearners(found)).toBe(common.length);
        expect(common.every((learner) => hasLearner(found, learner))).toBe(true);
      }),
    );
  });

  it("unites sets of different lengths", () => {
    fc.assert(
      fc.property(fc.array(someLearners, { maxLength: 4 }), (lists) => {
        const all = uniteSets(lists.map(setOf));
        expect(countLearners(all)).toBe(new Set(lists.flat()).size);
      }),
    );
  });

  it("is stored without trailing zeros, and restored unchanged", () => {
    const bytes = trimmedBytes(setOf([1, 17]));
    expect([...bytes]).toEqual([2, 0, 2]);
    expect(hasLearner(learnerSet(bytes), 17)).toBe(true);
    expect(trimmedBytes(learnerSet())).toHaveLength(0);
  });
});
