const HIDDEN = "[hidden]";
const DEPTH_MAX = 6;

/** Names of fields whose values are never logged. */
const SECRET_NAME = /pass(word|phrase)?$|secret|token$|authorization|cookie|api_?key|e_?-?mail$/i;

/**
 * Secrets inside text: tokens, credentials in headers and URLs, e-mail addresses. Clients choose
 * some of the texts, so a pattern may only begin where a run of its characters does: otherwise a
 * long run would be searched from each of its characters.
 */
const SECRET_TEXT: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])(?=[\w-]*\beyJ)[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN],
  [/\bwlk_[A-Z2-7]{8}_[\w-]{43}/g, HIDDEN],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [/(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`],
  [/(?<![\w.+-])[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, HIDDEN],
];

/** A copy of a log line's fields with all secrets replaced; errors become plain objects. */
export function redact(fields: object): Record<string, unknown> {
  return redactObject(fields, 0);
}

/** The same for text. */
export function redactText(text: string): string {
  return SECRET_TEXT.reduce((kept, [pattern, by]) => kept.replace(pattern, by), text);
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEPTH_MAX) return "[deep]";
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
  if (value instanceof Error) return redactError(value, depth + 1);
  if (value instanceof Date || value instanceof URL) return redactText(value.toJSON());
  return redactObject(value, depth + 1);
}

function redactObject(fields: object, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const hidden = SECRET_NAME.test(name) && value !== undefined && value !== null;
    kept[name] = hidden ? HIDDEN : redactValue(value, depth);
  }
  return kept;
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ""),
    ...redactObject(error, depth),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth) }),
  };
}
