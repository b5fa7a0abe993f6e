import { z } from "zod";

/** A schema inside another one. */
export interface InnerSchema {
  readonly schema: z.ZodType;
  /** Path from the outer schema: field names, with `*` for every entry. */
  readonly path: readonly string[];
}

/** A schema and all schemas inside it, outer ones first. */
export function* schemasIn(
  schema: z.ZodType,
  path: readonly string[] = [],
): Generator<InnerSchema> {
  yield { schema, path };
  for (const inner of childrenOf(schema)) {
    yield* schemasIn(inner.schema, [...path, ...inner.path]);
  }
}

function childrenOf(schema: z.ZodType): InnerSchema[] {
  const def = (schema as unknown as z.core.$ZodTypes)._zod.def;
  const at = (inner: z.core.$ZodType, ...path: string[]): InnerSchema => ({
    schema: inner as z.ZodType,
    path,
  });
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape).map(([name, inner]) => at(inner, name));
      return def.catchall === undefined ? fields : [...fields, at(def.catchall, "*")];
    }
    case "array":
      return [at(def.element, "*")];
    case "record":
      return [at(def.valueType, "*")];
    case "union":
      return def.options.map((option) => at(option));
    case "intersection":
      return [at(def.left), at(def.right)];
    case "pipe":
      return [at(def.in), at(def.out)];
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return [at(def.innerType)];
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "null":
    case "undefined":
    case "unknown":
    case "never":
    case "transform":
    case "template_literal":
      return [];
    default:
      throw new Error(`the contract does not use schemas of type ${def.type}`);
  }
}
