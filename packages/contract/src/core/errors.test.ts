import { describe, expect, it } from "vitest";
import { errors, isDeliberate, type ErrorCode } from "./errors.ts";

const codes = Object.keys(errors) as ErrorCode[];

describe("errors", () => {
  it("each have a 4xx or 5xx status", () => {
    for (const code of codes) {
      expect(errors[code].status, code).toBeGreaterThanOrEqual(400);
      expect(errors[code].status, code).toBeLessThan(600);
    }
  });

  it("with a 5xx status are failures of the service, unless marked as deliberate", () => {
    const server = codes.filter((code) => errors[code].status >= 500);
    expect(server.filter((code) => !isDeliberate(code)).toSorted()).toEqual([
      "BACKUP_FAILED",
      "INTERNAL",
      "PACK_WRITE_FAILED",
      "RESOURCE_PACK_SIGNER_UNAVAILABLE",
      "UNAVAILABLE",
    ]);
    expect(codes.filter(isDeliberate).toSorted()).toEqual([
      "GITHUB_RATE_LIMITED",
      "LLM_FAILED",
      "MAINTENANCE",
      "PROBE_DISABLED",
      "SMTP_FAILED",
      "UPDATER_DISABLED",
      "UPDATE_SOURCE_ERROR",
    ]);
  });
});
