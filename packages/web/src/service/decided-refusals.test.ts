import { errors, isDeliberate, type ErrorCode } from "@wordloom/contract";
import { expect, it } from "vitest";
import { isDecided } from "./decided-refusals.ts";

it("knows the contract's deliberate refusals, and no failures", () => {
  const codes = Object.keys(errors) as ErrorCode[];
  const deliberate = codes.filter((code) => isDeliberate(code) && errors[code].status >= 500);
  const decided = codes.filter(isDecided);
  expect(["MAINTENANCE", ...decided].toSorted()).toEqual(deliberate.toSorted());
});
