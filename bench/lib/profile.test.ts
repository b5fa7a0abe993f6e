import { expect, it } from "vitest";
import { topFunctions, type CpuProfile } from "./profile.ts";

const node = (id: number, functionName: string, url = "", lineNumber = 0) => ({
  id,
  callFrame: { functionName, url, lineNumber },
});

const profile: CpuProfile = {
  nodes: [
    node(1, "(idle)"),
    node(2, "parse", "file:///somewhere/node_modules/zod/parse.js", 9),
    // The same function with another caller.
    node(3, "parse", "file:///somewhere/node_modules/zod/parse.js", 9),
    node(4, ""),
  ],
  samples: [1, 2, 3, 4],
  timeDeltas: [900, 30, 30, 40],
};

it("sums self times of a function over its callers, without idle time", () => {
  expect(topFunctions([profile])).toEqual(["parse (zod/parse.js:10) 60.0 %", "(anonymous) 40.0 %"]);
});

it("adds several processes together", () => {
  const other = { ...profile, samples: [4], timeDeltas: [100] };
  expect(topFunctions([profile, other])[0]).toBe("(anonymous) 70.0 %");
});

it("lists the first twelve", () => {
  const nodes = Array.from({ length: 20 }, (_, n) => node(n, `f${n}`));
  const samples = nodes.map(({ id }) => id);
  const timeDeltas = nodes.map(({ id }) => id + 1);
  const top = topFunctions([{ nodes, samples, timeDeltas }]);
  expect(top).toHaveLength(12);
  expect(top[0]).toMatch(/^f19 /);
});
