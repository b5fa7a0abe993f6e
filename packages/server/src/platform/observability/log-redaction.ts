const HIDDEN = "[hidden]";
const DEPTH_MAX = 6;

/** Names of fields whose values are secret, and patterns of secrets inside text. */
interface Rules {
  readonly name: RegExp;
  readonly text: readonly (readonly [RegExp, string])[];
}

/**
 * Secrets inside text: tokens, credentials in headers and URLs. Clients choose some of the texts,
 * so a pattern may start only at the beginning of a run of its characters; otherwise a long run
 * would be searched from each of its characters.
 */
const SECRET_TEXT: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])(?=[\w-]*\beyJ)[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN],
  [/\bwlk_[A-Z2-7]{8}_[\w-]{43}/g, HIDDEN],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [/(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`],
];

const EMAIL_TEXT = [/(?<![\w.+-])[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, HIDDEN] as const;

/** Rules for logs, which must not contain e-mail addresses either. */
const LOG_RULES: Rules = {
  name: /pass(word|phrase)?$|secret|token$|authorization|cookie|api_?key|e_?-?mail$/i,
  text: [...SECRET_TEXT, EMAIL_TEXT],
};

const SECRET_RULES: Rules = {
  name: /pass(word|phrase)?$|secret|token$|authorization|cookie|api_?key/i,
  text: SECRET_TEXT,
};

/**
 * A copy of a log line's fields with all secrets and e-mail addresses replaced; errors become plain
 * objects.
 */
export function redact(fields: object): Record<string, unknown> {
  return redactObject(fields, LOG_RULES, 0);
}

/** The same for text. */
export function redactText(text: string): string {
  return replaceIn(text, LOG_RULES);
}

/** A copy with all secrets replaced, for administrators only; e-mail addresses remain. */
export function redactSecrets(fields: object): Record<string, unknown> {
  return redactObject(fields, SECRET_RULES, 0);
}

function replaceIn(text: string, rules: Rules): string {
  return rules.text.reduce((kept, [pattern, by]) => kept.replace(pattern, by), text);
}

function redactValue(value: unknown, rules: Rules, depth: number): unknown {
  if (typeof value === "string") return replaceIn(value, rules);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEPTH_MAX) return "[deep]";
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, rules, depth + 1));
  if (value instanceof Error) return redactError(value, rules, depth + 1);
  if (value instanceof Date || value instanceof URL) return replaceIn(value.toJSON(), rules);
  return redactObject(value, rules, depth + 1);
}

function redactObject(fields: object, rules: Rules, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const hidden = rules.name.test(name) && value !== undefined && value !== null;
    kept[name] = hidden ? HIDDEN : redactValue(value, rules, depth);
  }
  return kept;
}

function redactError(error: Error, rules: Rules, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: replaceIn(error.message, rules),
    stack: replaceIn(error.stack ?? "", rules),
    ...redactObject(error, rules, depth),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, rules, depth) }),
  };
}
