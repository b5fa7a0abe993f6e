import { jsonSchemaOf, type Endpoint } from "@wordloom/contract";
import type { z } from "zod";

/** Typical values by field name. */
export type UsualValues = Readonly<Record<string, unknown>>;

export type Json = Record<string, unknown>;

/** Typical values for an app with the words w1 to w6. */
export const usualValues: UsualValues = {
  id: "w6",
  wordId: "w1",
  wordIds: ["w1", "w2"],
  ids: ["w1", "w2"],
  excludeWordIds: ["w1"],
  masteredWordIds: ["w2"],
  errorProneWordIds: ["w3"],
  email: "new@example.org",
  username: "Learner",
  password: "Right-pw-1",
  currentPassword: "Right-pw-1",
  newPassword: "Right-pw-2",
  url: "https://books.example.org",
  clientTs: "2026-05-01T12:00:00.000Z",
  sentAt: "2026-05-01T12:00:00.000Z",
  // For settings: the values that do not make the service refuse all later requests.
  active: false,
  maintenance_mode: false,
  max_users: 10_000,
  rate_limits: {},
  to: "ada@example.org",
  records: [{ wordId: "w1", isCorrect: true, responseTimeMs: 900, clientRecordId: "c1" }],
  words: [{ text: "text", meaning: "meaning" }],
};

/** A typical body of an endpoint; undefined if it has none. */
export function usualBody({ body }: Endpoint, usual: UsualValues): unknown {
  return body && structuredClone(usualValue(schemaOf(body), "", usual));
}

/** The path with these texts for its parameters, in order; typical values for missing ones. */
export function usualPath(
  { path }: Endpoint,
  usual: UsualValues,
  texts: readonly (string | null)[] = [],
): string {
  let at = 0;
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const text = texts[at++] || String(usual[name] ?? "none");
    return encodeURIComponent(text.toWellFormed());
  });
}

/** Whether the reply never ends. */
export function isEndless({ replies }: Endpoint): boolean {
  const [reply] = Object.values(replies);
  return reply?.form === "stream" && reply.contentType === "text/event-stream";
}

/** The field names of an object schema. */
export function fieldsOf(schema: z.ZodType): string[] {
  return Object.keys((schemaOf(schema)["properties"] ?? {}) as Json);
}

// Cached by schema, which never changes: deriving a body takes longer than a request.
const made = new WeakMap<z.ZodType, Json>();

function schemaOf(schema: z.ZodType): Json {
  const known = made.get(schema) ?? (jsonSchemaOf(schema) as Json);
  made.set(schema, known);
  return known;
}

/** A value that fits the schema, using the typical values for known names. */
function usualValue(schema: Json, name: string, usual: UsualValues): unknown {
  if (name in usual) return usual[name];
  const [first] = (schema["anyOf"] ?? schema["enum"] ?? []) as unknown[];
  if (schema["anyOf"] !== undefined) return usualValue(first as Json, name, usual);
  if (schema["const"] !== undefined) return schema["const"];
  if (first !== undefined) return first;
  const type = [schema["type"]].flat()[0];
  switch (type) {
    case "object": {
      const fields = Object.entries((schema["properties"] ?? {}) as Record<string, Json>);
      return Object.fromEntries(
        fields.map(([field, inner]) => [field, usualValue(inner, field, usual)]),
      );
    }
    case "array":
      return [usualValue((schema["items"] ?? {}) as Json, name, usual)];
    case "integer":
    case "number":
      return Math.max(1, Number(schema["minimum"] ?? 1));
    case "boolean":
      return true;
    default:
      return "text";
  }
}
