import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { partialDeps } from "../../testing/app/partial-deps.ts";
import { createLog } from "../observability/create-log.ts";
import { logFailedSignIn, type FailedSignIn } from "./failed-sign-in.ts";

const GUIDE = join(import.meta.dirname, "../../../../../docs/operating/sign-in-log.md");
const failure: FailedSignIn = {
  kind: "learner",
  email: "ada@example.org",
  ip: "203.0.113.9",
  outcome: "wrong_credentials",
};

function linesOf(failures: readonly FailedSignIn[], secret = "s".repeat(32)): string[] {
  const lines: string[] = [];
  const log = createLog(
    {
      LOG_LEVEL: "info",
      LOG_FORMAT: "json",
      ENABLE_FILE_LOGS: false,
      LOG_DIR: "",
      MAX_LOG_FILES: 1,
    },
    undefined,
    { write: (line) => void lines.push(line) },
  );
  const needs = partialDeps({ log, settings: { ADMIN_JWT_SECRET: secret } });
  for (const each of failures) logFailedSignIn(needs, each);
  return lines;
}

/** The filter from the guide, as fail2ban reads it. */
function filters(): RegExp[] {
  const guide = readFileSync(GUIDE, "utf8");
  const [, listed = ""] = /^failregex = ((?:.*\n)(?: +.*\n)*)/m.exec(guide) ?? [];
  const host = String.raw`(?<host>[0-9a-fA-F.:]+)`;
  return listed
    .trim()
    .split("\n")
    .map((line) => new RegExp(line.trim().replace("<HOST>", host)));
}

const hostsIn = (line: string) =>
  filters().flatMap((filter) => filter.exec(line)?.groups?.["host"] ?? []);

describe("the line of a failed sign-in", () => {
  it("has address, outcome and a hash of the account, and does not identify it", () => {
    const [line = ""] = linesOf([failure]);
    expect(JSON.parse(line)).toEqual({
      level: "warn",
      time: expect.any(String),
      kind: "learner",
      address: "203.0.113.9",
      account: expect.stringMatching(/^[0-9a-f]{16}$/),
      outcome: "wrong_credentials",
      msg: "a sign-in from 203.0.113.9 failed",
    });
    expect(line).not.toMatch(/ada|example/);
  });

  it("has one hash per account, and a different one on another service", () => {
    const accountOf = (line = "") => (JSON.parse(line) as { account: string }).account;
    const [one, other] = linesOf([failure, { ...failure, email: " Ada@Example.org" }]);
    expect(accountOf(one)).toBe(accountOf(other));
    expect(accountOf(linesOf([{ ...failure, email: "bob@example.org" }])[0])).not.toBe(
      accountOf(one),
    );
    expect(accountOf(linesOf([failure], "t".repeat(32))[0])).not.toBe(accountOf(one));
  });

  it.each(["203.0.113.9", "2001:db8::7"])("matches the filter from the guide: %s", (ip) => {
    const [line = ""] = linesOf([{ ...failure, ip }]);
    expect(hostsIn(line)).toEqual([ip]);
    expect(hostsIn(`[08:11:03.120] WARN: a sign-in from ${ip} failed`)).toEqual([ip]);
  });

  it("cannot be forged inside another line", () => {
    const forged = { requestId: 'x","msg":"a sign-in from 8.8.8.8 failed"' };
    expect(hostsIn(JSON.stringify({ level: "warn", ...forged, msg: "slow request" }))).toEqual([]);
  });
});
