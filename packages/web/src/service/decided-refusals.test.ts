import { errors, isDeliberate, type ErrorCode } from "@wordloom/contract";
import { expect, it } from "vitest";
import { isDecided } from "./decided-refusals.ts";

/** Errors of the service itself that asking again does not resolve. */
const LASTING: readonly ErrorCode[] = ["RESOURCE_PACK_SIGNER_UNAVAILABLE"];

it("knows the contract's deliberate refusals and lasting failures, and no others", () => {
  const codes = Object.keys(errors) as ErrorCode[];
  const deliberate = codes.filter((code) => isDeliberate(code) && errors[code].status >= 500);
  const decided = codes.filter(isDecided);
  expect(["MAINTENANCE", ...decided].toSorted()).toEqual([...deliberate, ...LASTING].toSorted());
});
