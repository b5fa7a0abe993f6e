import { errors, isDeliberate, type ErrorCode } from "@wordloom/contract";
import { expect, it } from "vitest";
import { isDecided } from "./decided-refusals.ts";

/** Failures of others that the service only tells of; its error rate counts them. */
const OF_OTHERS: readonly ErrorCode[] = [
  "LLM_FAILED",
  "RESOURCE_PACK_SIGNER_UNAVAILABLE",
  "SMTP_FAILED",
  "UPDATE_SOURCE_ERROR",
];

it("knows the contract's deliberate refusals and failures of others, and no other failures", () => {
  const codes = Object.keys(errors) as ErrorCode[];
  const deliberate = codes.filter((code) => isDeliberate(code) && errors[code].status >= 500);
  const decided = codes.filter(isDecided);
  expect(["MAINTENANCE", ...decided].toSorted()).toEqual([...deliberate, ...OF_OTHERS].toSorted());
});
