import {
  createSizeCheck,
  errors,
  hasSizes,
  type Endpoint,
  type ErrorCode,
  type Excess,
  type SizeLimits,
} from "@wordloom/contract";
import type { z } from "zod";
import { refuse, type RefusalExtras } from "../basics/app-error.ts";
import { overFault, overText, type OverLimit } from "../basics/over-limit.ts";

type Issue = z.core.$ZodIssue;
type Faults = Endpoint["faults"];

/** Parses one kind of input: the query or the body of an endpoint. */
export interface InputParser {
  /**
   * @throws AppError for the first list with too many entries, before any entry is read; otherwise
   * for the first invalid field, which the message names. The code is that in `faults` if the value
   * has the right type but breaks a rule, otherwise INVALID_REQUEST_BODY. If several fields are
   * invalid and the first breaks a rule, the refusal lists them all, so that a form can show them
   * at once
   */
  parse(value: unknown): unknown;
  /**
   * Absent if no list has its own size limit.
   *
   * @throws AppError for the first list with too many entries
   */
  readonly requireSizes?: (value: unknown) => void;
}

/** Malformed input is refused for its first fault, so validation stops there. */
const untilFirstFault: z.core.ParseContextInternal<Issue> = { abortEarly: true };

export function createInputParser(
  schema: z.ZodType,
  faults: Faults,
  limits: SizeLimits,
): InputParser {
  const findExcess = createSizeCheck(schema, limits);
  const requireSizes = (value: unknown) => {
    const excess = findExcess(value);
    if (excess !== undefined) refuseExcess(excess);
  };
  return {
    ...(hasSizes(schema) && { requireSizes }),
    parse(value) {
      requireSizes(value);
      const parsed = schema.safeParse(value, untilFirstFault);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      if (issue === undefined) throw parsed.error;
      return refuseIssue(issue, value, faults, () => schema.safeParse(value).error?.issues ?? []);
    },
  };
}

/** A query string as an object; if a name occurs twice, the last value counts. */
export function parseQueryText(text: string): Record<string, string> {
  if (text.includes("%00")) refuse("INVALID_REQUEST_BODY", "The query contains a NUL character.");
  return Object.fromEntries(new URLSearchParams(text));
}

function refuseExcess({ path, max, count, code }: Excess): never {
  const over = { unit: "entries", limit: max, count } as const;
  return refuse(code, `${path}: ${overText(over)}`, { faults: [{ path, ...overFault(over) }] });
}

function refuseIssue(
  issue: Issue,
  value: unknown,
  faults: Faults,
  findAll: () => readonly Issue[],
): never {
  const code = codeOf(issue, value, faults);
  const over = overOf(issue, value);
  if (code !== undefined) {
    const message =
      over === undefined ? named(code, issue) : `${named(code, issue)} ${overText(over)}`;
    refuse(code, message, allFaults(findAll(), value, faults) ?? alone(issue, code, over));
  }
  const where = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  return refuse(
    "INVALID_REQUEST_BODY",
    `${where}${over === undefined ? issue.message : overText(over)}`,
  );
}

/** The excess of a text over its limit; undefined for any other fault. */
function overOf(issue: Issue, value: unknown): OverLimit | undefined {
  if (issue.code !== "too_big" || issue.origin !== "string") return undefined;
  const text = heldAt(issue, value);
  if (typeof text !== "string") return undefined;
  return { unit: "characters", limit: Number(issue.maximum), count: text.length };
}

function alone(issue: Issue, code: ErrorCode, over: OverLimit | undefined): RefusalExtras {
  if (over === undefined) return {};
  return { faults: [{ field: String(issue.path[0] ?? ""), code, ...overFault(over) }] };
}

/** The code of a field whose value breaks a rule; undefined if the field has none, or no value. */
function codeOf(issue: Issue, value: unknown, faults: Faults): ErrorCode | undefined {
  const [field] = issue.path;
  const code = field === undefined ? undefined : faults?.[String(field)];
  return code !== undefined && isRuleBroken(issue, value) ? code : undefined;
}

/** The first fault of each field; undefined if only one field is invalid. */
function allFaults(
  issues: readonly Issue[],
  value: unknown,
  faults: Faults,
): RefusalExtras | undefined {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0] ?? ""));
  if (byField.size < 2) return undefined;
  const told = [...byField].flatMap(([field, [first]]) => {
    if (first === undefined) return [];
    const code = codeOf(first, value, faults) ?? "INVALID_REQUEST_BODY";
    const over = overOf(first, value);
    return [{ field, code, ...(over === undefined ? { rule: first.message } : overFault(over)) }];
  });
  return { faults: told };
}

function named(code: ErrorCode, issue: Issue): string {
  return `${issue.path.join(".")}: ${errors[code].message}`;
}

/** The value that an issue is about. */
function heldAt({ path }: Issue, value: unknown): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
}

/** False if the value is missing or has the wrong JSON type. */
function isRuleBroken(issue: Issue, value: unknown): boolean {
  const held = heldAt(issue, value);
  if (held === undefined || held === null) return false;
  // A fraction instead of an integer still has the right type.
  if (issue.code === "invalid_type") return typeof held === "number" && isNumeric(issue.expected);
  if (issue.code === "invalid_value") return typeof held === typeof issue.values[0];
  return issue.code !== "invalid_union";
}

function isNumeric(expected: string): boolean {
  return expected === "number" || expected === "int";
}
