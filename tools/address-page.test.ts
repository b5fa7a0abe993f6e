import { globSync } from "node:fs";
import path from "node:path";
import * as contract from "@wordloom/contract";
import { endpointsOf } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { filesByStart, startOf } from "./address-page.ts";

const FEATURES = path.join(import.meta.dirname, "../packages/server/src/features");

// What we check: a reader who knows only an address finds the code behind it.
describe("the page of addresses", () => {
  it("lists every address of the contract by its first segments", () => {
    const listed = filesByStart();
    const starts = endpointsOf(contract).map((endpoint) => startOf(endpoint.path));
    expect(starts.filter((start) => !listed.has(start))).toEqual([]);
  });

  it("names a feature of the server behind every address", () => {
    const features = globSync("*/*/", { cwd: FEATURES });
    const isFeature = (file: string) =>
      features.some((feature) => file === feature || file.startsWith(`${feature}-`));
    const named = [...filesByStart().values()].flatMap((files) => [...files]);
    expect(named.filter((file) => !isFeature(file))).toEqual([]);
  });
});
