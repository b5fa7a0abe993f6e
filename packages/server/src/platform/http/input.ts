import { errors, type Endpoint, type ErrorCode } from "@wordloom/contract";
import type { z } from "zod";
import { refuse } from "../app-error.ts";

type Issue = z.core.$ZodIssue;
type Faults = Endpoint["faults"];

/**
 * The value as its schema gives it.
 *
 * @throws AppError of the first faulty field, named in the message: the code `faults` lists for it
 *   when the value is of the right kind but breaks a rule, else INVALID_REQUEST_BODY
 */
export function parseInput(schema: z.ZodType, value: unknown, faults: Faults): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw parsed.error;
  return refuseIssue(issue, value, faults);
}

/** A query as an object; when a name occurs twice, the last value counts. */
export function parseQueryText(text: string): Record<string, string> {
  if (text.includes("%00")) refuse("INVALID_REQUEST_BODY", "The query contains a NUL character.");
  return Object.fromEntries(new URLSearchParams(text));
}

function refuseIssue(issue: Issue, value: unknown, faults: Faults): never {
  const [field] = issue.path;
  const code = field === undefined ? undefined : faults?.[String(field)];
  if (code !== undefined && isRuleBroken(issue, value)) refuse(code, named(code, issue));
  const where = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  return refuse("INVALID_REQUEST_BODY", `${where}${issue.message}`);
}

function named(code: ErrorCode, issue: Issue): string {
  return `${issue.path.join(".")}: ${errors[code].message}`;
}

/** False for a value that is missing, or of another JSON type than the schema speaks of. */
function isRuleBroken(issue: Issue, value: unknown): boolean {
  const held = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  if (held === undefined || held === null) return false;
  // A fraction where a whole number belongs is the right type all the same.
  if (issue.code === "invalid_type") return typeof held === "number" && isNumeric(issue.expected);
  if (issue.code === "invalid_value") return typeof held === typeof issue.values[0];
  return issue.code !== "invalid_union";
}

function isNumeric(expected: string): boolean {
  return expected === "number" || expected === "int";
}
