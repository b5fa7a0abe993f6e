import { describe, expect, it } from "vitest";
import { uncovered } from "./coverage-page.ts";
import { promisesIn } from "./promises.ts";

describe("the interface", () => {
  it("has tests for every endpoint and every error code", () => {
    expect(uncovered()).toEqual([]);
  });
});

const source = `
const tooMany = { status: 400, body: { code: "TOO_MANY" } };
describe("POST /api/a", () => {
  const over = (count: number) => ({ send: many(count), ...tooMany });
  scenarios(routes, { "takes ten": { send: many(10) }, "refuses 11": over(11), ...faults("a") });
});
describe("POST /api/b", () => {
  it.each([["two", 2], ["three", 3]])("judges %s", judge);
  scenarios(routes, { "counts": { send }, "takes ten": { send: many(10) }, ...faults("b") });
});
function faults(path: string) {
  return { "says what is wrong": { send: path } };
}
`;
const promises = promisesIn("x/some.routes.test.ts", source);

describe("promisesIn", () => {
  it("finds tests, rows, and rows that a function creates for several suites", () => {
    expect(promises.map(({ suites, name }) => `${suites.join(" / ")}: ${name}`)).toEqual([
      "POST /api/a: takes ten",
      "POST /api/a: refuses 11",
      "POST /api/a: says what is wrong",
      "POST /api/b: judges %s",
      "POST /api/b: counts",
      "POST /api/b: takes ten",
      "POST /api/b: says what is wrong",
    ]);
  });

  it("reads a row with the constants it uses, and no others", () => {
    const [takes, refuses] = promises;
    expect(refuses?.text).toContain("TOO_MANY");
    expect(takes?.text).not.toContain("TOO_MANY");
  });
});
