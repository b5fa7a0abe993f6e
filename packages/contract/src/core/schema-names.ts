import { z } from "zod";
import { entryOfPage } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";
import type { SchemaNames } from "./json-schema.ts";
import { schemasIn } from "./schema-walk.ts";

/** Kinds of schemas worth naming; texts and numbers are clearer inline. */
const structured: ReadonlySet<string> = new Set([
  ...["object", "array", "record", "enum", "union", "intersection"],
]);

/**
 * Names of the schemas among the exports of the contract: `User` is exported as `User`, and a page
 * of users is named `UserPage`. Shared schemas that are not exported name themselves with `.meta({
 * id })`.
 */
export function schemaNames(exported: Readonly<Record<string, unknown>>): SchemaNames {
  const names = new Map<z.core.$ZodType, string>();
  for (const [name, value] of Object.entries(exported)) {
    if (isStructured(value)) names.set(value, name);
  }
  for (const schema of repliesAmong(exported)) {
    for (const { schema: page } of schemasIn(schema)) {
      const entry = entryOfPage(page);
      const name = entry && (names.get(entry) ?? z.globalRegistry.get(entry)?.id);
      if (name !== undefined) names.set(page, `${name}Page`);
    }
  }
  return names;
}

function repliesAmong(exported: Readonly<Record<string, unknown>>): z.ZodType[] {
  return Object.values(exported).flatMap((value) => {
    if (typeof value !== "object" || value === null || !("replies" in value)) return [];
    const replies = Object.values((value as Endpoint).replies);
    return replies.flatMap((reply) => (reply.form === "stream" ? [] : [reply.schema]));
  });
}

/** Whether a value is a schema with an inner structure. */
export function isStructured(value: unknown): value is z.ZodType {
  if (typeof value !== "object" || value === null || !("_zod" in value)) return false;
  return structured.has((value as z.ZodType)._zod.def.type);
}
