import { z } from "zod";
import { maxOf, separateEntryOf, settableLimits, type SizeLimits, sizeRuleOf } from "./sizes.ts";

type Json = Record<string, unknown>;

/** Name of each schema that is printed once and then referred to. */
export type SchemaNames = ReadonlyMap<z.core.$ZodType, string>;

/** Where references point, and what they refer to. */
const REFERENCE = "#/components/schemas/";

/** A JSON Schema and the named schemas that it refers to. */
export interface PrintedSchema {
  readonly schema: Json;
  readonly named: Readonly<Record<string, Json>>;
}

/** Self-contained JSON Schema of what a schema accepts, with the sizes of its lists. */
export function jsonSchemaOf(schema: z.ZodType, limits: SizeLimits = settableLimits): Json {
  return printSchema(schema, { limits }).schema;
}

/**
 * JSON Schema of what a schema accepts, with the sizes of its lists.
 *
 * @param how `names`: these schemas, and those with their own `id` (`.meta({ id })`), become
 * references; without it everything is printed inline
 */
export function printSchema(
  schema: z.ZodType,
  { limits = settableLimits, names }: { limits?: SizeLimits; names?: SchemaNames },
): PrintedSchema {
  const named: Record<string, Json> = {};
  const { $schema, $defs, ...printed } = z.toJSONSchema(schema, {
    io: "input",
    metadata: metadataWith(names),
    // JSON Schema cannot express the output of a transformation, only its input.
    unrepresentable: "any",
    target: "draft-2020-12",
    override: ({ zodSchema, jsonSchema }) => {
      const entry = separateEntryOf(zodSchema);
      if (entry !== undefined) {
        const inner = printSchema(entry, { limits, ...(names && { names }) });
        Object.assign(named, inner.named);
        Object.assign(jsonSchema, inner.schema);
      }
      // The bounds of exact integers say nothing about a field.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const rule = sizeRuleOf(zodSchema);
      if (rule === undefined) return;
      if (jsonSchema.type === "array") jsonSchema.maxItems = maxOf(rule, limits);
      if (jsonSchema.type === "object") jsonSchema.maxProperties = maxOf(rule, limits);
    },
  }) as Json;
  for (const [name, one] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
    named[name] = withReferences(one) as Json;
  }
  return { schema: withReferences(printed) as Json, named };
}

/** Schema metadata including names; without `names` no schema has a name. */
function metadataWith(names: SchemaNames | undefined) {
  const get = (schema: z.core.$ZodType) => {
    const { id, ...meta } = { ...z.globalRegistry.get(schema) };
    const name = names === undefined ? undefined : (names.get(schema) ?? id);
    return name === undefined ? meta : { ...meta, id: name };
  };
  return { get } as unknown as typeof z.globalRegistry;
}

/** Turns references to the schema's own definitions into references into the document. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (key === "$ref" && typeof inner === "string") {
        return [[key, inner.replace("#/$defs/", REFERENCE)]];
      }
      return [[key, withReferences(inner)]];
    }),
  );
}
