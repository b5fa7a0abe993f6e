import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import * as contract from "../index.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { endpointsOf } from "./openapi.ts";
import { schemasIn } from "./schema-walk.ts";
import {
  anyJson,
  checkedByItself,
  createSizeCheck,
  dictionary,
  idList,
  isAnyJson,
  list,
  separateEntryOf,
  sizeRuleOf,
} from "./sizes.ts";

/**
 * Free JSON is parsed, stored and passed on as a whole, so its endpoint accepts small bodies only.
 */
const FREE_JSON_MAX_BYTES = 512 * 1024;

/** Parts of an endpoint's input that have no size limit. */
function unlimitedIn({ body, query, bodyMaxBytes = Number.POSITIVE_INFINITY }: Endpoint): string[] {
  const faultOf = (schema: z.ZodType): string | undefined => {
    const { type } = (schema as unknown as z.core.$ZodTypes)._zod.def;
    if (type === "array" || type === "record") {
      return sizeRuleOf(schema) === undefined ? type : undefined;
    }
    if (type === "object" && "catchall" in schema.def && schema.def.catchall !== undefined) {
      return "object with free keys";
    }
    if (type !== "unknown" || separateEntryOf(schema) !== undefined) return undefined;
    return isAnyJson(schema) && bodyMaxBytes <= FREE_JSON_MAX_BYTES ? undefined : "free JSON";
  };
  const faultsIn = (outer: z.ZodType): string[] =>
    [...schemasIn(outer)].flatMap(({ schema, path }) => {
      const fault = faultOf(schema);
      const entry = separateEntryOf(schema);
      const named = fault === undefined ? [] : [`${fault} at "${path.join(".")}"`];
      return entry === undefined ? named : [...named, ...faultsIn(entry)];
    });
  return [body, query].flatMap((schema) => (schema === undefined ? [] : faultsIn(schema)));
}

function taking(body: z.ZodType, bodyMaxBytes?: number): Endpoint {
  const size = bodyMaxBytes === undefined ? {} : { bodyMaxBytes };
  const rest = { summary: "", access: "none", replies: {}, errors: [] } as const;
  return { method: "POST", path: "/api/things", body, ...size, ...rest };
}

describe("every endpoint", () => {
  it.each(endpointsOf(contract).map((each) => [`${each.method} ${each.path}`, each] as const))(
    "%s limits all lists, dictionaries and free JSON in its input",
    (_name, each) => {
      expect(unlimitedIn(each)).toEqual([]);
    },
  );

  it.each<[string, Endpoint]>([
    ['array at "a.b"', taking(z.object({ a: z.object({ b: z.array(z.string()) }).nullish() }))],
    [
      'array at "a.*.b"',
      taking(z.object({ a: list(z.object({ b: z.array(z.int()) }), { max: 5 }) })),
    ],
    ['record at "a"', taking(z.object({ a: z.record(z.string(), z.number()).optional() }))],
    ['array at ""', taking(list(checkedByItself(z.array(z.string())), { max: 5 }))],
    ['object with free keys at ""', taking(z.looseObject({}))],
    ['free JSON at "a"', taking(z.object({ a: z.unknown() }), 1024)],
    ['free JSON at "a"', taking(z.object({ a: anyJson() }))],
  ])("fails this check with an unlimited %s", (fault, each) => {
    expect(unlimitedIn(each)).toContain(fault);
  });
});

describe("createSizeCheck", () => {
  const schema = z.object({
    words: list(z.object({ tags: list(z.string(), { max: 2, tooMany: "CONFLICT" }).nullish() }), {
      min: 1,
      max: "LIMITS_MAX_BATCH_SIZE",
    }),
    shown: dictionary(z.number(), { max: 2 }).nullish(),
    ids: idList({ max: 2, tooMany: "WORDBOOK_TOO_MANY_IDS" }).optional(),
    separate: list(checkedByItself(z.object({ tags: list(z.string(), { max: 1 }) })), {
      max: 2,
    }).optional(),
  });
  const check = createSizeCheck(schema, {
    LIMITS_MAX_BATCH_SIZE: 3,
    LIMITS_MAX_EXCLUDE_WORD_IDS: 1,
  });

  it("finds the rule of a list that has a description", () => {
    const described = z.object({ ids: list(z.string(), { max: 1 }).describe("Ids.").nullish() });
    expect(createSizeCheck(described)({ ids: ["a", "b"] })).toMatchObject({ path: "ids", max: 1 });
  });

  it.each<[string, unknown, object]>([
    ["a list", { words: [1, 2, 3, 4] }, { path: "words", max: 3, code: "BATCH_TOO_LARGE" }],
    [
      "an outer list before the lists in it",
      { words: [{ tags: ["a", "b", "c"] }, {}, {}, {}] },
      { path: "words" },
    ],
    [
      "a list in an entry",
      { words: [{}, { tags: ["a", "b", "c"] }] },
      { path: "words.1.tags", max: 2, code: "CONFLICT" },
    ],
    ["a dictionary", { shown: { a: 1, b: 2, c: 3 } }, { path: "shown", max: 2 }],
    ["ids in a query", { ids: "a,b, ,c" }, { path: "ids", code: "WORDBOOK_TOO_MANY_IDS" }],
  ])("finds %s with too many entries", (_name, value, excess) => {
    expect(check(value)).toMatchObject(excess);
  });

  it.each<[string, unknown]>([
    ["no more than allowed", { words: [1, 2, 3], shown: { a: 1, b: 2 }, ids: "a,,b" }],
    ["other types", { words: 5, shown: "x", ids: [1, 2, 3].length }],
    ["lists of entries that are checked by themselves", { separate: [{ tags: ["a", "b"] }] }],
    ["null", null],
    ["a text", "abcdef"],
    ["inherited names", JSON.parse('{"words":[{"__proto__":[1,2,3,4]}]}')],
  ])("accepts %s", (_name, value) => {
    expect(check(value)).toBeUndefined();
  });

  it("reads no entry of a list that is too long", () => {
    const read: string[] = [];
    const entries = new Proxy([{}, {}, {}, {}], {
      get: (target, key) => {
        read.push(String(key));
        return Reflect.get(target, key);
      },
    });
    expect(check({ words: entries })).toMatchObject({ path: "words" });
    expect(read).toEqual(["length"]);
  });

  it("reads limits that operators can change, and publishes them", () => {
    const limits = { LIMITS_MAX_BATCH_SIZE: 7, LIMITS_MAX_EXCLUDE_WORD_IDS: 1 };
    expect(jsonSchemaOf(schema, limits)).toMatchObject({
      properties: {
        words: {
          minItems: 1,
          maxItems: 7,
          items: { properties: { tags: { anyOf: [{ maxItems: 2 }, { type: "null" }] } } },
        },
        shown: { anyOf: [{ maxProperties: 2 }, { type: "null" }] },
        separate: { maxItems: 2, items: { properties: { tags: { maxItems: 1 } } } },
      },
    });
  });
});

describe("idList", () => {
  const Ids = idList({ max: 5 });

  it.each([
    ["a,b", ["a", "b"]],
    [" b , a,b", ["b", "a", "b"]],
    [",, ,", []],
    ["", []],
  ])("reads %j as %j", (text, ids) => {
    expect(Ids.parse(text)).toEqual(ids);
  });

  it("refuses fewer ids than required", () => {
    expect(idList({ min: 1, max: 5 }).safeParse(" ,").success).toBe(false);
  });
});
